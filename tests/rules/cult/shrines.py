"""Shrines and monasteries among meadows: tiles that are nothing but field, so that only neighbours matter."""

from __future__ import annotations

from bastide.kernel.geometry import AROUND, cell_at, xy
from bastide.rules.state import State
from tests.boards import board

MEADOW = "CAT-FFFF-06"
"""A tile with nothing but a field; it is part of another set, but stands here for any tile."""
SHRINE = "CU-FFFF-shrine"
OWN_NAME = {"crop_circles": "corn_circles_2"}
"""The tile sets that are not called like their expansions."""


def rules(*others: str, options: str = "", preset: str = "bigbox2014") -> str:
    """Return the line of rules with the cult and other expansions, and meadows among their tiles."""
    chosen = ("cult", *others)
    sets = ["base", *(OWN_NAME.get(name, name) for name in chosen)]
    single = [] if "catapult" in others else [MEADOW]
    return f"{preset} expansions={','.join(chosen)} tiles={','.join([*sets, *single])} {options}"


def cult(text: str, *others: str, options: str = "", players: int = 3, preset: str = "bigbox2014") -> State:
    """Return a board with other expansions and options."""
    return board(text, rules(*others, options=options, preset=preset), players=players)


def around(*cells: tuple[int, int], but: tuple[tuple[int, int], ...] = ()) -> str:
    """Return meadows on all cells around some, save these cells and those excepted."""
    found = dict.fromkeys(xy(cell_at(x, y) + step) for x, y in cells for step in AROUND)
    return meadows(*(cell for cell in found if cell not in (*cells, *but)))


def meadows(*cells: tuple[int, int]) -> str:
    """Return meadows on some cells."""
    return ", ".join(f"{MEADOW}({x},{y})" for x, y in cells)
