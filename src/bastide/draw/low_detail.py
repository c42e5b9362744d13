"""Tiles in low detail, for very small boards: plain shapes and large marks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bastide.draw import palette as ink
from bastide.draw.curves import path_data, turned, turned_curve
from bastide.draw.layout import TileLayout, lay_out
from bastide.draw.svg import Point, disc, path, polygon, polyline, rect, use
from bastide.draw.vegetation import is_prairie
from bastide.kernel.kinds import ROADS
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
    "volcano": ink.BRICK[2][1],
    "locomotive": ink.RUST,
    "camp": ink.HALO,
    "horse": ink.CHESTNUT,
    "sheep": ink.HALO,
    "pigsty": ink.PIG,
    "magic": ink.VIOLET,
    "fair": ink.SIGNAL,
}
"""Colours of marks; the others are gold."""
BUILDINGS: Final[Mapping[str, str]] = {
    "monastery": ink.HALO,
    "shrine": ink.DUSK,
    "town": ink.BRICK[1][0],
    "district": ink.SLATE,
    "crown": ink.GOLD,
}
WIDE: Final = 13.0
"""Width of roads."""


def paint_low_detail(tile: Tile, turns: int = 0) -> str:
    """Return a tile as a few plain SVG shapes."""
    layout = lay_out(tile)
    west = is_prairie(tile)
    land, fill, rim, surface = (
        (ink.PRAIRIE, ink.ROCK, ink.TIE, ink.STEEL) if west else (ink.GRASS, ink.GROUND, ink.RIM, ink.CREAM)
    )
    parts = [rect(0, 0, 100, 100, land), _water(layout, turns)]
    roads = [turned_curve(c, turns) for i in layout.topology.of(*ROADS) for c in layout.curves[i]]
    if roads:
        d = path_data(roads)
        parts += [path(d, "none", rim, WIDE + 4), path(d, "none", surface, WIDE)]
    for city in layout.regions.values():
        parts.append(polygon([turned(spot, turns) for spot in city.outline], fill))
        walls = "".join(path_data([turned_curve(wall, turns)]) for wall in city.walls)
        parts += [path(walls, "none", ink.INK, 5)] if walls else []
    if layout.junction:
        parts.append(disc(*turned(layout.junction.spot, turns), 13, ink.COBBLE_DARK, ink.INK, 3))
    parts += [disc(*turned(spot, turns), 9, ink.BRICK[0][0], ink.INK, 3) for spot in layout.houses]
    parts += [_building(site.name, turned(site.spot, turns)) for site in layout.sites.values()]
    parts += [_mark(mark.name, turned(mark.spot, turns)) for mark in layout.marks]
    if layout.wheel:
        parts.append(use(f"wheel-{turns % 4}", *turned(layout.wheel, turns)))
    return "".join(parts)


def _water(layout: TileLayout, turns: int) -> str:
    rivers = [turned_curve(c, turns) for i in layout.topology.of("river") for c in layout.curves.get(i, ())]
    d = path(path_data(rivers), "none", ink.DEEP, 18) if rivers else ""
    lake = disc(*turned(layout.lake.spot, turns), layout.lake.size, ink.DEEP) if layout.lake else ""
    return d + lake


def _building(name: str, spot: Point) -> str:
    x, y = spot
    if name == "garden":
        return rect(x - 12, y - 12, 24, 24, ink.LEAF, ink.LEAF_DARK, 5)
    if name == "crown":
        return ""
    gable = polyline([(x - 15, y + 13), (x - 15, y - 3), (x, y - 18), (x + 15, y - 3), (x + 15, y + 13)], close=True)
    return path(gable, BUILDINGS.get(name, ink.HALO), ink.INK, 4)


def _mark(name: str, spot: Point) -> str:
    x, y = spot
    if name == "pennant":
        shield = [(x - 11, y - 13), (x + 11, y - 13), (x + 11, y + 4), (x, y + 15), (x - 11, y + 4)]
        return polygon(shield, ink.TEAL, ink.HALO, 4)
    if name.startswith("nuggets"):
        lumps = int(name[-1])
        return "".join(disc(x + (i - (lumps - 1) / 2) * 15, y, 8, ink.GOLD, ink.INK, 3) for i in range(lumps))
    return disc(x, y, 11, MARKS.get(name, ink.GOLD), ink.INK, 3.5)
