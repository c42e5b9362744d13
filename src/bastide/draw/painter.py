"""Paints a tile from its plan: the land first, then water, roads and walls, then all that stands, back to front."""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Iterable
from itertools import compress
from typing import Final, NamedTuple

import shapely
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from bastide.draw import palette as ink
from bastide.draw.curves import Curve, add, left_of, points, turned, turned_curve, unit, written_all
from bastide.draw.meetings import sides_of
from bastide.draw.plan import GROUNDS, Placed, plan
from bastide.draw.stonework import FACE, bridge_shapes, village_shapes, wall_shapes
from bastide.draw.svg import Spot, disc, ellipse, line_of, path, polygon, rect, use, xy
from bastide.draw.things.ground import REACH, SHAPES, blob
from bastide.draw.walls import WALL, Mass
from bastide.draw.ways import BANK, HOUSE_SIZE, RIVER, ROAD, ROAD_RIM
from bastide.kernel.kinds import KINDS, PRAIRIE, ROADS
from bastide.kernel.tile import Tile

ROW: Final = 10.3
COLUMN: Final = 12.6
"""How far houses stand behind and beside each other."""
FROM_WALL: Final = 5.6
TOP: Final = 200.0
"""In front of everything."""
GROVE: Final = 13.0
GRID: Final = [(x + 0.5, y + 0.5) for y in range(3, 97, 3) for x in range(3, 97, 3)]
DOTS: Final = shapely.points(GRID)
"""Spots where something may grow."""


class Green(NamedTuple):
    """A kind of growth: how many of it at most, the room it needs, and how far it keeps from others."""

    name: str
    most: int
    room: float
    apart: float
    in_groves: bool
    variants: int = 1


TALL: Final = {"tree": (5.4, 14.0), "cypress": (2.4, 10.0), "bush": (2.6, 6.0), "cactus": (4.0, 12.0)}
"""Growth that stands: how wide it is to either side, and how far from the northern border its foot must be."""
GREENS: Final = (
    Green("tree", 4, 8.0, 7.0, True, 3),
    Green("cypress", 2, 7.0, 6.0, True),
    Green("bush", 2, 4.5, 6.5, True, 2),
    Green("flowers", 2, 4.5, 11.0, False, 3),
    Green("tuft", 6, 3.5, 13.0, False),
)


def paint(tile: Tile, turns: int = 0, copy: int = 0) -> str:
    """Return a tile as SVG shapes in a square of 100, turned by quarter turns to the right.

    Copies differ in trees, tufts and waves only. Things are used by reference: see `bastide.draw.things.registry`.
    """
    from bastide.draw.frontier import Frontier

    west = any(KINDS[segment.kind].land == PRAIRIE for segment in tile.segments)
    return (Frontier if west else Painter)(tile, turns, copy).paint()


