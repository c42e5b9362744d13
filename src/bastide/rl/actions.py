"""The action space: actions numbered from 0.

Every kind of action has a block of consecutive numbers, in alphabetical order of the kinds. Within a block, the values
of its fields are the axes of an array in row-major order. A number therefore has the same meaning in all games with
the same rules, number of seats and window. Seats are relative to the acting one; cells, spots and points lie in the
window; a spot that can only be on the tile just laid is the index of its segment.
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
    """The numbering of the values of a field."""

    name: str
    size: int
    encode: Callable[[State, int], int]
    decode: Callable[[State, int], int]


@dataclass(frozen=True)
class ActionBlock:
    """The numbers of one kind of action."""

    kind: Kind
    code: int
    first: int
    axes: tuple[Axis, ...]

    @property
    def size(self) -> int:
        """The number of actions in the block."""
        return int(np.prod([axis.size for axis in self.axes], dtype=np.int64))


class ActionEncoder:
    """The numbering of all actions for a ruleset, a number of seats and a window."""

    def __init__(self, rules: Ruleset, players: int, window: Window) -> None:
        self.rules: Final = rules
        self.window: Final = window
        self._players = players
        self._on_tile = max(rules.catalogue.segment_count)
        blocks, first = [], 0
        for code, kind in enumerate(rules.kinds):
            if not kind.drawn:
                blocks.append(ActionBlock(kind, code, first, tuple(self._axis(kind, field) for field in kind.fields)))
                first += blocks[-1].size
        self.blocks: Final = tuple(blocks)
        self.size: Final = first
        """The size of the action space."""
        self._by_code: Final = {block.code: block for block in blocks}

    def _axis(self, kind: Kind, field: Field) -> Axis:
        """Return the numbering of a field of a kind of action."""
        window, rules, players, on_tile = self.window, self.rules, self._players, self._on_tile
        if field is CELL:
            return Axis("cell", window.cells, lambda _, cell: window.index(cell), lambda _, at: window.cell(at))
        if field is POINT:
            return Axis("point", window.points, lambda _, at: window.point_index(at), lambda _, at: window.point(at))
        if field is SPOT and kind.on_new_tile:
            return Axis(
                "segment of the new tile",
                on_tile,
                lambda _, spot: spot & SPOT_MASK,
                lambda state, local: state.board.cell[-1] << SPOT_BITS | local,
            )
        if field is SPOT:
            return Axis(
                "cell and segment",
                window.cells * on_tile,
                lambda _, spot: window.index(spot >> SPOT_BITS) * on_tile + (spot & SPOT_MASK),
                lambda _, at: window.cell(at // on_tile) << SPOT_BITS | at % on_tile,
            )
        if field is SEAT:
            return Axis("seat", players + 1, _encode_seat, _decode_seat)
        size = {PIECE: len(rules.pieces), TILE: len(rules.catalogue.tiles)}.get(field, 1 << field.bits)
        return Axis(field.name, size, lambda _, value: value, lambda _, value: value)

    def index(self, state: State, action: Action) -> int:
        """Return the number of an action. Raises BeyondWindow if it lies outside the window."""
        block = self._by_code[action & KIND_MASK]
        offset = 0
        for axis, value in zip(block.axes, block.kind.unpack(action), strict=True):
            offset = offset * axis.size + axis.encode(state, value)
        return block.first + offset

    def action(self, state: State, index: int) -> Action:
        """Return the action with a number, which need not be legal. Raises BastideError if the number is invalid."""
        if not 0 <= index < self.size:
            raise BastideError("rl_no_action", index=index, last=self.size - 1)
        block = next(block for block in reversed(self.blocks) if block.first <= index)
        rest, values = index - block.first, []
        for axis in reversed(block.axes):
            rest, at = divmod(rest, axis.size)
            values.append(axis.decode(state, at))
        return block.kind.pack(block.code, values[::-1])

    def legal(self, state: State) -> dict[int, Action]:
        """Return the legal actions by number, none at a chance node. Raises BeyondWindow.

        Of the points that can be aimed at, only those that the engine lists are included.
        """
        if engine.actor(state) < 0:
            return {}
        return {self.index(state, action): action for action in state.legal}

    def mask(self, state: State) -> Mask:
        """Return the action mask: 1 for legal actions, else 0."""
        mask = np.zeros(self.size, dtype=np.int8)
        mask[list(self.legal(state))] = 1
        return mask

    def refusal(self, state: State, index: int) -> BastideError:
        """Return the error that explains why an action number is illegal."""
        try:
            action = self.action(state, index)
        except BastideError as error:
            return error
        if engine.is_legal(state, action):
            return IllegalAction("rl_not_listed", index=index)
        return engine.illegal(state, action)


def _encode_seat(state: State, seat: int) -> int:
    """Return a seat relative to the acting one; NOBODY comes last."""
    return state.players if seat == NOBODY else (seat - engine.actor(state)) % state.players


def _decode_seat(state: State, number: int) -> int:
    return NOBODY if number == state.players else (number + engine.actor(state)) % state.players
