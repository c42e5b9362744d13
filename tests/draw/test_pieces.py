"""Pieces and tokens: seats and kinds are distinguishable, and figures stay inside their boxes."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from PIL import Image
from resvg_py import svg_to_bytes

from bastide.draw import pieces, tokens
from bastide.draw.palette import DYES, Dye
from bastide.draw.pieces import BELOW, KINDS, LYING, MAGE, NEUTRAL, WITCH, charge, figure, pattern, piece
from bastide.draw.stance import TALL
from bastide.draw.svg import PREFIX, disc, document
from bastide.draw.tokens import TOKEN_FIGURES, TOKENS, low_detail_piece, token
from bastide.expansions.gold_rush import VALUES
from bastide.games import GAMES

SEATS = (None, *range(len(DYES)))
STRANGE = "no such kind"
FIGURES = [(kind, lying) for kind in (*KINDS, STRANGE) for lying in (False, True)]
NUMBERS = range(12)

Matrix = tuple[tuple[float, float, float], ...]
Light = tuple[float, float, float]
EYES: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Simulation of colour blindness in linear light: Machado, Oliveira and Fernandes (2009), at full severity."""
XYZ: Matrix = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)


def applied(matrix: Matrix, light: Light) -> Light:
    red, green, blue = (sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix)
    return red, green, blue


