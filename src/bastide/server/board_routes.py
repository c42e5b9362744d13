"""Routes of a table's board: what can be read from it, and the replay of a finished game."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final, TypeVar
from weakref import WeakKeyDictionary

from fastapi import APIRouter, Depends, Query, Request, Response

from bastide.errors import BastideError
from bastide.play import land
from bastide.play.game import Game
from bastide.play.masking import mask
from bastide.rules.model import Seat
from bastide.rules.state import State
from bastide.server.cached_response import CachedResponse, cached_json
from bastide.server.dependencies import (
    Authorization,
    Language,
    Tables,
    bearer_token,
    find_table,
    rate_limit,
    seat_for_token,
)
from bastide.server.http_errors import ERROR_RESPONSES
from bastide.server.live_table import LiveTable
from bastide.server.replay import build_replay
from bastide.server.single_flight import WorkQueue
from bastide.server.table import Table
from bastide.server.table_routes import finished_game
from bastide.wire.messages import LandFacts

CACHED_REPLAYS: Final = 16
CACHED_BOARDS: Final = 64
"""Number of plies of finished games for which the board is cached."""
MAX_QUEUED_REPLAYS: Final = 12
router = APIRouter(prefix="/api/tables", responses=ERROR_RESPONSES)
Key = TypeVar("Key")


class BoardCache:
    """Responses about boards, computed once for all who ask for the same."""

    def __init__(self) -> None:
        self.replays: dict[tuple[str, str], CachedResponse] = {}
        self.replay_queue: WorkQueue[tuple[str, str], CachedResponse] = WorkQueue()
        self.current: WeakKeyDictionary[LiveTable, tuple[int, dict[Seat | None, CachedResponse]]] = WeakKeyDictionary()
        """For every table, the version of its position and the response to each seat."""
        self.finished: dict[tuple[str, int], CachedResponse] = {}
        """By table and ply, the responses for finished games."""


def board_cache(request: Request) -> BoardCache:
    """Return the cache of this server."""
    cache = request.app.state.board_cache
    if not isinstance(cache, BoardCache):
        raise TypeError(cache)
    return cache


Cache = Annotated[BoardCache, Depends(board_cache)]
Move = Annotated[int | None, Query(ge=0, le=1_000_000, description="after so many actions; once the game has ended")]


def viewing_seat(live: LiveTable, authorization: str | None) -> Seat | None:
    """Return the seat that asks, or None for a spectator. Raises BastideError if it may not see the board."""
    if authorization is not None:
        return seat_for_token(live, bearer_token(authorization))
    if not live.table.options.spectators and not live.table.ended:
        raise BastideError("no_spectators")
    return None


@router.get("/{table_id}/land", response_model=None)
async def get_land(
    table_id: str, request: Request, hub: Tables, cache: Cache, authorization: Authorization = None, move: Move = None
) -> Response:
    """Return what follows from the board: features, who holds them, what they are worth; and the table's aids."""
    live = await find_table(hub, table_id)
    seat = viewing_seat(live, authorization)
    table = live.table
    if move is not None:
        return _private(_land_at(cache, table, finished_game(live), move), request)
    version, responses = cache.current.get(live, (-1, {}))
    if version != table.position_version:
        version, responses = table.position_version, {}
        cache.current[live] = version, responses
    if seat not in responses:
        state = table.game.state if table.game else None
        responses[seat] = cached_json({"moment": version, **(_land(table, state, seat) if state else {"features": []})})
    return _private(responses[seat], request)


def _private(found: CachedResponse, request: Request) -> Response:
    """Return a response that browsers must not store: it is for one seat alone."""
    response = found.respond(request)
    response.headers["Cache-Control"] = "no-store"
    return response


def _land_at(cache: BoardCache, table: Table, game: Game, ply: int) -> CachedResponse:
    """Return what followed from the board at a ply of a finished game."""
    key = table.id, ply
    if key not in cache.finished:
        _make_room(cache.finished, CACHED_BOARDS)
        cache.finished[key] = cached_json({"moment": ply, **_land(table, game.at(ply), None)})
    return cache.finished[key]


def _land(table: Table, state: State, seat: Seat | None) -> LandFacts:
    """Return what a seat or a spectator may know of a board, as far as the table's aids allow."""
    has_aid, known = table.options.has_aid, mask(state, seat)
    features = [
        feature.outline() if feature.land and not has_aid("fields") else feature.to_json()
        for feature in land.features(known)
    ]
    found: LandFacts = {"features": features}
    if has_aid("holes"):
        found["holes"] = land.holes(known)
    if has_aid("forecast"):
        found["forecast"] = land.forecast(state, seat)
    if seat is not None and table.actor == seat:
        hints = land.hints(known)
        if any(hints):
            found["hints"] = [None if hint is None else hint.to_json() for hint in hints]
    return found


@router.get("/{table_id}/replay", response_model=None, dependencies=[Depends(rate_limit("animations"))])
async def get_replay(table_id: str, request: Request, hub: Tables, cache: Cache, language: Language) -> Response:
    """Return the whole game as spectators saw it, a frame a choice, once it has ended."""
    live = await find_table(hub, table_id)
    game = finished_game(live)
    key = table_id, language

    async def build() -> CachedResponse:
        made = await asyncio.to_thread(lambda: cached_json(build_replay(live.table, game, language)))
        _make_room(cache.replays, CACHED_REPLAYS)
        cache.replays[key] = made
        return made

    found = cache.replays.get(key) or await cache.replay_queue.submit(key, lambda: build, MAX_QUEUED_REPLAYS)
    return found.respond(request)


def _make_room(cache: dict[Key, CachedResponse], limit: int) -> None:
    """Drop the oldest responses until there is room for one more."""
    while len(cache) >= limit:
        del cache[next(iter(cache))]
