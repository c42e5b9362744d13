"""Pieces as SVG, in the colours of seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from bastide.draw.svg import PREFIX, disc, ellipse, faded, moved, num, path, polygon, polyline, rect

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


def circle_of(x: float, y: float, r: float) -> str:
    """Return path data of a circle."""
    return f"M{num(x - r)} {num(y)}a{num(r)} {num(r)} 0 1 0 {num(2 * r)} 0a{num(r)} {num(r)} 0 1 0 {num(-2 * r)} 0Z"


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


RIM: Final = 3.2
"""Width of the stroke of a rim, half of which shows."""
EDGE: Final = 0.9
"""Width of the line of ink outside a rim."""


class RimPart(NamedTuple):
    """A part of the silhouette of a piece: its outline, or the line of a stick."""

    d: str
    width: float = RIM
    stick: bool = False
    place: tuple[float, float, float] = (0.0, 0.0, 1.0)
    """Where it is moved to, and its scale."""

    def stroke(self, tint: str, more: float = 0.0) -> str:
        """Return the part in one colour, wider by some amount."""
        drawn = path(self.d, "none" if self.stick else tint, tint, self.width + more)
        return drawn if self.place == (0.0, 0.0, 1.0) else moved(drawn, *self.place)


def rim(*parts: RimPart) -> str:
    """Return the cream rim that sets a piece off from dark ground, in a line of ink that does so from light ground."""
    return "".join(part.stroke(INK, 2 * EDGE) for part in parts) + "".join(part.stroke(HALO) for part in parts)


def _cut(d: str, fill: str, width: float = 0.8) -> str:
    """Return a part with its outline."""
    return path(d, fill, INK, width)


def _stick(d: str, width: float = 1.2, fill: str = WOOD) -> str:
    """Return a stick with its outline."""
    return path(d, stroke=INK, width=width + 1) + path(d, stroke=fill, width=width)


def _ground(rx: float, x: float = 2.0) -> str:
    """Return the shadow of a piece, which falls to the south-east."""
    return faded(ellipse(x + 0.6, 0.6, rx * 1.25, 3.2, SHADE), 0.16) + faded(ellipse(x, 0.5, rx, 2.3, SHADE), 0.22)


BODY: Final = (
    "M-7.6-.6C-7.8-5.4-6.2-9.2-4.5-11.9C-6.6-14.4-6-21.4 0-22.4"
    "C6-21.4 6.6-14.4 4.5-11.9C6.2-9.2 7.8-5.4 7.6-.6Q0 1.8-7.6-.6Z"
)
FOLD: Final = "M3-10.8C5.4-7.8 6.6-4.2 6.7-.7Q5.4 0 3.7 .3C4.4-4.2 4.2-7.8 3-10.8Z"
FOLD_BELOW: Final = "M-3-10.8C-5.4-7.8-6.6-4.2-6.7-.7Q-5.4 0-3.7 .3C-4.4-4.2-4.2-7.8-3-10.8Z"


def _face(asleep: bool = False) -> str:
    """Return a face with rosy cheeks."""
    skin = ellipse(0, -16.2, 3.5, 3.6, SKIN, INK, 0.6)
    cheeks = disc(-2.1, -14.8, 0.9, BLUSH) + disc(2.1, -14.8, 0.9, BLUSH)
    if asleep:
        return skin + cheeks + path("M-2.2-16.3q.8.8 1.5 0M.7-16.3q.8.8 1.5 0M-.6-14.2h1.2", stroke=INK, width=0.5)
    eyes = disc(-1.3, -16.2, 0.6, INK) + disc(1.3, -16.2, 0.6, INK)
    return skin + cheeks + eyes + path("M-.7-14.4q.7.6 1.4 0", stroke=INK, width=0.4)


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


HEAD: Final = (0.0, 0.6, 1.08)
"""Where hats sit, and their scale."""


def doll(
    dye: Dye, hat: Hat | None = None, asleep: bool = False, turn: float = 0.0, more: Sequence[RimPart] = ()
) -> str:
    """Return a hooded doll with its charge, which stays upright when the doll is rotated; ``more`` shares its rim."""
    sign = moved(charge(dye, 0, 0), 0, -5.3, 1.5, turn)
    hood = path("M-4-15.4C-4-20.9 4-20.9 4-15.4M-4.1-11.7Q0-9.9 4.1-11.7", stroke=dye.shade, width=0.9)
    fold = path(FOLD_BELOW if asleep else FOLD, dye.shade)
    backing = rim(*more, RimPart(BODY), *([RimPart(hat.outline, 2.8, place=HEAD)] if hat else []))
    worn = moved(hat.worn(), *HEAD) if hat else ""
    return backing + _cut(BODY, dye.cloak) + fold + hood + _face(asleep) + sign + worn


def _kerchief(dye: Dye) -> str:
    """Return a cowboy's neckerchief."""
    return _cut("M-4.9-12.6Q0-10.8 4.9-12.6L3.6-10.4L1.2-10.2L0-9.1L-1.2-10.2L-3.6-10.4Z", dye.shade, 0.5)


