"""What holds for all tests: interrupts arrive, and those in a browser, which mostly wait, begin first."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

WEB = Path(__file__).parent / "web"

# Whoever runs the tests in the background may have told them, and thereby their children, to ignore interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests in a browser first; the order of all others stays."""
    items.sort(key=lambda item: WEB not in item.path.parents)
