"""The valuation: exact at the end, the same compiled or not, and sensible about what may come."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from bastide.bots.evaluation import WEIGHTS, FillChances, Potential, evaluate, lead
from bastide.fast.conversion import from_state
from bastide.fast.evaluation import EVALUATION_DTYPE, value_position
from bastide.fast.layout import GAME_DTYPE
from bastide.fast.rule_tables import tables_of
from bastide.fast.sheet_evaluation import value_sheet_position
from bastide.fast.support import is_plain
from bastide.games import GAMES, GameRules, make_rules
from bastide.play.dealer import drawn_at_random
from bastide.play.position import position_text
from bastide.rules.engine import actor, apply, start
from bastide.rules.model import CHANCE, OVER
from bastide.rules.state import State
from tests import games
from tests.boards import board
from tests.fast.mirror import random_players, random_rules

COMPILED = [
    make_rules("first"),
    make_rules("second", half_points=True),
    make_rules("bigbox2014", expansions=("inns_and_cathedrals", "river_2")),
    make_rules("second", expansions=("river_20",)),
    make_rules("anniversary", expansions=("abbot",)),
    make_rules("second", farmers=False, followers=3),
]
EVERY = [make_rules("second", expansions=(e.id,)) for e in GAMES["carcassonne"].expansions] + [make_rules("gold_rush")]


def states(rules: GameRules, players: int, seed: int) -> Iterator[State]:
    """Yield the moments of a random game; it is played on between."""
    generator, state = Random(seed), start(rules, players)
    while actor(state) != OVER:
        yield state
        apply(state, drawn_at_random(state, generator) if actor(state) == CHANCE else generator.choice(state.legal))
    yield state


@pytest.mark.parametrize("rules", COMPILED, ids=lambda rules: str(rules.choice))
@pytest.mark.parametrize("players", [2, 4])
def test_the_compiled_valuation_is_the_same(rules: GameRules, players: int) -> None:
    game, notes, found = np.zeros(1, GAME_DTYPE), np.zeros(1, EVALUATION_DTYPE), np.zeros(8)
    for state in states(rules, players, 3):
        if actor(state) == CHANCE:
            from_state(state, game)
            value_position(tables_of(rules), game, notes, np.array(WEIGHTS.row()), found)
            assert found[:players] == pytest.approx(evaluate(state, 0), abs=1e-9)


def sheet_rules(rng: Random) -> GameRules:
    """Return random rules that only the turn sheet plays."""
    while is_plain(rules := random_rules(rng)):
        pass
    return rules


@pytest.mark.parametrize("games_played", [pytest.param(300, marks=pytest.mark.long), 8])
def test_the_compiled_valuation_is_the_same_by_any_rules_at_any_moment(games_played: int) -> None:
    game, notes, found = np.zeros(1, GAME_DTYPE), np.zeros(1, EVALUATION_DTYPE), np.zeros(8)
    for seed in range(games_played):
        rng = Random(seed)
        rules = sheet_rules(rng)
        players = random_players(rules, rng)
        for state in games.states(rules, players, rng, rng.choice((games.any_option, games.any_kind))):
            if actor(state) == OVER or rng.random() < 0.1:
                viewer = rng.randrange(players)
                from_state(state, game)
                value_sheet_position(tables_of(rules), game, notes, np.array(WEIGHTS.row()), viewer, found)
                expected = evaluate(state, viewer)
                assert found[:players] == pytest.approx(expected, abs=1e-9), position_text(state)


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: str(rules.choice))
def test_any_moment_by_any_rules_has_a_value_and_stays_as_it_was(rules: GameRules) -> None:
    values: list[float] = []
    scores: list[float] = []
    for number, state in enumerate(states(rules, 3, 5)):
        if number % 7 == 0 or actor(state) == OVER:
            before = state.key()
            values = evaluate(state, 1)
            assert state.key() == before
            assert len(values) == 3
            assert all(abs(found) < 1000 for found in values)
        scores = [float(score) for score in state.score]
    assert values == scores, "nothing is guessed when all is over"


def test_a_city_that_cannot_be_closed_promises_nothing() -> None:
    open_city = board("E(0,0)+1:city ; bag E:1 R:3", "second", players=2)
    hole = board("E(0,0)+1:city ; bag U:4", "second", players=2)
    potentials = [Potential(state, WEIGHTS, FillChances(state, WEIGHTS)) for state in (open_city, hole)]
    city = next(f for f, kind in enumerate(open_city.board.features.kind) if potentials[0].estimates.open.get(f))
    assert potentials[0].completion(city) > 0.5
    assert potentials[1].completion(city) == 0


def test_the_last_follower_is_dearer_than_the_first() -> None:
    worth = [lead(evaluate(board(f"D(0,0) ; supply {free} 7", "second", players=2), 0), 0) for free in range(8)]
    steps = [after - before for before, after in pairwise(worth)]
    assert steps == sorted(steps, reverse=True)
    assert steps[-1] > 0
