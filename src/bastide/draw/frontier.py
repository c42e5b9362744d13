"""The painter of the Gold Rush: the same layouts with prairie, mountains and railroads."""

from __future__ import annotations

import math
import random
import zlib
from itertools import pairwise
from typing import Final

import shapely

from bastide.draw import palette as ink
from bastide.draw.city import building_land
from bastide.draw.curves import path_data, sample, turned
from bastide.draw.geometry import roomiest_point
from bastide.draw.layout import PlacedSymbol
from bastide.draw.painter import TOP, Painter
from bastide.draw.regions import Region
from bastide.draw.svg import disc, faded, path, polygon, polyline, use
from bastide.draw.vegetation import DRY_PLANTS

TIE_STEP: Final = 4.2
PEAKS: Final = (16.5, 18.5, 20.0)
"""Heights of the three sizes of peaks."""
SALOONS: Final = ((-8, -2), (7, -3), (-3, 11), (10, 9))


class FrontierPainter(Painter):
    """Paints one tile of the Gold Rush."""

    def meadow(self) -> None:
        """Paint dry prairie."""
        self.land(ink.PRAIRIE, "dry-patch")

    def strokes(self, d: str, doorsteps: str) -> None:
        """Paint rails: ballast, ties, two lines of steel."""
        self.flat += [path(d, "none", ink.BALLAST_RIM, 11.4), path(d, "none", ink.BALLAST, 10)]
        self.ties(8.4)
        self.flat += [path(d, "none", ink.STEEL, 5.8), path(d, "none", ink.BALLAST, 3.8)]
        self.ties(3.8)

    def ties(self, width: float) -> None:
        """Paint evenly spaced ties along all rails, with the border of the tile between two of them."""
        for curve in (curve for i in self.layout.topology.of("rail") for curve in self.layout.curves[i]):
            length = sum(math.dist(p, q) for p, q in pairwise(sample(curve)))
            step = length / round(length / TIE_STEP)
            tie, gap = 0.45 * step, 0.55 * step
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
            cast = path(polyline([(x + 1.6, y + 2.4) for x, y in spots[2:-2]]), "none", ink.SHADE, 4)
            foot = polyline(spots)
            self.flat.append(faded(cast, 0.16) + path(foot, "none", ink.INK, 3.4) + path(foot, "none", ink.ROCK, 2.4))
            self.flat += [use(f"boulder-{rng.randrange(2)}", *spot) for spot in spots[2:-2:2]]
        self.peaks(i, rng)
        for gate in region.gates:
            (x, y), out = self.at(gate.spot), self.heading(gate.out)
            side = "tunnel-side-west" if out[0] < 0 else "tunnel-side-east"
            self.add_upright(side if abs(out[0]) > abs(out[1]) + 0.2 else "tunnel", x, y + 4.4, foot=y + 5)

    def peaks(self, i: int, rng: random.Random) -> None:
        """Place rows of peaks wherever nuggets and pieces leave room."""
        nuggets = [shapely.Point(mark.spot).buffer(mark.size + 1) for mark in self.layout.marks]
        inner = building_land(self.layout, i).difference(shapely.union_all(nuggets))
        before = len(self.upright)
        for row in range(7):
            x = 10 + (row % 2) * 8 + rng.uniform(-1.5, 1.5)
            while x < 92:
                y, size = 10 + row * 13.4 + rng.uniform(-1.5, 1.5), rng.randrange(6)
                tall = PEAKS[size % 3]
                if tall < y + 5 < 97 and 10.5 < x < 86.5 and shapely.contains_xy(inner, *turned((x, y), -self.turns)):
                    self.add_upright(f"peak-{size}", x, y + 5)
                x += 15.5 + rng.uniform(-1, 2.5)
        if len(self.upright) == before:
            self.lone_peak(i)

    def lone_peak(self, i: int) -> None:
        """Place one small peak on a range that has no room for more."""
        nuggets = [shapely.Point(mark.spot).buffer(mark.size) for mark in self.layout.marks]
        x, y = self.at(roomiest_point(self.layout.areas[i].difference(shapely.union_all(nuggets)))[0])
        self.add_upright("peak-3", min(max(x, 9.0), 88.0), max(y + 5, PEAKS[0] + 1), 0.8)

    def sites(self) -> None:
        """Paint towns."""
        for site in self.layout.sites.values():
            x, y = self.at(site.spot)
            self.flat.append(disc(x, y, 17, ink.BALLAST_RIM) + disc(x, y, 15.6, "#d8c193"))
            for n, (dx, dy) in enumerate(SALOONS):
                self.add_upright(f"saloon-{n}", x + dx, y + dy)

    def mark(self, mark: PlacedSymbol, x: float, y: float) -> None:
        """Paint nuggets, camps, horses and engines."""
        if mark.name in ("camp", "horse", "locomotive"):
            self.add_upright(mark.name, min(max(x, 12.0), 88.0), max(y + 5, 18.5 * mark.scale), mark.scale)
        else:
            self.upright.append((TOP, use(mark.name, x, y, mark.scale)))

    def plants(self) -> None:
        """Add sage, dry grass and cacti."""
        self.add_plants(DRY_PLANTS)
