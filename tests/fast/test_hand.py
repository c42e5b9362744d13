"""Hands of three tiles in the simulator: dealing short of tiles, blocked hands, and what is likely to be dealt."""

from __future__ import annotations

from random import Random

import pytest

from bastide.fast import Batch
from bastide.games import parse_rules
from bastide.play.position import parse_position
from bastide.rules import engine
from bastide.rules.model import CHANCE
from tests.fast.mirror import play_both

RULES = ("second hand_size=3", "second hand_size=3 hand_end=drawn", "second hand_size=3 expansions=river")
BLOCKED = "hand X,C,X X,X,C C,C,-"
"""On a board that shows nothing but fields, these tiles fit nowhere."""
POSITIONS = {
    "too few tiles to deal": "D(0,0) ; players 3 ; bag U:7 ; to 2 ; step hand.deal",
    "a blocked hand with tiles to take": f"B(0,0) ; players 3 ; {BLOCKED} ; bag X:9 C:4 U:3",
    "a blocked hand with few tiles to take": f"B(0,0) ; players 3 ; {BLOCKED} ; bag X:2 U:1",
    "blocked hands without tiles to take": f"B(0,0) ; players 3 ; {BLOCKED} ; bag empty",
    "one hand that fits among blocked ones": "B(0,0) ; players 3 ; hand X,C,X U,X,U C,-,- ; bag empty",
    "one hand left": "B(0,0) ; players 3 ; hand U,X,U -,-,- -,-,- ; bag empty",
    "buried tiles": f"B(0,0) ; players 3 ; {BLOCKED} ; bag X:9 C:4 U:3 ; buried 2",
}


def dealt(batch: Batch) -> dict[int, int]:
    """Return the number of equally likely cases of each tile that may be dealt in the first game of a batch."""
    game = batch.games[0]
    listed = slice(int(game["choices"]))
    return dict(zip(game["option"][listed].tolist(), game["weight"][listed].tolist(), strict=True))


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("text", POSITIONS.values(), ids=POSITIONS.keys())
def test_positions_with_hands_are_played_as_in_the_engine(text: str, rules: str) -> None:
    """ED-HAND-1, ED-HAND-4 to ED-HAND-9, ED-HAND-14."""
    start = parse_position(text, parse_rules(rules))
    for seed in range(8):
        state, batch = start.copy(), Batch.from_engine([start])
        for _ in play_both(state, batch, Random(seed)):
            if engine.actor(state) == CHANCE and engine.step_name(state) != "hand.draw":
                assert dealt(batch) == dict(zip(state.legal, engine.weights(state), strict=True))
            assert batch.to_engine(0).key() == state.key()


def test_tiles_are_dealt_while_those_of_the_river_are_left() -> None:
    """ED-HAND-12"""
    state = engine.start(parse_rules("bigbox2014 expansions=river_2 hand_size=3"), 8)
    batch = Batch(state.rules, 1, 8)
    for _ in play_both(state, batch, Random(1)):
        assert batch.to_engine(0).key() == state.key()
