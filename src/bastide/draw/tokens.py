"""Tokens as SVG, centred on the origin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from bastide.draw.palette import (
    GOLD,
    GRASS,
    GRASS_2,
    HALO,
    INK,
    LEAF_DARK,
    OAK,
    PALE,
    PIG,
    PIG_DARK,
    RIM,
    ROCK_DARK,
    SHADE,
    SKIN,
    SLATE_DARK,
    STONE,
    STONE_LIT,
    STONE_MID,
    TUFT,
    WINE,
    WOOD,
    WOVEN,
    Dye,
)
from bastide.draw.pieces import (
    BLUSH,
    HELPERS,
    NEUTRAL,
    PEWTER,
    PITCH,
    RimPart,
    charge,
    circle_of,
    doll,
    dye_of,
    piece,
    pig_of,
    pile,
    rim,
)
from bastide.draw.svg import Point, disc, ellipse, faded, moved, num, path
from bastide.draw.symbols.frontier import lump
from bastide.draw.symbols.marks import cloth, grain, sheep, wine

COUNT: Final = Dye("count", WINE, "#561c35", GOLD, "none")
PINK: Final = Dye("pink", PIG, PIG_DARK, INK, "none")
FUR: Final = "#7f7b78"
FUR_DARK: Final = "#5a5654"


def roundel(r: float, ground: str = PALE, ring: str = "") -> str:
    """Return a round token, with a coloured ring if given."""
    band = disc(0, 0, r - 1.3, "none", ring, 1.1) if ring else ""
    return faded(disc(1, 1.2, r, SHADE), 0.25) + disc(0, 0, r, ground, INK, 0.7) + band


FLOCKS: Final[tuple[tuple[float, tuple[Point, ...]], ...]] = (
    (1.25, ((0, -0.4),)),
    (0.74, ((-4, -2.6), (3.6, 2.8))),
    (0.68, ((0, -5), (-4.4, 2.8), (4.6, 2.8))),
    (0.64, ((-4, -4.2), (4.4, -4.2), (-4, 3.8), (4.4, 3.8))),
)
"""Scale and positions of one to four sheep."""


def _sheep(number: int, dye: Dye) -> str:
    scale, spots = FLOCKS[max(1, min(number, 4)) - 1]
    tufts = path("M-7.4 5.6l-.6-1.4M-7 5.6v-1.8M7-1l-.6-1.4M7.4-1v-1.8", stroke=TUFT)
    meadow = ellipse(-1, 4.4, 7, 3.6, GRASS_2) + tufts
    return roundel(10, GRASS, HALO) + meadow + "".join(moved(sheep(), x, y, scale) for x, y in spots)


def _wolf(number: int, dye: Dye) -> str:
    head = "M-6.2-7.2L-2.6-4.4Q0-5 2.6-4.4L6.2-7.2L6.4-.8L4.4 1.8L1.8 5.6Q0 7-1.8 5.6L-4.4 1.8L-6.4-.8Z"
    mask = path("M0-2.2L3 .6L4.2 1.6L1.6 5.2Q0 6.2-1.6 5.2L-4.2 1.6L-3 .6Z", STONE_LIT)
    ears = path("M-5.4-5.8L-3.4-3.8L-5.2-2.4ZM5.4-5.8L3.4-3.8L5.2-2.4Z", FUR_DARK)
    eyes = path("M-4.4-1.6L-1.4-.2L-3.4 .6ZM4.4-1.6L1.4-.2L3.4 .6Z", GOLD, INK, 0.4)
    jaw = path("M-1.4 3.2Q0 2.6 1.4 3.2Q.8 4.8 0 4.8Q-.8 4.8-1.4 3.2Z", INK)
    return roundel(10, SLATE_DARK, "#c24a3a") + path(head, FUR, INK, 0.8) + ears + mask + eyes + jaw


NUGGETS: Final[Mapping[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-3.2, -1.6), (3.2, 1.6)),
    3: ((0, -3.2), (-3.5, 2.6), (3.5, 2.6)),
    4: ((-3, -3), (3, -3), (-3, 3), (3, 3)),
    5: ((0, 0), (-3.7, -3.5), (3.7, -3.5), (-3.7, 3.5), (3.7, 3.5)),
}
"""Positions of the nuggets on a mine token."""


def _stone() -> str:
    """Return a worthless grey stone."""
    lit = path("M-3-1.6L-.6-3.4L1.4-2.2L-1.4-.6Z", "#c6c0b4")
    cracks = path("M1 .2L2.8 1.8M-2.6 1.6L-1 2.4", stroke=INK, width=0.5)
    return path("M-5 2.6L-4-2L-.6-4.4L3.8-2.6L5.2 1.6L2.8 3.8L-3 4Z", "#a39c92", INK, 0.8) + lit + cracks


def _mine(number: int, dye: Dye) -> str:
    if number <= 0:
        return roundel(9, ring=ROCK_DARK) + _stone()
    spots = NUGGETS[min(number, 5)]
    scale = (1.5, 1.05, 0.95, 0.85, 0.72)[len(spots) - 1]
    return roundel(9, ring=ROCK_DARK) + "".join(moved(lump(scale), x, y, scale) for x, y in spots)


def _mine_back(number: int, dye: Dye) -> str:
    return moved(pile(number), 0, 7)


def _bust(robe: str, edge: str) -> str:
    """Return shoulders and a face without headgear."""
    shoulders = path("M-6.6 6.6Q-6.4 1.6-2.4 1.2H2.4Q6.4 1.6 6.6 6.6Q0 9.4-6.6 6.6Z", robe, INK, 0.7)
    collar = path("M-3.4 1.4Q0 4.4 3.4 1.4", stroke=edge, width=1.8)
    cheeks = disc(-2, -1, 0.8, BLUSH) + disc(2, -1, 0.8, BLUSH)
    return shoulders + collar + ellipse(0, -2, 3.5, 3.8, SKIN, INK, 0.6) + cheeks


def _king(number: int, dye: Dye) -> str:
    teeth = "V3H-4.6V4.6H-2.4V3H-.2V4.6H2V3H4.2V4.6H6.4V3H8.6V4.8"
    wall = path(f"M-9 4.6H-6.8{teeth}Q6 9.4 0 9.6Q-6 9.4-9 4.6Z", STONE, INK, 0.6)
    crown = path("M-3.9-4L-4.9-9L-2.3-6.8L0-9.6L2.3-6.8L4.9-9L3.9-4Q0-2.8-3.9-4Z", GOLD, INK, 0.7)
    eyes = disc(-1.3, -2.2, 0.5, INK) + disc(1.3, -2.2, 0.5, INK)
    beard = path("M-3.4-1.2Q-3.6 4.4 0 4.8Q3.6 4.4 3.4-1.2Q1.8 .2 0-.4Q-1.8 .2-3.4-1.2Z", STONE_LIT, INK, 0.6)
    rubies = disc(0, -4.6, 0.7, "#b5472f")
    drawn = _bust(WINE, HALO) + beard + eyes + crown + rubies
    return roundel(11, WOVEN, GOLD) + moved(drawn, 0, 0.6, 0.95) + wall


def _robber(number: int, dye: Dye) -> str:
    road = path("M-10 4.4Q-5 6.4 0 5.4Q5 4.6 10 5.6Q8.4 8.6 5.2 9.2Q0 7.8-4.6 9.2Q-8.2 7.8-10 4.4Z", PALE, RIM, 0.7)
    hat = path("M-8.2-3.2Q-3.6-4.6-4-6.6Q-2.4-9.6 1.6-9Q4.4-8.4 4-4.8Q7-4.4 8.2-2.6Q0-3-8.2-3.2Z", PITCH, INK, 0.7)
    feather = path("M1.6-6.4Q5-11.4 8.6-10Q7.6-6.4 2-5.2Z", HALO, INK, 0.5)
    mask = path("M-3.5-2.8Q0-3.4 3.5-2.8V-.8Q1.6 0 0-1.2Q-1.6 0-3.5-.8Z", PITCH)
    eyes = ellipse(-1.5, -1.8, 0.8, 0.6, HALO) + ellipse(1.5, -1.8, 0.8, 0.6, HALO)
    whiskers = path("M-2.4 1.1Q-1 .1 0 .7Q1 .1 2.4 1.1", stroke=OAK, width=1)
    drawn = _bust(SLATE_DARK, STONE_MID) + mask + eyes + whiskers + hat + feather
    return roundel(11, "#e08a4c", PITCH) + moved(drawn, 0, 1.2) + road


PEARLS: Final[tuple[Point, ...]] = ((-4.9, -22.4), (-1.7, -21.9), (1.7, -21.9), (4.9, -22.4))
"""The pearls of the Count's coronet."""


