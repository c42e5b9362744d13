"""Symbols are small, plain and of the declared extent, and marks are distinguishable."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from itertools import combinations
from typing import Final
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageStat
from resvg_py import svg_to_bytes

from bastide.draw.packing import Footprint
from bastide.draw.palette import GRASS, GROUND
from bastide.draw.svg import FINE, document, use
from bastide.draw.symbols import buildings, districts, farmland, houses, marks, plants
from bastide.draw.symbols.registry import definitions

SYMBOLS: Final = {**plants.SYMBOLS, **farmland.SYMBOLS, **buildings.SYMBOLS, **districts.SYMBOLS, **marks.SYMBOLS}
ELEMENTS: Final = {"path", "ellipse", "circle", "rect", "g", "use"}
EXTENT: Final = {
    "tree-0": (-5, -9, 5, 2),
    "tree-1": (-5, -11, 6, 2),
    "tree-2": (-6, -12, 7, 3),
    "copse-0": (-10, -14, 11, 5),
    "copse-1": (-11, -14, 11, 3),
    "copse-2": (-10, -14, 10, 4),
    "cypress": (-3, -9, 4, 2),
    "bush-0": (-3, -3, 3, 2),
    "bush-1": (-4, -4, 4, 2),
    "tuft": (-2, -3, 2, 1),
    **{f"flowers-{i}": (-3, -4, 3, 1) for i in range(3)},
    "reed": (-6, -11, 6, 2),
    "ducks": (-6, -4, 6, 3),
    "rocks": (-12, -10, 12, 8),
    **{f"farm-{i}": (-16, -13, 16, 12) for i in (0, 2, 3, 5)},
    **{f"farm-{i}": (-15, -11, 15, 10) for i in (1, 4)},
    "orchard": (-14, -10, 16, 11),
    "hay": (-4, -6, 5, 2),
    "mill": (-10, -22, 10, 3),
    **{f"cottage-{i}": (-7, -10, 9, 3) for i in range(4)},
    "tower": (-5, -19, 5, 1),
    "gate": (-10, -17, 13, 3),
    "gate-side": (-8, -27, 10, 3),
    "gate-back": (-11, -14, 12, 3),
    "market-cross": (-5, -13, 6, 2),
    "church": (-14, -38, 18, 4),
    "shrine": (-13, -25, 14, 2),
    "cathedral": (-20, -51, 26, 5),
    "inn": (-10, -17, 12, 3),
    "boat": (-6, -13, 8, 1),
    "pigsty": (-13, -19, 17, 2),
    "viaduct-arch-water": (-6, -1, 6, 8),
    "viaduct-arch": (-6, -1, 6, 8),
    "district-1": (-21, -42, 25, 5),
    "district-2": (-20, -41, 25, 4),
    "district-3": (-21, -42, 25, 4),
    "district-4": (-21, -43, 25, 4),
    "pennant": (-8, -10, 8, 10),
    "wine": (-9, -9, 10, 10),
    "grain": (-9, -9, 10, 10),
    "cloth": (-9, -9, 10, 10),
    "garden": (-12, -13, 14, 14),
    "hill": (-18, -14, 24, 13),
    "vineyard": (-17, -12, 17, 12),
    **{f"icon-{i}": (-10, -10, 10, 10) for i in range(1, 4)},
    **{f"circle-{i}": (-16, -16, 16, 16) for i in range(1, 4)},
    "magic": (-11, -11, 11, 11),
    "fair": (-13, -13, 13, 11),
    "volcano": (-19, -36, 24, 4),
    "sheep": (-9, -7, 9, 8),
    "arrow-again": (-9, -9, 10, 10),
    "arrow-pair": (-9, -9, 10, 10),
    "arrow-remote": (-9, -9, 10, 10),
    "pointer": (-9, -13, 9, 2),
}
"""The extent of each symbol west, north, east and south of its origin, including its shadow."""
HOUSES: Final = sorted(
    {house for each in (*houses.ROWS, *houses.FILES, *houses.CABINS, houses.LANDMARKS) for house in each}
)
EAVES: Final = 1.5
"""How far roofs may reach beyond a footprint: less than the margin of a tile."""
LANDMARKS: Final = ("church", "shrine", "cathedral", "inn", "pigsty", *(f"district-{i}" for i in range(1, 5)))
MARKS: Final = (*marks.SYMBOLS, *LANDMARKS)
"""Symbols with a meaning in the rules."""
SMALL: Final = 48
"""Pixels per tile when the whole board is visible."""
CLEAR: Final = 14.0
"""Minimum mean difference, of 255, between two marks in the pixels that either covers."""
VISIBLE: Final = 20.0
"""Minimum mean difference, of 255, between a mark and the ground in the pixels that it covers."""


@cache
def picture(name: str, x: float, y: float, size: float, pixels: int) -> Image.Image:
    shapes = use(name, 0, 0)
    svg = document(f"<defs>{definitions([shapes])}</defs>{shapes}", x, y, size, size)
    return Image.open(BytesIO(svg_to_bytes(svg_string=svg, width=pixels))).convert("RGBA")


def small(name: str) -> Image.Image:
    """Return a symbol rendered in the middle of an empty tile."""
    west, north, east, south = EXTENT[name]
    return picture(name, (west + east) / 2 - 50, (north + south) / 2 - 50, 100, SMALL)


def difference(one: str, other: str, ground: str, mode: str) -> float:
    """Return the mean difference of two symbols in the pixels that either covers."""
    a, b = small(one), small(other)
    shape = ImageChops.lighter(a.getchannel("A"), b.getchannel("A")).point(lambda alpha: 255 if alpha > 100 else 0)
    back = Image.new("RGBA", a.size, ground)
    seen = (Image.alpha_composite(back, a).convert(mode), Image.alpha_composite(back, b).convert(mode))
    means = ImageStat.Stat(ImageChops.difference(*seen), shape).mean
    return sum(means) / len(means)


def test_every_symbol_has_an_extent() -> None:
    assert set(EXTENT) == set(SYMBOLS)


@pytest.mark.parametrize("name", sorted(SYMBOLS))
def test_symbols_are_small_and_plain(name: str) -> None:
    markup = SYMBOLS[name]()
    root = ElementTree.fromstring(f"<g>{markup}</g>")
    assert {element.tag for element in root.iter()} <= ELEMENTS
    assert not any("id" in element.attrib for element in root.iter())
    assert not "".join(root.itertext()).strip()
    assert len(markup) < 3500
    assert SYMBOLS[name]() == markup


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.name)
def test_houses_are_cheap_and_stay_within_their_footprint(house: Footprint) -> None:
    assert len(houses.SYMBOLS[house.name]()) < 1500
    box = picture(house.name, -60, -60, 120, 1200).getchannel("A").point(lambda a: 255 if a > 60 else 0).getbbox()
    assert box is not None
    west, north, east, south = (side / 10 - 60 for side in box)
    assert -house.wide / 2 - EAVES <= west < -house.wide / 2 + 2
    assert house.wide / 2 - 2 < east <= house.wide / 2 + EAVES
    assert -house.high - 0.5 <= north < -house.high + 4
    assert -0.5 < south <= 1


def test_every_house_is_built_somewhere() -> None:
    assert {house.name for house in HOUSES} == set(houses.SYMBOLS)


def test_detail_is_left_out_on_request_and_nothing_else_is() -> None:
    picture = use("hall-0", 0, 0)
    whole, plain = definitions([picture]), definitions([picture], detail=False)
    assert FINE in whole
    assert FINE not in plain
    assert ElementTree.fromstring(plain).attrib == ElementTree.fromstring(whole).attrib == {"id": "b-hall-0"}
    assert [ElementTree.tostring(part) for part in ElementTree.fromstring(plain)] == [
        ElementTree.tostring(part) for part in ElementTree.fromstring(whole) if part.get("class") != FINE
    ]


@pytest.mark.parametrize("name", sorted(EXTENT))
def test_symbols_stay_within_their_extent(name: str) -> None:
    box = picture(name, -60, -60, 120, 1200).getchannel("A").getbbox()
    assert box is not None
    west, north, east, south = (side / 10 - 60 for side in box)
    left, top, right, bottom = EXTENT[name]
    assert left <= west < left + 2
    assert top <= north < top + 2
    assert right - 2 < east <= right
    assert bottom - 2 < south <= bottom


@pytest.mark.parametrize("ground", [GRASS, GROUND])
@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_marks_are_distinguishable_on_small_tiles(ground: str, mode: str) -> None:
    found = {pair: difference(*pair, ground, mode) for pair in combinations(MARKS, 2)}
    assert {pair: value for pair, value in found.items() if value < CLEAR} == {}


@pytest.mark.parametrize("ground", [GRASS, GROUND])
@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_marks_stand_out_from_the_ground(ground: str, mode: str) -> None:
    back = Image.new("RGBA", (SMALL, SMALL), ground)
    for name in MARKS:
        mark = small(name)
        shape = mark.getchannel("A").point(lambda alpha: 255 if alpha > 100 else 0)
        seen = Image.alpha_composite(back, mark).convert(mode)
        means = ImageStat.Stat(ImageChops.difference(seen, back.convert(mode)), shape).mean
        assert sum(means) / len(means) > VISIBLE, name
