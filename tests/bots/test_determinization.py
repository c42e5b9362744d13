"""Determinized states look like the real one to their seat, and depend on nothing that is hidden from it."""

from __future__ import annotations

import json
import pickle
from random import Random

import pytest

from bastide.bots import LEVELS, Budget, determinize, make_bot
from bastide.bots.remote import RemoteBot
from bastide.errors import BastideError
from bastide.games import GameRules, parse_rules
from bastide.play.dealer import Uniform
from bastide.play.game import Game
from bastide.play.masking import HIDDEN, mask
from bastide.play.view import parse_view, view
from bastide.rules.engine import actor
from bastide.rules.state import State
from tests.games import play_on

FEW = Budget(simulations=6)
HANDS = "bigbox2014 expansions=hills_and_sheep,traders_and_builders hand_size=3"


def hands(seed: int = 4, choices: int = 40) -> State:
    return play_on(Game(HANDS, 3, Uniform(Random(seed))), Random(seed), choices).state


def test_hidden_hands_are_drawn_at_random() -> None:
    state = hands()
    seat = actor(state)
    drawn = {tuple(determinize(state, seat, Random(seed)).hand) for seed in range(20)}
    assert len(drawn) > 10
    for seed in range(20):
        sampled = determinize(state, seat, Random(seed))
        assert HIDDEN not in sampled.hand
        assert sampled.hand_of(seat) == state.hand_of(seat)
        assert sum(sampled.bag) == sum(state.bag)
        assert min(sampled.bag) >= 0


def test_a_state_from_a_view_is_determinized_like_the_real_one() -> None:
    state = hands()
    seat = actor(state)
    parsed = parse_view(state.rules, json.loads(json.dumps(view(state, seat))))
    assert determinize(parsed, seat, Random(3)).key() == determinize(state, seat, Random(3)).key()


@pytest.mark.parametrize(
    "level", [pytest.param(level, marks=pytest.mark.long) if level == "strong" else level for level in LEVELS]
)
def test_a_remote_bot_chooses_what_the_bot_chooses(level: str) -> None:
    game = play_on(Game("second", 2, Uniform(Random(4))), Random(4), 31)
    rules, options = game.rules, [game.json(option) for option in game.options()]
    own = make_bot(level, rules, 1).choose(determinize(game.state, game.actor, Random(1)), FEW)
    for order in (options, options[::-1]):
        remote = RemoteBot(make_bot(level, rules, 1), rules, Random(1))
        number = remote.choose(json.loads(json.dumps(game.view(game.actor))), order, FEW)
        assert order[number] == game.json(own)
    others = [option for option in options if option != game.json(own)]
    with pytest.raises(BastideError, match="not those of the view"):
        RemoteBot(make_bot(level, rules, 1), rules, Random(1)).choose(game.view(game.actor), others, FEW)


def test_masked_and_determinized_states_can_be_pickled() -> None:
    state = hands()
    seat = actor(state)
    for found in (mask(state, seat), determinize(state, seat, Random(1))):
        again = pickle.loads(pickle.dumps(found))
        assert (again.key(), again.legal) == (found.key(), found.legal)


def test_a_bot_plays_on_alone() -> None:
    """Solo games have no opponent to lead."""
    rules: GameRules = parse_rules("second")
    for level in LEVELS:
        game = Game(rules, 1, Uniform(Random(2)))
        bot = make_bot(level, rules, 1)
        for _ in range(6):
            game.play(bot.choose(determinize(game.state, 0, Random(1)), FEW))
