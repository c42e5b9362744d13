"""The plan of a tile: where everything lies on it, north up, before anything is painted.

Layout is made once for a kind of tile; a painter turns its points by quarter turns and only then draws, so that houses
and trees stand upright however the tile lies.
"""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

from shapely import Point, Polygon, unary_union
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from bastide.draw.areas import SITES, Areas, site_area
from bastide.draw.curves import CORNERS, INWARD, MIDDLE, MIDS, Curve, add, left_of, points, unit
from bastide.draw.grounds import SQUARE, mass_area, roomiest, round_about, settled, stroke
from bastide.draw.meetings import Meetings, sides_of
from bastide.draw.svg import Spot
from bastide.draw.walls import WALL, Mason, Mass
from bastide.draw.ways import BANK, CIRCLE_SIZE, FREE, ROAD_RIM, Bridge, Hub, Lake, Surveyor
from bastide.kernel.kinds import BUILDINGS, KINDS, LAND, REGIONS, ROADS, SPACES, Shape
from bastide.kernel.tile import Tile
from bastide.tiles import available, load, own_folder

APART: Final = 11.0
"""Pieces on different segments stand at least so far from each other, if there is room."""
CLEAR: Final = 10.5
"""Pieces stand so far from pennants, goods and other marks, if there is room."""
EMBLEMS: Final = ("pennant", "wine", "grain", "cloth")
BADGES: Final = ("icon", "circle", "magic", "fair", "again", "pair", "remote")
GROUNDS: Final = ("hill", "vineyard", "volcano")
ROOM: Final = {"hill": 19.0, "vineyard": 19.0, "volcano": 20.0, "circle": 14.0, "fair": 11.0}
"""How much room round its middle a mark of the tile would like to have; 9 if it is not listed."""
POINTER: Final = 18.0
"""How far from the side it points to an arrow begins, at least."""


class Placed(NamedTuple):
    """Something with a meaning that is printed on the tile: its name, where it is, and how large against the usual."""

    name: str
    spot: Spot
    scale: float = 1.0
    size: float = 0.0
    """How far it reaches from there."""
    door: Spot | None = None
    """For an inn, the point of the road that its doorstep leads to."""


@dataclass
class Plan:
    """Where everything lies on a tile, in its own frame."""

    tile: Tile
    meetings: Meetings
    masses: dict[int, Mass]
    ways: dict[int, list[Curve]]
    hub: Hub | None
    houses: list[Spot]
    bridges: list[Bridge]
    lake: Lake | None
    spring: Spot | None
    wheel: Spot | None
    """Where the middle of the board's great wheel is, if the tile is a cell of such a board."""
    sites: dict[int, Placed]
    """Per building or space, where it stands."""
    areas: dict[int, BaseGeometry]
    anchors: dict[int, Spot]
    """Per segment, where pieces on it stand."""
    marks: list[Placed] = field(default_factory=list)
    land: BaseGeometry = field(default_factory=Polygon)
    """Open land that nothing stands on."""


def wheel_of(tile: Tile) -> Spot | None:
    """Return the middle of the great wheel seen from a cell of its board: blocks with crown spaces have one."""
    return _wheels(own_folder()).get(tile.id)


@cache
def _wheels(own: str) -> dict[str, Spot]:
    """Return the middles of all wheels, by the cells of their boards, as long as one's own folder is the same."""
    found: dict[str, Spot] = {}
    for block in (load(name).block for name in available()):
        if block and any(segment.kind == "crown" for _, _, cell in block.parts for segment in cell.segments):
            x = 50.0 * (1 + max(column for column, _, _ in block.parts))
            y = 50.0 * (1 + max(row for _, row, _ in block.parts))
            found |= {cell.id: (x - 100.0 * column, y - 100.0 * row) for column, row, cell in block.parts}
    return found


@cache
def plan(tile: Tile) -> Plan:
    """Return the plan of a tile."""
    return _Planner(tile).plan()


