"""Routes of the web client: the HTML page, which is the same for all paths, its files, and the texts by language."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from bastide.errors import BastideError
from bastide.server.cached_response import CachedResponse, cached, cached_json
from bastide.server.dependencies import hub_of
from bastide.server.http_errors import http_exception_response, language_of
from bastide.server.link_previews import metadata, page_with_metadata, preview_of
from bastide.words import EDITION, LANGUAGES, catalogue, own_words

FOLDER: Final = Path(str(resources.files("bastide") / "web"))
CONTENT_SECURITY_POLICY: Final = "; ".join(
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
"""Pages load nothing from other origins."""
OMITTED_SECTIONS: Final = (
    *("error", "rulebook", "legend", "mark", "command", "games", "report", "verify", "known", "tiles", "draw"),
    *("guide", "lesson", "preview"),
    *("place", "place_at", "place_far", "place_the", "place_a", "place_of", "place_their"),
)
"""Sections of the texts that the browser does not use, and those with routes of their own."""
PAGES: Final = ("/", "/new", "/table/{table_id}", "/replay/{table_id}", "/rules", "/rules/{page}", "/learn", "/watch")
router = APIRouter(include_in_schema=False)


@cache
def _file(name: str, media_type: str) -> CachedResponse:
    return cached((FOLDER / name).read_bytes(), media_type)


@cache
def _template() -> str:
    return (FOLDER / "index.html").read_text(encoding="utf-8")


async def get_page(request: Request) -> Response:
    """Return the HTML page of the client, which shows what its path asks for, with the preview of its link."""
    language = language_of(request)
    preview = await preview_of(hub_of(request), request.path_params.get("table_id"), language)
    head = metadata(preview, str(request.base_url).rstrip("/"), request.url.path, language)
    response = page_with_metadata(_template(), request.app.state.art.version, head).respond(request)
    response.headers["Vary"] = "Accept-Encoding, Accept-Language"
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    return response


async def not_found_response(request: Request, reason: Exception) -> Response:
    """Respond to an exception of the framework; an unknown path is answered with the HTML page for browsers."""
    wants_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
    if isinstance(reason, HTTPException) and reason.status_code == 404 and wants_page:
        response = await get_page(request)
        response.status_code = 404
        return response
    return await http_exception_response(request, reason)


for path in PAGES:
    router.add_api_route(path, get_page, methods=["GET"])


@router.get("/sw.js")
async def get_service_worker(request: Request) -> Response:
    """Return the service worker, which caches the client for use offline."""
    return _file("sw.js", "text/javascript").respond(request)


@router.get("/manifest.webmanifest")
async def get_manifest(request: Request) -> Response:
    """Return the web app manifest."""
    return _file("manifest.webmanifest", "application/manifest+json").respond(request)


@cache
def _words(language: str) -> CachedResponse:
    texts = dict(catalogue(language))
    for edition, words in own_words(language).items():
        texts |= {f"{key}{EDITION}{edition}": text for key, text in words.items()}
    return cached_json({key: text for key, text in texts.items() if key.split(".")[0] not in OMITTED_SECTIONS})


@router.get("/web/words/{language}.json")
async def get_words(language: str, request: Request) -> Response:
    """Return the texts of the client in a language, those that editions have of their own included."""
    if language not in LANGUAGES:
        raise BastideError("no_such_page")
    return _words(language).respond(request)
