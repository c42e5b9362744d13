"""The outlines and walls of cities and mountains, computed from the sides they reach."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bastide.draw.curves import CORNERS, INWARD, MIDDLE, MIDS, ONWARD, Curve, add, left_of, sample, straight, unit
from bastide.draw.svg import Point
from bastide.draw.topology import Topology, sides_of
from bastide.kernel.geometry import LEFT, RIGHT
from bastide.kernel.kinds import LAND, REGIONS
from bastide.kernel.tile import INNER

INSET: Final = 3.0
"""Distance of walls from the corners: about half a wall, so that the walls of two tiles meet."""
WALL: Final = 4.6
"""Width of a wall, seen from above."""
THIRDS: Final = (0.0, 35.0, 65.0, 100.0)
"""Boundaries of the left end, the middle and the right end of a side."""
KNEE: Final = 42.0
"""Length of the straight part of a wall between two cities that share a side."""


class WallEnd(NamedTuple):
    """A point where a wall meets the rim of the tile."""

    spot: Point
    side: int
    corner: bool
    """At a corner. Otherwise it crosses a side: into the next cell of a block, or between two cities."""
    shared: bool = False


@dataclass
class Region:
    """The shape of a city or mountain, in the coordinates of the unrotated tile."""

    outline: list[Point]
    walls: list[Curve]
    gates: list[Gate] = field(default_factory=list)


class Gate(NamedTuple):
    """A point where a road enters a city, and the direction out of it."""

    spot: Point
    out: Point


def runs(ports: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield the first and last port of each run of adjacent ports, clockwise.

    >>> list(runs((9, 10, 11, 0, 1, 2, 6)))
    [(6, 6), (9, 2)]
    """
    owned = set(ports)
    for first in sorted(owned):
        if (first - 1) % 12 not in owned:
            last = first
            while (last + 1) % 12 in owned and (last + 1) % 12 != first:
                last = (last + 1) % 12
            yield first, last


def gate_towards(region: Region, target: Point) -> Gate:
    """Return the point of the walls nearest to a target, but not close to the rim.

    Walls run clockwise around their city, so the outside is on their left.
    """
    best: tuple[float, Gate] | None = None
    for wall in region.walls:
        spots = sample(wall)
        for before, here, after in zip(spots[3:], spots[4:-4], spots[5:], strict=False):
            far = math.dist(here, target)
            if best is None or far < best[0]:
                best = far, Gate(here, left_of(unit(before, after)))
    if best is None:
        return Gate(target, unit(MIDDLE, target))
    return best[1]


