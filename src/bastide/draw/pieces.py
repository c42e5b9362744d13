"""Pieces as SVG, in the colours of seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from math import cos, pi, sin
from typing import Final, NamedTuple

from bastide.draw.palette import (
    DYES,
    GOLD,
    HALO,
    INK,
    NOBODYS,
    OAK,
    PALE,
    ROCK_DARK,
    SCREE,
    SHADE,
    SKIN,
    STEEL,
    STRAW,
    STRAW_DARK,
    VIOLET,
    WOOD,
    Dye,
)
from bastide.draw.svg import PREFIX, disc, ellipse, faded, moved, path, polygon, polyline, rect

BLUSH: Final = "#e59a80"
PEWTER: Final = "#c9c7bf"
FELT: Final = "#7a4a2b"
MAGE: Final = Dye("mage", VIOLET, "#482573", GOLD, "none")
WITCH: Final = Dye("witch", "#dd7a2c", "#ad5519", GOLD, "none")
PITCH: Final = "#37303f"
"""The witch's hat and cat."""


def star_of(x: float, y: float, r: float) -> str:
    """Return path data of a five-pointed star."""
    rays = [(r * (0.45 if i % 2 else 1), i * pi / 5 - pi / 2) for i in range(10)]
    return polyline([(x + far * cos(angle), y + far * sin(angle)) for far, angle in rays], close=True)


def _charges(tint: str) -> dict[str, str]:
    """Return all charges in one colour, each about 6 by 6."""
    return {
        "disc": disc(0, 0, 3.1, tint),
        "bar": rect(-3.4, -1.3, 6.8, 2.6, tint),
        "chevron": path("M-3 1.8L0-1.6L3 1.8", stroke=tint, width=1.9),
        "diamond": polygon([(0, -4.3), (2.4, 0), (0, 4.3), (-2.4, 0)], tint),
        "cross": path("M0-2.6V2.6M-2.6 0H2.6", stroke=tint, width=1.3)
        + path("M0-2.7h.01M0 2.7h.01M-2.7 0h.01M2.7 0h.01", stroke=tint, width=2.5),
        "ring": disc(0, 0, 2.6, "none", tint, 1.4),
        "stripes": rect(-3.1, -2.9, 1.8, 5.8, tint) + rect(1.3, -2.9, 1.8, 5.8, tint),
        "star": path(star_of(0, 0.2, 3.7), tint),
        "none": "",
    }


def dye_of(seat: int | None) -> Dye:
    """Return the colours of a seat, or, with None, of pieces that belong to no seat."""
    return NOBODYS if seat is None else DYES[seat % len(DYES)]


def charge(dye: Dye, x: float, y: float, scale: float = 1.0) -> str:
    """Return the charge of a seat, centred on a point."""
    shape = _charges(dye.tint)[dye.charge]
    return moved(shape, x, y, scale) if shape else ""


def pattern(seat: int) -> str:
    """Return the fill pattern of features that a seat owns. It repeats four times on a tile."""
    dye, side, step = dye_of(seat), 50, 12.5
    ground = faded(rect(0, 0, side, side, dye.cloak), 0.38)
    cast = replace(dye, tint=dye.shade)
    spots = [(step * (i + 0.5), step * (j + 0.5)) for i in range(4) for j in range(4) if (i + j) % 2 == 0]
    signs = "".join(charge(cast, x + 0.8, y + 0.8, 1.2) + charge(dye, x, y, 1.2) for x, y in spots)
    size = f'patternUnits="userSpaceOnUse" width="{side}" height="{side}"'
    return f'<pattern id="{PREFIX}seat-{seat}" {size}>{ground}{signs}</pattern>'


# Parts


def _halo(d: str, width: float = 2.6, stroke_only: bool = False) -> str:
    """Return the cream halo that sets a piece off from the ground."""
    return path(d, "none" if stroke_only else HALO, HALO, width)


def _cut(d: str, fill: str, width: float = 0.8) -> str:
    """Return a part with its outline."""
    return path(d, fill, INK, width)


def _stick(d: str, width: float = 1.2, fill: str = WOOD) -> str:
    """Return a stick with its outline."""
    return path(d, stroke=INK, width=width + 1) + path(d, stroke=fill, width=width)