# Figures


def _follower(dye: Dye) -> str:
    return _ground(7.6) + doll(dye)


def _stranger(dye: Dye) -> str:
    """Return the fallback figure: a doll on a square block."""
    block = "M-8.6-2.6H8.6V1.8H-8.6Z"
    return _ground(9) + moved(doll(dye, more=[RimPart(block, place=(0.0, 2.6, 1.0))]), 0, -2.6) + _cut(block, WOOD)


def _big(dye: Dye) -> str:
    return _ground(9.4) + moved(doll(dye, CROWN), 0, 0, 1.22)


def _builder(dye: Dye) -> str:
    handle, head = "M7.8-.4L10.6-13.4", "M7.4-19.4L15.2-17.6L14.1-12.2L6.3-14Z"
    hammer = _stick(handle, 1.8) + _cut(head, PEWTER, 0.7) + path("M6.6-15.2L14.4-13.4L14.2-12.4L6.4-14.2Z", STEEL)
    drawn = doll(dye, CAP, more=[RimPart(handle, 5, stick=True), RimPart(head, 2.8)])
    return _ground(8.4) + moved(drawn + hammer, -3, 0)


def _shepherd(dye: Dye) -> str:
    crook = "M9.4 .2V-18.4C9.4-24 15.4-23.6 14.6-19"
    drawn = doll(dye, STRAW_HAT, more=[RimPart(crook, 5, stick=True)])
    return _ground(8.4) + moved(drawn + _stick(crook, 1.7), -3, 0)


def _abbot(dye: Dye) -> str:
    trim = OAK if dye.name in ("saffron", "linen") else GOLD
    mitre = Hat(
        "M-4.5-18.2L-5.2-22.4Q-3-27.4 0-29.2Q3-27.4 5.2-22.4L4.5-18.2Q0-17-4.5-18.2Z",
        dye.cloak,
        "M0-27V-19.2M-2.6-23.4H2.6",
        trim,
    )
    stole = path("M-4.4-11L-6.1-.8M4.4-11L6.1-.8", stroke=trim, width=1.3)
    return _ground(7.6) + doll(dye, mitre) + stole


def _cowboy(dye: Dye) -> str:
    return _ground(7.6) + doll(dye, COWBOY_HAT) + _kerchief(dye)


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
    behind = rim(RimPart(tail, 3.6, stick=True), RimPart(PIG)) + path(tail, stroke=INK, width=0.9)
    return behind + _cut(PIG, dye.cloak) + path(belly, dye.shade) + ear + snout + eye


def _pig(dye: Dye) -> str:
    return _ground(10) + pig_of(dye) + charge(dye, -2.6, -8, 1.3)


