"""Rollouts on the compiled simulator, for the rules that it plays: thousands a second."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt

from bastide.bots.compilation import load_search
from bastide.bots.evaluation import LEAF_WEIGHTS, Weights
from bastide.bots.sequential_halving import GOLDEN_RATIO, saturation
from bastide.bots.time_limit import UNLIMITED, TimeLimit
from bastide.fast.candidates import list_root_candidates
from bastide.fast.conversion import from_state
from bastide.fast.layout import GAME_DTYPE
from bastide.fast.rollouts import evaluate_candidates
from bastide.fast.rule_tables import Array, tables_of
from bastide.fast.support import check
from bastide.fast.workspace import SearchWorkspace, listed_candidates, make_workspace
from bastide.rules.model import Action
from bastide.rules.ruleset import Ruleset
from bastide.rules.state import State

Vector = npt.NDArray[np.float64]


class ThreadMemory(threading.local):
    """Preallocated memory of a thread, reused by its searches."""

    def __init__(self) -> None:
        self.games: list[Array] = []
        self.workspaces: list[SearchWorkspace] = []

    def reserve(self, count: int, tables: Array, weights: Vector, leaf_weights: Vector) -> list[SearchWorkspace]:
        """Return workspaces for parallel rollouts, and allocate a game for each."""
        while len(self.workspaces) < count:
            self.games.append(np.zeros(1, GAME_DTYPE))
            self.workspaces.append(make_workspace(tables, weights, leaf_weights))
        changed = {"tables": tables, "weights": weights, "leaf_weights": leaf_weights}
        return [workspace._replace(**changed) for workspace in self.workspaces[:count]]


MEMORY: Final = ThreadMemory()


@cache
def threads(number: int) -> ThreadPoolExecutor:
    """Return a pool of threads for parallel rollouts: compiled code releases the GIL."""
    return ThreadPoolExecutor(number, "rollouts")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=threads.cache_clear)
    """A forked process has none of its parent's threads."""


def set_up(rules: Ruleset) -> None:
    """Load the simulator and make the tables of a ruleset, so that no search has to. Raises BadRules."""
    check(rules)
    load_search()
    tables_of(rules)


class CompiledRollouts:
    """The candidates for a turn, evaluated by rollouts in which all seats play greedily for some turns."""

    def __init__(
        self,
        state: State,
        generator: Random,
        weights: Weights,
        depth: int,
        limit: TimeLimit = UNLIMITED,
        cores: int = 1,
    ) -> None:
        tables, row, leaf_row = tables_of(state.rules), np.array(weights.row()), np.array(LEAF_WEIGHTS.row())
        self.depth = depth
        self.seed = generator.getrandbits(64)
        self.offset = generator.random()
        self.saturation = saturation(state.rules.tiles_in_all)
        self.deterministic = state.left <= 1
        self.workspaces = MEMORY.reserve(cores, tables, row, leaf_row)
        self.games = MEMORY.games[:cores]
        for games in self.games:
            from_state(state, games)
        before = limit.spent()
        list_root_candidates(self.workspaces[0], self.games[0])
        self.seconds = (limit.spent() - before) * (depth + 1)
        self.candidates, leads = listed_candidates(self.workspaces[0])
        self.static_leads: Sequence[float] = leads

    def actions(self, candidate: int) -> Sequence[Action]:
        """Return the actions of a candidate."""
        return [int(action) for action in self.candidates[candidate] if action != -1]

    def evaluate(self, candidates: Sequence[int], sample: int) -> Sequence[float]:
        """Return the lead after a rollout of each candidate with one sample of the draws to come."""
        parts = min(len(self.workspaces), len(candidates))
        shares = [candidates[number::parts] for number in range(parts)]
        others = [
            threads(len(self.workspaces) - 1).submit(self._evaluate_part, shares[number], sample, number)
            for number in range(1, parts)
        ]
        leads = np.zeros(len(candidates))
        leads[::parts] = self._evaluate_part(shares[0], sample, 0)
        for number, other in enumerate(others, 1):
            leads[number::parts] = other.result()
        result: list[float] = leads.tolist()
        return result

    def _evaluate_part(self, candidates: Sequence[int], sample: int, part: int) -> Vector:
        """Run rollouts of some candidates in one of the workspaces."""
        leads, games = np.zeros(len(candidates)), self.games[part]
        games["random"][0] = np.uint64((self.seed + sample) & (1 << 64) - 1)
        quantile = (self.offset + sample * GOLDEN_RATIO) % 1.0
        rows = self.candidates[list(candidates)]
        evaluate_candidates(self.workspaces[part], games, rows, quantile, self.depth, leads)
        return leads
