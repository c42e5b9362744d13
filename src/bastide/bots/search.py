"""Bots that search: they try out what may follow, turn by turn, for as long as they may think."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Protocol

from bastide.bots import sequential_halving
from bastide.bots.candidates import played
from bastide.bots.compilation import is_ready
from bastide.bots.engine_rollouts import EngineTrials
from bastide.bots.evaluation import WEIGHTS, Weights
from bastide.bots.imagining import Imagining
from bastide.bots.interface import Budget
from bastide.errors import BastideError
from bastide.games import GameRules
from bastide.rules.model import Action
from bastide.rules.state import State


class Trials(sequential_halving.Trials, Protocol):
    """The ways to play a turn, and the choices that make up each."""

    def actions(self, way: int) -> list[Action]:
        """Return the choices that make up a way."""


TrialsFactory = Callable[[State, Random, Weights, int, Budget, float], Trials]


def trials_for(rules: GameRules) -> TrialsFactory:
    """Return what makes trials for some rules: compiled if the rules allow it and the simulator is ready."""
    return _trials_for(rules) if is_ready() else EngineTrials


@lru_cache(maxsize=64)
def _trials_for(rules: GameRules) -> TrialsFactory:
    try:
        from bastide.bots.compiled_rollouts import CompiledTrials
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

    def __init__(self, rules: GameRules, generator: Random) -> None:
        super().__init__(rules, generator)
        self.plan: list[Action] = []
        """What it means to choose in the rest of its turn."""
        self.ready_for: tuple[int, list[Action]] | None = None
        """The turn and the options that the plan was made for."""

    def pick(self, state: State, budget: Budget, began: float) -> Action:
        """Return the option that the plan says, or with which the best way to play begins."""
        if not self.plan or self.ready_for != (state.turn, state.legal):
            self._think(state, budget, began)
        action = self.plan.pop(0)
        after = played(state, action)
        self.ready_for = after.turn, after.legal
        return action

    def _think(self, state: State, budget: Budget, began: float) -> None:
        """Make a plan for what is left of the turn."""
        most = min((limit for limit in (budget.most, self.most) if limit is not None), default=None)
        budget = replace(budget, most=most)
        trials = trials_for(self.rules)(state, self.generator, WEIGHTS, self.far, budget, began)
        way = sequential_halving.race(trials, budget, began)
        self.plan = trials.actions(way)


class Strong(Master):
    """Tries out a little of what may follow."""

    far = 2
    most = 48
