"""Adds anchors, the positions of pieces, to the lines of a tile file."""

from __future__ import annotations

import re
from typing import Final

from bastide.draw.layout import lay_out
from bastide.kernel.tile import Tile
from bastide.tiles import TileSet, parse

ANCHOR: Final = re.compile(r" @\d+,\d+")
GRAIN: Final = 10
"""Anchors are rounded to multiples of this many thousandths."""


def with_anchors(text: str, overwrite: bool = False) -> str:
    """Return a tile file with an anchor for every segment that pieces stand on.

    ``overwrite`` also replaces existing anchors, except those of crown spaces, which are printed on the board. Raises
    BadTiles if the file is not valid.
    """
    lines = text.splitlines()
    if overwrite:
        lines = [line if "sector=" in line else _bare(line) for line in lines]
    tile_set = parse("\n".join(lines))
    tiles = {tile.id.split("-", maxsplit=1)[1]: tile for tile in _all_tiles(tile_set)}
    return "".join(f"{_anchored(line, tiles)}\n" for line in lines)


def _all_tiles(tile_set: TileSet) -> list[Tile]:
    block = tile_set.block.parts if tile_set.block else ()
    return [*tile_set.tiles, *(cell for _, _, cell in block)]


def _bare(line: str) -> str:
    """Return a line of a tile file without anchors. Comments are left as they are."""
    end = _length(line)
    return ANCHOR.sub("", line[:end]) + line[end:]


def _anchored(line: str, tiles: dict[str, Tile]) -> str:
    """Return a line of a tile file with the anchors of all segments."""
    line, remark = line[: _length(line)], line[_length(line) :]
    words = line.split()
    name = words[3:4] if words[:1] in (["block"], ["board"], ["tile"]) else words[1:2] if len(words) > 2 else []
    tile = tiles.get("".join(name))
    if tile is None:
        return line + remark
    anchors = lay_out(tile).anchors
    printed, mark, whole = line.partition("!")
    gap = printed[len(printed.rstrip()) :]
    parts = printed.rstrip().split(";")
    for number, segment in enumerate(tile.segments):
        if segment.anchor is None and number in anchors:
            x, y = (GRAIN * round(10 * value / GRAIN) for value in anchors[number])
            parts[number] += f" @{x},{y}"
    return ";".join(parts) + gap + mark + whole + remark


def _length(line: str) -> int:
    """Return the length of a line without its comment and the space before it."""
    return len(line.split("#", maxsplit=1)[0].rstrip())
