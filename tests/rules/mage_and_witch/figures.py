"""Mage and witch on text boards."""

from __future__ import annotations

from bastide.kernel.geometry import cell_text
from bastide.play.notation import spot_text
from bastide.rules.pieces import pieces_named, segment_of
from bastide.rules.state import State
from tests.boards import (
    board,
    choices,
)

RULES = "bigbox2014 expansions=mage_and_witch"


def two(text: str, *others: str, options: str = "") -> State:
    """Return a board for two players, with other expansions and options."""
    return board(text, ",".join((RULES, *others)) + f" {options}", players=2)


def figures(state: State) -> dict[str, str]:
    """Return where mage and witch stand, if they are on the map: ``{"mage": "(0,0).road"}``."""
    found = {}
    for name in ("mage", "witch"):
        for piece in pieces_named(state, name):
            cell, local = state.board.place_of(segment_of(piece))
            number = state.board.tile_at[cell]
            spot = spot_text(state.board.tile(number), state.board.rotation(number), local)
            found[name] = f"{cell_text(cell)}.{spot}"
    return found


def targets(state: State, figure: str) -> set[str]:
    """Return where a figure may go now."""
    head = f"enchant:{figure}:"
    return {token.removeprefix(head) for token in choices(state) if token.startswith(head)}


def moves(*spots: str, figure: str = "") -> set[str]:
    """Return the moves of one figure, or of both, to some spots."""
    return {f"enchant:{name}:{spot}" for name in ([figure] if figure else ["mage", "witch"]) for spot in spots}


IC = "inns_and_cathedrals"
TB = "traders_and_builders"
HS = "hills_and_sheep"
WOF = "wheel_of_fortune"
MAGIC = ("MW-CRST", "MW-CRRC", "MW-CDRE", "MW-RCSC", "MW-CFDF", "MW-CCRC", "MW-CRSS", "MW-CRRD")
FULL = "E(0,-1) FFCF, E(0,1) CFFF"
"""Two cities that MW-CFDF at (0,0) will complete."""
