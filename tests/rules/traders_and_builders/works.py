"""Builders, pigs and goods on text boards."""

from __future__ import annotations

from bastide.rules.state import State
from tests.boards import (
    board,
    choices,
)

RULES = "bigbox2014 expansions=traders_and_builders"
MODES = ("per_field_3", "per_city_3", "per_city_4")
ROAD = "U(0,0) FRFR +red:road, U(1,0) FRFR +red:builder:road ; to red"
"""A road, open at both ends, with red's thief and builder."""


def two(text: str, *others: str, options: str = "") -> State:
    """Return a board for two players, with other expansions and options."""
    return board(text, ",".join((RULES, *others)) + f" {options}", players=2)


def turn(state: State) -> tuple[int, int]:
    """Return whose turn it is, and its part."""
    return state.seat, state.part


def spots(tile: str) -> set[str]:
    """Return where pieces could go on a tile that lies alone."""
    return choices(two(f"{tile}(0,0) ; step piece")) - {"-"}


def tokens(state: State, piece: str) -> set[str]:
    """Return where a piece could go now."""
    return {token for token in choices(state) if token.startswith(f"+{piece}:")}


TWO_FIELDS = "E(0,-3) FFCF, E(0,-2) CFFF {}, E(0,-1) FFCF, E(0,0) CFFF {}"
"""A northern field between two complete cities, and a southern one that touches only the lower of them."""
