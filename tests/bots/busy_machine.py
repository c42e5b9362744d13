"""A busy machine with simulated clocks: work takes processor time, and other processes take their turns in between."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat
from random import Random

from bastide.bots.time_limit import Clock

Slice = tuple[float, float]
"""Seconds of processor time, and the pause that follows."""
QUIET: Slice = (1.0, 0.0)


class BusyMachine:
    """Runs work in slices of processor time; after each the other processes run. At the end of the list it is quiet."""

    def __init__(self, slices: Iterable[Slice] = ()) -> None:
        self.wall = self.cpu = 0.0
        self.clock = Clock(lambda: self.wall, lambda: self.cpu)
        self._slices = iter(slices)
        self._left, self._pause = next(self._slices, QUIET)

    def work(self, seconds: float) -> None:
        """Let some processor time pass."""
        while seconds >= self._left:
            self.cpu += self._left
            self.wall += self._left + self._pause
            seconds -= self._left
            self._left, self._pause = next(self._slices, QUIET)
        self.cpu += seconds
        self.wall += seconds
        self._left -= seconds


def steady_load(share: float, slice_seconds: float = 0.004) -> Iterator[Slice]:
    """Return slices of a machine that gives a share of its time."""
    return repeat((slice_seconds, slice_seconds * (1 / share - 1)))


def random_load(seed: int, share: float) -> Iterator[Slice]:
    """Return random slices of a machine that gives a share of its time on average."""
    generator = Random(seed)
    while True:
        yield generator.expovariate(1 / 0.004), generator.expovariate(share / (1 - share) / 0.004)
