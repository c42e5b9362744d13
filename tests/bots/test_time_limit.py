"""Master makes use of its time on a busy machine, whatever interrupts it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import ParamSpec, TypeVar

import numpy as np
import pytest

from bastide.bots import Budget, compiled_rollouts, determinize, engine_rollouts, make_bot, search
from bastide.bots.allowance import BATCH_SECONDS
from bastide.bots.candidates import list_candidates
from bastide.bots.compiled_rollouts import CompiledRollouts, Vector
from bastide.bots.engine_rollouts import EngineRollouts
from bastide.bots.time_limit import GRANTED_SHARE
from bastide.fast.candidates import list_root_candidates
from bastide.games import make_rules
from bastide.play.dealer import Seeded
from bastide.play.game import Game
from tests.bots.busy_machine import BusyMachine, Slice, random_load, steady_load

Params = ParamSpec("Params")
Result = TypeVar("Result")

SECONDS = {"compiled": 0.2, "engine": 0.6}
FIRST_LOOK = 0.0002
"""Processor time of listing the candidates."""
RULES = {"compiled": make_rules("second"), "engine": make_rules("second", expansions=("count",))}
COST = {"compiled": 0.0003, "engine": 0.01}
"""Processor time of a rollout."""

both = pytest.mark.parametrize("kind", RULES)


class Searches:
    """Searches by master that take a simulated time."""

    def __init__(self, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.kind = kind
        self.machine = BusyMachine()
        self.rollouts = 0
        for module, listing in ((compiled_rollouts, list_root_candidates), (engine_rollouts, list_candidates)):
            monkeypatch.setattr(module, listing.__name__, self.taking(FIRST_LOOK, listing))
        monkeypatch.setattr(search, "is_ready", lambda: kind == "compiled")
        monkeypatch.setattr(CompiledRollouts, "_evaluate_part", self.evaluate)
        monkeypatch.setattr(EngineRollouts, "_rollout", lambda *_: self.evaluate([0], 0, 0)[0])

    def taking(self, seconds: float, function: Callable[Params, Result]) -> Callable[Params, Result]:
        """Return a function that takes some processor time."""

        def slow(*args: Params.args, **kwargs: Params.kwargs) -> Result:
            self.machine.work(seconds)
            return function(*args, **kwargs)

        return slow

    def evaluate(self, candidates: Sequence[int], sample: int, part: int) -> Vector:
        """Count rollouts, which take their time."""
        self.rollouts += len(candidates)
        self.machine.work(COST[self.kind] * len(candidates))
        return np.array(candidates, float)

    def run(self, slices: Iterable[Slice]) -> int:
        """Return the number of rollouts of a search."""
        self.rollouts, self.machine = 0, BusyMachine(slices)
        game = Game(RULES[self.kind], 2, Seeded(4))
        bot, budget = make_bot("master", game.rules, 1), Budget(SECONDS[self.kind], clock=self.machine.clock)
        bot.choose(determinize(game.state, game.actor, Random(1)), budget)
        return self.rollouts


@both
def test_an_interrupted_first_look_costs_no_more_than_the_time_it_took(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches, seconds = Searches(kind, monkeypatch), SECONDS[kind]
    assert searches.run([]) * COST[kind] > 0.9 * seconds
    assert searches.run([(FIRST_LOOK / 2, 0.15)]) * COST[kind] > 0.9 * (seconds - 0.15)
    assert searches.machine.wall <= seconds


@both
def test_no_search_on_a_busy_machine_is_without_rollouts(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a load of 12 on two cores a search gets a sixth of the time, in slices of any length."""
    searches, seconds = Searches(kind, monkeypatch), SECONDS[kind]
    for seed in range(50):
        assert searches.run(random_load(seed, 1 / 6)) * COST[kind] >= 0.8 * GRANTED_SHARE * seconds
    assert searches.run(steady_load(1 / 6)) * COST[kind] > 0.7 * seconds / 6
    assert searches.machine.wall <= seconds + 6 * max(BATCH_SECONDS, COST[kind])


def test_the_first_search_of_a_process_is_as_good_as_any(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading the simulator and making its tables is neither the cost of a rollout nor part of the time."""
    searches = Searches("compiled", monkeypatch)
    usual = searches.run([])
    monkeypatch.setattr(compiled_rollouts, "set_up", searches.taking(0.5, compiled_rollouts.set_up))
    search._rollouts_for.cache_clear()
    assert searches.run([]) == usual
    assert searches.machine.cpu > 0.5
