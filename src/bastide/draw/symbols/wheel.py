"""The Wheel of Fortune and the nine crown spaces on its rim, centred on the origin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import atan2, cos, degrees, radians, sin
from typing import Final

from bastide.draw.palette import (
    BONE,
    COBBLE,
    COBBLE_DARK,
    CREAM,
    DEEP,
    EMBER,
    GOLD,
    HOLLOW,
    INK,
    LEAF,
    LEAF_DARK,
    LEATHER,
    LEATHER_DARK,
    OAK,
    PALE,
    RIM,
    RIPPLE,
    SECTORS,
    SHADE,
    SIGNAL,
    SNOW,
    STONE,
    TRUNK,
    WINE,
    WOOD,
    YARD,
)
from bastide.draw.svg import Point, disc, ellipse, faded, moved, num, path, polygon, polyline, use, xy

RADIUS: Final = 158.0
"""Radius of the wheel, whose centre is the middle of its board."""
REACH: Final = 177.0
"""Radius of everything that is drawn of the wheel."""
SPAN: Final = 60
"""Degrees from one sector to the next."""
MIDDLES: Final[Mapping[int, int]] = {1: 0, 2: 60, 3: 120, 4: 180, 5: 240, 6: 300}
"""The direction of each sector, in degrees clockwise from east: 1 fortune, 2 taxes, 3 famine, 4 storm,
5 inquisition, 6 plague."""
PAIRED: Final = (2, 4, 6)
"""The sectors with two crown spaces; the others have one in the middle."""
ASIDE: Final = 14
"""Degrees from the middle of a sector to each of its two crown spaces."""
CROWN_RADIUS: Final = 165.0
"""Distance of the crown spaces from the centre."""
MEDALLION: Final = 11.0
"""Radius of a crown space."""
PIG_RADIUS: Final = 46.0
"""Distance of the spaces of the pig from the centre."""
PIG_ROOM: Final = 14.0
"""Radius of the space of the pig in every sector."""
SIGN_RADIUS: Final = 103.0
"""Distance of the pictograms from the centre."""

BOARDS: Final = 144.0
"""Outer radius of the sectors."""
STEP: Final = (30.0, 62.0)
"""Inner and outer radius of the paved ring that the pig walks on."""
GOLD_DARK: Final = "#c8902a"
GLINT: Final = "#ffe9a6"
WOOD_LIT: Final = "#a8733f"
HOOD: Final = "#453b38"
HOOD_LIT: Final = "#6a5d57"


def polar(radius: float, angle: float) -> Point:
    """Return the point at a distance and an angle, clockwise from east."""
    return radius * cos(radians(angle)), radius * sin(radians(angle))


def turned(spot: Point, turns: int) -> Point:
    """Return a point after quarter turns clockwise."""
    x, y = spot
    return ((x, y), (-y, x), (-x, -y), (y, -x))[turns % 4]


def _crowns() -> list[tuple[int, float, float]]:
    places = [
        (sector, polar(CROWN_RADIUS, middle + side))
        for sector, middle in MIDDLES.items()
        for side in ((-ASIDE, ASIDE) if sector in PAIRED else (0,))
    ]
    return [(sector, round(x, 1), round(y, 1)) for sector, (x, y) in places]


CROWNS: Final = _crowns()
"""Sector, x and y of every crown space of the unrotated wheel."""


def pig_space(sector: int, turns: int = 0) -> tuple[float, float]:
    """Return the position of the pig in a sector (1 to 6) of the rotated wheel."""
    return turned(polar(PIG_RADIUS, MIDDLES[sector]), turns)


def wheel(turns: int) -> str:
    """Return the wheel after quarter turns clockwise. Its pictograms stay upright."""
    start = 90 * turns
    return (
        faded(disc(4, 5, RADIUS, SHADE), 0.24)
        + "".join(lug(*turned((x, y), turns)) for _, x, y in CROWNS)
        + rim(start)
        + "".join(board(sector, middle + start) for sector, middle in MIDDLES.items())
        + spokes(start)
        + step(start)
        + hub()
        + "".join(use(f"sector-{sector}", *polar(SIGN_RADIUS, middle + start)) for sector, middle in MIDDLES.items())
        + "".join(medallion(sector, *turned((x, y), turns)) for sector, x, y in CROWNS)
    )


def arc(radius: float, start: float, end: float, first: str = "M") -> str:
    """Return path data of an arc of less than half a circle, from one angle to another."""
    sweep = int(end > start)
    return f"{first}{xy(polar(radius, start))}A{num(radius)} {num(radius)} 0 0 {sweep} {xy(polar(radius, end))}"


def wedge(inner: float, outer: float, start: float, end: float) -> str:
    """Return the outline of a sector of a ring."""
    return arc(outer, start, end) + arc(inner, end, start, "L") + "Z"


def rim(start: float) -> str:
    """Return the wooden rim with its gold tyre, lit from the north-west, with a stud every ten degrees."""
    studs = "".join(f"M{xy(polar(147.2, start + angle))}h0" for angle in range(0, 360, 10) if angle % SPAN != SPAN // 2)
    return (
        disc(0, 0, RADIUS - 0.5, GOLD, INK, 1)
        + path(arc(154.2, -25, 60) + arc(154.2, 60, 115), stroke=GOLD_DARK, width=5)
        + path(arc(154.2, 170, 225) + arc(154.2, 225, 280), stroke=GLINT, width=2.4)
        + disc(0, 0, 150.4, WOOD, INK, 1)
        + path(studs, stroke=INK, width=3.6)
        + path(studs, stroke=GOLD, width=2.2)
    )


def board(sector: int, middle: float) -> str:
    """Return the painted boards of one sector."""
    start, end = middle - SPAN / 2, middle + SPAN / 2
    joints = "".join(
        f"M{xy(polar(STEP[1] + 1, middle + angle))}L{xy(polar(BOARDS - 1, middle + angle))}" for angle in (-15, 0, 15)
    )
    inset = wedge(STEP[1] + 7, BOARDS - 4.5, start + 3.6, end - 3.6)
    return (
        path(wedge(STEP[1], BOARDS, start, end), SECTORS[sector - 1], INK, 1)
        + path(joints, stroke=SHADE, width=0.8, more='opacity=".13"')
        + path(inset, stroke=PALE, width=1.2, more='opacity=".5"')
    )


def spokes(start: float) -> str:
    """Return the six spokes between the sectors, each held by a gold bolt."""
    angles = [start + SPAN / 2 + SPAN * i for i in range(6)]
    beams = "".join(polyline((polar(STEP[1], angle), polar(149, angle))) for angle in angles)
    bolts = "".join(disc(*polar(radius, angle), 2.6, GOLD, INK, 0.8) for angle in angles for radius in (68, 146.4))
    return path(beams, stroke=INK, width=8.4) + path(beams, stroke=WOOD_LIT, width=6.6) + bolts


def step(start: float) -> str:
    """Return the paved ring around the hub: a space for the pig in every sector, and clockwise arrows."""
    low, high = STEP
    middle = (low + high) / 2
    joints = "".join(
        f"M{xy(polar(low + 1, angle))}L{xy(polar(middle - 4, angle))}M{xy(polar(middle - 4, angle + 10))}"
        f"L{xy(polar(middle + 5, angle + 10))}M{xy(polar(middle + 5, angle))}L{xy(polar(high - 1, angle))}"
        for angle in range(0, 360, 20)
    )
    places = [polar(PIG_RADIUS, start + angle) for angle in MIDDLES.values()]
    arrows = "".join(chevron(middle, start + SPAN / 2 + SPAN * i) for i in range(6))
    return (
        disc(0, 0, high, COBBLE, INK, 1)
        + disc(0, 0, middle - 4, "none", COBBLE_DARK, 0.8)
        + disc(0, 0, middle + 5, "none", COBBLE_DARK, 0.8)
        + path(joints, stroke=COBBLE_DARK, width=0.8)
        + "".join(disc(x, y, PIG_ROOM + 0.6, YARD, RIM, 1.2) for x, y in places)
        + path(arrows, stroke=OAK, width=2.8)
    )


def chevron(radius: float, angle: float) -> str:
    """Return an arrowhead at a point of a circle that points clockwise along it."""
    (x, y), (dx, dy) = polar(radius, angle), polar(1, angle)
    ends = [(x + side * dx + 3.6 * dy, y + side * dy - 3.6 * dx) for side in (-5, 5)]
    return polyline((ends[0], (x - 3.8 * dy, y + 3.8 * dx), ends[1]))


def hub() -> str:
    """Return the hub with its gold boss."""
    petals = "".join(f"M{xy(polar(15.5, angle))}L{xy(polar(20, angle))}" for angle in range(0, 360, 30))
    return (
        disc(0, 0, 29.5, WOOD, INK, 1)
        + disc(0, 0, 26, WOOD_LIT)
        + disc(0, 0, 23, GOLD, INK, 1)
        + path(arc(21, -30, 60) + arc(21, 60, 120), stroke=GOLD_DARK, width=2.2)
        + path(petals, stroke=OAK, width=1.6)
        + disc(0, 0, 12, OAK, INK, 0.8)
        + disc(0, 0, 9, GOLD, INK, 0.8)
        + path("M-5.6-1.6A5.8 5.8 0 0 1 .4-5.6", stroke=GLINT, width=2)
    )


def lug(x: float, y: float) -> str:
    """Return the gold bracket that joins a crown space to the rim."""
    angle = degrees(atan2(y, x))
    corners = [polar(154, angle - 7.5), polar(166, angle - 3), polar(166, angle + 3), polar(154, angle + 7.5)]
    return polygon(corners, GOLD_DARK, INK, 1)


def medallion(sector: int, x: float, y: float) -> str:
    """Return a crown space: a cream medallion with a ring in the colour of its sector."""
    return (
        faded(disc(x + 0.6, y + 0.6, MEDALLION, SHADE), 0.3)
        + disc(x, y, MEDALLION - 0.5, PALE, INK, 1)
        + disc(x, y, MEDALLION - 1.8, "none", SECTORS[sector - 1], 1.6)
        + use("wheel-crown", x, y)
    )


def crown() -> str:
    """Return the gold crown of a crown space, centred on the origin."""
    outline = "M-5.4 4.6L-6.4-3.4L-2.8-.6L0-5.4L2.8-.6L6.4-3.4L5.4 4.6Q0 6-5.4 4.6Z"
    return (
        path(outline, GOLD, INK, 1)
        + path("M-5 2.4Q0 3.6 5 2.4", stroke=INK, width=0.7)
        + "".join(disc(dx, dy, 1, SIGNAL, INK, 0.5) for dx, dy in ((-6.4, -3.7), (0, -5.6), (6.4, -3.7)))
    )


def star(x: float, y: float, radius: float) -> str:
    """Return path data of a five-pointed star, one point up."""
    spots = [polar(radius if i % 2 == 0 else radius * 0.45, 36 * i - 90) for i in range(10)]
    return polyline([(x + dx, y + dy) for dx, dy in spots], close=True)


def coin(x: float, y: float, radius: float = 6.5) -> str:
    """Return a gold coin from the front."""
    return disc(x, y, radius, GOLD, INK, 1.1) + disc(x, y, radius * 0.58, "none", GOLD_DARK, 1.1)


def fortune() -> str:
    """Return the pictogram of fortune: a horn of plenty under a lucky star."""
    horn = "M-20-27C-29-31-37-23-35-11C-33 8-20 24-2 31L13-10C2-8-8-10-14-15C-18-18-14-24-20-27Z"
    bands = "M-34.6-9Q-26-7-18-17M-29 7Q-18 3-9-12M-18 22Q-6 10 2-9.6"
    grapes = ((21, -9), (27, -6), (19, -3), (25, 0), (22, 5.6))
    plenty = (
        path(horn, WOOD)
        + path("M-35-11C-33 8-20 24-2 31L1 23C-16 17-28 5-35-11Z", OAK)
        + path(bands, stroke=GOLD, width=3)
        + path(horn, stroke=INK, width=1.4)
        + path("M13-12C23-10 12 34-3 33C-14 30 3-13 13-12Z", GOLD, INK, 1.3)
        + path("M13-7C18-4 8 28-1 28C-6 25 6-9 13-7Z", HOLLOW)
        + "".join(disc(x, y, 4.6, WINE, INK, 0.9) for x, y in grapes)
        + path("M21-12Q21-20 29-20Q30-12 21-12Z", LEAF, LEAF_DARK, 0.9)
        + disc(13, 13, 8.6, SIGNAL, INK, 1.2)
        + path("M13 6Q13 2 16 0", stroke=INK, width=1.3)
        + path("M8.6 11.4Q9.6 8.6 12 8", stroke=SNOW, width=1.5)
        + coin(8, 26)
        + coin(25, 18)
        + coin(20, 27)
        + path(star(4, -25, 11), SNOW, INK, 1.2)
    )
    return moved(plenty, 0.8, 0.6, 0.96)


def taxes() -> str:
    """Return the pictogram of taxes: a full purse and coins."""
    sack = "M-6-10C-9-4-26 4-26 20C-26 32-14 34-2 34C10 34 22 32 22 20C22 4 5-4 2-10Z"
    return (
        path("M-7-13L-15-29Q-9-25-6-30Q-2-26 2-30Q5-25 11-29L3-13Z", LEATHER, INK, 1.3)
        + path("M-3-14L-4-24M1-14L5-23", stroke=LEATHER_DARK, width=1.4)
        + path(sack, LEATHER, INK, 1.3)
        + path("M2-10C5-4 22 4 22 20C22 32 10 34-2 34C12 30 16 18 2-10Z", LEATHER_DARK)
        + path("M-19 12Q-18 4-11 0", stroke=PALE, width=2)
        + path(sack, stroke=INK, width=1.3)
        + path("M-8-12H4", stroke=INK, width=5.6)
        + path("M-8-12H4", stroke=WINE, width=3.4)
        + disc(-3, 16, 9.5, GOLD, INK, 1.2)
        + path(star(-3, 16.4, 6), GOLD_DARK)
        + "".join(ellipse(20.5, y, 9.4, 4, GOLD, INK, 1.1) for y in (25.6, 21.2, 16.8))
        + ellipse(20.5, 16.8, 5.6, 2, "none", GOLD_DARK, 1)
        + coin(-22, 24)
    )


def famine() -> str:
    """Return the pictogram of famine: an empty bowl and a withered ear on cracked earth."""
    cracks = "M-35 15L-28 21L-23 27M-28 21L-30 25M35 13L29 20L24 28M29 20L30 25M-14 36L-6 34.6M4 37L14 34.8L19 32"
    stalk = "M16 8C20-10 18-28 4-30C-6-31-12-24-14-15"
    grains = (
        (-5, -28.6, 40),
        (-9.4, -30, 5),
        (-9, -22.4, 60),
        (-15.4, -23.6, 20),
        (-13.2, -14, 85),
        (-18.6, -15.6, 45),
    )
    husks = "".join(
        f'<ellipse rx="4.6" ry="2.3" transform="translate({num(x)} {num(y)})rotate({-turn})" fill="#b08a3e" '
        f'stroke="{INK}"/>'
        for x, y, turn in grains
    )
    return (
        path(cracks, stroke=TRUNK, width=1.4)
        + faded(ellipse(4, 31.4, 19, 3.2, SHADE), 0.2)
        + path(stalk, stroke=INK, width=3.4)
        + path(stalk, stroke="#b08a3e", width=1.8)
        + path("M18-8Q27-12 28-1Q22-1 18.4-4Z", "#b08a3e", INK, 1)
        + husks
        + path("M-11 28H11L13 33H-13Z", OAK, INK, 1.2)
        + path("M-28 8C-28 22-14 30 0 30C14 30 28 22 28 8Z", WOOD, INK, 1.3)
        + path("M28 8C28 22 14 30 0 30C-3 30-6 29.6-9 28.8C8 27 18 20 20 8Z", OAK)
        + ellipse(0, 8, 28, 7.4, LEATHER, INK, 1.3)
        + ellipse(0, 8.6, 23, 5, HOLLOW)
        + path("M-16 10.6Q-2 14.4 14 11", stroke=WOOD, width=1.4)
    )


def storm() -> str:
    """Return the pictogram of the storm: a cloud with lightning, rain and wind."""
    cloud = "M-22 4C-38 4-37-15-24-15C-25-31-4-35 2-22C10-31 28-25 25-11C38-11 37 4 25 4Z"
    return (
        path("M-22 9L-27 20M-11 10L-16 21M-20 25L-23 31M24 9L19 20M25 22L21 31M-11 26L-15 35", stroke=RIPPLE, width=2.6)
        + path(cloud, BONE, INK, 1.4)
        + path("M-31-2C-20 1-10-3-4-1C6 2 20-2 33-4C33 2 30 4 25 4H-22C-27 4-30 2-31-2Z", DEEP)
        + path("M-22-17Q-21-26-12-26M8-22Q13-25 18-21", stroke=SNOW, width=2.4)
        + path(cloud, stroke=INK, width=1.4)
        + path("M3-4L-9 15H0L-5 35L17 9H7L14-4Z", GOLD, INK, 1.4)
        + path("M5-1L-3.4 12.4", stroke=GLINT, width=1.8)
    )


def inquisition() -> str:
    """Return the pictogram of the inquisition: a cross beside a torch."""
    cross = "M-16-35H-4L-5.6-17.4L9-19V-7L-5.6-8.6L-3.6 34H-16.4L-14.4-8.6L-29-7V-19L-14.4-17.4Z"
    flame = "M20-1C10-5 11-14 17-19C17-15 19-14 20.4-14C18-22 21-27 24-30C24-22 32-18 32-9C32-4 28 0 20-1Z"
    return (
        path(cross, CREAM)
        + path("M-4-35L-5.6-17.4L9-19V-7L-5.6-8.6L-3.6 34H-8L-9.6-13L-7.6-35Z", STONE)
        + path(cross, stroke=INK, width=1.4)
        + disc(-10, -13, 4.8, GOLD, INK, 1.1)
        + polygon([(18, 6), (26, 6), (23.4, 31), (20.6, 31)], WOOD, INK, 1.3)
        + path(flame, EMBER, INK, 1.3)
        + path("M21-2C16-5 18-10 22-12C22-10 23-9 24-9C24-13 24-15 25-16C28-11 29-3 21-2Z", GLINT)
        + path("M14-1H30L27.6 8H16.4Z", GOLD_DARK, INK, 1.3)
    )


def plague() -> str:
    """Return the pictogram of the plague: the hat and beaked mask of a plague doctor."""
    mask = "M20-12C23-1 22 8 14 12C6 14-2 12-9 16C-17 20-23 24-29 26C-28 16-24 6-16-1C-10-5-8-9-7-12Z"
    return (
        path("M10-12H24C29-2 26 16 24 30Q10 39-6 35C-5 25 2 20 4 11Z", HOOD, INK, 1.3)
        + path("M25.4 2C26.6 12 25 22 23.6 29.4Q20 32 16 33.4C22 24 25 12 25.4 2Z", HOOD_LIT)
        + path(mask, BONE)
        + path("M21.4 2C20 7 18 10 14 12C6 14-2 12-9 16C-17 20-23 24-29 26C-23 19-16 13-7 10C2 7 14 9 21.4 2Z", LEATHER)
        + path(mask, stroke=INK, width=1.4)
        + path("M-20 11L-16.6 14M-13.6 5.4L-10.4 9M-6 1.4L-3.8 5.4", stroke=LEATHER_DARK, width=1.4)
        + disc(5, -3, 7, OAK, INK, 1.2)
        + disc(5, -3, 4.6, SIGNAL)
        + disc(3.4, -4.8, 1.6, SNOW)
        + path("M-9-17C-9-32-3-36 7-36C18-36 24-32 24-17Z", HOOD, INK, 1.3)
        + path("M-9.4-19.6Q8-14.6 24.4-19.6", stroke=SIGNAL, width=4.4)
        + path("M-25-14C-25-18-18-19-9-19Q8-14 25-19C31-19 34-17 34-14C26-8-16-8-25-14Z", HOOD, INK, 1.3)
        + path("M-20-14.4Q-14-16.4-8-16", stroke=HOOD_LIT, width=1.6)
    )


SYMBOLS: Final[Mapping[str, Callable[[], str]]] = {
    **{f"wheel-{turns}": partial(wheel, turns) for turns in range(4)},
    "sector-1": fortune,
    "sector-2": taxes,
    "sector-3": famine,
    "sector-4": storm,
    "sector-5": inquisition,
    "sector-6": plague,
    "wheel-crown": crown,
}
"""The wheel in its four rotations, and the symbols that it refers to."""
