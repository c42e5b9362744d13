"""Cubic Bézier curves: rotation, sampling, and SVG path data."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from bastide.draw.svg import Point, xy

SIZE: Final = 100.0
MIDDLE: Final = (50.0, 50.0)
MIDS: Final = ((50.0, 0.0), (100.0, 50.0), (50.0, 100.0), (0.0, 50.0))
"""The middle of each side, north first."""
INWARD: Final = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))
ONWARD: Final = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
"""The clockwise direction along each side."""
CORNERS: Final = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))
"""The beginning of each side, clockwise."""

Cubic = tuple[Point, Point, Point, Point]
Curve = tuple[Cubic, ...]
"""Cubics, each beginning at the end of the one before."""


def turned(spot: Point, turns: int) -> Point:
    """Return a point of a tile after quarter turns clockwise.

    >>> turned((50, 0), 1)
    (100.0, 50)
    """
    x, y = spot
    for _ in range(turns % 4):
        x, y = SIZE - y, x
    return x, y


def turned_curve(curve: Curve, turns: int) -> Curve:
    """Return a curve of a tile after quarter turns clockwise."""
    return tuple(
        (turned(a, turns), turned(b, turns), turned(c, turns), turned(d, turns)) for a, b, c, d in curve
    )  # fmt: skip


def add(spot: Point, *moves: tuple[Point, float]) -> Point:
    """Return a point plus multiples of vectors."""
    x, y = spot
    for (dx, dy), length in moves:
        x, y = x + dx * length, y + dy * length
    return x, y


def unit(spot: Point, other: Point) -> Point:
    """Return the unit vector from one point to another."""
    length = math.dist(spot, other) or 1.0
    return (other[0] - spot[0]) / length, (other[1] - spot[1]) / length


def left_of(direction: Point) -> Point:
    """Return a vector turned left by a quarter turn."""
    return direction[1], -direction[0]


def point_at(cubic: Cubic, t: float) -> Point:
    """Return the point of a cubic at a parameter between 0 and 1."""
    u = 1 - t
    weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    x = sum(w * p[0] for w, p in zip(weights, cubic, strict=True))
    return x, sum(w * p[1] for w, p in zip(weights, cubic, strict=True))


def sample(curve: Curve, each: int = 16) -> list[Point]:
    """Return points along a curve, ``each`` per cubic, with both ends."""
    spots = [curve[0][0]]
    for cubic in curve:
        spots += [point_at(cubic, i / each) for i in range(1, each + 1)]
    return spots


def straight(*spots: Point) -> Curve:
    """Return a polyline through points as a curve."""
    third = 1 / 3
    return tuple((p, add(p, (q, third), (p, -third)), add(q, (p, third), (q, -third)), q) for p, q in pairwise(spots))


def smooth(p: Point, out: Point, q: Point, back: Point, reach: float) -> Curve:
    """Return one cubic from p to q, with control points at a distance in the given directions."""
    return ((p, add(p, (out, reach)), add(q, (back, reach)), q),)


def path_data(curves: Iterable[Curve]) -> str:
    """Return curves as SVG path data."""
    return "".join(
        "M" + xy(curve[0][0]) + "".join(f"C{xy(b)} {xy(c)} {xy(d)}" for _, b, c, d in curve) for curve in curves
    )


def closed_curve(spots: Sequence[Point]) -> str:
    """Return path data of a smooth closed curve through points."""
    n, sixth = len(spots), 1 / 6
    d = "M" + xy(spots[0])
    for i in range(n):
        before, here, there, beyond = (spots[(i + j) % n] for j in (-1, 0, 1, 2))
        out = add(here, (there, sixth), (before, -sixth))
        back = add(there, (here, sixth), (beyond, -sixth))
        d += f"C{xy(out)} {xy(back)} {xy(there)}"
    return d + "Z"
