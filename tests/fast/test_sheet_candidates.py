"""Search where rules go beyond those of `turn`: whole turns as the engine's search lists them, and fair rollouts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

import numpy as np
import pytest

from bastide.bots.candidates import list_candidates
from bastide.bots.compiled_rollouts import CompiledRollouts
from bastide.bots.determinization import determinize
from bastide.bots.evaluation import WEIGHTS, evaluate, lead
from bastide.games import GameRules, parse_rules
from bastide.rules.engine import actor, apply
from bastide.rules.model import CHANCE, OVER
from bastide.rules.state import State
from tests.bots.test_evaluation import sheet_rules
from tests.fast.mirror import random_players
from tests.games import any_kind, states

RULES = [
    "bigbox2014 expansions=inns_and_cathedrals,traders_and_builders,hills_and_sheep,king_and_robber,wheel_of_fortune",
    "bigbox2014 expansions=count,mage_and_witch,catapult,cult,crop_circles circles=both",
    "second hand_size=3 expansions=anniversary_mini,traders_and_builders",
    "gold_rush",
]


def choices(rules: GameRules, players: int, rng: Random, share: float) -> Iterator[State]:
    """Yield some moments of a random game at which a seat has a choice, as far as that seat knows."""
    for state in states(rules, players, rng, any_kind):
        if actor(state) not in (CHANCE, OVER) and len(state.legal) > 1 and rng.random() < share:
            yield determinize(state, actor(state), rng)


def rollouts_of(state: State, depth: int = 2) -> CompiledRollouts:
    return CompiledRollouts(state, Random(1), WEIGHTS, depth)


@pytest.mark.parametrize("rules", RULES)
def test_the_lead_of_a_candidate_is_that_of_the_state_after_its_actions(rules: str) -> None:
    rng = Random(rules)
    for state in choices(parse_rules(rules), 3, rng, 0.05):
        seat, turn, rollouts = actor(state), state.turn, rollouts_of(state)
        for number in rng.choices(range(len(rollouts.static_leads)), k=4):
            after = state.copy()
            for action in rollouts.actions(number):
                assert (actor(after), after.turn) == (seat, turn)
                apply(after, action)
            assert rollouts.static_leads[number] == pytest.approx(lead(evaluate(after, seat), seat), abs=1e-9)


@pytest.mark.parametrize("rules", RULES)
def test_the_candidates_are_those_of_the_search_on_the_engine(rules: str) -> None:
    """Of equally good choices either search may go on with another one, so a few turns of three choices may differ."""
    for state in choices(parse_rules(rules), 2, Random(rules), 0.02):
        seat = actor(state)
        listed = list_candidates(state, seat, partial(evaluate, seat=seat))
        expected = {round(candidate.lead, 5) for candidate in listed}
        found = {round(lead, 5) for lead in rollouts_of(state).static_leads}
        assert len(expected ^ found) <= 2 + len(expected) // 20


@pytest.mark.parametrize("rules", RULES)
def test_a_rollout_depends_only_on_the_candidate_and_the_sample(rules: str) -> None:
    for state in choices(parse_rules(rules), 3, Random(rules), 0.02):
        rollouts = rollouts_of(state)
        numbers = list(range(min(4, len(rollouts.static_leads))))
        together = rollouts.evaluate(numbers, 7)
        assert [rollouts.evaluate([number], 7)[0] for number in reversed(numbers)] == together[::-1]


@pytest.mark.parametrize("games_played", [pytest.param(100, marks=pytest.mark.long), 4])
def test_there_are_rollouts_at_any_moment_by_any_rules(games_played: int) -> None:
    for seed in range(games_played):
        rng = Random(seed)
        rules = sheet_rules(rng)
        for state in choices(rules, random_players(rules, rng), rng, 0.05):
            rollouts = rollouts_of(state, depth=rng.choice((1, 6)))
            best = int(np.argmax(rollouts.static_leads))
            assert all(abs(lead) < 1000 for lead in rollouts.evaluate([best], seed))
