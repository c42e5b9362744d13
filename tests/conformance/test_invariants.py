"""Invariants hold in whole games: the general ones, and those that expansions declare."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from bastide.games import GAMES, make_rules, parse_rules
from bastide.play.invariants import InvariantChecker, declared, wrong_with
from bastide.play.position import parse_position
from bastide.rules.pieces import put
from bastide.rules.state import State
from tests.games import any_kind, any_option, states, watched_game
from tests.rulesets import FULL

WITHOUT = {"inns_and_cathedrals", "river", "river_20"}
"""Expansions without invariants of their own: the general ones cover them."""
SECOND_PARTS = {"traders_and_builders", "anniversary_mini"}


@pytest.mark.parametrize("choose", [pytest.param(any_option, marks=pytest.mark.long), any_kind])
def test_invariants_hold_in_whole_games(rules: str, choose: Callable[[Random, list[int]], int]) -> None:
    watched_game(parse_rules(rules), 2 + len(rules) % 4, len(rules), 12, choose)


def test_invariants_hold_in_games_of_one_seat(rules: str) -> None:
    assert watched_game(parse_rules(rules), 1, len(rules), 12).turn > 30


def test_a_turn_has_a_second_part_only_with_expansions_that_give_one(rules: str) -> None:
    made = parse_rules(rules)
    twice = any(state.part for state in states(made, 2, Random(rules)))
    assert not twice or SECOND_PARTS & {e.id for e in made.expansions}


def test_expansions_with_pieces_or_columns_declare_invariants() -> None:
    every = [expansion for game in GAMES.values() for expansion in game.expansions]
    assert {e.id for e in every if not any(part.invariants for part in e.variants())} == WITHOUT
    assert all(test.__doc__ for e in every for part in e.variants() for test in part.invariants)
    assert parse_rules("gold_rush").invariants
    assert [name for name, _ in make_rules(hand_size=3).invariants] == ["hand.three"]


def middle_of_a_game() -> State:
    made = make_rules(expansions=FULL[1])
    return next(state for state in states(made, 3, Random(1)) if state.turn == 40)


BROKEN: dict[str, Callable[[State], object]] = {
    "sheep.flock": lambda state: add(state, "sheep.flock", 0, 5),
    "goods.held": lambda state: add(state, "goods.held", 0, 200),
    "wheel.pig": lambda state: add(state, "wheel.pig", 0, 6),
    "king.record": lambda state: add(state, "king.record", 0, 90),
    "robber.held": lambda state: add(state, "robber.held", 0, 1),
    "fair.thrown": lambda state: add(state, "fair.thrown", 0, 1),
    "arrow.own": lambda state: add(state, "arrow.own", 0, 1),
    "circle.chosen": lambda state: add(state, "circle.chosen", 0, 1),
    "a third part": lambda state: setattr(state, "part", 2),
    "tiles buried": lambda state: setattr(state, "buried", 99),
    "points lost": lambda state: state.score.__setitem__(0, -1),
    "a piece lost": lambda state: state.pieces.pop(),
    "a tile lost": lambda state: state.bag.__setitem__(0, -1),
    "records that fall": lambda state: add(state, "king.record", 0, -1),
}


def add(state: State, column: str, index: int, number: int) -> None:
    state.ext[column][index] += number


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_state_is_noticed(what: str) -> None:
    state = middle_of_a_game()
    checker = InvariantChecker(state)
    assert checker.check(state) == []
    BROKEN[what](state)
    assert checker.check(state, thorough=False) != []


POSITIONS = {
    "B(0,0) CU-FFFF-shrine(1,0) B(2,0) ; rules bigbox2014 expansions=cult": "cult: several neighbours of the shrine",
    "U(0,0)+0:mage:road+0:witch:road ; rules bigbox2014 expansions=mage_and_witch": "mage and witch stand on one",
    "U(0,0)+0:mage:field.N ; rules bigbox2014 expansions=mage_and_witch": "the mage stands on a field",
    "U(0,0)+1:guest:road ; rules bigbox2014 expansions=count": "count: a guest on segment 0 at draw",
    "U(0,0)+1:builder:road ; rules bigbox2014 expansions=traders_and_builders": "the builder of seat 0 stands alone",
    "D(0,0) ; rules second hand_size=3 ; hand U,U,U U,U,U ; column hand.passed 3": "hand.three: 3 of 2 seats",
    "D(0,0) ; rules bigbox2014 expansions=river_2 ; column volcano.laid 1": "active_volcano: the volcano counts later",
    "GR-MPMP-07a(0,0)+1:mountain+1:tent:mountain ; rules gold_rush": "several pieces on one mountain",
    "GR-PPPP-20a(0,0)+1:prairie ; rules gold_rush farmers=off": "a farmer where there are none",
}


@pytest.mark.parametrize("position", POSITIONS)
def test_a_position_that_no_game_reaches_is_noticed(position: str) -> None:
    found = wrong_with(parse_position(position))
    assert any(POSITIONS[position] in text for text in found), found


def test_an_abbot_on_a_road_is_noticed() -> None:
    state = parse_position("U(0,0) ; rules bigbox2014 expansions=abbot")
    put(state, 0, state.rules.piece_number["abbot"], 0)
    assert declared(state) == ["abbot: a piece abbot on a road"]


def test_a_violation_names_its_expansion() -> None:
    state = middle_of_a_game()
    add(state, "king.record", 0, 90)
    assert [text.partition(":")[0] for text in declared(state)] == ["king_and_robber"]
