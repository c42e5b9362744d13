"""Sequential halving: all candidates are evaluated, the worse half is dropped, and so on until one is left.

In every round the candidates see the same samples of the draws to come (common random numbers), so luck favours none of
them, and most of the budget goes into comparing the best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import tanh
from typing import Final, Protocol

from bastide.bots.allowance import Allowance
from bastide.bots.interface import Budget
from bastide.bots.time_limit import TimeLimit
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
    """Estimated processor time of one rollout before any is run."""

    def actions(self, candidate: int) -> Sequence[Action]:
        """Return the actions of a candidate."""

    def evaluate(self, candidates: Sequence[int], sample: int) -> Sequence[float]:
        """Return the lead after a rollout of each candidate with one sample of the draws to come."""


def rank(rollouts: Rollouts, budget: Budget, limit: TimeLimit) -> list[int]:
    """Return the candidates that were compared, the best first.

    If nothing is left to chance, every candidate is evaluated once, as far as time allows. By the clock, the first
    rollout shows how many candidates are affordable, and every round ends with its share of the time, so that the last
    one spends what is left.
    """
    allowance = Allowance(budget, limit, rollouts.seconds)
    left = sorted(range(len(rollouts.static_leads)), key=lambda candidate: -rollouts.static_leads[candidate])
    if rollouts.deterministic:
        return _ranked(_evaluate(rollouts, left, 0, allowance)) or left[:1]
    begun = _evaluate(rollouts, left[:1], 0, allowance) if allowance.is_timed else {}
    left = left[: affordable_candidates(allowance.remaining() + len(begun))]
    totals, dropped = dict.fromkeys(left, 0.0), list[int]()
    sample = 0
    for rounds in range(rounds_for(len(left)), 0, -1):
        reserve = allowance.remaining() * (rounds - 1) / rounds
        while allowance.remaining() + len(begun) - len(left) >= reserve:
            values = begun | _evaluate(rollouts, left[len(begun) :], sample, allowance)
            if len(values) < len(left):
                return _ranked(totals if sample else values) + dropped
            totals = {candidate: total + values[candidate] for candidate, total in totals.items()}
            begun, sample = {}, sample + 1
        ranked, half = _ranked(totals), (len(left) + 1) // 2
        left, dropped = ranked[:half], ranked[half:] + dropped
        totals = {candidate: totals[candidate] for candidate in left}
    return left + dropped


def _evaluate(rollouts: Rollouts, candidates: Sequence[int], sample: int, allowance: Allowance) -> dict[int, float]:
    """Return the squashed leads of candidates in one sample; if time runs out, only of the first ones."""
    leads = list[float]()
    while len(leads) < len(candidates) and (size := allowance.batch(len(candidates) - len(leads))):
        with allowance.counting(size):
            leads += rollouts.evaluate(candidates[len(leads) : len(leads) + size], sample)
    return {candidate: tanh(lead / rollouts.saturation) for candidate, lead in zip(candidates, leads, strict=False)}


def _ranked(values: Mapping[int, float]) -> list[int]:
    """Return candidates sorted by value, the best first."""
    return sorted(values, key=lambda candidate: -values[candidate])


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


def affordable_candidates(rollouts: float) -> int:
    """Return the number of candidates that can all be evaluated once per round with a number of rollouts.

    >>> [affordable_candidates(rollouts) for rollouts in (1, 2, 30, 1000)]
    [1, 2, 8, 32]
    """
    candidates = MAX_CANDIDATES
    while candidates > 1 and candidates * rounds_for(candidates) > rollouts:
        candidates //= 2
    return candidates
