"""Ballistics: the flight of a thrown token, number for number as in `kernel.ballistics`."""

from __future__ import annotations

from math import sqrt
from typing import Final

from bastide.fast.compilation import compiled
from bastide.fast.layout import IntVector
from bastide.kernel import ballistics, geometry
from bastide.kernel.ballistics import (
    BOARD_AT,
    FOLLOWER,
    GRASP,
    LENGTHWISE,
    MEAN,
    NUMBER_BITS,
    PUSHES,
    SCALE,
    SIDEWAYS,
    SLIDE,
    TOKEN,
    Box,
    Catch,
    Flight,
)
from bastide.kernel.geometry import UNIT, Point

MOST_CROSS: Final = 3_037_000_499
"""The greatest number whose square fits a word."""
CAUGHT, FAR, SHORT, TOUCHED = range(len(Catch))
"""How a duel of hurler and catcher ends, in the order of `Catch`."""

ORIGIN: Final = geometry.point_at(0, 0)
POINT_ROW: Final = geometry.point_at(0, 1) - ORIGIN
"""What to add to a point to go a thousandth of a tile side south."""

xy: Final = compiled(geometry.xy)
point_xy: Final = compiled(geometry.point_xy)
rounded: Final = compiled(geometry.rounded)
square: Final = compiled(ballistics.square)
stand: Final = compiled(ballistics.stand)


@compiled
def point_at(x: int, y: int) -> int:
    """Return a point of the plane as one number."""
    return ORIGIN + POINT_ROW * y + x


@compiled
def grown(box: Box) -> Box:
    """Return a box with a margin of one tile."""
    return Box(box.west - UNIT, box.north - UNIT, box.east + UNIT, box.south + UNIT)


@compiled
def holds(box: Box, point: Point) -> bool:
    """Return whether a point lies in a box or on its rim."""
    return box.west <= point[0] <= box.east and box.north <= point[1] <= box.south


@compiled
def throw(origin: Point, target: Point, numbers: IntVector) -> Flight:
    """Return the flight of a token aimed at a target, given its nine random numbers."""
    long = numbers[0] + numbers[1] + numbers[2] + numbers[3] - MEAN
    wide = numbers[4] + numbers[5] + numbers[6] + numbers[7] - MEAN
    dx, dy = target[0] - origin[0], target[1] - origin[1]
    x = target[0] + rounded(dx * long * LENGTHWISE, SCALE) + rounded(-dy * wide * SIDEWAYS, SCALE)
    y = target[1] + rounded(dy * long * LENGTHWISE, SCALE) + rounded(dx * wide * SIDEWAYS, SCALE)
    slide = numbers[8] * SLIDE
    rest = x + rounded((x - origin[0]) * slide, SCALE), y + rounded((y - origin[1]) * slide, SCALE)
    return Flight(origin, (x, y), rest)


@compiled
def within(point: Point, start: Point, end: Point, reach: int) -> bool:
    """Return whether a point is no farther than ``reach`` from the segment between two points.

    On any board that fits a record, only the square of the cross product may not fit a word; the segment is then far.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    wx, wy = point[0] - start[0], point[1] - start[1]
    along, length = wx * dx + wy * dy, dx * dx + dy * dy
    if along <= 0:
        return wx * wx + wy * wy <= reach * reach
    if along >= length:
        return square(point, end) <= reach * reach
    cross = abs(wx * dy - wy * dx)
    return cross <= MOST_CROSS and cross * cross <= reach * reach * length


@compiled
def isqrt(number: int) -> int:
    """Return the square root of a number below 2**52, rounded down."""
    return int(sqrt(number))


@compiled
def find_knocked(flight: Flight, x: IntVector, y: IntVector, links: IntVector, count: int) -> None:
    """Find which of some followers a token sweeps away: those it touches, those they touch, and so on.

    Their links of the chain are counted from 1; those of the others become 0.
    """
    for number in range(count):
        touched = within((x[number], y[number]), flight.landing, flight.rest, TOKEN + FOLLOWER)
        links[number] = 1 if touched else 0
    vx, vy = flight.landing[0] - flight.origin[0], flight.landing[1] - flight.origin[1]
    length = isqrt(vx * vx + vy * vy)
    if length == 0:
        return
    for before in range(len(PUSHES)):
        dx, dy = rounded(vx * PUSHES[before], length), rounded(vy * PUSHES[before], length)
        for number in range(count):
            if links[number] == 0 and is_pushed(x, y, links, count, number, before + 1, (dx, dy)):
                links[number] = before + 2


@compiled
def is_pushed(x: IntVector, y: IntVector, links: IntVector, count: int, number: int, link: int, push: Point) -> bool:
    """Return whether a follower is touched by one of a link of the chain that is pushed so far."""
    for other in range(count):
        if links[other] == link:
            end = x[other] + push[0], y[other] + push[1]
            if within((x[number], y[number]), (x[other], y[other]), end, 2 * FOLLOWER):
                return True
    return False


@compiled
def miss(point: Point, column: int, row: int) -> int:
    """Return the square of the distance from a point to a cell of the grid, 0 inside."""
    x = min(max(point[0], UNIT * column), UNIT * (column + 1))
    y = min(max(point[1], UNIT * row), UNIT * (row + 1))
    return square(point, (x, y))


@compiled
def overlaps(point: Point, column: int, row: int) -> bool:
    """Return whether a token at rest at a point lies on a cell of the grid with any part of it."""
    return miss(point, column, row) < TOKEN * TOKEN


@compiled
def catch(target: Point, hands: Point, numbers: IntVector) -> int:
    """Return how a throw along the lane ends, given where it is aimed and where the hands are."""
    landing = throw((0, 0), target, numbers).landing
    if landing[0] < BOARD_AT:
        return SHORT
    off = square(landing, hands)
    if off > GRASP * GRASP:
        return FAR
    held = numbers[8] * GRASP * GRASP < (1 << NUMBER_BITS) * (GRASP * GRASP - off)
    return CAUGHT if held else TOUCHED
