"""The allowance of a search: the rollouts that are left of a budget, by number or by time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import Final

from bastide.bots.interface import Budget
from bastide.bots.time_limit import TimeLimit

BATCH_SECONDS: Final = 0.005
"""Time between two looks at the clock. If the machine is busy, a choice is late by a multiple of it at most."""
MIN_SECONDS: Final = 1e-6
"""Least time of a rollout, where a clock is too coarse to measure it."""


class Allowance:
    """Counts the rollouts of a search and estimates how many are left.

    The cost of a rollout is the mean processor time of those done; it is estimated anew after each batch.
    """

    def __init__(self, budget: Budget, limit: TimeLimit, guess: float) -> None:
        counts = [count for count in (budget.simulations, budget.max_simulations) if count is not None]
        self.max_rollouts: float = min(counts, default=inf)
        self.limit = limit
        self.is_timed = limit.seconds < inf
        self.done = 0
        self._guess = guess
        """Estimated processor time of a rollout before any is done."""
        self._seconds = 0.0

    @property
    def seconds_each(self) -> float:
        """The estimated processor time of one rollout."""
        return max(MIN_SECONDS, self._seconds / self.done if self.done else self._guess)

    def remaining(self) -> float:
        """Return the estimated number of rollouts left."""
        return min(self.max_rollouts - self.done, self.limit.left() / self.seconds_each)

    def batch(self, wanted: int) -> int:
        """Return how many of some rollouts to run before the next look at the clock, 0 if there is no time left."""
        if not self.is_timed:
            return wanted
        in_time = max(1.0, BATCH_SECONDS / self.seconds_each) if self.done else 1.0
        return int(min(wanted, self.remaining(), in_time))

    @contextmanager
    def counting(self, rollouts: int) -> Iterator[None]:
        """Count the rollouts of a block, and measure their processor time."""
        before = self.limit.spent()
        yield
        self.done += rollouts
        self._seconds += self.limit.spent() - before
