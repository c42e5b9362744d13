"""The static files of the web client: modules and styles without their comments, compressed once."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from fastapi import Request, Response
from fastapi.staticfiles import StaticFiles
from starlette.types import Scope

from bastide.server.cached_response import IMMUTABLE, REVALIDATE, CachedResponse, cached

MEDIA_TYPES: Final = {".js": "text/javascript", ".css": "text/css"}
"""The media types of files that are sent without comments."""
COMMENT: Final = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/[ \t]*$|//[^\n]*$)", re.MULTILINE | re.DOTALL)
"""A comment on lines of its own; no text of the client may contain such a line."""
CACHED_FILES: Final = 500


def without_comments(source: str) -> str:
    """Return a module or a style sheet without the comments on lines of their own; all lines keep their numbers.

    >>> without_comments("// One.\\nlet a = 1; // Two.\\n/** Three. */\\nlet b = 2;\\n")
    '\\nlet a = 1; // Two.\\n\\nlet b = 2;\\n'
    """
    return COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), source)


@lru_cache(CACHED_FILES)
def _compressed(path: Path, modified: int) -> CachedResponse:
    """Return a file; an edited one has another time of modification."""
    return cached(without_comments(path.read_text(encoding="utf-8")).encode(), MEDIA_TYPES[path.suffix])


class ClientFiles(StaticFiles):
    """The static files of the client, which browsers store and revalidate, unless the URL names their version."""

    def file_response(
        self, full_path: os.PathLike[str] | str, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Return a file that exists."""
        cache_control = IMMUTABLE if scope["query_string"].startswith(b"v=") else REVALIDATE
        path = Path(full_path)
        if path.suffix in MEDIA_TYPES:
            return _compressed(path, stat_result.st_mtime_ns).respond(Request(scope), cache_control)
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = cache_control
        return response
