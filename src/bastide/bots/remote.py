"""Bots at a remote table: from the view and the options that a server sends to the index of the chosen option."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from bastide.bots.determinization import determinize
from bastide.bots.interface import Bot, Budget
from bastide.errors import BastideError
from bastide.games import GameRules
from bastide.play.view import parse_view
from bastide.rules.actions import to_json
from bastide.rules.engine import actor
from bastide.rules.model import Json
from bastide.wire.views import View


class RemoteBot:
    """A bot that is given the messages of a server instead of states."""

    def __init__(self, bot: Bot, rules: GameRules, generator: Random) -> None:
        self.bot = bot
        self.rules = rules
        self.generator = generator

    def choose(self, view: View, options: Sequence[Mapping[str, Json]], budget: Budget) -> int:
        """Return the index of the chosen option. Raises BastideError if the options are not those of the view."""
        state = parse_view(self.rules, view)
        chosen = to_json(self.rules, self.bot.choose(determinize(state, actor(state), self.generator), budget))
        if chosen not in options:
            raise BastideError("bot_options")
        return list(options).index(chosen)
