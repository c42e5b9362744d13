"""Looking at a table: what can be worked out from its board, its pictures, and the whole game once it has ended."""

from __future__ import annotations

import asyncio
from functools import partial
from hashlib import sha256
from typing import Annotated, Final, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from fastapi import APIRouter, Depends, Query, Request, Response

from bastide import __version__
from bastide.errors import BastideError
from bastide.play import land
from bastide.play.dealer import Given
from bastide.play.game import Game
from bastide.rules.model import Json, Seat
from bastide.rules.state import State
from bastide.server.api import (
    PROBLEMS,
    Bearer,
    Forbidden,
    Language,
    Tables,
    bearer,
    find,
    may_film,
    may_paint,
    seat_for_token,
)
from bastide.server.art_routes import FRESH, CachedResponse, cached_json
from bastide.server.board_renderer import (
    LEAST_SIZE,
    MOST_SIZE,
    USUAL_SIZE,
    BoardRenderer,
    RenderOptions,
    need_extra,
    picture_key,
)
from bastide.server.hub import Hub
from bastide.server.live_table import LiveTable
from bastide.server.replay import build_replay
from bastide.server.single_flight import WorkQueue
from bastide.server.table import Table

MOST_FILMS: Final = 16
"""So many replays are kept for those who ask for the same."""
MOST_FILMS_WAITING: Final = 12
"""So many replays are asked for at once; whoever wants more is sent away."""
LATER_LANDS: Final = 64
"""So many moments of finished games, likewise."""
SVG_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A picture that is opened as a page of its own may do nothing."""
MEDIA_TYPES: Final = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}
FOR_A_DAY: Final = "private, max-age=86400"
"""How long a browser may keep what cannot change, without asking."""
router = APIRouter(prefix="/api", responses=PROBLEMS)
Key = TypeVar("Key")


class BoardCache:
    """What has been worked out for those who look, so that many who ask the same are answered at once."""

    def __init__(self) -> None:
        self.renderer = BoardRenderer()
        self.replays: dict[tuple[str, str], CachedResponse] = {}
        self.building: WorkQueue[tuple[str, str], CachedResponse] = WorkQueue()
        self.now: WeakKeyDictionary[LiveTable, tuple[int, dict[Seat | None, CachedResponse]]] = WeakKeyDictionary()
        """For every table, its moment and what was told of it to whom."""
        self.later: dict[tuple[str, int], CachedResponse] = {}
        """Moments of finished games."""


_board_caches: WeakKeyDictionary[Hub, BoardCache] = WeakKeyDictionary()


def board_cache(hub: Tables) -> BoardCache:
    """Return what this server has worked out so far."""
    return _board_caches.setdefault(hub, BoardCache())


Cache = Annotated[BoardCache, Depends(board_cache)]
Move = Annotated[int | None, Query(ge=0, le=1_000_000, description="after so many actions; once the game has ended")]
Size = Annotated[int, Query(ge=LEAST_SIZE, le=MOST_SIZE, description="pixels of a tile")]
Owners = Annotated[bool, Query(description="show who holds cities, roads and buildings")]
Scores = Annotated[bool, Query(description="add the score track with the names")]
Fields = Annotated[bool, Query(description="show the fields and who holds them")]


def viewer(live: LiveTable, authorization: str | None) -> Seat | None:
    """Return the seat that looks, or None for a spectator. Raises Forbidden if one may not look."""
    if authorization is not None:
        return seat_for_token(live, bearer(authorization))
    if not live.table.options.spectators and not live.table.ended:
        raise Forbidden("no_spectators")
    return None


def ended(live: LiveTable) -> Game:
    """Return the game of a table. Raises Forbidden unless it has ended."""
    if not live.table.ended or live.table.game is None:
        raise Forbidden("record_later")
    return live.table.game


@router.get("/tables/{table_id}/land", response_model=None)
async def land_now(
    table_id: str, request: Request, hub: Tables, cache: Cache, authorization: Bearer = None, move: Move = None
) -> Response:
    """What can be worked out from the board: features, who holds them, what they are worth; and the table's aids."""
    live = await find(hub, table_id)
    seat = viewer(live, authorization)
    table = live.table
    if move is not None:
        return _unkept(_later(cache, table, ended(live), move), request)
    moment, known = cache.now.get(live, (-1, {}))
    if moment != table.moment:
        moment, known = table.moment, {}
        cache.now[live] = moment, known
    if seat not in known:
        state = table.game.state if table.game else None
        known[seat] = cached_json({"moment": moment, **(_land(table, state, seat) if state else {"features": []})})
    return _unkept(known[seat], request)


