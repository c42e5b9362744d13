"""The interface of bots: `choose(state, budget)` returns an action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf, isfinite
from random import Random
from typing import Protocol, runtime_checkable

from bastide.bots.time_limit import CLOCK, Clock, TimeLimit
from bastide.errors import BastideError
from bastide.games import GameRules
from bastide.rules.model import Action
from bastide.rules.state import State


@dataclass(frozen=True)
class Budget:
    """The resources that a bot may use for one choice."""

    seconds: float = 1.0
    """Wall-clock time."""
    simulations: int | None = None
    """Number of rollouts, instead of a time; the same seed then makes the same choices on every machine."""
    max_simulations: int | None = None
    """Limit on the number of rollouts in any case."""
    cores: int = 1
    """Number of cores that may be used in parallel. With a number of rollouts, the choice does not depend on it."""
    clock: Clock = field(default=CLOCK, repr=False, compare=False)
    """The clock that measures the time."""

    def __post_init__(self) -> None:
        counted = all(limit is None or limit >= 0 for limit in (self.simulations, self.max_simulations))
        if not (isfinite(self.seconds) and self.seconds >= 0 and self.cores >= 1 and counted):
            raise BastideError("bot_budget")

    def start(self) -> TimeLimit:
        """Start the time for a choice, which is unlimited if rollouts are counted."""
        return TimeLimit(inf if self.simulations is not None else self.seconds, self.clock)


class Bot(Protocol):
    """Plays one seat of one game, from its first choice to its last."""

    def choose(self, state: State, budget: Budget) -> Action:
        """Return one of the options of a state.

        The state is determinized for the seat of the bot (`bots.determinization`): whatever the seat may not know is
        random in it. The bot may change it.
        """


@runtime_checkable
class Weighing(Protocol):
    """A bot that tells what it compared."""

    weighed: Sequence[Action]
    """The first actions of the best candidates for its last choice, the best first; empty if it compared none."""


def weighed_actions(bot: Bot) -> Sequence[Action]:
    """Return the actions that a bot compared for its last choice, the best first; empty if it does not tell."""
    return bot.weighed if isinstance(bot, Weighing) else ()


BotFactory = Callable[[GameRules, Random], Bot]
"""Makes a bot for a game, given the rules and a random generator of its own."""
