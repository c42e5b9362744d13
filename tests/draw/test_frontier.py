"""Symbols of Gold Rush: valid markup, and of the declared extent."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops
from resvg_py import svg_to_bytes

from bastide.draw.packing import Footprint
from bastide.draw.palette import PRAIRIE, SNOW
from bastide.draw.svg import document, rect, use
from bastide.draw.symbols import mountains
from bastide.draw.symbols.frontier import HEAPS, SYMBOLS
from bastide.draw.symbols.mountains import FOOTPRINTS, RIDGES, SNOW_LINE
from bastide.draw.symbols.registry import definitions

SHAPES = {"path", "ellipse", "circle", "rect", "g", "use"}
HALF = 30
ZOOM = 10

RULES = ("camp", "horse", "locomotive", "water-tower", "tunnel")
EXTENTS = {
    "boulder-0": (-2.6, -1.8, 2.6, 1.6),
    "boulder-1": (-2.2, -2.3, 2.1, 1.9),
    "nuggets-1": (-9, -9, 9.8, 10),
    "nuggets-2": (-9, -9, 9.8, 10),
    "nuggets-3": (-9, -9, 9.8, 10),
    "camp": (-9.6, -16.7, 10, 2.6),
    "horse": (-12.7, -19.8, 12.5, 2),
    "locomotive": (-11.5, -20.6, 11.9, 2.1),
    "saloon-0": (-7.5, -13.1, 9.7, 2.2),
    "saloon-1": (-6.5, -13.1, 8.2, 2.2),
    "saloon-2": (-7.4, -12.6, 8.9, 2.2),
    "saloon-3": (-5.5, -12.3, 6.7, 2.2),
    "water-tower": (-7.7, -21.3, 7.3, 2.2),
    "tunnel": (-7.4, -13.2, 9.2, 2.1),
    "tunnel-side": (-7, -15.4, 8.6, 2.1),
    "tunnel-side-west": (-7, -15.4, 8.6, 2.1),
    "tunnel-side-east": (-7.2, -15.4, 8.6, 2.1),
    "sage": (-3.5, -4.2, 3.8, 1.3),
    "thicket-0": (-9.3, -7.7, 9.2, 2.8),
    "thicket-1": (-8.9, -6.4, 9.2, 2),
    "cactus-0": (-4.9, -12.5, 4.9, 1.4),
    "cactus-1": (-4.9, -12.5, 7.2, 1.8),
    "skull": (-3.7, -3.3, 3.7, 2.6),
    "dry-tuft": (-1.8, -2.6, 1.9, 0.3),
}
"""The extent of each symbol west, north, east and south, including shadows, to 0.3 units."""


def picture(name: str, ground: str = "", pixels: int = 0, half: int = HALF) -> Image.Image:
    """Return a symbol rendered in the middle of a square."""
    under = rect(-half, -half, 2 * half, 2 * half, ground) if ground else ""
    shapes = use(name, 0, 0)
    svg = document(f"<defs>{definitions([shapes])}</defs>{under}{shapes}", -half, -half, 2 * half, 2 * half)
    return Image.open(BytesIO(svg_to_bytes(svg_string=svg, width=pixels or 2 * half * ZOOM))).convert("RGBA")


def difference(one: str, other: str) -> int:
    """Return the number of pixels that differ clearly between two symbols, at 96 pixels per tile."""
    pictures = [picture(name, PRAIRIE, pixels=58).convert("L") for name in (one, other)]
    return sum(ImageChops.difference(*pictures).histogram()[25:])


def test_every_symbol_has_an_extent() -> None:
    assert set(EXTENTS) == set(SYMBOLS)


@pytest.mark.parametrize("name", SYMBOLS)
def test_a_symbol_is_plain_valid_markup(name: str) -> None:
    markup = SYMBOLS[name]()
    found = list(ElementTree.fromstring(f"<g>{markup}</g>").iter())
    assert {element.tag for element in found} <= SHAPES
    assert not any(element.get("id") or (element.text or "").strip() for element in found)
    assert len(markup) < 3000


@pytest.mark.parametrize("name", SYMBOLS)
def test_a_symbol_is_deterministic(name: str) -> None:
    assert SYMBOLS[name]() == SYMBOLS[name]()


@pytest.mark.parametrize("name", SYMBOLS)
def test_a_symbol_has_its_declared_extent(name: str) -> None:
    seen = picture(name).getchannel("A").point(lambda alpha: 255 if alpha > 8 else 0).getbbox()
    assert seen is not None
    assert [side / ZOOM - HALF for side in seen] == pytest.approx(EXTENTS[name], abs=0.3)


@pytest.mark.parametrize(("one", "other"), list(combinations((f"nuggets-{number}" for number in HEAPS), 2)))
def test_one_two_and_three_nuggets_differ(one: str, other: str) -> None:
    assert difference(one, other) > 20


@pytest.mark.parametrize("number", HEAPS)
def test_nuggets_are_as_many_as_they_say_and_lie_apart_within_the_roundel(number: int) -> None:
    scale, spots = HEAPS[number]
    assert len(spots) == number
    reach = 3.3 * scale
    assert all(abs(complex(*spot)) + reach < 9 for spot in spots)
    assert all(abs(complex(*a) - complex(*b)) > 2 * reach for a, b in combinations(spots, 2))


@pytest.mark.parametrize(("one", "other"), list(combinations(RULES, 2)))
def test_symbols_with_a_meaning_are_distinguishable(one: str, other: str) -> None:
    assert difference(one, other) > 60


@pytest.mark.parametrize("mountain", FOOTPRINTS.values(), ids=lambda mountain: mountain.name)
def test_a_mountain_fills_its_footprint(mountain: Footprint) -> None:
    seen = picture(mountain.name, half=40).getchannel("A").point(lambda alpha: 255 if alpha > 60 else 0).getbbox()
    assert seen is not None
    west, north, east, south = (side / ZOOM - 40 for side in seen)
    assert [west, east] == pytest.approx([-mountain.wide / 2, mountain.wide / 2], abs=0.6)
    assert -mountain.high - 0.5 <= north < -mountain.high + 2
    assert 0 <= south < 3


def test_summits_above_the_snow_line_have_snow() -> None:
    for name, (_, summits) in RIDGES.items():
        assert (SNOW in mountains.SYMBOLS[name]()) == any(high > SNOW_LINE for _, high in summits), name
