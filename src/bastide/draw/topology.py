"""The topology of a tile: how its segments connect, inferred from its fields.

A tile file says which sides a road reaches and which fields lie beside it, but not where it ends. If the fields to its
left and right are the same, it ends in the open. If both touch a city, it ends at that city's gate. Otherwise it meets
other roads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final

from bastide.kernel.geometry import LEFT, RIGHT
from bastide.kernel.kinds import BUILDINGS, LAND, PATHS, REGIONS, Shape, of_shape
from bastide.kernel.tile import Segment, Tile

OPEN: Final = -1
"""The end of a path that ends in the open, at a house or in a lake."""
JUNCTION: Final = -2
"""The end of a path that meets other ends."""


def sides_of(segment: Segment) -> list[int]:
    """Return the sides that a segment reaches, clockwise from north."""
    return sorted({port // 3 for port in segment.ports})


@dataclass(frozen=True)
class Topology:
    """How the segments of one tile connect. Segments are identified by their index."""

    tile: Tile

    def of(self, *kinds: str) -> list[int]:
        """Return the segments of the given kinds."""
        return [i for i, segment in enumerate(self.tile.segments) if segment.kind in kinds]

    def land_beside(self, side: int) -> tuple[int, int]:
        """Return the land to the left and right of a path where it leaves the tile, -1 if there is none."""
        return self.tile.owner_of(3 * side + LEFT), self.tile.owner_of(3 * side + RIGHT)

    def touched(self, field: int) -> set[int]:
        """Return the regions that a segment of land touches. Prairie touches the mountains next to it on the rim."""
        segment = self.tile.segments[field]
        if segment.touches or segment.kind != "prairie":
            return set(segment.touches)
        owners = [self.tile.owner_of(port) for port in range(12)]
        beside = {owners[(i + step) % 12] for i, owner in enumerate(owners) if owner == field for step in (-1, 1)}
        return {i for i in beside if i >= 0 and self.tile.segments[i].kind in REGIONS}

    @cached_property
    def crossings(self) -> tuple[tuple[int, int], ...]:
        """Pairs of segments, the first of which passes over the second: bridges and viaducts."""
        crossings = []
        for a, b in combinations(self.of(*REGIONS, *PATHS), 2):
            if self._cross(a, b):
                kinds = self.tile.segments[a].kind, self.tile.segments[b].kind
                a_over = kinds[1] == "river" or kinds[0] in REGIONS
                crossings.append((a, b) if a_over else (b, a))
        return tuple(crossings + self._bridges_of_dead_ends())

    def _cross(self, a: int, b: int) -> bool:
        """Return whether the sides of two segments alternate around the tile, so that one must pass over the other."""
        ours, theirs = (sides_of(self.tile.segments[i]) for i in (a, b))
        if len(ours) != 2 or len(theirs) != 2 or set(ours) & set(theirs):
            return False
        return (ours[0] < theirs[0] < ours[1]) != (ours[0] < theirs[1] < ours[1])

    def _bridges_of_dead_ends(self) -> list[tuple[int, int]]:
        crossings = []
        for path in self.dead_ends:
            other = self._passed(path)
            if other is not None:
                crossings.append((other, path) if self._is_bridge(other) else (path, other))
        return crossings

    @cached_property
    def dead_ends(self) -> tuple[int, ...]:
        """The paths that reach a single side."""
        return tuple(i for i in self.of(*PATHS) if len(sides_of(self.tile.segments[i])) == 1)

    @cached_property
    def ends(self) -> Mapping[int, int]:
        """Where each dead end leads: another segment, OPEN or JUNCTION."""
        ends = {path: self._end(path) for path in self.dead_ends}
        meeting = [path for path, end in ends.items() if end == JUNCTION]
        if len(meeting) == 1:
            ends[meeting[0]] = self._lone_end(meeting[0])
        return ends

    @property
    def junction(self) -> tuple[int, ...]:
        """The paths that meet and end in one place, clockwise."""
        meeting = [path for path, end in self.ends.items() if end == JUNCTION]
        return tuple(sorted(meeting, key=lambda path: sides_of(self.tile.segments[path])))

    def _side(self, path: int) -> int:
        return sides_of(self.tile.segments[path])[0]

    def _is_bridge(self, path: int) -> bool:
        return bool(dict(self.tile.segments[path].marks).get("bridge"))

    def _end(self, path: int) -> int:
        kind = self.tile.segments[path].kind
        left, right = self.land_beside(self._side(path))
        goals = self.of(*BUILDINGS)
        if goals and kind != "river":
            return goals[0]
        if left == right or self._is_bridge(path):
            return OPEN
        shared = self.touched(left) & self.touched(right)
        other = self._passed(path)
        if not shared and other is not None:
            beyond = {left, right} ^ self._banks(other)
            if len(beyond) == 1:
                return OPEN
            shared = set.intersection(*map(self.touched, beyond)) if beyond else set()
        return min(shared, key=lambda city: self._distance(city, path)) if shared else JUNCTION

    def _distance(self, city: int, path: int) -> int:
        """Return the distance from a path to a city in sides around the tile. The gate is in the nearest city."""
        side = self._side(path)
        return min(min((side - s) % 4, (s - side) % 4) for s in sides_of(self.tile.segments[city]))

    def _passed(self, path: int) -> int | None:
        """Return the path that a dead end passes over or under, if any."""
        left, right = self.land_beside(self._side(path))
        if left == right or self.tile.segments[path].kind == "river":
            return None
        for other in self.of(*PATHS):
            if other != path and not self._is_bridge(path):
                river = self.tile.segments[other].kind == "river" and {left, right} < self._banks(other)
                if river or (self._is_bridge(other) and {left, right} & self._banks(other)):
                    return other
        return None

    def _banks(self, path: int) -> set[int]:
        return {land for side in sides_of(self.tile.segments[path]) for land in self.land_beside(side)}

    def _lone_end(self, path: int) -> int:
        """Return the end of a path that meets no other end: a road that passes by, if there is one."""
        beside = set(self.land_beside(self._side(path)))
        passing = (i for i in self.of(*PATHS) if i not in self.dead_ends and beside <= self._banks(i))
        return next(passing, JUNCTION)

    @cached_property
    def tied(self) -> tuple[int, ...]:
        """The cities that extend to the junction. Without them, the fields on their two sides would be connected."""
        cities = set()
        for path, after in zip(self.junction, self.junction[1:] + self.junction[:1], strict=True):
            side, there = self._side(path), self._side(after)
            field, beyond = self.land_beside(side)[1], self.land_beside(there)[0]
            if field != beyond and min(field, beyond) >= 0:
                between = [(side + k) % 4 for k in range(1, (there - side) % 4 or 4)]
                cities |= {i for i in self.of(*REGIONS) if set(sides_of(self.tile.segments[i])) & set(between)}
        return tuple(sorted(cities))

    @cached_property
    def reaches(self) -> Mapping[int, tuple[int, ...]]:
        """Per city, the points of the rim that it extends to: corners are 0–3, middles of sides 4–7.

        There it separates fields that would otherwise be connected.
        """
        reaches: dict[int, tuple[int, ...]] = {}
        for corner in range(4):
            before, after = (self.tile.owner_of(port) for port in ((3 * corner - 1) % 12, 3 * corner))
            self._reach(reaches, corner, before, after)
        for i in self.of(*of_shape(Shape.WALL)):
            side = self._side(i)
            self._reach(reaches, 4 + side, *self.land_beside(side))
        return reaches

    def _reach(self, reaches: dict[int, tuple[int, ...]], point: int, before: int, after: int) -> None:
        if before == after or min(before, after) < 0:
            return
        if {self.tile.segments[i].kind for i in (before, after)} <= set(LAND):
            shared = self.touched(before) & self.touched(after)
            if shared:
                city = min(shared)
                reaches[city] = (*reaches.get(city, ()), point)

    @cached_property
    def touching(self) -> tuple[int, ...]:
        """Two cities on opposite sides that touch in the middle and so separate two fields; empty if there are none."""
        for a, b in combinations(self.of(*REGIONS), 2):
            ours, theirs = (sides_of(self.tile.segments[i]) for i in (a, b))
            if len(ours) == len(theirs) == 1 and (ours[0] - theirs[0]) % 4 == 2:
                beside = [self.tile.owner_of(3 * ((ours[0] + k) % 4) + 1) for k in (1, 3)]
                fields = [i for i in beside if i >= 0 and self.tile.segments[i].kind in LAND]
                if len(fields) == 2 and fields[0] != fields[1]:
                    return a, b
        return ()
