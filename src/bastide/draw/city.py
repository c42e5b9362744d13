"""The houses of a city: wall to wall in small groups, around its square and along its lanes."""

from __future__ import annotations

import zlib
from functools import cache
from random import Random
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from bastide.draw.curves import MIDS, add, sample
from bastide.draw.layout import TileLayout, lay_out
from bastide.draw.packing import CELLS, Footprint, Mask, Packed, corners, fill_gaps, free_cells, pack, placed
from bastide.draw.regions import WALL
from bastide.draw.symbols.houses import CABINS, FILES, LANDMARKS, ROWS
from bastide.draw.topology import sides_of
from bastide.kernel.tile import Tile

FROM_WALL: Final = 2.6
LANE: Final = 3.1
"""Half the width of a lane."""
SQUARE: Final = 9.0
"""Radius of the square where knights stand."""
OPEN: Final = 4000.0
"""A city with a larger area has a square and lanes."""
LARGE: Final = 5600.0
"""A city with a larger area has a landmark."""
DISTRICT: Final = 20.0
FROM_MARK: Final = {"circle": 7.0}
"""Distance of houses from marks, if it is not 1."""
TREES: Final = (Footprint("tree-0", 8, 10, 6), Footprint("tree-1", 8, 10, 6))
MOST_TREES: Final = 3


def building_land(layout: TileLayout, i: int) -> BaseGeometry:
    """Return the part of a city or mountain that is clear of walls and gates."""
    region = layout.regions[i]
    blocked = [shapely.LineString(sample(wall)).buffer(FROM_WALL + WALL / 2) for wall in region.walls]
    blocked += [shapely.Point(add(gate.spot, (gate.out, -8))).buffer(8) for gate in region.gates]
    return layout.areas[i].difference(shapely.union_all(blocked))


def _plots(layout: TileLayout, i: int) -> BaseGeometry:
    """Return the part of a city where houses may stand: clear of walls, marks, the square and lanes.

    Lanes lead from the square to gates and to the middle of each side of the tile, where they meet those of the next.
    """
    area, region = layout.areas[i], layout.regions[i]
    blocked = [shapely.Point(m.spot).buffer(m.size + FROM_MARK.get(m.name[:6], 1.0)) for m in layout.marks]
    blocked += [shapely.Point(s.spot).buffer(DISTRICT) for s in layout.sites.values() if s.name == "district"]
    if i in layout.anchors and area.area > OPEN:
        square = layout.anchors[i]
        blocked.append(shapely.Point(square).buffer(SQUARE))
        ends = [MIDS[side] for side in sides_of(layout.tile.segments[i])] + [gate.spot for gate in region.gates]
        blocked += [shapely.LineString([square, end]).buffer(LANE) for end in ends]
    return building_land(layout, i).difference(shapely.union_all(blocked))


@cache
def _free(tile: Tile, i: int) -> Mask:
    """Return the free cells of a city on the unrotated tile."""
    return free_cells(_plots(lay_out(tile), i))


def rotated_ground(free: Mask, turns: int) -> Mask:
    """Return the free cells of a rotated tile, without its margin.

    The margin is 2 wide in the north and west and 4 in the south and east: between tiles, it is as wide as a lane.
    """
    ground = np.rot90(free, -turns).copy()
    ground[:1], ground[-2:], ground[:, :1], ground[:, -2:] = False, False, False, False
    return ground


@cache
def houses(tile: Tile, i: int, turns: int) -> tuple[Packed, ...]:
    """Return the houses and trees of a city on a rotated tile. They are the same on all copies."""
    free, rng = rotated_ground(_free(tile, i), turns), Random(zlib.crc32(f"{tile.id}/{i}".encode()))
    packed: list[Packed] = []
    if _has_landmark(tile, i):
        packed += _landmark(free, rng)
    packed += pack(free, rng, ROWS, FILES) or pack(free, rng, CABINS, CABINS)
    return tuple(packed + fill_gaps(free, rng, packed, TREES, MOST_TREES))


def _has_landmark(tile: Tile, i: int) -> bool:
    """Return whether a city is large, and has no cathedral or district that would compete with a landmark."""
    layout = lay_out(tile)
    large = layout.areas[i].area > LARGE
    cathedral = any(name == "cathedral" for name, _ in tile.segments[i].marks)
    return large and not cathedral and all(site.name != "district" for site in layout.sites.values())


def _landmark(free: Mask, rng: Random) -> list[Packed]:
    """Return the landmark of a large city, as near to the middle of the tile as possible, and take its cells."""
    kind = rng.choice(LANDMARKS)
    wide, high, _ = kind.cells
    spots = np.argwhere(corners(free, wide, high)).tolist()
    if not spots:
        return []
    y, x = min(spots, key=lambda s: (s[0] + high * 0.6 - CELLS / 2) ** 2 + (s[1] + wide / 2 - CELLS / 2) ** 2)
    free[y : y + high, x : x + wide] = False
    return [placed(kind, x, y)]