class RegionBuilder:
    """Computes the regions of one tile."""

    def __init__(self, topology: Topology, jitter: Iterator[float]) -> None:
        self.topology, self.tile, self.jitter = topology, topology.tile, jitter
        cities = [(i, side) for i in topology.of(*REGIONS) for side in sides_of(self.tile.segments[i])]
        self.city_at = {side: i for i, side in cities if self.tile.edges[side] != INNER}

    def build(self, city: int) -> Region:
        """Return the outline and walls of a region."""
        ports = self.tile.segments[city].ports
        if len(ports) == 12:
            return Region([(-1, -1), (101, -1), (101, 101), (-1, 101)], [])
        stretches = list(runs(ports))
        outline: list[Point] = []
        walls: list[Curve] = []
        for (first, last), (following, _) in zip(stretches, stretches[1:] + stretches[:1], strict=True):
            begin, end = self._end(city, first, starts=True), self._end(city, last, starts=False)
            outline.append(begin.spot)
            outline += [
                CORNERS[side % 4] for side in range(begin.side + 1, begin.side + 1 + (end.side - begin.side) % 4)
            ]
            for wall in self._walls(city, end, self._end(city, following, starts=True)):
                walls.append(wall)
                outline += sample(wall)
        return Region(outline, walls)

    def _end(self, city: int, port: int, starts: bool) -> WallEnd:
        side, place = divmod(port, 3)
        if place == (LEFT if starts else RIGHT):
            spot = add(CORNERS[side], (ONWARD[side], INSET if starts else 100 - INSET))
            return WallEnd(spot, side, corner=True)
        beyond = self.tile.owner_of((port - 1 if starts else port + 1) % 12)
        shared = beyond >= 0 and self.tile.segments[beyond].kind in REGIONS
        at = 50.0 if shared else THIRDS[place if starts else place + 1]
        return WallEnd(add(CORNERS[side], (ONWARD[side], at)), side, corner=False, shared=shared)

    def _walls(self, city: int, end: WallEnd, start: WallEnd) -> list[Curve]:
        p, q = end.spot, start.spot
        between = [(end.side + k) % 4 for k in range(1, (start.side - end.side) % 4 or 4)]
        tips = [tip for tip in self.topology.reaches.get(city, ()) if self._lies_between(tip, between)]
        if tips:
            return self._reaching(city, end, start, sorted(tips, key=lambda tip: self._clockwise(tip, end.side)))
        head: list[Curve] = []
        tail: list[Curve] = []
        if end.shared:
            knee = add(p, (INWARD[end.side], KNEE))
            head, p = [straight(p, knee)], knee
        if start.shared:
            knee = add(q, (INWARD[start.side], KNEE))
            tail, q = [straight(knee, q)], knee
        a, b = self._bulge(city, end, start, between)
        reach = 0.45 * math.dist(p, q)
        out = add(p, (ONWARD[end.side], -a), (INWARD[end.side], b)) if end.corner else add(p, (INWARD[end.side], reach))
        back = (
            add(q, (ONWARD[start.side], a), (INWARD[start.side], b))
            if start.corner
            else add(q, (INWARD[start.side], reach))
        )
        if end.shared or start.shared:
            out = add(p, (ONWARD[end.side], -5), (INWARD[end.side], 16)) if end.shared else out
            back = add(q, (ONWARD[start.side], 5), (INWARD[start.side], 16)) if start.shared else back
        return [*head, ((p, out, back, q),), *tail]

    @staticmethod
    def _lies_between(tip: int, between: list[int]) -> bool:
        """Return whether a corner or the middle of a side lies on the part of the rim that a wall cuts off."""
        return tip - 4 in between if tip >= 4 else {tip, (tip - 1) % 4} <= set(between)

    @staticmethod
    def _clockwise(tip: int, side: int) -> float:
        """Return the clockwise distance from the beginning of a side to a corner or the middle of a side."""
        return (tip - side) % 4 if tip < 4 else (tip - 4 - side) % 4 + 0.5

    def _reaching(self, city: int, end: WallEnd, start: WallEnd, tips: list[int]) -> list[Curve]:
        """Return the walls of a city that extends to points of the rim, from each to the next."""
        a, b = (27.0, 28.0) if len(sides_of(self.tile.segments[city])) > 1 else (16.0, 40.0)
        here, out = end.spot, add(end.spot, (ONWARD[end.side], -a), (INWARD[end.side], b))
        walls: list[Curve] = []
        for tip, wide in ((CORNERS[tip], 9.0) if tip < 4 else (MIDS[tip - 4], 7.0) for tip in tips):
            up = unit(tip, MIDDLE)
            across = (-up[1], up[0])
            walls.append(((here, out, add(tip, (up, 44), (across, wide)), tip),))
            here, out = tip, add(tip, (up, 44), (across, -wide))
        back = add(start.spot, (ONWARD[start.side], a), (INWARD[start.side], b))
        return [*walls, ((here, out, back, start.spot),)]

    def _bulge(self, city: int, end: WallEnd, start: WallEnd, between: list[int]) -> tuple[float, float]:
        """Return the offsets of a wall's control points, along its sides and inwards."""
        others = {side for side, i in self.city_at.items() if i != city}
        opposite = (end.side + 2) % 4
        rivers = bool(self.topology.of("river"))
        if len(between) == 3:
            a, b = self._cap(city, between, others, opposite, rivers)
        elif len(between) == 2:
            a, b = (33.0, 18.0)
            if not self.topology.of(*LAND):
                a, b = 32.0, 32.0
            elif set(between) <= others:
                a, b = (40.0, 15.0) if len({self.city_at[s] for s in between}) == 1 else (33.0, 14.0)
        elif any(city in pair for pair in self.topology.crossings) and set(between) <= others:
            a, b = 47.5, 17.5
        else:
            a, b = (44.0, 18.0) if set(between) <= others else (26.0, 24.0)
        return a + next(self.jitter), b + next(self.jitter)

    def _cap(self, city: int, between: list[int], others: set[int], opposite: int, rivers: bool) -> tuple[float, float]:
        topology = self.topology
        beside = {between[0], between[2]}
        if city in topology.touching:
            return 28.0, 66.0
        if city in topology.tied:
            return 30.0, 50.0
        if beside <= others:
            same = len({self.city_at[side] for side in beside}) == 1
            return (28.0, 22.0) if same else (34.0, 30.0)
        if beside & others:
            return 34.0, 30.0
        return (20.0, 35.0) if opposite in others or rivers else (19.0, 41.0)
