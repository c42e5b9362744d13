"""The River (rulebook of the Big Box of 2014, page 16)."""

from __future__ import annotations

from bastide.kernel.geometry import STEPS, Cell
from bastide.rules.model import Expansion, Veto
from bastide.rules.state import State

STRAIGHT = 2


def river_sides(state: State, tile: int, rotation: int) -> list[int]:
    """Return the sides where the river leaves a turned tile."""
    edges = state.rules.catalogue.tiles[tile].edges
    return [side for side in range(4) if edges[(side - rotation) % 4] == "river"]


def bend(sides: list[int], came: int) -> int:
    """Return how the river goes on from the side it came in by: straight, or one of two bends; 0 where it ends."""
    went = next((side for side in sides if side != came), came)
    return (went - came) % 4


def fits_the_river(state: State, tile: int, rotation: int, cell: Cell) -> bool:
    """A river tile joins the one open end, runs into nothing, and never bends back (RIV-PLACE-1, -3, -4)."""
    sides = river_sides(state, tile, rotation)
    board = state.board
    joined = [side for side in sides if cell + STEPS[side] in board.tile_at]
    if len(joined) != 1:
        return False
    (came,) = joined
    before = board.tile_at[cell + STEPS[came]]
    earlier = river_sides(state, board.laid[before] // 4, board.rotation(before))
    entry = next((side for side in earlier if side != (came + 2) % 4), None)
    if entry is None:
        return True
    last_bend = bend(earlier, entry)
    return last_bend == STRAIGHT or bend(sides, came) != last_bend


EXPANSION = Expansion(
    "river",
    tiles=("river",),
    start="river",
    # The source lies there from the start; then the river, then the lake, then everything else (RIV-TURN-1, RIV-TURN-2)
    stages=("river", "lake"),
    fits=(Veto(fits_the_river, shows=("river",), why_not="river_bends"),),
)
