"""How rivers run: a tile goes on from an open end; with two arms, these never join and each is left room.

With two arms the tests are strict where they can be and milder where they must be, so that a river never blocks a game
(RIV2-LEGAL-1 to RIV2-LEGAL-5).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bastide.kernel.board import Board
from bastide.kernel.geometry import STEPS, Cell
from bastide.rules.model import Veto
from bastide.rules.state import State

STRAIGHT: Final = 2
"""How many sides on, clockwise, the water leaves that goes straight through a tile; other numbers are bends."""


class End(NamedTuple):
    """An open end of the river: the cell of its tile and the side where the water runs out."""

    cell: Cell
    side: int

    @property
    def faces(self) -> Cell:
        """The cell where the river would go on."""
        return self.cell + STEPS[self.side]


def river_sides(state: State, tile: int, rotation: int) -> list[int]:
    """Return the sides where water leaves a turned tile."""
    edges = state.rules.catalogue.tiles[tile].edges
    return [side for side in range(4) if edges[(side - rotation) % 4] == "river"]


def sides_of(state: State, number: int) -> list[int]:
    """Return the sides where water leaves a placed tile."""
    return river_sides(state, state.board.laid[number] // 4, state.board.rotation(number))


def open_ends(state: State) -> list[End]:
    """Return the open ends of the river."""
    board = state.board
    ends = [End(cell, side) for number, cell in enumerate(board.cell) for side in sides_of(state, number)]
    return [end for end in ends if end.faces not in board.tile_at]


def ends_after(state: State, tile: int, rotation: int, cell: Cell) -> tuple[list[End], list[End]]:
    """Return the open ends that a placement would leave alone, and those of the new tile itself."""
    old = [end for end in open_ends(state) if end.faces != cell]
    new = [End(cell, side) for side in river_sides(state, tile, rotation)]
    return old, [end for end in new if end.faces not in state.board.tile_at]


def goes_on(state: State, tile: int, rotation: int, cell: Cell) -> bool:
    """Exactly one river side meets an open end; so the arms never join (RIV2-PLACE-2, RIV2-PLACE-4)."""
    met = [side for side in river_sides(state, tile, rotation) if cell + STEPS[side] in state.board.tile_at]
    return len(met) == 1


def has_room(board: Board, end: End, ends: list[End], laid: Cell | None = None) -> bool:
    """Say whether two rows of three cells before an end are free of tiles, of a new one too, and of other ends."""
    ahead, aside = STEPS[end.side], STEPS[(end.side + 1) % 4]
    before = {end.faces + k * ahead + j * aside for k in (0, 1) for j in (-1, 0, 1)}
    taken = {other.faces for other in ends if other != end} | {laid}
    return not any(at in board.tile_at or at in taken for at in before)


def keeps_clear(state: State, tile: int, rotation: int, cell: Cell) -> bool:
    """The strict test: every end has room, but for one that had none before; the fork is exempt (RIV2-LEGAL-1)."""
    if state.rules.catalogue.marks("fork")[tile]:
        return True
    board, before = state.board, open_ends(state)
    old, new = ends_after(state, tile, rotation, cell)
    tested = [*new, *(end for end in old if has_room(board, end, before))]
    return all(has_room(board, end, [*old, *new], cell) for end in tested)


def does_not_double_back(state: State, tile: int, rotation: int, cell: Cell) -> bool:
    """The milder test: ends face free cells of their own, and no two bends of one hand in a row (RIV2-LEGAL-2)."""
    old, new = ends_after(state, tile, rotation, cell)
    faced = [end.faces for end in (*old, *new)]
    return len(set(faced)) == len(faced) and not bends_again(state, tile, rotation, cell)


def bends_again(state: State, tile: int, rotation: int, cell: Cell) -> bool:
    """Say whether a tile that goes on from an end would bend to the same hand as the tile before it."""
    board, sides = state.board, river_sides(state, tile, rotation)
    came = next(side for side in sides if cell + STEPS[side] in board.tile_at)
    before = board.tile_at[cell + STEPS[came]]
    left_by = (came + 2) % 4
    upstream = [side for side in sides_of(state, before) if side != left_by]
    if not upstream:
        return False
    # A fork has two other sides: its water came from the tile that was laid first
    entered = min(upstream, key=lambda side: board.tile_at.get(board.cell[before] + STEPS[side], len(board.laid)))
    bend = (left_by - entered) % 4
    return bend != STRAIGHT and any((side - came) % 4 == bend for side in sides if side != came)


RUNS_ON = Veto(goes_on, shows=("river",), why_not="river_arms", rather=(keeps_clear, does_not_double_back))
"""What a river with two arms asks of every tile with water on a side."""
