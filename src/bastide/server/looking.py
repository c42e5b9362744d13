"""Looking at a table: what can be worked out from its board, its pictures, and the whole game once it has ended."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Final, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from fastapi import APIRouter, Depends, Query, Request, Response

from bastide.errors import BastideError
from bastide.play import land
from bastide.play.dealer import Given
from bastide.play.game import Game
from bastide.rules.model import Json, Seat
from bastide.rules.state import State
from bastide.server.api import PROBLEMS, Bearer, Language, Refused, Tables, bearer, find, seat_of
from bastide.server.art import Kept, kept_json
from bastide.server.hub import Hub, Live
from bastide.server.pictures import LEAST_SIZE, MOST_SIZE, USUAL_SIZE, Easel, Look
from bastide.server.replaying import film
from bastide.server.table import Table

MOST_FILMS: Final = 16
"""So many replays are kept for those who ask for the same."""
LATER_LANDS: Final = 64
"""So many moments of finished games, likewise."""
SVG_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A picture that is opened as a page of its own may do nothing."""
router = APIRouter(prefix="/api", responses=PROBLEMS)
Key = TypeVar("Key")


class Desk:
    """What has been worked out for those who look, so that many who ask the same are answered at once."""

    def __init__(self) -> None:
        self.easel = Easel()
        self.films: dict[tuple[str, str], Kept] = {}
        self.now: WeakKeyDictionary[Live, tuple[int, dict[Seat | None, Kept]]] = WeakKeyDictionary()
        """For every table, its moment and what was told of it to whom."""
        self.later: dict[tuple[str, int], Kept] = {}
        """Moments of finished games."""


_desks: WeakKeyDictionary[Hub, Desk] = WeakKeyDictionary()


def desk_of(hub: Tables) -> Desk:
    """Return what this server has worked out so far."""
    return _desks.setdefault(hub, Desk())


Looked = Annotated[Desk, Depends(desk_of)]
Move = Annotated[int | None, Query(ge=0, le=1_000_000, description="after so many actions; once the game has ended")]
Size = Annotated[int, Query(ge=LEAST_SIZE, le=MOST_SIZE, description="pixels of a tile")]
Owners = Annotated[bool, Query(description="show who holds cities, roads and buildings")]
Scores = Annotated[bool, Query(description="add the score track with the names")]
Fields = Annotated[bool, Query(description="show the fields and who holds them")]


def viewer(live: Live, authorization: str | None) -> Seat | None:
    """Return the seat that looks, or None for a spectator. Raises Refused if one may not look."""
    if authorization is not None:
        return seat_of(live, bearer(authorization))
    if not live.table.options.spectators and not live.table.ended:
        raise Refused("no_spectators")
    return None


def ended(live: Live) -> Game:
    """Return the game of a table. Raises Refused unless it has ended."""
    if not live.table.ended or live.table.game is None:
        raise Refused("record_later")
    return live.table.game


@router.get("/tables/{table_id}/land", response_model=None)
async def land_now(
    table_id: str, request: Request, hub: Tables, desk: Looked, authorization: Bearer = None, move: Move = None
) -> Response:
    """What can be worked out from the board: features, who holds them, what they are worth; and the table's aids."""
    live = await find(hub, table_id)
    seat = viewer(live, authorization)
    table = live.table
    if move is not None:
        return _unkept(_later(desk, table, ended(live), move), request)
    moment, known = desk.now.get(live, (-1, {}))
    if moment != table.moment:
        moment, known = table.moment, {}
        desk.now[live] = moment, known
    if seat not in known:
        state = table.game.state if table.game else None
        known[seat] = kept_json({"moment": moment, **(_land(table, state, seat) if state else {"features": []})})
    return _unkept(known[seat], request)


