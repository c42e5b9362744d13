"""Somebody who looks at the pages with a browser of their own, and who complains of everything that goes wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response, WebError, WebSocket

from tests.web.player import PATIENCE
from tests.web.tables import Place

Theme = Literal["light", "dark"]
LINE_DOWN = r"WebSocket connection to|net::ERR_|Failed to load resource"
"""What a browser says by itself when it reaches no server."""

FORBIDDEN = '(event) => console.error("forbidden by policy:", event.violatedDirective, event.blockedURI)'


@dataclass(frozen=True)
class Device:
    """What somebody looks with."""

    width: int = 1440
    height: int = 900
    language: str = "en-GB"
    theme: Theme = "light"
    touch: bool = False
    still: bool = True
    """Whether nothing moves, which makes games quick."""
    keeps: bool = False
    """Whether a service worker keeps the pages, for which they are all fetched twice."""


DESKTOP = Device()
PHONE = Device(390, 844, touch=True)
SMALL = Device(1180, 760)
"""The smallest window with all panels, which is the quickest to paint."""


@dataclass
class Visitor:
    """A browser context with what it complains of; `check` at the end of a test."""

    context: BrowserContext
    origin: str
    device: Device
    complaints: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    """What came over sockets."""
    sent: list[str] = field(default_factory=list)
    """What went over sockets."""
    forgiven: list[str] = field(default_factory=lambda: ["^warning: Service Worker registration blocked"])
    _page: Page | None = None

    @property
    def page(self) -> Page:
        """The first page, opened when it is first wanted."""
        if self._page is None:
            self._page = self.context.new_page()
        return self._page

    def open(self, path: str = "/", name: str = "") -> Page:
        """Go to a page; wait until it is the one of that name, and there."""
        self.page.goto(f"{self.origin}{path}")
        if name:
            self.page.wait_for_selector(f'body[data-page="{name}"] main')
        return self.page

    def sit(self, place: Place) -> Page:
        """Remember a seat, and go to its table."""
        self.context.add_init_script(place.remembered())
        return self.open(f"/table/{place.table}", "table")

    def forgive(self, pattern: str = LINE_DOWN) -> None:
        """Let complaints of a kind pass, because they are what the test is about."""
        self.forgiven.append(pattern)

    def check(self) -> None:
        """Fail if anything went wrong on any page."""
        wrong = [text for text in self.complaints if not any(re.search(pattern, text) for pattern in self.forgiven)]
        assert not wrong, "\n".join(wrong)

    def listen(self) -> None:
        """Hear what happens on all pages of this browser; what the policy forbids is an error too."""
        self.context.add_init_script(f'addEventListener("securitypolicyviolation", {FORBIDDEN})')
        self.context.on("console", self._said)
        self.context.on("weberror", self._failed)
        self.context.on("request", self._asked)
        self.context.on("response", self._answered)
        self.context.on("requestfailed", self._unanswered)
        self.context.on("page", self._opened)

    def _opened(self, page: Page) -> None:
        page.on("websocket", self._socket)
        page.on("crash", lambda _: self.complaints.append("the page crashed"))

    def _socket(self, socket: WebSocket) -> None:
        if urlsplit(socket.url).netloc != urlsplit(self.origin).netloc:
            self.complaints.append(f"a socket to {socket.url}")
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            where = message.location
            self.complaints.append(f"{message.type}: {message.text} ({where['url']}:{where['lineNumber']})")

    def _failed(self, error: WebError) -> None:
        self.complaints.append(f"uncaught: {error.error}")

    def _asked(self, request: Request) -> None:
        there = urlsplit(request.url)
        if there.scheme not in ("data", "blob") and there.netloc != urlsplit(self.origin).netloc:
            self.complaints.append(f"asked elsewhere: {request.url}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.complaints.append(f"{response.status}: {response.url}")

    def _unanswered(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # left alone because the page went elsewhere
            self.complaints.append(f"{request.failure}: {request.url}")


def visitor(browser: Browser, origin: str, device: Device = DESKTOP) -> Visitor:
    """Let somebody come with a fresh browser."""
    context = browser.new_context(
        viewport={"width": device.width, "height": device.height},
        locale=device.language,
        color_scheme=device.theme,
        reduced_motion="reduce" if device.still else "no-preference",
        has_touch=device.touch,
        is_mobile=device.touch,
        accept_downloads=True,
        service_workers="allow" if device.keeps else "block",
    )
    context.set_default_timeout(PATIENCE)
    made = Visitor(context, origin, device)
    made.listen()
    return made
