"""The time limit of a choice: the wall clock sets its end, and work is measured in processor time."""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from math import inf
from typing import Final

Seconds = Callable[[], float]

GRANTED_SHARE: Final = 1 / 16
"""Share of a time limit that is granted as processor time, even if other processes use up all of it."""
SMOOTHING_SECONDS: Final = 0.05
"""Time without disturbance that is added to the measured times, so that a single one does not look like the rule."""


@dataclass(frozen=True)
class Clock:
    """The two clocks of a machine."""

    wall: Seconds = time.perf_counter
    """The time that people wait."""
    cpu: Seconds = time.thread_time
    """The processor time of the calling thread, which other processes cannot use up."""


CLOCK: Final = Clock()


class TimeLimit:
    """A limit on the time for some work, which begins now.

    It ends by the wall clock, but not before a share of it was granted as processor time.
    """

    def __init__(self, seconds: float, clock: Clock = CLOCK) -> None:
        self.seconds = seconds
        self.clock = clock
        self._wall, self._cpu = clock.wall(), clock.cpu()

    def left(self) -> float:
        """Return the processor time to be expected until the end, given how busy the machine was; 0.0 after the end."""
        if self.seconds == inf:
            return inf
        elapsed, spent = self.clock.wall() - self._wall, self.spent()
        slowdown = (elapsed + SMOOTHING_SECONDS) / (spent + SMOOTHING_SECONDS)
        return max(0.0, (self.seconds - elapsed) / max(1.0, slowdown), GRANTED_SHARE * self.seconds - spent)

    def spent(self) -> float:
        """Return the processor time that this thread has used since the beginning."""
        return self.clock.cpu() - self._cpu

    def part(self, share: float) -> TimeLimit:
        """Return a limit of a share of the time, with the same beginning."""
        part = copy(self)
        part.seconds *= share
        return part


UNLIMITED: Final = TimeLimit(inf)
