"""Scalar observations: the current tile, unseen tiles, scores, supplies and everything else beside the board.

Every scalar is divided by its approximate maximum, so that most lie between 0 and 1.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from bastide.rules.engine import actor
from bastide.rules.model import Holds, Seat, StateColumn, chance
from bastide.rules.ruleset import Ruleset
from bastide.rules.state import HAND_SLOTS, NO_TILE, State

SCORE_SCALE: Final = 100.0
"""The divisor of scores and of unbounded numbers."""
MAX_NUMBER: Final = 9999
"""A column with a greater maximum refers to a place on the board and is encoded as set or not."""
BOUND: Final = 1000.0
"""The bound of all values."""

Numbers = npt.NDArray[np.float32]


class ScalarEncoder:
    """The scalars for a ruleset and a number of seats. Seats are relative to the observing one."""

    def __init__(self, rules: Ruleset, players: int) -> None:
        self.rules: Final = rules
        self.players: Final = players
        self.steps: Final = tuple(
            step.name for step in rules.program if step.options is not None and step.actor is not chance
        )
        tiles = [tile.id for tile in rules.catalogue.tiles]
        seats = range(players)
        self.names: Final = (
            *(f"step {name}" for name in self.steps),
            *(f"tile to lay {tile}" for tile in tiles),
            *(f"newest tile {tile}" for tile in tiles),
            *(f"own hand {tile}" for tile in tiles),
            *(f"unseen {tile}" for tile in tiles),
            "tiles left",
            "second part",
            *(f"seat {seat} {what}" for what in ("acts", "on turn", "score", "hand") for seat in seats),
            *(f"seat {seat} supply {piece.name}" for seat in seats for piece in rules.pieces),
            *(
                f"{column.name} {place}"
                for column in rules.columns
                for place in range(len(column.initial) * (players if column.per_seat else 1))
            ),
        )
        """The name of each scalar."""
        self.size: Final = len(self.names)
        self._copies = [max(count, 1) for count in rules.copies]
        self._pieces = [max(piece.count, 1) for piece in rules.pieces]

    def row(self, state: State, seat: Seat | None) -> Numbers:
        """Return the scalars for a seat, or for a spectator, given the state as masked for it."""
        own = seat or 0
        order = state.seats_from(own)
        over = state.pc >= len(self.rules.program)
        step = "" if over else self.rules.program[state.pc].name
        tiles = len(self.rules.catalogue.tiles)
        to_lay, newest, hand = np.zeros((3, tiles), np.float32)
        newest[self.rules.catalogue.number[state.board.tile(-1).id]] = 1
        if state.tile != NO_TILE:
            to_lay[state.tile] = 1
        if seat is not None:
            for tile in state.hand_of(seat):
                hand[tile] += 1 / HAND_SLOTS
        held = [len(state.hand_of(s)) for s in order]
        supply = np.array(state.supply).reshape(self.players, -1)[order]
        now = actor(state)
        return np.concatenate(
            (
                np.array([name == step for name in self.steps], np.float32),
                to_lay,
                newest,
                hand,
                normalized(state.bag, self._copies),
                np.array([state.left / self.rules.tiles_in_all, state.part], np.float32),
                np.array([s == now for s in order], np.float32),
                np.array([s == state.seat for s in order], np.float32),
                normalized([state.score[s] for s in order], SCORE_SCALE),
                normalized(held, HAND_SLOTS),
                normalized(supply, self._pieces).ravel(),
                *(self._column(state, order, column) for column in self.rules.columns),
            )
        )

    def _column(self, state: State, order: list[int], column: StateColumn) -> Numbers:
        """Return the scalars of a column of the state; `order` is the seats from the observing one."""
        values = state.ext[column.name]
        numbers = np.array(values, np.float64)
        if column.per_seat:
            numbers = numbers.reshape(self.players, -1)[order].ravel()
        if column.most > MAX_NUMBER or Holds.PIECE in column.holds:
            return normalized(numbers != 0, 1)
        most = np.full(len(numbers), min(column.most, SCORE_SCALE))
        for at, holds in enumerate(column.holds):
            if holds is Holds.SEAT:
                most[at] = self.players
                numbers[at] = 0 if values == list(column.initial) else order.index(values[at]) + 1
        return normalized(numbers, most)


def normalized(numbers: npt.ArrayLike, most: npt.ArrayLike) -> Numbers:
    """Return numbers divided by their maxima, and clipped."""
    scaled: Numbers = np.divide(numbers, most).clip(-BOUND, BOUND).astype(np.float32)
    return scaled
