"""The server's HTTP side: tables, seats, records. There are no cookies; whoever acts for a seat shows its token."""

from __future__ import annotations

import re
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Header, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from bastide.errors import BadNotation, BadRules, BadTiles, BastideError
from bastide.play.fair import Fair
from bastide.play.game import Game
from bastide.play.record import to_record
from bastide.play.telling import with_sentence
from bastide.rules.model import Json, Seat
from bastide.server.hub import Hub, to_append
from bastide.server.limits import MAX_BODY_BYTES, RateLimits
from bastide.server.live_table import LiveTable
from bastide.server.messages import public_facts
from bastide.server.models import CreateTable, ErrorBody, SeatTaken, SeatTokens, TableCreated, TakeSeat
from bastide.server.options import TableOptions, read_options
from bastide.server.store import NewTable, TableRow
from bastide.server.table import PendingEntry, Table, wall_clock
from bastide.server.tokens import hash_token, new_id, new_token, token_matches
from bastide.words import LANGUAGES

CODES: Final = {
    "not_your_seat": 403,
    "no_spectators": 403,
    "record_later": 403,
    "aid_withheld": 403,
    "no_such_table": 404,
    "no_such_page": 404,
    "wrong_method": 405,
    "too_big": 413,
    "bad_request": 422,
    "too_often": 429,
    "painting_busy": 429,
    "server_error": 500,
    "store_failed": 503,
}
"""How errors are numbered over HTTP: those of the rules are 422, and all others 409."""
PROBLEMS: Final[dict[int | str, dict[str, object]]] = {
    code: {"model": ErrorBody} for code in (403, 404, 409, 413, 422, 429)
}
ID: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")
router = APIRouter(prefix="/api", responses=PROBLEMS)


class Forbidden(BastideError):
    """Something that the one who asks may not have."""


def hub_of(request: Request) -> Hub:
    """Return the tables of this process."""
    hub = request.app.state.hub
    if not isinstance(hub, Hub):
        raise TypeError(hub)
    return hub


def language_of(request: Request) -> str:
    """Return the language that a request asks for, if it is one of ours, else English."""
    asked = request.query_params.get("lang") or request.headers.get("accept-language", "")
    wanted = [part.partition(";")[0].strip().lower()[:2] for part in asked.split(",")]
    return next((language for language in wanted if language in LANGUAGES), LANGUAGES[0])


def limits_of(asking: HTTPConnection) -> RateLimits:
    """Return how often people may ask."""
    limits = asking.app.state.limits
    if not isinstance(limits, RateLimits):
        raise TypeError(limits)
    return limits


def may_open(request: Request) -> None:
    """Count a table that is opened. Raises BastideError if that is too often for one address."""
    limits_of(request).tables.check(request.client.host if request.client else None)


def may_sit(request: Request) -> None:
    """Count a seat that is taken. Raises BastideError if that is too often for one address."""
    limits_of(request).seats.check(request.client.host if request.client else None)


async def may_list(request: Request) -> None:
    """Count a list that is read. Raises BastideError if that is too often for one address."""
    limits_of(request).lists.check(request.client.host if request.client else None)


async def may_paint(request: Request) -> None:
    """Count a picture. Raises BastideError if that is too often for one address."""
    limits_of(request).pictures.check(request.client.host if request.client else None)


async def may_film(request: Request) -> None:
    """Count a film, moving or told. Raises BastideError if that is too often for one address."""
    limits_of(request).animations.check(request.client.host if request.client else None)


async def find(hub: Hub, table_id: str) -> LiveTable:
    """Return a table. Raises BastideError if there is none."""
    if not ID.fullmatch(table_id):
        raise BastideError("no_such_table", table=table_id)
    return await hub.get(table_id)


Tables = Annotated[Hub, Depends(hub_of)]
Language = Annotated[str, Depends(language_of)]
Bearer = Annotated[str | None, Header()]


def seat_for_token(live: LiveTable, token: str) -> Seat:
    """Return the seat that a token opens. Raises Forbidden if it opens none here."""
    for seat, sitting in enumerate(live.table.seats):
        if sitting is not None and sitting.stored and token_matches(token, sitting.stored):
            return seat
    raise Forbidden("not_your_seat")


