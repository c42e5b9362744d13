"""Marks that matter to the rules, centred on the origin. Each has its own silhouette and hue."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import cos, pi, sin
from typing import Final

from bastide.draw.palette import (
    BADGE,
    BADGE_DARK,
    BASALT,
    BASALT_DARK,
    BASALT_LIT,
    CORN,
    CORN_DARK,
    CORN_LIT,
    CREAM,
    DOWN,
    DOWN_DARK,
    DOWN_EDGE,
    DOWN_LIT,
    EARTH,
    EARTH_DARK,
    FIRE,
    FLOWERS,
    GOLD,
    HALO,
    INK,
    LEAF,
    LEAF_DARK,
    LEAF_LIT,
    LILAC,
    MUD,
    OAK,
    PALE,
    PIG,
    ROCK_DARK,
    SHADE,
    SIGNAL,
    SLATE,
    SMOKE,
    STEEL,
    STONE_LIT,
    STONE_MID,
    TEAL,
    TEAL_DARK,
    TRUNK,
    VIOLET,
    WATER,
    WINE,
    WOVEN,
    WOVEN_LIT,
)
from bastide.draw.svg import Point, disc, ellipse, faded, fine, moved, path, polygon, polyline, rect, shadow, xy


def pennant() -> str:
    """Return a pennant: a golden sun on a swallow-tailed teal banner, hung from a rod."""
    cloth = "M-5.8-8H5.8V8.6L0 4.8L-5.8 8.6Z"
    cast = faded(moved(path(cloth, SHADE), 1.6, 1.4), 0.25)
    rod = path("M-6.4-8H6.4", stroke=HALO, width=2.6) + path("M-6.4-8H6.4", stroke=INK, width=1.4)
    return (
        cast
        + path(cloth, TEAL, HALO, 2.4)
        + path(cloth, TEAL, INK, 0.5)
        + faded(path("M1.4-8H5.6V8.2L1.4 5.4Z", TEAL_DARK), 0.55)
        + path(_rays(8, 2.1, 4.2, (0, -1.8)), stroke=GOLD, width=1.2)
        + disc(0, -1.8, 2.5, GOLD)
        + rod
    )


def _rays(count: int, inner: float, outer: float, at: Point = (0.0, 0.0)) -> str:
    """Return path data of rays around a point."""
    directions = [(cos(2 * pi * i / count), sin(2 * pi * i / count)) for i in range(count)]
    return "".join(
        polyline([(at[0] + inner * x, at[1] + inner * y), (at[0] + outer * x, at[1] + outer * y)])
        for x, y in directions
    )


def _roundel(ring: str, r: float = 8.6) -> str:
    """Return a cream disc with a coloured ring, for goods."""
    cast = faded(disc(1, 1.2, r, SHADE), 0.25)
    return cast + disc(0, 0, r, PALE, INK, 0.7) + disc(0, 0, r - 1.1, "none", ring, 1.5)


def wine() -> str:
    """Return the goods mark for wine: a bunch of grapes under a leaf."""
    grapes: tuple[Point, ...] = ((-3.4, -1.4), (0, -1.8), (3.4, -1.4), (-1.8, 1.6), (1.8, 1.6), (0, 4.4))
    leaf = path("M-.6-3.2C-.4-6.6 3.6-7.2 5-5.4C4.4-3 1.4-2.2-.6-3.2Z", LEAF, LEAF_DARK, 0.5)
    bunch = "".join(disc(x, y, 2.1, WINE) for x, y in grapes) + fine(
        "".join(disc(x - 0.6, y - 0.6, 0.6, PIG) for x, y in grapes)
    )
    return _roundel(WINE) + path("M0-2V-6.4", stroke=TRUNK, width=1.2) + bunch + leaf


def grain() -> str:
    """Return the goods mark for grain: a sheaf, tied in its middle."""
    sheaf = "M-1.6 1.4C-4.2-.6-7-3-5.8-5.2C-4.8-6.2-3.6-5.4-3-4.6C-3.4-7-1.4-7.4 0-7.4C1.4-7.4 3.4-7 3-4.6"
    sheaf += "C3.6-5.4 4.8-6.2 5.8-5.2C7-3 4.2-.6 1.6 1.4L4.2 6.2Q0 7.6-4.2 6.2Z"
    return (
        _roundel(CORN_DARK)
        + path(sheaf, GOLD, OAK, 1)
        + path("M0-1.4V-6M-2-2L-4-4M2-2L4-4", stroke=CORN_DARK, width=1)
        + path("M-1.8 1.4H1.8", stroke=OAK, width=2)
    )


def cloth() -> str:
    """Return the goods mark for cloth: a bolt, partly unrolled."""
    return (
        _roundel(WOVEN)
        + path("M-4 1.4C0 .4 1 3.4 6 1.6L5.2 5.4C1.6 6.8-.6 3.8-5 5Z", WOVEN_LIT, INK, 0.6)
        + path("M-4.9 4.9C-.6 3.8 1.6 6.8 5.2 5.3", stroke=GOLD, width=1.2)
        + path("M-3.4-5.6H4.2A1.8 3.6 0 0 1 4.2 1.6H-3.4Z", WOVEN, INK, 0.6)
        + ellipse(-3.4, -2, 2.2, 3.6, WOVEN_LIT, INK, 0.6)
        + ellipse(-3.4, -2, 0.8, 1.4, INK)
    )


def garden() -> str:
    """Return a garden: four beds around a fountain, in a clipped hedge. It is the only square mark."""
    beds = zip(((-1, -1), (1, -1), (1, 1), (-1, 1)), (FLOWERS[2], FLOWERS[1], FLOWERS[2], LILAC), strict=True)
    plots = "".join(rect(x * 4.5 - 2.9, y * 4.5 - 2.9, 5.8, 5.8, tint) for (x, y), tint in beds)
    blossoms = "".join(
        disc(x * 4.5 + dx, y * 4.5 + dy, 0.8, HALO)
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        for dx, dy in ((-1.3, 1.2), (1.3, -1))
    )
    balls = "".join(
        disc(x, y, 2, LEAF, LEAF_DARK, 0.5) + disc(x - 0.6, y - 0.6, 0.8, LEAF_LIT)
        for x, y in ((-9.6, -9.8), (9.6, -9.8), (-9.6, 8.8), (9.6, 8.8))
    )
    return (
        faded(path("M-7 11.8H12.2V-7.4", stroke=SHADE, width=3), 0.2)
        + path("M-9.6-9.6H9.6V9.6H-9.6Z", LEAF_DARK, LEAF_DARK, 2.8)
        + path("M-9.6-9.8H9.6V8.8H-9.6Z", LEAF, LEAF, 1.2)
        + rect(-8, -8, 16, 16, CREAM, LEAF_DARK, 0.9)
        + plots
        + fine(blossoms + balls)
        + disc(0, 0, 2.9, STONE_LIT, INK, 0.6)
        + disc(0, 0, 1.8, WATER)
    )


def hill() -> str:
    """Return a hill: two domes with a dark foot, lit from the west, with a cairn on the higher one."""
    return shadow(1, 8.4, 16.4, 3.2, 0.28) + moved(_dome(), 6.4, 6.6, 0.82) + moved(_dome(), -3.6, 9) + _cairn()


def _dome() -> str:
    """Return a hill 26 wide and 16 high."""
    shape = "M-13 0C-10.4-20.4 10.4-20.4 13 0Q0 4.4-13 0Z"
    foot = "M-13 0C-12.6-3-12-5.4-11-7.4Q-8-1-1-.6T11-5.2C12-3.4 12.7-1.8 13 0Q0 4.4-13 0Z"
    lit = "M-9.4-7C-7-13-3.6-15 0-15C2-15 3.6-14.4 5-13.4C-1-13-2-6.6-3-3.4C-6.4-3.8-8.4-5.2-9.4-7Z"
    dark = "M5.4-13.4C9.6-10.6 12.2-5.4 13 0Q9 1.6 4.6 2C8-3.4 7.8-9 5.4-13.4Z"
    return (
        path(shape, DOWN, DOWN_EDGE, 1.6)
        + path(lit, DOWN_LIT)
        + path(foot, DOWN_DARK)
        + path(dark, DOWN_DARK)
        + fine(path("M-6-8.4Q-5.4-10.6-4-12M-2-6.4Q-1.6-9.4 0-11.4M2-4.6Q2.6-7.6 3.4-10", stroke=DOWN_EDGE, width=0.8))
    )


def _cairn() -> str:
    stones = ((0.0, 0.4, 4.0, 2.0), (0.3, -2.4, 2.9, 1.8), (0.0, -5.0, 1.9, 1.6))
    return moved("".join(ellipse(x, y, rx, ry, STONE_LIT, INK, 0.7) for x, y, rx, ry in stones), -3.8, -6.2)


def vineyard() -> str:
    """Return a vineyard: a slanted patch of bare earth with rows of vines."""
    patch = "M-15 10.6L-12.6-10.6H15L12.6 10.6Z"
    rows = "".join(_vines(-11.2 - i * 0.5, -7.4 + i * 4.9) for i in range(4))
    return faded(path(patch, EARTH, CREAM, 2.2), 0.7) + path(patch, EARTH, EARTH_DARK, 0.9) + rows


def _vines(x: float, y: float) -> str:
    """Return one row of vines, from its west end."""
    leaves = path(f"M{xy((x, y))}h23", stroke=LEAF_DARK, width=3.6, more='stroke-dasharray=".1 3.1"')
    lit = path(f"M{xy((x - 0.3, y - 0.5))}h23", stroke=LEAF_LIT, width=2, more='stroke-dasharray=".1 3.1"')
    return leaves + lit + "".join(disc(x + 2 + 6.2 * i, y + 1.2, 1.4, WINE) for i in range(4))


def icon(pips: int) -> str:
    """Return the mark of the Wheel of Fortune: one to three pips on the hub of a golden wheel."""
    places: tuple[Point, ...] = (((0, 0),), ((-2.7, 0), (2.7, 0)), ((0, -2.7), (-2.8, 2), (2.8, 2)))[pips - 1]
    return (
        faded(disc(1, 1.2, 8.4, SHADE), 0.25)
        + path(_rays(8, 6, 8.1), stroke=INK, width=3)
        + path(_rays(8, 6, 8.1), stroke=GOLD, width=1.8)
        + disc(0, 0, 7.2, GOLD, INK, 0.7)
        + disc(0, 0, 6.1, PALE)
        + "".join(disc(x, y, 3 if pips == 1 else 2.3, INK) for x, y in places)
    )


def _crop() -> str:
    """Return a disc of ripe corn with flattened rings, and a clearing in its middle."""
    return (
        faded(ellipse(1, 1.4, 15, 14.6, SHADE), 0.2)
        + disc(0, 0, 14.4, CORN, CORN_DARK, 1)
        + path(_rays(28, 13, 14.9), stroke=CORN_DARK, width=0.9)
        + disc(0, 0, 12, "none", CORN_LIT, 1.8)
        + path(_rays(20, 11.2, 12.8), stroke=CORN_DARK, width=0.5)
        + disc(0, 0, 10, PALE, CORN_DARK, 0.9)
    )


def knights_circle() -> str:
    """Return the crop circle of the knights, with a shield."""
    shield = path("M-6-6.6H6V-.4C6 4.2 3 6.6 0 8.2C-3 6.6-6 4.2-6-.4Z", SIGNAL, INK, 0.8)
    return _crop() + shield + path("M0-6V7.4M-5.4-1H5.4", stroke=PALE, width=1.9)


def thieves_circle() -> str:
    """Return the crop circle of the thieves, with a club."""
    club = "M-6.2 4.6L1.6-5.4C3.2-7.6 7.6-4.6 6-1.8C5.2-.4 3.8.2 2.6 1L-4.4 6.4C-5.8 7.2-7.2 6-6.2 4.6Z"
    knobs = "M3.4-4.4L3.6-4.2M4-1.6L4.2-1.4M1.4-2L1.6-1.8"
    return _crop() + moved(path(club, OAK, INK, 0.8) + path(knobs, stroke=CORN, width=1.2), 0, 0, 1.12)


def farmers_circle() -> str:
    """Return the crop circle of the farmers, with a pitchfork."""
    fork = path("M-4.8-7V-2.4Q-4.8.6 0 .6T4.8-2.4V-7M0-7.6V.6", stroke=STEEL, width=2.2)
    return _crop() + path("M0 .6V8", stroke=OAK, width=2.4) + fork


def magic() -> str:
    """Return the mark of the mage and the witch: a violet eight-pointed star with a moon."""
    reach = (9.8, 6, 8.4, 6)
    star = [(reach[i % 4] * sin(pi * i / 8), -reach[i % 4] * cos(pi * i / 8)) for i in range(16)]
    moon = path("M2-4.8A5 5 0 1 0 4.8 2.2A4.1 4.1 0 1 1 2-4.8Z", GOLD, INK, 0.3)
    return polygon(star, HALO, HALO, 2.2) + polygon(star, VIOLET, INK, 0.4) + moon


def fair() -> str:
    """Return the fair: a striped tent with a catapult beside it."""
    tent = "M-3.6-8.4C-4.6-5.4-8-3.4-10.8-2.4L-9.6 8H2.4L3.6-2.4C.8-3.4-2.6-5.4-3.6-8.4Z"
    stripes = "M-3.6-8.4C-4.4-5.4-5-4-6-2V8H-1.2V-2C-2.2-4-2.8-5.4-3.6-8.4Z"
    engine = "M1.6 5.8H10.6M3.4 5.4L6.4-.6L8.6 5.4M2.4 2.4L9.8-6.4"
    return (
        faded(ellipse(1.4, 8.6, 11.4, 2, SHADE), 0.2)
        + path(f"{tent}{engine}M-3.6-8V-11", HALO, HALO, 3)
        + path(tent, SIGNAL, INK, 0.6)
        + path(stripes, PALE, INK, 0.5)
        + path("M-10.8-2.4Q-3.6.4 3.6-2.4", stroke=INK, width=0.7)
        + path("M-3.6-8.4V-11.4", stroke=INK, width=0.8)
        + path("M-3.4-11.6L.6-10.4L-3.4-9Z", GOLD, INK, 0.4)
        + path(engine, stroke=HALO, width=3)
        + path(engine, stroke=OAK, width=1.6)
        + "".join(disc(x, 7.2, 2, MUD, INK, 0.7) for x in (3.4, 9))
        + disc(9.8, -6.6, 1.9, SLATE, INK, 0.6)
    )


def volcano() -> str:
    """Return a volcano: a dark cone with lava and smoke, its foot on the origin."""
    puffs = ((9.4, -32.6, 2.6), (5, -30, 3.4), (0.8, -26.4, 3.8))
    cone = "M-18 0C-11-3-8.4-12-6.4-20.6H6.4C8.4-12 11-3 18 0Q0 4-18 0Z"
    lava = "M-5-20.4C-4.6-15-6.4-13-5.4-9.6C-4.8-7.6-3-8-3-10.4C-2.8-12.4-.6-12-.6-9.4C-.6-6-1.4-3-.2-1.6"
    lava += "C1.4-.2 2.8-2 2.4-5C2-8.4 3.4-9.6 3.2-13C3-16 4.4-17 5-20.4Z"
    return (
        shadow(1, 0, 16.4, 3.4, 0.25)
        + "".join(disc(x, y, r, SMOKE, ROCK_DARK, 0.6) for x, y, r in puffs)
        + path(cone, BASALT, INK, 0.9)
        + path("M6.4-20.6C8.4-12 11-3 18 0Q13 1.2 8 1.6C7-6 6-13 3.6-20.4Z", BASALT_DARK)
        + path("M-8.4-11C-9.6-7-11-4.4-13-2.4M-10.2-.2Q-8.6-2.6-8-5", stroke=BASALT_LIT, width=1)
        + path(lava, SIGNAL, INK, 0.4)
        + path("M-3-19.4C-2.6-16-1-14-.6-11.4M1.6-18C1.4-14 1.6-8 .8-4", stroke=GOLD, width=1.1)
        + ellipse(0, -20.6, 6.4, 2, FIRE, INK, 0.8)
        + ellipse(0, -20.4, 3.8, 1, GOLD)
    )


def sheep() -> str:
    """Return a white sheep with a dark face."""
    wool = "M-4.6 2.4C-6.6 1.8-6.4-.8-5-1.4C-5-3.6-2.6-4.4-1.4-3.4C-.4-4.8 2-4.4 2.4-3"
    wool += "C4.4-2.6 4.4 0 3.4.8C3.4 2.6 1.6 3 .6 2.4C-.6 3.6-2 3.4-2.6 2.6C-3.4 3.2-4.2 3-4.6 2.4Z"
    return moved(
        faded(ellipse(0.6, 4.8, 5.6, 1.2, SHADE), 0.25)
        + path("M-3.4 2.4V4.8M-1.6 2.4V4.8M.6 2.4V4.8M2.2 2.2V4.8", stroke=INK, width=1.2)
        + path(wool, HALO, INK, 0.9)
        + path("M2.6-3.4Q6.4-3.4 6.2-.6Q5.8 1 4.4.8Q2.6.4 2.6-3.4Z", INK)
        + path("M2.8-3L1.6-4.2", stroke=INK, width=1.2)
        + fine(path("M-3.6-.6Q-2.8.4-2-.4M-.6.8Q.2 1.6 1 .8", stroke=STONE_MID, width=0.6)),
        0,
        0,
        1.3,
    )


def _badge() -> str:
    """Return the dark disc behind the symbol of an arrow."""
    return faded(disc(1, 1.2, 8.6, SHADE), 0.25) + disc(0, 0, 8.2, BADGE, HALO, 1.3) + disc(0, 0, 8.8, "none", INK, 0.4)


def _doll(x: float, foot: float, tint: str, scale: float = 1.0) -> str:
    """Return a small follower, 5 wide and 9 high."""
    cloak = path("M-2.5 0C-2.3-3.2-1-3.6-.8-5.2H.8C1-3.6 2.3-3.2 2.5 0Z", tint)
    return moved(cloak + disc(0, -6.8, 2.1, tint), x, foot, scale)


def again_arrow() -> str:
    """Return the symbol for another turn: a circular arrow."""
    return _badge() + path("M4.6.4A4.6 4.6 0 1 1 0-4.2", stroke=HALO, width=2.2) + path("M-.4-7.6V-.8L5.4-4.2Z", HALO)


def pair_arrow() -> str:
    """Return the symbol for a second follower: two figures side by side."""
    return _badge() + _doll(-3, 4.6, GOLD, 1.1) + _doll(3, 4.6, HALO, 1.1)


def remote_arrow() -> str:
    """Return the symbol for a follower on another tile: a figure that jumps."""
    leap = path("M-6 .8C-4.4 5.4-.4 6.2 2.2 4.4", stroke=GOLD, width=2) + path("M.4 1.2L6.6 1.4L3.8 6.8Z", GOLD)
    return _badge() + _doll(0, 1.4, HALO, 0.95) + leap


def pointer() -> str:
    """Return an arrowhead that points north, with its tail on the origin."""
    head = "M0-11.6L7.6 0L0-2.8L-7.6 0Z"
    return path(head, BADGE, HALO, 2.4) + path(head, BADGE, BADGE_DARK, 0.6)


SYMBOLS: Final[Mapping[str, Callable[[], str]]] = {
    "pennant": pennant,
    "wine": wine,
    "grain": grain,
    "cloth": cloth,
    "garden": garden,
    "hill": hill,
    "vineyard": vineyard,
    **{f"icon-{pips}": partial(icon, pips) for pips in (1, 2, 3)},
    "circle-1": knights_circle,
    "circle-2": thieves_circle,
    "circle-3": farmers_circle,
    "magic": magic,
    "fair": fair,
    "volcano": volcano,
    "sheep": sheep,
    "arrow-again": again_arrow,
    "arrow-pair": pair_arrow,
    "arrow-remote": remote_arrow,
    "pointer": pointer,
}
