"""Fixtures of the browser tests: one browser and one server per worker, and visitors."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import pytest
from playwright.sync_api import Browser, Error, sync_playwright

from tests.machine import require
from tests.server.running import Server
from tests.web.visitor import DESKTOP, Device, Visitor, visitor

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
FAILED = pytest.StashKey[bool]()


class Visit(Protocol):
    """Makes visitors of the shared server, or of the one at an address."""

    def __call__(self, device: Device = DESKTOP, at: str | None = None) -> Visitor:
        """Return a visitor with a fresh browser context."""


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Yield a browser. It is closed before other tests run, which must not run inside its event loop."""
    path = require("chromium")
    with sync_playwright() as driver:
        yield driver.chromium.launch(executable_path=path, args=FLAGS)


@pytest.fixture(scope="package")
def server() -> Iterator[Server]:
    """Yield a server that all tests of this worker share."""
    with TemporaryDirectory() as folder, Server(Path(folder) / "tables.sqlite") as running:
        yield running


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Record failed tests, for screenshots of their pages."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture
def visit(browser: Browser, server: Server, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Visit]:
    """Yield a function that makes visitors; afterwards, fail if one recorded an error."""
    visitors: list[Visitor] = []

    def make(device: Device = DESKTOP, at: str | None = None) -> Visitor:
        visitors.append(visitor(browser, at or server.address, device))
        return visitors[-1]

    yield make
    if request.node.stash.get(FAILED, False):
        for number, page in enumerate(page for who in visitors for page in who.context.pages):
            with suppress(Error):
                page.screenshot(path=tmp_path / f"page_{number}.png")
                print(f"screenshot of {page.url}: {tmp_path}/page_{number}.png")
    for who in visitors:
        who.context.close()
    for who in visitors:
        who.check()
