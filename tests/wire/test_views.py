"""Views, actions and land are as declared, in random games of many rules."""

from __future__ import annotations

from random import Random
from typing import get_type_hints

import pytest

from bastide.games.rules import GameRules
from bastide.play import land
from bastide.play.dealer import Uniform
from bastide.play.game import Game
from bastide.wire.messages import ActionData, FeatureFacts, PlacementHint
from bastide.wire.views import View, ViewFacts
from tests.wire.conformance import faults
from tests.wire.test_events import RULES

STEP = 7
"""One in so many positions is looked at."""


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_what_is_told_of_positions_is_as_declared(rules: GameRules) -> None:
    game, rng = Game(rules, 3, Uniform(Random(1))), Random(2)
    known: set[str] = set()
    while not game.over:
        for viewer in (0, 1, 2, None):
            assert faults(game.view(viewer), View, "view") == []
        for option in game.options()[:STEP]:
            assert faults(game.json(option), ActionData, "action") == []
        for feature in land.features(game.state)[:STEP]:
            assert faults(feature.to_json(), FeatureFacts, "feature") == []
        for hint in land.hints(game.state)[:STEP]:
            assert hint is None or faults(hint.to_json(), PlacementHint, "hint") == []
        for _ in range(STEP):
            if not game.over:
                known |= game.view(None)["facts"].keys()
                game.play(rng.choice(game.options()))
    assert faults(game.view(None), View, "view") == []
    assert known == expected_facts(rules)


def expected_facts(rules: GameRules) -> set[str]:
    """Return the facts that some position of every long game has, by the expansions of the rules."""
    brings = {
        "king_and_robber": {"king_record", "robber_record"},
        "count": {"count_stands", "asked_next"},
        "wheel_of_fortune": {"asked_next"},
        "crop_circles": {"asked_next"},
        "catapult": {"fair_game", "fair_victim"},
        "gold_rush": {"gold_held"},
    }
    return set().union(*(brings.get(e.id, set()) for e in rules.expansions))


def test_every_declared_fact_is_told_by_some_expansion() -> None:
    told = {name for rules in RULES.values() for name in expected_facts(rules)}
    assert told == get_type_hints(ViewFacts).keys()
