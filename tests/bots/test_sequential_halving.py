"""A race: whoever is best on the whole wins, whatever it promised, and no more is tried than the budget allows."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from types import SimpleNamespace

import pytest

from bastide.bots import interface
from bastide.bots.interface import Budget
from bastide.bots.sequential_halving import MOST_RUNNERS, race


class Runners:
    """Ways of known worth; every world adds luck that is the same for all, and some that is not."""

    def __init__(self, worths: Sequence[float], promises: Sequence[float], *, certain: bool = False) -> None:
        self.worths, self.promises, self.certain = worths, promises, certain
        self.decisive = 40.0
        self.seconds = 1e-4
        self.asked: list[tuple[tuple[int, ...], int]] = []

    def try_out(self, ways: Sequence[int], world: int) -> list[float]:
        """Return worth and luck."""
        self.asked.append((tuple(ways), world))
        shared = Random(world).gauss(0, 10)
        return [self.worths[way] + shared + Random(f"{world}/{way}").gauss(0, 1) for way in ways]

    @property
    def trials(self) -> int:
        """How many there were."""
        return sum(len(ways) for ways, _ in self.asked)


def test_the_best_wins_though_it_promised_less() -> None:
    worths = [float(way % 7) for way in range(12)]
    runners = Runners([*worths[:5], 9.0, *worths[6:]], [10.0 - way / 10 for way in range(12)])
    assert race(runners, Budget(simulations=400), time.perf_counter()) == 5


@pytest.mark.parametrize("simulations", [0, 1, 2, 5, 24, 64, 1000])
def test_no_more_is_tried_than_allowed(simulations: int) -> None:
    runners = Runners([0.0] * 40, [0.0] * 40)
    race(runners, Budget(simulations=simulations), time.perf_counter())
    assert runners.trials <= simulations
    assert simulations < 24 or runners.trials > simulations / 2


def test_those_who_are_left_have_been_through_the_same_worlds() -> None:
    runners = Runners([float(way) for way in range(50)], [0.0] * 50)
    race(runners, Budget(simulations=500), time.perf_counter())
    worlds = [world for _, world in runners.asked]
    assert worlds == list(range(len(worlds)))
    sizes = [len(ways) for ways, _ in runners.asked]
    assert sizes[0] == MOST_RUNNERS
    assert sizes == sorted(sizes, reverse=True)
    assert set(sizes) == {32, 16, 8, 4, 2}


def test_without_time_the_most_promising_wins() -> None:
    runners = Runners([9.0, 0.0, 5.0], [1.0, 2.0, 3.0])
    assert race(runners, Budget(seconds=0.0), time.perf_counter()) == 2
    assert runners.trials == 0


def test_a_race_is_broken_off_when_trials_take_longer_than_they_seemed(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    class Slow(Runners):
        def try_out(self, ways: Sequence[int], world: int) -> list[float]:
            nonlocal now
            now += 0.002 * len(ways)
            self.seconds = 0.002
            return super().try_out(ways, world)

    monkeypatch.setattr(interface, "time", SimpleNamespace(perf_counter=lambda: now))
    runners = Slow([*[0.0] * 15, 500.0], [0.0] * 16)
    assert race(runners, Budget(seconds=0.02), now) == 15
    assert runners.trials == 16, "all were tried once, and there was no time for more"


def test_where_nothing_is_left_to_luck_each_is_tried_once() -> None:
    runners = Runners([float(way) for way in range(40)], [0.0] * 40, certain=True)
    assert race(runners, Budget(simulations=5), time.perf_counter()) >= 35
    assert [len(ways) for ways, _ in runners.asked] == [40]


def test_most_trials_are_a_limit_by_the_clock_too() -> None:
    runners = Runners([0.0] * 40, [0.0] * 40)
    race(runners, Budget(seconds=60, most=100), time.perf_counter())
    assert 50 < runners.trials <= 100
