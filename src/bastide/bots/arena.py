"""The arena: two bots play each other, seat against seat, and every game can be played again from its number."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import inf
from operator import index
from random import Random
from typing import Final

from bastide.bots.compilation import get_ready
from bastide.bots.decks import Deck
from bastide.bots.levels import LEVELS, SEARCHING, Bot, Budget, Maker
from bastide.bots.reference import OPPONENTS
from bastide.bots.statistics import mean_of
from bastide.errors import BastideError
from bastide.games import GameRules
from bastide.play.game import Game
from bastide.rules.model import Json

SIDES: Final = "AB"
USUAL: Final = Budget()
CONTENDER: Final = re.compile(r"(?P<level>[^@]+)(?:@(?:(?P<seconds>\d+(?:\.\d+)?)s|(?P<simulations>\d+)))?")


def maker(level: str) -> Maker:
    """Return what makes a bot: a level, one who is there to measure levels by, or one's own as ``module:Name``.

    Raises BastideError if there is none such.
    """
    known = LEVELS | OPPONENTS
    if level in known:
        return known[level]
    module, own, name = level.partition(":")
    if not own:
        raise BastideError("unknown_level", level=level, known=", ".join(known))
    try:
        found: Maker = getattr(import_module(module), name)
    except Exception as reason:
        raise BastideError("arena_own", level=level, reason=_told(reason)) from reason
    return found


@dataclass(frozen=True)
class Contender:
    """A bot and how long it may think about a choice."""

    level: str
    budget: Budget = USUAL

    def __str__(self) -> str:
        """As `parse_contender` reads it."""
        simulations = self.budget.simulations
        return f"{self.level}@{self.budget.seconds:g}s" if simulations is None else f"{self.level}@{simulations}"


def parse_contender(text: str, seconds: float = 1.0) -> Contender:
    """Read a level and a budget: ``strong``, ``strong@0.1s`` (seconds) or ``master@400`` (simulations).

    >>> str(parse_contender("random", 0.5)), parse_contender("random@400").budget.simulations
    ('random@0.5s', 400)
    """
    found = CONTENDER.fullmatch(text)
    if found is None:
        raise BastideError("arena_contender", text=text)
    maker(found["level"])
    simulations = int(found["simulations"]) if found["simulations"] else None
    seconds = float(found["seconds"] or seconds)
    if not 0 < seconds < inf or simulations == 0:
        raise BastideError("arena_budget", level=found["level"])
    return Contender(found["level"], Budget(seconds, simulations))


@dataclass(frozen=True)
class Match:
    """Who plays whom, and how; its games are numbered from 0, and each follows from its number."""

    a: Contender
    b: Contender
    rules: GameRules
    seats: int = 2
    seed: int = 1
    paired: bool = False
    """Whether games 2i and 2i + 1 have the same draws, with the seats swapped."""

    def deck(self, number: int) -> str:
        """Return the seed of the draws of a game."""
        return f"{self.seed}/{number // 2 if self.paired else number}"

    def sides(self, number: int) -> str:
        """Return which side has each seat: they take turns around the table, and in who begins.

        >>> from bastide import make_rules
        >>> match = Match(Contender("random"), Contender("random"), make_rules(), seats=3)
        >>> match.sides(0), match.sides(1)
        ('ABA', 'BAB')
        """
        return "".join(SIDES[(seat + number) % 2] for seat in range(self.seats))

    def contender(self, side: str) -> Contender:
        """Return who plays on a side."""
        return self.a if side == "A" else self.b

    def to_json(self) -> dict[str, Json]:
        """Return the match as plain data; the same data means the same games."""
        return {
            "a": str(self.a),
            "b": str(self.b),
            "rules": str(self.rules.choice),
            "seats": self.seats,
            "seed": self.seed,
            "paired": self.paired,
        }


@dataclass(frozen=True)
class Fault:
    """What a bot did that ended its game: it raised an error, or chose what was not there."""

    side: str
    reason: str


@dataclass(frozen=True)
class Played:
    """A game of a match, finished or broken off by a fault."""

    number: int
    sides: str
    scores: tuple[int, ...]
    turns: tuple[str, ...]
    """The game in notation, one line a turn."""
    seconds: Mapping[str, Sequence[float]]
    """By side, how long each choice took that was one."""
    fault: Fault | None = None

    @property
    def score(self) -> float:
        """1 if side A has won, 0 if side B has, ½ if both share the victory. Whoever is at fault has lost."""
        if self.fault is not None:
            return float(self.fault.side == "B")
        best = max(self.scores)
        winners = {side for side, points in zip(self.sides, self.scores, strict=True) if points == best}
        return 0.5 if len(winners) > 1 else float("A" in winners)

    @property
    def margin(self) -> float:
        """By how many points side A is ahead, for each of its seats."""
        a, b = (
            mean_of([points for own, points in zip(self.sides, self.scores, strict=True) if own == side])
            for side in SIDES
        )
        return a - b


class AtFault(Exception):
    """A bot cannot go on; holds its side and what went wrong."""

    def __init__(self, side: str, reason: str) -> None:
        super().__init__(side, reason)
        self.fault = Fault(side, reason)


def play_game(match: Match, number: int) -> Played:
    """Play one game of a match; a bot that fails loses it."""
    sides = match.sides(number)
    game = Game(match.rules, match.seats, Deck(match.deck(number)))
    seconds: dict[str, list[float]] = {side: [] for side in SIDES}
    fault = None
    try:
        bots = [_sit_down(match, number, seat, side) for seat, side in enumerate(sides)]
        while not game.over:
            side = sides[game.actor]
            chosen, taken = _choice(game, bots[game.actor], match.contender(side).budget, side)
            if taken is not None:
                seconds[side].append(taken)
            game.play(game.options()[chosen])
    except AtFault as failed:
        fault = failed.fault
    return Played(number, sides, tuple(game.scores), tuple(game.turns()), seconds, fault)


def _sit_down(match: Match, number: int, seat: int, side: str) -> Bot:
    """Return the bot of a seat, ready to think, with a generator that follows from the match, the game and the seat."""
    generator, level = Random(f"{match.seed}/{number}/{seat}"), match.contender(side).level
    try:
        if level in SEARCHING:
            get_ready()
        return maker(level)(match.rules, generator)
    except Exception as reason:
        raise AtFault(side, _told(reason)) from reason


def _choice(game: Game, bot: Bot, budget: Budget, side: str) -> tuple[int, float | None]:
    """Return the number of the option that a bot chooses and how long it took; nobody is asked if there is only one."""
    options = [game.json(action) for action in game.options()]
    if len(options) == 1:
        return 0, None
    view = game.view(game.actor)
    began = time.perf_counter()
    try:
        chosen = index(bot.choose(view, options, budget))
    except Exception as reason:
        raise AtFault(side, f"turn {game.state.turn}: {_told(reason)}") from reason
    taken = time.perf_counter() - began
    if not 0 <= chosen < len(options):
        raise AtFault(side, f"turn {game.state.turn}: chose number {chosen} of {len(options)} options")
    return chosen, taken


def _told(reason: Exception) -> str:
    return f"{type(reason).__name__}: {reason}"