def _ground(rx: float, x: float = 2.0) -> str:
    """Return the shadow of a piece, which falls to the south-east."""
    return faded(ellipse(x, 0.5, rx, 2.2, SHADE), 0.28)


BODY: Final = (
    "M-6.5-.5C-6.6-5-5.2-8.6-3.7-11.2C-5.6-13.6-5.2-20 0-21C5.2-20 5.6-13.6 3.7-11.2C5.2-8.6 6.6-5 6.5-.5Q0 1.7-6.5-.5Z"
)
FOLD: Final = "M2.4-10.4C4.6-7.4 5.6-4 5.7-.6Q4.6 0 2.9 .3C3.5-4 3.3-7.4 2.4-10.4Z"
FOLD_BELOW: Final = "M-2.4-10.4C-4.6-7.4-5.6-4-5.7-.6Q-4.6 0-2.9 .3C-3.5-4-3.3-7.4-2.4-10.4Z"


def _face(asleep: bool = False) -> str:
    """Return a face with rosy cheeks."""
    skin = ellipse(0, -15.3, 3.2, 3.3, SKIN, INK, 0.6)
    cheeks = disc(-1.9, -14, 0.8, BLUSH) + disc(1.9, -14, 0.8, BLUSH)
    if asleep:
        return skin + cheeks + path("M-2-15.4q.7.8 1.4 0M.6-15.4q.7.8 1.4 0M-.6-13.4h1.2", stroke=INK, width=0.5)
    eyes = disc(-1.2, -15.3, 0.5, INK) + disc(1.2, -15.3, 0.5, INK)
    return skin + cheeks + eyes + path("M-.7-13.6q.7.6 1.4 0", stroke=INK, width=0.4)


class Hat(NamedTuple):
    """A hat: its outline, and a band or seam."""

    outline: str
    fill: str
    band: str = ""
    tint: str = ""

    def worn(self) -> str:
        """Return the hat without its halo."""
        band = path(self.band, stroke=self.tint, width=1.2) if self.band else ""
        return _cut(self.outline, self.fill, 0.7) + band


STRAW_HAT: Final = Hat(
    "M-8-18.2Q-5-19.6-3.8-19.8Q-3.6-24 0-24.2Q3.6-24 3.8-19.8Q5-19.6 8-18.2Q4-16.8 0-17.6Q-4-16.8-8-18.2Z",
    STRAW,
    "M-3.5-19.5Q0-18.7 3.5-19.5",
    STRAW_DARK,
)
COWBOY_HAT: Final = Hat(
    "M-8.6-21Q-6-19.2-4-19.6Q-4.4-24.8-2-25Q0-23.4 2-25Q4.4-24.8 4-19.6Q6-19.2 8.6-21Q8-17 0-17.4Q-8-17-8.6-21Z",
    FELT,
    "M-3.7-20Q0-19.2 3.7-20",
    STRAW,
)
CROWN: Final = Hat("M-4.4-18.6L-5.4-24.8L-2.5-22.2L0-26L2.5-22.2L5.4-24.8L4.4-18.6Q0-17.4-4.4-18.6Z", GOLD)
CAP: Final = Hat(
    "M-4.8-18C-5-23.4 5-23.4 4.8-18Q6.8-17.8 7.2-16.8Q0-18.2-5.4-17.4Q-5.3-17.9-4.8-18Z",
    GOLD,
    "M0-21.6V-18.4",
    STRAW_DARK,
)
POINTED_HAT: Final = Hat("M-5.4-17.4Q-2.8-23 1-31.4Q2.8-23 5.4-17.4Q0-15.8-5.4-17.4Z", MAGE.cloak)


def doll(dye: Dye, hat: Hat | None = None, asleep: bool = False, turn: float = 0.0) -> str:
    """Return a hooded doll with its charge, which stays upright when the doll is rotated."""
    sign = moved(charge(dye, 0, 0), 0, -5.3, 1.15, turn)
    hood = path("M-3.6-14.6C-3.6-19.6 3.6-19.6 3.6-14.6M-3.4-11Q0-9.4 3.4-11", stroke=dye.shade, width=0.9)
    fold = path(FOLD_BELOW if asleep else FOLD, dye.shade)
    backing = _halo(BODY) + (_halo(hat.outline, 2.4) if hat else "")
    return backing + _cut(BODY, dye.cloak) + fold + hood + _face(asleep) + sign + (hat.worn() if hat else "")


