"""Bots that search: they try out what may follow, turn by turn, for as long as they may think."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Final, Protocol

from bastide.bots.imagining import Imagining
from bastide.bots.interface import Budget
from bastide.bots.tree import EngineSearch
from bastide.bots.valuation import WEIGHTS, Weights
from bastide.errors import BastideError
from bastide.games import GameRules
from bastide.rules.model import Action
from bastide.rules.state import State

STEER: Final = (20.0, 0.6, 2.0)
"""Points of lead that are nearly decisive, curiosity, and points of value that make an option much less promising."""


class Searching(Protocol):
    """Finds the best action of a state."""

    def best(self, state: State, generator: Random, budget: Budget) -> Action:
        """Return the best action of the seat that is to choose."""


def get_ready() -> None:
    """Load what the compiled search needs, and compile it if nobody has; without it, there is nothing to do."""
    try:
        from bastide.fast.ready import compile_all
    except BastideError:
        return
    compile_all()


@lru_cache(maxsize=64)
def search_for(rules: GameRules, weights: Weights = WEIGHTS) -> Searching:
    """Return the search for some rules: compiled if they and the machine allow it, else on the engine."""
    try:
        from bastide.bots.compiled_search import CompiledSearch
        from bastide.fast import check

        check(rules)
    except BastideError:
        return EngineSearch(weights, STEER)
    return CompiledSearch(weights, STEER)


class Master(Imagining):
    """Searches as long as it may."""

    most: int | None = None
    """Trials after which it has seen enough."""

    def pick(self, state: State, budget: Budget) -> int:
        """Return the number of the option that trials were best with."""
        best = search_for(self.rules).best(state, self.generator, replace(budget, most=self.most))
        return state.legal.index(best)


class Strong(Master):
    """Searches a little."""

    most = 400
