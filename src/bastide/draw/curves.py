"""Points and curves of a picture: cubics, their turning, and points along them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from bastide.draw.svg import Spot, xy

SIZE: Final = 100.0
MIDDLE: Final = (50.0, 50.0)
MIDS: Final = ((50.0, 0.0), (100.0, 50.0), (50.0, 100.0), (0.0, 50.0))
"""The middle of each side, north first."""
INWARD: Final = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))
ONWARD: Final = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
"""Clockwise along each side."""
CORNERS: Final = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))
"""Where each side begins, clockwise."""

Cubic = tuple[Spot, Spot, Spot, Spot]
Curve = tuple[Cubic, ...]
"""Cubics, each beginning where the last one ends."""


def turned(spot: Spot, turns: int) -> Spot:
    """Return where a point of a tile lies after quarter turns to the right.

    >>> turned((50, 0), 1)
    (100.0, 50)
    """
    x, y = spot
    for _ in range(turns % 4):
        x, y = SIZE - y, x
    return x, y


def turned_curve(curve: Curve, turns: int) -> Curve:
    """Return a curve of a tile after quarter turns to the right."""
    return tuple(
        (turned(a, turns), turned(b, turns), turned(c, turns), turned(d, turns)) for a, b, c, d in curve
    )  # fmt: skip


def add(spot: Spot, *moves: tuple[Spot, float]) -> Spot:
    """Return a point moved along directions, each by its own length."""
    x, y = spot
    for (dx, dy), length in moves:
        x, y = x + dx * length, y + dy * length
    return x, y


def unit(spot: Spot, other: Spot) -> Spot:
    """Return the direction from a point to another."""
    length = math.dist(spot, other) or 1.0
    return (other[0] - spot[0]) / length, (other[1] - spot[1]) / length


def left_of(direction: Spot) -> Spot:
    """Return the direction a quarter turn to the left of another one."""
    return direction[1], -direction[0]


def along(cubic: Cubic, t: float) -> Spot:
    """Return the point of a cubic at a time between 0 and 1."""
    u = 1 - t
    weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    x = sum(w * p[0] for w, p in zip(weights, cubic, strict=True))
    return x, sum(w * p[1] for w, p in zip(weights, cubic, strict=True))


def points(curve: Curve, each: int = 16) -> list[Spot]:
    """Return points along a curve, so many for each cubic, ends included."""
    found = [curve[0][0]]
    for cubic in curve:
        found += [along(cubic, i / each) for i in range(1, each + 1)]
    return found


def straight(*spots: Spot) -> Curve:
    """Return a curve of straight pieces through points."""
    third = 1 / 3
    return tuple((p, add(p, (q, third), (p, -third)), add(q, (p, third), (q, -third)), q) for p, q in pairwise(spots))


def smooth(p: Spot, out: Spot, q: Spot, back: Spot, reach: float) -> Curve:
    """Return one cubic that leaves a point in a direction and arrives at another, seen from there in a direction."""
    return ((p, add(p, (out, reach)), add(q, (back, reach)), q),)


def written(curve: Curve) -> str:
    """Return a curve as the path of an SVG."""
    return "M" + xy(curve[0][0]) + "".join(f"C{xy(b)} {xy(c)} {xy(d)}" for _, b, c, d in curve)


def written_all(curves: Iterable[Curve]) -> str:
    """Return several curves as one path."""
    return "".join(map(written, curves))


def soft(spots: Sequence[Spot]) -> str:
    """Return a closed path that passes softly through points."""
    n, sixth = len(spots), 1 / 6
    d = "M" + xy(spots[0])
    for i in range(n):
        before, here, there, beyond = (spots[(i + j) % n] for j in (-1, 0, 1, 2))
        out = add(here, (there, sixth), (before, -sixth))
        back = add(there, (here, sixth), (beyond, -sixth))
        d += f"C{xy(out)} {xy(back)} {xy(there)}"
    return d + "Z"
