"""What meets what inside a tile, read off its fields: the fields are what cities, roads and rivers leave over.

A tile file says which sides a road reaches and which fields lie beside it, not where it ends. But if the fields on its
two hands are one, it ends in the open; if both touch a city, it ends at that city's gate; else it meets other roads.
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
"""The end of a way that ends in the open: at a house, in a lake."""
HUB: Final = -2
"""The end of a way that meets others, and of all of them."""


def sides_of(segment: Segment) -> list[int]:
    """Return the sides that a segment reaches, clockwise from north."""
    return sorted({port // 3 for port in segment.ports})


@dataclass(frozen=True)
class Meetings:
    """What meets what inside one tile; segments are given by their numbers."""

    tile: Tile

    def of(self, *kinds: str) -> list[int]:
        """Return the segments of some kinds."""
        return [i for i, segment in enumerate(self.tile.segments) if segment.kind in kinds]

    def hands(self, way: int, side: int) -> tuple[int, int]:
        """Return the fields to the left and right of a way where it leaves the tile, -1 where there is none."""
        return self.tile.owner_of(3 * side + LEFT), self.tile.owner_of(3 * side + RIGHT)

    def touched(self, field: int) -> set[int]:
        """Return the cities that a field touches; prairie touches whatever mountain lies beside it on the rim."""
        segment = self.tile.segments[field]
        if segment.touches or segment.kind != "prairie":
            return set(segment.touches)
        owners = [self.tile.owner_of(port) for port in range(12)]
        beside = {owners[(i + step) % 12] for i, owner in enumerate(owners) if owner == field for step in (-1, 1)}
        return {i for i in beside if i >= 0 and self.tile.segments[i].kind in REGIONS}

    @cached_property
    def crossings(self) -> tuple[tuple[int, int], ...]:
        """Pairs of segments of which the first passes over the second: bridges and viaducts."""
        found = []
        for a, b in combinations(self.of(*REGIONS, *PATHS), 2):
            if self._cross(a, b):
                kinds = self.tile.segments[a].kind, self.tile.segments[b].kind
                a_over = kinds[1] == "river" or kinds[0] in REGIONS
                found.append((a, b) if a_over else (b, a))
        return tuple(found + self._bridges_of_dead_ends())

    def _cross(self, a: int, b: int) -> bool:
        """Say whether the sides of two segments alternate around the tile, so that one must pass over the other."""
        ours, theirs = (sides_of(self.tile.segments[i]) for i in (a, b))
        if len(ours) != 2 or len(theirs) != 2 or set(ours) & set(theirs):
            return False
        return (ours[0] < theirs[0] < ours[1]) != (ours[0] < theirs[1] < ours[1])

    def _bridges_of_dead_ends(self) -> list[tuple[int, int]]:
        found = []
        for way in self.dead_ends:
            other = self._passed(way)
            if other is not None:
                found.append((other, way) if self._is_bridge(other) else (way, other))
        return found

    @cached_property
    def dead_ends(self) -> tuple[int, ...]:
        """The ways that reach one side only."""
        return tuple(i for i in self.of(*PATHS) if len(sides_of(self.tile.segments[i])) == 1)

    @cached_property
    def ends(self) -> Mapping[int, int]:
        """Where each way ends that reaches one side only: another segment, OPEN or HUB."""
        found = {way: self._end(way) for way in self.dead_ends}
        meeting = [way for way, end in found.items() if end == HUB]
        if len(meeting) == 1:
            found[meeting[0]] = self._end_of_the_only_one(meeting[0])
        return found

    @property
    def hub(self) -> tuple[int, ...]:
        """The ways that meet in one place, clockwise, and end there."""
        meeting = [way for way, end in self.ends.items() if end == HUB]
        return tuple(sorted(meeting, key=lambda way: sides_of(self.tile.segments[way])))

    def _side(self, way: int) -> int:
        return sides_of(self.tile.segments[way])[0]

    def _is_bridge(self, way: int) -> bool:
        return bool(dict(self.tile.segments[way].marks).get("bridge"))

    def _end(self, way: int) -> int:
        kind = self.tile.segments[way].kind
        left, right = self.hands(way, self._side(way))
        goals = self.of(*BUILDINGS)
        if goals and kind != "river":
            return goals[0]
        if left == right or self._is_bridge(way):
            return OPEN
        shared = self.touched(left) & self.touched(right)
        other = self._passed(way)
        if not shared and other is not None:
            beyond = {left, right} ^ self._banks(other)
            if len(beyond) == 1:
                return OPEN
            shared = set.intersection(*map(self.touched, beyond)) if beyond else set()
        return min(shared, key=lambda city: self._distance(city, way)) if shared else HUB

    def _distance(self, city: int, way: int) -> int:
        """Return how far around the tile a city is from a way: the gate is in the nearest one."""
        side = self._side(way)
        return min(min((side - s) % 4, (s - side) % 4) for s in sides_of(self.tile.segments[city]))

    def _passed(self, way: int) -> int | None:
        """Return what a road that ends inside the tile passes over or under on its way there."""
        left, right = self.hands(way, self._side(way))
        if left == right or self.tile.segments[way].kind == "river":
            return None
        for other in self.of(*PATHS):
            if other != way and not self._is_bridge(way):
                river = self.tile.segments[other].kind == "river" and {left, right} < self._banks(other)
                if river or (self._is_bridge(other) and {left, right} & self._banks(other)):
                    return other
        return None

    def _banks(self, way: int) -> set[int]:
        return {hand for side in sides_of(self.tile.segments[way]) for hand in self.hands(way, side)}

    def _end_of_the_only_one(self, way: int) -> int:
        """Return the end of the only way that would meet others: at the side of a road that passes, if there is one."""
        hands = set(self.hands(way, self._side(way)))
        passing = (i for i in self.of(*PATHS) if i not in self.dead_ends and hands <= self._banks(i))
        return next(passing, HUB)

    @cached_property
    def tied(self) -> tuple[int, ...]:
        """The cities that reach as far as the place where roads meet: the fields beside them would be one else."""
        found = set()
        for way, after in zip(self.hub, self.hub[1:] + self.hub[:1], strict=True):
            side, there = self._side(way), self._side(after)
            field, beyond = self.hands(way, side)[1], self.hands(after, there)[0]
            if field != beyond and min(field, beyond) >= 0:
                between = [(side + k) % 4 for k in range(1, (there - side) % 4 or 4)]
                found |= {i for i in self.of(*REGIONS) if set(sides_of(self.tile.segments[i])) & set(between)}
        return tuple(sorted(found))

    @cached_property
    def reaches(self) -> Mapping[int, tuple[int, ...]]:
        """Per city, the points of the rim it touches without being open there: corners 0–3, middles of sides 4–7.

        Fields that would be one around a corner are kept apart by it.
        """
        found: dict[int, tuple[int, ...]] = {}
        for corner in range(4):
            before, after = (self.tile.owner_of(port) for port in ((3 * corner - 1) % 12, 3 * corner))
            self._reach(found, corner, before, after)
        for i in self.of(*of_shape(Shape.WALL)):
            side = self._side(i)
            self._reach(found, 4 + side, *self.hands(i, side))
        return found

    def _reach(self, found: dict[int, tuple[int, ...]], point: int, before: int, after: int) -> None:
        if before == after or min(before, after) < 0:
            return
        if {self.tile.segments[i].kind for i in (before, after)} <= set(LAND):
            shared = self.touched(before) & self.touched(after)
            if shared:
                city = min(shared)
                found[city] = (*found.get(city, ()), point)

    @cached_property
    def touching(self) -> tuple[int, ...]:
        """Two cities on facing sides that touch in the middle: else the fields beside them would be one."""
        for a, b in combinations(self.of(*REGIONS), 2):
            ours, theirs = (sides_of(self.tile.segments[i]) for i in (a, b))
            if len(ours) == len(theirs) == 1 and (ours[0] - theirs[0]) % 4 == 2:
                beside = [self.tile.owner_of(3 * ((ours[0] + k) % 4) + 1) for k in (1, 3)]
                fields = [i for i in beside if i >= 0 and self.tile.segments[i].kind in LAND]
                if len(fields) == 2 and fields[0] != fields[1]:
                    return a, b
        return ()
