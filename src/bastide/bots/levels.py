"""The levels of bots, from random to master."""

from __future__ import annotations

from random import Random
from typing import Final

from bastide.bots.greedy import Greedy, Novice
from bastide.bots.interface import BotFactory, Budget
from bastide.bots.search import Master, Strong
from bastide.games import GameRules
from bastide.rules.model import Action
from bastide.rules.state import State


class RandomBot:
    """Chooses uniformly at random."""

    def __init__(self, rules: GameRules, generator: Random) -> None:
        self.generator = generator

    def choose(self, state: State, budget: Budget) -> Action:
        """Return any option."""
        return self.generator.choice(state.legal)


LEVELS: Final[dict[str, BotFactory]] = {
    "random": RandomBot,
    "novice": Novice,
    "greedy": Greedy,
    "strong": Strong,
    "master": Master,
}
"""Factories by name, the weakest first."""
SEARCHING: Final = ("strong", "master")
"""Levels that search, and therefore profit from `compilation.warm_up`."""
