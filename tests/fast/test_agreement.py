"""Agreement: the engine and the compiled simulator have equal states after every ply."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from bastide.fast import Batch
from bastide.fast.layout import GRID_SIDE
from bastide.games import parse_rules
from bastide.kernel.geometry import xy
from bastide.rules import engine
from bastide.rules.model import Action
from tests.fast.mirror import as_in_engine, board_difference, difference, play_both, random_players, random_rules
from tests.games import any_kind
from tests.rulesets import EXPANSIONS, PRESETS, playable

PAIRS = [pair for pair in combinations(EXPANSIONS, 2) if playable(pair)]
SAMPLE = 48
ALL_GAMES = 10_000
PARTS = 50


def replay_in_batch(seed: str) -> None:
    """Play a random game by random rules in the engine and in the simulator, and compare them after every action."""
    rng = Random(seed)
    rules = random_rules(rng)
    state = engine.start(rules, random_players(rules, rng))
    batch = Batch(rules, 1, state.players)
    for _ in play_both(state, batch, rng):
        if rng.random() < 0.1:
            assert board_difference(state, batch, 0) == "", rules.choice
    assert batch.over.all()


@pytest.mark.parametrize("part", range(6))
def test_games_of_the_engine_replayed_in_the_simulator(part: int) -> None:
    for number in range(SAMPLE // 6):
        replay_in_batch(f"sample {part} {number}")


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_ten_thousand_games_of_the_engine_replayed_in_the_simulator(part: int) -> None:
    for number in range(ALL_GAMES // PARTS):
        replay_in_batch(f"all {part} {number}")


@pytest.mark.long
@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
def test_games_with_every_pair_of_expansions(pair: tuple[str, str]) -> None:
    for number, preset in enumerate(PRESETS):
        rng = Random(f"{pair} {preset}")
        rules = parse_rules(f"{preset} expansions={','.join(pair)}")
        state = engine.start(rules, 2 + number)
        for _ in play_both(state, Batch(rules, 1, state.players), rng, any_kind):
            pass


@pytest.mark.parametrize("part", range(6))
def test_games_of_the_simulator_replayed_in_the_engine(part: int) -> None:
    for number in range(4):
        rng = Random(f"back {part} {number}")
        rules = random_rules(rng)
        players = random_players(rules, rng)
        batch = Batch(rules, 3, players, seed=number)
        states = [engine.start(rules, players) for _ in range(3)]
        while not batch.over.all():
            actions = batch.random_actions()
            batch.apply_all(actions)
            for number_in_batch, (state, action) in enumerate(zip(states, actions.tolist(), strict=True)):
                if action >= 0:
                    engine.apply(state, as_in_engine(batch, number_in_batch, action))
                assert difference(state, batch, number_in_batch) == "", rules.choice
        assert [state.score for state in states] == batch.scores.tolist()


@pytest.mark.parametrize("direction", ["east", "south-west"])
def test_elongated_boards_wrap_around_the_torus_without_overlap(direction: str) -> None:
    """Always play the farthest placement in one direction."""
    rules = parse_rules("bigbox2014 tiles=base,base,base,inns_and_cathedrals")
    state = engine.start(rules, 2)

    def distance(action: Action) -> int:
        x, y = xy(rules.kind_of(action).unpack(action)[1])
        return x if direction == "east" else y - x

    def furthest(rng: Random, legal: list[Action]) -> Action:
        return max(legal, key=distance) if rules.kind_of(legal[0]).name == "place" else rng.choice(legal)

    for _ in play_both(state, Batch(rules, 1), Random(direction), furthest):
        pass
    extents = [max(line) - min(line) for line in zip(*map(xy, state.board.cell), strict=True)]
    assert max(extents) > GRID_SIDE / 2


def test_games_of_a_batch_differ() -> None:
    rng = Random("different")
    batch = Batch(random_rules(rng), 50)
    assert len({tuple(row) for row in batch.play_out().tolist()}) > 40
