"""Tiles as SVG, cached by tile, rotation and copy."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from bastide.draw.low_detail import paint_low_detail
from bastide.draw.painter import paint
from bastide.draw.svg import PREFIX, ROUND, document
from bastide.draw.symbols.registry import definitions
from bastide.errors import BadTiles
from bastide.kernel.catalogue import period
from bastide.kernel.tile import Tile
from bastide.tiles import available, find

COPIES: Final = 3
"""Number of variants in which copies of a tile are drawn."""


@cache
def tile_shapes(kind: Tile, turns: int = 0, copy: int = 0, low_detail: bool = False) -> str:
    """Return a tile as SVG shapes in a square of 100, rotated by quarter turns clockwise."""
    if low_detail:
        return paint_low_detail(kind, turns)
    return paint(kind, turns, copy % COPIES)


def tile(kind: Tile | str, turns: int = 0, copy: int = 0, pixels: float = 150) -> str:
    """Return a tile, or the tile with an id, as an SVG document, rotated by quarter turns clockwise.

    >>> tile("BA-CRFR", turns=1)[:42]
    '<svg xmlns="http://www.w3.org/2000/svg" vi'
    """
    printed = find(kind) if isinstance(kind, str) else kind
    if printed is None:
        raise BadTiles("unknown_tile_set", name=kind, known=", ".join(available()))
    shapes = tile_shapes(printed, turns % 4, copy % COPIES)
    return document(f"<defs>{definitions([shapes])}</defs>{shapes}", 0, 0, 100, 100, pixels)


def symbol_id(kind: Tile, turns: int, copy: int) -> str:
    """Return the id of the ``<symbol>`` of a tile."""
    return f"{PREFIX}{kind.id}-{turns}-{copy % COPIES}"


def symbol(kind: Tile, turns: int, copy: int, low_detail: bool = False) -> str:
    """Return a tile as a ``<symbol>`` for use by reference, clipped to its square."""
    shapes = tile_shapes(kind, turns % 4, 0 if low_detail else copy % COPIES, low_detail)
    return f'<symbol id="{symbol_id(kind, turns, copy)}" viewBox="0 0 100 100" {ROUND}>{shapes}</symbol>'


def prerender(tiles: Iterable[Tile]) -> int:
    """Paint tiles in all rotations and copies, to fill the cache. Return the number of variants."""
    wanted = [(kind, turns, copy) for kind in tiles for turns in range(period(kind)) for copy in range(COPIES)]
    for kind, turns, copy in wanted:
        tile_shapes(kind, turns, copy)
    return len(wanted)
