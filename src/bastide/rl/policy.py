"""A bot that plays by a trained policy, at any table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from bastide.bots.imagining import imagine
from bastide.bots.interface import Budget
from bastide.errors import BeyondWindow
from bastide.games import GameRules
from bastide.rl.actions import Mask
from bastide.rl.encoding import Observation, Representation, make_encoding
from bastide.rules.actions import to_json
from bastide.rules.engine import actor
from bastide.rules.model import Json
from bastide.wire.views import View

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

    def choose(self, view: View, options: Sequence[Mapping[str, Json]], budget: Budget) -> int:
        """Return the number of one of the options: any, if the game has left the window and the policy is blind."""
        players = len(view["scores"])
        encoding = make_encoding(str(self.rules.choice), players, self.window, self.representation)
        state = imagine(self.rules, view, self.generator)
        seat = actor(state)
        try:
            mask, seen = encoding.mask(state, seat), encoding.observe(state, seat)
        except BeyondWindow:
            return self.generator.randrange(len(options))
        number = int(self.policy(seen, mask))
        if not (0 <= number < len(mask) and mask[number]):
            raise encoding.actions.refusal(state, number)
        return list(options).index(to_json(self.rules, encoding.actions.action(state, number)))
