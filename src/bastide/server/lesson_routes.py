"""Route of the lesson."""

from __future__ import annotations

from functools import cache

from fastapi import APIRouter, Request, Response

from bastide.server.cached_response import CachedResponse, cached_json
from bastide.server.dependencies import Language
from bastide.server.http_errors import ERROR_RESPONSES
from bastide.server.lesson import lesson_frames

router = APIRouter(prefix="/api", responses=ERROR_RESPONSES)


@router.get("/lesson", response_model=None)
async def get_lesson(request: Request, language: Language) -> Response:
    """Return the frames of the lesson."""
    return _lesson(language).respond(request)


@cache
def _lesson(language: str) -> CachedResponse:
    return cached_json({"frames": lesson_frames(language)})