def _tent(dye: Dye) -> str:
    front, side = "M-11 0L-5-14.6L1 0Z", "M-5-14.6H6.6L12.4 0H1Z"
    flap = path("M-7.4-.3L-5-10.4L-2.6-.3Z", INK)
    poles = _stick("M-5-14.6V-17M6.6-14.6V-16.6", 0.9)
    hem = path("M1.4-.9H11.6", stroke=dye.shade, width=1)
    cloth = _cut(side, dye.cloak) + hem + _cut(front, dye.shade) + flap + charge(dye, 3.6, -7.2, 1.4)
    backing = rim(RimPart(front + side), RimPart("M-5-14.6V-17M6.6-14.6V-16.6", 4, stick=True))
    return _ground(12, 2.4) + backing + poles + cloth


def chip(x: float, y: float) -> str:
    """Return the back of a mine token centred on a point: a pick and a shovel, crossed."""
    edge = ellipse(x, y + 1.3, 8, 7, OAK, INK, 0.7)
    face = ellipse(x, y, 8, 7, ROCK_DARK, INK, 0.7) + ellipse(x, y, 6.6, 5.7, "none", SCREE, 0.7)
    handles = path("M-3.4 3.2L3-3M3.4 3.2L-2.6-2.6", stroke=GOLD, width=1.1)
    heads = path("M.4-4.4Q4-4.4 4.6-.4", stroke=GOLD, width=1.5) + path("M-4.9-4.2L-1.7-4L-2-1.4L-4.6-1.2Z", GOLD)
    return edge + face + moved(handles + heads, x, y, 1.05)


RIMS: Final = ((INK, RIM + 2 * EDGE), (HALO, RIM))
"""The line outside a rim, and the rim: their colours and widths."""


def pile(number: int) -> str:
    """Return a pile of face-down mine tokens with its foot on the origin."""
    heights = [-7.6 - 2 * i for i in range(max(1, min(number, 4)))]
    edge, halo = (("".join(ellipse(0, y + 0.7, 8, 7.4, tint, tint, width) for y in heights)) for tint, width in RIMS)
    return _ground(9, 2.4) + edge + halo + "".join(chip(0, y) for y in heights)


def _gold(dye: Dye) -> str:
    return pile(1)


def _mage(dye: Dye) -> str:
    staff = "M-9.4 .2V-19"
    beard = "M-3.6-15.1Q-4.6-7.8 0-3.4Q4.6-7.8 3.6-15.1Q1.8-13.8 0-14.4Q-1.8-13.8-3.6-15.1Z"
    stars = path(star_of(0.2, -21, 2.2) + star_of(1, -26.2, 1.3) + star_of(-4, -3, 1.2) + star_of(4, -2.6, 1.2), GOLD)
    globe = disc(-9.4, -20.6, 2.5, "#aee3df", INK, 0.7) + disc(-10.2, -21.4, 0.8, HALO)
    parts = [RimPart(staff, 4.6, stick=True), RimPart(circle_of(-9.4, -20.6, 2.5), 3)]
    drawn = doll(MAGE, POINTED_HAT, more=parts) + _cut(beard, PALE, 0.6) + stars + _stick(staff, 1.4) + globe
    return _ground(8) + moved(drawn, 1.8, 0, 0.92)


CAT: Final = "M-10.8 .4Q-12.2-3.6-10-5.2L-10.6-8.6L-8.8-7.4H-7.4L-5.6-8.6L-6.2-5.2Q-4.6-3.4-5.2 .4Z"
"""The witch's cat."""


