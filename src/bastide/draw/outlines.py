"""The geometry of tiles for clients: outlines of segments, and positions of pieces and marks."""

from __future__ import annotations

from functools import cache
from typing import Final

from shapely import Polygon
from shapely.affinity import affine_transform
from shapely.geometry.base import BaseGeometry

from bastide.draw.curves import turned
from bastide.draw.geometry import polygons
from bastide.draw.layout import lay_out
from bastide.draw.svg import Point, polyline
from bastide.kernel.anchors import anchor as anchor_of
from bastide.kernel.tile import Tile

FINE: Final = 0.15
"""Tolerance in simplifying outlines."""
QUARTER_TURN: Final = [0.0, -1.0, 1.0, 0.0, 100.0, 0.0]


@cache
def area(tile: Tile, segment: int, turns: int = 0) -> BaseGeometry:
    """Return the area of a segment of a rotated tile. The areas of a tile do not overlap."""
    ground = lay_out(tile).areas.get(segment, Polygon())
    for _ in range(turns % 4):
        ground = affine_transform(ground, QUARTER_TURN)
    return ground


@cache
def outline(tile: Tile, segment: int, turns: int = 0) -> str:
    """Return the outline of a segment of a rotated tile as SVG path data, for the fill rule ``evenodd``.

    >>> from bastide.tiles import find
    >>> outline(find("BA-CCCC-pennant"), 0)
    'M0 100L100 100L100 0L0 0L0 100Z'
    """
    return path_of(area(tile, segment, turns))


def path_of(ground: BaseGeometry) -> str:
    """Return an area as SVG path data, holes included."""
    rings = [ring for part in polygons(ground.simplify(FINE)) for ring in (part.exterior, *part.interiors)]
    return "".join(polyline([(x, y) for x, y in ring.coords], close=True) for ring in rings)


def anchor(tile: Tile, segment: int, turns: int = 0) -> Point:
    """Return the position of pieces on a segment of a rotated tile."""
    x, y = anchor_of(tile.segments[segment], turns % 4)
    return x / 10, y / 10


def marks(tile: Tile, turns: int = 0) -> list[tuple[str, Point, float]]:
    """Return the marks on a rotated tile: their names, centres and radii."""
    return [(mark.name, turned(mark.spot, turns), mark.size) for mark in lay_out(tile).marks]
