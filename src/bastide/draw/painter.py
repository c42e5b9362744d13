"""Paints a tile from its layout: land, water, roads and regions, then upright shapes from back to front."""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Iterable, Sequence
from typing import Final

import shapely

from bastide.draw import palette as ink
from bastide.draw.city import houses
from bastide.draw.curves import Curve, add, left_of, path_data, sample, turned, turned_curve, unit
from bastide.draw.layout import LANDFORMS, PlacedSymbol, lay_out
from bastide.draw.paths import BANK, HOUSE_SIZE, RIVER, ROAD, ROAD_RIM
from bastide.draw.regions import Region
from bastide.draw.stonework import bridge_shapes, village_shapes, wall_shapes
from bastide.draw.svg import Point, disc, ellipse, num, path, polygon, polyline, rect, use, xy
from bastide.draw.symbols.farmland import FARMS
from bastide.draw.symbols.patches import REACH, SHAPES, blob
from bastide.draw.vegetation import (
    MILL,
    PLANTS,
    TALL,
    TREES,
    Farm,
    Plant,
    Spot,
    farms,
    hamlet,
    is_prairie,
    open_spots,
    scatter,
    wood,
)
from bastide.kernel.kinds import ROADS
from bastide.kernel.tile import Tile

FROM_BRIDGE: Final = 20.0
"""Distance of reeds from bridges."""
PATCHES: Final = 2
LARGE: Final = 1.1
ORCHARDS: Final = 0.2
"""Share of orchards among the farms of a scale above `LARGE`."""
WOODED: Final = 0.5
"""Share of pictures where the wood is placed before the farms."""
TOP: Final = 200.0
"""Depth of shapes in front of all others."""


def paint(tile: Tile, turns: int = 0, copy: int = 0) -> str:
    """Return a tile as SVG shapes in a square of 100, rotated by quarter turns clockwise.

    Copies differ only in farms, plants and waves. Symbols are used by reference: see `bastide.draw.symbols.registry`.
    """
    from bastide.draw.frontier import FrontierPainter

    return (FrontierPainter if is_prairie(tile) else Painter)(tile, turns, copy).paint()


