"""A race of ways to play a turn: all are tried out in the same worlds, and the worse half drops out, round by round.

A *world* is one way in which the draws may come. Since those who are left have all been through the same worlds, luck
favours none of them, and most of the time goes into telling the best apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import tanh
from typing import Final, Protocol

from bastide.bots.interface import Budget

MOST_RUNNERS: Final = 32
"""How many ways are tried out at most, the most promising ones."""
GOLDEN: Final = 0.6180339887498949
"""Adding it again and again, whole numbers left aside, gives shares that lie evenly, however many are asked for."""
DECISIVE: Final = 40.0 / 72
"""Points of lead from which on more of them hardly matter, for every tile of the game."""


class Trials(Protocol):
    """The ways to play a turn, and how each is tried out."""

    promises: Sequence[float]
    """How far ahead each way looks, one move deep."""
    decisive: float
    """Points of lead from which on more of them hardly matter."""
    certain: bool
    """Whether nothing is left to luck: then all worlds are the same, and trials tell how the game ends."""
    seconds: float
    """About how long a trial takes."""

    def try_out(self, ways: Sequence[int], world: int) -> Sequence[float]:
        """Return how far ahead some ways lead in a world."""


def race(trials: Trials, budget: Budget, began: float) -> int:
    """Return the number of the way that wins; thinking began at a time (of `time.perf_counter`).

    If nothing is left to luck, all ways are tried as far as time allows, once each. If trials take longer than they
    seemed to, the race is broken off, and whoever leads has won.
    """
    runners = sorted(range(len(trials.promises)), key=lambda way: -trials.promises[way])
    if not trials.certain:
        runners = runners[: most_runners(budget.trials(began, 0, trials.seconds))]
    elif budget.simulations is None:
        runners = runners[: max(1, budget.trials(began, 0, trials.seconds))]
    totals = dict.fromkeys(runners, 0.0)
    done = world = 0
    for rounds in range(1 if trials.certain else rounds_among(len(runners)), 0, -1):
        share = budget.trials(began, done, trials.seconds) // (rounds * len(runners))
        for _ in range(1 if trials.certain else max(1, share)):
            if done and budget.trials(began, done, trials.seconds) < len(runners):
                return max(runners, key=lambda way: totals[way])
            for way, found in zip(runners, trials.try_out(runners, world), strict=True):
                totals[way] += tanh(found / trials.decisive)
            done += len(runners)
            world += 1
        runners = sorted(runners, key=lambda way: -totals[way])[: (len(runners) + 1) // 2]
    return runners[0]


def decisive(tiles: int) -> float:
    """Return from how many points of lead on more of them hardly matter, in a game of so many tiles.

    >>> decisive(72), decisive(144)
    (40.0, 80.0)
    """
    return DECISIVE * tiles


def rounds_among(runners: int) -> int:
    """Return after how many rounds one of so many is left.

    >>> [rounds_among(runners) for runners in (1, 2, 3, 8, 9)]
    [0, 1, 2, 3, 4]
    """
    return (runners - 1).bit_length()


def most_runners(trials: int) -> int:
    """Return how many ways can run in a race of so many trials: each must be tried once in every round.

    >>> [most_runners(trials) for trials in (1, 2, 30, 1000)]
    [1, 2, 8, 32]
    """
    runners = MOST_RUNNERS
    while runners > 1 and runners * rounds_among(runners) > trials:
        runners //= 2
    return runners
