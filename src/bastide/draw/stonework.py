"""Shapes along curves: walls, bridges and village squares."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

from bastide.draw import palette as ink
from bastide.draw.curves import Curve, add, left_of, path_data, sample, unit
from bastide.draw.paths import ROAD
from bastide.draw.regions import WALL
from bastide.draw.svg import Point, disc, faded, path, polygon, polyline, xy

FACE: Final = 6.2
"""Height of a wall."""
STONES: Final = 9
SHADOWED: Final = ("#5f7f86", "#6d5334")
"""Colours below a bridge, over water and over a road."""


def wall_shapes(curve: Curve, unrotated: Curve) -> str:
    """Return a wall: its shadow, its face, shaded by direction, and its merlons.

    ``unrotated`` is the curve on the unrotated tile. The face tapers off towards the corners of the tile, since the
    neighbouring tile does not continue it.
    """
    spots = sample(curve, 12)
    last = len(spots) - 1
    fades = _at_corner(unrotated[0][0]), _at_corner(unrotated[-1][3])
    low = []
    for i, (x, y) in enumerate(spots):
        near = min(i if fades[0] else last, last - i if fades[1] else last)
        low.append((x, max(y, min(y + FACE * min(1.0, 0.12 + 5.5 * near / last), 98.0))))
    shadow = faded(path(polyline([(x + 2.4, min(y + 1, 96.0)) for x, y in low[2:-2]]), "none", ink.SHADE, 5), 0.16)
    face = path(polyline([*spots, *reversed(low)], close=True), ink.STONE_DARK, ink.INK, 1.1)
    for tone, first, end in _tones(spots):
        if tone != ink.STONE_DARK:
            face += polygon([*spots[first : end + 1], *reversed(low[first : end + 1])], tone)
    along = path_data([curve])
    walk = path(along, "none", ink.INK, WALL + 1) + path(along, "none", ink.STONE, WALL)
    rim = [add(p, (left_of(unit(p, q)), WALL * 0.24)) for p, q in pairwise(spots)]
    dashes = 'stroke-dasharray="4 2.6" stroke-linecap="butt"'
    return shadow + face + walk + path(polyline(rim), "none", ink.STONE_LIT, WALL * 0.52, dashes)


def _at_corner(spot: Point) -> bool:
    """Return whether a wall ends at a corner, or at a point of the rim where no neighbour continues it."""
    x, y = (min(v, 100 - v) for v in spot)
    return (x < 5 and y < 5) or (min(x, y) < 0.5 and max(x, y) > 45)


def _tones(spots: list[Point]) -> list[tuple[str, int, int]]:
    """Return the stretches of a wall that face the same direction: colour, first and last point."""
    stretches: list[tuple[str, int, int]] = []
    for i, (p, q) in enumerate(pairwise(spots)):
        (x0, y0), (x1, y1) = (p, q) if p[0] <= q[0] else (q, p)
        slope = (y1 - y0) / (math.hypot(x1 - x0, y1 - y0) or 1)
        tone = ink.STONE_MID if slope > 0.25 else ink.STONE_FRONT if slope > -0.25 else ink.STONE_DARK
        if stretches and stretches[-1][0] == tone:
            stretches[-1] = tone, stretches[-1][1], i + 1
        else:
            stretches.append((tone, i, i + 1))
    return stretches


def bridge_shapes(spot: Point, along: Point, over_water: bool) -> str:
    """Return a stone bridge with two parapets. The southern one shows its arch."""
    reach, side = (11.0 if over_water else 9.0), ROAD / 2 + 0.6
    if along[0] < 0:
        along = (-along[0], -along[1])
    across = left_of(along)

    def on(a: float, b: float) -> Point:
        return add(spot, (along, a), (across, b))

    south = ""
    if along[0] > 0.7:
        (x0, y0), (x1, y1) = (add(on(a, 0), ((0.0, 1.0), side)) for a in (-reach, reach))
        south = polygon([(x0, y0), (x1, y1), (x1, y1 + 4), (x0, y0 + 4)], ink.STONE_MID, ink.INK, 0.5)
        crown = ((x0 + x1) / 2, (y0 + y1) / 2 - 1)
        south += path(f"M{xy((x0 + 3.4, y0 + 4.2))}Q{xy(crown)} {xy((x1 - 3.4, y1 + 4.2))}Z", SHADOWED[not over_water])
    deck = polygon([on(-reach, -side), on(reach, -side), on(reach, side), on(-reach, side)], ink.CREAM)
    planks = "".join(polyline([on(i * reach / 2.6, -side), on(i * reach / 2.6, side)]) for i in range(-2, 3))
    rails = polyline([on(-reach, -side), on(reach, -side)]) + polyline([on(-reach, side), on(reach, side)])
    parapets = path(rails, "none", ink.INK, 2.9) + path(rails, "none", ink.STONE_LIT, 1.9)
    posts = [disc(*on(a, b), 1.7, ink.STONE_LIT, ink.INK, 0.5) for a in (-reach, reach) for b in (-side, side)]
    return south + deck + path(planks, "none", ink.RUT, 0.7) + parapets + "".join(posts)


def village_shapes(x: float, y: float, size: float) -> str:
    """Return the cobbled square where roads meet and end, in a colour no road has."""
    turns = [i * math.tau / STONES for i in range(STONES)]
    cobbles = "".join(f"M{xy((x + size * 0.68 * math.cos(a), y + size * 0.68 * math.sin(a)))}h.1" for a in turns)
    ground = disc(x, y, size, ink.RIM) + disc(x, y, size - 1.4, ink.COBBLE)
    return ground + path(cobbles, "none", ink.COBBLE_DARK, 1.7)
