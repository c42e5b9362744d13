"""The layout of a tile: the positions of everything on it, before anything is painted.

It is computed once per kind of tile, unrotated. The painter rotates points, not shapes, so that houses and trees stay
upright.
"""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

import shapely
from shapely import Polygon, unary_union
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from bastide.draw.areas import SITES, Areas, site_area
from bastide.draw.curves import CORNERS, INWARD, MIDDLE, MIDS, Curve, add, left_of, sample, unit
from bastide.draw.geometry import SQUARE, circle, clear_point, region_area, roomiest_point, stroke
from bastide.draw.paths import BANK, CIRCLE_SIZE, FREE, ROAD_RIM, Bridge, Junction, Lake, PathBuilder
from bastide.draw.regions import WALL, Region, RegionBuilder
from bastide.draw.svg import Point
from bastide.draw.topology import Topology, sides_of
from bastide.kernel.kinds import BUILDINGS, KINDS, LAND, REGIONS, ROADS, SPACES, Shape
from bastide.kernel.tile import Tile
from bastide.tiles import available, load, own_folder

APART: Final = 11.0
"""Distance between pieces on different segments, if there is room."""
CLEAR: Final = 10.5
"""Distance of pieces from pennants, goods and other marks, if there is room."""
CLOSE: Final = 6.0
"""Distance of pieces from a mark that would be too small to read farther away."""
BESIDE: Final = 9.0
"""Distance of the ground of a building from roads that pass it by."""
EMBLEMS: Final = ("pennant", "wine", "grain", "cloth")
BADGES: Final = ("icon", "circle", "magic", "fair", "again", "pair", "remote")
LANDFORMS: Final = ("hill", "vineyard", "volcano")
ROOM: Final = {"hill": 19.0, "vineyard": 19.0, "volcano": 20.0, "circle": 14.0, "fair": 11.0, "magic": 10.5}
"""Preferred radius of the marks of a tile."""
DEFAULT_ROOM: Final = 9.0
LARGER: Final = 1.25
"""Greatest scale of marks where there is room."""
POINTER: Final = 18.0
"""Minimum distance of an arrow from the side it points to."""
AHEAD: Final = 8.0
"""How much farther an arrow keeps from the ends of roads that it points to."""


class PlacedSymbol(NamedTuple):
    """A symbol with a meaning in the rules: its name, position and scale."""

    name: str
    spot: Point
    scale: float = 1.0
    size: float = 0.0
    """Its radius."""
    door: Point | None = None
    """For an inn, the point of the road that its path leads to."""


@dataclass
class TileLayout:
    """The positions of everything on a tile, in the coordinates of the unrotated tile."""

    tile: Tile
    topology: Topology
    regions: dict[int, Region]
    curves: dict[int, list[Curve]]
    junction: Junction | None
    houses: list[Point]
    bridges: list[Bridge]
    lake: Lake | None
    spring: Point | None
    wheel: Point | None
    """The middle of the wheel, if the tile is a cell of a board that has one."""
    sites: dict[int, PlacedSymbol]
    """Buildings, gardens and spaces, by segment."""
    areas: dict[int, BaseGeometry]
    anchors: dict[int, Point]
    """The position of pieces on each segment."""
    marks: list[PlacedSymbol] = field(default_factory=list)
    land: BaseGeometry = field(default_factory=Polygon)
    """Land that is free of marks, gates and buildings."""


def wheel_of(tile: Tile) -> Point | None:
    """Return the middle of the wheel relative to a cell of its board. Blocks with crown spaces have a wheel."""
    return _wheels(own_folder()).get(tile.id)


@cache
def _wheels(own: str) -> dict[str, Point]:
    """Return the middles of all wheels by id of the cell. The folder of the user's own tiles is the cache key."""
    middles: dict[str, Point] = {}
    for block in (load(name).block for name in available()):
        if block and any(segment.kind == "crown" for _, _, cell in block.parts for segment in cell.segments):
            x = 50.0 * (1 + max(column for column, _, _ in block.parts))
            y = 50.0 * (1 + max(row for _, row, _ in block.parts))
            middles |= {cell.id: (x - 100.0 * column, y - 100.0 * row) for column, row, cell in block.parts}
    return middles


@cache
def lay_out(tile: Tile) -> TileLayout:
    """Return the layout of a tile."""
    return _LayoutBuilder(tile).build()


