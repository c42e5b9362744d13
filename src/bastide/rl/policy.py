"""A bot that plays by a trained policy, at any table."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from bastide.bots.interface import Budget
from bastide.errors import BeyondWindow
from bastide.games import GameRules
from bastide.rl.actions import Mask
from bastide.rl.encoding import Observation, Representation, make_encoding
from bastide.rules.engine import actor
from bastide.rules.model import Action
from bastide.rules.state import State

Policy = Callable[[Observation, Mask], int]
"""Chooses the number of an action, given the observation and the action mask."""


class PolicyBot:
    """Plays by a policy. Window and representation must be those that the policy was trained with."""

    def __init__(
        self,
        rules: GameRules,
        generator: Random,
        policy: Policy,
        window: int | str | None = None,
        representation: Representation = "planes",
    ) -> None:
        self.rules = rules
        self.generator = generator
        self.policy = policy
        self.window = window
        self.representation: Representation = representation

    def choose(self, state: State, budget: Budget) -> Action:
        """Return the action that the policy chooses: a random one if the game has left the window."""
        encoding = make_encoding(str(self.rules.choice), state.players, self.window, self.representation)
        seat = actor(state)
        try:
            mask, observation = encoding.mask(state, seat), encoding.observe(state, seat)
        except BeyondWindow:
            return self.generator.choice(state.legal)
        number = int(self.policy(observation, mask))
        if not (0 <= number < len(mask) and mask[number]):
            raise encoding.actions.refusal(state, number)
        return encoding.actions.action(state, number)
