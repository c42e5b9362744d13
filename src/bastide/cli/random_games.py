"""Random games, played with the public functions of the engine."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from bastide.play.dealer import drawn_at_random
from bastide.rules.engine import actor, apply, options
from bastide.rules.model import CHANCE, Action
from bastide.rules.state import State


def random_action(state: State, legal: list[Action], generator: Random) -> Action:
    """Return a random action: draws by weight, choices uniformly."""
    if actor(state) == CHANCE:
        return drawn_at_random(state, generator)
    return generator.choice(legal)


def play_out(state: State, generator: Random, after: Callable[[State], None] | None = None) -> None:
    """Play a game to its end, in place; ``after`` is called after every action."""
    while legal := options(state):
        apply(state, random_action(state, legal, generator))
        if after is not None:
            after(state)
