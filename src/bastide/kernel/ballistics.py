"""A thrown token in whole numbers: where it lands and comes to rest, and whom it touches (CAT-PHYS-1 to CAT-PHYS-13).

Lengths are thousandths of a tile side. Everything is exact, so that the same numbers give the same throw on every
machine, for ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from math import isqrt
from typing import Final, NamedTuple

from bastide.kernel.geometry import UNIT, Point, rounded

NUMBERS: Final = 9
"""How many random numbers a throw takes: four for its length, four for its direction, one for the slide."""
NUMBER_BITS: Final = 16
MEAN: Final = 2 * ((1 << NUMBER_BITS) - 1)
"""The sum of four random numbers at its middle."""

LENGTHWISE: Final = 2598
SIDEWAYS: Final = 1732
SLIDE: Final = 1203
SCALE: Final = 655_350_000
"""How far errors and slide carry: standard deviations of 15 % and 10 % of the distance, a slide of up to 12 %."""

TOKEN: Final = 250
FOLLOWER: Final = 160
PUSHES: Final = (350, 210, 126, 75)
"""How far a follower that is hit is pushed: by the token, by the follower it hit, and so on."""

COMPASS: Final = ((0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1))
"""Where seats stand around the map: south first, then clockwise."""


class Box(NamedTuple):
    """A rectangle of the plane: its west, north, east and south."""

    west: int
    north: int
    east: int
    south: int

    def grown(self) -> Box:
        """Return the box with a margin of one tile."""
        return Box(self.west - UNIT, self.north - UNIT, self.east + UNIT, self.south + UNIT)

    def holds(self, point: Point) -> bool:
        """Say whether a point lies in the box or on its rim."""
        return self.west <= point[0] <= self.east and self.north <= point[1] <= self.south

    def nearest(self, point: Point) -> Point:
        """Return the point of the box that is nearest to a point."""
        return min(max(point[0], self.west), self.east), min(max(point[1], self.north), self.south)

    def corners(self) -> list[Point]:
        """Return the four corners."""
        return [(x, y) for x in (self.west, self.east) for y in (self.north, self.south)]

    def grid(self, step: int) -> list[Point]:
        """Return points of the box that lie so far apart, row by row."""
        rows = range(self.north, self.south + 1, step)
        return [(x, y) for y in rows for x in range(self.west, self.east + 1, step)]


BOARD_AT: Final = 3000
"""How far from the hurler the measuring board lies; a token that lands before it is too short."""
LANE: Final = Box(0, -1500, 6500, 1500)
"""The lane of a catch with the hurler at (0, 0): where he may aim."""
HANDS: Final = Box(BOARD_AT, -1500, 6500, 1500)
"""Where the catcher may hold the hands."""
GRASP: Final = 1800


def square(a: Point, b: Point) -> int:
    """Return the square of the distance between two points."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def stand(box: Box, seat: int, players: int) -> Point:
    """Return where a seat stands to throw, around the bounding box of the map (CAT-PHYS-4)."""
    dx, dy = COMPASS[8 * seat // players]
    width, height = box.east - box.west, box.south - box.north
    x = box.west + box.east + dx * (width + 2 * UNIT)
    y = box.north + box.south + dy * (height + 2 * UNIT)
    return x // 2, y // 2


class Flight(NamedTuple):
    """A throw: from where, where it landed, and where the token came to rest."""

    origin: Point
    landing: Point
    rest: Point


def throw(origin: Point, target: Point, numbers: Sequence[int]) -> Flight:
    """Return the flight of a token aimed at a target, given its nine random numbers (CAT-PHYS-7)."""
    long, wide = sum(numbers[:4]) - MEAN, sum(numbers[4:8]) - MEAN
    dx, dy = target[0] - origin[0], target[1] - origin[1]
    x = target[0] + rounded(dx * long * LENGTHWISE, SCALE) + rounded(-dy * wide * SIDEWAYS, SCALE)
    y = target[1] + rounded(dy * long * LENGTHWISE, SCALE) + rounded(dx * wide * SIDEWAYS, SCALE)
    slide = numbers[8] * SLIDE
    rest = x + rounded((x - origin[0]) * slide, SCALE), y + rounded((y - origin[1]) * slide, SCALE)
    return Flight(origin, (x, y), rest)


def within(point: Point, start: Point, end: Point, reach: int) -> bool:
    """Say whether a point is no farther than ``reach`` from the segment between two points (CAT-PHYS-9)."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    wx, wy = point[0] - start[0], point[1] - start[1]
    along, length = wx * dx + wy * dy, dx * dx + dy * dy
    if along <= 0:
        return wx * wx + wy * wy <= reach * reach
    if along >= length:
        return square(point, end) <= reach * reach
    return (wx * dy - wy * dx) ** 2 <= reach * reach * length


def knocked(flight: Flight, centres: Sequence[Point]) -> list[int]:
    """Return which of the followers a token sweeps away: those it touches, those they touch, and so on (CAT-PHYS-10).

    The nearer links of the chain come first.
    """
    vx, vy = flight.landing[0] - flight.origin[0], flight.landing[1] - flight.origin[1]
    length = isqrt(vx * vx + vy * vy)
    level = [i for i, at in enumerate(centres) if within(at, flight.landing, flight.rest, TOKEN + FOLLOWER)]
    hit = list(level)
    for push in PUSHES if length else ():
        if not level:
            break
        dx, dy = rounded(vx * push, length), rounded(vy * push, length)
        paths = [(centres[i], (centres[i][0] + dx, centres[i][1] + dy)) for i in level]
        level = [
            i
            for i, at in enumerate(centres)
            if i not in hit and any(within(at, start, end, 2 * FOLLOWER) for start, end in paths)
        ]
        hit += level
    return hit


def miss(point: Point, column: int, row: int) -> int:
    """Return the square of the distance from a point to a cell of the grid, 0 inside (CAT-TARGET-1)."""
    cell = Box(UNIT * column, UNIT * row, UNIT * (column + 1), UNIT * (row + 1))
    return square(point, cell.nearest(point))


def overlaps(point: Point, column: int, row: int) -> bool:
    """Say whether a token at rest at a point lies on a cell of the grid with any part of it (CAT-PHYS-8)."""
    return miss(point, column, row) < TOKEN**2


class Catch(Enum):
    """How a duel of hurler and catcher ends."""

    CAUGHT = "caught"
    FAR = "far"
    SHORT = "short"
    TOUCHED = "touched"


def catch(target: Point, hands: Point, numbers: Sequence[int]) -> Catch:
    """Return how a throw along the lane ends, given where it is aimed and where the hands are (CAT-PHYS-12)."""
    landing = throw((0, 0), target, (*numbers[:8], 0)).landing
    if landing[0] < BOARD_AT:
        return Catch.SHORT
    off = square(landing, hands)
    if off > GRASP**2:
        return Catch.FAR
    held = numbers[8] * GRASP**2 < (1 << NUMBER_BITS) * (GRASP**2 - off)
    return Catch.CAUGHT if held else Catch.TOUCHED