def _kerchief(dye: Dye) -> str:
    """Return a cowboy's neckerchief."""
    return _cut("M-4.1-12Q0-10.4 4.1-12L3-10L1-9.9L0-8.9L-1-9.9L-3-10Z", dye.shade, 0.5)


# Figures


def _follower(dye: Dye) -> str:
    return _ground(7) + doll(dye)


def _stranger(dye: Dye) -> str:
    """Return the fallback figure: a doll on a square block."""
    block = "M-7.6-2.6H7.6V1.8H-7.6Z"
    return _ground(9) + _halo(block) + moved(doll(dye), 0, -2.6) + _cut(block, WOOD)


def _big(dye: Dye) -> str:
    return _ground(9.4) + moved(doll(dye, CROWN), 0, 0, 1.34)


def _builder(dye: Dye) -> str:
    handle, head = "M6.8-.4L9.6-13.4", "M6.4-18.8L13.6-17.2L12.6-12.4L5.4-14Z"
    hammer = _stick(handle, 1.6) + _cut(head, PEWTER, 0.7) + path("M5.7-15.2L12.9-13.6L12.7-12.7L5.5-14.3Z", STEEL)
    backing = _halo(handle, 4.6, stroke_only=True) + _halo(head, 2.8)
    return _ground(8.4) + moved(backing + doll(dye, CAP) + hammer, -2, 0)


def _shepherd(dye: Dye) -> str:
    crook = "M8.4 .2V-18C8.4-23.2 14-22.8 13.2-18.6"
    drawn = _halo(crook, 4.6, stroke_only=True) + doll(dye, STRAW_HAT) + _stick(crook, 1.4)
    return _ground(8.4) + moved(drawn, -2, 0)


def _abbot(dye: Dye) -> str:
    trim = OAK if dye.name in ("saffron", "linen") else GOLD
    mitre = Hat(
        "M-4.5-18.2L-5.2-22.4Q-3-27.4 0-29.2Q3-27.4 5.2-22.4L4.5-18.2Q0-17-4.5-18.2Z",
        dye.cloak,
        "M0-27V-19.2M-2.6-23.4H2.6",
        trim,
    )
    stole = path("M-3.7-10.4L-5.2-.7M3.7-10.4L5.2-.7", stroke=trim, width=1.2)
    return _ground(7) + doll(dye, mitre) + stole


def _cowboy(dye: Dye) -> str:
    return _ground(7) + doll(dye, COWBOY_HAT) + _kerchief(dye)


PIG: Final = (
    "M-9.4-6.6C-10-12-3.8-13.6 1-13C4-15 6.4-14 6.6-12.2C9.4-11.8 10.4-10 11.2-9.2H12.6V-4.8H11C10-3.8 9-3.2 7.8-2.8"
    "L7.4 .2H3.8L3.2-2H-3.6L-4 .2H-7.6L-7.8-3C-8.8-4-9.2-5.4-9.4-6.6Z"
)


def pig_of(dye: Dye) -> str:
    """Return a pig that faces east."""
    belly = "M-9-5.4C-4-3.2 4-3.2 9-4Q8.2-3 7.6-2.6L7.2-.2H4.1L3.4-2.4H-3.8L-4.3-.2H-7.3L-7.5-3.2Q-8.7-4.2-9-5.4Z"
    tail = "M-9.4-8.8q-3.2-.6-2.6 1.8q1.6 1 1.6-1.2"
    ear = path("M3.2-12.8Q7-12 5.9-8.4Q2.8-9.4 3.2-12.8Z", dye.shade, INK, 0.6)
    snout = path("M11-9.1H12.5V-4.9H11Q10.2-7 11-9.1Z", BLUSH, INK, 0.6)
    eye = disc(8.6, -9, 0.7, dye.tint if dye.charge != "none" else INK)
    behind = _halo(tail, 3.4, stroke_only=True) + path(tail, stroke=INK, width=0.9)
    return behind + _halo(PIG) + _cut(PIG, dye.cloak) + path(belly, dye.shade) + ear + snout + eye


