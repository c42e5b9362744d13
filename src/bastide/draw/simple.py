"""Tiles for very small boards: plain shapes and bold signs, nothing that would turn to dust."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bastide.draw import palette as ink
from bastide.draw.curves import turned, turned_curve, written_all
from bastide.draw.plan import Plan, plan
from bastide.draw.svg import Spot, disc, line_of, path, polygon, rect, use
from bastide.kernel.kinds import KINDS, PRAIRIE, ROADS
from bastide.kernel.tile import Tile

MARKS: Final[Mapping[str, str]] = {
    "pennant": ink.TEAL,
    "wine": ink.WINE,
    "grain": "#c98a1b",
    "cloth": "#2d5f9a",
    "cathedral": ink.SLATE,
    "inn": ink.STRAW,
    "hill": ink.TUFT,
    "vineyard": ink.WINE,
    "volcano": ink.ROOFS[2][1],
    "locomotive": ink.RUST,
    "camp": ink.HALO,
    "horse": ink.CHESTNUT,
    "sheep": ink.HALO,
    "pigsty": ink.PIG,
    "magic": ink.VIOLET,
    "fair": ink.SIGNAL,
}
"""What stands for a mark; one that is not listed is gold."""
BUILDINGS: Final[Mapping[str, str]] = {
    "monastery": ink.HALO,
    "shrine": ink.DUSK,
    "town": ink.ROOFS[1][0],
    "district": ink.SLATE,
    "crown": ink.GOLD,
}
WIDE: Final = 13.0
"""How wide roads are, so that they are still seen."""


def paint_simply(tile: Tile, turns: int = 0) -> str:
    """Return a tile in plain shapes."""
    layout = plan(tile)
    west = any(KINDS[segment.kind].land == PRAIRIE for segment in tile.segments)
    land, mass, rim, way = (
        (ink.PRAIRIE, ink.ROCK, ink.TIE, ink.STEEL) if west else (ink.GRASS, ink.GROUND, ink.RIM, ink.CREAM)
    )
    parts = [rect(0, 0, 100, 100, land), _water(layout, turns)]
    roads = [turned_curve(c, turns) for i in layout.meetings.of(*ROADS) for c in layout.ways[i]]
    if roads:
        d = written_all(roads)
        parts += [path(d, "none", rim, WIDE + 4), path(d, "none", way, WIDE)]
    for city in layout.masses.values():
        parts.append(polygon([turned(spot, turns) for spot in city.outline], mass))
        walls = "".join(written_all([turned_curve(wall, turns)]) for wall in city.walls)
        parts += [path(walls, "none", ink.INK, 5)] if walls else []
    if layout.hub:
        parts.append(disc(*turned(layout.hub.spot, turns), 13, ink.COBBLE_DARK, ink.INK, 3))
    parts += [disc(*turned(spot, turns), 9, ink.ROOFS[0][0], ink.INK, 3) for spot in layout.houses]
    parts += [_building(site.name, turned(site.spot, turns)) for site in layout.sites.values()]
    parts += [_mark(mark.name, turned(mark.spot, turns)) for mark in layout.marks]
    if layout.wheel:
        parts.append(use(f"wheel-{turns % 4}", *turned(layout.wheel, turns)))
    return "".join(parts)


def _water(layout: Plan, turns: int) -> str:
    rivers = [turned_curve(c, turns) for i in layout.meetings.of("river") for c in layout.ways.get(i, ())]
    d = path(written_all(rivers), "none", ink.DEEP, 18) if rivers else ""
    lake = disc(*turned(layout.lake.spot, turns), layout.lake.size, ink.DEEP) if layout.lake else ""
    return d + lake


def _building(name: str, spot: Spot) -> str:
    x, y = spot
    if name == "garden":
        return rect(x - 12, y - 12, 24, 24, ink.LEAF, ink.LEAF_DARK, 5)
    if name == "crown":
        return ""
    gable = line_of([(x - 15, y + 13), (x - 15, y - 3), (x, y - 18), (x + 15, y - 3), (x + 15, y + 13)], close=True)
    return path(gable, BUILDINGS.get(name, ink.HALO), ink.INK, 4)


def _mark(name: str, spot: Spot) -> str:
    x, y = spot
    if name == "pennant":
        shield = [(x - 11, y - 13), (x + 11, y - 13), (x + 11, y + 4), (x, y + 15), (x - 11, y + 4)]
        return polygon(shield, ink.TEAL, ink.HALO, 4)
    if name.startswith("nuggets"):
        lumps = int(name[-1])
        return "".join(disc(x + (i - (lumps - 1) / 2) * 15, y, 8, ink.GOLD, ink.INK, 3) for i in range(lumps))
    return disc(x, y, 11, MARKS.get(name, ink.GOLD), ink.INK, 3.5)
