"""When the actions at a table are due."""

from __future__ import annotations

import time


class Schedule:
    """The times of the actions at one table.

    A steady schedule does not wait for a slow server: what could not be sent in time is late, and counts as such.
    """

    def __init__(self, interval: float, steady: bool, delay: float = 0.0) -> None:
        self.interval, self.steady = interval, steady
        self.due = time.perf_counter() + delay - interval

    def next(self) -> float:
        """Return when the next action is due."""
        self.due += self.interval
        if not self.steady:
            self.due = max(self.due, time.perf_counter())
        return self.due
