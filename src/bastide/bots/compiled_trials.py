"""Trials for rules that the compiled simulator plays: thousands a second."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt

from bastide.bots.valuation import Weights
from bastide.fast.converting import from_state
from bastide.fast.layout import GAME
from bastide.fast.planning import TURNS
from bastide.fast.searching import look, try_out
from bastide.fast.tables import Array, tables_of
from bastide.fast.valuing import NOTES
from bastide.rules.model import Action
from bastide.rules.state import State

GOLDEN: Final = 0.6180339887498949
"""Adding it again and again, whole numbers left aside, gives shares that lie evenly, however many are asked for."""


class Room:
    """What trials need to work in, kept from one search to the next."""

    def __init__(self) -> None:
        self.game: Array = np.zeros(1, GAME)
        self.spare: Array = np.zeros(4, GAME)
        self.turns: Array = np.zeros(1, TURNS)
        self.notes: Array = np.zeros(1, NOTES)


@cache
def room() -> Room:
    """Return the room of this process."""
    return Room()


class CompiledTrials:
    """The ways to play the turn at hand, tried out by everybody playing on for some turns as looks best."""

    def __init__(self, state: State, generator: Random, weights: Weights, far: int) -> None:
        began = time.perf_counter()
        self.tables = tables_of(state.rules)
        self.room = room()
        self.weights: npt.NDArray[np.float64] = np.array(weights.row())
        self.far = far
        self.seed = generator.getrandbits(64)
        self.offset = generator.random()
        self.certain = state.left <= 1
        from_state(state, self.room.game)
        look(self.tables, self.room.game, self.room.spare, self.room.turns, self.room.notes, self.weights)
        turns = self.room.turns[0]
        count = int(turns["count"])
        self.first, self.second = turns["first"][:count].copy(), turns["second"][:count].copy()
        self.promises: Sequence[float] = turns["lead"][:count].tolist()
        self.seconds = (time.perf_counter() - began) * (far + 1)

    def action(self, way: int) -> Action:
        """Return the action at hand of a way."""
        return int(self.first[way])

    def try_out(self, ways: Sequence[int], world: int) -> Sequence[float]:
        """Return how far ahead some ways lead in a world."""
        began = time.perf_counter()
        room, found = self.room, np.zeros(len(ways))
        room.game["random"][0] = np.uint64((self.seed + world) & (1 << 64) - 1)
        first, second = self.first[list(ways)], self.second[list(ways)]
        share = (self.offset + world * GOLDEN) % 1.0
        try_out(
            self.tables,
            room.game,
            room.spare,
            room.turns,
            room.notes,
            self.weights,
            share,
            first,
            second,
            self.far,
            found,
        )
        self.seconds = (time.perf_counter() - began) / len(ways)
        result: list[float] = found.tolist()
        return result
