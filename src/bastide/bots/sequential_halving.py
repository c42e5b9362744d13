"""Sequential halving: all candidates are evaluated, the worse half is dropped, and so on until one is left.

In every round the candidates see the same samples of the draws to come (common random numbers), so luck favours none of
them, and most of the budget goes into comparing the best.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import tanh
from typing import Final, Protocol

from bastide.bots.interface import Budget
from bastide.rules.model import Action

MAX_CANDIDATES: Final = 32
"""Number of candidates that are compared, those with the best static evaluation."""
GOLDEN_RATIO: Final = 0.6180339887498949
"""Its multiples modulo 1 are a low-discrepancy sequence of quantiles for the next draw."""
SATURATION_PER_TILE: Final = 40.0 / 72
"""Lead in points, per tile of the game, beyond which a larger lead hardly matters."""


class Rollouts(Protocol):
    """The candidates for a turn, and their evaluation by rollouts."""

    static_leads: Sequence[float]
    """The lead after each candidate by static evaluation."""
    saturation: float
    """Lead beyond which a larger lead hardly matters."""
    deterministic: bool
    """Whether nothing is left to chance: every sample is then the same, and a rollout ends with the game."""
    seconds: float
    """Estimated time of one rollout."""

    def actions(self, candidate: int) -> Sequence[Action]:
        """Return the actions of a candidate."""

    def evaluate(self, candidates: Sequence[int], sample: int) -> Sequence[float]:
        """Return the lead after a rollout of each candidate with one sample of the draws to come."""


def rank(rollouts: Rollouts, budget: Budget, start: float) -> list[int]:
    """Return the candidates that were evaluated, the best first; the budget started at a time of `time.perf_counter`.

    If nothing is left to chance, every candidate is evaluated once, as far as time allows. If rollouts take longer than
    estimated, the search stops early with the best candidates so far.
    """
    left = sorted(range(len(rollouts.static_leads)), key=lambda candidate: -rollouts.static_leads[candidate])
    if not rollouts.deterministic:
        left = left[: affordable_candidates(budget.remaining(start, 0, rollouts.seconds))]
    elif budget.simulations is None:
        left = left[: max(1, budget.remaining(start, 0, rollouts.seconds))]
    totals = dict.fromkeys(left, 0.0)
    dropped: list[int] = []
    done = sample = 0
    for rounds in range(1 if rollouts.deterministic else rounds_for(len(left)), 0, -1):
        share = budget.remaining(start, done, rollouts.seconds) // (rounds * len(left))
        for _ in range(1 if rollouts.deterministic else max(1, share)):
            if done and budget.remaining(start, done, rollouts.seconds) < len(left):
                return sorted(left, key=lambda candidate: -totals[candidate]) + dropped
            for candidate, lead in zip(left, rollouts.evaluate(left, sample), strict=True):
                totals[candidate] += tanh(lead / rollouts.saturation)
            done += len(left)
            sample += 1
        ranked, half = sorted(left, key=lambda candidate: -totals[candidate]), (len(left) + 1) // 2
        left, dropped = ranked[:half], ranked[half:] + dropped
    return left + dropped


def saturation(tiles: int) -> float:
    """Return the lead beyond which a larger lead hardly matters in a game of so many tiles.

    >>> saturation(72), saturation(144)
    (40.0, 80.0)
    """
    return SATURATION_PER_TILE * tiles


def rounds_for(candidates: int) -> int:
    """Return the number of rounds until one candidate is left.

    >>> [rounds_for(candidates) for candidates in (1, 2, 3, 8, 9)]
    [0, 1, 2, 3, 4]
    """
    return (candidates - 1).bit_length()


def affordable_candidates(rollouts: int) -> int:
    """Return the number of candidates that can all be evaluated once per round with a number of rollouts.

    >>> [affordable_candidates(rollouts) for rollouts in (1, 2, 30, 1000)]
    [1, 2, 8, 32]
    """
    candidates = MAX_CANDIDATES
    while candidates > 1 and candidates * rounds_for(candidates) > rollouts:
        candidates //= 2
    return candidates
