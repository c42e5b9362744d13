"""Bots play every rule set with nothing but what their seat may know."""

from __future__ import annotations

from random import Random

import pytest

from bastide.bots import Budget, determinize, make_bot
from bastide.games import GameRules
from bastide.play.masking import mask
from bastide.play.view import view
from bastide.rules.engine import actor
from bastide.rules.state import State
from tests.hidden import with_other_secrets

LEVELS = {"novice": 3, "greedy": 2, "strong": 1}
"""The number of choices by each level."""
BUDGET = Budget(seconds=0.2)


def test_a_determinized_state_is_the_same_to_its_seat(sample: tuple[State, ...]) -> None:
    for number, state in enumerate(sample):
        for seat in range(state.players):
            sampled = determinize(state, seat, Random(number))
            assert view(sampled, seat) == view(state, seat)
            assert sampled.legal == (state.legal if seat == actor(state) else [])


def test_bots_learn_nothing_hidden(rules: str, sample: tuple[State, ...]) -> None:
    """States that differ only in what is hidden from a seat are one and the same to its bot."""
    rng = Random(rules)
    for number, state in enumerate(sample):
        for seat in range(state.players):
            other = with_other_secrets(state, seat, rng)
            assert everything(determinize(other, seat, Random(number))) == everything(
                determinize(state, seat, Random(number))
            )
            assert everything(mask(other, seat)) == everything(mask(state, seat))


def everything(state: State) -> object:
    return state.key(), state.left, state.buried, state.completed, state.legal, state.jump


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_chooses_options(level: str, sample: tuple[State, ...]) -> None:
    choices = [state for state in sample if actor(state) >= 0 and len(state.legal) > 1]
    rules = sample[0].rules
    assert isinstance(rules, GameRules)
    for number, state in enumerate(Random(level).sample(choices, min(len(choices), LEVELS[level]))):
        bot = make_bot(level, rules, number)
        assert bot.choose(determinize(state, actor(state), Random(number)), BUDGET) in state.legal
