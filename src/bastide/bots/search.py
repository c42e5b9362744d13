"""Bots that search: they try out what may follow, turn by turn, for as long as they may think."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Protocol

from bastide.bots import racing
from bastide.bots.engine_trials import EngineTrials
from bastide.bots.imagining import Imagining
from bastide.bots.interface import Budget
from bastide.bots.valuation import WEIGHTS, Weights
from bastide.errors import BastideError
from bastide.games import GameRules
from bastide.rules.model import Action
from bastide.rules.state import State


class Trials(racing.Trials, Protocol):
    """The ways to play a turn, and which action each begins with."""

    def action(self, way: int) -> Action:
        """Return the action at hand of a way."""


def get_ready() -> None:
    """Load what the compiled search needs, and compile it if nobody has; without it, there is nothing to do."""
    try:
        from bastide.fast.ready import compile_all
    except BastideError:
        return
    compile_all()


@lru_cache(maxsize=64)
def trials_for(rules: GameRules) -> Callable[[State, Random, Weights, int, int], Trials]:
    """Return what makes trials for some rules: compiled if they and the machine allow it, else on the engine."""
    try:
        from bastide.bots.compiled_trials import CompiledTrials
        from bastide.fast import check

        check(rules)
    except BastideError:
        return EngineTrials
    return CompiledTrials


class Master(Imagining):
    """Tries out what may follow, as long as it may."""

    far = 6
    """How many turns it plays on in a trial."""
    most: int | None = None
    """Trials after which it has seen enough."""

    def pick(self, state: State, budget: Budget) -> int:
        """Return the number of the option with which the best way to play begins."""
        began = time.perf_counter()
        trials = trials_for(self.rules)(state, self.generator, WEIGHTS, self.far, budget.cores)
        way = racing.race(trials, replace(budget, most=self.most), began)
        return state.legal.index(trials.action(way))


class Strong(Master):
    """Tries out a little of what may follow."""

    far = 2
    most = 48
