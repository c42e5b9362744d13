"""The houses of a city, most of each its roof, and the landmarks of a large one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from bastide.draw.packing import Footprint
from bastide.draw.palette import DOOR, INK, PLASTER, PLASTER_DARK, ROOFS, SLATE, SLATE_DARK, STONE_LIT, STONE_MID
from bastide.draw.svg import faded, fine, moved, num, path, polygon, polyline, rect, shadow, use, xy

EAVES: Final = 3.8
"""Height of the walls of a house."""
Part = tuple[str, float, float]
"""A house of a group, and its position."""


def hall(roof: int, w: float = 18.6, h: float = 8.4) -> str:
    """Return a house with its long side to the front and a hipped roof."""
    lit, dark = ROOFS[roof]
    left, right, ridge = -w / 2, w / 2, -EAVES - h
    slope = [(left - 0.6, -EAVES + 0.3), (left + 2.4, ridge), (right - 3.6, ridge), (right + 0.6, -EAVES + 0.3)]
    hip = [(right - 3.6, ridge), (right + 0.6, -EAVES + 0.3), (right - 5.4, -EAVES + 0.3)]
    panes = "".join(f"M{xy((left + w * k, -0.8))}v-1.5" for k in (0.16, 0.4, 0.84))
    return (
        rect(left, -EAVES, w, EAVES, PLASTER)
        + rect(right - 5.4, -EAVES, 5.4, EAVES, PLASTER_DARK)
        + fine(path(panes, stroke=DOOR, width=1))
        + polygon(slope, lit)
        + polygon(hip, dark)
        + path(polyline([(left - 0.6, -EAVES + 0.3), (right + 0.6, -EAVES + 0.3)]), stroke=dark, width=0.9)
        + fine(faded(path(f"M{xy((left + 1, ridge + h / 2))}H{num(right - 4.6)}", stroke=dark, width=0.5), 0.5))
    )


def gabled(roof: int, w: float = 12.4, back: float = 6.0) -> str:
    """Return a house with its gable to the front and its roof to the back."""
    lit, dark = ROOFS[roof]
    half, ridge = w / 2, -8.8
    west = [(-half - 0.7, -EAVES + 0.5), (0, ridge), (0, ridge - back), (-half - 0.7, -EAVES - back + 0.5)]
    east = [(-x, y) for x, y in west]
    front = [(-half, 0), (-half, -EAVES), (0, ridge + 0.4), (half, -EAVES), (half, 0)]
    return (
        polygon(front, PLASTER)
        + rect(half * 0.3, -EAVES, half * 0.7, EAVES, PLASTER_DARK)
        + fine(path(f"M{num(-half * 0.3)} 0v-2.2", stroke=DOOR, width=1.5))
        + polygon(west, lit)
        + polygon(east, dark)
    )


def hipped(roof: int, w: float = 11.6, back: float = 8.0) -> str:
    """Return a house under a roof with a ridge from north to south and a hip to the front."""
    (lit, _), (mid, dark) = ROOFS[roof], HIPS[roof]
    half, low, ridge = w / 2 + 0.6, -EAVES + 0.3, -EAVES - 4.6
    west = [(-half, low), (0, ridge), (0, ridge - back), (-half, low - back)]
    return (
        rect(-w / 2, -EAVES, w, EAVES, PLASTER)
        + rect(w * 0.2, -EAVES, w * 0.3, EAVES, PLASTER_DARK)
        + fine(path(f"M{num(-w * 0.2)} 0v-2.2M{num(w * 0.06)}-.8v-1.4", stroke=DOOR, width=1.2))
        + polygon(west, lit)
        + polygon([(-x, y) for x, y in west], dark)
        + polygon([(-half, low), (0, ridge), (half, low)], mid)
    )


HIPS: Final = (("#b8654a", "#a3583f"), ("#ca8659", "#b7764d"), ("#9f5a4c", "#8d4e43"))
"""Sides of roofs that face south and east, where the ridge runs from north to south."""


def group(*parts: Part) -> str:
    """Return houses that stand wall to wall, from back to front."""
    return "".join(use(*part) for part in parts)


def keep() -> str:
    """Return a keep: a square stone tower under a steep slate roof."""
    return (
        shadow(0, 0, 8, 1.8)
        + rect(-6.4, -15, 12.8, 15, STONE_LIT)
        + rect(1.8, -15, 4.6, 15, STONE_MID)
        + path("M-7.4-15H7.4", stroke=STONE_LIT, width=2.6)
        + path("M-3.6-8v-2.6M-3.6-2.6v-2M3.8-9v-2", stroke=INK, width=1.2)
        + polygon([(-6.8, -15.8), (-2.2, -24.6), (2.2, -24.6), (6.8, -15.8)], SLATE)
        + polygon([(1.4, -15.8), (0.6, -24.6), (2.2, -24.6), (6.8, -15.8)], SLATE_DARK)
        + path("M-6.4 0V-14M6.4 0V-14M-6.8-15.8L-2.2-24.6H2.2L6.8-15.8Z", stroke=INK, width=0.6)
    )


def belfry() -> str:
    """Return a belfry over the roof of its hall."""
    body = rect(-3.2, -21, 6.4, 14, STONE_LIT) + rect(0.8, -21, 2.4, 14, STONE_MID)
    return (
        shadow(0, 0, 9.6, 1.8)
        + body
        + path("M-1.4-16.4V-18.4", stroke=INK, width=1.6)
        + polygon([(-4.2, -20.6), (0, -30), (4.2, -20.6)], SLATE)
        + polygon([(0.6, -20.6), (0, -30), (4.2, -20.6)], SLATE_DARK)
        + path("M-3.2-8V-20.6M3.2-8V-20.6M-4.2-20.6L0-30L4.2-20.6Z", stroke=INK, width=0.6)
        + hall(2, 20, 7)
    )


GROUPS: Final[Mapping[str, tuple[Part, ...]]] = {
    "row-0": (("hall-0", 5.6, 0), ("gable-1", -9.4, 0)),
    "row-1": (("hall-1", -5.6, 0), ("gable-0", 9.4, 0)),
    "row-2": (("hall-2", -6.4, 0), ("hut-0", 9.2, 0)),
    "file-0": (("hipped-2", 0.7, -11), ("hipped-0", -0.3, 0)),
    "file-1": (("hipped-0", -0.5, -11), ("hipped-1", 0.3, 0)),
    "file-2": (("hipped-1", 0.4, -9.6), ("gable-1", 0, 0)),
}
"""Houses wall to wall: in rows from west to east, and in files from north to south."""
HALLS: Final = tuple(Footprint(f"hall-{roof}", 20, 12.4) for roof in range(3))
HUTS: Final = tuple(Footprint(f"hut-{roof}", 14, 12) for roof in range(3))
GABLES: Final = tuple(Footprint(f"gable-{roof}", 14, 14) for roof in range(2))
CABINS: Final = ((Footprint("cabin-0", 10, 10, 8), Footprint("cabin-1", 10, 12, 8)),)
"""Houses for cities without room for others."""
HIPPED: Final = tuple(Footprint(f"hipped-{roof}", 14, 18, 14) for roof in range(3))
ROWS: Final = (
    (Footprint("row-0", 30, 14), Footprint("row-1", 30, 14), Footprint("row-2", 32, 12.4)),
    HALLS,
    (*HUTS, *GABLES, *HUTS, HIPPED[0]),
)
"""Houses for broad ground, from wide to narrow."""
FILES: Final = (
    (Footprint("file-0", 14, 28, 24), Footprint("file-1", 14, 28, 24), Footprint("file-2", 14, 28, 24)),
    HIPPED,
    HUTS,
)
"""Houses for narrow ground from north to south, from long to short."""
LANDMARKS: Final = (Footprint("keep", 20, 30), Footprint("belfry", 24, 34))
SYMBOLS: Final[Mapping[str, Callable[[], str]]] = {
    **{name: partial(group, *parts) for name, parts in GROUPS.items()},
    **{f"hall-{roof}": partial(hall, roof) for roof in range(3)},
    **{f"hut-{roof}": partial(hall, roof, 13.2, 8.2) for roof in range(3)},
    **{f"gable-{roof}": partial(gabled, roof, 12.4, 5.0) for roof in range(2)},
    **{f"hipped-{roof}": partial(hipped, roof) for roof in range(3)},
    "cabin-0": partial(hall, 1, 9.0, 6.2),
    "cabin-1": partial(gabled, 2, 9.0, 2.6),
    "keep": lambda: moved(keep(), 0, 0, 1.2),
    "belfry": lambda: moved(belfry(), 0, 0, 1.12),
}
