"""The Wheel of Fortune: sectors and crown spaces are where the tile file says, in every rotation."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations
from math import atan2, degrees, dist, hypot
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageColor
from resvg_py import svg_to_bytes

from bastide.draw.palette import PALE, SECTORS, YARD
from bastide.draw.svg import PREFIX, document
from bastide.draw.symbols import wheel
from bastide.draw.symbols.wheel import CROWNS, MEDALLION, MIDDLES, PIG_ROOM, RADIUS, REACH, SYMBOLS, pig_space, turned
from bastide.expansions.wheel_of_fortune import CROWN_SPACES
from bastide.tiles import load

SHAPES = {"path", "ellipse", "circle", "rect", "g", "use"}
HALF = 200
ZOOM = 3
TURNS = range(4)
SIGNS = [f"sector-{sector}" for sector in MIDDLES]
Colour = tuple[int, int, int, int]


def picture(name: str, half: int = HALF, zoom: int = ZOOM) -> Image.Image:
    """Return a symbol, with those it refers to, rendered in the middle of a transparent square."""
    parts = "".join(f'<g id="{PREFIX}{part}">{SYMBOLS[part]()}</g>' for part in (*SIGNS, "wheel-crown"))
    svg = document(f"<defs>{parts}</defs>{SYMBOLS[name]()}", -half, -half, 2 * half, 2 * half)
    return Image.open(BytesIO(svg_to_bytes(svg_string=svg, width=2 * half * zoom))).convert("RGBA")


@pytest.fixture(scope="module")
def wheels() -> list[Image.Image]:
    return [picture(f"wheel-{turns}") for turns in TURNS]


def at(image: Image.Image, x: float, y: float) -> Colour:
    """Return the colour at a point of the plane."""
    found = image.getpixel((int((x + HALF) * ZOOM), int((y + HALF) * ZOOM)))
    assert isinstance(found, tuple)
    red, green, blue, alpha = found
    return red, green, blue, alpha


def colour(code: str) -> Colour:
    """Return a colour of the palette as RGB."""
    red, green, blue = ImageColor.getrgb(code)[:3]
    return red, green, blue, 255


def reach(image: Image.Image, half: int, zoom: int) -> float:
    """Return the greatest distance of a painted pixel from the middle of a picture."""
    seen = image.getchannel("A").point(lambda alpha: 255 if alpha > 8 else 0).tobytes()
    side = image.width
    found = (divmod(i, side) for i, alpha in enumerate(seen) if alpha)
    return max(hypot((column + 0.5) / zoom - half, (row + 0.5) / zoom - half) for row, column in found)


@pytest.mark.parametrize("name", SYMBOLS)
def test_a_thing_is_plain_sound_markup(name: str) -> None:
    markup = SYMBOLS[name]()
    found = list(ElementTree.fromstring(f"<g>{markup}</g>").iter())
    assert {element.tag for element in found} <= SHAPES
    assert not any(element.get("id") or (element.text or "").strip() for element in found)
    used = [element.attrib["href"] for element in found if element.tag == "use"]
    assert {href.removeprefix(f"#{PREFIX}") for href in used} <= set(SYMBOLS)
    assert len(markup) < (14_000 if name in ("wheel-0", "wheel-1", "wheel-2", "wheel-3") else 3000)


@pytest.mark.parametrize("turns", TURNS)
def test_every_wheel_shows_six_pictograms_and_nine_crowns(turns: int) -> None:
    markup = SYMBOLS[f"wheel-{turns}"]()
    assert all(markup.count(f'href="#{PREFIX}{sign}"') == 1 for sign in SIGNS)
    assert markup.count(f'href="#{PREFIX}wheel-crown"') == 9


def test_crown_spaces_lie_where_the_tile_file_says() -> None:
    block = load("wheel_of_fortune").block
    assert block is not None
    printed = [
        (dict(segment.marks)["sector"], column * 100 + x / 10 - 200, row * 100 + y / 10 - 200)
        for column, row, tile in block.parts
        for segment in tile.segments
        if segment.kind == "crown" and segment.anchor
        for x, y in [segment.anchor]
    ]
    assert len(printed) == 9
    for ours, theirs in zip(sorted(CROWNS), sorted(printed), strict=True):
        assert ours == pytest.approx(theirs)


def test_every_sector_has_as_many_crown_spaces_as_the_rules_say() -> None:
    sectors = [sector for sector, _, _ in CROWNS]
    assert tuple(map(sectors.count, MIDDLES)) == CROWN_SPACES


def test_sectors_lie_about_the_mean_of_their_crown_spaces() -> None:
    for sector, middle in MIDDLES.items():
        here = [(x, y) for other, x, y in CROWNS if other == sector]
        x, y = (sum(values) for values in zip(*here, strict=True))
        assert degrees(atan2(y, x)) % 360 == pytest.approx(middle, abs=0.1)


def test_crown_spaces_and_places_of_the_pig_keep_apart() -> None:
    rounds = [(x, y, MEDALLION) for _, x, y in CROWNS] + [(*pig_space(sector), PIG_ROOM) for sector in MIDDLES]
    for (x, y, r), (u, v, s) in combinations(rounds, 2):
        assert dist((x, y), (u, v)) > r + s


@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize("sector", MIDDLES)
def test_the_place_of_the_pig_lies_inside_its_sector(sector: int, turns: int) -> None:
    x, y = pig_space(sector, turns)
    middle = MIDDLES[sector] + 90 * turns
    assert (degrees(atan2(y, x)) - middle + 180) % 360 - 180 == pytest.approx(0)
    nearest_side = hypot(x, y) / 2
    assert nearest_side > PIG_ROOM
    low, high = wheel.STEP
    assert low < hypot(x, y) - PIG_ROOM
    assert hypot(x, y) + PIG_ROOM < high


@pytest.mark.parametrize("turns", TURNS)
def test_the_places_of_the_pig_are_free(wheels: list[Image.Image], turns: int) -> None:
    for sector in MIDDLES:
        x, y = pig_space(sector, turns)
        spots = [(x + dx, y + dy) for dx in range(-13, 14) for dy in range(-13, 14) if hypot(dx, dy) < PIG_ROOM - 0.7]
        assert {at(wheels[turns], *spot) for spot in spots} == {colour(YARD)}


@pytest.mark.parametrize("turns", TURNS)
def test_nothing_is_drawn_beyond_the_reach_of_the_wheel(wheels: list[Image.Image], turns: int) -> None:
    assert RADIUS < reach(wheels[turns], HALF, ZOOM) < REACH


def test_a_quarter_turn_takes_east_to_south() -> None:
    assert [turned((165, 0), turns) for turns in TURNS] == [(165, 0), (0, 165), (-165, 0), (0, -165)]


@pytest.mark.parametrize("turns", TURNS)
def test_medallions_are_where_the_turned_facts_say(wheels: list[Image.Image], turns: int) -> None:
    for sector, x, y in CROWNS:
        u, v = turned((x, y), turns)
        around = [(u + side * 7.6, v) for side in (-1, 1)] + [(u, v + side * 7.6) for side in (-1, 1)]
        assert [at(wheels[turns], *spot) for spot in around] == [colour(PALE)] * 4
        ring = [(u + side * 9.2, v) for side in (-1, 1)] + [(u, v + side * 9.2) for side in (-1, 1)]
        assert [at(wheels[turns], *spot) for spot in ring] == [colour(SECTORS[sector - 1])] * 4


@pytest.mark.parametrize("turns", TURNS)
def test_sectors_turn_clockwise_with_the_board(wheels: list[Image.Image], turns: int) -> None:
    for sector, middle in MIDDLES.items():
        for aside in (-22, 22):
            x, y = turned(wheel.polar(138, middle + aside), turns)
            assert at(wheels[turns], x, y) == colour(SECTORS[sector - 1])


@pytest.mark.parametrize("sign", SIGNS)
def test_pictograms_fit_their_sector_however_it_lies(sign: str) -> None:
    room = min(wheel.SIGN_RADIUS - wheel.STEP[1], wheel.BOARDS - wheel.SIGN_RADIUS)
    assert reach(picture(sign, half=60, zoom=5), 60, 5) < room


def test_grounds_and_pictograms_of_sectors_all_differ() -> None:
    assert len(set(SECTORS)) == 6
    assert len({SYMBOLS[sign]() for sign in SIGNS}) == 6
