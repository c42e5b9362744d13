"""Actions as numbers from 0 up: what a network can choose among.

Every kind of action that a seat may choose has a block of numbers, in the order of the kinds' names, and in it one
number for every value that its fields can have, the last field running fastest. So a number means the same in every
game by the same rules with as many seats and the same window. Seats are counted from the one that acts; cells, spots
and points lie in the window; and a spot that can only be one of the tile just laid is no more than its number there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from bastide.errors import BastideError, IllegalAction
from bastide.rl.window import Window
from bastide.rules import engine
from bastide.rules.model import (
    CELL,
    KIND_MASK,
    NOBODY,
    PIECE,
    POINT,
    SEAT,
    SPOT,
    SPOT_BITS,
    SPOT_MASK,
    TILE,
    Action,
    Field,
    Kind,
)
from bastide.rules.ruleset import Ruleset
from bastide.rules.state import State

Mask = npt.NDArray[np.int8]


@dataclass(frozen=True)
class Axis:
    """How the values of a field are numbered."""

    name: str
    size: int
    number: Callable[[State, int], int]
    value: Callable[[State, int], int]


@dataclass(frozen=True)
class Block:
    """The numbers of one kind of action."""

    kind: Kind
    code: int
    first: int
    axes: tuple[Axis, ...]

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return int(np.prod([axis.size for axis in self.axes], dtype=np.int64))


class ActionCode:
    """The numbers of all actions by some rules, with so many seats, in a window."""

    def __init__(self, rules: Ruleset, players: int, window: Window) -> None:
        self.rules: Final = rules
        self.window: Final = window
        self._players = players
        self._on_tile = max(rules.catalogue.segment_count)
        blocks, first = [], 0
        for code, kind in enumerate(rules.kinds):
            if not kind.drawn:
                blocks.append(Block(kind, code, first, tuple(self._axis(kind, part) for part in kind.fields)))
                first += blocks[-1].size
        self.blocks: Final = tuple(blocks)
        self.size: Final = first
        """How many numbers there are in all."""
        self._by_code: Final = {block.code: block for block in blocks}

    def _axis(self, kind: Kind, part: Field) -> Axis:
        window, rules, players, on_tile = self.window, self.rules, self._players, self._on_tile
        if part is CELL:
            return Axis("cell", window.cells, lambda _, cell: window.index(cell), lambda _, at: window.cell(at))
        if part is POINT:
            return Axis("point", window.points, lambda _, at: window.point_index(at), lambda _, at: window.point(at))
        if part is SPOT and kind.on_new_tile:
            return Axis(
                "segment of the new tile",
                on_tile,
                lambda _, spot: spot & SPOT_MASK,
                lambda state, local: state.board.cell[-1] << SPOT_BITS | local,
            )
        if part is SPOT:
            return Axis(
                "cell and segment",
                window.cells * on_tile,
                lambda _, spot: window.index(spot >> SPOT_BITS) * on_tile + (spot & SPOT_MASK),
                lambda _, at: window.cell(at // on_tile) << SPOT_BITS | at % on_tile,
            )
        if part is SEAT:
            return Axis("seat", players + 1, _seat_number, _seat_value)
        size = {PIECE: len(rules.pieces), TILE: len(rules.catalogue.tiles)}.get(part, 1 << part.bits)
        return Axis(part.name, size, lambda _, value: value, lambda _, value: value)

    def index(self, state: State, action: Action) -> int:
        """Return the number of an action. Raises BeyondWindow if it is done outside the window."""
        block = self._by_code[action & KIND_MASK]
        found = 0
        for axis, value in zip(block.axes, block.kind.unpack(action), strict=True):
            found = found * axis.size + axis.number(state, value)
        return block.first + found

    def action(self, state: State, index: int) -> Action:
        """Return the action that a number means now; it need not be legal. Raises BastideError if it is none."""
        if not 0 <= index < self.size:
            raise BastideError("rl_no_action", index=index, last=self.size - 1)
        block = next(block for block in reversed(self.blocks) if block.first <= index)
        rest, values = index - block.first, []
        for axis in reversed(block.axes):
            rest, at = divmod(rest, axis.size)
            values.append(axis.value(state, at))
        return block.kind.pack(block.code, values[::-1])

    def legal(self, state: State) -> dict[int, Action]:
        """Return the actions that can be chosen now, by number; none at a draw. Raises BeyondWindow.

        Of the points that one may aim at these are those that the engine lists.
        """
        if engine.actor(state) < 0:
            return {}
        return {self.index(state, action): action for action in state.legal}

    def mask(self, state: State) -> Mask:
        """Return 1 for every action that can be chosen now, 0 for all others."""
        mask = np.zeros(self.size, dtype=np.int8)
        mask[list(self.legal(state))] = 1
        return mask

    def refusal(self, state: State, index: int) -> BastideError:
        """Return the error that says why an action cannot be chosen now."""
        try:
            action = self.action(state, index)
        except BastideError as error:
            return error
        if engine.is_legal(state, action):
            return IllegalAction("rl_not_listed", index=index)
        return engine.illegal(state, action)


def _seat_number(state: State, seat: int) -> int:
    """Seats are counted from the one that acts; after them comes nobody."""
    return state.players if seat == NOBODY else (seat - engine.actor(state)) % state.players


def _seat_value(state: State, number: int) -> int:
    return NOBODY if number == state.players else (number + engine.actor(state)) % state.players
