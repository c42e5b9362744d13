"""Games of one seat, for study and puzzles. The conformance suite plays every set of rules alone."""

from __future__ import annotations

from random import Random

import pytest

from bastide import Game, Seeded, from_record, game_text, parse_game, parse_position, position_text, to_record
from bastide.rules.model import CHANCE
from tests.games import play_on, random_game


def test_the_one_seat_makes_all_choices_and_wins() -> None:
    game = random_game("first", 1)
    assert {entry.actor for entry in game.log} == {0, CHANCE}
    assert game.winners == [0]


@pytest.mark.parametrize("rules", ["first", "gold_rush", "bigbox2014 expansions=count,catapult"])
def test_a_game_of_one_seat_is_written_and_read(rules: str) -> None:
    game = play_on(Game(rules, ["Ann"], Seeded(2)), Random(2), 60)
    assert parse_position(position_text(game.state)).key() == game.state.key()
    assert "players 1" in position_text(game.state)
    assert from_record(to_record(game)).state.key() == game.state.key()
    assert parse_game(game_text(game)).state.key() == game.state.key()
    assert game.view(0)["scores"] == game.scores