def _pig(dye: Dye) -> str:
    return _ground(10) + pig_of(dye) + charge(dye, -2.8, -8.2, 1.05)


def _tent(dye: Dye) -> str:
    front, side = "M-11 0L-5-14.6L1 0Z", "M-5-14.6H6.6L12.4 0H1Z"
    flap = path("M-7.4-.3L-5-10.4L-2.6-.3Z", INK)
    poles = _stick("M-5-14.6V-17M6.6-14.6V-16.6", 0.9)
    hem = path("M1.4-.9H11.6", stroke=dye.shade, width=1)
    cloth = _cut(side, dye.cloak) + hem + _cut(front, dye.shade) + flap + charge(dye, 3.6, -7.2, 1.25)
    return _ground(12, 2.4) + _halo(front + side) + _halo("M-5-14.6V-17M6.6-14.6V-16.6", 3.6, True) + poles + cloth


def chip(x: float, y: float) -> str:
    """Return the back of a mine token centred on a point: a pick and a shovel, crossed."""
    edge = ellipse(x, y + 1.3, 8, 7, OAK, INK, 0.7)
    face = ellipse(x, y, 8, 7, ROCK_DARK, INK, 0.7) + ellipse(x, y, 6.6, 5.7, "none", SCREE, 0.7)
    handles = path("M-3.4 3.2L3-3M3.4 3.2L-2.6-2.6", stroke=GOLD, width=1.1)
    heads = path("M.4-4.4Q4-4.4 4.6-.4", stroke=GOLD, width=1.5) + path("M-4.9-4.2L-1.7-4L-2-1.4L-4.6-1.2Z", GOLD)
    return edge + face + moved(handles + heads, x, y, 1.05)


def pile(number: int) -> str:
    """Return a pile of face-down mine tokens with its foot on the origin."""
    heights = [-7.6 - 2 * i for i in range(max(1, min(number, 4)))]
    backing = "".join(ellipse(0, y + 0.7, 8, 7.4, HALO, HALO, 2.6) for y in heights)
    return _ground(9, 2.4) + backing + "".join(chip(0, y) for y in heights)


def _gold(dye: Dye) -> str:
    return pile(1)


def _mage(dye: Dye) -> str:
    staff = "M-8.4 .2V-19"
    beard = "M-3.3-14.2Q-4.2-7.4 0-3.4Q4.2-7.4 3.3-14.2Q1.6-13 0-13.6Q-1.6-13-3.3-14.2Z"
    stars = path(star_of(0.2, -21, 2.2) + star_of(1, -26.2, 1.3) + star_of(-4, -3, 1.2) + star_of(4, -2.6, 1.2), GOLD)
    globe = disc(-8.4, -20.6, 2.5, "#aee3df", INK, 0.7) + disc(-9.2, -21.4, 0.8, HALO)
    backing = _halo(staff, 4.4, stroke_only=True) + disc(-8.4, -20.6, 3.6, HALO)
    drawn = backing + doll(MAGE, POINTED_HAT) + _cut(beard, PALE, 0.6) + stars + _stick(staff, 1.4) + globe
    return _ground(8) + moved(drawn, 1.4, 0, 0.92)


def _cat() -> str:
    """Return the witch's cat."""
    shape = "M-9.6 .4Q-11-3.6-8.8-5.2L-9.4-8.6L-7.6-7.4H-6.2L-4.4-8.6L-5-5.2Q-3.4-3.4-4 .4Z"
    return _halo(shape, 2.2) + _cut(shape, PITCH, 0.6) + disc(-7.8, -5.9, 0.5, GOLD) + disc(-6, -5.9, 0.5, GOLD)


