"""The pages: one shell for all of them, the modules and styles it is made of, and the words in each language."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.types import Scope

from bastide.errors import BastideError
from bastide.rules.model import Json
from bastide.server.cached_response import REVALIDATE, CachedResponse, cached_json
from bastide.server.http_errors import http_exception_response
from bastide.words import LANGUAGES, catalogue

FOLDER: Final = Path(str(resources.files("bastide") / "web"))
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""What pages may load and do: nothing but what comes from here."""
UNSAID: Final = (
    *("error", "rulebook", "command", "games", "report", "verify", "known", "tiles", "draw"),
    *("guide", "lesson"),
)
"""Sections of the words that only programs and the command line use, and long ones with an address of their own."""
PAGES: Final = ("/", "/new", "/table/{table_id}", "/replay/{table_id}", "/rules", "/rules/{page}", "/learn", "/watch")
router = APIRouter(include_in_schema=False)


@cache
def _file(name: str, media_type: str) -> CachedResponse:
    return CachedResponse((FOLDER / name).read_bytes(), media_type)


async def shell(request: Request) -> Response:
    """Answer with the one page that all others are."""
    answer = _file("index.html", "text/html; charset=utf-8").respond(request)
    answer.headers["Content-Security-Policy"] = POLICY
    return answer


async def not_found_response(request: Request, reason: Exception) -> Response:
    """Answer what no function answers: somebody with a browser sees a page that says so, a program reads it."""
    wants_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
    if isinstance(reason, HTTPException) and reason.status_code == 404 and wants_page:
        answer = await shell(request)
        answer.status_code = 404
        return answer
    return await http_exception_response(request, reason)


for path in PAGES:
    router.add_api_route(path, shell, methods=["GET"])


@router.get("/sw.js")
async def service_worker(request: Request) -> Response:
    """The part of the client that keeps the shell for when the line is down."""
    return _file("sw.js", "text/javascript").respond(request)


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """What a browser must know to install the client."""
    return _file("manifest.webmanifest", "application/manifest+json").respond(request)


@cache
def _words(language: str) -> CachedResponse:
    said: dict[str, Json] = {key: text for key, text in catalogue(language).items() if key.split(".")[0] not in UNSAID}
    return cached_json(said)


@router.get("/web/words/{language}.json")
async def words(language: str, request: Request) -> Response:
    """All words of a language that players may see."""
    if language not in LANGUAGES:
        raise BastideError("no_such_page")
    return _words(language).respond(request)


class ClientFiles(StaticFiles):
    """The files of the client: kept by browsers, which ask each time whether they are still the same."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file."""
        answer = await super().get_response(path, scope)
        answer.headers["Cache-Control"] = REVALIDATE
        return answer
