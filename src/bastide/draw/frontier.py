"""The painter of the Gold Rush: the same layouts with prairie, mountains and railroads."""

from __future__ import annotations

import math
import random
import zlib
from functools import cache
from itertools import pairwise
from typing import Final

import shapely

from bastide.draw import palette as ink
from bastide.draw.city import building_land, rotated_ground
from bastide.draw.curves import path_data, sample
from bastide.draw.geometry import roomiest_point
from bastide.draw.layout import PlacedSymbol, lay_out
from bastide.draw.packing import Mask, Packed, fill_gaps, free_cells, spread
from bastide.draw.painter import TOP, Painter
from bastide.draw.regions import Region
from bastide.draw.svg import disc, faded, path, polygon, polyline, use
from bastide.draw.symbols.mountains import CLASSES, FOOTPRINTS, PINES
from bastide.draw.vegetation import DRY_PLANTS, SKULL, THICKET, scatter, wood
from bastide.kernel.tile import Tile

TIE_STEP: Final = 6.0
SWEEPS: Final = 2
MOST_PINES: Final = 4
FROM_MARK: Final = 28.0
"""Distance of combed grass from marks."""
UPRIGHT_MARKS: Final = {"camp": (10.0, 17.0), "horse": (13.0, 20.0), "locomotive": (12.0, 20.8)}
"""Half widths and heights of marks that stand upright."""
SALOONS: Final = ((-8, -2), (7, -3), (-3, 11), (10, 9))


class FrontierPainter(Painter):
    """Paints one tile of the Gold Rush."""

    def meadow(self) -> None:
        """Paint dry prairie."""
        self.land(ink.PRAIRIE, "dry-patch")
        for _ in range(SWEEPS):
            x, y, shape = self.rng.randint(18, 82), self.rng.randint(14, 86), self.rng.randrange(2)
            if all(math.dist((x, y), self.at(mark.spot)) > FROM_MARK for mark in self.layout.marks):
                self.ground.append(use(f"sweep-{shape}", x, y))

    def strokes(self, d: str, doorsteps: str) -> None:
        """Paint rails: ballast, ties, two lines of steel."""
        self.flat += [path(d, "none", ink.BALLAST_RIM, 12.6), path(d, "none", ink.BALLAST, 11)]
        self.ties(9.6)
        self.flat += [path(d, "none", ink.STEEL, 6.8), path(d, "none", ink.BALLAST, 3.8)]
        self.ties(3.8)

    def ties(self, width: float) -> None:
        """Paint evenly spaced ties along all rails, with the border of the tile between two of them."""
        for curve in (curve for i in self.layout.topology.of("rail") for curve in self.layout.curves[i]):
            length = sum(math.dist(p, q) for p, q in pairwise(sample(curve)))
            step = length / round(length / TIE_STEP)
            tie, gap = 0.42 * step, 0.58 * step
            style = f'stroke-dasharray="{tie:.2f} {gap:.2f}" stroke-dashoffset="{-gap / 2:.2f}" stroke-linecap="butt"'
            self.flat.append(path(path_data([self.rotated(curve)]), "none", ink.TIE, width, style))

    def round_place(self, x: float, y: float, size: float) -> str:
        """Return the yard where rails meet and end."""
        return disc(x, y, size + 0.4, "#7a6a52") + disc(x, y, size - 1, "#b09a74")

    def junction(self, x: float, y: float, roads: int) -> None:
        """Paint the water tower of a junction."""
        self.add_upright("water-tower", x, y + 4)

    def region(self, i: int, region: Region) -> None:
        """Paint one mountain range: scree, boulders at its foot, peaks, and tunnels where rails enter."""
        rng = random.Random(zlib.crc32(f"{self.tile.id}/{i}".encode()))
        self.flat.append(polygon([self.at(spot) for spot in region.outline], ink.SCREE))
        for wall in region.walls:
            spots = sample(self.rotated(wall), 20)
            cast = path(polyline([(x + 2, y + 2.6) for x, y in spots[2:-2]]), "none", ink.SHADE, 5)
            foot = polyline(spots)
            rim = path(foot, "none", ink.ROCK_EDGE, 4.8) + path(foot, "none", ink.ROCK, 3.4)
            self.flat.append(faded(cast, 0.18) + rim)
            self.flat += [use(f"boulder-{rng.randrange(2)}", *spot, 1.3) for spot in spots[3:-3:3]]
        self.mountains(i)
        for gate in region.gates:
            (x, y), out = self.at(gate.spot), self.heading(gate.out)
            side = "tunnel-side-west" if out[0] < 0 else "tunnel-side-east"
            self.add_upright(side if abs(out[0]) > abs(out[1]) + 0.2 else "tunnel", x, y + 4.4, foot=y + 5)

    def mountains(self, i: int) -> None:
        """Place ridges, peaks, table mountains and pines. Nuggets lie on top of them."""
        packed = mountains(self.tile, i, self.turns)
        for rock in packed:
            self.add_upright(rock.name, *rock.foot)
        if not any(rock.name in FOOTPRINTS for rock in packed):
            self.lone_peak(i)

    def lone_peak(self, i: int) -> None:
        """Place one small peak on a range that has no room for more."""
        nuggets = [shapely.Point(mark.spot).buffer(mark.size) for mark in self.layout.marks]
        x, y = self.at(roomiest_point(self.layout.areas[i].difference(shapely.union_all(nuggets)))[0])
        self.add_upright("peak-1", min(max(x, 9.0), 88.0), max(y + 5, 15.0), 0.8)

    def sites(self) -> None:
        """Paint towns."""
        for site in self.layout.sites.values():
            x, y = self.at(site.spot)
            self.flat.append(disc(x, y, 17, ink.BALLAST_RIM) + disc(x, y, 15.6, "#d8c193"))
            for n, (dx, dy) in enumerate(SALOONS):
                self.add_upright(f"saloon-{n}", x + dx, y + dy)

    def mark(self, mark: PlacedSymbol, x: float, y: float) -> None:
        """Paint nuggets, camps, horses and engines."""
        if mark.name in UPRIGHT_MARKS:
            half, high = (length * mark.scale for length in UPRIGHT_MARKS[mark.name])
            east, foot = min(max(x, half + 1), 98 - half), max(y + 5, high + 1)
            self.add_upright(mark.name, east, min(foot, 98 - 2 * mark.scale), mark.scale)
        else:
            self.upright.append((TOP, use(mark.name, x, y, mark.scale)))

    def plants(self) -> None:
        """Add sage, dry grass and cacti."""
        spots = self.spots()
        bushes = wood(spots, THICKET)
        others = DRY_PLANTS if self.copy else (SKULL, *DRY_PLANTS)
        self.add_plants(bushes + scatter(others, spots, bushes))


@cache
def _free(tile: Tile, i: int) -> Mask:
    """Return the free cells of a range on the unrotated tile."""
    return free_cells(building_land(lay_out(tile), i))


@cache
def mountains(tile: Tile, i: int, turns: int) -> tuple[Packed, ...]:
    """Return the mountains of a range on a rotated tile, and pines between them. They are the same on all copies."""
    free, rng = rotated_ground(_free(tile, i), turns), random.Random(zlib.crc32(f"{tile.id}/{i}".encode()))
    packed = spread(free, rng, CLASSES)
    return tuple(packed + fill_gaps(free, rng, packed, PINES, MOST_PINES))
