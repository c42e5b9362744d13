"""The order of the tests: those in a browser, which take long and mostly wait, begin while others compute."""

from __future__ import annotations

from pathlib import Path

import pytest

WEB = Path(__file__).parent / "web"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests in a browser first; the order of all others stays."""
    items.sort(key=lambda item: WEB not in item.path.parents)
