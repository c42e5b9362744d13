"""Roads, rails and rivers as curves: from side to side, or to where they end inside the tile."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from bastide.draw.curves import INWARD, MIDDLE, MIDS, ONWARD, Curve, add, points, smooth, unit
from bastide.draw.grounds import mass_area, settled, stroke
from bastide.draw.meetings import HUB, OPEN, Meetings, sides_of
from bastide.draw.svg import Spot
from bastide.draw.walls import Mass, gate_towards
from bastide.kernel.kinds import BUILDINGS, REGIONS, ROADS

ROAD: Final = 7.4
ROAD_RIM: Final = 10.2
RIVER: Final = 14.0
BANK: Final = 18.0
HUB_SIZE: Final = 9.6
HOUSE_SIZE: Final = 6.4
CIRCLE_SIZE: Final = 13.0
"""How far a crop circle reaches that roads end at."""
FREE: Final = 6.0
"""So much land is left between the end of roads and a wall, to be seen."""
LAKE_SIZE: Final = 22.5
POND_SIZE: Final = 15.5
"""A lake that shares its tile with a building."""
WHEEL_SIZE: Final = 158.0
"""How far the great wheel of a board reaches from its middle."""


class Bridge(NamedTuple):
    """Where a road passes over another way."""

    spot: Spot
    direction: Spot
    over_water: bool


class Hub(NamedTuple):
    """Where several roads meet, and all of them end."""

    spot: Spot
    roads: int
    size: float


class Lake(NamedTuple):
    """Where a river ends in still water."""

    spot: Spot
    size: float


class Surveyor:
    """Lays out all ways of one tile, rivers first."""

    def __init__(
        self, meetings: Meetings, masses: Mapping[int, Mass], wobble: Iterator[float], wheel: Spot | None = None
    ) -> None:
        self.meetings, self.tile, self.masses, self.wobble = meetings, meetings.tile, masses, wobble
        self.wheel = wheel
        self.ways: dict[int, list[Curve]] = {}
        self.hub: Hub | None = None
        self.houses: dict[int, Spot] = {}
        """Per road that ends in the open, where its house stands."""
        self.spring: Spot | None = None
        self.lake: Lake | None = None
        self.city_sides = {s for i in meetings.of(*REGIONS) for s in sides_of(self.tile.segments[i])}
        self.house_size = CIRCLE_SIZE if self.tile.mark("circle") else HOUSE_SIZE
        """How large the place is where a road ends in the open."""
        self.has_goal = bool(meetings.of(*BUILDINGS))

    def sides(self, way: int) -> list[int]:
        """Return the sides that a way reaches."""
        return sides_of(self.tile.segments[way])

    def lay_rivers(self) -> None:
        """Lay out the rivers, all but those that begin at a road."""
        for river in self.meetings.of("river"):
            sides = self.sides(river)
            if len(sides) == 1:
                if self.meetings.ends[river] in (OPEN, HUB) or self.meetings.ends[river] in self.masses:
                    self.ways[river] = [self._ending_river(river, sides[0])]
            elif len(sides) == 2:
                self.ways[river] = [self.through(sides[0], sides[1], *self._river_bow(river))]
            else:
                self.ways[river] = self._star(sides)

    def _ending_river(self, river: int, side: int) -> Curve:
        p, end = MIDS[side], self.meetings.ends[river]
        if end in self.masses:
            gate = gate_towards(self.masses[end], add(p, (INWARD[side], 60)))
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
        """Return how far a river swings, and towards which side: away from buildings and from gates beyond bridges."""
        sides = self.sides(river)
        free = [side for side in range(4) if side not in sides]
        roads = [s for i in self.meetings.of("road") for s in self.sides(i) if s in free]
        if self.has_goal:
            return 17.0, (roads or [s for s in (2, 1, 3, 0) if s in free])[0]
        caps = [side for side in free if side in self.city_sides]
        if len(caps) == 1 and roads:
            return -6.0, caps[0]
        return self._bow(river)

    def lay_roads(self, goals: Mapping[int, Spot]) -> None:
        """Lay out roads and rails; ``goals`` is where the buildings stand that they lead to."""
        roads = self.meetings.of(*ROADS)
        for road in roads:
            sides = self.sides(road)
            if len(sides) == 2:
                self.ways[road] = [self.through(sides[0], sides[1], *self._bow(road))]
            elif len(sides) > 2:
                self.ways[road] = self._star(sides)
        self._find_hub()
        for road in roads:
            if len(self.sides(road)) == 1:
                self.ways[road] = [self._dead_end(road, goals)]
        for river in self.meetings.of("river"):
            if river not in self.ways:
                self._rise_at_road(river)

    def _bow(self, way: int) -> tuple[float, int]:
        """Return how far a straight way swings, and towards which side, to leave room and look drawn by hand."""
        first, last = self.sides(way)[:2]
        free = [side for side in range(4) if side not in (first, last)]
        if (last - first) % 2 or any(way in pair for pair in self.meetings.crossings):
            return 0.0, free[0]
        ending = [self.sides(i)[0] for i in self.meetings.dead_ends if i != way and self.sides(i)[0] in free]
        caps = [side for side in free if side in self.city_sides]
        if ending:
            return -6.0, ending[0]
        if len(caps) == 1:
            return -3.0, caps[0]
        return (0.0 if caps else math.copysign(3.5, next(self.wobble))), free[0]

    @staticmethod
    def through(first: int, last: int, bow: float = 0.0, towards: int = 0) -> Curve:
        """Return a way from side to side; one that runs straight may swing towards a side."""
        p, q = MIDS[first], MIDS[last]
        if (last - first) % 2:
            return ((p, add(p, (INWARD[first], 27)), add(q, (INWARD[last], 27)), q),)
        middle = add(MIDDLE, (INWARD[towards], -bow))
        return (
            (p, add(p, (INWARD[first], 24)), add(middle, (INWARD[first], -20)), middle),
            (middle, add(middle, (INWARD[first], 20)), add(q, (INWARD[last], 24)), q),
        )

    def _star(self, sides: list[int]) -> list[Curve]:
        """Return a way that leads to three or four sides: a straight one, and the rest from its middle."""
        first = next((s for s in sides if (s + 2) % 4 in sides), sides[0])
        straight = [first, (first + 2) % 4]
        rest = [s for s in sides if s not in straight]
        if len(rest) == 2:
            return [self.through(*straight), self.through(*rest)]
        spurs = [(MIDS[s], add(MIDS[s], (INWARD[s], 15)), add(MIDDLE, (INWARD[s], -15)), MIDDLE) for s in rest]
        return [self.through(*straight), *((spur,) for spur in spurs)]

    def _find_hub(self) -> None:
        roads = self.meetings.hub
        if len(roads) < 2:
            return
        size = CIRCLE_SIZE if self.tile.mark("circle") else HUB_SIZE
        passing = [stroke(curves, ROAD_RIM) for curves in self.ways.values()]
        masses = [mass_area(mass) for mass in self.masses.values()]
        spot = MIDDLE if self.meetings.tied else settled([*passing, *masses], size + FREE)
        self.hub = Hub(spot, len(roads), 14.0 if self.meetings.tied else size)
        for city in self.meetings.tied:
            self.masses[city].gates.append(gate_towards(self.masses[city], spot))

    def _dead_end(self, road: int, goals: Mapping[int, Spot]) -> Curve:
        side, end = self.sides(road)[0], self.meetings.ends[road]
        p, into = MIDS[side], INWARD[side]
        if end in goals:
            return ((p, add(p, (into, 18)), add(goals[end], (into, -14)), goals[end]),)
        if end == HUB and self.hub:
            return ((p, add(p, (into, 20)), add(self.hub.spot, (into, -20)), self.hub.spot),)
        if end == HUB and self.wheel:
            tip = add(self.wheel, (unit(self.wheel, add(p, (into, 30))), WHEEL_SIZE - 4))
            return smooth(p, into, tip, unit(tip, add(p, (into, 30))), 0.4 * math.dist(p, tip))
        if end in self.masses:
            gate = gate_towards(self.masses[end], add(p, (into, 30)))
            self.masses[end].gates.append(gate)
            return smooth(p, into, gate.spot, gate.out, 0.42 * math.dist(p, gate.spot))
        if end in self.ways:
            target = min((q for c in self.ways[end] for q in points(c)), key=lambda q: math.dist(q, add(p, (into, 40))))
            tip = add(target, (unit(target, p), self.house_size + ROAD_RIM / 2))
            self.houses[road] = tip
            return smooth(p, into, tip, unit(tip, p), 0.35 * math.dist(p, tip))
        bridging = any(over == road for over, _ in self.meetings.crossings)
        tip = add(p, (into, 80 if bridging else 42 if self.tile.mark("circle") else 30))
        if bridging and self.city_sides:
            tip = add(tip, (INWARD[min(self.city_sides)], 10))
        self.houses[road] = tip
        return smooth(p, into, tip, (-into[0], -into[1]), math.dist(p, tip) / 3)

    def _rise_at_road(self, river: int) -> None:
        """Lay out a river that springs from under a road."""
        side, road = self.sides(river)[0], self.meetings.ends[river]
        p = MIDS[side]
        line = [q for curve in self.ways[road] for q in points(curve)]
        target = min(line, key=lambda q: math.dist(q, add(p, (INWARD[side], 60))))
        self.spring = add(target, (unit(target, p), 11))
        self.ways[river] = [smooth(p, INWARD[side], add(target, (unit(target, p), 5)), unit(target, p), 18)]

    def bridges(self) -> list[Bridge]:
        """Return where roads pass over rivers and other roads."""
        found = []
        for over, under in self.meetings.crossings:
            if over in self.ways and under in self.ways:
                spots = points(self.ways[over][0], 24)
                below = [q for curve in self.ways[under] for q in points(curve, 24)]
                inner = range(1, len(spots) - 1)
                j = min(inner, key=lambda j: min(math.dist(spots[j], q) for q in below))
                water = self.tile.segments[under].kind == "river"
                found.append(Bridge(spots[j], unit(spots[j - 1], spots[j + 1]), water))
        return found
