"""A policy as a bot: it plays whatever the rules, and is told if it chooses what it cannot."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from bastide.bots import Budget, determinize
from bastide.errors import IllegalAction
from bastide.games import parse_rules
from bastide.play.dealer import Seeded
from bastide.play.game import Game
from bastide.rl.actions import Mask
from bastide.rl.encoding import REPRESENTATIONS, Observation, Representation
from bastide.rl.policy import PolicyBot
from tests.rl.test_actions import RULE_SETS


@pytest.mark.parametrize("representation", REPRESENTATIONS)
@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_policy_plays_by_any_rules(rules: str, representation: Representation) -> None:
    generator = np.random.default_rng(1)

    def policy(seen: Observation, mask: Mask) -> int:
        return int(generator.choice(np.flatnonzero(mask)))

    made = parse_rules(rules)
    game, bot = Game(made, 3, Seeded(5)), PolicyBot(made, Random(1), policy, representation=representation)
    for _ in range(40):
        game.play(bot.choose(determinize(game.state, game.actor, Random(2)), Budget()))


def test_beyond_its_window_a_policy_plays_on_at_random() -> None:
    generator, asked, played = np.random.default_rng(1), 0, 0

    def policy(seen: Observation, mask: Mask) -> int:
        nonlocal asked
        asked += 1
        return int(generator.choice(np.flatnonzero(mask)))

    made = parse_rules("second")
    game, bot = Game(made, 2, Seeded(5)), PolicyBot(made, Random(1), policy, window=7)
    while not game.over:
        game.play(bot.choose(determinize(game.state, game.actor, Random(2)), Budget()))
        played += 1
    assert 0 < asked < played


def test_a_policy_that_chooses_what_it_cannot_is_told_why() -> None:
    made = parse_rules("second")
    game = Game(made, 2, Seeded(5))
    bot = PolicyBot(made, Random(1), lambda _, mask: int(np.flatnonzero(mask == 0)[0]))
    with pytest.raises(IllegalAction):
        bot.choose(game.state, Budget())
