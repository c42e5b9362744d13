"""Games of one seat, for study and puzzles: every set of rules can be played alone."""

from __future__ import annotations

import random

import pytest

from bastide import Game, Seeded, from_record, game_text, parse_game, parse_position, position_text, to_record
from bastide.games import DEFAULT_GAME, GAMES
from bastide.play.invariants import InvariantChecker

ALONE = [f"bigbox2014 expansions={expansion.id}" for expansion in DEFAULT_GAME.expansions]
RULES = [
    *(preset for game in GAMES.values() for preset in game.presets),
    *ALONE,
    f"bigbox2014 hand_size=3 expansions={','.join(DEFAULT_GAME.together())}",
]


@pytest.mark.parametrize("rules", RULES)
def test_a_game_of_one_seat_is_played_to_its_end(rules: str) -> None:
    game, choose = Game(rules, 1, Seeded(1)), random.Random(1).choice
    checker = InvariantChecker(game.state)
    while not game.over:
        assert game.actor == 0
        game.play(choose(game.options()))
        assert checker.check(game.state) == []
    assert game.winners == [0]
    assert game.state.turn > 30


@pytest.mark.parametrize("rules", ["first", "gold_rush", "bigbox2014 expansions=count,catapult"])
def test_a_game_of_one_seat_is_written_and_read(rules: str) -> None:
    game, choose = Game(rules, ["Ann"], Seeded(2)), random.Random(2).choice
    for _ in range(60):
        game.play(choose(game.options()))
    assert parse_position(position_text(game.state)).key() == game.state.key()
    assert "players 1" in position_text(game.state)
    assert from_record(to_record(game)).state.key() == game.state.key()
    assert parse_game(game_text(game)).state.key() == game.state.key()
    assert game.view(0)["scores"] == game.scores
