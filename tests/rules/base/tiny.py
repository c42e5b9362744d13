"""Cities of two caps with shields, which no published tile makes."""

from __future__ import annotations

from bastide.expansions import base, hand
from bastide.kernel.geometry import EAST, WEST, cell_at
from bastide.kernel.tile import Block
from bastide.rules.model import OptionValue
from bastide.rules.ruleset import Ruleset, Start
from bastide.rules.state import State
from bastide.tiles.loader import parse

CAPS = """
set caps
prefix CAP
title Caps
editions plain
total plain 4 in 2 kinds
start CFFF
P  CFFF          2  city C; field E S W ~C
S  CFFF-pennant  2  city C pennant; field E S W ~C
"""


def capped_city(shields: int, tiny_city: int, **options: OptionValue) -> tuple[State, int]:
    """Return a complete city of two tiles with that many shields, and its feature."""
    caps = parse(CAPS)
    plain, shielded = caps.tiles
    start = Block(((0, 0, plain),))
    rules = Ruleset(
        [base.EXPANSION, hand.EXPANSION],
        caps.copies("plain"),
        [Start(start, cell_at(0, 0))],
        {"tiny_city": tiny_city, **options},
    )
    state = State(rules, 2)
    for x, side in enumerate((EAST, WEST)):
        tile = shielded if x < shields else plain
        state.board.place(rules.catalogue.number[tile.id], side, cell_at(x, 0))
    feature = state.board.features.root[0]
    assert state.board.features.open[feature] == 0
    return state, feature
