"""The levels that bots play at, from those that roll dice upwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from bastide.bots.greedy import Greedy, Novice
from bastide.bots.interface import Bot, Budget, Maker
from bastide.bots.search import Master, Strong
from bastide.errors import BastideError
from bastide.games import GameRules, parse_rules
from bastide.rules.model import Json
from bastide.wire.views import View

__all__ = ["LEVELS", "SEARCHING", "Bot", "Budget", "Maker", "choose", "make_bot"]


class Dice:
    """Any option, all being equally likely."""

    def __init__(self, rules: GameRules, generator: Random) -> None:
        self.generator = generator

    def choose(self, view: View, options: Sequence[Mapping[str, Json]], budget: Budget) -> int:
        """Return the number of any option."""
        return self.generator.randrange(len(options))


LEVELS: Final[dict[str, Maker]] = {
    "random": Dice,
    "novice": Novice,
    "greedy": Greedy,
    "strong": Strong,
    "master": Master,
}
"""By name, the weakest first."""
SEARCHING: Final = ("strong", "master")
"""Those that search, and had better get ready for it before they are given time."""


def make_bot(level: str, rules: GameRules, seed: int | str) -> Bot:
    """Return a bot of a level for a game by some rules, with a generator of its own. Raises BastideError."""
    if level not in LEVELS:
        raise BastideError("unknown_level", level=level, known=", ".join(LEVELS))
    return LEVELS[level](rules, Random(seed))


def choose(level: str, rules: str, view: View, options: Sequence[Mapping[str, Json]], budget: Budget, seed: str) -> int:
    """Return the number of the option that a bot of a level chooses, the rules being one line of text."""
    return make_bot(level, parse_rules(rules), seed).choose(view, options, budget)
