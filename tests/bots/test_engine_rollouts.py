"""Rollouts on the engine: fair samples of draws, whole turns, distinct candidates."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bastide.bots import engine_rollouts
from bastide.bots.candidates import Candidate, distinct_candidates, list_candidates
from bastide.bots.engine_rollouts import DrawSample, EngineRollouts
from bastide.bots.evaluation import WEIGHTS, Values, Weights, evaluate, make_evaluator
from bastide.bots.sequential_halving import GOLDEN_RATIO
from bastide.games import make_rules
from bastide.play.dealer import Seeded
from bastide.play.game import Game
from bastide.rules.engine import actor, apply
from bastide.rules.model import Seat
from bastide.rules.state import NO_TILE, State
from tests.bots.test_evaluation import states

BUILDERS = make_rules("second", expansions=("traders_and_builders",))


def test_a_rollout_ends_with_a_whole_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluated: list[State] = []

    def watched(state: State, seat: Seat, weights: Weights) -> Values:
        evaluated.append(state)
        return evaluate(state, seat, weights)

    monkeypatch.setattr(engine_rollouts, "evaluate", watched)
    second_parts = 0
    for number, state in enumerate(states(BUILDERS, 2, 5)):
        if number % 9 or actor(state) < 0 or len(state.legal) < 2 or state.left < 9:
            continue
        evaluated.clear()
        rollouts = EngineRollouts(state, Random(1), WEIGHTS, 2)
        rollouts.evaluate([0, 1][: len(rollouts.candidates)], 0)
        for end in evaluated:
            assert (end.turn, end.part) == (state.turn + 3, 0)
            second_parts += len(end.board.laid) - len(state.board.laid) > 3
    assert second_parts, "builders must have been at work"


def test_the_last_rollout_ends_with_the_game() -> None:
    game = Game(BUILDERS, 2, Seeded(3))
    while game.at(len(game.log)).left > 2:
        game.play(game.options()[0])
    state = game.at(len(game.log))
    rollouts = EngineRollouts(state, Random(1), WEIGHTS, 2)
    assert len(rollouts.evaluate([0], 0)) == 1


def test_every_kind_of_tile_comes_next_as_often_as_it_is_likely() -> None:
    game = Game(make_rules("second"), 2, Seeded(1))
    state, count = game.at(len(game.log)), 700
    candidate = EngineRollouts(state, Random(1), WEIGHTS, 2).candidates[0]
    drawn = Counter[int]()
    for number in range(count):
        after = state.copy()
        for action in candidate.actions:
            apply(after, action)
        DrawSample(f"{number}", number * GOLDEN_RATIO % 1.0).draw(after)
        drawn[after.tile] += 1
    for tile, left in enumerate(state.bag):
        assert abs(drawn[tile] - count * left / state.left) < 3


def test_what_is_drawn_in_a_world_does_not_depend_on_what_is_chosen() -> None:
    state = next(state for state in states(BUILDERS, 2, 5) if actor(state) >= 0 and len(state.board.laid) == 20)
    candidates = EngineRollouts(state, Random(1), WEIGHTS, 2).candidates
    for sample in range(5):
        found = set()
        for candidate in candidates:
            after = state.copy()
            for action in candidate.actions:
                apply(after, action)
            DrawSample(f"{sample}", sample / 5).draw(after)
            found.add(after.tile)
        assert len(found) == 1
        assert found != {NO_TILE}


def test_of_ways_that_look_alike_the_first_is_kept() -> None:
    candidates = [Candidate((1,), 5.0), Candidate((2,), 3.0), Candidate((3,), 5.0 + 1e-9), Candidate((4,), 3.1)]
    assert {candidate.actions for candidate in distinct_candidates(candidates)} == {(1,), (2,), (4,)}


def test_when_all_is_certain_no_way_is_left_out() -> None:
    rules = make_rules("first", expansions=("king_and_robber",))
    moments = (state for state in states(rules, 2, 2) if state.left <= 1 and actor(state) >= 0 and len(state.legal) > 1)
    state = next(moments)
    rollouts = EngineRollouts(state, Random(1), WEIGHTS, 2)
    assert rollouts.deterministic
    candidates = list_candidates(state, actor(state), make_evaluator(state, actor(state)))
    assert rollouts.candidates == candidates
    assert len(distinct_candidates(candidates)) < len(candidates)
