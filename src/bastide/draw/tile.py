"""Tiles as pictures, painted once each and kept: by tile, by the way they lie, and by copy."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from bastide.draw.painter import paint
from bastide.draw.simple import paint_simply
from bastide.draw.svg import PREFIX, ROUND, document
from bastide.draw.things.registry import definitions
from bastide.errors import BadTiles
from bastide.kernel.catalogue import period
from bastide.kernel.tile import Tile
from bastide.tiles import available, find

COPIES: Final = 3
"""Copies of a tile look different, but no more than so many ways."""


@cache
def picture(kind: Tile, turns: int = 0, copy: int = 0, simple: bool = False) -> str:
    """Return a tile as SVG shapes in a square of 100, turned by quarter turns; ``simple`` is for very small tiles."""
    if simple:
        return paint_simply(kind, turns)
    return paint(kind, turns, copy % COPIES)


def tile(kind: Tile | str, turns: int = 0, copy: int = 0, pixels: float = 150) -> str:
    """Return one tile as a whole SVG: a kind of tile or its id, turned by quarter turns.

    >>> tile("BA-CRFR", turns=1)[:42]
    '<svg xmlns="http://www.w3.org/2000/svg" vi'
    """
    found = find(kind) if isinstance(kind, str) else kind
    if found is None:
        raise BadTiles("unknown_tile_set", name=kind, known=", ".join(available()))
    shapes = picture(found, turns % 4, copy % COPIES)
    return document(f"<defs>{definitions([shapes])}</defs>{shapes}", 0, 0, 100, 100, pixels)


def symbol_id(kind: Tile, turns: int, copy: int) -> str:
    """Return the id under which a board refers to the picture of a tile."""
    return f"{PREFIX}{kind.id}-{turns}-{copy % COPIES}"


def symbol(kind: Tile, turns: int, copy: int, simple: bool = False) -> str:
    """Return the picture of a tile to be put on a page once and referred to; nothing of it shows beyond its square."""
    shapes = picture(kind, turns % 4, 0 if simple else copy % COPIES, simple)
    return f'<symbol id="{symbol_id(kind, turns, copy)}" viewBox="0 0 100 100" {ROUND}>{shapes}</symbol>'


def fill_ahead(tiles: Iterable[Tile]) -> int:
    """Paint tiles in all the ways they may lie, so that boards are quick to draw; return how many pictures it is."""
    wanted = [(kind, turns, copy) for kind in tiles for turns in range(period(kind)) for copy in range(COPIES)]
    for kind, turns, copy in wanted:
        picture(kind, turns, copy)
    return len(wanted)