def _count(number: int, dye: Dye) -> str:
    ermine = "M-5-12.2Q0-9.6 5-12.2L6.9-7.4Q0-4.2-6.9-7.4Z"
    flecks = path("M-3.6-8.6v.9M0-8v.9M3.6-8.6v.9M-1.8-6.9v.6M1.8-6.9v.6", stroke=INK, width=0.6)
    chain = path("M0-5.4V-1.4", stroke=GOLD, width=0.9) + disc(0, -1.8, 1.5, GOLD, INK, 0.5)
    ring = path("M-5-19V-21.6Q0-20.4 5-21.6V-19Q0-17.8-5-19Z", GOLD, INK, 0.6)
    pearls = "".join(disc(x, y, 1.3, HALO, INK, 0.5) for x, y in PEARLS)
    whiskers = path("M-2.8-14Q-1.3-15.4 0-14.6Q1.3-15.4 2.8-14", stroke=OAK, width=0.9)
    sword = path("M9.4-.4V-13.6", stroke=INK, width=2.4) + path("M9.4-.4V-13.6", stroke=PEWTER, width=1.4)
    guard = "M7.2-12.4H11.6M9.4-12.4V-16"
    hilt = path(guard, stroke=INK, width=2.3) + path(guard, stroke=GOLD, width=1.2)
    parts = [
        RimPart("M9.4-.4V-16M7.2-12.4H11.6", 4.8, stick=True),
        *(RimPart(circle_of(*at, 1.3), 2.6) for at in PEARLS),
    ]
    robe = path(ermine, HALO, INK, 0.6) + flecks + chain
    drawn = doll(COUNT, more=parts) + robe + whiskers + ring + pearls + sword + hilt
    return faded(ellipse(2.4, 15.6, 11, 2.6, SHADE), 0.28) + moved(drawn, -1.4, 15, 1.3)