def _unkept(found: CachedResponse, request: Request) -> Response:
    """Return an answer that is for the one who asked alone: no browser keeps it."""
    answer = found.answer(request)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _later(cache: BoardCache, table: Table, game: Game, move: int) -> CachedResponse:
    """Return what could be worked out at a moment of a finished game."""
    key = table.id, move
    if key not in cache.later:
        _make_room(cache.later, LATER_LANDS)
        cache.later[key] = cached_json({"moment": move, **_land(table, game.at(move), None)})
    return cache.later[key]


def _land(table: Table, state: State, seat: Seat | None) -> dict[str, Json]:
    """Return what a seat or a spectator may know of a board, as far as the aids of the table go."""
    aids = table.options.aids
    found: list[Json] = [
        feature.outline() if feature.land and "fields" not in aids else feature.to_json()
        for feature in land.features(state)
    ]
    told: dict[str, Json] = {"features": found}
    if "holes" in aids:
        told["holes"] = [list(hole) for hole in land.holes(state)]
    if "forecast" in aids:
        told["forecast"] = land.forecast(state, seat)
    if seat is not None and table.actor == seat:
        hints = land.hints(state)
        if any(hints):
            told["hints"] = [None if hint is None else hint.to_json() for hint in hints]
    return told


@router.get("/tables/{table_id}/replay", response_model=None, dependencies=[Depends(may_film)])
async def replay(table_id: str, request: Request, hub: Tables, cache: Cache, language: Language) -> Response:
    """The whole game as those who looked on saw it, a frame a choice, once it has ended."""
    live = await find(hub, table_id)
    game = ended(live)
    key = table_id, language

    async def make() -> CachedResponse:
        made = await asyncio.to_thread(lambda: cached_json(build_replay(live.table, game, language)))
        _make_room(cache.replays, MOST_FILMS)
        cache.replays[key] = made
        return made

    found = cache.replays.get(key) or await cache.building.submit(key, lambda: make, MOST_FILMS_WAITING)
    return found.answer(request)


class PictureRequest(NamedTuple):
    """A picture that somebody wants: of which table, who asks, of which moment, and how it is drawn."""

    table_id: str
    authorization: str | None
    move: int | None
    look: RenderOptions


async def picture_request(
    table_id: str,
    authorization: Bearer = None,
    move: Move = None,
    size: Size = USUAL_SIZE,
    owners: Owners = False,
    fields: Fields = False,
    scores: Scores = True,
) -> PictureRequest:
    """Return what picture is wanted."""
    return PictureRequest(table_id, authorization, move, RenderOptions(size, owners, fields, scores))


Requested = Annotated[PictureRequest, Depends(picture_request)]


@router.get(
    "/tables/{table_id}/picture.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}, "description": "The board as it is, or was"}},
    dependencies=[Depends(may_paint)],
)
async def picture_svg(request: Request, hub: Tables, cache: Cache, want: Requested) -> Response:
    """The board with scores and names as a picture, now or, once the game has ended, at any moment."""
    answer = await _picture(request, hub, cache, want, "svg")
    answer.headers["Content-Security-Policy"] = SVG_POLICY
    return answer


@router.get(
    "/tables/{table_id}/picture.png",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}, "description": "The board as it is, or was"}},
    dependencies=[Depends(may_paint)],
)
async def picture_png(request: Request, hub: Tables, cache: Cache, want: Requested) -> Response:
    """The same picture in pixels, if this server can make them."""
    return await _picture(request, hub, cache, want, "png")


