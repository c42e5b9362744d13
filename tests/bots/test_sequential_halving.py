"""Sequential halving: the best candidate is found whatever its static evaluation, within the budget."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

import pytest

from bastide.bots.allowance import BATCH_SECONDS
from bastide.bots.interface import Budget
from bastide.bots.sequential_halving import MAX_CANDIDATES, Rollouts, rank
from bastide.bots.time_limit import GRANTED_SHARE
from tests.bots.busy_machine import BusyMachine, Slice, random_load, steady_load


class FakeRollouts:
    """Candidates of known worth; every sample adds noise that is the same for all, and some that is not."""

    def __init__(
        self,
        worths: Sequence[float],
        static_leads: Sequence[float],
        *,
        deterministic: bool = False,
        machine: BusyMachine | None = None,
        cost: float = 1e-4,
    ) -> None:
        self.worths, self.static_leads, self.deterministic = worths, static_leads, deterministic
        self.saturation = 40.0
        self.seconds = 1e-4
        self.machine, self.cost = machine or BusyMachine(), cost
        self.asked: list[tuple[tuple[int, ...], int]] = []

    def actions(self, candidate: int) -> list[int]:
        """Return nothing: no test plays."""
        return []

    def evaluate(self, candidates: Sequence[int], sample: int) -> list[float]:
        """Return worth and noise."""
        self.asked.append((tuple(candidates), sample))
        self.machine.work(self.cost * len(candidates))
        shared = Random(sample).gauss(0, 10)
        return [
            self.worths[candidate] + shared + Random(f"{sample}/{candidate}").gauss(0, 1) for candidate in candidates
        ]

    @property
    def count(self) -> int:
        """Number of rollouts."""
        return sum(len(candidates) for candidates, _ in self.asked)


def ranked(rollouts: Rollouts, budget: Budget) -> list[int]:
    """Return the candidates, ranked in a budget that begins now."""
    return rank(rollouts, budget, budget.start())


def test_the_best_wins_whatever_its_static_evaluation() -> None:
    worths = [float(candidate % 7) for candidate in range(12)]
    rollouts = FakeRollouts([*worths[:5], 9.0, *worths[6:]], [10.0 - candidate / 10 for candidate in range(12)])
    assert ranked(rollouts, Budget(simulations=400))[0] == 5


def test_candidates_are_ranked_by_how_far_they_come() -> None:
    rollouts = FakeRollouts([8.0 * candidate for candidate in range(6)], [0.0] * 6)
    assert ranked(rollouts, Budget(simulations=400)) == [5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize("simulations", [0, 1, 2, 5, 24, 64, 1000])
def test_the_number_of_rollouts_is_limited(simulations: int) -> None:
    rollouts = FakeRollouts([0.0] * 40, [0.0] * 40)
    ranked(rollouts, Budget(simulations=simulations))
    assert rollouts.count <= simulations
    assert simulations < 24 or rollouts.count > simulations / 2


def test_those_who_are_left_have_been_through_the_same_worlds() -> None:
    rollouts = FakeRollouts([float(candidate) for candidate in range(50)], [0.0] * 50)
    ranked(rollouts, Budget(simulations=500))
    samples = [sample for _, sample in rollouts.asked]
    assert samples == list(range(len(samples)))
    sizes = [len(candidates) for candidates, _ in rollouts.asked]
    assert sizes[0] == MAX_CANDIDATES
    assert sizes == sorted(sizes, reverse=True)
    assert set(sizes) == {32, 16, 8, 4, 2}


def test_without_time_static_evaluation_decides() -> None:
    rollouts = FakeRollouts([9.0, 0.0, 5.0], [1.0, 2.0, 3.0])
    assert ranked(rollouts, Budget(seconds=0.0))[0] == 2
    assert rollouts.count == 0


def test_without_chance_each_candidate_is_evaluated_once() -> None:
    rollouts = FakeRollouts([float(candidate) for candidate in range(40)], [0.0] * 40, deterministic=True)
    assert ranked(rollouts, Budget(simulations=5))[0] >= 35
    assert [len(candidates) for candidates, _ in rollouts.asked] == [40]


def test_the_limit_on_rollouts_holds_for_a_time_too() -> None:
    machine = BusyMachine()
    rollouts = FakeRollouts([0.0] * 40, [0.0] * 40, machine=machine)
    ranked(rollouts, Budget(seconds=60, max_simulations=100, clock=machine.clock))
    assert 50 < rollouts.count <= 100


SECONDS, COST = 0.2, 0.0003
"""A short time for a choice, and the cost of a rollout on the compiled simulator."""


def search(slices: Iterable[Slice], cost: float = COST, guess: float = COST) -> tuple[FakeRollouts, int]:
    """Return the rollouts of a search on a busy machine, and its choice: of 25 candidates the last is the best."""
    machine = BusyMachine(slices)
    rollouts = FakeRollouts([3.0 * candidate for candidate in range(25)], [0.0] * 25, machine=machine, cost=cost)
    rollouts.seconds = guess
    return rollouts, ranked(rollouts, Budget(seconds=SECONDS, clock=machine.clock))[0]


def test_a_quiet_machine_is_used_to_the_end() -> None:
    rollouts, chosen = search([])
    assert chosen == 24
    assert 0.99 * SECONDS < rollouts.machine.wall <= SECONDS


@pytest.mark.parametrize("guess", [COST / 100, COST * 100])
def test_the_guessed_cost_of_a_rollout_is_replaced_by_what_is_measured(guess: float) -> None:
    rollouts, chosen = search([], guess=guess)
    assert chosen == 24
    assert rollouts.count > 0.99 * SECONDS / COST
    assert rollouts.machine.wall <= SECONDS


@pytest.mark.parametrize("pause", [0.05, 0.15, 0.19])
@pytest.mark.parametrize("done", [0.0, COST / 2, 3 * COST])
def test_a_search_that_is_interrupted_once_goes_on(done: float, pause: float) -> None:
    """Whether before, in or after its first rollout, the interruption says nothing about the cost of a rollout."""
    rollouts, _ = search([(done, pause)])
    assert rollouts.count > 0.9 * (SECONDS - pause) / COST
    assert rollouts.machine.wall < SECONDS + GRANTED_SHARE * SECONDS


def test_a_search_without_a_moment_to_itself_is_granted_a_share_of_its_time() -> None:
    rollouts, _ = search([(0.0, 2 * SECONDS)])
    assert 0.8 < rollouts.count * COST / (GRANTED_SHARE * SECONDS) <= 1.0


@pytest.mark.parametrize("share", [1 / 2, 1 / 6, 1 / 9])
@pytest.mark.parametrize("cost", [COST, 0.8e-3])
def test_a_busy_machine_makes_for_fewer_rollouts_not_for_none(share: float, cost: float) -> None:
    fewest = min(search(random_load(seed, share), cost)[0].count for seed in range(100))
    assert fewest * cost >= 0.8 * GRANTED_SHARE * SECONDS


@pytest.mark.parametrize("share", [1 / 2, 1 / 6])
@pytest.mark.parametrize("cost", [COST, 0.8e-3, 0.01])
def test_a_deadline_is_met_on_a_busy_machine(share: float, cost: float) -> None:
    machine = search(steady_load(share), cost)[0].machine
    assert 0.8 * SECONDS < machine.wall <= SECONDS + max(BATCH_SECONDS, cost) / share


def test_candidates_that_time_allows_are_compared_by_the_first_sample() -> None:
    rollouts, chosen = search([(0.025, 2 * SECONDS)], cost=0.01)
    assert [sample for _, sample in rollouts.asked] == [0] * rollouts.count
    assert chosen == rollouts.count - 1 > 0


def test_the_end_of_a_game_is_searched_as_far_as_time_allows() -> None:
    machine = BusyMachine(steady_load(1 / 6))
    rollouts = FakeRollouts(range(40), [0.0] * 40, deterministic=True, machine=machine, cost=0.002)
    best = ranked(rollouts, Budget(seconds=SECONDS, clock=machine.clock))[0]
    assert 10 < rollouts.count < 40
    assert best == rollouts.count - 1