def bearer(authorization: str | None) -> str:
    """Return the token that a request shows."""
    kind, _, token = (authorization or "").partition(" ")
    if kind.lower() != "bearer" or not token:
        raise Forbidden("not_your_seat")
    return token


@router.post("/tables", status_code=201, dependencies=[Depends(may_open)])
async def open_table(wish: CreateTable, hub: Tables) -> TableCreated:
    """Open a table."""
    data: dict[str, Json] = wish.model_dump(exclude_unset=True, exclude_none=True)
    row = new_table(read_options(data))
    await hub.open(row)
    return TableCreated(id=row.id)


def new_table(options: TableOptions, rematch_of: str | None = None) -> TableRow:
    """Return a table to be opened: its secret is fixed from now on."""
    now = wall_clock()
    public = options.joining == "public"
    return TableRow(new_id(), now, now, options.to_json(), Fair.fresh().secret, public, "open", rematch_of)


@router.get("/tables", response_model=None, dependencies=[Depends(may_list)])
async def list_tables(hub: Tables) -> list[dict[str, Json]]:
    """The tables that anyone may join or watch, the latest first."""
    return [(await hub.summary(row.id)).facts for row in await hub.store.public_tables()]


@router.get("/tables/{table_id}", response_model=None)
async def one_table(table_id: str, hub: Tables) -> dict[str, Json]:
    """What everybody may know of a table."""
    return public_facts((await find(hub, table_id)).table)


@router.post("/tables/{table_id}/seats", status_code=201, dependencies=[Depends(may_sit)])
async def sit_down(table_id: str, wish: TakeSeat, hub: Tables, authorization: Bearer = None) -> SeatTaken:
    """Sit down at a table: as a guest, with a name, or with a token on the seat that is kept for it.

    The answer holds the secret that opens the seat.
    """
    live = await find(hub, table_id)
    token = new_token() if authorization is None else bearer(authorization)

    def command(table: Table) -> PendingEntry:
        if authorization is not None:
            return table.come(seat_for_token(live, token), wish.nonce, wish.name, wish.seat)
        if wish.name is None:
            raise BastideError("bad_request", where="body.name", reason="missing")
        return table.sit(wish.seat, wish.name, hash_token(token), wish.nonce)

    entry = await hub.execute(live, command)
    if entry is None or entry.seat is None:
        raise BastideError("table_busy")
    return SeatTaken(seat=entry.seat, token=token)


@router.delete("/tables/{table_id}/seats", status_code=204)
async def stand_up(table_id: str, hub: Tables, authorization: Bearer = None) -> Response:
    """Leave a table whose game has not begun, or give up a seat that is kept for one."""
    live = await find(hub, table_id)
    token = bearer(authorization)
    await hub.execute(live, lambda table: table.stand_up(seat_for_token(live, token)))
    return Response(status_code=204)


@router.post("/mine", response_model=None, dependencies=[Depends(may_list)])
async def my_tables(tokens: SeatTokens, hub: Tables) -> list[dict[str, Json]]:
    """The tables where one sits or a seat is kept for one, told by one's tokens; each with the number of its token."""
    found: list[dict[str, Json]] = []
    numbers = {hash_token(token): number for number, token in enumerate(tokens.tokens)}
    for table_id, seat, stored in await hub.store.seats_of(list(numbers)):
        seen = await hub.summary(table_id)
        turn: dict[str, Json] = {
            "actor": seen.actor,
            "your_turn": seen.actor == seat,
            "winners": list(seen.winners),
        }
        found.append({**seen.facts, **turn, "seat": seat, "token": numbers[stored], "kept": seen.reserved[seat]})
    return found


