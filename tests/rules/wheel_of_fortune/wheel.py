"""The wheel on text boards: its sixteen cells with followers on the crown, and draws that turn it."""

from __future__ import annotations

from collections import Counter

from bastide.games import parse_rules
from bastide.rules import engine
from bastide.rules.state import State
from tests.boards import (
    COLOURS,
    board,
    draw,
)

FORTUNE, TAXES, FAMINE, STORM, INQUISITION, PLAGUE = range(6)

CELLS = {
    (0, 0): "WOF-CIIC-nw",
    (1, 0): "WOF-FIII-n2",
    (2, 0): "WOF-RIII-n3",
    (3, 0): "WOF-FCII-ne",
    (3, 1): "WOF-IFII-e2",
    (3, 2): "WOF-IRII-e3",
    (3, 3): "WOF-IFFI-se",
    (2, 3): "WOF-IIFI-s3",
    (1, 3): "WOF-IICI-s2",
    (0, 3): "WOF-IIFR-sw",
    (0, 2): "WOF-IIIF-w3",
    (0, 1): "WOF-IIIF-w2",
    (1, 1): "WOF-IIII-a",
    (2, 1): "WOF-IIII-b",
    (1, 2): "WOF-IIII-c",
    (2, 2): "WOF-IIII-d",
}
SPACES = {
    FORTUNE: ((3, 2),),
    TAXES: ((3, 3), (2, 3)),
    FAMINE: ((1, 3),),
    STORM: ((0, 2), (0, 1)),
    INQUISITION: ((1, 0),),
    PLAGUE: ((2, 0), (3, 0)),
}
AWAY = 20
"""How far south-east of a worked example the wheel lies, as an island of its own."""
ALL_FIVE = "hills_and_sheep,inns_and_cathedrals,river,traders_and_builders,wheel_of_fortune"


def rules(*others: str, options: str = "", preset: str = "bigbox2014") -> str:
    """Return the line of rules with the wheel and other expansions."""
    return f"{preset} expansions={','.join(['wheel_of_fortune', *others])} {options}"


def wheel(crown: dict[tuple[int, int], str] | None = None, away: int = 0) -> str:
    """Return the sixteen cells of the wheel; a space of the crown, ``(STORM, 1)``, may hold a colour's follower."""
    held = {SPACES[sector][n]: colour for (sector, n), colour in (crown or {}).items()}
    assert len(held) == len(crown or {})
    pieces = {cell: f" +{colour}:crown" for cell, colour in held.items()}
    return ", ".join(f"{tile}({x + away},{y + away}){pieces.get((x, y), '')}" for (x, y), tile in CELLS.items())


def beside(land: str, crown: dict[tuple[int, int], str] | None = None) -> str:
    """Return a board of land with the wheel away from it."""
    return f"{wheel(crown, AWAY)}, {land}"


def turned(text: str, icon: int, made: str = "", players: int = 5) -> State:
    """Return the state of a text board after a tile with a number was drawn."""
    return turn(board(text, made or rules(), players=players), icon)


def turn(state: State, icon: int) -> State:
    """Draw a tile with a number, in place."""
    return draw(state, f"WOF-FRFR-icon-{icon}")


def start(made: str = "", players: int = 2) -> State:
    """Return the first moment of a real game."""
    return engine.start(parse_rules(made or rules()), players)


def pig(state: State) -> int:
    """Return the sector of the pig."""
    return state.ext["wheel.pig"][0]


def space(sector: int, n: int = 0, away: int = 0) -> str:
    """Return the token that puts a follower on a space of the crown."""
    x, y = SPACES[sector][n]
    return f"+({x + away},{y + away}).crown"


ANYONE = COLOURS[:5]
TB = "traders_and_builders"
IC = "inns_and_cathedrals"
HS = "hills_and_sheep"


def icons(state: State) -> Counter[int]:
    """Return how many tiles of the bag show each number."""
    marks = state.rules.catalogue.marks("icon")
    found = Counter(dict.fromkeys((1, 2, 3), 0))
    for tile, copies in enumerate(state.bag):
        if marks[tile]:
            found[marks[tile]] += copies
    return found


def supply_of(state: State, seat: int, piece: str) -> int:
    return state.supply[seat * len(state.rules.pieces) + state.rules.piece_number[piece]]
