"""The geometry of tiles for others to use: outlines to click and to light up, and where pieces stand."""

from __future__ import annotations

from functools import cache
from typing import Final

from shapely import Polygon
from shapely.affinity import affine_transform
from shapely.geometry.base import BaseGeometry

from bastide.draw.curves import turned
from bastide.draw.grounds import pieces
from bastide.draw.plan import plan
from bastide.draw.svg import Spot, line_of
from bastide.kernel.anchors import anchor as anchor_of
from bastide.kernel.tile import Tile

FINE: Final = 0.15
"""Outlines may lie so far off the true curve."""
QUARTER_TURN: Final = [0.0, -1.0, 1.0, 0.0, 100.0, 0.0]


@cache
def area(tile: Tile, segment: int, turns: int = 0) -> BaseGeometry:
    """Return the ground of a segment of a turned tile; none of it is another segment's."""
    ground = plan(tile).areas.get(segment, Polygon())
    for _ in range(turns % 4):
        ground = affine_transform(ground, QUARTER_TURN)
    return ground


@cache
def outline(tile: Tile, segment: int, turns: int = 0) -> str:
    """Return the outline of a segment of a turned tile as an SVG path, in a square of 100; fill it by even-odd.

    >>> from bastide.tiles import find
    >>> outline(find("BA-CCCC-pennant"), 0)
    'M0 100L100 100L100 0L0 0L0 100Z'
    """
    return path_of(area(tile, segment, turns))


def path_of(ground: BaseGeometry) -> str:
    """Return an area as an SVG path, holes included."""
    rings = [ring for part in pieces(ground.simplify(FINE)) for ring in (part.exterior, *part.interiors)]
    return "".join(line_of([(x, y) for x, y in ring.coords], close=True) for ring in rings)


def anchor(tile: Tile, segment: int, turns: int = 0) -> Spot:
    """Return where the middle of a piece on a segment of a turned tile is, in a square of 100."""
    x, y = anchor_of(tile.segments[segment], turns % 4)
    return x / 10, y / 10


def marks(tile: Tile, turns: int = 0) -> list[tuple[str, Spot, float]]:
    """Return the signs printed on a turned tile: their names, their middles and how far they reach."""
    return [(mark.name, turned(mark.spot, turns), mark.size) for mark in plan(tile).marks]
