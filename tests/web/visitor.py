"""Visitors: browser contexts that record every error on their pages."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response, WebError, WebSocket

from tests.web.player import TIMEOUT
from tests.web.tables import Place

Theme = Literal["light", "dark"]
UNREACHABLE = r"WebSocket connection to|net::ERR_|Failed to load resource"
"""Messages of a browser that cannot reach the server."""

FORBIDDEN = '(event) => console.error("forbidden by policy:", event.violatedDirective, event.blockedURI)'


@dataclass(frozen=True)
class Device:
    """A device and its preferences."""

    width: int = 1440
    height: int = 900
    language: str = "en-GB"
    theme: Theme = "light"
    touch: bool = False
    reduced_motion: bool = True
    """Tests are faster without animations."""
    service_worker: bool = False
    """Whether to run the service worker, which fetches everything twice."""


DESKTOP = Device()
PHONE = Device(390, 844, touch=True)
SMALL = Device(1180, 760)
"""The smallest window with all panels, which is the fastest to paint."""


@dataclass
class Visitor:
    """A browser context with its errors; `check` at the end of a test."""

    context: BrowserContext
    origin: str
    device: Device
    errors: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    """Frames received over sockets."""
    sent: list[str] = field(default_factory=list)
    """Frames sent over sockets."""
    ignored: list[str] = field(default_factory=lambda: ["^warning: Service Worker registration blocked"])
    _page: Page | None = None

    @property
    def page(self) -> Page:
        """The first page, opened on demand."""
        if self._page is None:
            self._page = self.context.new_page()
        return self._page

    def open(self, path: str = "/", name: str = "") -> Page:
        """Open a page, and wait until the page of a name is rendered."""
        self.page.goto(f"{self.origin}{path}")
        if name:
            self.page.wait_for_selector(f'body[data-page="{name}"] main', state="attached")
        return self.page

    def sit(self, place: Place) -> Page:
        """Store a seat, and open its table."""
        self.context.add_init_script(place.storage_script())
        return self.open(f"/table/{place.table}", "table")

    def ignore(self, pattern: str = UNREACHABLE) -> None:
        """Ignore expected errors."""
        self.ignored.append(pattern)

    def check(self) -> None:
        """Fail if any page had an error."""
        unexpected = [text for text in self.errors if not any(re.search(pattern, text) for pattern in self.ignored)]
        assert not unexpected, "\n".join(unexpected)

    def listen(self) -> None:
        """Record errors on all pages, and violations of the content security policy."""
        self.context.add_init_script(f'addEventListener("securitypolicyviolation", {FORBIDDEN})')
        self.context.on("console", self._said)
        self.context.on("weberror", self._failed)
        self.context.on("request", self._asked)
        self.context.on("response", self._answered)
        self.context.on("requestfailed", self._unanswered)
        self.context.on("page", self._opened)

    def _opened(self, page: Page) -> None:
        page.on("websocket", self._socket)
        page.on("crash", lambda _: self.errors.append("the page crashed"))

    def _socket(self, socket: WebSocket) -> None:
        if urlsplit(socket.url).netloc != urlsplit(self.origin).netloc:
            self.errors.append(f"socket to another host: {socket.url}")
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            where = message.location
            self.errors.append(f"{message.type}: {message.text} ({where['url']}:{where['lineNumber']})")

    def _failed(self, error: WebError) -> None:
        self.errors.append(f"uncaught: {error.error}")

    def _asked(self, request: Request) -> None:
        there = urlsplit(request.url)
        if there.scheme not in ("data", "blob") and there.netloc != urlsplit(self.origin).netloc:
            self.errors.append(f"request to another host: {request.url}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.errors.append(f"{response.status}: {response.url}")

    def _unanswered(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # aborted by a navigation
            self.errors.append(f"{request.failure}: {request.url}")


def visitor(browser: Browser, origin: str, device: Device = DESKTOP) -> Visitor:
    """Return a visitor with a fresh browser context."""
    context = browser.new_context(
        viewport={"width": device.width, "height": device.height},
        locale=device.language,
        color_scheme=device.theme,
        reduced_motion="reduce" if device.reduced_motion else "no-preference",
        has_touch=device.touch,
        is_mobile=device.touch,
        accept_downloads=True,
        service_workers="allow" if device.service_worker else "block",
    )
    context.set_default_timeout(TIMEOUT)
    made = Visitor(context, origin, device)
    made.listen()
    return made
