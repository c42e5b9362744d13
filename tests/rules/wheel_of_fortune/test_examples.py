"""The worked examples of the Wheel of Fortune."""

from __future__ import annotations

import pytest

from bastide.rules import engine
from bastide.rules.pieces import feature_of
from tests.boards import BLUE, COLOURS, EDITIONS, GREEN, RED, board, choices, each, followers, legal_kinds, play
from tests.rules.base.playing import names, told
from tests.rules.base.test_examples import F1, shields
from tests.rules.wheel_of_fortune.wheel import (
    AWAY,
    FAMINE,
    FORTUNE,
    INQUISITION,
    PLAGUE,
    STORM,
    TAXES,
    beside,
    pig,
    rules,
    space,
    turn,
    turned,
)

EX_1 = "C(0,0) CCCC +blue:city, F(1,0) FCFC +blue:city, E(0,1) CFFF +red:city"


@pytest.mark.parametrize("colour", COLOURS[:5])
def test_WOF_EX_1_taxes_8_and_3(colour: str) -> None:
    state = board(f"{beside(EX_1)} ; to {colour}", rules())
    (city,) = {feature_of(state, piece) for piece in state.pieces}
    assert (shields(state, city), state.board.features.open[city]) == (2, 3)
    assert pig(state) == FORTUNE
    turn(state, 1)
    assert pig(state) == TAXES
    assert state.score == each(blue=8, red=3)
    assert followers(state) == each(7, blue=5, red=6)
    assert len(state.pieces) == 3


def test_WOF_EX_2_taxes_in_two_cities() -> None:
    state = turned(beside(f"{EX_1}, E(5,5) CFFF +blue:city"), 1)
    assert state.score == each(blue=9, red=3)


@pytest.mark.parametrize("edition", EDITIONS)
def test_WOF_EX_3_famine(edition: str) -> None:
    farmers = {(0, 0): "+blue:field", (0, -1): "+red:field", (0, 1): "+red:field"}
    land = ", ".join(f"{tile} {farmers.get(cell, '')}" for cell, tile in F1.items())
    state = turned(beside(land), 2, rules(preset=edition))
    assert pig(state) == FAMINE
    assert state.score == each(blue=2, red=3)
    assert len(state.pieces) == 3


def test_WOF_EX_4_storm() -> None:
    made = rules("inns_and_cathedrals", "traders_and_builders")
    state = board(f"{beside('D(0,0)')} ; supply 0/0/1/1 3/1/1/1 0/0/0/0 0/0/0/0 0/0/0/0", made)
    assert [piece.name for piece in state.rules.pieces] == ["follower", "big", "builder", "pig"]
    turn(state, 3)
    assert pig(state) == STORM
    assert state.score == each(blue=4)


def test_WOF_EX_5_inquisition() -> None:
    land = """
        B(0,0) +blue:monastery, B(0,1) +blue:monastery, B(0,2) +red:monastery, A(0,3) +green:road ; column wheel.pig 3
    """
    state = turned(beside(land), 1)
    assert pig(state) == INQUISITION
    assert state.score == each(blue=4, red=2)
    assert len(state.pieces) == 4


@pytest.mark.parametrize("crown", ["blue", "red"])
def test_WOF_EX_6_fortune(crown: str) -> None:
    nobody = turned(f"{beside('D(0,0)')} ; column wheel.pig 5 ; to red", 1)
    assert pig(nobody) == FORTUNE
    assert nobody.score == each(red=3)
    state = turned(f"{beside('D(0,0)', {(FORTUNE, 0): crown})} ; column wheel.pig 5 ; to red", 1)
    assert state.score == (each(red=3, blue=3) if crown == "blue" else each(red=6))
    assert followers(state) == each(7)


