"""What part of a tile belongs to which segment: outlines to click, to light up and to cover with a seat's pattern."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from shapely import MultiPolygon, Point, Polygon, box, unary_union
from shapely.geometry.base import BaseGeometry

from bastide.draw.curves import CORNERS, INWARD, ONWARD, add
from bastide.draw.grounds import SQUARE, mass_area, pieces, round_about, stroke
from bastide.draw.meetings import Meetings
from bastide.draw.svg import Spot
from bastide.draw.walls import Mass
from bastide.draw.ways import RIVER, ROAD_RIM, WHEEL_SIZE, Surveyor
from bastide.kernel.kinds import LAND, REGIONS

HALVES: Final = {port: add(CORNERS[port // 3], (ONWARD[port // 3], 18 + 32 * (port % 3))) for port in range(12)}
"""A point of the rim in the middle of each port."""
SITES: Final = {"monastery": 17.0, "shrine": 15.0, "garden": 11.0, "town": 17.0, "crown": 11.0, "district": 15.0}
"""How far the ground of a building or space reaches from its middle."""


def site_area(kind: str, spot: Spot, scale: float = 1.0) -> Polygon:
    """Return the ground of a building or space: round, but for a garden, which is the only square thing there is."""
    size = SITES[kind] * scale
    return (
        box(spot[0] - size, spot[1] - size, spot[0] + size, spot[1] + size)
        if kind == "garden"
        else round_about(spot, size)
    )


class Areas:
    """The areas of all segments of one tile; no two of them overlap."""

    def __init__(
        self,
        meetings: Meetings,
        masses: Mapping[int, Mass],
        ways: Surveyor,
        sites: Mapping[int, Polygon],
        wheel: Spot | None,
    ) -> None:
        self.meetings, self.tile = meetings, meetings.tile
        self.of: dict[int, BaseGeometry] = dict(sites)
        taken = unary_union(list(sites.values()))
        wheels = [round_about(wheel, WHEEL_SIZE + 3)] if wheel else []
        over = {a for a, _ in meetings.crossings}
        whole = {i: mass_area(mass).intersection(SQUARE) for i, mass in masses.items()}
        for i in sorted(masses, key=lambda i: i not in over):
            self.of[i] = whole[i].difference(taken)
            taken = unary_union([taken, self.of[i]])
        ends: list[BaseGeometry] = [round_about(spot, ways.house_size) for spot in ways.houses.values()]
        if ways.hub:
            ends.append(round_about(ways.hub.spot, ways.hub.size))
        ends += wheels
        taken = unary_union([taken, *ends])
        still = [round_about(ways.lake.spot, ways.lake.size)] if ways.lake else []
        still += [round_about(ways.spring, 9.0)] if ways.spring else []
        for i in sorted(ways.ways, key=lambda i: (self.tile.segments[i].kind == "river", i not in over)):
            river = self.tile.segments[i].kind == "river"
            ground = stroke(ways.ways[i], RIVER if river else ROAD_RIM)
            whole[i] = unary_union([ground, *still]) if river else ground
            ground = whole[i]
            self.of[i] = ground.intersection(SQUARE).difference(taken)
            taken = unary_union([taken, self.of[i]])
        self.land = SQUARE.difference(taken)
        """What cities, ways and buildings leave over."""
        self._share_out(whole)

    def _share_out(self, whole: Mapping[int, BaseGeometry]) -> None:
        """Give every meadow to the field that owns its stretch of the rim; those without rim go to enclosed fields."""
        owned: dict[int, list[Polygon]] = {}
        fields = self.meetings.of(*LAND)
        enclosed = [i for i in fields if not self._rim(i)]
        for meadow in self._meadows(whole):
            reached = [port for port in range(12) if self._reaches(meadow, port)]
            owners = {self.tile.owner_of(port) for port in reached} & set(fields)
            if owners:
                owned.setdefault(min(owners), []).extend(pieces(meadow))
            elif enclosed and not reached:
                owned.setdefault(enclosed.pop(0), []).extend(pieces(meadow))
        for i, parts in owned.items():
            self.of[i] = MultiPolygon(parts) if len(parts) > 1 else parts[0]

    def _rim(self, field: int) -> list[int]:
        return [port for port in self.tile.segments[field].ports if port % 3 != 1]

    @staticmethod
    def _reaches(meadow: BaseGeometry, port: int) -> bool:
        return meadow.intersects(Point(add(HALVES[port], (INWARD[port // 3], 1.0))))

    def _meadows(self, whole: Mapping[int, BaseGeometry]) -> list[BaseGeometry]:
        """Return the meadows, those that hang together below a viaduct as one, large ones first."""
        parts = pieces(self.land)
        viaducts = {over for over, _ in self.meetings.crossings if self.tile.segments[over].kind in REGIONS}
        if not viaducts:
            return list(parts)
        below = pieces(SQUARE.difference(unary_union([ground for i, ground in whole.items() if i not in viaducts])))
        groups = [unary_union([part for part in parts if part.intersects(ground.buffer(-0.5))]) for ground in below]
        return sorted(groups, key=lambda group: -group.area)