@router.post("/tables/{table_id}/rematch", status_code=201, dependencies=[Depends(may_open)])
async def rematch(table_id: str, hub: Tables, authorization: Bearer = None) -> TableCreated:
    """Open another table like this one: its seats are kept for the same people, and their tokens open them."""
    live = await find(hub, table_id)
    seat = seat_for_token(live, bearer(authorization))
    live.table.invite(seat, table_id)  # raises unless the game has ended, before a table is opened
    if not live.table.rematch:
        opens = _kept_for(live.table)
        await hub.execute(live, lambda table: None if table.rematch else table.invite(seat, opens.row.id), opens)
    return TableCreated(id=live.table.rematch)


def _kept_for(before: Table) -> NewTable:
    """Return a table like another one, where every seat is kept for whoever sat on it."""
    row = new_table(before.options, before.id)
    table, entries = Table(row.id, before.options, row.secret), []
    for seat, sitting in enumerate(before.seats):
        if sitting is not None and sitting.stored:
            entry = table.keep(seat, sitting.name, sitting.stored).entry
            table.apply(entry)
            entries.append(to_append(row.id, entry))
    return NewTable(row, entries)


@router.get("/tables/{table_id}/record", response_model=None)
async def record(table_id: str, hub: Tables) -> dict[str, Json]:
    """The whole game with the dealer's secret, once it has ended: anyone may check every draw."""
    return to_record(_finished(await find(hub, table_id)), ended=True)


@router.get("/tables/{table_id}/result", response_model=None)
async def result(table_id: str, hub: Tables, language: Language) -> dict[str, object]:
    """How the game ended: scores, winners, and every score with its lines."""
    live = await find(hub, table_id)
    game = _finished(live)
    scored = [event for event in game.story(None) if "lines" in event.facts]
    lines = [with_sentence(event, game.seats, language) for event in scored]
    return {
        "ended": live.table.ended,
        "scores": list(game.scores),
        "winners": list(live.table.winners()),
        "lines": lines,
    }


def _finished(live: LiveTable) -> Game:
    if not live.table.ended or live.table.game is None:
        raise Forbidden("record_later")
    return live.table.game


async def refused(request: Request, reason: Exception) -> Response:
    """Answer with the sentence of an error, in the language of the one who asked."""
    if not isinstance(reason, BastideError):
        raise reason
    request.app.state.metrics.refused.labels(reason.message).inc()
    usual = 422 if isinstance(reason, BadRules | BadTiles | BadNotation) else 409
    return JSONResponse(
        {"error": reason.message, "text": reason.text(language_of(request))}, CODES.get(reason.message, usual)
    )


async def misunderstood(request: Request, reason: Exception) -> Response:
    """Answer a request that has another shape than the API describes: where, and what kind of thing is wrong."""
    if not isinstance(reason, RequestValidationError):
        raise reason
    first = reason.errors()[0]
    where = ".".join(str(part)[:40] for part in first["loc"] if first["type"] != "json_invalid") or "JSON"
    return await refused(request, BastideError("bad_request", where=where, reason=first["type"]))


async def unserved(request: Request, reason: Exception) -> Response:
    """Answer what no function here answers."""
    if not isinstance(reason, HTTPException):
        raise reason
    if reason.status_code == 404:
        return await refused(request, BastideError("no_such_page"))
    if reason.status_code == 405:
        answer = await refused(request, BastideError("wrong_method"))
        answer.headers.update(reason.headers or {})
        return answer
    if reason.status_code == 413:
        return await refused(request, BastideError("too_big", most=MAX_BODY_BYTES))
    return await refused(request, BastideError("bad_request", where="JSON", reason="unreadable"))


async def broken(request: Request, reason: Exception) -> Response:
    """Answer when something went wrong here."""
    return await refused(request, BastideError("server_error"))


plain = APIRouter()


@plain.get("/healthz", response_class=PlainTextResponse)
async def healthy(hub: Tables) -> PlainTextResponse:
    """Whether the server and its store are well."""
    await hub.store.unfinished()
    return PlainTextResponse("well\n")


@plain.get("/metrics", response_class=PlainTextResponse)
async def metrics(request: Request) -> Response:
    """Numbers for Prometheus."""
    return Response(request.app.state.metrics.text(), media_type="text/plain; version=0.0.4")
