"""Curves and spots as ground: what they cover, what is left over, and where in it there is most room."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from shapely import LineString, Point, Polygon, box, unary_union
from shapely.algorithms.polylabel import polylabel
from shapely.geometry.base import BaseGeometry

from bastide.draw.curves import MIDDLE, Curve, points
from bastide.draw.svg import Spot
from bastide.draw.walls import WALL, Mass

SQUARE: Final = box(0, 0, 100, 100)
SLIVER: Final = 12.0
"""Scraps of land smaller than this belong to nobody."""
NEAR: Final = range(-12, 13, 2)
"""How far from the middle of a tile something is moved to have room."""


def stroke(curves: Sequence[Curve], width: float) -> BaseGeometry:
    """Return the ground that curves of a width cover."""
    return unary_union([LineString(points(curve)).buffer(width / 2) for curve in curves])


def round_about(spot: Spot, size: float) -> Polygon:
    """Return a disc."""
    return Point(spot).buffer(size, quad_segs=12)


def mass_area(mass: Mass) -> BaseGeometry:
    """Return the ground of a city with its walls."""
    ground = Polygon(mass.outline).buffer(0)
    return unary_union([ground, stroke(mass.walls, WALL)]) if mass.walls else ground


def pieces(area: BaseGeometry) -> list[Polygon]:
    """Return the parts of an area that do not hang together, large ones first; scraps are left out."""
    parts = area.geoms if hasattr(area, "geoms") else [area]
    found = [part for part in parts if isinstance(part, Polygon) and part.area > SLIVER]
    return sorted(found, key=lambda part: -part.area)


def roomiest(area: BaseGeometry, fallback: Spot = MIDDLE) -> tuple[Spot, float]:
    """Return the spot of an area that is farthest from its edges, and how far it is."""
    best, room = fallback, 0.0
    for part in pieces(area)[:4]:
        spot = polylabel(part, 0.5)
        far = min(ring.distance(spot) for ring in (part.exterior, *part.interiors))
        if far > room + 0.3:
            best, room = (spot.x, spot.y), far
    return best, room


def settled(obstacles: Sequence[BaseGeometry], room: float) -> Spot:
    """Return a spot near the middle of a tile that keeps so far from obstacles, or the best there is."""
    if not obstacles:
        return MIDDLE
    blocked = unary_union(list(obstacles))
    spots = [(50.0 + dx, 50.0 + dy) for dx in NEAR for dy in NEAR]
    return max(spots, key=lambda spot: min(blocked.distance(Point(spot)), room) - 0.05 * math.dist(spot, MIDDLE))
