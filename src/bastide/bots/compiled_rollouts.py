"""Rollouts on the compiled simulator, for the rules that it plays: thousands a second, or some hundreds."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import takewhile
from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt

from bastide.bots.candidates import SAME_LEAD_DIGITS
from bastide.bots.compilation import load_search
from bastide.bots.engine_rollouts import EVALUATIONS_PER_TURN, is_deterministic
from bastide.bots.evaluation import LEAF_WEIGHTS, Weights
from bastide.bots.sequential_halving import GOLDEN_RATIO, saturation
from bastide.bots.time_limit import UNLIMITED, TimeLimit
from bastide.fast.candidates import list_root_candidates
from bastide.fast.conversion import from_state
from bastide.fast.layout import GAME_DTYPE
from bastide.fast.rollouts import evaluate_candidates
from bastide.fast.rule_tables import Array, tables_of
from bastide.fast.sheet_candidates import list_root_turns
from bastide.fast.sheet_rollouts import evaluate_turns
from bastide.fast.support import check, is_plain
from bastide.fast.workspace import SearchWorkspace, listed_candidates, listed_turns, make_workspace
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


def distinct_leads(leads: Sequence[float]) -> list[int]:
    """Return the number of the first candidate with each lead: equal leads nearly always mean the same effect."""
    first: dict[float, int] = {}
    for number, lead in enumerate(leads):
        first.setdefault(round(lead, SAME_LEAD_DIGITS), number)
    return list(first.values())


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
        self.plain = is_plain(state.rules)
        self.deterministic = is_deterministic(state)
        self.workspaces = MEMORY.reserve(cores, tables, row, leaf_row)
        self.games = MEMORY.games[:cores]
        for games in self.games:
            from_state(state, games)
        self.seconds = 0.0
        self.static_leads: Sequence[float] = []
        before = limit.spent()
        if self.plain:
            list_root_candidates(self.workspaces[0], self.games[0])
            self.seconds = (limit.spent() - before) * (depth + 1)
            self.candidates, self.static_leads = listed_candidates(self.workspaces[0])
        else:
            list_root_turns(self.workspaces[0], self.games[0])
            turns, leads = listed_turns(self.workspaces[0])
            self.seconds = (limit.spent() - before) / len(leads) * EVALUATIONS_PER_TURN * (depth + 1)
            distinct = list(range(len(leads))) if self.deterministic else distinct_leads(leads)
            self.candidates, self.static_leads = turns[distinct], [leads[number] for number in distinct]

    def actions(self, candidate: int) -> Sequence[Action]:
        """Return the actions of a candidate."""
        return list(takewhile(lambda action: action != -1, self.candidates[candidate].tolist()))

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
        if self.plain:
            evaluate_candidates(self.workspaces[part], games, rows, quantile, self.depth, leads)
        else:
            evaluate_turns(self.workspaces[part], games, rows, quantile, self.depth, self.deterministic, leads)
        return leads