def _unkept(found: Kept, request: Request) -> Response:
    """Return an answer that is for the one who asked alone: no browser keeps it."""
    answer = found.answer(request)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _later(desk: Desk, table: Table, game: Game, move: int) -> Kept:
    """Return what could be worked out at a moment of a finished game."""
    key = table.id, move
    if key not in desk.later:
        _make_room(desk.later, LATER_LANDS)
        desk.later[key] = kept_json({"moment": move, **_land(table, game.at(move), None)})
    return desk.later[key]


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


@router.get("/tables/{table_id}/replay", response_model=None)
async def replay(table_id: str, request: Request, hub: Tables, desk: Looked, language: Language) -> Response:
    """The whole game as those who looked on saw it, a frame a choice, once it has ended."""
    live = await find(hub, table_id)
    game = ended(live)
    key = table_id, language
    if key not in desk.films:
        made = await asyncio.to_thread(lambda: kept_json(film(live.table, game, language)))
        _make_room(desk.films, MOST_FILMS)
        desk.films[key] = made
    return desk.films[key].answer(request)


class Posed(NamedTuple):
    """A board that stands still for its picture: the moment by name, the game then, and how to draw it."""

    moment: tuple[int | str, ...]
    game: Game
    look: Look


async def posing(
    table_id: str,
    hub: Tables,
    authorization: Bearer = None,
    move: Move = None,
    size: Size = USUAL_SIZE,
    owners: Owners = False,
    fields: Fields = False,
    scores: Scores = True,
) -> Posed:
    """Return the board that somebody wants a picture of, if they may look at it."""
    moment, game = _at_rest(await find(hub, table_id), authorization, move, fields)
    return Posed((table_id, *moment), game, Look(size, owners, fields, scores))


Pose = Annotated[Posed, Depends(posing)]


@router.get(
    "/tables/{table_id}/picture.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}, "description": "The board as it is, or was"}},
)
async def picture_svg(table_id: str, desk: Looked, posed: Pose) -> Response:
    """The board with scores and names as a picture, now or, once the game has ended, at any moment."""
    body = await desk.easel.svg(*posed)
    return _image(body, "image/svg+xml", f"{table_id}.svg", {"Content-Security-Policy": SVG_POLICY})


@router.get(
    "/tables/{table_id}/picture.png",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}, "description": "The board as it is, or was"}},
)
async def picture_png(table_id: str, desk: Looked, posed: Pose) -> Response:
    """The same picture in pixels, if this server can make them."""
    return _image(await desk.easel.png(*posed), "image/png", f"{table_id}.png")


@router.get(
    "/tables/{table_id}/game.gif",
    response_class=Response,
    responses={200: {"content": {"image/gif": {}}, "description": "The whole game, a picture a turn"}},
)
async def game_gif(table_id: str, hub: Tables, desk: Looked) -> Response:
    """The whole game as an animation, once it has ended; making it takes some seconds."""
    game = ended(await find(hub, table_id))
    return _image(await desk.easel.gif((table_id,), game), "image/gif", f"{table_id}.gif")


def _at_rest(live: Live, authorization: str | None, move: int | None, fields: bool) -> tuple[Sequence[int | str], Game]:
    """Return a moment by name and the game at that moment, for nobody to play on. Raises Refused if one may not look.

    Before the end there is only the present to be seen, and of the fields only what the aids of the table show.
    """
    viewer(live, authorization)
    table = live.table
    if move is not None:
        return ("move", move), ended(live).branch(move, Given())
    if fields and "fields" not in table.options.aids and not table.ended:
        raise Refused("aid_withheld")
    if table.game is None:
        raise BastideError("nothing_to_draw")
    return ("moment", table.moment), table.game.branch(None, Given())


def _image(body: bytes, media_type: str, name: str, headers: dict[str, str] | None = None) -> Response:
    disposition = f'inline; filename="bastide-{name}"'
    return Response(body, media_type=media_type, headers={"Content-Disposition": disposition, **(headers or {})})


def _make_room(kept: dict[Key, Kept], most: int) -> None:
    """Forget what was worked out longest ago, until there is room for one more."""
    while len(kept) >= most:
        del kept[next(iter(kept))]
