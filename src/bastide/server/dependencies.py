"""Dependencies of the routes: the hub, the language, rate limits, tables, and access by token."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Annotated, Final

from fastapi import Depends, Header, Query, Request
from starlette.requests import HTTPConnection

from bastide.errors import BastideError
from bastide.play.game import Game
from bastide.rules.model import Seat
from bastide.server.http_errors import language_of
from bastide.server.hub import Hub
from bastide.server.limits import RateLimits
from bastide.server.live_table import LiveTable
from bastide.server.tokens import token_matches

TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")


def hub_of(request: Request) -> Hub:
    """Return the hub of the server."""
    hub = request.app.state.hub
    if not isinstance(hub, Hub):
        raise TypeError(hub)
    return hub


HubDep = Annotated[Hub, Depends(hub_of)]
Language = Annotated[str, Depends(language_of)]
Authorization = Annotated[str | None, Header()]
Ply = Annotated[
    int | None,
    Query(alias="move", ge=0, le=1_000_000, description="the number of actions played; only once the game has ended"),
]


def check_rate(connection: HTTPConnection, action: str) -> None:
    """Count an action of a client. Raises BastideError if it exceeds its rate limit."""
    limits = connection.app.state.limits
    if not isinstance(limits, RateLimits):
        raise TypeError(limits)
    limits.check(action, connection.client.host if connection.client else None)


def rate_limit(action: str) -> Callable[[Request], Awaitable[None]]:
    """Return a dependency that counts an action of a client."""

    async def check(request: Request) -> None:
        check_rate(request, action)

    return check


async def find_table(hub: Hub, table_id: str) -> LiveTable:
    """Return a table. Raises BastideError if it does not exist, or was closed before its game began."""
    if not TABLE_ID.fullmatch(table_id):
        raise BastideError("no_such_table", table=table_id)
    live = await hub.get(table_id)
    if live.table.ended and live.table.game is None:
        raise BastideError("table_expired")
    return live


def kept_seat(live: LiveTable, token: str) -> Seat:
    """Return the seat that belongs to a token, even if a bot plays it. Raises BastideError if there is none."""
    for seat, occupant in enumerate(live.table.seats):
        if occupant is not None and occupant.token_hash and token_matches(token, occupant.token_hash):
            return seat
    raise BastideError("not_your_seat")


def seat_for_token(live: LiveTable, token: str) -> Seat:
    """Return the seat that a token opens. Raises BastideError if it opens none, or if a bot plays the seat."""
    seat = kept_seat(live, token)
    if live.table.is_bot(seat):
        raise BastideError("seat_given")
    return seat


def view_for_token(live: LiveTable, token: str) -> Seat | None:
    """Return the seat that a token sees the table from: none if a bot plays its seat. Raises BastideError."""
    seat = kept_seat(live, token)
    return None if live.table.is_bot(seat) else seat


def bearer_token(authorization: str | None) -> str:
    """Return the token of an Authorization header. Raises BastideError if there is none."""
    scheme, _, token = (authorization or "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise BastideError("not_your_seat")
    return token


def viewing_seat(live: LiveTable, authorization: str | None) -> Seat | None:
    """Return the seat of a viewer, None for a spectator. Raises BastideError if they may not see the board."""
    if authorization is not None:
        return view_for_token(live, bearer_token(authorization))
    if not live.table.options.spectators and not live.table.ended:
        raise BastideError("no_spectators")
    return None


def finished_game(live: LiveTable) -> Game:
    """Return the game of a table. Raises BastideError unless it has ended."""
    if not live.table.ended or live.table.game is None:
        raise BastideError("record_later")
    return live.table.game
