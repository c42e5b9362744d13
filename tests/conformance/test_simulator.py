"""The compiled simulator plays every rule set as the engine does."""

from __future__ import annotations

from random import Random

from bastide.fast import Batch
from bastide.games import parse_rules
from bastide.rules import engine
from tests.fast.mirror import board_difference, play_both
from tests.games import any_kind

EVERY = 8


def test_the_simulator_plays_as_the_engine_does(rules: str) -> None:
    made = parse_rules(rules)
    state, batch = engine.start(made, 3), Batch(made, 1, 3)
    for number, _ in enumerate(play_both(state, batch, Random(rules), any_kind)):
        if number % EVERY == 0:
            assert board_difference(state, batch, 0) == ""
    assert batch.over.all()