def _wheel_pig(number: int, dye: Dye) -> str:
    leaves = ((-4.4, -9.8), (-1.4, -9.8), (-4.4, -6.8), (-1.4, -6.8))
    clover = "".join(disc(x, y, 1.8, LEAF_DARK) for x, y in leaves)
    stem = path("M-2.9-8.3Q-2-5.4-.4-4.6", stroke=LEAF_DARK, width=1.1)
    points = "M1.2-13L.2-17.2L2.4-15.6L4.2-18L5.4-15.4L8-16.6L6.4-12.4Z"
    crown = path(points, GOLD, INK, 0.6)
    drawn = rim(RimPart(points, 2.8)) + pig_of(PINK) + clover + stem + crown
    return faded(ellipse(2.4, 8.8, 13, 2.6, SHADE), 0.28) + moved(drawn, -0.6, 8.4, 1.25)


def counter(dye: Dye, r: float = 8.0) -> str:
    """Return a round counter with the colour and charge of a seat."""
    cast = faded(disc(0.9, 1.1, r + 0.6, SHADE), 0.28)
    edge = disc(0, 0, r * 1.16, HALO, INK, r * 0.08)
    return cast + edge + disc(0, 0, r, dye.cloak, INK, r * 0.1) + charge(dye, 0, 0, r * 0.2)


SQUARE: Final = "M-9.4-9.4H9.4V9.4H-9.4Z"
FLAT: Final = "M-8-7.4H8Q13 0 8 7.4H-8Q-13 0-8-7.4Z"


def low_detail_piece(kind: str, seat: int | None, lying: bool = False) -> str:
    """Return a piece in low detail: a counter, with the foot of the piece on the origin.

    It is larger for the big follower, square for pieces that are not followers, and wide for lying ones.
    """
    if kind in NEUTRAL:
        return piece(kind, None)
    dye, scale = dye_of(seat), 1.2 if kind == "big" else 1.0
    if kind not in HELPERS and not lying:
        return moved(counter(dye, 10 * scale), 0, -6)
    shape = FLAT if lying else SQUARE
    return moved(rim(RimPart(shape, 4)) + path(shape, dye.cloak, INK, 1.2) + charge(dye, 0, 0, 1.8), 0, -6, scale)


