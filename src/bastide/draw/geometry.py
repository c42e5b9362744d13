"""Polygons from curves and points, and free positions in them, by means of Shapely."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import shapely
from shapely import LineString, Polygon, box, unary_union
from shapely.algorithms.polylabel import polylabel
from shapely.geometry.base import BaseGeometry

from bastide.draw.curves import MIDDLE, Curve, sample
from bastide.draw.regions import WALL, Region
from bastide.draw.svg import Point

SQUARE: Final = box(0, 0, 100, 100)
SLIVER: Final = 12.0
"""Polygons with a smaller area are ignored."""
NEAR: Final = range(-12, 13, 2)
"""Offsets from the middle of a tile that `clear_point` tries."""


def stroke(curves: Sequence[Curve], width: float) -> BaseGeometry:
    """Return the area that curves of some width cover."""
    return unary_union([LineString(sample(curve)).buffer(width / 2) for curve in curves])


def circle(spot: Point, size: float) -> Polygon:
    """Return a disc as a polygon."""
    return shapely.Point(spot).buffer(size, quad_segs=12)


def region_area(region: Region) -> BaseGeometry:
    """Return the area of a region, walls included."""
    ground = Polygon(region.outline).buffer(0)
    return unary_union([ground, stroke(region.walls, WALL)]) if region.walls else ground


def polygons(area: BaseGeometry) -> list[Polygon]:
    """Return the connected parts of an area, largest first, without slivers."""
    parts = area.geoms if hasattr(area, "geoms") else [area]
    large = [part for part in parts if isinstance(part, Polygon) and part.area > SLIVER]
    return sorted(large, key=lambda part: -part.area)


def roomiest_point(area: BaseGeometry, fallback: Point = MIDDLE) -> tuple[Point, float]:
    """Return the pole of inaccessibility of an area and its distance from the boundary."""
    best, room = fallback, 0.0
    for part in polygons(area)[:4]:
        spot = polylabel(part, 0.5)
        far = min(ring.distance(spot) for ring in (part.exterior, *part.interiors))
        if far > room + 0.3:
            best, room = (spot.x, spot.y), far
    return best, room


def clear_point(obstacles: Sequence[BaseGeometry], room: float) -> Point:
    """Return a point near the middle of a tile that keeps a distance from obstacles, or comes closest to it."""
    if not obstacles:
        return MIDDLE
    blocked = unary_union(list(obstacles))
    spots = [(50.0 + dx, 50.0 + dy) for dx in NEAR for dy in NEAR]
    return max(
        spots, key=lambda spot: min(blocked.distance(shapely.Point(spot)), room) - 0.05 * math.dist(spot, MIDDLE)
    )
