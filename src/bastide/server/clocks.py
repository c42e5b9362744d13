"""Chess clocks: the remaining time of every seat. They run only while the server does, and can store what is chosen."""

from __future__ import annotations

import time
from collections.abc import Callable

from bastide.rules.model import Seat
from bastide.server.options import ClockOptions

Now = Callable[[], int]
"""Returns monotonic time in milliseconds."""


def monotonic() -> int:
    """Return monotonic time in milliseconds, which does not jump when the wall clock is set."""
    return time.monotonic_ns() // 1_000_000


class Clocks:
    """The clocks of one table."""

    def __init__(self, clock: ClockOptions, seats: int, now: Now = monotonic) -> None:
        self.clock, self.now = clock, now
        self.left = [clock.start] * seats if clock.kind != "none" else []
        """The remaining milliseconds of every seat when the running clock was started; empty without a clock."""
        self.running: Seat | None = None
        """The seat whose clock runs."""
        self.since = 0
        """The time at which that clock was started."""
        self.paused = False
        """Whether the running clock was stopped because entries cannot be stored."""

    def remaining(self, seat: Seat) -> int:
        """Return the remaining milliseconds of a seat, at least 0."""
        used = self.now() - self.since if seat == self.running else 0
        return max(0, self.left[seat] - used)

    def overdue(self) -> int:
        """Return the milliseconds since the time of the running clock ran out; 0 if it has not."""
        return 0 if self.running is None else max(0, self.now() - self.since - self.left[self.running])

    def all(self) -> tuple[int, ...]:
        """Return the remaining milliseconds of every seat; empty without a clock."""
        return tuple(self.remaining(seat) for seat in range(len(self.left)))

    def stopped(self, moved: Seat | None) -> tuple[int, ...]:
        """Return the remaining milliseconds of every seat after the running clock stops; a move earns its increment."""
        after = list(self.all())
        if moved is not None and after:
            increment = 1000 * self.clock.increment
            after[moved] = self.clock.start if self.clock.kind == "days" else after[moved] + increment
        return tuple(after)

    def pause(self, left: tuple[int, ...]) -> None:
        """Stop the running clock with these remaining milliseconds, until the clocks are set again."""
        if self.left:
            self.left, self.running, self.paused = list(left), None, True

    def set(self, left: tuple[int, ...], running: Seat | None) -> None:
        """Set the remaining milliseconds of every seat, and start the clock of one."""
        if self.left:
            self.left = list(left) or self.left
            self.running, self.since, self.paused = running, self.now(), False

    def keep(self, seat: Seat, left: int) -> None:
        """Leave a seat at least these milliseconds, if its clock runs."""
        if seat == self.running:
            self.left[seat] = max(self.left[seat], left)

    def elapse(self, milliseconds: int) -> None:
        """Count time that went by on the running clock before it was known here."""
        self.since -= milliseconds

    def flagged(self) -> Seat | None:
        """Return the seat whose time has run out, if any."""
        if self.running is None or not self.left or self.remaining(self.running):
            return None
        return self.running