def _witch(dye: Dye) -> str:
    handle, twigs = "M6.6 0L9.4-12.6", "M8.6-12.2L10.2-11.8Q14.4-15.8 14-21.4L9.2-22.4Q7-17.4 8.6-12.2Z"
    brim = "M-9.4-17.8Q-4-19.6 0-19.6Q4-19.6 9.4-17.8Q4-16 0-16.6Q-4-16-9.4-17.8Z"
    cone = "M-4.4-18.4C-4-23-2.6-26.8 1.4-29.2Q4-30.2 7.4-27.2Q4.4-27.4 3.6-25Q3.8-21.2 4.4-18.4Q0-17.2-4.4-18.4Z"
    hair = _stick("M-3.7-16Q-5-12.4-4.2-9.6M3.7-16Q5-12.4 4.2-9.6", 1.5, PEWTER)
    broom = _stick(handle, 1.4) + _cut(twigs, STRAW, 0.7) + path("M8.6-13.4L11-12.8", stroke=ROCK_DARK, width=1.4)
    backing = _halo(handle, 4.4, stroke_only=True) + _halo(twigs) + _halo(brim, 2.2) + _halo(cone, 2.2)
    hat = _cut(brim, PITCH, 0.7) + _cut(cone, PITCH, 0.7) + path("M-4-19.4Q0-18.2 4-19.4", stroke=GOLD, width=1.3)
    drawn = backing + doll(WITCH) + hair + hat + broom + moved(_cat(), -1.4, 0.6)
    return _ground(9) + moved(drawn, -0.6, 0, 0.92)


class Figure(NamedTuple):
    """The drawing of a kind of piece, and its half width and height including the shadow."""

    draw: Callable[[Dye], str]
    half: float
    height: float


BELOW: Final = 4.0
"""Greatest extent of a piece below its foot."""
FIGURES: Final[Mapping[str, Figure]] = {
    "follower": Figure(_follower, 9.2, 23),
    "big": Figure(_big, 12, 37),
    "builder": Figure(_builder, 13.5, 24),
    "pig": Figure(_pig, 14.5, 16),
    "shepherd": Figure(_shepherd, 14, 26),
    "abbot": Figure(_abbot, 9.2, 31),
    "cowboy": Figure(_cowboy, 10.2, 27),
    "tent": Figure(_tent, 14.8, 19.5),
    "mage": Figure(_mage, 10.5, 30.5),
    "witch": Figure(_witch, 14, 29),
    "gold": Figure(_gold, 11.8, 16),
}
STRANGER: Final = Figure(_stranger, 11.5, 25.5)
"""The figure of unknown kinds."""
KINDS: Final = tuple(FIGURES)
"""The kinds of pieces with a figure, by their names in the rules."""
NEUTRAL: Final = ("mage", "witch", "gold")
"""The kinds that never belong to a seat."""
HELPERS: Final = ("builder", "pig", "shepherd", "tent")
"""The kinds that belong to a seat and are not followers."""


def _lies(dye: Dye, hat: Hat, more: str = "", scale: float = 1.0) -> str:
    """Return a lying doll, head to the west."""
    stem = "M.9-13.2Q3.6-11.8 7-13.6"
    stalk = path(stem, stroke=INK, width=1.2) + path(stem, stroke=STRAW, width=0.6)
    drawn = moved(doll(dye, hat, asleep=True, turn=82) + stalk + more, 11.6, -5.6, 1, -82)
    return moved(_ground(12, 1.6) + drawn, 0, 0, scale)


def _big_lies(dye: Dye) -> str:
    return _lies(dye, STRAW_HAT, moved(_halo(CROWN.outline) + CROWN.worn(), 0, -11, 0.56), 1.3)


def _cowboy_lies(dye: Dye) -> str:
    return _lies(dye, COWBOY_HAT, _kerchief(dye))


LYING: Final[Mapping[str, Figure]] = {
    "follower": Figure(partial(_lies, hat=STRAW_HAT), 14, 18),
    "big": Figure(_big_lies, 19.2, 23),
    "cowboy": Figure(_cowboy_lies, 15, 19),
}
"""The figures of kinds that lie down in fields."""


def figure(kind: str, lying: bool = False) -> Figure:
    """Return the figure of a kind of piece."""
    return LYING[kind] if lying and kind in LYING else FIGURES.get(kind, STRANGER)


def piece(kind: str, seat: int | None, lying: bool = False) -> str:
    """Return a piece with its foot on the origin; ``seat`` is None if it belongs to no seat."""
    return figure(kind, lying).draw(dye_of(seat))