def seen(colour: str, eyes: str) -> Light:
    """Return a colour in linear light under a kind of colour blindness."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    red, green, blue = (min(1.0, max(0.0, c)) for c in applied(EYES[eyes], (red, green, blue)))
    return red, green, blue


def lab(light: Light) -> Light:
    x, y, z = (
        t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
        for t in (c / w for c, w in zip(applied(XYZ, light), WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: str, other: str, eyes: str) -> float:
    pair = zip(lab(seen(one, eyes)), lab(seen(other, eyes)), strict=True)
    return float(sum((a - b) ** 2 for a, b in pair) ** 0.5)


def contrast(one: str, other: str, eyes: str) -> float:
    """Return the contrast ratio of two colours by WCAG."""
    dark, light = sorted(applied(XYZ, seen(colour, eyes))[1] for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def rendered(markup: str, half: float, pixels: int) -> Image.Image:
    """Return a square around the origin, rendered at a width in pixels."""
    svg = document(markup, -half, -half, 2 * half, 2 * half)
    return Image.open(BytesIO(svg_to_bytes(svg_string=svg, width=pixels))).convert("RGBA")


def extent(markup: str) -> tuple[float, float, float, float]:
    """Return the extent of a shape to the west, north, east and south of its origin."""
    box = rendered(markup, 40, 400).getchannel("A").point(lambda alpha: 255 if alpha > 8 else 0).getbbox()
    assert box is not None
    west, north, east, south = (edge / 5 - 40 for edge in box)
    return -west, -north, east, south


def well_formed(markup: str) -> ET.Element:
    """Parse markup and check that it has no ids, no text, and only basic shapes."""
    root = ET.fromstring(f"<g>{markup}</g>")
    assert {element.tag for element in root.iter()} <= {"g", "path", "circle", "ellipse", "rect"}
    for element in root.iter():
        assert "id" not in element.attrib
        assert not element.text
        assert not element.tail
    return root


def test_every_kind_of_the_rules_has_a_figure() -> None:
    expansions = [expansion for game in GAMES.values() for expansion in (*game.base, *game.expansions)]
    assert {kind.name for expansion in expansions for kind in expansion.pieces} == set(KINDS)


@pytest.mark.parametrize(("kind", "lying"), FIGURES)
def test_pieces_are_plain_shapes(kind: str, lying: bool) -> None:
    for seat in SEATS:
        for draw in (piece, low_detail_piece):
            assert len(well_formed(draw(kind, seat, lying))) > 0


@pytest.mark.parametrize("name", TOKENS)
def test_tokens_are_plain_shapes(name: str) -> None:
    for seat in SEATS:
        for number in NUMBERS:
            assert len(well_formed(token(name, number, seat))) > 0


@cache
def silhouette(kind: str, lying: bool) -> bytes:
    """Return the mask of a figure at 48 pixels per tile."""
    return rendered(piece(kind, 0, lying), 25, 24).getchannel("A").tobytes()


def test_figures_differ_in_outline_on_a_small_board() -> None:
    drawn = [(kind, False) for kind in (*KINDS, STRANGE)] + [(kind, True) for kind in LYING]
    for one, other in combinations(drawn, 2):
        changed = sum(abs(a - b) > 64 for a, b in zip(silhouette(*one), silhouette(*other), strict=True))
        assert changed >= 10, (one, other, changed)


def test_tokens_differ() -> None:
    assert len({token(name, 1, 0) for name in TOKENS}) == len(TOKENS)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in NEUTRAL])
def test_seats_differ(kind: str) -> None:
    for draw in (piece, low_detail_piece):
        for lying in (False, True):
            assert len({draw(kind, seat, lying) for seat in SEATS}) == len(SEATS)


@pytest.mark.parametrize("kind", NEUTRAL)
def test_neutral_figures_belong_to_nobody(kind: str) -> None:
    assert len({piece(kind, seat) for seat in SEATS}) == 1


@pytest.mark.parametrize("kind", LYING)
def test_lying_figures_are_wider_than_tall(kind: str) -> None:
    west, north, east, south = extent(piece(kind, 0, lying=True))
    assert west + east > 1.2 * (north + south)
    west, north, east, south = extent(piece(kind, 0))
    assert west + east < north + south


def test_the_charge_stays_upright_when_a_figure_lies() -> None:
    """The blue bar is level in a lying figure, too: there is cloak above and below it."""
    picture = rendered(piece("follower", 1, lying=True), 25, 250)
    red, green, blue = (int(DYES[1].tint[i : i + 2], 16) for i in (1, 3, 5))
    spots = [(x, y) for x in range(250) for y in range(250) if picture.getpixel((x, y)) == (red, green, blue, 255)]
    across, down = zip(*spots, strict=True)
    assert max(across) - min(across) > 2 * (max(down) - min(down))


@pytest.mark.parametrize(("kind", "lying"), FIGURES)
def test_pieces_stay_inside_their_box(kind: str, lying: bool) -> None:
    box = figure(kind, lying)
    reached = [extent(piece(kind, seat, lying)) for seat in (None, 0, 5)]
    assert box.half - 1 < max(max(west, east) for west, _, east, _ in reached) <= box.half
    assert box.height - 1 < max(north for _, north, _, _ in reached) <= box.height
    assert max(south for _, _, _, south in reached) <= BELOW


@pytest.mark.parametrize("name", TOKENS)
def test_tokens_stay_inside_their_box(name: str) -> None:
    _, half_width, half_height = TOKEN_FIGURES[name]
    reached = [extent(token(name, number, 0)) for number in NUMBERS]
    assert half_width - 1 < max(max(west, east) for west, _, east, _ in reached) <= half_width
    assert half_height - 1 < max(max(north, south) for _, north, _, south in reached) <= half_height


def test_followers_are_of_one_size() -> None:
    west, north, east, south = extent(pieces.doll(DYES[0]))
    assert west + east == pytest.approx(20.4, abs=0.3)
    assert north + south == pytest.approx(TALL, abs=0.3)


@pytest.mark.parametrize("eyes", EYES)
def test_cloaks_are_distinguishable(eyes: str) -> None:
    least = 40 if eyes == "normal" else 25
    for one, other in combinations(DYES, 2):
        assert distance(one.cloak, other.cloak, eyes) >= least, (one.name, other.name)


@pytest.mark.parametrize("eyes", EYES)
def test_mage_and_witch_are_distinguishable(eyes: str) -> None:
    assert distance(MAGE.cloak, WITCH.cloak, eyes) >= 25


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("dye", DYES, ids=lambda dye: dye.name)
def test_the_charge_stands_out_from_the_cloak(dye: Dye, eyes: str) -> None:
    assert contrast(dye.cloak, dye.tint, eyes) >= 3


def test_every_seat_has_a_charge_of_its_own() -> None:
    assert len({dye.charge for dye in DYES}) == len(DYES)


def shape(dye: Dye, pixels: int) -> bytes:
    """Return a counter with the charge of a seat, in the colours of the first seat, in greyscale."""
    plain = replace(DYES[0], charge=dye.charge)
    picture = rendered(disc(0, 0, 8, plain.cloak) + charge(plain, 0, 0, 1.6), 8, pixels)
    return picture.convert("L").tobytes()


@pytest.mark.parametrize("pixels", [12, 20])
def test_charges_differ_in_shape(pixels: int) -> None:
    """At least a tenth of the pixels differ clearly between any two seats."""
    for one, other in combinations(DYES, 2):
        pair = zip(shape(one, pixels), shape(other, pixels), strict=True)
        changed = sum(abs(a - b) > 60 for a, b in pair)
        assert changed >= pixels**2 / 10, (one.charge, other.charge, changed)


def test_sheep_and_nuggets_can_be_counted() -> None:
    """Every sheep and every nugget is a separate group."""
    for number in range(1, 5):
        assert len(well_formed(token("sheep", number)).findall("g")) == number
    for number in VALUES:
        assert len(well_formed(token("mine", number)).findall("g")) == number


def test_laps_can_be_counted() -> None:
    for number in NUMBERS[1:11]:
        bars = well_formed(token("lap", number, 0)).findall("g/path")[0].attrib["d"]
        assert bars.count("M") == number


def test_the_value_of_a_mine_token_is_not_on_its_back() -> None:
    assert token("mine-back", 1) not in {token("mine", value) for value in VALUES}
    assert extent(token("mine-back", 4))[1] > extent(token("mine-back", 1))[1]


@pytest.mark.parametrize("seat", range(len(DYES)))
def test_patterns_show_colour_and_charge(seat: int) -> None:
    root = ET.fromstring(pattern(seat))
    assert root.tag == "pattern"
    assert root.attrib["id"] == f"{PREFIX}seat-{seat}"
    assert root[0].attrib["fill"] == DYES[seat].cloak
    assert charge(DYES[seat], 0, 0).split(">", 1)[1] in pattern(seat).replace("scale(1.20)", "")
    well_formed("".join(ET.tostring(child, encoding="unicode") for child in root))


def test_low_detail_pieces_differ_in_outline() -> None:
    """Followers are round, other pieces square, farmers wide, and the big follower is larger."""
    plain, big = extent(low_detail_piece("follower", 0)), extent(low_detail_piece("big", 0))
    farmer = extent(low_detail_piece("follower", 0, lying=True))
    assert big[0] > plain[0] + 1
    assert farmer[0] > plain[0] + 0.5
    assert farmer[1] < plain[1] - 1
    corner = rendered(low_detail_piece("pig", 0), 25, 500).getpixel((250 - 90, 250 - 60 - 90))
    assert isinstance(corner, tuple)
    assert corner[3] == 255


def test_seats_of_pieces_and_tokens_agree() -> None:
    for seat, dye in enumerate(DYES):
        assert dye.cloak in token("seat", 0, seat)
        assert dye.cloak in tokens.low_detail_piece("follower", seat)
        assert dye.cloak in pieces.piece("follower", seat)
