"""The compiled simulator plays a rule set as the engine does, or refuses it."""

from __future__ import annotations

from random import Random

import pytest

from bastide.errors import BadRules
from bastide.fast import Batch, check
from bastide.games import parse_rules
from bastide.rules import engine
from tests.fast.mirror import board_difference, play_both
from tests.rulesets import PRESETS

SUPPORTED = ("abbot", "inns_and_cathedrals", "river", "river_2", "river_20")
COMPILED = {*PRESETS, *(f"bigbox2014 expansions={name}" for name in SUPPORTED)}


def test_the_simulator_plays_what_it_knows_and_refuses_the_rest(rules: str) -> None:
    made = parse_rules(rules)
    if rules not in COMPILED:
        with pytest.raises(BadRules):
            check(made)
        return
    state, batch = engine.start(made, 3), Batch(made, 1, 3)
    for _ in play_both(state, batch, Random(rules)):
        assert board_difference(state, batch, 0) == ""
    assert batch.over.all()
