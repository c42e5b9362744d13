"""Limits: how much somebody may send at once, and how often; programs on this very machine as often as they like.

Behind a proxy on the same machine, the address is the one that the proxy names in X-Forwarded-For.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bastide.errors import BastideError
from bastide.server.settings import Settings

MAX_BODY_BYTES: Final = 65_536
"""So many bytes may come with a request."""
MAX_TRACKED_NETWORKS: Final = 10_000
"""So many addresses are remembered; whoever asked longest ago is forgotten first."""
HEADERS: Final = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store"}
"""What comes from here is what it says it is, links are not told to other sites, and nothing is kept unless it says."""
Seconds = Callable[[], float]


class TokenBucket:
    """How fast somebody may send: so many messages a second, after a burst of twice as many."""

    def __init__(self, rate: float, burst: float | None = None, now: Seconds = time.monotonic) -> None:
        self.rate, self.most, self.now = rate, 2 * rate if burst is None else burst, now
        self.left, self.at = self.most, now()

    def allows(self) -> bool:
        """Say whether one more message may come now; those that may not do not count."""
        now = self.now()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class RateLimiter:
    """The pace of every address: so many times a minute, after a burst of as many."""

    def __init__(self, per_minute: float, now: Seconds = time.monotonic) -> None:
        self.per_minute, self.now = per_minute, now
        self.known: OrderedDict[str, TokenBucket] = OrderedDict()

    def check(self, address: str | None) -> None:
        """Count one more time. Raises BastideError if that is too often."""
        who = client_network(address)
        if who is None:
            return
        pace = self.known.pop(who, None) or TokenBucket(self.per_minute / 60, self.per_minute, self.now)
        self.known[who] = pace
        if len(self.known) > MAX_TRACKED_NETWORKS:
            self.known.popitem(last=False)
        if not pace.allows():
            raise BastideError("too_often")


def client_network(address: str | None) -> str | None:
    """Return what addresses are counted together: of IPv6 a whole network. None is this machine itself.

    >>> neighbourhood("2001:db8:1:2:3::4"), neighbourhood("203.0.113.7"), neighbourhood("127.0.0.1")
    ('2001:db8:1:2::', '203.0.113.7', None)
    """
    if address is None:
        return None
    try:
        found: IPv4Address | IPv6Address = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64 if not found.is_loopback else int(found))
    return None if found.is_loopback else str(found)


class RateLimits:
    """What every address may do how often."""

    def __init__(self, settings: Settings) -> None:
        self.tables = RateLimiter(settings.tables_per_minute)
        self.seats = RateLimiter(settings.seats_per_minute)
        self.sockets = RateLimiter(settings.sockets_per_minute)
        self.lists = RateLimiter(settings.lists_per_minute)
        self.pictures = RateLimiter(settings.pictures_per_minute)
        self.animations = RateLimiter(settings.animations_per_minute)


class Limited:
    """An ASGI application that reads no more than a limit of any request, and says so with what it answers."""

    def __init__(self, app: ASGIApp, most: int = MAX_BODY_BYTES) -> None:
        self.app, self.most = app, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        told = Headers(scope=scope).get("content-length", "")
        size = int(told) if told.isdecimal() and len(told) < 20 else 0

        async def receive_little() -> Message:
            nonlocal size
            message = await receive() if size <= self.most else {}
            if not told:
                size += len(message.get("body", b""))
            if size > self.most:
                raise HTTPException(413)
            return message

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive_little, send_safely)
