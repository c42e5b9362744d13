"""The files of pictures for the browser by name: tiles with their outlines, pieces and tokens.

A file is the same as long as its version is: a digest of the tiles and of the code that draws them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.metadata import version
from pathlib import Path
from typing import Final

from bastide import __version__
from bastide.draw.layout import wheel_of
from bastide.draw.outlines import anchor, marks, outline
from bastide.draw.palette import DYES, SECTORS
from bastide.draw.pieces import HELPERS, KINDS, LYING, NEUTRAL, figure, pattern, piece
from bastide.draw.stance import step_aside
from bastide.draw.svg import document, num
from bastide.draw.symbols.registry import definitions, referenced, symbol_markup
from bastide.draw.symbols.wheel import pig_space
from bastide.draw.tile import COPIES, symbol, symbol_id, tile, tile_shapes
from bastide.draw.tokens import COUNTERS, TOKEN_FIGURES, low_detail_piece, token
from bastide.kernel.catalogue import period
from bastide.kernel.tile import Tile
from bastide.tiles import available, by_id, load
from bastide.tiles.loader import TileSet
from bastide.wire.art import PieceArt, SegmentArt, TileArt, TileSetArt, TokenArt
from bastide.wire.values import Position, PrintedMark

MAX_SEATS: Final = len(DYES)
BASE_KINDS: Final = ("follower", "abbot")
"""The kinds of pieces in games with the tiles of the base game only."""
HIGHEST_NUMBERS: Final = {"sheep": 4, "mine": 5, "mine-back": 20, "lap": 9}
"""The highest number on each kind of numbered token."""
SEAT_TOKENS: Final = ("seat", "thrown", "lap")
"""Tokens in the colour of a seat."""
OVERLAP: Final = 0.2
"""How far the cells of a block overlap, so that no gaps show between them."""
CELL_SIZE: Final = 100 + 2 * OVERLAP
SETS: Final = "sets/"
PIECES: Final = "pieces.json"
TOKENS: Final = "tokens.json"
SOURCES: Final = ("draw/**/*.py", "kernel/*.py", "tiles/*.py", "server/art_files.py", "wire/art.py")
"""The code that determines the pictures."""


@cache
def art_version() -> str:
    """Return the version of all files."""
    package = Path(str(resources.files("bastide")))
    digest = sha256(f"{__version__} {version('shapely')}".encode())
    for path in sorted(path for source in SOURCES for path in package.glob(source)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    for name in available():
        digest.update(repr(load(name)).encode())
    return digest.hexdigest()[:16]


def is_known(name: str) -> bool:
    """Return whether a file exists."""
    if name in (PIECES, TOKENS):
        return True
    folder, _, rest = name.partition("/")
    stem, _, kind = rest.rpartition(".")
    if folder == "tiles":
        return stem in by_id() and kind in ("json", "svg")
    if folder == "sets":
        return stem in available() and kind == "json"
    return folder == "blocks" and kind == "svg" and stem in available() and load(stem).block is not None


def art_names() -> Iterator[str]:
    """Yield the names of all files to paint ahead: first what a new table shows, then the sets, the base game first."""
    sets = sorted(available(), key=lambda name: name != "base")
    yield from (PIECES, TOKENS)
    yield from dict.fromkeys(f"tiles/{tile.id}.json" for name in sets for tile in _start_tiles(load(name)))
    yield from (f"{SETS}{name}.json" for name in sets)


def _start_tiles(tile_set: TileSet) -> Iterator[Tile]:
    for edition in tile_set.editions:
        start = tile_set.start(edition)
        yield from (tile for _, _, tile in start.parts) if start else ()


def paint(name: str) -> bytes:
    """Return the content of a file that exists."""
    if name == PIECES:
        return _json(piece_art())
    if name == TOKENS:
        return _json(token_art())
    folder, _, rest = name.partition("/")
    stem, _, kind = rest.rpartition(".")
    if folder == "sets":
        return _json(tile_set_art(load(stem)))
    if folder == "blocks":
        return block_svg(load(stem)).encode()
    return _json(tile_art([by_id()[stem]], copies=1)) if kind == "json" else tile(by_id()[stem]).encode()


def _json(art: Mapping[str, object]) -> bytes:
    return json.dumps(art, ensure_ascii=False, separators=(",", ":")).encode()


def tile_set_art(tile_set: TileSet) -> TileSetArt:
    """Return the pictures of a tile set."""
    cells = [cell for _, _, cell in tile_set.block.parts] if tile_set.block else []
    return tile_art([*tile_set.tiles, *cells])


def tile_art(tiles: Iterable[Tile], copies: int = COPIES) -> TileSetArt:
    """Return the pictures of some tiles."""
    art = {tile.id: _tile_art(tile, copies) for tile in tiles}
    pictures = [shapes for one in art.values() for shapes in (*one["pictures"].values(), *one["simple"].values())]
    return {"things": {name: symbol_markup(name) for name in referenced(pictures)}, "tiles": art}


def _tile_art(tile: Tile, copies: int) -> TileArt:
    turns = range(period(tile))
    segments: list[SegmentArt] = [
        {
            "kind": segment.kind,
            "outline": outline(tile, i),
            "anchor": _position(anchor(tile, i)),
            "aside": _steps_aside(tile, i),
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
        "pictures": {f"{t}-{copy}": tile_shapes(tile, t, copy) for t in turns for copy in range(copies)},
        "simple": {str(t): tile_shapes(tile, t, 0, low_detail=True) for t in turns},
        "pig": _pig_positions(tile),
    }


def _steps_aside(tile: Tile, segment: int) -> list[Position]:
    """Return how far from its anchor a piece is drawn in each rotation, or nothing if it never leaves it."""
    steps = [step_aside(tile, segment, turns) for turns in range(4)]
    return [_position(step) for step in steps] if any(step != (0, 0) for step in steps) else []


def _pig_positions(tile: Tile) -> list[Position]:
    """Return the positions of the pig in all sectors of the wheel, relative to a cell of its block; else nothing."""
    center = wheel_of(tile)
    if center is None:
        return []
    spaces = [pig_space(sector) for sector in range(1, len(SECTORS) + 1)]
    return [_position((center[0] + dx, center[1] + dy)) for dx, dy in spaces]


def _position(point: tuple[float, float]) -> list[float]:
    return [round(point[0], 1), round(point[1], 1)]


def _pieces(kinds: Iterable[str]) -> dict[str, str]:
    """Return the pictures of some kinds of pieces of all seats."""
    pictures: dict[str, str] = {}
    for kind in kinds:
        for seat in (None,) if kind in NEUTRAL else range(MAX_SEATS):
            for lying in (False, True) if kind in LYING else (False,):
                name = f"{kind}-{'none' if seat is None else seat}{'-lying' if lying else ''}"
                pictures[name] = piece(kind, seat, lying)
    return pictures


def piece_art() -> PieceArt:
    """Return the pictures of the pieces of all seats in base games, and the sizes of all pieces."""
    return {
        "pieces": _pieces(BASE_KINDS),
        "sizes": {
            f"{kind}-lying" if lying else kind: [figure(kind, lying).half, figure(kind, lying).height]
            for kind in KINDS
            for lying in ((False, True) if kind in LYING else (False,))
        },
        "counters": {
            f"{shape}-{seat}": low_detail_piece(kind, seat, lying)
            for shape, (kind, lying) in COUNTERS.items()
            for seat in range(MAX_SEATS)
        },
        "seats": [
            {"dye": dye.name, "charge": dye.charge, "token": token("seat", seat=seat), "pattern": pattern(seat)}
            for seat, dye in enumerate(DYES)
        ],
        "helpers": list(HELPERS),
    }


def token_art() -> TokenArt:
    """Return the pictures of all tokens, and of the pieces of expansions."""
    pictures: dict[str, str] = {}
    for name in TOKEN_FIGURES:
        for number in range(HIGHEST_NUMBERS.get(name, 0) + 1):
            for seat in range(MAX_SEATS) if name in SEAT_TOKENS else (None,):
                suffix = "" if seat is None else f"-{seat}"
                pictures[f"{name}-{number}{suffix}"] = token(name, number, seat)
    return {
        "pieces": _pieces(kind for kind in KINDS if kind not in BASE_KINDS),
        "tokens": pictures,
        "sizes": {name: [figure.half_width, figure.half_height] for name, figure in TOKEN_FIGURES.items()},
    }


def block_svg(tile_set: TileSet) -> str:
    """Return the block of a tile set as an SVG document."""
    parts = tile_set.block.parts if tile_set.block else ()
    symbols = "".join(symbol(cell, 0, 0) for _, _, cell in parts)
    cells = "".join(
        f'<use href="#{symbol_id(cell, 0, 0)}" x="{100 * x - OVERLAP}" y="{100 * y - OVERLAP}"'
        f' width="{CELL_SIZE}" height="{CELL_SIZE}"/>'
        for x, y, cell in parts
    )
    columns, rows = (1 + max(axis) for axis in zip(*((x, y) for x, y, _ in parts), strict=True))
    shapes = f"<defs>{definitions([symbols])}{symbols}</defs>{cells}"
    return document(shapes, 0, 0, 100 * columns, 100 * rows, 100 * columns)
