"""Responses with a constant body, compressed once and revalidated by ETag."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final

from fastapi import Request, Response

REVALIDATE: Final = "no-cache"
"""Browsers may store the response but must revalidate it."""
IMMUTABLE: Final = "public, max-age=31536000, immutable"
"""Browsers may store the response for good: its URL names its version."""


class CachedResponse:
    """A compressed body, which is not sent at all if the client has it."""

    def __init__(self, compressed: bytes, media_type: str) -> None:
        self.compressed, self.media_type = compressed, media_type
        self.etag = f'"{sha256(compressed).hexdigest()[:24]}"'

    @property
    def body(self) -> bytes:
        """The body for clients that do not accept it compressed."""
        return gzip.decompress(self.compressed)

    def respond(self, request: Request, cache_control: str = REVALIDATE) -> Response:
        """Return the response to a request."""
        headers = {"ETag": self.etag, "Cache-Control": cache_control, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == self.etag:
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.body, media_type=self.media_type, headers=headers)
        headers["Content-Encoding"] = "gzip"
        return Response(self.compressed, media_type=self.media_type, headers=headers)


def cached(body: bytes, media_type: str) -> CachedResponse:
    """Return a response with a body."""
    return CachedResponse(gzip.compress(body, 9, mtime=0), media_type)


def cached_json(data: Mapping[str, object] | Sequence[object]) -> CachedResponse:
    """Return a JSON response."""
    return cached(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(), "application/json")
