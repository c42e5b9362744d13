"""The rule sets of the conformance suite, and a random game by each, played once in every process."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from bastide.games import parse_rules
from bastide.play.dealer import Uniform
from bastide.play.game import Game
from bastide.rules.state import State
from tests.games import any_kind, play_on
from tests.rulesets import RULE_SETS

PLAYERS = 3
SAMPLE = 24
"""Number of states sampled from a game."""


@pytest.fixture(params=RULE_SETS)
def rules(request: pytest.FixtureRequest) -> str:
    """Return the text of a rule set."""
    return RULE_SETS[request.param]


@cache
def finished_game(rules: str) -> Game:
    """Return a finished random game, in which every kind of choice is as likely as the others."""
    return play_on(Game(parse_rules(rules), PLAYERS, Uniform(Random(rules))), Random(rules), choose=any_kind)


@cache
def sampled_states(rules: str) -> tuple[State, ...]:
    """Return states sampled from that game, its beginning and its end included."""
    game = finished_game(rules)
    step = len(game.log) // SAMPLE + 1
    return (*(game.at(number) for number in range(0, len(game.log), step)), game.state)


@pytest.fixture
def game(rules: str) -> Game:
    """Return a finished game by a rule set; tests must not change it."""
    return finished_game(rules)


@pytest.fixture
def sample(rules: str) -> tuple[State, ...]:
    """Return states of a game by a rule set; tests must not change them."""
    return sampled_states(rules)
