"""The mountains of the Gold Rush: ridges, lone peaks, table mountains, and pines at their feet, lit from the west."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from typing import Final

from bastide.draw.packing import Footprint
from bastide.draw.palette import FIRN, PINE, PINE_DARK, ROCK, ROCK_DARK, ROCK_EDGE, ROCK_LIT, SHADE, SNOW
from bastide.draw.svg import Point, ellipse, faded, moved, num, path, polygon, polyline, shadow

Summits = tuple[tuple[float, float], ...]
"""The summits of a ridge from west to east: x and height."""
SADDLE: Final = 0.52
"""Height of the ridge between two summits, as a share of the lower one."""
SNOW_LINE: Final = 17.5
"""Higher summits have snow."""
BREAKS: Final = ((0.36, 1.0), (0.68, -0.6))
"""Where flanks are broken, and how far."""
BARE: Final = 0.55
"""The lower part of a mountain that must not be hidden by another."""


def ridge(half: float, summits: Summits) -> str:
    """Return a ridge from foot to foot: lit and shaded flanks, spurs, and snow on high summits."""
    saddles = [(-half, 0.0), *(_saddle(p, q) for p, q in pairwise(summits)), (half, 0.0)]
    outline: list[Point] = [(-half, 0.0)]
    shaded, spurs, snow = "", "", ""
    for (x, high), west, east in zip(summits, saddles, saddles[1:], strict=False):
        top: Point = (x, -high)
        descent = _broken(top, east, -0.9)
        outline += [*_broken(west, top, 1.1), top, *descent, east]
        crest = [(x + 0.5, -high * 0.7), (x - 1.2, -high * 0.46), (x + 1.4, -high * 0.24), (x + 0.2, 0.0)]
        shaded += polygon([top, *descent, east, (east[0], 0.0), *reversed(crest)], ROCK_DARK)
        fall = (west[0] + x) / 2
        spurs += polygon([(x - 1.2, -high * 0.46), (fall + 1.6, -high * 0.2), (fall + 2.6, 0), (x + 0.2, 0)], ROCK)
        if high > SNOW_LINE:
            snow += _snow(west, top, east)
    return (
        _foot(half)
        + polygon(outline, ROCK_LIT)
        + spurs
        + shaded
        + snow
        + path(polyline(outline), stroke=ROCK_EDGE, width=0.6)
    )


def _foot(half: float) -> str:
    return faded(ellipse(0.8, 0.2, half - 0.4, 2.2, SHADE), 0.2)


def _saddle(p: Point, q: Point) -> Point:
    """Return the lowest point between two summits, which are given as x and height."""
    share = p[1] / (p[1] + q[1])
    return p[0] + (q[0] - p[0]) * share, -SADDLE * min(p[1], q[1])


def _broken(p: Point, q: Point, out: float) -> list[Point]:
    """Return the two points that break the line between two others."""
    return [(p[0] + (q[0] - p[0]) * k, p[1] + (q[1] - p[1]) * k - out * far) for k, far in BREAKS]


def _snow(west: Point, top: Point, east: Point) -> str:
    """Return the snow of a summit: bright in the west, grey in the east, with a jagged edge."""
    x, y = top
    left, right = ((x + (end[0] - x) * 0.3, y + (end[1] - y) * 0.3) for end in (west, east))
    foot = (x + 0.3, y * 0.66)
    lit = [top, left, ((left[0] + foot[0]) / 2, foot[1] - 3), foot]
    grey = [top, foot, ((right[0] + foot[0]) / 2, foot[1] - 3.4), right]
    return polygon(lit, SNOW) + polygon(grey, FIRN)


def mesa(half: float, high: float) -> str:
    """Return a table mountain: a flat top, layered walls, and a slope of rubble."""
    west = [(-half * 0.66, -high * 0.42), (-half * 0.58, -high)]
    east = [(half * 0.52, -high - 0.6), (half * 0.62, -high * 0.44), (half, 0.0)]
    outline = [(-half, 0.0), *west, *east]
    shaded = [(half * 0.16, -high - 0.3), *east, (half * 0.34, 0.0), (half * 0.2, -high * 0.44)]
    layers = "".join(
        f"M{num(-half * 0.62 - k * 0.3)}{num(-high * (0.84 - k * 0.18))}H{num(half * 0.55 + k * 0.4)}" for k in (0, 1)
    )
    cracks = f"M{num(-half * 0.3)}{num(-high * 0.94)}V{num(-high * 0.5)}"
    cracks += f"M{num(-half * 0.02)}{num(-high * 0.7)}V{num(-high * 0.46)}"
    return (
        _foot(half)
        + polygon(outline, ROCK_LIT)
        + polygon(shaded, ROCK_DARK)
        + path(layers + cracks, stroke=ROCK, width=0.9)
        + path(f"M{num(-half * 0.64)}{num(-high * 0.43)}H{num(half * 0.6)}", stroke=ROCK, width=1.2)
        + path(polyline(outline), stroke=ROCK_EDGE, width=0.6)
    )


def pines(number: int) -> str:
    """Return two or three pines."""
    trees = (((-2.6, 0, 1.0), (2.2, 0.8, 0.8)), ((-3.6, 0.4, 0.8), (0, -0.4, 1.1), (3.6, 1, 0.85)))[number]
    pine = (
        path("M0 0V-2", stroke=PINE_DARK, width=0.9)
        + path("M-2.7-1.4L0-9L2.7-1.4Z", PINE)
        + path("M.3-1.4L0-9L2.7-1.4Z", PINE_DARK)
    )
    return shadow(0.4, 0.4, 4.4, 1.2) + "".join(moved(pine, x, y, scale) for x, y, scale in trees)


RIDGES: Final[Mapping[str, tuple[float, Summits]]] = {
    "ridge-0": (33.0, ((-17.0, 17.0), (2.0, 26.0), (18.0, 14.0))),
    "ridge-1": (32.0, ((-18.0, 13.0), (-4.0, 18.0), (13.0, 24.0))),
    "ridge-2": (23.0, ((-7.5, 22.0), (9.0, 13.0))),
    "ridge-3": (22.0, ((-10.0, 11.5), (5.5, 18.0))),
    "peak-0": (14.0, ((0.5, 18.0),)),
    "peak-1": (10.0, ((-0.6, 10.5),)),
    "peak-2": (15.0, ((-5.4, 10.0), (5.2, 14.0))),
}
"""Half the width of each ridge, and its summits."""
MESAS: Final[Mapping[str, tuple[float, float]]] = {"mesa-0": (18.0, 14.0), "mesa-1": (12.0, 10.5)}
"""Half the width of each table mountain, and its height."""
HEIGHTS: Final = {name: (half, max(high for _, high in summits)) for name, (half, summits) in RIDGES.items()} | dict(
    MESAS
)
FOOTPRINTS: Final = {
    name: Footprint(name, 2 * half, high + 1, BARE * (high + 1)) for name, (half, high) in HEIGHTS.items()
}
CLASSES: Final = tuple(
    tuple(FOOTPRINTS[name] for name in names)
    for names in (
        ("ridge-0", "ridge-1"),
        ("ridge-2", "ridge-3", "mesa-0", "peak-0"),
        ("peak-2", "mesa-1", "peak-1", "peak-0", "mesa-1"),
        ("peak-1", "peak-0", "peak-1", "mesa-1"),
        ("peak-1", "peak-1", "peak-1"),
    )
)
"""The mountains of a range, from large to small."""
PINES: Final = tuple(Footprint(f"pines-{i}", 10, 10, 6) for i in range(2))
SYMBOLS: Final[Mapping[str, Callable[[], str]]] = {
    **{name: partial(ridge, half, summits) for name, (half, summits) in RIDGES.items()},
    **{name: partial(mesa, half, high) for name, (half, high) in MESAS.items()},
    **{f"pines-{i}": partial(pines, i) for i in range(2)},
}
