"""Sequential halving: the best candidate is found whatever its static evaluation, within the budget."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from types import SimpleNamespace

import pytest

from bastide.bots import interface
from bastide.bots.interface import Budget
from bastide.bots.sequential_halving import MAX_CANDIDATES, rank


class FakeRollouts:
    """Candidates of known worth; every sample adds noise that is the same for all, and some that is not."""

    def __init__(self, worths: Sequence[float], static_leads: Sequence[float], *, deterministic: bool = False) -> None:
        self.worths, self.static_leads, self.deterministic = worths, static_leads, deterministic
        self.saturation = 40.0
        self.seconds = 1e-4
        self.asked: list[tuple[tuple[int, ...], int]] = []

    def actions(self, candidate: int) -> list[int]:
        """Return nothing: no test plays."""
        return []

    def evaluate(self, candidates: Sequence[int], sample: int) -> list[float]:
        """Return worth and noise."""
        self.asked.append((tuple(candidates), sample))
        shared = Random(sample).gauss(0, 10)
        return [
            self.worths[candidate] + shared + Random(f"{sample}/{candidate}").gauss(0, 1) for candidate in candidates
        ]

    @property
    def count(self) -> int:
        """Number of rollouts."""
        return sum(len(candidates) for candidates, _ in self.asked)


def test_the_best_wins_whatever_its_static_evaluation() -> None:
    worths = [float(candidate % 7) for candidate in range(12)]
    rollouts = FakeRollouts([*worths[:5], 9.0, *worths[6:]], [10.0 - candidate / 10 for candidate in range(12)])
    assert rank(rollouts, Budget(simulations=400), time.perf_counter())[0] == 5


def test_candidates_are_ranked_by_how_far_they_come() -> None:
    rollouts = FakeRollouts([8.0 * candidate for candidate in range(6)], [0.0] * 6)
    assert rank(rollouts, Budget(simulations=400), time.perf_counter()) == [5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize("simulations", [0, 1, 2, 5, 24, 64, 1000])
def test_the_number_of_rollouts_is_limited(simulations: int) -> None:
    rollouts = FakeRollouts([0.0] * 40, [0.0] * 40)
    rank(rollouts, Budget(simulations=simulations), time.perf_counter())
    assert rollouts.count <= simulations
    assert simulations < 24 or rollouts.count > simulations / 2


def test_those_who_are_left_have_been_through_the_same_worlds() -> None:
    rollouts = FakeRollouts([float(candidate) for candidate in range(50)], [0.0] * 50)
    rank(rollouts, Budget(simulations=500), time.perf_counter())
    samples = [sample for _, sample in rollouts.asked]
    assert samples == list(range(len(samples)))
    sizes = [len(candidates) for candidates, _ in rollouts.asked]
    assert sizes[0] == MAX_CANDIDATES
    assert sizes == sorted(sizes, reverse=True)
    assert set(sizes) == {32, 16, 8, 4, 2}


def test_without_time_static_evaluation_decides() -> None:
    rollouts = FakeRollouts([9.0, 0.0, 5.0], [1.0, 2.0, 3.0])
    assert rank(rollouts, Budget(seconds=0.0), time.perf_counter())[0] == 2
    assert rollouts.count == 0


def test_the_search_stops_early_when_rollouts_take_longer_than_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    class Slow(FakeRollouts):
        def evaluate(self, candidates: Sequence[int], sample: int) -> list[float]:
            nonlocal now
            now += 0.002 * len(candidates)
            self.seconds = 0.002
            return super().evaluate(candidates, sample)

    monkeypatch.setattr(interface, "time", SimpleNamespace(perf_counter=lambda: now))
    rollouts = Slow([*[0.0] * 15, 500.0], [0.0] * 16)
    assert rank(rollouts, Budget(seconds=0.02), now)[0] == 15
    assert rollouts.count == 16, "each was evaluated once, and there was no time for more"


def test_without_chance_each_candidate_is_evaluated_once() -> None:
    rollouts = FakeRollouts([float(candidate) for candidate in range(40)], [0.0] * 40, deterministic=True)
    assert rank(rollouts, Budget(simulations=5), time.perf_counter())[0] >= 35
    assert [len(candidates) for candidates, _ in rollouts.asked] == [40]


def test_the_limit_on_rollouts_holds_for_a_time_too() -> None:
    rollouts = FakeRollouts([0.0] * 40, [0.0] * 40)
    rank(rollouts, Budget(seconds=60, max_simulations=100), time.perf_counter())
    assert 50 < rollouts.count <= 100