COUNTERS: Final[Mapping[str, tuple[str, bool]]] = {
    "round": ("follower", False),
    "big": ("big", False),
    "square": (HELPERS[0], False),
    "flat": ("follower", True),
    "flat-big": ("big", True),
}
"""The shapes of pieces in low detail: a kind with this shape, and whether it lies."""


def _seat(number: int, dye: Dye) -> str:
    return counter(dye)


def _thrown(number: int, dye: Dye) -> str:
    edge = path("M-8-1.2V2A8 5.8 0 0 0 8 2V-1.2Z", dye.shade, INK, 0.8)
    backing = path("M-8-1.2A8 5.8 0 0 1 8-1.2V2A8 5.8 0 0 1-8 2Z", HALO, HALO, 2.6)
    top = ellipse(0, -1.2, 8, 5.8, dye.cloak, INK, 0.8) + ellipse(0, -1.2, 6.4, 4.5, "none", dye.shade, 0.7)
    return faded(ellipse(2.2, 5, 8.6, 4, SHADE), 0.28) + backing + edge + top + charge(dye, 0, -1.2, 1.1)


def _tally(number: int) -> str:
    """Return path data of at most ten tally marks."""
    strokes = ""
    for first in range(0, min(number, 10), 5):
        west, count = 1.9 * first, min(5, number - first)
        strokes += "".join(f"M{num(west + 1.9 * i)}-2.6V2.6" for i in range(min(count, 4)))
        strokes += f"M{num(west - 1.2)} 2.2L{num(west + 6.9)}-2.2" if count == 5 else ""
    return strokes


def _lap(number: int, dye: Dye) -> str:
    flag, pole, few = "M-9-8H12.6L9-3.2L12.6 1.6H-9Z", "M-9.6 9V-9.4", number < 5
    backing = path(flag, HALO, HALO, 2.4) + path(pole, stroke=HALO, width=4.2) + disc(-9.6, -9.6, 2.4, HALO)
    bars = moved(path(_tally(number), stroke=dye.tint, width=1.4 if few else 1.1), -5.8, -3.2, 1.3 if few else 1.0)
    staff = path(pole, stroke=INK, width=2.1) + path(pole, stroke=WOOD, width=1.1)
    knob = disc(-9.6, -9.6, 1.3, GOLD, INK, 0.5)
    return (
        faded(ellipse(-7.4, 9.2, 4.6, 1.3, SHADE), 0.28)
        + backing
        + path(flag, dye.cloak, INK, 0.8)
        + bars
        + staff
        + knob
    )


class TokenFigure(NamedTuple):
    """The drawing of a token, and its half width and half height including the shadow."""

    draw: Callable[[int, Dye], str]
    half_width: float
    half_height: float


TOKEN_FIGURES: Final[Mapping[str, TokenFigure]] = {
    "wine": TokenFigure(lambda number, dye: wine(), 10, 10),
    "grain": TokenFigure(lambda number, dye: grain(), 10, 10),
    "cloth": TokenFigure(lambda number, dye: cloth(), 10, 10),
    "sheep": TokenFigure(_sheep, 11.5, 11.5),
    "wolf": TokenFigure(_wolf, 11.5, 11.5),
    "mine": TokenFigure(_mine, 10.5, 10.5),
    "mine-back": TokenFigure(_mine_back, 14.4, 16),
    "king": TokenFigure(_king, 12.5, 12.5),
    "robber": TokenFigure(_robber, 12.5, 12.5),
    "count": TokenFigure(_count, 18.2, 19.4),
    "wheel-pig": TokenFigure(_wheel_pig, 19.4, 17.2),
    "seat": TokenFigure(_seat, 10, 10),
    "thrown": TokenFigure(_thrown, 11, 9.5),
    "lap": TokenFigure(_lap, 14, 12.5),
}
TOKEN_SIZES: Final[Mapping[str, float]] = {"count": 1.1}
"""Relative sizes of tokens on the board, unless 1."""
TOKENS: Final = tuple(TOKEN_FIGURES)
"""The tokens by name."""


def token(name: str, number: int = 0, seat: int | None = None) -> str:
    """Return a token that shows a number of sheep, nuggets, tokens or laps."""
    return TOKEN_FIGURES[name].draw(number, dye_of(seat))
