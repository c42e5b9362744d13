"""The River II (rulebook of Count, King & Cohorts): a fork, two arms, a volcano."""

from __future__ import annotations

from typing import Final, NamedTuple

from bastide.kernel.board import Board
from bastide.kernel.geometry import STEPS, Cell
from bastide.rules.engine import fresh_turn, pass_over
from bastide.rules.events import tell
from bastide.rules.model import Expansion, Scope, StateColumn, Step, Veto
from bastide.rules.state import State

VOLCANO: Final = "volcano.laid"
"""Whether the tile of this part is the volcano."""
LEFT_TURN, RIGHT_TURN = 1, 3
"""How far, clockwise, a bend leads from the side where the water comes in."""


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


def has_room(board: Board, end: End, cell: Cell, others: set[Cell]) -> bool:
    """Say whether two rows of three cells before an end are free, also of other ends, once a tile lies at a cell."""
    ahead, aside = STEPS[end.side], STEPS[(end.side + 1) % 4]
    before = {end.faces + k * ahead + j * aside for k in (0, 1) for j in (-1, 0, 1)}
    return not any(at in board.tile_at or at == cell or at in others for at in before)


def keeps_clear(state: State, tile: int, rotation: int, cell: Cell) -> bool:
    """The strict test: every end has room, but for one that had none before; the fork is exempt (RIV2-LEGAL-1)."""
    if state.rules.catalogue.marks("fork")[tile]:
        return True
    board = state.board
    old, new = ends_after(state, tile, rotation, cell)
    faced_before = [end.faces for end in open_ends(state)]
    stuck = [end for end in old if not has_room(board, end, end.cell, _but(faced_before, end))]
    faced = [end.faces for end in (*old, *new)]
    tested = [end for end in (*old, *new) if end not in stuck]
    return all(has_room(board, end, cell, _but(faced, end)) for end in tested)


def _but(faced: list[Cell], end: End) -> set[Cell]:
    """Return the cells that other ends face, the same one included if two face it."""
    return {at for at in faced if at != end.faces} | ({end.faces} if faced.count(end.faces) > 1 else set())


def does_not_double_back(state: State, tile: int, rotation: int, cell: Cell) -> bool:
    """The milder test: ends face free cells of their own, and no two bends of one hand in a row (RIV2-LEGAL-2)."""
    board, sides = state.board, river_sides(state, tile, rotation)
    old, new = ends_after(state, tile, rotation, cell)
    faced = [end.faces for end in (*old, *new)]
    if len(set(faced)) < len(faced):
        return False
    (came,) = (side for side in sides if cell + STEPS[side] in board.tile_at)
    before = board.tile_at[cell + STEPS[came]]
    upstream = [side for side in sides_of(state, before) if side != (came + 2) % 4]
    entered = [side for side in upstream if board.tile_at.get(board.cell[before] + STEPS[side], before) < before]
    bends = {((came + 2) - side) % 4 for side in entered} & {LEFT_TURN, RIGHT_TURN}
    return not any((side - came) % 4 in bends for side in sides if side != came)


def enter_rage(state: State) -> None:
    """Nobody may put anything down at the volcano (RIV2-VOLC-2)."""
    if state.board.mark(-1, "volcano"):
        state.ext[VOLCANO][0] = 1
        pass_over(state, "piece")


def enter_again(state: State) -> None:
    """Whoever laid the volcano takes a fresh turn (RIV2-VOLC-4)."""
    if state.ext[VOLCANO][0]:
        tell(state, "plays_on", state.seat, {})
        fresh_turn(state)


EXPANSION = Expansion(
    "river_2",
    tiles=("river_2",),
    start="river_2",
    # The source lies there; then the fork, the shuffled tiles, the volcano, and everything else (RIV2-SETUP-1)
    stages=("fork", "river", "volcano"),
    steps=(Step("volcano.rage", enter_rage), Step("volcano.again", enter_again)),
    columns=(StateColumn(VOLCANO, until=Scope.PART, most=1),),
    fits=(Veto(goes_on, shows=("river",), why_not="river_arms", rather=(keeps_clear, does_not_double_back)),),
    excludes=("river",),
)
