"""The life of the fields: farms, haystacks and mills. They have no meaning in the rules.

Nothing here may be mistaken for a mark: no bare earth as in vineyards, no squares as in gardens, no rings, no animals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from bastide.draw.palette import (
    CROPS,
    HAY,
    HAY_DARK,
    HEDGE,
    INK,
    LEAF,
    LEAF_LIT,
    OAK,
    SLATE,
    SLATE_DARK,
    STONE_LIT,
    STONE_MID,
    TUFT,
)
from bastide.draw.svg import Point, disc, ellipse, fine, moved, path, polygon, polyline, rect, shadow

Quad = tuple[Point, Point, Point, Point]
QUADS: Final[tuple[Quad, ...]] = (
    ((-14, -6), (6, -11), (15, 3), (-6, 10)),
    ((-12, -9), (12, -8), (14, 7), (-13, 8)),
    ((-6, -11), (14, -4), (6, 11), (-14, 3)),
)
"""The corners of farms. Strips run along the first side."""
STRIPS: Final[tuple[tuple[tuple[float, int], ...], ...]] = (
    ((0.36, 0), (0.7, 1), (1.0, 2)),
    ((0.5, 2), (1.0, 0)),
    ((0.3, 1), (0.58, 3), (1.0, 2)),
    ((0.6, 3), (1.0, 1)),
)
"""How farms are divided: the end of each strip, and its crop."""


def farm(shape: int, division: int) -> str:
    """Return a farm: strips of different crops, with a hedge on one or two sides, centred on the origin."""
    a, b, c, d = QUADS[shape]
    strips, furrows, begin = "", "", 0.0
    for end, crop in STRIPS[division]:
        ground, line = CROPS[crop]
        corners = [_between(a, d, begin), _between(b, c, begin), _between(b, c, end), _between(a, d, end)]
        strips += path(polyline(corners, close=True), ground, ground, 1.2)
        rows = [begin + (end - begin) * k for k in (0.2, 0.5, 0.8)]
        lines = [(_between(a, d, row), _between(b, c, row)) for row in rows]
        furrows += path("".join(polyline([_between(p, q, 0.05), _between(p, q, 0.95)]) for p, q in lines), stroke=line)
        begin = end
    hedges = [(a, b)] if division % 2 else [(b, c), (c, d)]
    return strips + fine(furrows) + "".join(_hedge(p, q) for p, q in hedges)


def _between(p: Point, q: Point, share: float) -> Point:
    return p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share


def _hedge(p: Point, q: Point) -> str:
    """Return a row of bushes."""
    row = polyline([_between(p, q, 0.06), _between(p, q, 0.8)])
    return path(row, stroke=HEDGE, width=2.6, more='stroke-dasharray=".1 3"') + fine(
        path(row, stroke=LEAF, width=1.4, more='stroke-dasharray=".1 3"')
    )


def orchard() -> str:
    """Return an orchard: two rows of small trees on mown grass, centred on the origin."""
    crowns = "".join(
        ellipse(x + 0.8, y + 1.4, 2.6, 1.2, TUFT) + disc(x, y, 2.6, LEAF) + disc(x - 0.6, y - 0.7, 1.4, LEAF_LIT)
        for x, y in ((-7.6, -4.2), (0.4, -5.2), (8, -4), (-5.6, 3.6), (2.2, 3), (9.4, 4.4))
    )
    ground = CROPS[2][0]
    return path("M-12.4-7.2L11.6-8L13.6 7.6L-10.2 8.6Z", ground, ground, 3) + crowns


def hay() -> str:
    """Return a haystack."""
    return fine(
        shadow(0, 0, 3.4)
        + path("M-3 0Q-3.2-5 0-5.5Q3.2-5 3 0Q0 .9-3 0Z", HAY)
        + path("M.9.3Q1.8-2.8.5-5.4Q3.2-4.8 3 0Q2 .3.9.3Z", HAY_DARK)
    )


def mill() -> str:
    """Return a windmill."""
    sails = "".join(
        moved(path("M0 0V-9", stroke=OAK, width=0.8) + rect(0.2, -9, 2.6, 6.6, STONE_LIT, OAK, 0.4), 0, -11.4, 1, turn)
        for turn in (20, 110, 200, 290)
    )
    return (
        shadow(0.6, 0, 5, 1.8)
        + polygon([(-4.2, 0), (-3.2, -11), (3.2, -11), (4.2, 0)], STONE_LIT)
        + polygon([(1.2, 0), (1, -11), (3.2, -11), (4.2, 0)], STONE_MID)
        + path("M-4.2 0L-3.2-11H3.2L4.2 0", stroke=INK, width=0.5)
        + path("M-1.8 0v-2.4", stroke=OAK, width=1.8)
        + path("M-3.9-10.8Q-3-15.4 0-15.8Q3-15.4 3.9-10.8Z", SLATE, INK, 0.5)
        + path("M1-10.8Q1.2-14 0-15.8Q3-15.4 3.9-10.8Z", SLATE_DARK)
        + sails
    )


FARMS: Final[tuple[tuple[int, int], ...]] = ((0, 0), (1, 1), (2, 2), (0, 3), (1, 2), (2, 1))
"""Shapes and divisions of farms."""
SYMBOLS: Final[Mapping[str, Callable[[], str]]] = {
    **{f"farm-{n}": partial(farm, shape, division) for n, (shape, division) in enumerate(FARMS)},
    "orchard": orchard,
    "hay": hay,
    "mill": mill,
}
