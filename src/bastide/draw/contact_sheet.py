"""Contact sheets: all tiles of a set, with their ids and numbers of copies, or in all rotations."""

from __future__ import annotations

from typing import Final

from bastide.draw import palette as ink
from bastide.draw.svg import DETAILED, TextStyle, document, num, rect, text
from bastide.draw.symbols.registry import definitions
from bastide.draw.tile import COPIES, tile_shapes
from bastide.kernel.tile import Tile
from bastide.tiles import TileSet

COLUMNS: Final = 8
GAP: Final = 8.0
CAPTION: Final = 22.0
HEAD: Final = 26.0
TITLE: Final = TextStyle(14, ink.INK, serif=True)
NAME: Final = TextStyle(7.4, ink.INK)
COUNT: Final = TextStyle(6.4, ink.STONE_DARK)


def contact_sheet(tile_set: TileSet, turns: int = 0, pixels: float = 1200, columns: int = COLUMNS) -> str:
    """Return an SVG of all tiles of a set, with their ids and the number of copies in each edition."""
    entries = [(tile, _copies(tile_set, number)) for number, tile in enumerate(tile_set.tiles)]
    pictures = [tile_shapes(tile, turns) for tile, _ in entries]
    wide, high = 100 + GAP, 100 + CAPTION + GAP
    parts = [text(f"{tile_set.title} · {tile_set.name}", GAP, 18, TITLE)]
    for number, ((tile, copies), shapes) in enumerate(zip(entries, pictures, strict=True)):
        x, y = GAP + number % columns * wide, HEAD + number // columns * high
        parts.append(_framed(shapes, x, y) + _caption(tile, copies, x, y + 100))
    rows = -(-len(entries) // columns)
    height = HEAD + rows * high
    if tile_set.block:
        block, block_pictures, block_height = _block(tile_set, height, turns)
        parts, pictures, height = parts + block, pictures + block_pictures, height + block_height
    width = columns * wide + GAP
    page = rect(0, 0, width, height, ink.PAPER)
    return document(f"<defs>{definitions(pictures)}</defs>{page}{''.join(parts)}", 0, 0, width, height, pixels)


def rotation_sheet(tile_set: TileSet, tile_pixels: int = 48, columns: int = 5) -> str:
    """Return an SVG of all tiles of a set in all four rotations, at the size of a board in play."""
    cells = [cell for _, _, cell in tile_set.block.parts] if tile_set.block else []
    tiles = [*tile_set.tiles, *cells]
    wide, high = 4 * (tile_pixels + 2) + GAP, tile_pixels + CAPTION
    parts, pictures = [text(f"{tile_set.title} · {tile_set.name}", GAP, 18, TITLE)], []
    for number, tile in enumerate(tiles):
        x, y = GAP + number % columns * wide, HEAD + number // columns * high
        for turns in range(4):
            shapes = tile_shapes(tile, turns, turns % COPIES)
            pictures.append(shapes)
            parts.append(_framed(shapes, x + turns * (tile_pixels + 2), y, tile_pixels))
        parts.append(text(tile.id, x, y + tile_pixels + 9, NAME))
    width, height = GAP + columns * wide, HEAD + -(-len(tiles) // columns) * high
    page = rect(0, 0, width, height, ink.PAPER)
    defs = f"<defs>{definitions(pictures, tile_pixels >= DETAILED)}</defs>"
    return document(f"{defs}{page}{''.join(parts)}", 0, 0, width, height, width)


def _copies(tile_set: TileSet, number: int) -> str:
    """Return the number of copies of a tile, per edition if they differ."""
    counts = {edition: copies[number] for edition, copies in tile_set.counts.items()}
    if len(set(counts.values())) == 1:
        return f"× {next(iter(counts.values()))}"
    return " ".join(f"{edition} {copies}" for edition, copies in counts.items())


def _framed(shapes: str, x: float, y: float, size: int = 100) -> str:
    return f'<svg x="{num(x)}" y="{num(y)}" width="{size}" height="{size}" viewBox="0 0 100 100">{shapes}</svg>'


def _caption(tile: Tile, copies: str, x: float, y: float) -> str:
    name = f"{tile.letter} = {tile.id}" if tile.letter else tile.id
    known = "" if tile.known == "certain" else f" · {tile.known}"
    return text(name, x, y + 8.5, NAME) + text(copies + known, x, y + 17, COUNT)


def _block(tile_set: TileSet, top: float, turns: int) -> tuple[list[str], list[str], float]:
    """Return the block of a set: markup of the page, shapes of its cells, and height."""
    parts, pictures = [], []
    cells = tile_set.block.parts if tile_set.block else ()
    rows = 1 + max((row for _, row, _ in cells), default=-1)
    columns = 1 + max((column for column, _, _ in cells), default=-1)
    for column, row, cell in cells:
        x, y, wide, high = column, row, columns, rows
        for _ in range(turns % 4):
            x, y, wide, high = high - 1 - y, x, high, wide
        shapes = tile_shapes(cell, turns)
        pictures.append(shapes)
        parts.append(_framed(shapes, GAP + 100 * x, top + 100 * y))
    return parts, pictures, 100.0 * (columns if turns % 2 else rows) + GAP
