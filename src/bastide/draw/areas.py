"""The areas of the segments of a tile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import shapely
from shapely import MultiPolygon, Polygon, box, unary_union
from shapely.geometry.base import BaseGeometry

from bastide.draw.curves import CORNERS, INWARD, ONWARD, add
from bastide.draw.geometry import SQUARE, circle, polygons, region_area, stroke
from bastide.draw.paths import RIVER, ROAD_RIM, WHEEL_SIZE, PathBuilder
from bastide.draw.regions import Region
from bastide.draw.svg import Point
from bastide.draw.topology import Topology
from bastide.kernel.kinds import LAND, REGIONS

HALVES: Final = {port: add(CORNERS[port // 3], (ONWARD[port // 3], 18 + 32 * (port % 3))) for port in range(12)}
"""The middle of each port on the rim."""
SITES: Final = {"monastery": 17.0, "shrine": 15.0, "garden": 11.0, "town": 17.0, "crown": 11.0, "district": 15.0}
"""Radius of the ground of a building, garden or space; half the side if it is square."""


def site_area(kind: str, spot: Point, scale: float = 1.0) -> Polygon:
    """Return the ground of a building, garden or space. All but gardens are round."""
    size = SITES[kind] * scale
    return (
        box(spot[0] - size, spot[1] - size, spot[0] + size, spot[1] + size) if kind == "garden" else circle(spot, size)
    )


class Areas:
    """The areas of all segments of one tile. They do not overlap."""

    def __init__(
        self,
        topology: Topology,
        regions: Mapping[int, Region],
        paths: PathBuilder,
        sites: Mapping[int, Polygon],
        wheel: Point | None,
    ) -> None:
        self.topology, self.tile = topology, topology.tile
        self.of: dict[int, BaseGeometry] = dict(sites)
        taken = unary_union(list(sites.values()))
        wheels = [circle(wheel, WHEEL_SIZE + 3)] if wheel else []
        over = {a for a, _ in topology.crossings}
        whole = {i: region_area(region).intersection(SQUARE) for i, region in regions.items()}
        for i in sorted(regions, key=lambda i: i not in over):
            self.of[i] = whole[i].difference(taken)
            taken = unary_union([taken, self.of[i]])
        ends: list[BaseGeometry] = [circle(spot, paths.house_size) for spot in paths.houses.values()]
        if paths.junction:
            ends.append(circle(paths.junction.spot, paths.junction.size))
        ends += wheels
        taken = unary_union([taken, *ends])
        still = [circle(paths.lake.spot, paths.lake.size)] if paths.lake else []
        still += [circle(paths.spring, 9.0)] if paths.spring else []
        for i in sorted(paths.curves, key=lambda i: (self.tile.segments[i].kind == "river", i not in over)):
            river = self.tile.segments[i].kind == "river"
            ground = stroke(paths.curves[i], RIVER if river else ROAD_RIM)
            whole[i] = unary_union([ground, *still]) if river else ground
            ground = whole[i]
            self.of[i] = ground.intersection(SQUARE).difference(taken)
            taken = unary_union([taken, self.of[i]])
        self.land = SQUARE.difference(taken)
        """The area outside regions, paths and buildings."""
        self._assign_land(whole)

    def _assign_land(self, whole: Mapping[int, BaseGeometry]) -> None:
        """Assign each connected part of the land to the field that owns its ports, or to an enclosed field."""
        owned: dict[int, list[Polygon]] = {}
        fields = self.topology.of(*LAND)
        enclosed = [i for i in fields if not self._rim(i)]
        for meadow in self._meadows(whole):
            reached = [port for port in range(12) if self._reaches(meadow, port)]
            owners = {self.tile.owner_of(port) for port in reached} & set(fields)
            if owners:
                owned.setdefault(min(owners), []).extend(polygons(meadow))
            elif enclosed and not reached:
                owned.setdefault(enclosed.pop(0), []).extend(polygons(meadow))
        for i, parts in owned.items():
            self.of[i] = MultiPolygon(parts) if len(parts) > 1 else parts[0]

    def _rim(self, field: int) -> list[int]:
        return [port for port in self.tile.segments[field].ports if port % 3 != 1]

    @staticmethod
    def _reaches(meadow: BaseGeometry, port: int) -> bool:
        return meadow.intersects(shapely.Point(add(HALVES[port], (INWARD[port // 3], 1.0))))

    def _meadows(self, whole: Mapping[int, BaseGeometry]) -> list[BaseGeometry]:
        """Return the connected parts of the land, largest first. Those connected below a viaduct are one."""
        parts = polygons(self.land)
        viaducts = {over for over, _ in self.topology.crossings if self.tile.segments[over].kind in REGIONS}
        if not viaducts:
            return list(parts)
        below = polygons(SQUARE.difference(unary_union([ground for i, ground in whole.items() if i not in viaducts])))
        groups = [unary_union([part for part in parts if part.intersects(ground.buffer(-0.5))]) for ground in below]
        return sorted(groups, key=lambda group: -group.area)