class Painter:
    """Paints one tile, lying in one way."""

    def __init__(self, tile: Tile, turns: int, copy: int) -> None:
        self.tile, self.turns, self.plan = tile, turns % 4, plan(tile)
        self.rng = random.Random(zlib.crc32(f"{tile.id}/{copy}".encode()))
        self.flat: list[str] = []
        self.upright: list[tuple[float, str]] = []
        """What stands: how far south its foot is, and its picture."""
        self.hamlet: list[Spot] = []
        """Where cottages stand that have no meaning; nothing grows there."""

    def at(self, spot: Spot) -> Spot:
        """Return where a point of the plan lies on the turned tile."""
        return turned(spot, self.turns)

    def heading(self, direction: Spot) -> Spot:
        """Return a direction of the plan on the turned tile."""
        return unit(self.at((50.0, 50.0)), self.at((50.0 + direction[0], 50.0 + direction[1])))

    def home(self, move: Spot) -> Spot:
        """Return a move on the turned tile as it is in the plan."""
        x, y = turned((50.0 + move[0], 50.0 + move[1]), -self.turns)
        return x - 50.0, y - 50.0

    def line(self, curve: Curve) -> Curve:
        """Return a curve of the plan on the turned tile."""
        return turned_curve(curve, self.turns)

    def stand(self, name: str, x: float, y: float, scale: float = 1.0, foot: float | None = None) -> None:
        """Set a thing down, in front of all that stands farther north."""
        self.upright.append((y if foot is None else foot, use(name, x, y, scale)))

    def paint(self) -> str:
        """Return the shapes of the whole tile."""
        self.meadow()
        self.grounds()
        self.water()
        self.roads()
        self.masses()
        self.ends()
        self.sites()
        self.marks()
        self.wheel()
        self.green()
        return "".join(self.flat) + "".join(shape for _, shape in sorted(self.upright, key=lambda item: item[0]))

    def meadow(self) -> None:
        """Paint plain grass, and soft patches of a second green well inside."""
        self.land(ink.GRASS, "patch")

    def land(self, colour: str, patch: str) -> None:
        """Paint the ground in one colour, with three soft patches of another."""
        self.flat.append(rect(0, 0, 100, 100, colour))
        for _ in range(3):
            size = self.rng.uniform(0.8, 1.25)
            reach = REACH * size + 2
            x, y = self.rng.uniform(reach, 100 - reach), self.rng.uniform(reach, 100 - reach)
            self.flat.append(use(f"{patch}-{self.rng.randrange(SHAPES)}", x, y, round(size, 1)))

    def grounds(self) -> None:
        """Paint hills and vineyards, which lie flat on the land."""
        for mark in self.plan.marks:
            if mark.name in GROUNDS:
                x, y = self.at(mark.spot)
                if mark.name == "volcano":
                    self.stand(mark.name, x, y + 12 * mark.scale, mark.scale)
                else:
                    self.flat.append(use(mark.name, x, y, mark.scale))

    def water(self) -> None:
        """Paint rivers, lakes and springs."""
        rivers = self.plan.meetings.of("river")
        curves = [self.line(curve) for i in rivers for curve in self.plan.ways.get(i, ())]
        if not curves:
            return
        d = written_all(curves)
        for colour, width, grown in ((ink.SHORE, BANK, 2.0), (ink.WATER, RIVER, 0.0), (ink.DEEP, RIVER - 7, -5.0)):
            self.flat.append(path(d, "none", colour, width) + self.still_water(colour, grown))
        self.ripples(curves)
        if self.plan.spring:
            x, y = self.at(self.plan.spring)
            self.stand("rocks", x, y, foot=y + 4)
        for river in rivers:
            if self.plan.meetings.ends.get(river) in self.plan.masses:
                x, y = self.at(self.plan.ways[river][0][-1][3])
                self.stand("viaduct-arch-water", x, y - 5, 1.5, foot=y + 6)

    def still_water(self, colour: str, grown: float) -> str:
        """Return the lake or the pool of a spring in one of its three colours."""
        if self.plan.lake:
            size = self.plan.lake.size + grown
            shore = random.Random(zlib.crc32(self.tile.id.encode()))
            return path(blob(self.at(self.plan.lake.spot), size, size * 0.93, shore, 9, 0.07), colour)
        if self.plan.spring and grown >= 0:
            x, y = self.at(self.plan.spring)
            return ellipse(x, y, 9.2 + grown / 2, 8 + grown / 2, colour)
        return ""

    def ripples(self, curves: Iterable[Curve]) -> None:
        """Paint small waves, never on the border."""
        waves = ""
        for curve in curves:
            for spot in points(curve)[2:-2:4]:
                x, y = spot[0] + self.rng.uniform(-3, 3), spot[1] + self.rng.uniform(-3, 3)
                if 5 < x < 93 and 5 < y < 95 and self._in_water((x, y)):
                    waves += f"M{xy((x - 2, y))}q1-1.1 2 0t2 0"
        if self.plan.lake:
            (x, y), size = self.at(self.plan.lake.spot), self.plan.lake.size
            for dx, dy in ((-0.45, -0.25), (0.2, -0.45), (0.4, 0.3), (-0.3, 0.45)):
                waves += f"M{xy((x + dx * size - 3, y + dy * size))}q1.5-1.4 3 0t3 0"
            self.stand("boat", x, y + 3, size / 22.5)
            for dx, dy in ((-0.95, 0.35), (0.8, 0.6), (0.35, -0.85)):
                self.stand("reed", x + dx * size, y + dy * size)
        self.flat.append(path(waves, "none", ink.RIPPLE, 0.8))

    def _in_water(self, spot: Spot) -> bool:
        home = turned(spot, -self.turns)
        return all(math.dist(home, bridge.spot) > 11 for bridge in self.plan.bridges)

    def roads(self) -> None:
        """Paint roads, those that pass over others last, and their bridges."""
        over = {i for i, _ in self.plan.meetings.crossings}
        steps = [line_of([add(self.at(m.spot), ((0.0, 1.0), 4)), self.at(m.door)]) for m in self.plan.marks if m.door]
        doorsteps = "".join(steps)
        ways = self.plan.meetings.of(*ROADS)
        for level in (False, True):
            curves = [self.line(c) for i in ways if (i in over) == level for c in self.plan.ways[i]]
            if curves:
                self.strokes(written_all(curves), doorsteps)
                doorsteps = ""
        for bridge in self.plan.bridges:
            self.flat.append(bridge_shapes(self.at(bridge.spot), self.heading(bridge.direction), bridge.over_water))
        if self.plan.hub and not self.tile.mark("circle"):
            self.flat.append(self.round_place(*self.at(self.plan.hub.spot), self.plan.hub.size))

    def strokes(self, d: str, doorsteps: str) -> None:
        """Paint roads along a path: all rims first, then all surfaces, so that joints are clean."""
        if doorsteps:
            self.flat.append(path(doorsteps, "none", ink.RIM, 6.6))
        self.flat.append(path(d, "none", ink.RIM, ROAD_RIM))
        if doorsteps:
            self.flat.append(path(doorsteps, "none", ink.CREAM, 4))
        self.flat.append(path(d, "none", ink.CREAM, ROAD))

    def round_place(self, x: float, y: float, size: float) -> str:
        """Return the round where roads meet."""
        return village_shapes(x, y, size)

    def masses(self) -> None:
        """Paint cities, those that others pass over first."""
        over = {i for i, _ in self.plan.meetings.crossings}
        for i in sorted(self.plan.masses, key=lambda i: i in over):
            self.mass(i, self.plan.masses[i])
        for above, under in self.plan.meetings.crossings:
            if above in self.plan.masses:
                self.viaduct(self.plan.masses[above], "" if under in self.plan.masses else "-water")

    def mass(self, i: int, mass: Mass) -> None:
        """Paint one city: its ground, houses, walls, towers and gates."""
        self.flat.append(polygon([self.at(spot) for spot in mass.outline], ink.GROUND))
        self.houses(i)
        for wall in mass.walls:
            self.flat.append(wall_shapes(self.line(wall), wall))
        gates = [(self.at(gate.spot), 24 if _sideways(self.heading(gate.out)) else 15) for gate in mass.gates]
        for wall in mass.walls:
            spots = points(self.line(wall))
            for share in (0.26, 0.74):
                x, y = spots[round(share * (len(spots) - 1))]
                if all(math.dist((x, y), gate) > far for gate, far in gates) and 6 < x < 94 and 12 < y < 95:
                    self.stand("tower", x, y + 4.6)
        for gate in mass.gates:
            (x, y), out = self.at(gate.spot), self.heading(gate.out)
            name = "gate-side" if _sideways(out) else "gate-back" if out[1] < 0 else "gate"
            self.stand(name, x, y + 4.6, foot=y + 5)

    def houses(self, i: int) -> None:
        """Set out terraces: rows of houses that overlap like scales, wherever walls, marks and pieces leave room."""
        inner, rng = self._building_land(i), random.Random(zlib.crc32(f"{self.tile.id}/{i}".encode()))
        middle = self.at(self.plan.anchors.get(i, (50.0, 50.0)))[0]
        wide = len(sides_of(self.tile.segments[i])) > 1
        for row in range(9):
            start = (middle + (row % 2) * (COLUMN / 2 if wide else COLUMN / 4)) % COLUMN
            for column in range(8):
                x, y = start + column * COLUMN + rng.uniform(-1, 1), 8.8 + row * ROW + rng.uniform(-1, 1)
                chance, roof = rng.random(), rng.randrange(8)
                within = 7.8 < x < 90.2 and y < 91 and chance < 0.95
                if within and shapely.contains_xy(inner, *turned((x, y), -self.turns)):
                    self.stand("tree-0" if chance < 0.07 else f"house-{roof}", x, y + 4.2)

    def _building_land(self, i: int) -> BaseGeometry:
        """Return where houses may stand in a city: off the walls, off marks, and off the knights' square."""
        area = self.plan.areas[i]
        kept = area.buffer(-FROM_WALL - WALL / 2) if self.plan.masses[i].walls else area
        room = {"circle": 7.0}
        blocked = [shapely.Point(m.spot).buffer(m.size + room.get(m.name[:6], 1.0)) for m in self.plan.marks]
        for gate in self.plan.masses[i].gates:
            blocked.append(shapely.Point(add(gate.spot, (gate.out, -8))).buffer(8))
        blocked += [shapely.Point(s.spot).buffer(20) for s in self.plan.sites.values() if s.name == "district"]
        if i in self.plan.anchors and area.area > 3000:
            blocked.append(shapely.Point(self.plan.anchors[i]).buffer(8))
        found = kept.difference(shapely.union_all(blocked)) if blocked else kept
        shapely.prepare(found)
        return found

    def viaduct(self, mass: Mass, passes: str) -> None:
        """Show that something passes below a city: an arch in every wall that is not seen from behind."""
        for wall in mass.walls:
            spots = points(self.line(wall))
            middle = len(spots) // 2
            outward = left_of(unit(spots[middle - 1], spots[middle + 1]))
            if outward[1] > -0.5:
                (x, y), lower = spots[middle], 1.5 if outward[1] > 0.5 else -4.0
                self.stand(f"viaduct-arch{passes}", x, y + lower, 1.5 if passes else 1.1, foot=y + 6)

    def ends(self) -> None:
        """Paint what roads end at in the open: a cottage, or the cross and the houses of a village."""
        if self.tile.mark("circle"):
            return
        for spot in self.plan.houses:
            x, y = self.at(spot)
            self.flat.append(disc(x, y, HOUSE_SIZE, ink.RIM) + disc(x, y, HOUSE_SIZE - 1.2, ink.CREAM))
            self.stand("cottage-1", x, y + 3)
        if self.plan.hub:
            self.hub(*self.at(self.plan.hub.spot), self.plan.hub.roads)

    def hub(self, x: float, y: float, roads: int) -> None:
        """Set up what stands where roads meet: a house for two, a market cross and a hamlet for more."""
        if self.plan.meetings.tied:
            return
        if roads == 2:
            self.stand("cottage-0", x, y + 4.6, 1.25)
            return
        self.stand("market-cross", x, y + 2)
        around = ((-14, -13), (15, -13), (14, 15), (-14, 14))
        room = self.open_land(8)
        for n, (dx, dy) in enumerate(around):
            if shapely.contains_xy(room, *turned((x + dx, y + dy), -self.turns)):
                self.stand(f"cottage-{n}", x + dx, y + dy + 3.6)
                self.hamlet.append(turned((x + dx, y + dy), -self.turns))

    def open_land(self, from_pieces: float) -> BaseGeometry:
        """Return the open land without the places of pieces, well inside all borders."""
        pegs = [shapely.Point(spot).buffer(from_pieces) for spot in self.plan.anchors.values()]
        kept = self.plan.land.intersection(shapely.box(2, 2, 98, 98)).buffer(-4)
        return kept.difference(shapely.union_all(pegs))

    def sites(self) -> None:
        """Paint buildings and their ground: monasteries, shrines, gardens, districts."""
        for i, site in self.plan.sites.items():
            x, y = self.at(site.spot)
            if site.name == "monastery":
                self.yard(x, y, 17, ink.YARD)
                scale = max(0.7, min(1.0, (y + 2) / 38))
                self.stand("church", x - 7 * scale, y + 5, scale)
                self.stand("cypress", x - 15, y + 10)
                self.stand("bush-0", x + 13, y + 8)
            elif site.name == "shrine":
                self.yard(x, y, 15, "#cfc6a4")
                self.stand("shrine", x, y + 8, foot=y + 1)
            elif site.name == "garden":
                self.flat.append(use("garden", x, y, site.scale))
            elif site.name == "district":
                self.yard(x, y, 15, ink.COBBLE)
                number = dict(self.tile.segments[i].marks).get("district", 1)
                self.stand(f"district-{number}", min(max(x, 20.0), 76.0), max(y + 4, 38.0), 0.85, foot=y)

    def yard(self, x: float, y: float, size: float, colour: str) -> None:
        """Paint the round ground of a building."""
        self.flat.append(disc(x, y, size, ink.RIM) + disc(x, y, size - 1.4, colour))

    def marks(self) -> None:
        """Paint all other signs that have a meaning."""
        for mark in self.plan.marks:
            if mark.name not in GROUNDS:
                self.mark(mark, *self.at(mark.spot))

    def mark(self, mark: Placed, x: float, y: float) -> None:
        """Paint one sign."""
        if mark.name == "cathedral":
            self.stand("cathedral", x, y + 21)
        elif mark.name == "inn":
            self.stand("inn", x, y + 5.5)
        elif mark.name == "pigsty":
            self.stand("pigsty", x, y + 6, mark.scale)
        elif mark.name.startswith("circle"):
            self.flat.append(use(mark.name, x, y, mark.scale))
        elif mark.name in ("again", "pair", "remote"):
            self.arrow(mark, x, y)
        else:
            self.upright.append((TOP, use(mark.name, x, y, mark.scale)))

    def arrow(self, mark: Placed, x: float, y: float) -> None:
        """Paint a symbol with the arrow that says which way it works."""
        side = (self.tile.mark("arrow") - 1 + self.turns) % 4
        dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[side]
        pointer = use("pointer", x + 8 * dx * mark.scale, y + 8 * dy * mark.scale, mark.scale, 90.0 * side)
        self.upright.append((TOP, pointer + use(f"arrow-{mark.name}", x, y, mark.scale)))

    def wheel(self) -> None:
        """Paint what is seen of the great wheel of the board."""
        if self.plan.wheel:
            x, y = self.at(self.plan.wheel)
            self.upright.append((TOP, use(f"wheel-{self.turns}", x, y)))

    def green(self) -> None:
        """Plant a few trees, bushes and tufts: off every border, stroke and piece, and never in a row."""
        self.plant(GREENS)

    def plant(self, kinds: Iterable[Green]) -> None:
        """Plant some kinds of growth on open land."""
        spots = self.free_spots(9)
        groves = [spot for spot, room in spots if room >= 8.5][:2]
        taken: list[Spot] = []
        for kind in kinds:
            left = kind.most
            for spot, room in spots:
                if not left:
                    break
                near = not kind.in_groves or any(math.dist(spot, grove) <= GROVE for grove in groves)
                if room >= kind.room and near and all(math.dist(spot, other) >= kind.apart for other in taken):
                    left -= 1
                    taken.append(spot)
                    self.grow(kind, *self.at(spot))

    def free_spots(self, from_pieces: float) -> list[tuple[Spot, float]]:
        """Return spots of open land in no order, with the room round each."""
        below, spire = self.home((0.0, FACE + 1)), self.home((-2.0, -22.0))
        kept: list[BaseGeometry] = [translate(self.plan.areas[i], *below) for i in self.plan.masses]
        spires = [add(site.spot, (spire, 1)) for site in self.plan.sites.values() if site.name == "monastery"]
        taken = (*self.plan.anchors.values(), *self.hamlet, *spires)
        kept += [shapely.Point(spot).buffer(from_pieces) for spot in taken]
        land = self.plan.land.difference(shapely.union_all(kept))
        if land.is_empty:
            return []
        shapely.prepare(land)
        inside = shapely.contains(land, DOTS)
        rooms = shapely.distance(land.boundary, DOTS[inside])
        found = list(zip(compress(GRID, inside), map(float, rooms), strict=True))
        self.rng.shuffle(found)
        return found

    def grow(self, kind: Green, x: float, y: float) -> None:
        """Plant one thing; crown and shadow stay inside the border."""
        name = f"{kind.name}-{self.rng.randrange(kind.variants)}" if kind.variants > 1 else kind.name
        if kind.name in TALL:
            size, height = TALL[kind.name]
            x = min(max(x, size + 2), 98 - size * 1.4)
            self.stand(name, x, max(y + 3, height))
        else:
            self.flat.append(use(name, x, y))


def _sideways(direction: Spot) -> bool:
    """Say whether something looks east or west rather than north or south."""
    return abs(direction[0]) > abs(direction[1]) + 0.2
