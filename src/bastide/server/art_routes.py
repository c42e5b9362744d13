"""Routes of pictures for the browser: tiles with their outlines, pieces and tokens, rendered and compressed once."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request, Response

from bastide.draw.layout import wheel_of
from bastide.draw.outlines import anchor, marks, outline
from bastide.draw.palette import DYES, SECTORS
from bastide.draw.pieces import HELPERS, KINDS, LYING, NEUTRAL, figure, pattern, piece
from bastide.draw.svg import document, num
from bastide.draw.symbols.registry import definitions, referenced, symbol_markup
from bastide.draw.symbols.wheel import pig_space
from bastide.draw.tile import COPIES, symbol, symbol_id, tile, tile_shapes
from bastide.draw.tokens import TOKEN_FIGURES, token
from bastide.errors import BastideError
from bastide.kernel.catalogue import period
from bastide.kernel.tile import Tile
from bastide.server.cached_response import CachedResponse, cached_json
from bastide.tiles import available, by_id, load
from bastide.wire.art import PieceArt, SegmentArt, TileArt, TileSetArt, TokenArt
from bastide.wire.values import Position, PrintedMark

MAX_SEATS: Final = len(DYES)
HIGHEST_NUMBERS: Final = {"sheep": 4, "mine": 5, "mine-back": 20, "lap": 9}
"""The highest number on each kind of numbered token."""
SEAT_TOKENS: Final = ("seat", "thrown", "lap")
"""Tokens in the colour of a seat."""
SVG: Final = "image/svg+xml"
CACHED_TILES: Final = 256
OVERLAP: Final = 0.2
"""How far the cells of a block overlap, so that no gaps show between them."""
CELL_SIZE: Final = 100 + 2 * OVERLAP
router = APIRouter(prefix="/art", include_in_schema=False)


@cache
def tile_set_art(name: str) -> CachedResponse:
    """Return the pictures of a tile set."""
    tile_set = load(name)
    cells = [cell for _, _, cell in tile_set.block.parts] if tile_set.block else []
    tiles = [*tile_set.tiles, *cells]
    rotated = [(tile, turns) for tile in tiles for turns in range(period(tile))]
    pictures = [tile_shapes(tile, turns, copy) for tile, turns in rotated for copy in range(COPIES)]
    simple = [tile_shapes(tile, turns, 0, low_detail=True) for tile, turns in rotated]
    art: TileSetArt = {
        "things": {name: symbol_markup(name) for name in referenced([*pictures, *simple])},
        "tiles": {tile.id: _tile_art(tile) for tile in tiles},
    }
    return cached_json(art)


def _tile_art(tile: Tile) -> TileArt:
    turns = range(period(tile))
    segments: list[SegmentArt] = [
        {
            "kind": segment.kind,
            "outline": outline(tile, i),
            "anchor": _position(anchor(tile, i)),
            "marks": dict(segment.marks),
        }
        for i, segment in enumerate(tile.segments)
    ]
    printed: list[PrintedMark] = [[name, *_position(spot), float(num(size))] for name, spot, size in marks(tile)]
    return {
        "name": tile.letter or tile.id,
        "period": period(tile),
        "edges": list(tile.edges),
        "segments": segments,
        "marks": printed,
        "pictures": {f"{t}-{copy}": tile_shapes(tile, t, copy) for t in turns for copy in range(COPIES)},
        "simple": {str(t): tile_shapes(tile, t, 0, low_detail=True) for t in turns},
        "pig": _pig_positions(tile),
    }


def _pig_positions(tile: Tile) -> list[Position]:
    """Return the positions of the pig in all sectors of the wheel, relative to a cell of its block; else nothing."""
    center = wheel_of(tile)
    if center is None:
        return []
    spaces = [pig_space(sector) for sector in range(1, len(SECTORS) + 1)]
    return [_position((center[0] + dx, center[1] + dy)) for dx, dy in spaces]


def _position(point: tuple[float, float]) -> list[float]:
    return [round(point[0], 1), round(point[1], 1)]


@cache
def piece_art(seats: int) -> CachedResponse:
    """Return the pictures of the pieces of some seats."""
    pictures: dict[str, str] = {}
    for kind in KINDS:
        for seat in (None,) if kind in NEUTRAL else range(seats):
            for lying in (False, True) if kind in LYING else (False,):
                name = f"{kind}-{'none' if seat is None else seat}{'-lying' if lying else ''}"
                pictures[name] = piece(kind, seat, lying)
    art: PieceArt = {
        "pieces": pictures,
        "sizes": {kind: [figure(kind).half, figure(kind).height] for kind in KINDS},
        "seats": [
            {"dye": dye.name, "charge": dye.charge, "token": token("seat", seat=seat), "pattern": pattern(seat)}
            for seat, dye in enumerate(DYES[:seats])
        ],
        "helpers": list(HELPERS),
    }
    return cached_json(art)


@cache
def token_art() -> CachedResponse:
    """Return the pictures of all tokens."""
    pictures: dict[str, str] = {}
    for name in TOKEN_FIGURES:
        for number in range(HIGHEST_NUMBERS.get(name, 0) + 1):
            for seat in range(MAX_SEATS) if name in SEAT_TOKENS else (None,):
                suffix = "" if seat is None else f"-{seat}"
                pictures[f"{name}-{number}{suffix}"] = token(name, number, seat)
    art: TokenArt = {
        "tokens": pictures,
        "sizes": {name: [figure.half_width, figure.half_height] for name, figure in TOKEN_FIGURES.items()},
    }
    return cached_json(art)


@lru_cache(CACHED_TILES)
def tile_picture(tile_id: str) -> CachedResponse:
    """Return a tile as an SVG document."""
    return CachedResponse(tile(by_id()[tile_id]).encode(), SVG)


@cache
def block_picture(name: str) -> CachedResponse:
    """Return the block of a tile set as an SVG document."""
    block = load(name).block
    parts = block.parts if block else ()
    symbols = "".join(symbol(cell, 0, 0) for _, _, cell in parts)
    cells = "".join(
        f'<use href="#{symbol_id(cell, 0, 0)}" x="{100 * x - OVERLAP}" y="{100 * y - OVERLAP}"'
        f' width="{CELL_SIZE}" height="{CELL_SIZE}"/>'
        for x, y, cell in parts
    )
    columns, rows = (1 + max(axis) for axis in zip(*((x, y) for x, y, _ in parts), strict=True))
    shapes = f"<defs>{definitions([symbols])}{symbols}</defs>{cells}"
    return CachedResponse(document(shapes, 0, 0, 100 * columns, 100 * rows, 100 * columns).encode(), SVG)


def known_set(name: str) -> str:
    """Return the name of a tile set. Raises BastideError if it does not exist."""
    if name not in available():
        raise BastideError("no_such_page")
    return name


TileSetName = Annotated[str, Depends(known_set)]


@router.get("/tiles/{name}.json")
def get_tiles(name: TileSetName, request: Request) -> Response:
    """Return the tiles of a set."""
    return tile_set_art(name).respond(request)


@router.get("/pieces.json")
def get_pieces(request: Request, seats: int = MAX_SEATS) -> Response:
    """Return the pieces of some seats."""
    return piece_art(max(1, min(seats, MAX_SEATS))).respond(request)


@router.get("/tokens.json")
def get_tokens(request: Request) -> Response:
    """Return all tokens."""
    return token_art().respond(request)


@router.get("/tile/{tile_id}.svg")
def get_tile(tile_id: str, request: Request) -> Response:
    """Return a tile as SVG."""
    if tile_id not in by_id():
        raise BastideError("no_such_page")
    return tile_picture(tile_id).respond(request)


@router.get("/block/{name}.svg")
def get_block(name: TileSetName, request: Request) -> Response:
    """Return the block of a tile set as SVG."""
    if load(name).block is None:
        raise BastideError("no_such_page")
    return block_picture(name).respond(request)
