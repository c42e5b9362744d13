"""How rivers run: tests of where a river tile may be laid, of which every river asks its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from bastide.kernel.geometry import STEPS, Cell, xy
from bastide.rules.model import Expansion, Option, Veto
from bastide.rules.river_search import AHEAD, End, Shapes, can_be_finished
from bastide.rules.state import State

Test = Callable[[State, int, int, int], bool]
"""State, tile, rotation, cell."""
WATER: Final = "river"
"""The edge type of the sides where water leaves a tile."""


class AllOf:
    """Several tests of a placement as one."""

    def __init__(self, *tests: Test) -> None:
        self.tests: Final = tests

    def __call__(self, state: State, tile: int, rotation: int, cell: Cell) -> bool:
        """Return whether a placement passes all tests, which are made in their order."""
        return all(test(state, tile, rotation, cell) for test in self.tests)


def bends_option(river: str, alternate: Veto, immediate: Veto) -> Option:
    """Return the option of a river that says which bends may not follow each other, with a veto for each value."""
    vetoes = {"alternate": alternate, "immediate": immediate}
    brings = tuple((value, Expansion(f"{river}.{value}", fits=(veto,))) for value, veto in vetoes.items())
    return Option("river_bends", tuple(vetoes), "alternate", brings)


# What there is


def sides_of(state: State, number: int) -> tuple[int, ...]:
    """Return the sides where water leaves a placed tile."""
    board = state.board
    return board.catalogue.sides(WATER)[board.laid[number]]


def open_ends(state: State) -> list[End]:
    """Return the open ends of the river."""
    board, sides = state.board, state.board.catalogue.sides(WATER)
    placed = zip(board.laid, board.cell, strict=True)
    ends = [End(at + STEPS[side], side) for laid, at in placed for side in sides[laid]]
    return [end for end in ends if end.cell not in board.tile_at]


def ends_after(state: State, tile: int, rotation: int, cell: Cell) -> tuple[End, ...]:
    """Return the open ends of the river after a placement."""
    new = [End(cell + STEPS[side], side) for side in state.board.catalogue.sides(WATER)[4 * tile + rotation]]
    taken = state.board.tile_at
    return tuple(end for end in (*open_ends(state), *new) if end.cell != cell and end.cell not in taken)


def shapes_left(state: State) -> Shapes:
    """Return the shapes of the river tiles that have not been drawn; everybody knows how many there are."""
    sides, bag = state.board.catalogue.sides(WATER), state.bag
    left = Counter[str]()
    for stage in state.rules.stages[:-1]:
        for tile in stage:
            left[_shape(sides[4 * tile])] += bag[tile]
    return Shapes(left["straight"], left["curve"], left["fork"], left["lake"])


def _shape(sides: tuple[int, ...]) -> str:
    if len(sides) == 2:
        return "curve" if (sides[1] - sides[0]) % 2 else "straight"
    return {1: "lake", 3: "fork"}.get(len(sides), "")


def entry(state: State, tile: int, rotation: int, cell: Cell) -> int:
    """Return the side by which the river enters a tile that goes on from an end."""
    sides = state.board.catalogue.sides(WATER)[4 * tile + rotation]
    return next(side for side in sides if cell + STEPS[side] in state.board.tile_at)


def bend_before(state: State, cell: Cell, side: int, reach: int) -> int:
    """Return how the river bends on its way to an open cell, which it enters by a side: AHEAD, RIGHT or LEFT.

    That is its last bend, or AHEAD if there is none in reach, which is a number of tiles.
    """
    board = state.board
    for _ in range(reach):
        number = board.tile_at.get(cell + STEPS[side])
        if number is None:
            break
        cell, left_by = board.cell[number], (side + 2) % 4
        upstream = [other for other in sides_of(state, number) if other != left_by]
        if not upstream:
            break
        # A fork has two other sides: its water came from the tile that was laid first
        side = min(upstream, key=lambda other: board.tile_at.get(cell + STEPS[other], len(board.laid)))
        if turn := _turn(side, left_by):
            return turn
    return AHEAD


def _turn(entered: int, left_by: int) -> int:
    """Return how water turns that enters a tile by one side and leaves it by another."""
    return (left_by - entered - 2) % 4


# Tests


def goes_on(state: State, tile: int, rotation: int, cell: Cell) -> bool:
    """Exactly one river side meets an open end; so arms never join (RIV-PLACE-1, RIV2-PLACE-2, RIV20-PLACE-4)."""
    sides = state.board.catalogue.sides(WATER)[4 * tile + rotation]
    return sum(cell + STEPS[side] in state.board.tile_at for side in sides) == 1


def keeps_ends_apart(state: State, tile: int, rotation: int, cell: Cell) -> bool:
    """Every open end faces an empty cell that no other one faces (RIV2-LEGAL-1)."""
    ends = ends_after(state, tile, rotation, cell)
    return len({end.cell for end in ends}) == len(ends)


def leaves_a_way(state: State, tile: int, rotation: int, cell: Cell) -> bool:
    """The ends are apart, and the river can still be finished (RIV2-LEGAL-2)."""
    ends = ends_after(state, tile, rotation, cell)
    apart = len({end.cell for end in ends}) == len(ends)
    return apart and can_be_finished((*state.board.cell, cell), ends, shapes_left(state))


def bends_in_turn(state: State, tile: int, rotation: int, cell: Cell) -> bool:
    """The river does not bend to the same hand as at its last bend, however far that is (RIV-PLACE-3)."""
    return _bends_otherwise(state, tile, rotation, cell, len(state.board.laid))


def does_not_turn_back(state: State, tile: int, rotation: int, cell: Cell) -> bool:
    """Two curves next to each other do not bend to the same hand (RIV-PLACE-3 with ``river_bends=immediate``)."""
    return _bends_otherwise(state, tile, rotation, cell, 1)


def _bends_otherwise(state: State, tile: int, rotation: int, cell: Cell, reach: int) -> bool:
    came = entry(state, tile, rotation, cell)
    before = bend_before(state, cell, came, reach)
    sides = state.board.catalogue.sides(WATER)[4 * tile + rotation]
    return before == AHEAD or all(_turn(came, side) != before for side in sides if side != came)


def keeps_away(state: State, tile: int, rotation: int, cell: Cell) -> bool:
    """After a bend no river tile lies ahead, in the line of the branch or one of the two beside it (RIV20-PLACE-3)."""
    board = state.board
    came = entry(state, tile, rotation, cell)
    sides = board.catalogue.sides(WATER)[4 * tile + rotation]
    bends = [side for side in sides if side != came and _turn(came, side) != AHEAD]
    rivers = [at for number, at in enumerate(board.cell) if sides_of(state, number)]
    return not any(_is_ahead(cell, side, at) for side in bends for at in rivers)


def _is_ahead(cell: Cell, side: int, other: Cell) -> bool:
    """Return whether a cell lies ahead of another one, in the line towards a side or one of the two beside it."""
    (x, y), (other_x, other_y) = xy(cell), xy(other)
    east, south = other_x - x, other_y - y
    ahead = (-south, east, south, -east)[side]
    aside = east if side % 2 == 0 else south
    return ahead > 0 and abs(aside) <= 1
