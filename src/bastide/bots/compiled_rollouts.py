"""Trials for rules that the compiled simulator plays: thousands a second."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import repeat
from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt

from bastide.bots.evaluation import JUDGING, Weights
from bastide.bots.interface import Budget
from bastide.bots.sequential_halving import GOLDEN, decisive
from bastide.fast.candidates import CANDIDATES_DTYPE
from bastide.fast.conversion import from_state
from bastide.fast.evaluation import EVALUATION_DTYPE
from bastide.fast.layout import GAME_DTYPE
from bastide.fast.rollouts import evaluate_candidates, list_root_candidates
from bastide.fast.rule_tables import Array, tables_of
from bastide.rules.model import Action
from bastide.rules.state import State


class Room:
    """What trials need to work in, kept from one search to the next."""

    def __init__(self) -> None:
        self.game: Array = np.zeros(1, GAME_DTYPE)
        self.spare: Array = np.zeros(4, GAME_DTYPE)
        self.turns: Array = np.zeros(1, CANDIDATES_DTYPE)
        self.notes: Array = np.zeros(1, EVALUATION_DTYPE)


class Rooms(threading.local):
    """The rooms of a thread: whoever searches in another one has others."""

    def __init__(self) -> None:
        self.made: list[Room] = []

    def first(self, count: int) -> list[Room]:
        """Return so many rooms."""
        while len(self.made) < count:
            self.made.append(Room())
        return self.made[:count]


ROOMS: Final = Rooms()


@cache
def threads(number: int) -> ThreadPoolExecutor:
    """Return threads that do trials at once: compiled code needs no lock of Python's."""
    return ThreadPoolExecutor(number, "trials")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=threads.cache_clear)
    """A process that is split off has no threads but its own."""


class CompiledTrials:
    """The ways to play the turn at hand, tried out by everybody playing on for some turns as looks best."""

    def __init__(
        self, state: State, generator: Random, weights: Weights, far: int, budget: Budget, began: float
    ) -> None:
        looking = time.perf_counter()
        self.tables = tables_of(state.rules)
        self.weights: npt.NDArray[np.float64] = np.array(weights.row())
        self.judging: npt.NDArray[np.float64] = np.array(JUDGING.row())
        self.far = far
        self.seed = generator.getrandbits(64)
        self.offset = generator.random()
        self.decisive = decisive(state.rules.tiles_in_all)
        self.certain = state.left <= 1
        self.rooms = ROOMS.first(budget.cores)
        for each in self.rooms:
            from_state(state, each.game)
        here = self.rooms[0]
        list_root_candidates(self.tables, here.game, here.spare, here.turns, here.notes, self.weights)
        turns = here.turns[0]
        count = int(turns["count"])
        self.first, self.second = turns["first"][:count].copy(), turns["second"][:count].copy()
        self.promises: Sequence[float] = turns["lead"][:count].tolist()
        self.seconds = (time.perf_counter() - looking) * (far + 1)

    def actions(self, way: int) -> list[Action]:
        """Return the choices that make up a way."""
        return [int(action) for action in (self.first[way], self.second[way]) if action != -1]

    def try_out(self, ways: Sequence[int], world: int) -> Sequence[float]:
        """Return how far ahead some ways lead in a world."""
        began = time.perf_counter()
        rooms = self.rooms[: len(ways)]
        shares = [ways[number :: len(rooms)] for number in range(len(rooms))]
        found = np.zeros(len(ways))
        if len(rooms) == 1:
            found[:] = self._try(ways, world, rooms[0])
        else:
            jobs = threads(len(self.rooms)).map(self._try, shares, repeat(world), rooms)
            for number, share in enumerate(jobs):
                found[number :: len(rooms)] = share
        self.seconds = (time.perf_counter() - began) / len(ways)
        result: list[float] = found.tolist()
        return result

    def _try(self, ways: Sequence[int], world: int, room: Room) -> npt.NDArray[np.float64]:
        """Try some ways in a room."""
        found = np.zeros(len(ways))
        room.game["random"][0] = np.uint64((self.seed + world) & (1 << 64) - 1)
        place = (self.tables, room.game, room.spare, room.turns, room.notes, self.weights, self.judging)
        share = (self.offset + world * GOLDEN) % 1.0
        evaluate_candidates(*place, share, self.first[list(ways)], self.second[list(ways)], self.far, found)
        return found
