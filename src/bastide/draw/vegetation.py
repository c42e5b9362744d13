"""The open land of a tile: where farms lie, woods stand and plants grow."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import compress
from random import Random
from typing import Final, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from bastide.draw.curves import add, turned
from bastide.draw.layout import lay_out
from bastide.draw.stonework import FACE
from bastide.draw.svg import Point
from bastide.kernel.kinds import KINDS, LAND, PRAIRIE
from bastide.kernel.tile import Tile

STEP: Final = 5


def _grid() -> list[Point]:
    """Return points on an irregular grid."""
    rng = Random(1)
    along = range(STEP, 98, STEP)
    return [(float(x + rng.randint(-1, 1)), float(y + rng.randint(-1, 1))) for y in along for x in along]


GRID: Final = _grid()
CANDIDATES: Final = shapely.points(GRID)
SQUARE: Final = shapely.box(0, 0, 100, 100)
FARMS: Final = 2
FARM_REACH: Final = 16.0
"""Greatest distance of a point of a farm from its middle, at scale 1."""
FARM_SIZES: Final = (1.8, 1.25, 0.85)
"""Greatest scale of a farm, the least while there is room for such, and the least after that."""
FROM_PIECES: Final = 9.0
FROM_COTTAGES: Final = 8.0
COTTAGES: Final = ((-14, -13), (15, -13), (14, 15), (-14, 14))
"""Positions of cottages around a junction."""
COTTAGE: Final = (-6.4, -5.8, 6.4, 4.6)
"""The picture of a cottage around its position: west, north, east and south."""
UNDER_ROADS: Final = 7.0
"""How far a farm may reach beyond the land: roads and walls are painted over it."""
TREES_APART: Final = 9.0
LEANING: Final = 16.0
"""Distance of woods from walls and paths, if there are any."""
WOOD: Final = 20.0
"""Greatest distance of a tree from the first of its wood."""


class Spot(NamedTuple):
    """A point of open land, and its distance from whatever is not free, from the border, and from walls and paths."""

    point: Point
    room: float
    inside: float
    near: float


class Farm(NamedTuple):
    """The position and scale of a farm."""

    point: Point
    size: float


class Plant(NamedTuple):
    """A kind of plant: its greatest number, the room it needs, and its distance from other plants."""

    name: str
    most: int
    room: float
    apart: float
    variants: int = 1


TREES: Final = (Plant("copse", 3, 11.5, TREES_APART, 3), Plant("tree", 3, 8.0, 7.0, 3))
"""The trees of a wood."""
PLANTS: Final = (
    Plant("tree", 1, 8.0, 20.0, 3),
    Plant("bush", 1, 4.5, 12.0, 2),
    Plant("cypress", 1, 6.0, 7.0),
    Plant("hay", 1, 8.0, 16.0),
    Plant("flowers", 1, 5.0, 10.0, 3),
    Plant("tuft", 3, 3.5, 14.0),
)
MILL: Final = Plant("mill", 1, 16.0, 20.0)
THICKET: Final = (Plant("thicket", 2, 9.0, TREES_APART, 2), Plant("cactus", 1, 8.0, 7.0, 2))
"""The plants of a thicket on the prairie."""
DRY_PLANTS: Final = (
    Plant("cactus", 1, 8.0, 22.0, 2),
    Plant("sage", 2, 5.0, 14.0),
    Plant("dry-tuft", 4, 3.5, 12.0),
)
SKULL: Final = Plant("skull", 1, 6.0, 30.0)
TALL: Final = {
    "copse": (11.0, 16.0),
    "tree": (6.0, 15.0),
    "cypress": (3.0, 12.0),
    "bush": (2.6, 6.0),
    "mill": (12.0, 22.0),
    "hay": (6.6, 7.0),
    "cactus": (5.0, 14.0),
    "thicket": (8.0, 8.0),
}
"""Plants that stand upright: their half width, and the least distance of their foot from the northern border."""


def is_prairie(tile: Tile) -> bool:
    """Return whether the open land of a tile is prairie."""
    return any(KINDS[segment.kind].land == PRAIRIE for segment in tile.segments)


@cache
def hamlet(tile: Tile, turns: int) -> dict[int, Point]:
    """Return the cottages around a junction of three roads or more, where there is room: numbers and positions."""
    layout = lay_out(tile)
    if layout.junction is None or layout.junction.roads < 3 or layout.topology.tied:
        return {}
    if is_prairie(tile) or tile.mark("circle"):
        return {}
    anchors = layout.anchors.values()
    room = layout.land.intersection(shapely.box(2, 2, 98, 98))
    x, y = turned(layout.junction.spot, turns)
    spots = {n: turned((x + dx, y + dy), -turns) for n, (dx, dy) in enumerate(COTTAGES)}
    return {
        n: spot
        for n, spot in spots.items()
        if room.covers(_cottage(spot, turns)) and all(math.dist(spot, anchor) > FROM_COTTAGES for anchor in anchors)
    }


def _cottage(spot: Point, turns: int) -> BaseGeometry:
    """Return the area that the picture of a cottage covers on a tile rotated by some turns, in the layout."""
    west, north, east, south = COTTAGE
    corners = (_unrotated(corner, turns) for corner in ((west, north), (east, south)))
    (x, y), (u, v) = (add(spot, (corner, 1)) for corner in corners)
    return shapely.box(min(x, u), min(y, v), max(x, u), max(y, v))


@cache
def open_spots(tile: Tile, turns: int) -> tuple[Spot, ...]:
    """Return points of the open land, clear of wall faces, spires, cottages and pieces."""
    layout = lay_out(tile)
    below, spire = (_unrotated(move, turns) for move in ((0.0, FACE + 1), (-2.0, -22.0)))
    blocked: list[BaseGeometry] = [translate(layout.areas[i], *below) for i in layout.regions]
    spires = [add(site.spot, (spire, 1)) for site in layout.sites.values() if site.name == "monastery"]
    taken = (*layout.anchors.values(), *hamlet(tile, turns).values(), *spires)
    blocked += [shapely.Point(spot).buffer(FROM_PIECES) for spot in taken]
    return _free_spots(tile, layout.land.difference(shapely.union_all(blocked)))


def _unrotated(move: Point, turns: int) -> Point:
    """Return a vector on a rotated tile in the coordinates of the layout."""
    x, y = turned((50.0 + move[0], 50.0 + move[1]), -turns)
    return x - 50.0, y - 50.0


def _free_spots(tile: Tile, land: BaseGeometry) -> tuple[Spot, ...]:
    """Return points of some land of a tile."""
    if land.is_empty:
        return ()
    shapely.prepare(land)
    inside = shapely.contains(land, CANDIDATES)
    rooms = shapely.distance(SQUARE.difference(land), CANDIDATES[inside])
    near = compress(_distances(tile).tolist(), inside)
    return tuple(
        Spot(point, min(room, 40.0), _from_border(point), far)
        for point, room, far in zip(compress(GRID, inside), rooms.tolist(), near, strict=True)
    )


@cache
def _distances(tile: Tile) -> NDArray[np.float64]:
    """Return the distance of all candidates from walls, roads and rivers."""
    layout = lay_out(tile)
    solid = [area for i, area in layout.areas.items() if tile.segments[i].kind not in LAND]
    rivers = [area for i, area in layout.areas.items() if tile.segments[i].kind == "river"]
    far: NDArray[np.float64] = shapely.distance(shapely.GeometryCollection([*solid, *rivers]), CANDIDATES)
    return np.nan_to_num(far, nan=100.0)


def _from_border(point: Point) -> float:
    x, y = point
    return min(x, y, 100 - x, 100 - y)


def farms(spots: Iterable[Spot], taken: Iterable[tuple[Point, float]]) -> list[Farm]:
    """Return farms on free spots, clear of some discs and of each other, and not as far as the border."""
    most, *least = FARM_SIZES
    blocked = list(taken)
    sized = [
        Farm(s.point, min(most, (s.room + UNDER_ROADS) / FARM_REACH, (s.inside - 1.5) / FARM_REACH)) for s in spots
    ]
    found: list[Farm] = []
    for smallest in least:
        for farm in sized:
            point, size = farm
            if size >= smallest and all(math.dist(point, other) > 13 * size + far for other, far in blocked):
                found.append(Farm(point, size))
                blocked.append((point, 13 * size))
                if len(found) == FARMS:
                    return found
    return found


def wood(spots: Sequence[Spot], kinds: Sequence[Plant]) -> list[tuple[Plant, Point]]:
    """Return the trees of a wood that leans against a wall, a road or a river if there is room."""
    seeds = [spot for spot in spots if min(spot.room, spot.inside) >= kinds[-1].room]
    if not seeds:
        return []
    seed = next((spot for spot in seeds if spot.near < LEANING), seeds[0]).point
    around = sorted(
        (spot for spot in spots if math.dist(spot.point, seed) <= WOOD), key=lambda spot: min(spot.near, LEANING) // 4
    )
    placed: list[tuple[Plant, Point]] = []
    for kind in kinds:
        left = kind.most
        for spot in around:
            enough = min(spot.room, spot.inside) >= kind.room
            if left and enough and all(math.dist(spot.point, other) >= kind.apart for _, other in placed):
                left -= 1
                placed.append((kind, spot.point))
    return placed


def scatter(
    plants: Iterable[Plant], spots: Sequence[Spot], taken: Sequence[tuple[Plant, Point]]
) -> list[tuple[Plant, Point]]:
    """Return positions for plants on free spots, apart from each other and from those that are there already."""
    placed = list(taken)
    for plant in plants:
        left = plant.most
        for spot in spots:
            if not left:
                break
            enough = min(spot.room, spot.inside) >= plant.room
            if enough and all(math.dist(spot.point, other) >= plant.apart for _, other in placed):
                left -= 1
                placed.append((plant, spot.point))
    return placed[len(taken) :]
