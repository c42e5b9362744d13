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
from bastide.fast.candidates import list_root_candidates
from bastide.fast.conversion import from_state
from bastide.fast.layout import GAME_DTYPE
from bastide.fast.rollouts import evaluate_candidates
from bastide.fast.rule_tables import Array, tables_of
from bastide.fast.workspace import SearchWorkspace, listed_candidates, make_workspace
from bastide.rules.model import Action
from bastide.rules.state import State

Vector = npt.NDArray[np.float64]


class ThreadMemory(threading.local):
    """The memory that searches of a thread compute in, reused from one to the next."""

    def __init__(self) -> None:
        self.games: list[Array] = []
        self.workspaces: list[SearchWorkspace] = []

    def reserve(self, count: int, tables: Array, weights: Vector, leaf_weights: Vector) -> list[SearchWorkspace]:
        """Return workspaces for parallel rollouts by some rules, and have a game for each."""
        while len(self.workspaces) < count:
            self.games.append(np.zeros(1, GAME_DTYPE))
            self.workspaces.append(make_workspace(tables, weights, leaf_weights))
        changed = {"tables": tables, "weights": weights, "leaf_weights": leaf_weights}
        return [workspace._replace(**changed) for workspace in self.workspaces[:count]]


MEMORY: Final = ThreadMemory()


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
        listing = time.perf_counter()
        tables, row, leaf_row = tables_of(state.rules), np.array(weights.row()), np.array(JUDGING.row())
        self.far = far
        self.seed = generator.getrandbits(64)
        self.offset = generator.random()
        self.decisive = decisive(state.rules.tiles_in_all)
        self.certain = state.left <= 1
        self.workspaces = MEMORY.reserve(budget.cores, tables, row, leaf_row)
        self.games = MEMORY.games[: budget.cores]
        for games in self.games:
            from_state(state, games)
        list_root_candidates(self.workspaces[0], self.games[0])
        self.candidates, leads = listed_candidates(self.workspaces[0])
        self.promises: Sequence[float] = leads
        self.seconds = (time.perf_counter() - listing) * (far + 1)

    def actions(self, way: int) -> list[Action]:
        """Return the choices that make up a way."""
        return [int(action) for action in self.candidates[way] if action != -1]

    def try_out(self, ways: Sequence[int], world: int) -> Sequence[float]:
        """Return how far ahead some ways lead in a world."""
        began = time.perf_counter()
        parts = min(len(self.workspaces), len(ways))
        shares = [ways[number::parts] for number in range(parts)]
        found = np.zeros(len(ways))
        if parts == 1:
            found[:] = self._try(ways, world, 0)
        else:
            jobs = threads(len(self.workspaces)).map(self._try, shares, repeat(world), range(parts))
            for number, share in enumerate(jobs):
                found[number::parts] = share
        self.seconds = (time.perf_counter() - began) / len(ways)
        result: list[float] = found.tolist()
        return result

    def _try(self, ways: Sequence[int], world: int, part: int) -> Vector:
        """Play rollouts of some candidates in one of the workspaces."""
        leads, games = np.zeros(len(ways)), self.games[part]
        games["random"][0] = np.uint64((self.seed + world) & (1 << 64) - 1)
        quantile = (self.offset + world * GOLDEN) % 1.0
        evaluate_candidates(self.workspaces[part], games, self.candidates[list(ways)], quantile, self.far, leads)
        return leads
