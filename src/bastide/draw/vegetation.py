"""Plants on open land: which ones, and where."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import compress
from random import Random
from typing import Final, NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from bastide.draw.svg import Point

GRID: Final = [(x + 0.5, y + 0.5) for y in range(3, 97, 3) for x in range(3, 97, 3)]
CANDIDATES: Final = shapely.points(GRID)
GROVES: Final = 2
GROVE_ROOM: Final = 8.5
"""Distance of the middle of a grove from the boundary of the land."""
GROVE_RADIUS: Final = 13.0


class Plant(NamedTuple):
    """A kind of plant: its greatest number, the room it needs, and its distance from other plants."""

    name: str
    most: int
    room: float
    apart: float
    in_groves: bool
    variants: int = 1


PLANTS: Final = (
    Plant("tree", 4, 8.0, 7.0, True, 3),
    Plant("cypress", 2, 7.0, 6.0, True),
    Plant("bush", 2, 4.5, 6.5, True, 2),
    Plant("flowers", 2, 4.5, 11.0, False, 3),
    Plant("tuft", 6, 3.5, 13.0, False),
)
DRY_PLANTS: Final = (
    Plant("sage", 4, 4.5, 12.0, False),
    Plant("dry-tuft", 5, 3.5, 12.0, False),
    Plant("cactus", 1, 8.0, 12.0, False),
    Plant("skull", 1, 6.0, 30.0, False),
)
TALL: Final = {"tree": (5.4, 14.0), "cypress": (2.4, 10.0), "bush": (2.6, 6.0), "cactus": (4.0, 12.0)}
"""Plants that stand upright: their half width, and the least distance of their foot from the northern border."""


def scatter(plants: Iterable[Plant], land: BaseGeometry, rng: Random) -> list[tuple[Plant, Point]]:
    """Return random positions for plants on some land; trees and bushes grow in groves."""
    free = _free_points(land, rng)
    groves = [spot for spot, room in free if room >= GROVE_ROOM][:GROVES]
    placed: list[tuple[Plant, Point]] = []
    for plant in plants:
        left = plant.most
        for spot, room in free:
            if not left:
                break
            near = not plant.in_groves or any(math.dist(spot, grove) <= GROVE_RADIUS for grove in groves)
            if room >= plant.room and near and all(math.dist(spot, other) >= plant.apart for _, other in placed):
                left -= 1
                placed.append((plant, spot))
    return placed


def _free_points(land: BaseGeometry, rng: Random) -> list[tuple[Point, float]]:
    """Return points of some land in random order, with their distance from its boundary."""
    if land.is_empty:
        return []
    shapely.prepare(land)
    inside = shapely.contains(land, CANDIDATES)
    rooms = shapely.distance(land.boundary, CANDIDATES[inside])
    points = list(zip(compress(GRID, inside), map(float, rooms), strict=True))
    rng.shuffle(points)
    return points
