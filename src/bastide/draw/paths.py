"""The curves of roads, railroads and rivers on a tile."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from bastide.draw.curves import INWARD, MIDDLE, MIDS, ONWARD, Curve, add, sample, smooth, unit
from bastide.draw.geometry import clear_point, region_area, stroke
from bastide.draw.regions import Region, gate_towards
from bastide.draw.svg import Point
from bastide.draw.topology import JUNCTION, OPEN, Topology, sides_of
from bastide.kernel.kinds import BUILDINGS, REGIONS, ROADS

ROAD: Final = 7.4
ROAD_RIM: Final = 10.2
RIVER: Final = 14.0
BANK: Final = 18.0
JUNCTION_SIZE: Final = 9.6
HOUSE_SIZE: Final = 6.4
CIRCLE_SIZE: Final = 13.0
"""Radius of a crop circle that roads end at."""
FREE: Final = 6.0
"""Width of the land between the end of a road and a wall."""
LAKE_SIZE: Final = 22.5
POND_SIZE: Final = 15.5
"""Radius of a lake that shares its tile with a building."""
WHEEL_SIZE: Final = 158.0
"""Radius of the Wheel of Fortune, which covers several cells."""


class Bridge(NamedTuple):
    """A point where a road passes over another path."""

    spot: Point
    direction: Point
    over_water: bool


class Junction(NamedTuple):
    """A point where several roads meet and end."""

    spot: Point
    roads: int
    size: float


class Lake(NamedTuple):
    """The still water that a river ends in."""

    spot: Point
    size: float


class PathBuilder:
    """Computes the curves of all paths of one tile, rivers first."""

    def __init__(
        self, topology: Topology, regions: Mapping[int, Region], jitter: Iterator[float], wheel: Point | None = None
    ) -> None:
        self.topology, self.tile, self.regions, self.jitter = topology, topology.tile, regions, jitter
        self.wheel = wheel
        self.curves: dict[int, list[Curve]] = {}
        self.junction: Junction | None = None
        self.houses: dict[int, Point] = {}
        """The position of the house at the end of each road that ends in the open."""
        self.spring: Point | None = None
        self.lake: Lake | None = None
        self.city_sides = {s for i in topology.of(*REGIONS) for s in sides_of(self.tile.segments[i])}
        self.house_size = CIRCLE_SIZE if self.tile.mark("circle") else HOUSE_SIZE
        """Radius of the ground at the end of a road that ends in the open."""
        self.has_goal = bool(topology.of(*BUILDINGS))

    def sides(self, path: int) -> list[int]:
        """Return the sides that a path reaches."""
        return sides_of(self.tile.segments[path])

    def lay_rivers(self) -> None:
        """Compute the rivers, except those that rise at a road."""
        for river in self.topology.of("river"):
            sides = self.sides(river)
            if len(sides) == 1:
                if self.topology.ends[river] in (OPEN, JUNCTION) or self.topology.ends[river] in self.regions:
                    self.curves[river] = [self._ending_river(river, sides[0])]
            elif len(sides) == 2:
                self.curves[river] = [self.through(sides[0], sides[1], *self._river_bow(river))]
            else:
                self.curves[river] = self._star(sides)

    def _ending_river(self, river: int, side: int) -> Curve:
        p, end = MIDS[side], self.topology.ends[river]
        if end in self.regions:
            gate = gate_towards(self.regions[end], add(p, (INWARD[side], 60)))
            tip = add(gate.spot, (gate.out, 3))
            self.spring = None
            return smooth(p, INWARD[side], tip, unit(tip, p), 0.4 * math.dist(p, tip))
        crowded = self.has_goal or bool(self.tile.mark("volcano"))
        tip = add(p, (INWARD[side], 34 if crowded else 50), (ONWARD[side], 10 if crowded else 0))
        if self.tile.mark("source"):
            self.spring = tip
        else:
            size = POND_SIZE if crowded else LAKE_SIZE
            self.lake = Lake(tip if crowded else add(tip, (INWARD[side], 8)), size)
        return ((p, add(p, (INWARD[side], 18)), add(tip, (INWARD[side], -16), (ONWARD[side], 3)), tip),)

    def _river_bow(self, river: int) -> tuple[float, int]:
        """Return the bow of a river and the side it bends towards, away from buildings and gates."""
        sides = self.sides(river)
        free = [side for side in range(4) if side not in sides]
        roads = [s for i in self.topology.of("road") for s in self.sides(i) if s in free]
        if self.has_goal:
            return 17.0, (roads or [s for s in (2, 1, 3, 0) if s in free])[0]
        caps = [side for side in free if side in self.city_sides]
        if len(caps) == 1 and roads:
            return -6.0, caps[0]
        return self._bow(river)

    def lay_roads(self, goals: Mapping[int, Point]) -> None:
        """Compute roads and railroads. ``goals`` are the positions of the buildings they lead to."""
        roads = self.topology.of(*ROADS)
        for road in roads:
            sides = self.sides(road)
            if len(sides) == 2:
                self.curves[road] = [self.through(sides[0], sides[1], *self._bow(road))]
            elif len(sides) > 2:
                self.curves[road] = self._star(sides)
        self._find_junction()
        for road in roads:
            if len(self.sides(road)) == 1:
                self.curves[road] = [self._dead_end(road, goals)]
        for river in self.topology.of("river"):
            if river not in self.curves:
                self._rise_at_road(river)

    def _bow(self, path: int) -> tuple[float, int]:
        """Return the bow of a straight path and the side it bends towards, to leave room and look hand-drawn."""
        first, last = self.sides(path)[:2]
        free = [side for side in range(4) if side not in (first, last)]
        if (last - first) % 2 or any(path in pair for pair in self.topology.crossings):
            return 0.0, free[0]
        ending = [self.sides(i)[0] for i in self.topology.dead_ends if i != path and self.sides(i)[0] in free]
        caps = [side for side in free if side in self.city_sides]
        if ending:
            return -6.0, ending[0]
        if len(caps) == 1:
            return -3.0, caps[0]
        return (0.0 if caps else math.copysign(3.5, next(self.jitter))), free[0]

    @staticmethod
    def through(first: int, last: int, bow: float = 0.0, towards: int = 0) -> Curve:
        """Return a path from side to side. A straight one may be bowed towards a third side."""
        p, q = MIDS[first], MIDS[last]
        if (last - first) % 2:
            return ((p, add(p, (INWARD[first], 27)), add(q, (INWARD[last], 27)), q),)
        middle = add(MIDDLE, (INWARD[towards], -bow))
        return (
            (p, add(p, (INWARD[first], 24)), add(middle, (INWARD[first], -20)), middle),
            (middle, add(middle, (INWARD[first], 20)), add(q, (INWARD[last], 24)), q),
        )

    def _star(self, sides: list[int]) -> list[Curve]:
        """Return a path to three or four sides: a straight one, and the others from its middle."""
        first = next((s for s in sides if (s + 2) % 4 in sides), sides[0])
        straight = [first, (first + 2) % 4]
        rest = [s for s in sides if s not in straight]
        if len(rest) == 2:
            return [self.through(*straight), self.through(*rest)]
        spurs = [(MIDS[s], add(MIDS[s], (INWARD[s], 15)), add(MIDDLE, (INWARD[s], -15)), MIDDLE) for s in rest]
        return [self.through(*straight), *((spur,) for spur in spurs)]

    def _find_junction(self) -> None:
        roads = self.topology.junction
        if len(roads) < 2:
            return
        size = CIRCLE_SIZE if self.tile.mark("circle") else JUNCTION_SIZE
        passing = [stroke(curves, ROAD_RIM) for curves in self.curves.values()]
        regions = [region_area(region) for region in self.regions.values()]
        spot = MIDDLE if self.topology.tied else clear_point([*passing, *regions], size + FREE)
        self.junction = Junction(spot, len(roads), 14.0 if self.topology.tied else size)
        for city in self.topology.tied:
            self.regions[city].gates.append(gate_towards(self.regions[city], spot))

    def _dead_end(self, road: int, goals: Mapping[int, Point]) -> Curve:
        side, end = self.sides(road)[0], self.topology.ends[road]
        p, into = MIDS[side], INWARD[side]
        if end in goals:
            return ((p, add(p, (into, 18)), add(goals[end], (into, -14)), goals[end]),)
        if end == JUNCTION and self.junction:
            return ((p, add(p, (into, 20)), add(self.junction.spot, (into, -20)), self.junction.spot),)
        if end == JUNCTION and self.wheel:
            tip = add(self.wheel, (unit(self.wheel, add(p, (into, 30))), WHEEL_SIZE - 4))
            return smooth(p, into, tip, unit(tip, add(p, (into, 30))), 0.4 * math.dist(p, tip))
        if end in self.regions:
            gate = gate_towards(self.regions[end], add(p, (into, 30)))
            self.regions[end].gates.append(gate)
            return smooth(p, into, gate.spot, gate.out, 0.42 * math.dist(p, gate.spot))
        if end in self.curves:
            target = min(
                (q for c in self.curves[end] for q in sample(c)), key=lambda q: math.dist(q, add(p, (into, 40)))
            )
            tip = add(target, (unit(target, p), self.house_size + ROAD_RIM / 2))
            self.houses[road] = tip
            return smooth(p, into, tip, unit(tip, p), 0.35 * math.dist(p, tip))
        bridging = any(over == road for over, _ in self.topology.crossings)
        tip = add(p, (into, 80 if bridging else 42 if self.tile.mark("circle") else 30))
        if bridging and self.city_sides:
            tip = add(tip, (INWARD[min(self.city_sides)], 10))
        self.houses[road] = tip
        return smooth(p, into, tip, (-into[0], -into[1]), math.dist(p, tip) / 3)

    def _rise_at_road(self, river: int) -> None:
        """Compute a river that rises under a road."""
        side, road = self.sides(river)[0], self.topology.ends[river]
        p = MIDS[side]
        line = [q for curve in self.curves[road] for q in sample(curve)]
        target = min(line, key=lambda q: math.dist(q, add(p, (INWARD[side], 60))))
        self.spring = add(target, (unit(target, p), 11))
        self.curves[river] = [smooth(p, INWARD[side], add(target, (unit(target, p), 5)), unit(target, p), 18)]

    def bridges(self) -> list[Bridge]:
        """Return the bridges over rivers and other roads."""
        bridges = []
        for over, under in self.topology.crossings:
            if over in self.curves and under in self.curves:
                spots = sample(self.curves[over][0], 24)
                below = [q for curve in self.curves[under] for q in sample(curve, 24)]
                inner = range(1, len(spots) - 1)
                j = min(inner, key=lambda j: min(math.dist(spots[j], q) for q in below))
                water = self.tile.segments[under].kind == "river"
                bridges.append(Bridge(spots[j], unit(spots[j - 1], spots[j + 1]), water))
        return bridges
