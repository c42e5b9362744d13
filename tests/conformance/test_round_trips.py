"""Round trips: actions, positions, records and games are read back as they were written."""

from __future__ import annotations

import json
from random import Random

from bastide.games import parse_rules
from bastide.play.game import Game
from bastide.play.notation import action_text, parse_action
from bastide.play.position import parse_position, position_text
from bastide.play.record import from_record, to_record
from bastide.play.transcript import game_text, parse_game
from bastide.rules import engine
from bastide.rules.actions import from_json, to_json
from bastide.rules.state import State


def test_rules_are_read_back_from_text(rules: str) -> None:
    made = parse_rules(rules)
    assert parse_rules(str(made.choice)) is made


def test_actions_are_read_back_from_numbers_json_and_text(sample: tuple[State, ...]) -> None:
    rng = Random(len(sample))
    for state in sample:
        made = state.rules
        for action in rng.sample(state.legal, min(8, len(state.legal))):
            kind = made.kind_of(action)
            assert made.pack(kind.name, *kind.unpack(action)) == action
            assert from_json(made, json.loads(json.dumps(to_json(made, action)))) == action
            assert parse_action(state, action_text(state, action)) == action


def test_no_two_options_are_written_alike(sample: tuple[State, ...]) -> None:
    for state in sample:
        assert len({action_text(state, action) for action in state.legal}) == len(state.legal)


def test_positions_are_read_back_from_text(sample: tuple[State, ...]) -> None:
    for state in sample:
        text = position_text(state)
        again = parse_position(text)
        assert again.key() == state.key(), text
        assert engine.options(again) == engine.options(state), text
        assert position_text(again) == text
        columns = zip(again.board.features.column, state.board.features.column, strict=True)
        roots = set(state.board.features.root)
        assert all([mine[root] for root in roots] == [theirs[root] for root in roots] for mine, theirs in columns)


def test_games_are_read_back_from_records(game: Game) -> None:
    record = to_record(game)
    again = from_record(json.loads(json.dumps(record)))
    assert again.state.key() == game.state.key()
    assert (again.log, again.events, again.scores) == (game.log, game.events, game.scores)
    assert to_record(again) == record


def test_games_are_read_back_from_text(game: Game) -> None:
    again = parse_game(game_text(game))
    assert again.state.key() == game.state.key()
    assert (again.log, again.events, again.scores) == (game.log, game.events, game.scores)
    assert game_text(again) == game_text(game)


def test_unfinished_games_are_read_back(game: Game) -> None:
    half = game.branch(len(game.log) // 2)
    for again in (from_record(to_record(half)), parse_game(game_text(half))):
        assert again.state.key() == half.state.key()
        assert again.log == half.log
