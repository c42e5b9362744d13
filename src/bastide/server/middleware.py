"""ASGI middleware: a limit on the size of request bodies, and security headers."""

from __future__ import annotations

from typing import Final

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY_BYTES: Final = 65_536
HEADERS: Final = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store"}
"""Default headers of every response."""


class BodyLimitMiddleware:
    """Answers 413 to requests whose body is too large, without reading all of it."""

    def __init__(self, app: ASGIApp, limit: int = MAX_BODY_BYTES) -> None:
        self.app, self.limit = app, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        declared = Headers(scope=scope).get("content-length", "")
        size = int(declared) if declared.isdecimal() and len(declared) < 20 else 0

        async def receive_limited() -> Message:
            nonlocal size
            message = await receive() if size <= self.limit else {}
            if not declared:
                size += len(message.get("body", b""))
            if size > self.limit:
                raise HTTPException(413)
            return message

        await self.app(scope, receive_limited, send)


class SecurityHeadersMiddleware:
    """Adds default security headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)
