"""Routes of a table's board: its features and aids, and the replay of a finished game."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final, TypeVar
from weakref import WeakKeyDictionary

from fastapi import APIRouter, Depends, Request, Response

from bastide.play import land
from bastide.play.game import Game
from bastide.play.masking import mask
from bastide.play.places import Names, places_at
from bastide.play.sentences import Reader, place_text
from bastide.rules.model import Seat
from bastide.rules.state import State
from bastide.server.cached_response import CachedResponse, cached_json
from bastide.server.dependencies import (
    Authorization,
    HubDep,
    Language,
    Ply,
    find_table,
    finished_game,
    rate_limit,
    viewing_seat,
)
from bastide.server.http_errors import ERROR_RESPONSES
from bastide.server.live_table import LiveTable
from bastide.server.messages import words_of
from bastide.server.replay import build_replay
from bastide.server.single_flight import WorkQueue
from bastide.server.table import Table
from bastide.wire.messages import LandFacts

CACHED_REPLAYS: Final = 16
CACHED_BOARDS: Final = 64
"""Number of cached boards of finished games."""
MAX_QUEUED_REPLAYS: Final = 12
router = APIRouter(prefix="/api/tables", responses=ERROR_RESPONSES)
Key = TypeVar("Key")
Viewer = tuple[Seat | None, str]
"""A seat, or None for a spectator, and a language."""


class BoardCache:
    """Cached responses about boards."""

    def __init__(self) -> None:
        self.replays: dict[tuple[str, int, str], CachedResponse] = {}
        """Replays by table, generation of the store and language."""
        self.replay_queue: WorkQueue[tuple[str, int, str], CachedResponse] = WorkQueue()
        self.current: WeakKeyDictionary[LiveTable, tuple[int, dict[Viewer, CachedResponse]]] = WeakKeyDictionary()
        """For each table, the version of its position and the response to each viewer."""
        self.finished: dict[tuple[str, int, int, str], CachedResponse] = {}
        """The responses for finished games, by table, generation of the store, ply and language."""


def board_cache(request: Request) -> BoardCache:
    """Return the cache of this server."""
    cache = request.app.state.board_cache
    if not isinstance(cache, BoardCache):
        raise TypeError(cache)
    return cache


Cache = Annotated[BoardCache, Depends(board_cache)]


@router.get("/{table_id}/land", response_model=None)
async def get_land(
    table_id: str,
    request: Request,
    hub: HubDep,
    cache: Cache,
    language: Language,
    authorization: Authorization = None,
    ply: Ply = None,
) -> Response:
    """Return the features of the board, their names, owners and points, and the table's aids."""
    live = await find_table(hub, table_id)
    seat = viewing_seat(live, authorization)
    table = live.table
    if ply is not None:
        return _private(_land_at(cache, live, finished_game(live), ply, language), request)
    version, responses = cache.current.get(live, (-1, {}))
    if version != table.position_version:
        version, responses = table.position_version, {}
        cache.current[live] = version, responses
    viewer = seat, language
    if viewer not in responses:
        game = table.game
        facts = _land(table, game.state, game.names(), viewer) if game else {"features": []}
        responses[viewer] = cached_json({"moment": version, **facts})
    return _private(responses[viewer], request)


def _private(cached: CachedResponse, request: Request) -> Response:
    """Return a response that browsers must not store, as it may be for one seat only."""
    response = cached.respond(request)
    response.headers["Cache-Control"] = "no-store"
    return response


def _land_at(cache: BoardCache, live: LiveTable, game: Game, ply: int, language: str) -> CachedResponse:
    """Return the response about the board at a ply of a finished game."""
    table = live.table
    key = table.id, live.generation, ply, language
    if key not in cache.finished:
        _evict_oldest(cache.finished, CACHED_BOARDS)
        facts = _land(table, game.at(ply), game.names(ply), (None, language))
        cache.finished[key] = cached_json({"moment": ply, **facts})
    return cache.finished[key]


def _land(table: Table, state: State, names: Names, viewer: Viewer) -> LandFacts:
    """Return the features of a board and the aids of the table, as a seat or a spectator may know them."""
    seat, language = viewer
    has_aid, known = table.options.has_aid, mask(state, seat)
    features = [
        feature.outline() if feature.land and not has_aid("fields") else feature.to_json()
        for feature in land.features(known)
    ]
    reader = Reader(table.game.seats if table.game else (), words_of(table, language), seat)
    for feature, place in zip(features, places_at(state, names, [told["at"][0] for told in features]), strict=True):
        feature["place"] = {**place, "text": place_text(place, reader)}
    facts: LandFacts = {"features": features}
    if has_aid("holes"):
        facts["holes"] = land.holes(known)
    if has_aid("forecast"):
        facts["forecast"] = land.forecast(state, seat)
    if seat is not None and table.actor == seat:
        hints = land.hints(known)
        if any(hints):
            facts["hints"] = [None if hint is None else hint.to_json() for hint in hints]
    return facts


@router.get("/{table_id}/replay", response_model=None, dependencies=[Depends(rate_limit("animations"))])
async def get_replay(table_id: str, request: Request, hub: HubDep, cache: Cache, language: Language) -> Response:
    """Return the replay of an ended game, as spectators saw it, with one frame per choice."""
    live = await find_table(hub, table_id)
    game = finished_game(live)
    key = table_id, live.generation, language

    async def build() -> CachedResponse:
        replay = await asyncio.to_thread(lambda: cached_json(build_replay(live.table, game, language)))
        _evict_oldest(cache.replays, CACHED_REPLAYS)
        cache.replays[key] = replay
        return replay

    cached = cache.replays.get(key) or await cache.replay_queue.submit(key, lambda: build, MAX_QUEUED_REPLAYS)
    return cached.respond(request)


def _evict_oldest(cache: dict[Key, CachedResponse], limit: int) -> None:
    """Drop the oldest responses until there is room for one more."""
    while len(cache) >= limit:
        del cache[next(iter(cache))]
