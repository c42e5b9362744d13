"""Shrines and monasteries among meadows: tiles that are nothing but field, so that only neighbours matter."""

from __future__ import annotations

from bastide.kernel.geometry import AROUND, cell_at, xy
from bastide.play.position import position_text
from bastide.rules import engine
from bastide.rules.pieces import feature_kind
from bastide.rules.state import State
from tests.boards import (
    board,
)
from tests.boards import rules as made

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


SHRINES = {"CU-FFFF-shrine", "CU-CFFF-shrine", "CU-FFRF-shrine", "CU-CFRF-shrine", "CU-RFSF-shrine"}
FORBIDDEN = "shrine_and_monastery"
SHRINE_LACKS = around((1, 1), but=((0, 0), (2, 2)))
"""All around a shrine at (1,1) save a monastery at (0,0), and the last tile at (2,2)."""
ABBEY_LACKS = around((0, 0), but=((1, 1), (-1, -1)))
"""All around a monastery at (0,0) save a shrine at (1,1), and the last tile at (-1,-1)."""
BLOCK = position_text(engine.start(made("bigbox2014 expansions=count"), 2)).split(" ; ")[0]
"""The City of Carcassonne."""


def rivals(abbey: str = "+blue:monastery", shrine: str = "+red:shrine", rest: str = SHRINE_LACKS) -> str:
    """Return a monastery at (0,0) and a shrine at (1,1) with pieces, and what lies around them."""
    return f"B(0,0) {abbey}, {SHRINE}(1,1) {shrine}, {rest}"


def town(cathedral: str) -> str:
    """Return the City of Carcassonne, far away, with followers in its cathedral."""
    moved = BLOCK
    for y in range(3):
        for x in range(4):
            moved = moved.replace(f"({x},{y})", f"<{x + 30},{y + 30}>")
    moved = moved.replace("<", "(").replace(">", ")")
    return moved.replace("CO-IIII-06(31,31)", f"CO-IIII-06(31,31) {cathedral}")


def shrines_and_abbeys(state: State) -> dict[int, str]:
    """Return the cells with a building of either kind."""
    found = {}
    for number, cell in enumerate(state.board.cell):
        for segment in state.board.segments_of(number):
            if feature_kind(state, segment) in ("shrine", "monastery"):
                found[cell] = feature_kind(state, segment)
    return found