class _LayoutBuilder:
    """Lays out one tile step by step: walls, rivers, buildings, roads, areas, marks, anchors."""

    def __init__(self, tile: Tile) -> None:
        self.tile, self.topology = tile, Topology(tile)
        jitter = self._jitter()
        builder = RegionBuilder(self.topology, jitter)
        self.regions = {i: builder.build(i) for i in self.topology.of(*REGIONS)}
        self.wheel = wheel_of(tile)
        self.paths = PathBuilder(self.topology, self.regions, jitter, self.wheel)
        self.sites: dict[int, PlacedSymbol] = {}
        self.marks: list[PlacedSymbol] = []
        self.taken: list[Polygon] = []
        """The areas of marks placed so far."""

    def _jitter(self) -> Iterator[float]:
        rng = random.Random(zlib.crc32(self.tile.id.encode()))
        while True:
            yield rng.uniform(-1.5, 1.5)

    def build(self) -> TileLayout:
        self.paths.lay_rivers()
        self._place_goals()
        self.paths.lay_roads({i: site.spot for i, site in self.sites.items()})
        bare = self._areas()
        self._place_spaces()
        self._place_gardens(bare)
        areas = self._areas()
        self._place_inns(areas)
        self._place_landforms(areas)
        self._place_emblems(areas)
        given = {i: spot for i, s in enumerate(self.tile.segments) if (spot := _given(s.anchor)) is not None}
        self._place_land_marks(areas, given)
        self._place_circle()
        anchors = self._anchors(areas, given)
        self._place_badges(areas, anchors)
        free = areas.land.difference(unary_union([*self.taken, *self._gates()]))
        return TileLayout(
            tile=self.tile,
            topology=self.topology,
            regions=self.regions,
            curves=self.paths.curves,
            junction=self.paths.junction,
            houses=list(self.paths.houses.values()),
            bridges=self.paths.bridges(),
            lake=self.paths.lake,
            spring=self.paths.spring,
            wheel=self.wheel,
            sites=self.sites,
            areas=areas.of,
            anchors=anchors,
            marks=self.marks,
            land=free,
        )

    def _areas(self) -> Areas:
        grounds = {i: site_area(self.tile.segments[i].kind, s.spot, s.scale) for i, s in self.sites.items()}
        return Areas(self.topology, self.regions, self.paths, grounds, self.wheel)

    def _gates(self) -> list[Polygon]:
        return [circle(add(gate.spot, (gate.out, 2)), 10) for region in self.regions.values() for gate in region.gates]

    def _place_goals(self) -> None:
        """Place the buildings that roads lead to."""
        for i in self.topology.of(*BUILDINGS):
            spot = _given(self.tile.segments[i].anchor)
            if spot is None:
                blocked = [region_area(region) for region in self.regions.values()]
                blocked += [stroke(curves, BANK) for curves in self.paths.curves.values()]
                blocked += [stroke([c], ROAD_RIM) for c in self._passing_roads()]
                if self.paths.lake:
                    blocked.append(circle(self.paths.lake.spot, self.paths.lake.size))
                if i in self.topology.ends.values() or not blocked:
                    spot = clear_point(blocked, SITES[self.tile.segments[i].kind] + FREE)
                else:
                    spot = roomiest_point(SQUARE.difference(unary_union(blocked)))[0]
            self.sites[i] = PlacedSymbol(self.tile.segments[i].kind, self._beside_roads(i, spot))

    def _beside_roads(self, building: int, spot: Point) -> Point:
        """Return a position for a building that shows the field between it and the roads that pass."""
        passing = [q for curve in self._passing_roads() for q in sample(curve)]
        if building not in self.topology.ends.values() or not passing:
            return spot
        nearest = min(passing, key=lambda q: math.dist(q, spot))
        lacking = SITES[self.tile.segments[building].kind] + ROAD_RIM / 2 + BESIDE - math.dist(nearest, spot)
        return add(spot, (unit(nearest, spot), max(0.0, lacking)))

    def _passing_roads(self) -> list[Curve]:
        """Return the roads that cross the tile, as they would run on an empty one."""
        roads = [sides_of(self.tile.segments[i]) for i in self.topology.of(*ROADS)]
        return [PathBuilder.through(sides[0], sides[1]) for sides in roads if len(sides) == 2]

    def _place_spaces(self) -> None:
        for i in self.topology.of(*SPACES):
            around = unary_union([region_area(region) for region in self.regions.values()])
            spot = _given(self.tile.segments[i].anchor) or roomiest_point(around)[0]
            self.sites[i] = PlacedSymbol(self.tile.segments[i].kind, spot)

    def _place_gardens(self, bare: Areas) -> None:
        for i in self.topology.of("garden"):
            given = _given(self.tile.segments[i].anchor)
            spot, room = roomiest_point(self._free(bare.land))
            if given is not None:
                spot, room = given, bare.land.boundary.distance(shapely.Point(given))
            scale = round(max(0.55, min(1.0, room / 12.5)), 2)
            self.sites[i] = PlacedSymbol("garden", spot, scale)

    def _place_inns(self, areas: Areas) -> None:
        for i in self.topology.of("road"):
            if dict(self.tile.segments[i].marks).get("inn"):
                self._place_inn(i, areas)

    def _place_inn(self, road: int, areas: Areas) -> None:
        """Place an inn beside its road, as far as possible from other roads."""
        spots = sample(self.paths.curves[road][0])
        rest = [q for i, curves in self.paths.curves.items() if i != road for c in curves for q in sample(c)]
        free = areas.land.difference(unary_union([gate.buffer(4) for gate in self._gates()])).intersection(
            SQUARE.buffer(-4)
        )
        best, place = -1.0, PlacedSymbol("inn", MIDDLE)
        for before, here, after in zip(spots[3:], spots[4:-3], spots[5:], strict=False):
            for sign in (12.5, -12.5):
                spot = add(here, (left_of(unit(before, after)), sign))
                room = free.boundary.distance(shapely.Point(spot)) if free.contains(shapely.Point(spot)) else -1.0
                room += 0.3 * min([30.0, *(math.dist(spot, q) for q in rest)]) - 0.03 * math.dist(spot, MIDDLE)
                if room > best:
                    best, place = room, PlacedSymbol("inn", spot, door=here)
        self._mark(place, 9.5)

    def _place_landforms(self, areas: Areas) -> None:
        """Place hills, vineyards and volcanoes."""
        for name in LANDFORMS:
            if self.tile.mark(name):
                spot, room = roomiest_point(self._free(areas.land))
                wanted = ROOM[name]
                scale = round(max(0.5, min(1.0, room / wanted)), 2)
                self._mark(PlacedSymbol(name, spot, scale), min(wanted * scale, room) * 0.92)

    def _place_emblems(self, areas: Areas) -> None:
        """Place pennants, goods, cathedrals and nuggets in their cities and mountains."""
        for i in self.regions:
            for name, number in self.tile.segments[i].marks:
                if name == "cathedral":
                    self._mark(PlacedSymbol(name, (50.0, 52.0)), 25)
                elif name in EMBLEMS or name == "nuggets":
                    area = self._inside(areas.of[i], _given(self.tile.segments[i].anchor))
                    spot, room = roomiest_point(area)
                    shown, most = (f"nuggets-{number}", 1.1) if name == "nuggets" else (name, LARGER)
                    scale = round(max(1.0, min(most, room / DEFAULT_ROOM)), 2)
                    self._mark(PlacedSymbol(shown, spot, scale), DEFAULT_ROOM * scale)

    def _inside(self, area: BaseGeometry, anchor: Point | None) -> BaseGeometry:
        """Return the free area of a city: without walls, marks, and the position of its pieces."""
        inner = area.intersection(SQUARE.buffer(-1.5)).buffer(-WALL / 2)
        anchored = [circle(anchor, CLEAR)] if anchor else []
        return inner.difference(unary_union([*self.taken, *self._gates(), *anchored]))

    def _place_land_marks(self, areas: Areas, anchors: dict[int, Point]) -> None:
        """Place camps, horses, sheep and pigsties in their fields, and engines on their rails."""
        for i, segment in enumerate(self.tile.segments):
            for name, number in segment.marks:
                if name in ("camps", "horses", "sheep", "pigsty"):
                    for _ in range(number):
                        spot, room = roomiest_point(self._free(areas.of[i], anchors.values()))
                        shown = name.removesuffix("s") if name in ("camps", "horses") else name
                        scale = round(max(0.65, min(LARGER, (room + 2) / DEFAULT_ROOM)), 2)
                        self._mark(PlacedSymbol(shown, spot, scale), DEFAULT_ROOM * max(1.0, scale))
                elif name == "locomotive":
                    spots = sample(self.paths.curves[i][0])
                    self._mark(PlacedSymbol(name, spots[len(spots) // 2]), 9)

    def _free(self, area: BaseGeometry, anchors: Iterable[Point] = (), clear: float = CLEAR) -> BaseGeometry:
        """Return the free area of land: without marks, gates, and some room for pieces."""
        blocked = [*self.taken, *self._gates(), *(circle(spot, clear) for spot in anchors)]
        return area.intersection(SQUARE.buffer(-2)).difference(unary_union(blocked))

    def _place_circle(self) -> None:
        """Place a crop circle that roads end at, or that separates cities."""
        if number := self.tile.mark("circle"):
            between = self.topology.touching or not self.topology.of(*LAND)
            ends = [self.paths.junction.spot] if self.paths.junction else list(self.paths.houses.values())
            if between or ends:
                self._mark(
                    PlacedSymbol(f"circle-{number}", MIDDLE if between else ends[0], 0.8 if between else 0.9),
                    CIRCLE_SIZE,
                )

    def _place_badges(self, areas: Areas, anchors: dict[int, Point]) -> None:
        """Place the marks of the tile as a whole on open land, or in the largest city if there is more room."""
        for name in BADGES:
            number = self.tile.mark(name)
            shown = f"{name}-{number}" if name in ("icon", "circle") else name
            if number and all(mark.name != shown for mark in self.marks):
                wanted, most = ROOM.get(name, DEFAULT_ROOM), 1.0 if name == "circle" else LARGER
                spot, room = self._room_for_badge(wanted, areas, anchors)
                scale = round(max(0.65, min(most, (room + 1) / wanted)), 2)
                self._mark(PlacedSymbol(shown, spot, scale), wanted * scale)

    def _room_for_badge(self, wanted: float, areas: Areas, anchors: dict[int, Point]) -> tuple[Point, float]:
        """Return the roomiest position for a mark, away from the side and ends of roads that its arrow points to."""
        within: BaseGeometry = SQUARE
        if arrow := self.tile.mark("arrow"):
            dx, dy = INWARD[arrow - 1]
            ends = [circle(spot, self.paths.house_size) for spot in self.paths.houses.values()]
            hidden = translate(unary_union(ends), AHEAD * dx, AHEAD * dy)
            within = translate(SQUARE, POINTER * dx, POINTER * dy).difference(hidden)
        land = areas.land.intersection(within)
        spot, room = roomiest_point(self._free(land, anchors.values()))
        if room + 1 < wanted:
            spot, room = roomiest_point(self._free(land, anchors.values(), CLOSE))
        if room < 1.2 * wanted and self.regions:
            largest = max(self.regions, key=lambda i: areas.of[i].area)
            pegs = unary_union([circle(anchor, CLEAR) for anchor in anchors.values()])
            inside = self._inside(areas.of[largest], None).intersection(within).difference(pegs)
            if roomiest_point(inside)[1] > room:
                return roomiest_point(inside)
        return spot, room

    def _mark(self, place: PlacedSymbol, size: float) -> None:
        self.marks.append(place._replace(size=size))
        self.taken.append(circle(place.spot, size))

    def _anchors(self, areas: Areas, given: dict[int, Point]) -> dict[int, Point]:
        """Compute the positions of pieces that the tile file does not give: buildings first, fields last."""
        anchors = dict(given)
        order = sorted(range(len(self.tile.segments)), key=lambda i: (self._rank(i), self._area(areas, i).area))
        for i in order:
            stood_on = KINDS[self.tile.segments[i].kind].shape not in (Shape.RIVER, Shape.WALL)
            if i not in anchors and stood_on and (i in areas.of or i in self.sites):
                anchors[i] = self._anchor(i, areas, anchors)
        return anchors

    def _rank(self, i: int) -> int:
        return 0 if i in self.sites else 1 if i in self.paths.curves else 2 if i in self.regions else 3

    @staticmethod
    def _area(areas: Areas, i: int) -> BaseGeometry:
        return areas.of.get(i, Polygon())

    def _anchor(self, i: int, areas: Areas, anchors: dict[int, Point]) -> Point:
        if i in self.sites:
            return self.sites[i].spot
        if i in self.paths.curves:
            return self._anchor_on_path(i, areas)
        area = areas.of[i]
        others = [circle(spot, APART) for spot in anchors.values()]
        inner = self._inside(area, None) if i in self.regions else self._free(area)
        for ground in (inner.difference(unary_union(others)), inner, area):
            spot, room = roomiest_point(ground)
            if room > 3.0:
                return spot
        return roomiest_point(area)[0]

    def _anchor_on_path(self, i: int, areas: Areas) -> Point:
        """Return a point near the middle of a road, away from bridges, gates, marks and its ends."""
        spots = [q for q in sample(self.paths.curves[i][0], 24) if areas.of[i].buffer(0.1).contains(shapely.Point(q))]
        bridges = [b.spot for b in self.paths.bridges()]
        keep_off = (
            bridges
            + [m.spot for m in (*self.marks, *self.sites.values())]
            + [MIDS[s] for s in sides_of(self.tile.segments[i])]
        )
        keep_off += [gate.spot for region in self.regions.values() for gate in region.gates] + list(CORNERS)
        keep_off += list(self.paths.houses.values()) + ([self.paths.junction.spot] if self.paths.junction else [])
        if not spots:
            return roomiest_point(areas.of[i])[0]
        middle = spots[len(spots) // 2]
        return max(spots, key=lambda q: min(22.0, *(math.dist(q, k) for k in keep_off)) - 0.15 * math.dist(q, middle))


def _given(anchor: tuple[int, int] | None) -> Point | None:
    return None if anchor is None else (anchor[0] / 10, anchor[1] / 10)
