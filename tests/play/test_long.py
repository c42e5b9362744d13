"""The exhaustive runs of `make long`: whole games by every edition, looked at after every action."""

from __future__ import annotations

from random import Random

import pytest

from bastide.games import DEFAULT_GAME, make_rules, presets
from bastide.play.invariants import Watch
from bastide.play.position import parse_position, position_text
from bastide.rules import engine
from bastide.rules.model import CHANCE

EXPANSIONS = [expansion.id for expansion in DEFAULT_GAME.expansions]

pytestmark = pytest.mark.long


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("hand_size", [0, 3])
@pytest.mark.parametrize("preset", list(presets()))
def test_whole_games_are_sound_at_every_moment(preset: str, hand_size: int, seed: int) -> None:
    rng = Random(f"{preset} {hand_size} {seed}")
    chosen = rng.sample(EXPANSIONS, rng.randrange(len(EXPANSIONS) + 1))
    rules = make_rules(preset, expansions=chosen, hand_size=hand_size, farmers=rng.random() < 0.8)
    state = engine.start(rules, rng.randrange(2, 6))
    watch = Watch(state)
    while legal := engine.options(state):
        drawn = engine.actor(state) == CHANCE
        engine.apply(state, rng.choices(legal, engine.weights(state))[0] if drawn else rng.choice(legal))
        assert watch.look(state) == [], position_text(state)
    assert parse_position(position_text(state)).key() == state.key()
