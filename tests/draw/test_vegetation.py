"""Open land: farms and woods keep clear of marks, pieces and borders, and woods lean against walls and paths."""

from __future__ import annotations

import math
import re
from functools import cache
from typing import Final

import pytest
import shapely
from shapely.affinity import rotate

from bastide.draw.curves import turned
from bastide.draw.layout import lay_out
from bastide.draw.tile import COPIES, tile_shapes
from bastide.draw.vegetation import FARM_REACH, TREES, Spot, farms, hamlet, open_spots, wood
from bastide.tiles import available, find, load

TILES: Final = [tile for name in available() for tile in load(name).tiles]
PLACED: Final = re.compile(
    r'href="#b-([\w-]+)" (?:x="([-\d.]+)" y="([-\d.]+)"|transform="translate\(([-\d.]+) ([-\d.]+)\)scale\(([\d.]+)\)")'
)
SOME_TURNS: Final = [pytest.param(turns, marks=() if turns == 1 else pytest.mark.long) for turns in range(4)]
"""All rotations in `make long`, one of them before."""


@cache
def placed(name: str, turns: int, copy: int) -> list[tuple[str, float, float, float]]:
    """Return the symbols of a picture: name, position and scale."""
    tile = find(name)
    assert tile is not None
    found = PLACED.findall(tile_shapes(tile, turns, copy))
    return [(symbol, float(x or u), float(y or v), float(scale or 1)) for symbol, x, y, u, v, scale in found]


@pytest.mark.parametrize("turns", SOME_TURNS)
def test_farms_keep_clear_of_marks_and_borders(turns: int) -> None:
    seen = 0
    for tile in TILES:
        for symbol, x, y, scale in placed(tile.id, turns, turns % COPIES):
            if symbol.startswith(("farm", "orchard")):
                seen += 1
                assert min(x, y, 100 - x, 100 - y) > FARM_REACH * scale, tile.id
                for mark in lay_out(tile).marks:
                    assert math.dist((x, y), turned(mark.spot, turns)) > mark.size + 12 * scale, (tile.id, mark.name)
    assert seen > 100


def test_trees_keep_clear_of_pieces_and_marks() -> None:
    for tile in TILES:
        layout = lay_out(tile)
        for spot in open_spots(tile, 0):
            assert all(math.dist(spot.point, anchor) > 8.9 for anchor in layout.anchors.values()), tile.id
            assert all(math.dist(spot.point, mark.spot) > mark.size - 0.1 for mark in layout.marks), tile.id


def test_open_land_turns_with_the_tile() -> None:
    tile = find("BA-FFFF-monastery")
    assert tile is not None
    both = {spot.point for spot in open_spots(tile, 0)} & {spot.point for spot in open_spots(tile, 2)}
    assert len(both) > 0.8 * len(open_spots(tile, 0))


def spots(near: float) -> list[Spot]:
    """Return a meadow beside a road that runs along its western side."""
    return [
        Spot((x, y), min(x - near, 40.0), min(y, 100 - y), x - near) for x in range(20, 90, 6) for y in range(20, 80, 6)
    ]


def test_a_wood_leans_against_a_road() -> None:
    trees = [point for _, point in wood(list(reversed(spots(10.0))), TREES)]
    assert len(trees) > 3
    assert max(x for x, _ in trees) < 50
    assert max(math.dist(a, b) for a in trees for b in trees) <= 40


def test_without_a_wall_or_a_road_a_wood_stands_anywhere() -> None:
    assert len(wood([spot._replace(near=100.0) for spot in spots(10.0)], TREES)) > 3
    assert wood([], TREES) == []


def test_farms_keep_apart_and_are_large_where_there_is_room() -> None:
    found = farms(spots(0.0), [((50.0, 50.0), 9.0)])
    assert len(found) == 2
    (one, large), (other, size) = found
    assert math.dist(one, other) > 13 * (large + size)
    assert large >= 1.25
    assert all(math.dist(point, (50.0, 50.0)) > 9 for point, _ in found)
    assert farms([], []) == []


def test_a_hamlet_has_room_and_is_of_the_old_world() -> None:
    cross, mining = find("BA-RSTU"), find("GR-HJKL-17")
    assert cross is not None
    assert mining is not None
    assert len(hamlet(cross, 0)) == 4
    assert hamlet(mining, 0) == {}


@pytest.mark.parametrize("turns", SOME_TURNS)
def test_cottages_stand_clear_of_walls_inns_and_other_marks(turns: int) -> None:
    for tile in TILES:
        layout = lay_out(tile)
        for spot in hamlet(tile, turns).values():
            x, y = turned(spot, turns)
            cottage = shapely.box(x - 6, y - 5.5, x + 6, y + 4)
            cities = [layout.areas[i] for i in layout.regions]
            marks = [shapely.Point(mark.spot).buffer(mark.size - 0.1) for mark in layout.marks]
            for area in (*cities, *marks):
                assert not cottage.intersects(rotate(area, 90 * turns, (50, 50))), tile.id
