"""Pictures for the browser: tiles with their outlines, pieces and tokens, each painted once and kept compressed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request, Response

from bastide.draw.layout import wheel_of
from bastide.draw.outlines import anchor, marks, outline
from bastide.draw.palette import DYES, SECTORS
from bastide.draw.pieces import HELPERS, KINDS, NEUTRAL, figure, pattern, piece
from bastide.draw.pieces import LYING as LIES_DOWN
from bastide.draw.svg import num
from bastide.draw.symbols.registry import referenced, symbol_markup
from bastide.draw.symbols.wheel import pig_space
from bastide.draw.tile import COPIES, tile_shapes
from bastide.draw.tokens import TOKEN_FIGURES, token
from bastide.errors import BastideError
from bastide.kernel.catalogue import period
from bastide.kernel.tile import Tile
from bastide.server.cached_response import CachedResponse, cached_json
from bastide.tiles import available, load

MOST_SEATS: Final = len(DYES)
HIGHEST: Final = {"sheep": 4, "mine": 5, "mine-back": 20, "lap": 9}
"""Tokens with a number on them, and the highest of them."""
OWNED: Final = ("seat", "thrown", "lap")
"""Tokens of a seat's colour."""
router = APIRouter(prefix="/art", include_in_schema=False)


@cache
def tiles_of(name: str) -> CachedResponse:
    """Return the tiles of one set: how they look in every turn and copy, what is where, and the things they show."""
    tile_set = load(name)
    cells = [cell for _, _, cell in tile_set.block.parts] if tile_set.block else []
    tiles = [*tile_set.tiles, *cells]
    turned = [(tile, turns) for tile in tiles for turns in range(period(tile))]
    pictures = [tile_shapes(tile, turns, copy) for tile, turns in turned for copy in range(COPIES)]
    simple = [tile_shapes(tile, turns, 0, low_detail=True) for tile, turns in turned]
    things: dict[str, object] = {thing: symbol_markup(thing) for thing in referenced([*pictures, *simple])}
    return cached_json({"things": things, "tiles": {tile.id: _tile(tile) for tile in tiles}})


def _tile(tile: Tile) -> dict[str, object]:
    turns = range(period(tile))
    pictures: dict[str, object] = {f"{t}-{copy}": tile_shapes(tile, t, copy) for t in turns for copy in range(COPIES)}
    simple: dict[str, object] = {str(t): tile_shapes(tile, t, 0, low_detail=True) for t in turns}
    segments: list[object] = [
        {
            "kind": segment.kind,
            "outline": outline(tile, i),
            "anchor": _spot(anchor(tile, i)),
            "marks": dict(segment.marks),
        }
        for i, segment in enumerate(tile.segments)
    ]
    printed: list[object] = [[name, *_spot(spot), float(num(size))] for name, spot, size in marks(tile)]
    return {
        "name": tile.letter or tile.id,
        "period": period(tile),
        "edges": list(tile.edges),
        "segments": segments,
        "marks": printed,
        "pictures": pictures,
        "simple": simple,
        "pig": _pig_spaces(tile),
    }


def _pig_spaces(tile: Tile) -> list[object]:
    """Return where the pig stands in every sector of a great wheel, seen from a cell of its board; mostly nowhere."""
    middle = wheel_of(tile)
    if middle is None:
        return []
    spaces = [pig_space(sector) for sector in range(1, len(SECTORS) + 1)]
    return [_spot((middle[0] + dx, middle[1] + dy)) for dx, dy in spaces]


def _spot(spot: tuple[float, float]) -> list[object]:
    return [round(spot[0], 1), round(spot[1], 1)]


@cache
def pieces_for(seats: int) -> CachedResponse:
    """Return all pieces of some seats, standing and lying, with their size; and what tells a seat."""
    found: dict[str, object] = {}
    for kind in KINDS:
        for seat in (None,) if kind in NEUTRAL else range(seats):
            for lying in (False, True) if kind in LIES_DOWN else (False,):
                name = f"{kind}-{'none' if seat is None else seat}{'-lying' if lying else ''}"
                found[name] = piece(kind, seat, lying)
    sizes: dict[str, object] = {kind: [figure(kind).half, figure(kind).height] for kind in KINDS}
    marks_of: list[object] = [
        {"dye": dye.name, "charge": dye.charge, "token": token("seat", seat=seat), "pattern": pattern(seat)}
        for seat, dye in enumerate(DYES[:seats])
    ]
    helpers: Sequence[object] = list(HELPERS)
    return cached_json({"pieces": found, "sizes": sizes, "seats": marks_of, "helpers": helpers})


@cache
def all_tokens() -> CachedResponse:
    """Return all tokens: by name, with their number if they have one, and their seat if they are somebody's."""
    found: dict[str, object] = {}
    for name in TOKEN_FIGURES:
        for number in range(HIGHEST.get(name, 0) + 1):
            for seat in range(MOST_SEATS) if name in OWNED else (None,):
                owner = "" if seat is None else f"-{seat}"
                found[f"{name}-{number}{owner}"] = token(name, number, seat)
    return cached_json({"tokens": found, "sizes": {n: [t.half_width, t.half_height] for n, t in TOKEN_FIGURES.items()}})


def known_set(name: str) -> str:
    """Return the name of a tile set. Raises BastideError if there is none of that name."""
    if name not in available():
        raise BastideError("no_such_page")
    return name


@router.get("/tiles/{name}.json")
def tiles(name: Annotated[str, Depends(known_set)], request: Request) -> Response:
    """The tiles of one set."""
    return tiles_of(name).respond(request)


@router.get("/pieces.json")
def pieces(request: Request, seats: int = MOST_SEATS) -> Response:
    """The pieces of some seats."""
    return pieces_for(max(1, min(seats, MOST_SEATS))).respond(request)


@router.get("/tokens.json")
def tokens(request: Request) -> Response:
    """All tokens."""
    return all_tokens().respond(request)