class Painter:
    """Paints one tile in one rotation."""

    def __init__(self, tile: Tile, turns: int, copy: int) -> None:
        self.tile, self.turns, self.copy, self.layout = tile, turns % 4, copy, lay_out(tile)
        self.rng = random.Random(zlib.crc32(f"{tile.id}/{copy}".encode()))
        self.ground: list[str] = []
        """The land and its farms, below all other shapes."""
        self.flat: list[str] = []
        self.upright: list[tuple[float, str]] = []
        """Upright shapes: the y of their foot, for sorting by depth, and their markup."""

    def at(self, spot: Point) -> Point:
        """Return a point of the layout on the rotated tile."""
        return turned(spot, self.turns)

    def heading(self, direction: Point) -> Point:
        """Return a direction of the layout on the rotated tile."""
        return unit(self.at((50.0, 50.0)), self.at((50.0 + direction[0], 50.0 + direction[1])))

    def rotated(self, curve: Curve) -> Curve:
        """Return a curve of the layout on the rotated tile."""
        return turned_curve(curve, self.turns)

    def add_upright(self, name: str, x: float, y: float, scale: float = 1.0, foot: float | None = None) -> None:
        """Add an upright symbol, in front of those farther north."""
        self.upright.append((y if foot is None else foot, use(name, x, y, scale)))

    def paint(self) -> str:
        """Return the shapes of the whole tile."""
        self.meadow()
        self.landforms()
        self.water()
        self.roads()
        self.regions()
        self.ends()
        self.sites()
        self.marks()
        self.wheel()
        self.plants()
        return "".join(self.ground + self.flat) + "".join(
            shape for _, shape in sorted(self.upright, key=lambda item: item[0])
        )

    def meadow(self) -> None:
        """Paint grass with patches of a second green."""
        self.land(ink.GRASS, "patch")

    def land(self, colour: str, patch: str) -> None:
        """Paint the ground in one colour, with patches of another."""
        self.ground.append(rect(0, 0, 100, 100, colour))
        for _ in range(PATCHES):
            size = self.rng.uniform(0.8, 1.25)
            reach = REACH * size + 2
            x, y = self.rng.uniform(reach, 100 - reach), self.rng.uniform(reach, 100 - reach)
            self.ground.append(use(f"{patch}-{self.rng.randrange(SHAPES)}", x, y, round(size, 1)))

    def landforms(self) -> None:
        """Paint hills, vineyards and volcanoes."""
        for mark in self.layout.marks:
            if mark.name in LANDFORMS:
                x, y = self.at(mark.spot)
                if mark.name == "volcano":
                    self.add_upright(mark.name, x, y + 12 * mark.scale, mark.scale)
                else:
                    self.flat.append(use(mark.name, x, y, mark.scale))

    def water(self) -> None:
        """Paint rivers, lakes and springs."""
        rivers = self.layout.topology.of("river")
        curves = [self.rotated(curve) for i in rivers for curve in self.layout.curves.get(i, ())]
        if not curves:
            return
        d = path_data(curves)
        for colour, width, grown in ((ink.SHORE, BANK, 2.0), (ink.WATER, RIVER, 0.0), (ink.DEEP, RIVER - 7, -5.0)):
            self.flat.append(path(d, "none", colour, width) + self.still_water(colour, grown))
        self.ripples(curves)
        if self.layout.spring:
            x, y = self.at(self.layout.spring)
            self.add_upright("rocks", x, y, foot=y + 4)
        for river in rivers:
            if self.layout.topology.ends.get(river) in self.layout.regions:
                x, y = self.at(self.layout.curves[river][0][-1][3])
                self.add_upright("viaduct-arch-water", x, y - 5, 1.5, foot=y + 6)

    def still_water(self, colour: str, grown: float) -> str:
        """Return the lake or the pool of a spring in one of its three colours."""
        if self.layout.lake:
            size = self.layout.lake.size + grown
            shore = random.Random(zlib.crc32(self.tile.id.encode()))
            return path(blob(self.at(self.layout.lake.spot), size, size * 0.93, shore, 9, 0.07), colour)
        if self.layout.spring and grown >= 0:
            x, y = self.at(self.layout.spring)
            return ellipse(x, y, 9.2 + grown / 2, 8 + grown / 2, colour)
        return ""

    def ripples(self, curves: Sequence[Curve]) -> None:
        """Paint small waves away from the border."""
        waves = ""
        for curve in curves:
            for spot in sample(curve)[3:-3:5]:
                x, y = spot[0] + self.rng.uniform(-3, 3), spot[1] + self.rng.uniform(-3, 3)
                if 5 < x < 93 and 5 < y < 95 and self._in_water((x, y)):
                    waves += f"M{xy((x - 2, y))}q1-1.1 2 0t2 0"
        if self.layout.lake:
            (x, y), size = self.at(self.layout.lake.spot), self.layout.lake.size
            for dx, dy in ((-0.45, -0.25), (0.2, -0.45), (0.4, 0.3), (-0.3, 0.45)):
                waves += f"M{xy((x + dx * size - 3, y + dy * size))}q1.5-1.4 3 0t3 0"
            self.add_upright("boat", x, y + 3, size / 22.5)
            for dx, dy in ((-0.95, 0.35), (0.8, 0.6), (0.35, -0.85)):
                self.add_upright("reed", x + dx * size, y + dy * size)
        self.flat.append(path(waves, "none", ink.RIPPLE, 0.8))
        self.river_life([spot for curve in curves for spot in sample(curve)[4:-4]])

    def river_life(self, course: Sequence[Point]) -> None:
        """Paint a clump of reeds on the bank of a river, and ducks on two copies of three."""
        free = [spot for spot in course if self._in_water(spot, FROM_BRIDGE) and min(spot) > 16 and max(spot) < 84]
        for above in {above for above, _ in self.layout.topology.crossings} & set(self.layout.regions):
            viaduct = self.layout.areas[above].buffer(10)
            free = [spot for spot in free if not shapely.contains_xy(viaduct, *turned(spot, -self.turns))]
        if free:
            x, y = self.rng.choice(free)
            self.add_upright("reed", x + self.rng.choice((-8.2, 8.2)), y + 1)
            water = [spot for spot in free if math.dist(spot, (x, y)) > 14]
            if water and self.copy != 1:
                self.flat.append(use("ducks", *self.rng.choice(water)))

    def _in_water(self, spot: Point, from_bridge: float = 11.0) -> bool:
        point = turned(spot, -self.turns)
        return all(math.dist(point, bridge.spot) > from_bridge for bridge in self.layout.bridges)

    def roads(self) -> None:
        """Paint roads and bridges, those that pass over others last."""
        over = {i for i, _ in self.layout.topology.crossings}
        steps = [
            polyline([add(self.at(m.spot), ((0.0, 1.0), 4)), self.at(m.door)]) for m in self.layout.marks if m.door
        ]
        doorsteps = "".join(steps)
        roads = self.layout.topology.of(*ROADS)
        for level in (False, True):
            curves = [self.rotated(c) for i in roads if (i in over) == level for c in self.layout.curves[i]]
            if curves:
                self.strokes(path_data(curves), doorsteps)
                doorsteps = ""
        for bridge in self.layout.bridges:
            self.flat.append(bridge_shapes(self.at(bridge.spot), self.heading(bridge.direction), bridge.over_water))
        if self.layout.junction and not self.tile.mark("circle"):
            self.flat.append(self.round_place(*self.at(self.layout.junction.spot), self.layout.junction.size))

    def strokes(self, d: str, doorsteps: str) -> None:
        """Paint roads along a path: all rims first, then all surfaces, for clean joints."""
        if doorsteps:
            self.flat.append(path(doorsteps, "none", ink.RIM, 6.6))
        self.flat.append(path(d, "none", ink.RIM, ROAD_RIM))
        if doorsteps:
            self.flat.append(path(doorsteps, "none", ink.CREAM, 4))
        self.flat.append(path(d, "none", ink.CREAM, ROAD))

    def round_place(self, x: float, y: float, size: float) -> str:
        """Return the round place where roads meet."""
        return village_shapes(x, y, size)

    def regions(self) -> None:
        """Paint regions, those that others pass over first."""
        over = {i for i, _ in self.layout.topology.crossings}
        for i in sorted(self.layout.regions, key=lambda i: i in over):
            self.region(i, self.layout.regions[i])
        for above, under in self.layout.topology.crossings:
            if above in self.layout.regions:
                self.viaduct(self.layout.regions[above], "" if under in self.layout.regions else "-water")

    def region(self, i: int, region: Region) -> None:
        """Paint one city: its ground, houses, walls, towers and gates."""
        self.flat.append(polygon([self.at(spot) for spot in region.outline], ink.GROUND))
        self.houses(i)
        for wall in region.walls:
            self.flat.append(wall_shapes(self.rotated(wall), wall))
        gates = [(self.at(gate.spot), 24 if _sideways(self.heading(gate.out)) else 15) for gate in region.gates]
        for wall in region.walls:
            spots = sample(self.rotated(wall))
            for share in (0.26, 0.74):
                x, y = spots[round(share * (len(spots) - 1))]
                if all(math.dist((x, y), gate) > far for gate, far in gates) and 6 < x < 94 and 15 < y < 94:
                    self.add_upright("tower", x, y + 4.6)
        for gate in region.gates:
            (x, y), out = self.at(gate.spot), self.heading(gate.out)
            name = "gate-side" if _sideways(out) else "gate-back" if out[1] < 0 else "gate"
            self.add_upright(name, x, y + 5, 1.15, foot=y + 5)

    def houses(self, i: int) -> None:
        """Place the houses of a city on their yards, and a few trees."""
        packed = houses(self.tile, i, self.turns)
        yards = "".join(
            f"M{xy(house.corner)}h{num(house.wide)}v{num(house.deep)}h-{num(house.wide)}Z"
            for house in packed
            if not house.name.startswith("tree")
        )
        if yards:
            self.flat.append(path(yards, ink.COURT, ink.COURT, 2))
        for house in packed:
            self.add_upright(house.name, *house.foot)

    def viaduct(self, region: Region, passes: str) -> None:
        """Paint an arch in every wall that faces the viewer, for what passes below the city."""
        for wall in region.walls:
            spots = sample(self.rotated(wall))
            middle = len(spots) // 2
            outward = left_of(unit(spots[middle - 1], spots[middle + 1]))
            if outward[1] > -0.5:
                (x, y), lower = spots[middle], 1.5 if outward[1] > 0.5 else -4.0
                self.add_upright(f"viaduct-arch{passes}", x, y + lower, 1.5 if passes else 1.1, foot=y + 6)

    def ends(self) -> None:
        """Paint the ends of roads: a cottage, or the junction."""
        if self.tile.mark("circle"):
            return
        for spot in self.layout.houses:
            x, y = self.at(spot)
            self.flat.append(disc(x, y, HOUSE_SIZE, ink.RIM) + disc(x, y, HOUSE_SIZE - 1.2, ink.CREAM))
            self.add_upright("cottage-1", x, y + 3)
        if self.layout.junction:
            self.junction(*self.at(self.layout.junction.spot), self.layout.junction.roads)

    def junction(self, x: float, y: float, roads: int) -> None:
        """Paint a junction: a house for two roads, a market cross and a hamlet for more."""
        if self.layout.topology.tied:
            return
        if roads == 2:
            self.add_upright("cottage-0", x, y + 4.6, 1.25)
            return
        self.add_upright("market-cross", x, y + 2)
        for n, spot in hamlet(self.tile, self.turns).items():
            east, south = self.at(spot)
            self.add_upright(f"cottage-{n}", east, south + 3.6)

    def sites(self) -> None:
        """Paint buildings and their ground: monasteries, shrines, gardens, districts."""
        for i, site in self.layout.sites.items():
            x, y = self.at(site.spot)
            if site.name == "monastery":
                self.yard(x, y, 17, ink.YARD)
                scale = max(0.7, min(1.0, (y + 2) / 38))
                self.add_upright("church", x - 8.5 * scale, y + 5, scale)
                self.add_upright("cypress", x - 14, y + 11)
            elif site.name == "shrine":
                self.yard(x, y, 15, "#cfc6a4")
                self.add_upright("shrine", x, y + 8, foot=y + 1)
            elif site.name == "garden":
                self.flat.append(use("garden", x, y, site.scale))
            elif site.name == "district":
                self.yard(x, y, 15, ink.COBBLE)
                number = dict(self.tile.segments[i].marks).get("district", 1)
                self.add_upright(f"district-{number}", min(max(x, 20.0), 76.0), max(y + 4, 38.0), 0.85, foot=y)

    def yard(self, x: float, y: float, size: float, colour: str) -> None:
        """Paint the round ground of a building."""
        self.flat.append(disc(x, y, size, ink.RIM) + disc(x, y, size - 1.4, colour))

    def marks(self) -> None:
        """Paint all other marks."""
        for mark in self.layout.marks:
            if mark.name not in LANDFORMS:
                self.mark(mark, *self.at(mark.spot))

    def mark(self, mark: PlacedSymbol, x: float, y: float) -> None:
        """Paint one mark."""
        if mark.name == "cathedral":
            self.add_upright("cathedral", x, y + 21)
        elif mark.name == "inn":
            self.add_upright("inn", x, y + 5.5)
        elif mark.name == "pigsty":
            self.add_upright("pigsty", min(max(x, 14 * mark.scale), 99 - 17 * mark.scale), y + 6, mark.scale)
        elif mark.name.startswith("circle"):
            self.flat.append(use(mark.name, x, y, mark.scale))
        elif mark.name in ("again", "pair", "remote"):
            self.arrow(mark, x, y)
        else:
            self.upright.append((TOP, use(mark.name, x, y, mark.scale)))

    def arrow(self, mark: PlacedSymbol, x: float, y: float) -> None:
        """Paint a mark with its arrow."""
        side = (self.tile.mark("arrow") - 1 + self.turns) % 4
        dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[side]
        pointer = use("pointer", x + 8 * dx * mark.scale, y + 8 * dy * mark.scale, mark.scale, 90.0 * side)
        self.upright.append((TOP, pointer + use(f"arrow-{mark.name}", x, y, mark.scale)))

    def wheel(self) -> None:
        """Paint the part of the wheel on this cell of its board."""
        if self.layout.wheel:
            x, y = self.at(self.layout.wheel)
            self.upright.append((TOP, use(f"wheel-{self.turns}", x, y)))

    def plants(self) -> None:
        """Add farms, a wood and other plants, clear of borders, paths and pieces."""
        spots = self.spots()
        trees = wood(spots, TREES) if self.rng.random() < WOODED else []
        fields = self.farms(spots, trees)
        spots = [spot for spot in spots if all(math.dist(spot.point, p) > 10 * size for p, size in fields)]
        trees = trees or wood(spots, TREES)
        bare = not self.layout.marks and not self.layout.sites
        mill = bare and self.copy == zlib.crc32(self.tile.id.encode()) % 9
        self.add_plants(trees + scatter((MILL, *PLANTS) if mill else PLANTS, spots, trees))

    def spots(self) -> list[Spot]:
        """Return points of the open land in random order."""
        spots = list(open_spots(self.tile, self.turns))
        self.rng.shuffle(spots)
        return spots

    def farms(self, spots: Sequence[Spot], trees: Sequence[tuple[Plant, Point]]) -> list[Farm]:
        """Paint farms below everything else, and return them."""
        taken = [(mark.spot, mark.size + 2) for mark in self.layout.marks] + [(spot, 4.0) for _, spot in trees]
        fields = farms(spots, taken)
        for spot, size in fields:
            orchard = self.rng.random() < ORCHARDS and size > LARGE
            name = "orchard" if orchard else f"farm-{self.rng.randrange(len(FARMS))}"
            self.ground.append(use(name, *self.at(spot), round(size - 0.05, 1)))
        return fields

    def add_plants(self, plants: Iterable[tuple[Plant, Point]]) -> None:
        """Add plants at positions of the layout."""
        for kind, spot in plants:
            self.add_plant(kind, *self.at(spot))

    def add_plant(self, kind: Plant, x: float, y: float) -> None:
        """Add one plant, with crown and shadow inside the border."""
        name = f"{kind.name}-{self.rng.randrange(kind.variants)}" if kind.variants > 1 else kind.name
        if kind.name in TALL:
            size, height = TALL[kind.name]
            x = min(max(x, size + 2), 98 - size * 1.4)
            self.add_upright(name, x, max(y + 3, height))
        else:
            self.flat.append(use(name, x, y))


def _sideways(direction: Point) -> bool:
    """Return whether a direction is east or west rather than north or south."""
    return abs(direction[0]) > abs(direction[1]) + 0.2
