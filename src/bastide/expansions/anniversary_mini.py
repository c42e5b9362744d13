"""The mini expansion of the 20th Anniversary Edition: arrows with three symbols."""

from __future__ import annotations

from typing import Final, NamedTuple

from bastide.kernel.geometry import STEPS, Cell
from bastide.rules.events import tell
from bastide.rules.model import CELL, Action, Expansion, Kind, Line, Scope, StateColumn, Step, Values
from bastide.rules.pieces import (
    feature_kind,
    followers_of,
    in_supply,
    kind_of,
    not_vetoed,
    segment_of,
    spot_of,
)
from bastide.rules.ruleset import FOLLOWERS
from bastide.rules.scoring import grant
from bastide.rules.state import State
from bastide.rules.turn import AGAIN

SYMBOLS: Final = ("pair", "remote", "again")
ACTIVE: Final = "arrow.active"
"""The symbol that is activated in this part, counted from 1; 0 if none is."""
OWN: Final = "arrow.own"
"""Whether it is that of the new tile itself."""
LIMIT: Final = 2
"""How many followers of one seat may stand side by side."""


class Arrow(NamedTuple):
    """An arrow that may be activated: the cell of its tile, and its symbol."""

    cell: Cell
    symbol: int


def points_at(state: State, number: int) -> Cell | None:
    """Return the cell that the arrow of a placed tile points at, if it has one (ANNIV-ARROW-1)."""
    board = state.board
    arrow = board.mark(number, "arrow")
    return board.cell[number] + STEPS[(arrow - 1 + board.rotation(number)) % 4] if arrow else None


def symbol_of(state: State, number: int) -> int:
    """Return the symbol of a placed tile, counted from 1."""
    return next((i for i, symbol in enumerate(SYMBOLS, start=1) if state.board.mark(number, symbol)), 0)


def candidates(state: State) -> list[Arrow]:
    """Return the new tile's arrow if it points at a tile, and those that point at it (ANNIV-ARROW-2, ANNIV-ARROW-3)."""
    board = state.board
    new, cell = len(board.laid) - 1, board.cell[-1]
    beside = [board.tile_at[cell + step] for step in STEPS if cell + step in board.tile_at]
    found = [number for number in beside if points_at(state, number) == cell]
    found += [new] if points_at(state, new) in board.tile_at else []
    return [Arrow(board.cell[number], symbol_of(state, number)) for number in sorted(found)]


def enter_choose(state: State) -> None:
    """A single arrow is activated without being asked (ANNIV-ARROW-4)."""
    found = candidates(state)
    if len(found) == 1:
        activate(state, found[0])


def options_choose(state: State) -> list[Action]:
    """Of several arrows one must be chosen (ANNIV-ARROW-4, ANNIV-ARROW-5)."""
    found = candidates(state)
    return [state.rules.pack("activate", arrow.cell) for arrow in found] if len(found) > 1 else []


def do_activate(state: State, values: Values) -> None:
    """The chosen arrow is activated, the others are not."""
    activate(state, next(arrow for arrow in candidates(state) if arrow.cell == values[0]))


def activate(state: State, arrow: Arrow) -> None:
    """The symbol works in this part; with the third one a second part is earned (ANNIV-AGAIN-1)."""
    symbol = SYMBOLS[arrow.symbol - 1]
    state.ext[ACTIVE][0], state.ext[OWN][0] = arrow.symbol, int(arrow.cell == state.board.cell[-1])
    if symbol == "again":
        state.ext[AGAIN][0] = 1
    tell(state, "activated", state.seat, {"symbol": symbol})


def enter_comfort(state: State) -> None:
    """Two points for an arrow of the new tile that was not activated (ANNIV-ARROW-6)."""
    if state.board.mark(-1, "arrow") and not state.ext[OWN][0]:
        grant(state, state.seat, [Line("arrow", 1, 2)], "comforted")


def choose_pair(state: State) -> list[Action]:
    """A follower may join one of the same seat, wherever it stands (ANNIV-PAIR-1 to ANNIV-PAIR-3)."""
    if not is_active(state, "pair"):
        return []
    rules = state.rules
    standing = [segment_of(p) for p in followers_of(state, state.seat) if kind_of(p) in rules.ordinary]
    beside = sorted({segment for segment in standing if standing.count(segment) < LIMIT})
    kinds = [kind for kind in rules.ordinary if in_supply(state, state.seat, kind)]
    return [rules.pack("deploy", k, spot_of(state, s)) for k in kinds for s in not_vetoed(state, k, beside)]


def choose_remote(state: State) -> list[Action]:
    """A follower may go to any feature that is free and not complete (ANNIV-REMOTE-1 to ANNIV-REMOTE-4)."""
    if not is_active(state, "remote"):
        return []
    rules, board = state.rules, state.board
    features, followers = board.features, board.features.column[FOLLOWERS]
    free = [
        segment
        for segment in range(board.first[-1])
        if not followers[features.root[segment]]
        and (features.open[features.root[segment]] or feature_kind(state, segment) == "field")
        and not board.mark(board.tile_of(segment), "volcano")
    ]
    return [
        rules.pack("deploy", kind, spot_of(state, segment))
        for kind, stands in enumerate(rules.stands)
        if in_supply(state, state.seat, kind)
        for segment in not_vetoed(state, kind, free)
        if stands[features.kind[segment]]
    ]


def is_active(state: State, symbol: str) -> bool:
    """Say whether a symbol works in this part."""
    return state.ext[ACTIVE][0] == SYMBOLS.index(symbol) + 1


def own_arrow_is_active(state: State) -> list[str]:
    """The arrow of the new tile is remembered only while a symbol is active (ANNIV-ARROW-4)."""
    return ["an arrow of its own without a symbol"] if state.ext[OWN][0] and not state.ext[ACTIVE][0] else []


EXPANSION = Expansion(
    "anniversary_mini",
    tiles=("anniversary",),
    kinds=(Kind("activate", do_activate, (CELL,)),),
    steps=(Step("arrow.choose", enter_choose, options_choose), Step("arrow.comfort", enter_comfort)),
    choices=(choose_pair, choose_remote),
    elsewhere=("deploy",),
    columns=(
        StateColumn(ACTIVE, until=Scope.PART, most=len(SYMBOLS)),
        StateColumn(OWN, until=Scope.PART, most=1),
    ),
    invariants=(own_arrow_is_active,),
)
