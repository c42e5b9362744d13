"""Symbols of the Gold Rush: railroads, towns, camps and prairie plants."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from bastide.draw.palette import (
    BRICK,
    CHESTNUT,
    CHESTNUT_DARK,
    EMBER,
    FLOWERS,
    GOLD,
    HALO,
    HIDE,
    HIDE_DARK,
    HOLLOW,
    INK,
    IRON,
    IRON_DARK,
    MANE,
    OAK,
    PALE,
    PLASTER,
    PLASTER_DARK,
    RIM,
    ROCK,
    ROCK_DARK,
    ROCK_LIT,
    RUST,
    SAGE,
    SAGE_DARK,
    SAGE_LIT,
    SHADE,
    SNOW,
    STEEL,
    STONE_LIT,
    TIE,
    WOOD,
)
from bastide.draw.svg import Point, disc, ellipse, faded, fine, moved, path, polygon, polyline, rect, shadow, use

Spots = tuple[Point, ...]

BLADE: Final = "#b39a4e"
GOLD_DARK: Final = "#c98a1f"
GLINT: Final = "#fff0b8"
LAMP: Final = "#f9dd8a"
TIMBER: Final = "#a8743f"


def boulder(wide: bool) -> str:
    """Return a boulder, wide or tall, centred on the origin."""
    if wide:
        return (
            path("M-2.4 .6C-2.4-1-1.2-1.7 .3-1.6C1.8-1.6 2.5-.5 2.4 .6C2.2 1.6-2.1 1.7-2.4 .6Z", ROCK, INK, 0.4)
            + path("M-1.8 .1C-1.6-.9-.8-1.2 .3-1.1C.6-.6-.6 .3-1.8 .1Z", ROCK_LIT)
            + path("M2 .2C2 1-.2 1.3-1.6 1.1C.4 .9 1.2 .6 2 .2Z", ROCK_DARK)
        )
    return (
        path("M-1.9 .8C-2.1-.6-1.5-2-.1-2.1C1.5-2.1 2-.6 1.9 .8C1.8 1.9-1.7 1.9-1.9 .8Z", ROCK, INK, 0.4)
        + path("M-1.4 0C-1.4-1.2-.8-1.7 .1-1.6C.5-.9-.3 .1-1.4 0Z", ROCK_LIT)
        + path("M1.5 .2C1.6 1.3 .2 1.6-1 1.4C.4 1.1 1 .8 1.5 .2Z", ROCK_DARK)
    )


NUGGET: Final = "M-3.2 1.4L-2.4-1.6L.6-2.8L3.1-.8L2.7 1.9L-.6 2.7Z"


def lump(scale: float) -> str:
    """Return a nugget, centred on the origin, whose outline has the same width at any scale."""
    return (
        path(NUGGET, GOLD)
        + path("M2.7 1.9L-.6 2.7L.2 .9L3.1-.8Z", GOLD_DARK)
        + fine(path("M-2-1.2L.5-2.1L1-.6L-1.6 .2Z", GLINT))
        + path(NUGGET, stroke=INK, width=0.8 / scale)
    )


HEAPS: Final[Mapping[int, tuple[float, Spots]]] = {
    1: (1.75, ((0, 0),)),
    2: (1.3, ((-3.9, -2.2), (3.8, 2.4))),
    3: (1.2, ((0, -4.7), (-4.1, 2.4), (4.1, 2.4))),
}
"""Scale and positions of nuggets, by their number."""


def nuggets(number: int) -> str:
    """Return a cream roundel with a number of nuggets."""
    scale, spots = HEAPS[number]
    return (
        faded(disc(0.8, 1, 9, SHADE), 0.26)
        + disc(0, 0, 8.6, PALE, INK, 0.8)
        + "".join(moved(lump(scale), x, y, scale) for x, y in spots)
    )


def tipi(door: bool) -> str:
    """Return a tipi with painted zigzags and a fan of poles."""
    return (
        path("M-1.9-15.6L1.2-11.4M2.2-15.8L-1-11.4M.3-16.2V-12", stroke=TIE, width=0.9)
        + path("M-6.4 0L-.4-13.2H.7L6.4 0Q0 1-6.4 0Z", HIDE)
        + path("M1.6 .5L.2-13.2H.7L6.4 0Q4 .4 1.6 .5Z", HIDE_DARK)
        + fine(path("M-4.9-3.2L-3.6-5.2L-2.6-3.2L-1.5-5.2L-.4-3.2L.7-5.2L1.8-3.2L2.9-5.2L4-3.2L4.9-3.6", stroke=RUST))
        + path("M-2.4-8.4L0-7.6L2.6-8.4L1-12.8H-.6Z", RUST)
        + (path("M-2.4 .5L-.2-6L2 .5Z", OAK) if door else "")
        + path("M-6.4 0L-.4-13.2H.7L6.4 0Q0 1-6.4 0Z", stroke=INK, width=0.8)
    )


def camp() -> str:
    """Return a camp: a large tipi, a small one behind it, and a fire."""
    fire = (
        path("M4 .9L8.2-.7M4.2-.7L8 .9", stroke=OAK, width=1)
        + path("M4.2-.4C3.4-2.2 5.2-2.8 5.8-5C7.6-3.6 8.6-1.6 7.6-.2Q6 .8 4.2-.4Z", EMBER, INK, 0.4)
        + path("M5.2-.4C5-1.6 5.8-1.8 6-2.8C6.9-1.8 7.2-1 6.7-.3Z", GOLD)
    )
    return (
        shadow(-3, 0.2, 6.4, 2.1)
        + shadow(4.6, -2.6, 4, 1.4)
        + moved(tipi(door=False), 4.9, -2.4, 0.66)
        + moved(tipi(door=True), -2.9, 0)
        + fire
    )


HORSE: Final = (
    "M-7.4-10.9C-5.4-11.9-1.4-10.3 1.8-11.3C3.4-13.1 4.4-16.1 6.2-17.1L6.5-18.6L7.6-17"
    "L10.4-13.6C11-12.7 10.7-11.9 9.9-11.7Q9.2-11.6 8.6-12.2C7.9-12.6 7.4-12.8 6.9-12.7"
    "C6.3-11 6.3-9.9 5.8-8.4C5.5-7.2 5-6.4 4.6-5.7L4.5 0H2.6L2.1-5.2C.2-4.5-2-4.7-3.9-5.3"
    "C-4.2-4.2-5.3-3.7-5.2-2.6L-4.8 0H-6.7L-7.2-2.8C-7.5-4.1-6.9-4.9-7.5-5.9C-8.9-7.9-8.7-10.2-7.4-10.9Z"
)
"""The outline of a horse that faces east."""


def horse() -> str:
    """Return a chestnut horse with a dark mane that faces east."""
    far_legs = "M4.6-6.6L7.6-4.6L6.8-1.4L5.3-1.7L5.7-3.8L2.6-5ZM-6.6-6L-8.4-3L-9.6-.4L-8-.1L-6.6-2.8L-4-5Z"
    tail = (
        "M-7.2-10.8C-9.4-11.6-11-9.6-10.8-6.6C-10.7-4.6-11.4-3.6-12-2.8C-9.6-3-8.6-5.2-8.8-7.2C-8.8-8.6-8-9.2-7.4-9.2Z"
    )
    mane = "M6.9-18C4.6-17.4 3-15.4 2-13.4C1.3-12.1 .4-11.4-.6-11.1C1.2-9.7 3.2-10.3 4-12Q5-14 6.4-15.4L7.6-15.8Z"
    standing = (
        shadow(-1.4, 0, 8, 1.7, 0.22)
        + path(f"{HORSE}{far_legs}{tail}", HALO, HALO, 2.4)
        + path(far_legs, CHESTNUT_DARK, INK, 0.5)
        + path(tail, MANE, INK, 0.4)
        + path(HORSE, CHESTNUT, INK, 0.7)
        + path(
            "M-6.6-6.2C-3.6-4.9 1-5 4.9-7.2C4.8-6.4 4.4-6 4.2-5.4L2.6-5.7C.4-4.9-2-5.1-4.2-5.8L-6-4.4Z", CHESTNUT_DARK
        )
        + path("M2.6 0L2.5-1.4H4.5V0ZM-6.7 0L-6.9-1.4H-5L-4.8 0Z", MANE)
        + path(mane, MANE)
        + path("M10.4-13.6C11-12.7 10.7-11.9 9.9-11.7Q9.2-11.6 8.6-12.2L9.6-13.9Z", CHESTNUT_DARK)
        + disc(8, -14.9, 0.5, HOLLOW)
    )
    return moved(standing, 0.6, 0, 1.0)


def locomotive() -> str:
    """Return a steam locomotive with red wheels that heads east."""
    smoke = "".join(disc(x, y, r, SNOW, RIM, 0.5) for x, y, r in ((-1.6, -18, 2.3), (2, -17, 2.7), (5.4, -15, 1.9)))
    wheels = "".join(
        disc(x, -r, r, RUST, INK, 0.8) + disc(x, -r, r * 0.34, GOLD) for x, r in ((-6.4, 2.9), (-0.2, 2.9), (5.4, 2))
    )
    return (
        shadow(-1.6, 0.2, 10, 1.6, 0.26)
        + smoke
        + path("M4.3-9V-11.6L3-14.2H7.8L6.5-11.6V-9Z", IRON_DARK, INK, 0.6)
        + path("M-3.2-9.4V-10.2Q-1.6-12.4 0-10.2V-9.4Z", GOLD, INK, 0.5)
        + rect(-10, -12.6, 6.4, 9.4, RUST, INK, 0.6)
        + rect(-8.6, -11, 3.6, 3.2, LAMP, INK, 0.5)
        + path("M-11.2-12.6Q-7-14.8-2.6-12.6Z", IRON_DARK, INK, 0.6)
        + path("M-3.6-9.4H7.4Q8.8-9.4 8.8-6.6Q8.8-3.9 7.4-3.9H-3.6Z", IRON, INK, 0.6)
        + path("M-3.3-8.2H7.6", stroke="#7e8b96", width=0.9)
        + path("M.8-9.2V-4.1M3.6-9.2V-4.1", stroke=GOLD, width=0.8)
        + rect(-10.4, -4.2, 18.6, 1.5, IRON_DARK, INK, 0.4)
        + path("M7.6-4H9.2L11.6 0H7.6Z", RUST, INK, 0.6)
        + path("M8.6-3L9.4-.4", stroke=GOLD, width=0.5)
        + disc(8.6, -10.2, 1.1, LAMP, INK, 0.5)
        + wheels
        + path("M-6.4-2.4H-.2", stroke=STONE_LIT, width=0.8)
    )


FRONTS: Final[tuple[tuple[float, str, str, str], ...]] = (
    (13, "#d9a85c", "#a8763a", "M-6.5 0V-9.4H-4V-11.4H-1.8V-12.8H1.8V-11.4H4V-9.4H6.5V0Z"),
    (
        11,
        BRICK[1][0],
        BRICK[1][1],
        "M-5.5 0V-9.6Q-3.6-9.8-3-11Q-1.8-12.8 0-12.8Q1.8-12.8 3-11Q3.6-9.8 5.5-9.6V0Z",
    ),
    (12, "#86a0a4", "#647d82", "M-6 0V-11.4H6V0Z"),
    (9, BRICK[2][0], BRICK[2][1], "M-4.5 0V-9L0-12L4.5-9V0Z"),
)
"""The buildings of a town: width, lit and shaded colour, and the outline of the false front."""


def saloon(number: int) -> str:
    """Return a building of a town with a false front, a blank sign and a porch."""
    width, lit, dark, front = FRONTS[number]
    half, upper = width / 2, width > 10
    boards = f"M{-half + 0.4:.1f}-8.6H{half - 0.4:.1f}M{-half + 0.4:.1f}-6.9H{half - 0.4:.1f}"
    sign = rect(-half * 0.58, -9.9, half * 1.16, 2.5, PLASTER, INK, 0.4)
    panes = [rect(side * half * 0.66 - 1, -3.5, 2, 2, LAMP, INK, 0.4) for side in ((-1, 1) if upper else (-1,))]
    cornice = path(f"M{-half - 0.4:.1f}-11.6H{half + 0.4:.1f}", stroke=INK, width=1.9) if number == 2 else ""
    trim = path(f"M{-half - 0.1:.1f}-11.6H{half + 0.1:.1f}", stroke=PLASTER_DARK, width=0.9) if number == 2 else ""
    return (
        shadow(0, 0, half * 1.1, 1.9, 0.22)
        + path(front, lit)
        + polygon([(half * 0.62, 0), (half * 0.62, -9.2), (half, -9.2), (half, 0)], dark)
        + path(boards, stroke=dark, width=0.4)
        + path(front, stroke=INK, width=0.6)
        + cornice
        + trim
        + sign
        + path(f"M{-half * 0.34:.1f}-8.6H{half * 0.34:.1f}", stroke=dark, width=0.8)
        + "".join(panes)
        + rect((0.5 if upper else 1.2) - 1.5, -4, 2.4 if upper else 2.2, 4, OAK, INK, 0.4)
        + polygon([(-half - 0.7, -4.2), (-half, -5.8), (half, -5.8), (half + 0.7, -4.2)], TIE, INK, 0.5)
        + path(f"M{-half - 0.1:.1f}-4V0M{half + 0.1:.1f}-4V0", stroke=TIE, width=0.7)
    )


def water_tower() -> str:
    """Return the water tower of a junction."""
    return (
        shadow(0, 0, 5.4, 1.9, 0.24)
        + path("M-4 0L-3-8M4 0L3-8M-3.6-2.4L3.2-6.6M3.6-2.4L-3.2-6.6M0-.6V-8", stroke=INK, width=1.7)
        + path("M-4 0L-3-8M4 0L3-8M-3.6-2.4L3.2-6.6M3.6-2.4L-3.2-6.6M0-.6V-8", stroke=TIE, width=0.9)
        + path("M-5-16.2L-4.6-7.6Q0-6.2 4.6-7.6L5-16.2Z", TIMBER, INK, 0.6)
        + path("M1.6-7Q3.2-7.2 4.6-7.6L5-16.2H1.6Z", WOOD)
        + path("M-4.9-13.8Q0-12.6 4.9-13.8M-4.7-9.9Q0-8.7 4.7-9.9", stroke=STEEL, width=0.8)
        + path("M-4.2-8.4L-7-6.8V-4.8", stroke=INK, width=1.4)
        + path("M-5.8-16Q0-14.6 5.8-16L0-21Z", BRICK[0][0], INK, 0.6)
        + path("M1.6-15.4L0-20.4L5.2-16Q3.4-15.5 1.6-15.4Z", BRICK[0][1])
    )


def tunnel() -> str:
    """Return the portal of a tunnel from the front."""
    frame = "M-4 .4V-5.2Q-3.8-8.6 0-8.6Q3.8-8.6 4-5.2V.4"
    return (
        shadow(0, 0, 6.8, 1.8, 0.22)
        + path(
            "M-6.7 .4L-7-3.4L-5.6-6.2L-5.4-8.4L-3-10.8L-1.2-12.8L2-12.4L4-10L5.8-8.2L5.9-5.6L7-3L6.7 .4Z",
            ROCK,
            INK,
            0.7,
        )
        + path("M-6.4-2.6L-5-6L-4.9-8.2L-2.7-10.2L-1-12.2L1-12L-1.4-9.6Q-5-8.6-5-3.4Z", ROCK_LIT)
        + path("M3.8-9.4L5.3-7.8L5.4-5.4L6.5-2.8L6.3 0H5Q5.2-6.6 3.8-9.4Z", ROCK_DARK)
        + path(frame + "Z", HOLLOW)
        + path("M-2.6 .4L-.9-4M2.6 .4L.9-4M-2.1-.8H2.1M-1.5-2.4H1.5", stroke=STEEL, width=0.6)
        + path(frame, stroke=INK, width=2.2)
        + path(frame, stroke=TIMBER, width=1.3)
    )


MOUTH: Final[Spots] = ((6, 0.2), (6, -7), (1.6, -13.2), (1.6, -6.6))
"""The mouth of a tunnel to the east, in oblique view."""


def tunnel_side(*mouths: int) -> str:
    """Return the portal of a tunnel from the side, with its mouth to the west (-1), the east (1) or both."""
    closed: Spots = ((6.2, 0.3), (6.8, -3.6), (5.8, -8.4), (4, -12))
    west, east = ((MOUTH[:3] if side in mouths else closed) for side in (-1, 1))
    outline = [(-x, y) for x, y in west] + [(-1.4, -14.8), (1, -15)] + list(reversed(east))
    lit = path("M-1.6-14.2L.8-14.4L1.2-12.8L-.6-11.8L-1-9L-2-7.8L-4-8L-2.4-12.4Z", ROCK_LIT)
    dark = path("M-3 .3L-1.8-2.6L.6-3.4L1.6-6L3.4-6.6L4.6 .3Z", ROCK_DARK)
    openings = [[(side * x, y) for x, y in MOUTH] for side in mouths]
    return (
        shadow(0, 0, 6.4, 1.8, 0.22)
        + polygon(outline, ROCK, INK, 0.7)
        + lit
        + dark
        + "".join(polygon(spots, HOLLOW) for spots in openings)
        + "".join(path(polyline(spots[:3]), stroke=INK, width=2) for spots in openings)
        + "".join(path(polyline(spots[:3]), stroke=TIMBER, width=1.2) for spots in openings)
    )


def sage() -> str:
    """Return a grey-green bush."""
    return (
        shadow(0, 0, 2.8, 1)
        + path(
            "M-2.9-.3Q-3.8-2.4-2-2.6C-1.6-4-.2-4.2 .4-3.4C1.6-4 2.6-3 2.4-2.2C3.6-1.8 3.4-.4 2.8-.2Q0 .5-2.9-.3Z",
            SAGE,
            SAGE_DARK,
            0.5,
        )
        + path("M-2.2-1.2Q-1.8-2.1-1-1.9Q-.8-3.1 .2-2.9", stroke=SAGE_LIT, width=0.8)
        + path("M1.4-.6L1.2-1.6M-.4-.3L-.5-1.2", stroke=SAGE_DARK, width=0.4)
    )


def thicket(number: int) -> str:
    """Return bushes of sage that grow together, with grass between them."""
    bushes = (((-5, -1.6, 1.2), (3.6, -2.4, 1.3), (-0.6, 0.8, 1.5)), ((-3.6, 0, 1.5), (4.4, -0.6, 1.1)))[number]
    grass = fine(path("M6.6 1.4l-.6-2.6M7.4 1.4v-3M8.2 1.4l.8-2.4", stroke=BLADE, width=0.7))
    return "".join(use("sage", x, y, scale) for x, y, scale in bushes) + grass


def cactus(number: int) -> str:
    """Return a cactus with two arms, alone or with a small one beside it."""
    stem = "M0-.4V-10.4M0-3.8H-3.2V-6.8M0-5.2H3.2V-8.6"
    beside = "M5.6 .2V-4.6" if number else ""
    return (
        shadow(0, 0, 3, 1)
        + path(f"{stem}{beside}", stroke="#4a6338", width=3.2)
        + path(f"{stem}{beside}", stroke="#7f9a55", width=2.2)
        + fine(path("M-.4-1V-10.4M-3.6-4.6V-6.8", stroke="#a9bf78", width=0.6))
        + disc(0, -11.7, 0.8, FLOWERS[2])
    )


def skull() -> str:
    """Return the bleached skull of a cow, centred on the origin."""
    horns = "M-1-1.1C-2.4-.6-3.1-1.4-3-2.6M1-1.1C2.4-.6 3.1-1.4 3-2.6"
    return fine(
        faded(ellipse(0.6, 1.9, 1.9, 0.7, SHADE), 0.2)
        + path(horns, stroke=INK, width=1.3)
        + path(horns, stroke=STONE_LIT, width=0.7)
        + path("M-1.5-1.5Q0-2.1 1.5-1.5Q1.7-.3 1 .4L.8 1.9Q0 2.5-.8 1.9L-1 .4Q-1.7-.3-1.5-1.5Z", SNOW, INK, 0.4)
        + disc(-0.7, -0.5, 0.4, INK)
        + disc(0.7, -0.5, 0.4, INK)
    )


def dry_tuft() -> str:
    """Return a tuft of dry grass."""
    return fine(path("M-1.5-1.5L-.4 0M-.5-2.3L-.1 0M.7-2.1L.2 0M1.6-1.3L.5 0", stroke=BLADE, width=0.6))


SYMBOLS: Final[Mapping[str, Callable[[], str]]] = {
    "boulder-0": partial(boulder, wide=True),
    "boulder-1": partial(boulder, wide=False),
    **{f"nuggets-{number}": partial(nuggets, number) for number in HEAPS},
    "camp": camp,
    "horse": horse,
    "locomotive": locomotive,
    **{f"saloon-{number}": partial(saloon, number) for number in range(len(FRONTS))},
    "water-tower": water_tower,
    "tunnel": tunnel,
    "tunnel-side": partial(tunnel_side, -1, 1),
    "tunnel-side-west": partial(tunnel_side, -1),
    "tunnel-side-east": partial(tunnel_side, 1),
    "sage": sage,
    **{f"thicket-{i}": partial(thicket, i) for i in range(2)},
    **{f"cactus-{i}": partial(cactus, i) for i in range(2)},
    "skull": skull,
    "dry-tuft": dry_tuft,
}
"""The first three peaks are bare, the other three have snow."""
