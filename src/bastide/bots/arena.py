"""The arena: matches between two bots. Every game of a match is reproducible from its number."""

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

from bastide.bots.characters import BOTS, is_searching
from bastide.bots.compilation import warm_up
from bastide.bots.decks import Deck
from bastide.bots.determinization import determinize
from bastide.bots.interface import Bot, BotFactory, Budget
from bastide.bots.reference import OPPONENTS
from bastide.bots.statistics import mean_of
from bastide.errors import BastideError
from bastide.games import GameRules
from bastide.play.game import Game
from bastide.rules.model import Action, Json, Seat

SIDES: Final = "AB"
DEFAULT_BUDGET: Final = Budget()
CONTENDER: Final = re.compile(r"(?P<level>[^@]+)(?:@(?:(?P<seconds>\d+(?:\.\d+)?)s|(?P<simulations>\d+)))?")


def bot_factory(level: str) -> BotFactory:
    """Return the factory of a level, a character, an opponent to measure by, or a bot given as ``module:Name``.

    Raises BastideError if it does not exist.
    """
    known = BOTS | OPPONENTS
    if level in known:
        return known[level]
    module, own, name = level.partition(":")
    if not own:
        raise BastideError("unknown_level", level=level, known=", ".join(known))
    try:
        found: BotFactory = getattr(import_module(module), name)
    except Exception as reason:
        raise BastideError("arena_own", level=level, reason=_description(reason)) from reason
    return found


@dataclass(frozen=True)
class Contender:
    """A bot and its budget for a choice."""

    level: str
    budget: Budget = DEFAULT_BUDGET

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
    bot_factory(found["level"])
    simulations = int(found["simulations"]) if found["simulations"] else None
    seconds = float(found["seconds"] or seconds)
    if not 0 < seconds < inf or simulations == 0:
        raise BastideError("arena_budget", level=found["level"])
    return Contender(found["level"], Budget(seconds, simulations))


@dataclass(frozen=True)
class Match:
    """Two bots and the conditions they play under. Games are numbered from 0, and each follows from its number."""

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
        """Return the side of each seat: sides alternate around the table, and the first seat alternates between games.

        >>> from bastide import make_rules
        >>> match = Match(Contender("random"), Contender("random"), make_rules(), seats=3)
        >>> match.sides(0), match.sides(1)
        ('ABA', 'BAB')
        """
        return "".join(SIDES[(seat + number) % 2] for seat in range(self.seats))

    def contender(self, side: str) -> Contender:
        """Return the contender of a side."""
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
    """Why a bot forfeited a game: it raised an error or chose an illegal action."""

    side: str
    reason: str


@dataclass(frozen=True)
class MatchGame:
    """A game of a match, finished or ended by a fault."""

    number: int
    sides: str
    scores: tuple[int, ...]
    turns: tuple[str, ...]
    """The game in notation, one line a turn."""
    seconds: Mapping[str, Sequence[float]]
    """By side, the time of every choice between several options."""
    fault: Fault | None = None

    @property
    def score(self) -> float:
        """1 if side A has won, 0 if side B has, ½ for a draw. A fault loses."""
        if self.fault is not None:
            return float(self.fault.side == "B")
        best = max(self.scores)
        winners = {side for side, points in zip(self.sides, self.scores, strict=True) if points == best}
        return 0.5 if len(winners) > 1 else float("A" in winners)

    @property
    def margin(self) -> float:
        """The lead of side A in points per seat."""
        a, b = (
            mean_of([points for own, points in zip(self.sides, self.scores, strict=True) if own == side])
            for side in SIDES
        )
        return a - b


class BotFault(Exception):
    """Raised when a bot forfeits its game."""

    def __init__(self, side: str, reason: str) -> None:
        super().__init__(side, reason)
        self.fault = Fault(side, reason)


def play_game(match: Match, number: int) -> MatchGame:
    """Play one game of a match. A bot with a fault loses it."""
    sides = match.sides(number)
    game = Game(match.rules, match.seats, Deck(match.deck(number)))
    seconds: dict[str, list[float]] = {side: [] for side in SIDES}
    fault = None
    try:
        players = [Player(match, number, seat) for seat in range(match.seats)]
        while not game.over:
            player, options = players[game.actor], game.options()
            if len(options) == 1:
                game.play(options[0])
                continue
            action, taken = player.choose(game)
            seconds[player.side].append(taken)
            game.play(action)
    except BotFault as failed:
        fault = failed.fault
    return MatchGame(number, sides, tuple(game.scores), tuple(game.turns()), seconds, fault)


class Player:
    """A bot in a seat of a game, with random generators that follow from the match, the game and the seat."""

    def __init__(self, match: Match, number: int, seat: Seat) -> None:
        self.seat = seat
        self.side = match.sides(number)[seat]
        self.contender = match.contender(self.side)
        seed = f"{match.seed}/{number}/{seat}"
        self.generator = Random(f"{seed}/hidden")
        """Draws what is hidden from the seat."""
        self.bot = self._make_bot(match.rules, Random(seed))

    def _make_bot(self, rules: GameRules, generator: Random) -> Bot:
        try:
            if is_searching(self.contender.level):
                warm_up()
            return bot_factory(self.contender.level)(rules, generator)
        except Exception as reason:
            raise BotFault(self.side, _description(reason)) from reason

    def choose(self, game: Game) -> tuple[Action, float]:
        """Return the action that the bot chooses, and the time it took. Raises BotFault."""
        state = determinize(game.state, self.seat, self.generator)
        start = time.perf_counter()
        try:
            action = index(self.bot.choose(state, self.contender.budget))
        except Exception as reason:
            raise BotFault(self.side, f"turn {game.state.turn}: {_description(reason)}") from reason
        taken = time.perf_counter() - start
        if action not in game.options():
            raise BotFault(self.side, f"turn {game.state.turn}: chose {action!r}, which is not an option")
        return action, taken


def _description(reason: Exception) -> str:
    return f"{type(reason).__name__}: {reason}"