@router.get(
    "/tables/{table_id}/game.gif",
    response_class=Response,
    responses={200: {"content": {"image/gif": {}}, "description": "The whole game, a picture a turn"}},
    dependencies=[Depends(may_film)],
)
async def game_gif(table_id: str, request: Request, hub: Tables, cache: Cache) -> Response:
    """The whole game as an animation, once it has ended; making it takes some seconds."""
    game = ended(await find(hub, table_id))
    sheet = ImageResponse(table_id, "gif", _tag(table_id, "gif"))
    return sheet.unchanged(request) or sheet.image(await cache.renderer.gif((table_id,), game))


async def _picture(request: Request, hub: Hub, cache: BoardCache, want: PictureRequest, kind: str) -> Response:
    """Answer with a picture, if the one who asks may see it and does not have it already."""
    return _known(request, hub, cache, want, kind) or await _painted(request, hub, cache, want, kind)


def _known(request: Request, hub: Hub, cache: BoardCache, want: PictureRequest, kind: str) -> Response | None:
    """Answer with the last picture of a finished game, for lists, if that takes no game: it need not be in memory."""
    over = hub.finished.get(want.table_id)
    if over is None or want.authorization is not None or want.move is not None:
        return None
    key = picture_key((want.table_id, "moment", over.position_version), kind, want.look)
    sheet = ImageResponse(want.table_id, kind, _tag(*key))
    painted = cache.renderer.pictures.known(key)
    return sheet.unchanged(request) or (None if painted is None else sheet.image(painted))


async def _painted(request: Request, hub: Hub, cache: BoardCache, want: PictureRequest, kind: str) -> Response:
    live = await find(hub, want.table_id)
    # Nothing is awaited from here on until the board has posed: the game might go on meanwhile.
    moment, game = _at_rest(live, want)
    if kind == "png":
        need_extra()
    key = want.table_id, *moment
    kept_for = FRESH if want.move is None else FOR_A_DAY
    sheet = ImageResponse(want.table_id, kind, _tag(*picture_key(key, kind, want.look)), kept_for)
    paint = cache.renderer.svg if kind == "svg" else cache.renderer.png
    pose = partial(game.branch, want.move, Given())
    return sheet.unchanged(request) or sheet.image(await paint(key, pose, want.look))


def _at_rest(live: LiveTable, want: PictureRequest) -> tuple[tuple[str, int], Game]:
    """Return a moment by name, and the game. Raises BastideError if there is none, or one may not look at it.

    Before the end there is only the present to be seen, and of the fields only what the aids of the table show.
    """
    viewer(live, want.authorization)
    table = live.table
    if want.move is not None:
        game = ended(live)
        if want.move > len(game.log):
            raise BastideError("no_such_moment", moment=want.move, last=len(game.log))
        return ("move", want.move), game
    if want.look.fields and "fields" not in table.options.aids and not table.ended:
        raise Forbidden("aid_withheld")
    if table.game is None:
        raise BastideError("nothing_to_draw")
    return ("moment", table.moment), table.game


class ImageResponse(NamedTuple):
    """A picture on its way to a browser: whose it is, of which kind, its tag, and how long it may be kept."""

    table_id: str
    kind: str
    tag: str
    kept_for: str = FRESH

    @property
    def headers(self) -> dict[str, str]:
        """What a browser must know to keep it."""
        return {"ETag": self.tag, "Cache-Control": self.kept_for}

    def unchanged(self, request: Request) -> Response | None:
        """Answer one who has the picture already; None to those who do not."""
        shown = request.headers.get("if-none-match", "").split(",")
        had = self.tag in (tag.strip().removeprefix("W/") for tag in shown)
        return Response(status_code=304, headers=self.headers) if had else None

    def image(self, body: bytes) -> Response:
        """Answer with the picture itself."""
        name = f'inline; filename="bastide-{self.table_id}.{self.kind}"'
        return Response(body, media_type=MEDIA_TYPES[self.kind], headers={**self.headers, "Content-Disposition": name})


def _tag(*facts: str | int | bool | None) -> str:
    """Return the tag of a picture, told by what it shows: nothing needs to be painted for it."""
    return f'"{sha256(repr((__version__, facts)).encode()).hexdigest()[:24]}"'


def _make_room(kept: dict[Key, CachedResponse], most: int) -> None:
    """Forget what was worked out longest ago, until there is room for one more."""
    while len(kept) >= most:
        del kept[next(iter(kept))]
