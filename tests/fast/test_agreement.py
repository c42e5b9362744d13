"""It is the same game: engine and compiled simulator agree on everything after every ply."""

from __future__ import annotations

from random import Random

import pytest

from bastide.fast import Batch
from bastide.games import parse_rules
from bastide.kernel.geometry import xy
from bastide.rules import engine
from bastide.rules.model import Action
from tests.fast.mirror import board_difference, difference, some_players, some_rules
from tests.games import some_action

SAMPLE = 48
ALL = 10_000
SHARES = 50


def follow_a_game(seed: str) -> None:
    """Play a random game in the engine and the same actions here, and look after every one of them."""
    rng = Random(seed)
    rules = some_rules(rng)
    state = engine.start(rules, some_players(rules, rng))
    batch = Batch(rules, 1, state.players)
    said = f"{rules.choice}, seed {seed}"
    assert difference(state, batch, 0) == "", said
    while state.legal:
        action = some_action(state, rng)
        engine.apply(state, action)
        batch.apply(0, action)
        assert difference(state, batch, 0) == "", said
        if rng.random() < 0.1:
            assert board_difference(state, batch, 0) == "", said
    assert batch.over.all()


@pytest.mark.parametrize("share", range(6))
def test_games_of_the_engine_can_be_followed(share: int) -> None:
    for number in range(SAMPLE // 6):
        follow_a_game(f"sample {share} {number}")


@pytest.mark.long
@pytest.mark.parametrize("share", range(SHARES))
def test_ten_thousand_games_of_the_engine_can_be_followed(share: int) -> None:
    for number in range(ALL // SHARES):
        follow_a_game(f"all {share} {number}")


@pytest.mark.parametrize("share", range(6))
def test_the_engine_can_follow_random_games(share: int) -> None:
    for number in range(4):
        rng = Random(f"back {share} {number}")
        rules = some_rules(rng)
        players = some_players(rules, rng)
        batch = Batch(rules, 3, players, seed=number)
        states = [engine.start(rules, players) for _ in range(3)]
        while not batch.over.all():
            actions = batch.random_actions()
            batch.apply_all(actions)
            for number_in_batch, (state, action) in enumerate(zip(states, actions.tolist(), strict=True)):
                if action >= 0:
                    engine.apply(state, action)
                assert difference(state, batch, number_in_batch) == "", rules.choice
        assert [state.score for state in states] == batch.scores.tolist()


@pytest.mark.parametrize("way", ["east", "south-west"])
def test_boards_as_long_as_they_can_be(way: str) -> None:
    """Always the placement furthest away: the board goes around the torus as far as it may, and never meets itself."""
    rules = parse_rules("bigbox2014 tiles=base,inns_and_cathedrals,traders_and_builders")
    state, rng = engine.start(rules, 2), Random(way)
    batch = Batch(rules, 1)

    def far(action: Action) -> int:
        x, y = xy(rules.kind_of(action).unpack(action)[1])
        return x if way == "east" else y - x

    while state.legal:
        action = some_action(state, rng)
        if rules.kind_of(action).name == "place":
            action = max(state.legal, key=far)
        engine.apply(state, action)
        batch.apply(0, action)
        assert difference(state, batch, 0) == ""
    length = [max(line) - min(line) for line in zip(*map(xy, state.board.cell), strict=True)]
    assert max(length) > 60


def test_games_differ() -> None:
    rng = Random("different")
    batch = Batch(some_rules(rng), 50)
    assert len({tuple(row) for row in batch.play_out().tolist()}) > 40
