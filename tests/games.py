"""Random games: with or without a dealer, in part or to their end, with or without checks of the invariants."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from random import Random

from bastide.games import GameRules
from bastide.play.dealer import Seeded, drawn_at_random
from bastide.play.game import Game
from bastide.play.invariants import InvariantChecker
from bastide.play.position import position_text
from bastide.rules import engine
from bastide.rules.events import Event
from bastide.rules.model import CHANCE, KIND_MASK, Action
from bastide.rules.ruleset import Ruleset
from bastide.rules.state import State

Choose = Callable[[Random, list[Action]], Action]


def any_option(rng: Random, legal: list[Action]) -> Action:
    """Return one of the options, each as likely as the others."""
    return rng.choice(legal)


def any_kind(rng: Random, legal: list[Action]) -> Action:
    """Return one of the options, each kind of them as likely as the others, so that rare kinds come up more often."""
    kind = rng.choice(sorted({action & KIND_MASK for action in legal}))
    return rng.choice([action for action in legal if action & KIND_MASK == kind])


def some_action(state: State, rng: Random, choose: Choose = any_option) -> Action:
    """Return a random action: a draw with its probability, or a choice."""
    return drawn_at_random(state, rng) if engine.actor(state) == CHANCE else choose(rng, state.legal)


def states(rules: Ruleset, players: int, rng: Random, choose: Choose = any_option) -> Iterator[State]:
    """Play a game without dealer or log and yield its state, one object, before every action and at the end."""
    state = engine.start(rules, players)
    while state.legal:
        yield state
        engine.apply(state, some_action(state, rng, choose))
    yield state


def watched_game(rules: Ruleset, players: int, seed: int, every: int = 1, choose: Choose = any_option) -> State:
    """Play a random game, check it after every action, thoroughly after each ``every`` actions, and return its end."""
    state = engine.start(rules, players)
    checker = InvariantChecker(state)
    for number, state in enumerate(states(rules, players, Random(seed), choose)):
        thorough = number % every == 0 or not state.legal
        assert checker.check(state, thorough) == [], position_text(state)
    return state


def plies(game: Game, seed: Random | int = 1, choose: Choose = any_option) -> Iterator[Sequence[Event]]:
    """Play a game at random to its end and yield the events of every choice."""
    rng = seed if isinstance(seed, Random) else Random(seed)
    while not game.over:
        assert game.actor != CHANCE
        yield game.play(choose(rng, game.options()))


def play_on(game: Game, rng: Random, most: int | None = None, choose: Choose = any_option) -> Game:
    """Make random choices in a game, to its end or at most ``most`` of them, and return it."""
    for _ in islice(plies(game, rng, choose), most):
        pass
    return game


def random_game(
    rules: GameRules | str = "bigbox2014",
    players: int = 3,
    seed: int = 1,
    most: int | None = None,
    choose: Choose = any_option,
) -> Game:
    """Return a game after random choices: all to its end, or the first ``most``."""
    return play_on(Game(rules, players, Seeded(seed)), Random(seed), most, choose)


def every_state(game: Game, rng: Random | int, choose: Choose = any_option) -> Iterator[State]:
    """Play a game at random to its end and yield every state of it, those at draws included."""
    known = 0
    for _ in chain([None], plies(game, rng, choose)):
        yield from (game.at(number) for number in range(known, len(game.log) + 1))
        known = len(game.log) + 1
