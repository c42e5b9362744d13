"""Clocks: what every seat has left to think. They count only while the server runs and a seat is to choose."""

from __future__ import annotations

import time
from collections.abc import Callable

from bastide.rules.model import Seat
from bastide.server.options import ClockOptions

Now = Callable[[], int]
"""Milliseconds of a clock that never goes back."""


def monotonic() -> int:
    """Return milliseconds since some moment in the past; they do not jump when somebody sets the wall clock."""
    return time.monotonic_ns() // 1_000_000


class Clocks:
    """The clocks of one table."""

    def __init__(self, clock: ClockOptions, seats: int, now: Now = monotonic) -> None:
        self.clock, self.now = clock, now
        self.left = [clock.start] * seats if clock.kind != "none" else []
        self.running: Seat | None = None
        self.since = 0

    def remaining(self, seat: Seat) -> int:
        """Return what a seat has left at this moment, never less than nothing."""
        used = self.now() - self.since if seat == self.running else 0
        return max(0, self.left[seat] - used)

    def all(self) -> tuple[int, ...]:
        """Return what every seat has left at this moment; empty without a clock."""
        return tuple(self.remaining(seat) for seat in range(len(self.left)))

    def stopped(self, moved: bool) -> tuple[int, ...]:
        """Return what every seat has left once the running clock is stopped, by a move or otherwise."""
        after = list(self.all())
        if self.running is not None and after and moved:
            after[self.running] = self.clock.start if self.clock.kind == "days" else after[self.running] + self._bonus()
        return tuple(after)

    def _bonus(self) -> int:
        return 1000 * self.clock.increment

    def set(self, left: tuple[int, ...], running: Seat | None) -> None:
        """Set what is left, and let the clock of a seat run from now on."""
        if self.left:
            self.left = list(left) or self.left
            self.running, self.since = running, self.now()

    def flagged(self) -> Seat | None:
        """Return the seat whose time is over, if it is."""
        if self.running is None or not self.left or self.remaining(self.running):
            return None
        return self.running
