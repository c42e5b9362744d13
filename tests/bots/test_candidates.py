"""Candidates for a turn on the engine."""

from __future__ import annotations

import pytest

from bastide.bots.candidates import (
    MAX_PLACEMENTS,
    after_turn,
    distinct_options,
    list_candidates,
    promising_options,
    state_after,
)
from bastide.bots.evaluation import Evaluator, Values, lead, make_evaluator
from bastide.bots.time_limit import GRANTED_SHARE, TimeLimit
from bastide.games import make_rules
from bastide.rules.engine import actor
from bastide.rules.model import CHANCE, OVER
from bastide.rules.state import State
from tests.bots.busy_machine import BusyMachine
from tests.bots.test_evaluation import states


def test_options_that_are_dropped_have_equal_leads() -> None:
    left_out = 0
    for state in states(make_rules("gold_rush"), 2, 3):
        if actor(state) in (CHANCE, OVER) or len(distinct_options(state)) == len(state.legal) or left_out > 60:
            continue
        seat = actor(state)
        value = make_evaluator(state, seat)
        kept = {round(lead(value(state_after(state, action)), seat), 9) for action in distinct_options(state)}
        for action in set(state.legal) - set(distinct_options(state)):
            assert round(lead(value(state_after(state, action)), seat), 9) in kept
            left_out += 1
    assert left_out > 1


@pytest.mark.parametrize("expansions", [(), ("count",), ("traders_and_builders",)])
def test_the_best_way_is_at_least_as_good_as_a_quick_look(expansions: tuple[str, ...]) -> None:
    looked = 0
    for number, state in enumerate(states(make_rules("second", expansions=expansions), 2, 4)):
        if number % 11 or actor(state) in (CHANCE, OVER) or len(state.legal) < 2:
            continue
        seat = actor(state)
        value = make_evaluator(state, seat)
        listed = list_candidates(state, seat, value)
        assert {candidate.actions[0] for candidate in listed} == set(distinct_options(state))
        assert max(candidate.lead for candidate in listed) >= lead(value(after_turn(state, seat, value)), seat) - 1e-9
        looked += 1
    assert looked > 3


def test_only_placements_with_the_highest_stakes_are_promising() -> None:
    for state in states(make_rules("second"), 2, 8):
        if actor(state) >= 0 and len(state.legal) > MAX_PLACEMENTS:
            looked = promising_options(state)
            assert len(looked) == MAX_PLACEMENTS
            assert set(looked) < set(state.legal)
            return
    raise AssertionError("no choice was wide enough")


@pytest.mark.parametrize("expansions", [("catapult",), ("traders_and_builders", "hills_and_sheep")])
def test_candidates_are_listed_within_the_time_limit(expansions: tuple[str, ...]) -> None:
    """An evaluation takes a second here."""
    hurried = 0
    for number, state in enumerate(states(make_rules("second", expansions=expansions), 2, 4)):
        if number % 17 or actor(state) in (CHANCE, OVER) or len(distinct_options(state)) < 9:
            continue
        seat = actor(state)
        thorough = list_candidates(state, seat, make_evaluator(state, seat))
        for seconds in (0, 5, 20, 60, 10_000):
            machine = BusyMachine()
            listed = list_candidates(state, seat, working(machine, state), TimeLimit(seconds, machine.clock))
            assert listed
            assert {candidate.actions[0] for candidate in listed} <= set(distinct_options(state))
            if seconds == 10_000:
                assert listed == thorough
            else:
                assert machine.cpu <= seconds + 12, "what is begun may take a few evaluations more"
                hurried += machine.cpu < len(thorough)
    assert hurried > 9


def working(machine: BusyMachine, state: State) -> Evaluator:
    """Return an evaluator for the states that follow from one; each evaluation is a second of work."""
    evaluator = make_evaluator(state, actor(state))

    def evaluate(following: State) -> Values:
        machine.work(1.0)
        return evaluator(following)

    return evaluate


@pytest.mark.parametrize("pause", [190.0, 2000.0])
def test_an_interruption_does_not_leave_a_choice_to_chance(pause: float) -> None:
    """However long other processes run, a part of the time is granted for the most promising options."""
    choices = (state for state in states(make_rules("second"), 2, 8) if actor(state) >= 0)
    state = next(state for state in choices if len(distinct_options(state)) > 20)
    machine = BusyMachine([(0.5, pause)])
    evaluator = working(machine, state)
    listed = list_candidates(state, actor(state), evaluator, TimeLimit(200.0, machine.clock))
    assert len({candidate.actions[0] for candidate in listed}) >= 5
    assert machine.cpu > 0.9 * GRANTED_SHARE * 200
