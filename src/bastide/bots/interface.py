"""What a bot is: something that chooses for one seat, given only what that seat may see, and so long to think."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from random import Random
from typing import Protocol

from bastide.errors import BastideError
from bastide.games import GameRules
from bastide.rules.model import Json
from bastide.wire.views import View


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one choice."""

    seconds: float = 1.0
    """By the clock, at most."""
    simulations: int | None = None
    """A fixed number of trials instead; then the same seed chooses the same."""
    most: int | None = None
    """No more trials than these in any case."""
    cores: int = 1
    """Cores that may be used at once, by those who can; what is chosen with so many trials does not depend on it."""

    def __post_init__(self) -> None:
        counted = all(limit is None or limit >= 0 for limit in (self.simulations, self.most))
        if not (isfinite(self.seconds) and self.seconds >= 0 and self.cores >= 1 and counted):
            raise BastideError("bot_budget")

    def trials(self, began: float, done: int, each: float) -> int:
        """Return how many more trials can be done, of about so many seconds each.

        Thinking began at a time (of `time.perf_counter`), and so many trials are done.
        """
        limits = [limit - done for limit in (self.simulations, self.most) if limit is not None]
        if self.simulations is None:
            limits.append(int((began + self.seconds - time.perf_counter()) / each))
        return max(0, min(limits))

    def until(self, began: float, share: float = 1.0) -> float:
        """Return when a share of the time is over, thinking having begun at a time; never, if trials are counted."""
        return inf if self.simulations is not None else began + share * self.seconds


class Bot(Protocol):
    """Chooses for one seat, given only what that seat may see."""

    def choose(self, view: View, options: Sequence[Mapping[str, Json]], budget: Budget) -> int:
        """Return the number of one of the options."""


Maker = Callable[[GameRules, Random], Bot]
"""Makes a bot for a game by some rules, with a generator of its own."""
