"""The houses of cities: on free ground, off lanes, squares and marks, and along narrow ground."""

from __future__ import annotations

import random
from functools import cache
from typing import Final

import numpy as np
import pytest
import shapely

from bastide.draw.city import LANE, OPEN, SQUARE, houses
from bastide.draw.curves import MIDS, sample, turned
from bastide.draw.layout import lay_out
from bastide.draw.packing import CELL, CELLS, Footprint, Packed, fill_gaps, pack, spread
from bastide.draw.symbols.houses import FILES, LANDMARKS, ROWS
from bastide.draw.topology import sides_of
from bastide.kernel.tile import Tile
from bastide.tiles import available, load

CITIES: Final = [
    (tile, i)
    for tile in (tile for name in available() for tile in load(name).tiles)
    for i, segment in enumerate(tile.segments)
    if segment.kind == "city"
]
NARROW: Final = {house.name for house in FILES[0]}
WIDE: Final = {house.name for house in ROWS[0]}


@cache
def yards(tile: Tile, i: int, turns: int) -> list[shapely.Polygon]:
    return [yard(house) for house in houses(tile, i, turns) if not house.name.startswith("tree")]


def yard(house: Packed) -> shapely.Polygon:
    (x, y), wide, deep = house.corner, house.wide, house.deep
    return shapely.box(x, y, x + wide, y + deep)


@pytest.mark.parametrize("turns", range(4))
def test_houses_stand_inside_the_walls_and_off_the_border(turns: int) -> None:
    for tile, i in CITIES:
        region = lay_out(tile).regions[i]
        walls = [shapely.LineString([turned(spot, turns) for spot in sample(wall)]) for wall in region.walls]
        outline = shapely.Polygon([turned(spot, turns) for spot in region.outline]).buffer(1)
        for ground in yards(tile, i, turns):
            west, north, east, south = ground.bounds
            assert min(west, north) >= 2, tile.id
            assert max(east, south) <= 96, tile.id
            assert outline.contains(ground), tile.id
            assert all(wall.distance(ground) > 2 for wall in walls), tile.id


@pytest.mark.parametrize("turns", range(4))
def test_squares_and_lanes_stay_open(turns: int) -> None:
    for tile, i in CITIES:
        layout = lay_out(tile)
        if layout.areas[i].area > OPEN:
            square = turned(layout.anchors[i], turns)
            ends = [turned(MIDS[side], turns) for side in sides_of(tile.segments[i])]
            lanes = [shapely.LineString([square, end]).buffer(LANE - CELL / 2) for end in ends]
            open_ground = shapely.union_all([shapely.Point(square).buffer(SQUARE - CELL), *lanes])
            taken = shapely.union_all(yards(tile, i, turns))
            assert taken.intersection(open_ground).area < 1, tile.id


def test_every_city_has_houses_in_every_rotation() -> None:
    bare = {tile.id for tile, i in CITIES for turns in range(4) if not yards(tile, i, turns)}
    assert bare == {"TB-FCDC-cloth", "TB-FCDC-wine"}, "goods fill their small cities"


def test_large_cities_without_a_cathedral_have_one_landmark_at_most() -> None:
    names = {house.name for house in LANDMARKS}
    found = {tile.id: sum(house.name in names for house in houses(tile, i, 0)) for tile, i in CITIES}
    assert set(found.values()) == {0, 1}
    assert found["BA-CCCC-pennant"] == 1
    assert found["IC-CCCC-cathedral"] == 0


def band(wide: int, high: int) -> list[Packed]:
    """Return the houses of a band of free cells."""
    free = np.zeros((CELLS, CELLS), dtype=np.bool_)
    free[5 : 5 + high, 5 : 5 + wide] = True
    return pack(free, random.Random(1), ROWS, FILES)


def test_narrow_ground_is_filled_with_houses_along_it() -> None:
    assert {house.name for house in band(8, 40)} & NARROW
    assert not {house.name for house in band(8, 40)} & WIDE
    assert {house.name for house in band(40, 8)} & WIDE
    assert not {house.name for house in band(40, 8)} & NARROW


def test_packed_symbols_do_not_share_ground() -> None:
    for packed in (band(40, 40), band(30, 20)):
        grounds = [yard(house) for house in packed]
        assert len(grounds) > 5
        assert shapely.union_all(grounds).area == pytest.approx(sum(ground.area for ground in grounds))


def test_spread_symbols_hide_no_ground_and_gaps_are_filled_beside_them() -> None:
    free = np.ones((CELLS, CELLS), dtype=np.bool_)
    kinds = [Footprint("large", 40, 30, 16), Footprint("small", 20, 20, 12)]
    packed = spread(free, random.Random(1), [kinds, 4 * kinds])
    grounds = [yard(symbol) for symbol in packed]
    assert shapely.union_all(grounds).area == pytest.approx(sum(ground.area for ground in grounds))
    trees = fill_gaps(free, random.Random(1), packed, [Footprint("tree", 8, 10, 6)], 3)
    assert 0 < len(trees) <= 3
    assert all(not yard(tree).intersection(ground).area for tree in trees for ground in grounds)
