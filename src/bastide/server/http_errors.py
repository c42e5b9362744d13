"""Exception handlers: HTTP responses with a status, the id of the error, and its sentence in the client's language."""

from __future__ import annotations

from typing import Final

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from bastide.errors import BadNotation, BadRules, BadTiles, BastideError
from bastide.server.logs import log_exception
from bastide.server.middleware import MAX_BODY_BYTES
from bastide.server.models import ErrorBody
from bastide.words import LANGUAGES

STATUSES: Final = {
    "not_your_seat": 403,
    "not_seated": 403,
    "no_spectators": 403,
    "record_later": 403,
    "aid_withheld": 403,
    "no_such_table": 404,
    "seat_number": 404,
    "no_such_page": 404,
    "table_expired": 410,
    "wrong_method": 405,
    "too_big": 413,
    "bad_request": 422,
    "too_often": 429,
    "painting_busy": 429,
    "server_error": 500,
    "unreadable_table": 500,
    "store_away": 503,
    "store_failed": 503,
}
"""HTTP statuses by the id of the error. All other errors are 422 if they concern the rules, else 409."""
ERROR_RESPONSES: Final[dict[int | str, dict[str, object]]] = {
    code: {"model": ErrorBody} for code in (403, 404, 409, 410, 413, 422, 429, 503)
}


def language_of(request: Request) -> str:
    """Return the first supported language among those a request accepts; by default English."""
    header = request.query_params.get("lang") or request.headers.get("accept-language", "")
    accepted = [part.partition(";")[0].strip().lower()[:2] for part in header.split(",")]
    return next((language for language in accepted if language in LANGUAGES), LANGUAGES[0])


async def error_response(request: Request, reason: Exception) -> Response:
    """Respond to a BastideError."""
    if not isinstance(reason, BastideError):
        raise reason
    request.app.state.metrics.refused.labels(reason.message).inc()
    default = 422 if isinstance(reason, BadRules | BadTiles | BadNotation) else 409
    text = reason.text(language_of(request)).encode(errors="replace").decode()  # it may quote halves of characters
    return JSONResponse({"error": reason.message, "text": text}, STATUSES.get(reason.message, default))


async def validation_error_response(request: Request, reason: Exception) -> Response:
    """Respond to a request that does not match the schema, with the location and type of the first error."""
    if not isinstance(reason, RequestValidationError):
        raise reason
    first = reason.errors()[0]
    where = ".".join(str(part)[:40] for part in first["loc"] if first["type"] != "json_invalid") or "JSON"
    return await error_response(request, BastideError("bad_request", where=where, reason=first["type"]))


async def http_exception_response(request: Request, reason: Exception) -> Response:
    """Respond to an exception of the framework: unknown route, wrong method, body too large or unreadable."""
    if not isinstance(reason, HTTPException):
        raise reason
    if reason.status_code == 404:
        return await error_response(request, BastideError("no_such_page"))
    if reason.status_code == 405:
        response = await error_response(request, BastideError("wrong_method"))
        response.headers.update(reason.headers or {})
        return response
    if reason.status_code == 413:
        return await error_response(request, BastideError("too_big", most=MAX_BODY_BYTES))
    return await error_response(request, BastideError("bad_request", where="JSON", reason="unreadable"))


async def store_away_response(request: Request, reason: Exception) -> Response:
    """Respond to an exception of a store that is away. A socket ends instead, and its client connects again."""
    if request.scope["type"] != "http":
        raise reason
    log_exception("request failed: the store is away")
    response = await error_response(request, BastideError("store_away"))
    response.headers["Retry-After"] = "1"
    return response


async def server_error_response(request: Request, reason: Exception) -> Response:
    """Respond to an unexpected exception."""
    return await error_response(request, BastideError("server_error"))
