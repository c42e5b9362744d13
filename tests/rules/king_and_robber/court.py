"""Who holds the King and the Robber Baron, and text boards on which somebody does."""

from __future__ import annotations

from bastide.rules.state import State
from tests.boards import COLOURS, board

RULES = "bigbox2014 expansions=king_and_robber"


def two(text: str, *others: str, options: str = "", preset: str = "bigbox2014") -> State:
    """Return a board for two players, with other expansions and options."""
    return board(text, f"{preset} expansions={','.join(('king_and_robber', *others))} {options}", players=2)


def king(state: State) -> tuple[str, int]:
    """Return the colour that holds the King, if any, and the record."""
    return _holder(state, "king"), state.ext["king.record"][0]


def robber(state: State) -> tuple[str, int]:
    """Return the colour that holds the Robber Baron, if any, and the record."""
    return _holder(state, "robber"), state.ext["robber.record"][0]


def _holder(state: State, title: str) -> str:
    held = state.ext[f"{title}.held"]
    assert sum(held) <= 1, "there is only one of each"
    return COLOURS[held.index(1)] if any(held) else "nobody"


def holds(title: str, colour: str, record: int, players: int = 2) -> str:
    """Return the clauses that give somebody a token, with its record."""
    held = " ".join(str(int(COLOURS[seat] == colour)) for seat in range(players))
    return f" ; column {title}.held {held} ; column {title}.record {record}"


def small_city(x: int, y: int) -> str:
    """Return a complete city of two tiles, the southern one at a cell."""
    return f"E({x},{y}) CFFF, E({x},{y - 1}) FFCF"


def small_road(x: int, y: int) -> str:
    """Return a complete road of two tiles, the southern one at a cell."""
    return f"A({x},{y}) RFFF, A({x},{y - 1}) FFRF"
