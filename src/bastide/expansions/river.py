"""The River (rulebook of the Big Box of 2014, page 16)."""

from __future__ import annotations

from bastide.kernel.geometry import Cell
from bastide.rules.model import Expansion, Veto
from bastide.rules.rivers import bends_again, goes_on
from bastide.rules.state import State


def fits_the_river(state: State, tile: int, rotation: int, cell: Cell) -> bool:
    """A river tile joins the one open end, runs into nothing, and never bends back (RIV-PLACE-1, -3, -4)."""
    return goes_on(state, tile, rotation, cell) and not bends_again(state, tile, rotation, cell)


EXPANSION = Expansion(
    "river",
    tiles=("river",),
    start="river",
    # The source lies there from the start; then the river, then the lake, then everything else (RIV-TURN-1, RIV-TURN-2)
    stages=("river", "lake"),
    fits=(Veto(fits_the_river, shows=("river",), why_not="river_bends"),),
)
