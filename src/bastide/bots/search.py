"""Bots that search: they compare candidates for their turn by rollouts, and play the best one as a plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import index
from random import Random
from typing import cast

from bastide.bots import sequential_halving
from bastide.bots.candidates import first_actions, state_after
from bastide.bots.compilation import is_ready
from bastide.bots.engine_rollouts import EngineRollouts
from bastide.bots.evaluation import WEIGHTS, Weights
from bastide.bots.interface import Budget
from bastide.bots.sequential_halving import Rollouts
from bastide.bots.time_limit import TimeLimit
from bastide.errors import BastideError
from bastide.games import GameRules
from bastide.rules.model import Action
from bastide.rules.state import State

RolloutsFactory = Callable[[State, Random, Weights, int, TimeLimit, int], Rollouts]
"""Takes the state, a generator, the weights of the evaluation, the depth in turns, the time limit and the cores."""


def rollouts_for(rules: GameRules) -> RolloutsFactory:
    """Return the rollouts for some rules, set up: compiled if the simulator plays the rules and is ready."""
    return _rollouts_for(rules) if is_ready() else EngineRollouts


@lru_cache(maxsize=64)
def _rollouts_for(rules: GameRules) -> RolloutsFactory:
    try:
        from bastide.bots.compiled_rollouts import CompiledRollouts, set_up

        set_up(rules)
    except BastideError:
        return EngineRollouts
    return CompiledRollouts


@dataclass(frozen=True)
class Plan:
    """The actions for the rest of a turn, and the position that they were meant for."""

    actions: tuple[Action, ...] = ()
    turn: int = 0
    options: tuple[Action, ...] = ()

    def fits(self, state: State) -> bool:
        """Return whether the plan can be followed in a state."""
        return bool(self.actions) and (self.turn, self.options) == (state.turn, tuple(state.legal))

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Plan:
        """Return a plan from its fields as plain data. Raises LookupError, TypeError or ValueError."""
        actions, options = (tuple(map(index, cast(Sequence[int], data[name]))) for name in ("actions", "options"))
        return cls(actions, index(cast(int, data["turn"])), options)

    def rest(self, state: State) -> Plan:
        """Return the plan for the next real choice, given the state before the first action of this one."""
        following, actions = state, self.actions
        while len(actions) > 1:
            following, actions = state_after(following, actions[0]), actions[1:]
            if len(following.legal) > 1:
                return Plan(actions, following.turn, tuple(following.legal))
        return Plan()


class Master:
    """Searches for as long as the budget allows."""

    depth = 6
    """Number of turns in a rollout."""
    max_simulations: int | None = None

    def __init__(self, rules: GameRules, generator: Random) -> None:
        self.rules = rules
        self.generator = generator
        self.plan = Plan()
        self.weighed: tuple[Action, ...] = ()

    def choose(self, state: State, budget: Budget) -> Action:
        """Return the next action of the plan for this turn; search for a plan if there is none."""
        self.weighed = ()
        if len(state.legal) == 1:
            return state.legal[0]
        plan = self.plan if self.plan.fits(state) else self._search(state, budget)
        self.plan = plan.rest(state)
        return plan.actions[0]

    def _search(self, state: State, budget: Budget) -> Plan:
        make_rollouts, limit = rollouts_for(self.rules), budget.start()
        counts = [count for count in (budget.max_simulations, self.max_simulations) if count is not None]
        budget = replace(budget, max_simulations=min(counts, default=None))
        try:
            rollouts = make_rollouts(state, self.generator, WEIGHTS, self.depth, limit, budget.cores)
        except BastideError:  # a position written by hand may not fit the simulator
            rollouts = EngineRollouts(state, self.generator, WEIGHTS, self.depth, limit)
        best, *others = sequential_halving.rank(rollouts, budget, limit)
        self.weighed = first_actions(rollouts.actions(candidate) for candidate in (best, *others))
        return Plan(tuple(rollouts.actions(best)))


class Strong(Master):
    """Searches with few and short rollouts."""

    depth = 2
    max_simulations = 48