def test_WOF_EX_7_crown_with_one_space() -> None:
    land = "E(0,-1) FFCF, E(0,0) CFFF +red:field"
    state = board(f"{beside(land, {(FAMINE, 0): 'red'})} ; to blue", rules())
    assert followers(state) == each(7, red=5)
    events = told(state, "WOF-FRFR-icon-2(0,1)")
    assert names(events) == ["drawn", "pig_stops", "wheel", "wheel", "returned", "placed"]
    assert [event.facts["points"] for event in events if event.name == "wheel"] == [1, 3]
    assert [event.facts["lines"] for event in events if event.name == "wheel"] == [
        [["famine", 1, 1]],
        [["crown", 1, 3]],
    ]
    assert state.score == each(red=4)
    assert followers(state) == each(7, red=6)


def test_WOF_EX_8_crown_with_two_spaces_alone() -> None:
    for n in (0, 1):
        text = f"{beside('D(0,0)', {(STORM, n): 'red'})} ; supply 0 0 0 0 2 ; to green"
        state = turned(text, 3)
        assert state.score == each(red=6, black=2), "the storm saw nobody in red's supply"
        assert followers(state) == each(0, red=1, black=2)


def test_WOF_EX_9_crown_with_two_spaces_both_used() -> None:
    both = turned(f"{beside('D(0,0)', {(TAXES, 0): 'red', (TAXES, 1): 'blue'})} ; to green", 1)
    assert both.score == each(red=3, blue=3)
    assert followers(both) == each(7)
    red = turned(f"{beside('D(0,0)', {(TAXES, 0): 'red', (TAXES, 1): 'red'})} ; to green", 1)
    assert red.score == each(red=6)
    assert followers(red) == each(7)


def test_WOF_EX_10_passing() -> None:
    crown = {(TAXES, 0): "red", (TAXES, 1): "blue", (FAMINE, 0): "green"}
    state = turned(f"{beside('D(0,0)', crown)} ; supply 0 0 0 0 0", 3)
    assert pig(state) == STORM
    assert state.score == each()
    assert followers(state) == each()
    assert len(state.pieces) == 3


def test_WOF_EX_11_plague() -> None:
    land = """
        E(0,0) CFFF +red:city, U(0,5) FRFR +green:road +green:builder:road ; column wheel.pig 4 ; to red ; players 3
    """
    state = board(beside(land, {(FORTUNE, 0): "red", (TAXES, 0): "blue"}), rules("traders_and_builders"))
    before = state.supply[:]
    turn(state, 1)
    assert pig(state) == PLAGUE
    assert engine.actor(state) == RED
    assert choices(state) == {"flee:follower:(0,0).city"}, "not the one on the crown"
    play(state, "flee:follower:(0,0).city")
    assert engine.actor(state) == GREEN, "blue has nobody on the land"
    assert choices(state) == {"flee:follower:(0,5).road"}
    events = told(state, "flee:follower:(0,5).road")
    assert [(event.name, event.facts["piece"]) for event in events] == [
        ("returned", "follower"),
        ("returned", "builder"),
    ]
    assert engine.actor(state) == RED
    assert legal_kinds(state) == {"place"}
    follower, builder = (state.rules.piece_number[name] for name in ("follower", "builder"))
    kinds = len(state.rules.pieces)
    assert state.supply[kinds * RED + follower] == before[kinds * RED + follower] + 1
    assert state.supply[kinds * BLUE + follower] == before[kinds * BLUE + follower]
    assert state.supply[kinds * GREEN + follower] == before[kinds * GREEN + follower] + 1
    assert state.supply[kinds * GREEN + builder] == 1
    assert len(state.pieces) == 2
    assert state.score == [0, 0, 0]


def test_WOF_EX_12_reuse() -> None:
    text = f"{beside('U(0,0) +blue:road', {(PLAGUE, 1): 'blue'})} ; column wheel.pig 3 ; supply 0 0 0 0 0 ; to blue"
    state = turned(text, 2)
    play(state, "flee:follower:(0,0).road")
    assert state.score == each(blue=6)
    assert followers(state) == each(blue=2)
    play(state, "(1,0)")
    assert "+road" in choices(state)
    play(state, f"{space(PLAGUE, 1, AWAY)}")
    assert followers(state) == each(blue=1)
