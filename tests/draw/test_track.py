"""The score track: tokens on the right stones, flags for laps, and no token hidden."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from itertools import combinations
from math import dist
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from bastide import draw
from bastide.draw.track import HEIGHT, WIDTH, track_shapes

SVG = "{http://www.w3.org/2000/svg}"
NUMBER = re.compile(r"-?\d*\.?\d+")
FIRST, STEP = 30, 20
"""The x of stone 0, and the distance between stones."""
RADIUS = 8


def placed(shapes: str, token: str, scale: str) -> list[tuple[float, float]]:
    """Return the positions of a token at a scale."""
    found = re.findall(rf'<g transform="translate\(([^)]+)\)scale\({scale}\)">{re.escape(token)}</g>', shapes)
    return [(x, y) for x, y in ([float(n) for n in NUMBER.findall(spot)] for spot in found)]


def counters(scores: Sequence[int]) -> list[tuple[float, float]]:
    """Return the positions of the tokens of all seats."""
    shapes = track_shapes(scores)
    return [spot for seat in range(len(scores)) for spot in placed(shapes, draw.token("seat", seat=seat), "0.95")]


def flags(score: int) -> list[tuple[int, float]]:
    """Return the number of laps on the flag of a seat, and the stone beside it."""
    shapes = track_shapes([score])
    laps = [(n, placed(shapes, draw.token("lap", n, 0), "0.8")) for n in range(1, 11)]
    return [(number, (spot[0] - FIRST) // STEP) for number, spots in laps for spot in spots]


@pytest.mark.parametrize(
    ("score", "stone", "laps"),
    [
        (0, 0, 0),
        (1, 1, 0),
        (49, 49, 0),
        (50, 0, 1),
        (51, 1, 1),
        (99, 49, 1),
        (100, 0, 2),
        (149, 49, 2),
        (321, 21, 6),
        (500, 0, 10),
    ],
)
def test_a_token_stands_on_its_stone_with_a_flag_for_laps(score: int, stone: int, laps: int) -> None:
    ((x, _),) = counters([score])
    assert x == FIRST + STEP * stone
    assert flags(score) == ([(laps, stone)] if laps else [])


def test_there_are_fifty_stones_numbered_by_tens() -> None:
    root = ET.fromstring(f"<g>{track_shapes([])}</g>")
    stones = [float(stone.attrib["cx"]) for stone in root.findall("circle")]
    assert stones == [FIRST + STEP * stone for stone in range(50)]
    words = {str(text.text): float(text.attrib["x"]) for text in root.findall("text")}
    assert words == {str(ten): FIRST + STEP * ten for ten in range(0, 50, 10)}


@pytest.mark.parametrize("seats", range(1, 9))
def test_equal_scores_stand_one_above_the_other(seats: int) -> None:
    spots = counters([7] * seats)
    assert len(spots) == seats
    assert {x for x, _ in spots} == {FIRST + 7 * STEP}
    assert all(dist(one, other) > 2 for one, other in combinations(spots, 2)), "something of each is seen"


def test_a_score_and_the_same_a_lap_later_do_not_hide_each_other() -> None:
    assert len(set(counters([3, 53, 103]))) == 3


@pytest.mark.parametrize("seats", range(1, 9))
def test_all_tokens_are_inside_the_track(seats: int) -> None:
    for score in (0, 49, 50, 99):
        for x, y in counters([score] * seats):
            assert RADIUS < x < WIDTH - RADIUS
            assert RADIUS < y < HEIGHT - RADIUS, (seats, score)


def legend(scores: Sequence[int], names: Sequence[str]) -> list[str]:
    words = [str(text.text) for text in ET.fromstring(draw.track(scores, names)).iter(f"{SVG}text")]
    return words[5:]


def test_totals_are_told_in_figures_with_names_if_there_are_any() -> None:
    assert legend([0, 321], []) == ["0", "321"]
    assert legend([0, 321], ["Ann"]) == ["Ann 0", "321"]
    assert legend([5, 6], ["Ann", "Bob", "Zoe"]) == ["Ann 5", "Bob 6"]


@pytest.mark.parametrize("name", ["<script>alert('1')</script>", 'a & b "c"', "👑", "Éléonore", "]]>", "&amp;", ""])
def test_any_name_is_told_as_it_is(name: str) -> None:
    assert legend([1], [name]) == [f"{name} 1"]


def strip(scores: Sequence[int], names: Sequence[str], west: float) -> bytes:
    """Return the pixels of a track east of some x."""
    image = Image.open(BytesIO(draw.png(draw.track(scores, names)))).convert("RGB")
    return image.crop((int(west), 0, image.width, image.height)).tobytes()


@pytest.mark.parametrize("name", ["Al", "Bartholomew the Third", "W" * 60])
def test_a_long_name_does_not_run_into_the_next(name: str) -> None:
    others = ["Bob", "Zoe", "Eve", "Dan"]
    west = 34 + 200 - 12
    assert strip([0] * 5, [name, *others], west) == strip([0] * 5, ["", *others], west)


def test_a_track_is_a_picture_of_its_own() -> None:
    root = ET.fromstring(draw.track([1, 2], pixels=520))
    assert root.attrib["viewBox"] == f"0 0 {WIDTH:g} {HEIGHT:g}"
    assert (root.attrib["width"], root.attrib["height"]) == ("520", "80")
