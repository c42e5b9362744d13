"""The rule sets of the conformance suite, and a random game of each, played once in every process."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from bastide.games import parse_rules
from bastide.play.dealer import Uniform
from bastide.play.game import Game
from tests.games import any_kind, play_on
from tests.rulesets import RULE_SETS

PLAYERS = 3


@pytest.fixture(params=RULE_SETS)
def rules(request: pytest.FixtureRequest) -> str:
    """Return the text of one rule set after the other."""
    return RULE_SETS[request.param]


@cache
def finished_game(rules: str) -> Game:
    """Return a whole game at random in which every kind of choice is as likely as the others; do not change it."""
    return play_on(Game(parse_rules(rules), PLAYERS, Uniform(Random(rules))), Random(rules), choose=any_kind)


@pytest.fixture
def game(rules: str) -> Game:
    """Return a finished game by a rule set; do not change it."""
    return finished_game(rules)
