"""The characters: bots with a name and a temper. Each is a level, or a variant of one, with a measured rating."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

from bastide.bots.interface import Bot, BotFactory
from bastide.bots.levels import LEVELS, SEARCHING
from bastide.bots.tempers import Nestler, Temper, Tempered
from bastide.errors import BastideError
from bastide.games import GameRules


@dataclass(frozen=True)
class Character:
    """A bot that people meet at a table."""

    id: str
    name: str
    """The same in every language."""
    level: str
    """The level that it plays at, or the nearest one."""
    rating: int
    """Elo in the base game for two, with greedy at 1400, measured as docs/bots.md says."""
    error: int
    """Half the width of the 95 % interval of the rating."""
    pace: float
    """Seconds that a choice takes at a table, at least; most turns have two."""
    factory: BotFactory


ODILE: Final = Temper(fields=1.5)
GARSENDE: Final = Temper(contested=1.5, reach=0.2)
CHARACTERS: Final[dict[str, Character]] = {
    character.id: character
    for character in (
        Character("pepin", "Pépin", "random", 270, 200, 0.2, Nestler),
        Character("aubin", "Aubin", "novice", 900, 80, 0.3, LEVELS["novice"]),
        Character("odile", "Odile", "greedy", 1410, 40, 0.5, partial(Tempered, temper=ODILE)),
        Character("garsende", "Garsende", "greedy", 1420, 40, 0.3, partial(Tempered, temper=GARSENDE)),
        Character("odon", "Maître Odon", "strong", 1560, 40, 0.5, LEVELS["strong"]),
        Character("isaure", "Dame Isaure", "master", 1810, 110, 0.6, LEVELS["master"]),
    )
}
"""All characters by id, the weakest first."""
BOTS: Final[dict[str, BotFactory]] = LEVELS | {c.id: c.factory for c in CHARACTERS.values()}
"""The factories of all bots that play at tables: levels, then characters."""


def make_bot(bot: str, rules: GameRules, seed: int | str) -> Bot:
    """Return a bot of a level or a character. Raises BastideError if there is none of that id."""
    if bot not in BOTS:
        raise BastideError("unknown_level", level=bot, known=", ".join(BOTS))
    return BOTS[bot](rules, Random(seed))


def is_searching(bot: str) -> bool:
    """Return whether a level or a character searches, and therefore profits from `compilation.warm_up`."""
    return (CHARACTERS[bot].level if bot in CHARACTERS else bot) in SEARCHING