class _Planner:
    """Makes the plan of one tile, step by step: walls, rivers, buildings, roads, areas, marks, anchors."""

    def __init__(self, tile: Tile) -> None:
        self.tile, self.meetings = tile, Meetings(tile)
        wobble = self._wobble()
        mason = Mason(self.meetings, wobble)
        self.masses = {i: mason.build(i) for i in self.meetings.of(*REGIONS)}
        self.wheel = wheel_of(tile)
        self.ways = Surveyor(self.meetings, self.masses, wobble, self.wheel)
        self.sites: dict[int, Placed] = {}
        self.marks: list[Placed] = []
        self.taken: list[Polygon] = []
        """What marks and houses stand on."""

    def _wobble(self) -> Iterator[float]:
        rng = random.Random(zlib.crc32(self.tile.id.encode()))
        while True:
            yield rng.uniform(-1.5, 1.5)

    def plan(self) -> Plan:
        self.ways.lay_rivers()
        self._place_goals()
        self.ways.lay_roads({i: site.spot for i, site in self.sites.items()})
        bare = self._areas()
        self._place_spaces()
        self._place_gardens(bare)
        areas = self._areas()
        self._place_inns(areas)
        self._place_grounds(areas)
        self._place_emblems(areas)
        given = {i: spot for i, s in enumerate(self.tile.segments) if (spot := _given(s.anchor)) is not None}
        self._place_land_marks(areas, given)
        self._place_circle()
        anchors = self._anchors(areas, given)
        self._place_badges(areas, anchors)
        free = areas.land.difference(unary_union([*self.taken, *self._gates()]))
        return Plan(
            self.tile, self.meetings, self.masses, self.ways.ways, self.ways.hub, list(self.ways.houses.values()),
            self.ways.bridges(), self.ways.lake, self.ways.spring, self.wheel, self.sites, areas.of, anchors,
            self.marks, free,
        )  # fmt: skip

    def _areas(self) -> Areas:
        grounds = {i: site_area(self.tile.segments[i].kind, s.spot, s.scale) for i, s in self.sites.items()}
        return Areas(self.meetings, self.masses, self.ways, grounds, self.wheel)

    def _gates(self) -> list[Polygon]:
        return [round_about(add(gate.spot, (gate.out, 2)), 10) for mass in self.masses.values() for gate in mass.gates]

    def _place_goals(self) -> None:
        """Find room for the buildings that roads lead to."""
        for i in self.meetings.of(*BUILDINGS):
            spot = _given(self.tile.segments[i].anchor)
            if spot is None:
                blocked = [mass_area(mass) for mass in self.masses.values()]
                blocked += [stroke(curves, BANK) for curves in self.ways.ways.values()]
                blocked += [stroke([c], ROAD_RIM) for c in self._passing_roads()]
                if self.ways.lake:
                    blocked.append(round_about(self.ways.lake.spot, self.ways.lake.size))
                if i in self.meetings.ends.values() or not blocked:
                    spot = settled(blocked, SITES[self.tile.segments[i].kind] + FREE)
                else:
                    spot = roomiest(SQUARE.difference(unary_union(blocked)))[0]
            self.sites[i] = Placed(self.tile.segments[i].kind, spot)

    def _passing_roads(self) -> list[Curve]:
        """Return the roads that only pass, as they would run on an empty tile."""
        roads = [sides_of(self.tile.segments[i]) for i in self.meetings.of(*ROADS)]
        return [Surveyor.through(sides[0], sides[1]) for sides in roads if len(sides) == 2]

    def _place_spaces(self) -> None:
        for i in self.meetings.of(*SPACES):
            around = unary_union([mass_area(mass) for mass in self.masses.values()])
            spot = _given(self.tile.segments[i].anchor) or roomiest(around)[0]
            self.sites[i] = Placed(self.tile.segments[i].kind, spot)

    def _place_gardens(self, bare: Areas) -> None:
        for i in self.meetings.of("garden"):
            given = _given(self.tile.segments[i].anchor)
            spot, room = roomiest(self._free(bare.land))
            if given is not None:
                spot, room = given, bare.land.boundary.distance(Point(given))
            scale = round(max(0.55, min(1.0, room / 12.5)), 2)
            self.sites[i] = Placed("garden", spot, scale)

    def _place_inns(self, areas: Areas) -> None:
        for i in self.meetings.of("road"):
            if dict(self.tile.segments[i].marks).get("inn"):
                self._place_inn(i, areas)

    def _place_inn(self, road: int, areas: Areas) -> None:
        """Set an inn beside its own road, as far as can be from others, so that it is plain whose inn it is."""
        spots = points(self.ways.ways[road][0])
        rest = [q for i, curves in self.ways.ways.items() if i != road for c in curves for q in points(c)]
        free = areas.land.difference(unary_union([gate.buffer(4) for gate in self._gates()])).intersection(
            SQUARE.buffer(-4)
        )
        best, place = -1.0, Placed("inn", MIDDLE)
        for before, here, after in zip(spots[3:], spots[4:-3], spots[5:], strict=False):
            for sign in (12.5, -12.5):
                spot = add(here, (left_of(unit(before, after)), sign))
                room = free.boundary.distance(Point(spot)) if free.contains(Point(spot)) else -1.0
                room += 0.3 * min([30.0, *(math.dist(spot, q) for q in rest)]) - 0.03 * math.dist(spot, MIDDLE)
                if room > best:
                    best, place = room, Placed("inn", spot, door=here)
        self._mark(place, 9.5)

    def _place_grounds(self, areas: Areas) -> None:
        """Find room for what changes the land itself: a hill, a vineyard, a volcano."""
        for name in GROUNDS:
            if self.tile.mark(name):
                spot, room = roomiest(self._free(areas.land))
                wish = ROOM[name]
                scale = round(max(0.5, min(1.0, room / wish)), 2)
                self._mark(Placed(name, spot, scale), min(wish * scale, room) * 0.92)

    def _place_emblems(self, areas: Areas) -> None:
        """Set pennants, goods, cathedrals and nuggets in their cities and mountains."""
        for i in self.masses:
            for name, number in self.tile.segments[i].marks:
                if name == "cathedral":
                    self._mark(Placed(name, (50.0, 52.0)), 25)
                elif name in EMBLEMS or name == "nuggets":
                    area = self._inside(areas.of[i], _given(self.tile.segments[i].anchor))
                    spot, _ = roomiest(area)
                    self._mark(Placed(f"nuggets-{number}" if name == "nuggets" else name, spot), 9)

    def _inside(self, area: BaseGeometry, anchor: Spot | None) -> BaseGeometry:
        """Return a city without its walls, what already stands in it and the place of its pieces."""
        kept = area.intersection(SQUARE.buffer(-1.5)).buffer(-WALL / 2)
        anchored = [round_about(anchor, CLEAR)] if anchor else []
        return kept.difference(unary_union([*self.taken, *self._gates(), *anchored]))

    def _place_land_marks(self, areas: Areas, anchors: dict[int, Spot]) -> None:
        """Set camps, horses, sheep and pigsties in the field that has them, and engines on their rails."""
        for i, segment in enumerate(self.tile.segments):
            for name, number in segment.marks:
                if name in ("camps", "horses", "sheep", "pigsty"):
                    for _ in range(number):
                        spot, room = roomiest(self._free(areas.of[i], anchors.values()))
                        shown = name.removesuffix("s") if name in ("camps", "horses") else name
                        self._mark(Placed(shown, spot, round(max(0.65, min(1.0, (room + 2) / 9)), 2)), 9)
                elif name == "locomotive":
                    spots = points(self.ways.ways[i][0])
                    self._mark(Placed(name, spots[len(spots) // 2]), 9)

    def _free(self, area: BaseGeometry, anchors: Iterable[Spot] = ()) -> BaseGeometry:
        """Return land without what already stands on it, gates, and the places of pieces."""
        blocked = [*self.taken, *self._gates(), *(round_about(spot, CLEAR) for spot in anchors)]
        return area.intersection(SQUARE.buffer(-2)).difference(unary_union(blocked))

    def _place_circle(self) -> None:
        """Lay a crop circle where roads end at it, or between the cities that it parts, if they do."""
        if number := self.tile.mark("circle"):
            between = self.meetings.touching or not self.meetings.of(*LAND)
            ends = [self.ways.hub.spot] if self.ways.hub else list(self.ways.houses.values())
            if between or ends:
                self._mark(
                    Placed(f"circle-{number}", MIDDLE if between else ends[0], 0.8 if between else 0.9), CIRCLE_SIZE
                )

    def _place_badges(self, areas: Areas, anchors: dict[int, Spot]) -> None:
        """Find room for signs that belong to the tile as a whole: on open land, else in the largest city."""
        for name in BADGES:
            number = self.tile.mark(name)
            shown = f"{name}-{number}" if name in ("icon", "circle") else name
            if number and all(mark.name != shown for mark in self.marks):
                wish, most = ROOM.get(name, 9.0), 1.2 if name == "icon" else 1.0
                spot, room = self._room_for_badge(wish, areas, anchors)
                scale = round(max(0.65, min(most, (room + 1) / wish)), 2)
                self._mark(Placed(shown, spot, scale), wish * scale)

    def _room_for_badge(self, wish: float, areas: Areas, anchors: dict[int, Spot]) -> tuple[Spot, float]:
        """Return the roomiest spot for a sign, far from the side that its arrow points to."""
        within = SQUARE
        if arrow := self.tile.mark("arrow"):
            dx, dy = INWARD[arrow - 1]
            within = translate(SQUARE, POINTER * dx, POINTER * dy)
        spot, room = roomiest(self._free(areas.land.intersection(within), anchors.values()))
        if room < 1.2 * wish and self.masses:
            largest = max(self.masses, key=lambda i: areas.of[i].area)
            pegs = unary_union([round_about(anchor, CLEAR) for anchor in anchors.values()])
            inside = self._inside(areas.of[largest], None).intersection(within).difference(pegs)
            if roomiest(inside)[1] > room:
                return roomiest(inside)
        return spot, room

    def _mark(self, place: Placed, size: float) -> None:
        self.marks.append(place._replace(size=size))
        self.taken.append(round_about(place.spot, size))

    def _anchors(self, areas: Areas, given: dict[int, Spot]) -> dict[int, Spot]:
        """Find where pieces stand on each segment that the tile file says nothing of: buildings first, fields last."""
        found = dict(given)
        order = sorted(range(len(self.tile.segments)), key=lambda i: (self._rank(i), self._area(areas, i).area))
        for i in order:
            stood_on = KINDS[self.tile.segments[i].kind].shape not in (Shape.RIVER, Shape.WALL)
            if i not in found and stood_on and (i in areas.of or i in self.sites):
                found[i] = self._anchor(i, areas, found)
        return found

    def _rank(self, i: int) -> int:
        return 0 if i in self.sites else 1 if i in self.ways.ways else 2 if i in self.masses else 3

    @staticmethod
    def _area(areas: Areas, i: int) -> BaseGeometry:
        return areas.of.get(i, Polygon())

    def _anchor(self, i: int, areas: Areas, found: dict[int, Spot]) -> Spot:
        if i in self.sites:
            return self.sites[i].spot
        if i in self.ways.ways:
            return self._on_the_way(i, areas)
        area = areas.of[i]
        others = [round_about(spot, APART) for spot in found.values()]
        inner = self._inside(area, None) if i in self.masses else self._free(area)
        for ground in (inner.difference(unary_union(others)), inner, area):
            spot, room = roomiest(ground)
            if room > 3.0:
                return spot
        return roomiest(area)[0]

    def _on_the_way(self, i: int, areas: Areas) -> Spot:
        """Return the spot of a road that is farthest from its bridges, gates, marks and ends, near its middle."""
        spots = [q for q in points(self.ways.ways[i][0], 24) if areas.of[i].buffer(0.1).contains(Point(q))]
        bridges = [b.spot for b in self.ways.bridges()]
        keep_off = (
            bridges
            + [m.spot for m in (*self.marks, *self.sites.values())]
            + [MIDS[s] for s in sides_of(self.tile.segments[i])]
        )
        keep_off += [gate.spot for mass in self.masses.values() for gate in mass.gates] + list(CORNERS)
        keep_off += list(self.ways.houses.values()) + ([self.ways.hub.spot] if self.ways.hub else [])
        if not spots:
            return roomiest(areas.of[i])[0]
        middle = spots[len(spots) // 2]
        return max(spots, key=lambda q: min(22.0, *(math.dist(q, k) for k in keep_off)) - 0.15 * math.dist(q, middle))


def _given(anchor: tuple[int, int] | None) -> Spot | None:
    return None if anchor is None else (anchor[0] / 10, anchor[1] / 10)