def _witch(dye: Dye) -> str:
    handle, twigs = "M7.6 0L10.4-12.6", "M9.6-12.2L11.2-11.8Q15.4-15.8 15-21.4L10.2-22.4Q8-17.4 9.6-12.2Z"
    brim = "M-9.8-18.4Q-4-20.2 0-20.2Q4-20.2 9.8-18.4Q4-16.4 0-17Q-4-16.4-9.8-18.4Z"
    cone = "M-4.6-19C-4.2-23.6-2.8-27.4 1.4-29.8Q4-30.8 7.6-27.8Q4.6-28 3.8-25.6Q4-21.8 4.6-19Q0-17.8-4.6-19Z"
    hair = _stick("M-4.3-16.6Q-5.6-13-4.8-10.2M4.3-16.6Q5.6-13 4.8-10.2", 1.5, PEWTER)
    broom = _stick(handle, 1.4) + _cut(twigs, STRAW, 0.7) + path("M9.6-13.4L12-12.8", stroke=ROCK_DARK, width=1.4)
    parts = [RimPart(handle, 4.6, stick=True), RimPart(twigs, 2.8), RimPart(brim, 2.8), RimPart(cone, 2.8)]
    hat = _cut(brim, PITCH, 0.7) + _cut(cone, PITCH, 0.7) + path("M-4.2-20Q0-18.8 4.2-20", stroke=GOLD, width=1.3)
    cat = path(CAT, HALO, HALO, 2.2) + _cut(CAT, PITCH, 0.6) + disc(-9, -5.9, 0.5, GOLD) + disc(-7.2, -5.9, 0.5, GOLD)
    drawn = doll(WITCH, more=[RimPart(CAT, 2.8), *parts]) + hair + hat + broom + cat
    return _ground(9) + moved(drawn, -0.8, 0, 0.9)


class Figure(NamedTuple):
    """The drawing of a kind of piece, and its half width and height including the shadow."""

    draw: Callable[[Dye], str]
    half: float
    height: float


BELOW: Final = 4.8
"""Greatest extent of a piece below its foot."""
FIGURES: Final[Mapping[str, Figure]] = {
    "follower": Figure(_follower, 12.4, 25.2),
    "big": Figure(_big, 14.6, 36.8),
    "builder": Figure(_builder, 14.8, 26),
    "pig": Figure(_pig, 15.4, 16.8),
    "shepherd": Figure(_shepherd, 15.4, 28.2),
    "abbot": Figure(_abbot, 12.4, 33.6),
    "cowboy": Figure(_cowboy, 12.4, 29.2),
    "tent": Figure(_tent, 18.2, 20.2),
    "mage": Figure(_mage, 12.8, 33.2),
    "witch": Figure(_witch, 15, 29.4),
    "gold": Figure(_gold, 14.4, 17),
}
STRANGER: Final = Figure(_stranger, 14, 27.8)
"""The figure of unknown kinds."""
KINDS: Final = tuple(FIGURES)
"""The kinds of pieces with a figure, by their names in the rules."""
NEUTRAL: Final = ("mage", "witch", "gold")
"""The kinds that never belong to a seat."""
HELPERS: Final = ("builder", "pig", "shepherd", "tent")
"""The kinds that belong to a seat and are not followers."""


def _lies(dye: Dye, hat: Hat, more: str = "", scale: float = 1.0) -> str:
    """Return a lying doll, head to the west."""
    stem = "M1-14Q3.8-12.6 7.4-14.4"
    stalk = path(stem, stroke=INK, width=1.2) + path(stem, stroke=STRAW, width=0.6)
    drawn = moved(doll(dye, hat, asleep=True, turn=82) + stalk + more, 12.4, -6.2, 1, -82)
    return moved(_ground(12, 1.6) + drawn, 0, 0, scale)


def _big_lies(dye: Dye) -> str:
    return _lies(dye, STRAW_HAT, moved(rim(RimPart(CROWN.outline)) + CROWN.worn(), 0, -11.6, 0.6), 1.2)


def _cowboy_lies(dye: Dye) -> str:
    return _lies(dye, COWBOY_HAT, _kerchief(dye))


LYING: Final[Mapping[str, Figure]] = {
    "follower": Figure(partial(_lies, hat=STRAW_HAT), 17.4, 20.2),
    "big": Figure(_big_lies, 20.8, 24.2),
    "cowboy": Figure(_cowboy_lies, 17.4, 21.2),
}
"""The figures of kinds that lie down in fields."""


def figure(kind: str, lying: bool = False) -> Figure:
    """Return the figure of a kind of piece."""
    return LYING[kind] if lying and kind in LYING else FIGURES.get(kind, STRANGER)


def piece(kind: str, seat: int | None, lying: bool = False) -> str:
    """Return a piece with its foot on the origin; ``seat`` is None if it belongs to no seat."""
    return figure(kind, lying).draw(dye_of(seat))
