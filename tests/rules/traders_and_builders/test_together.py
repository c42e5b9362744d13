"""Traders & Builders together with other expansions."""

from __future__ import annotations

import pytest

from bastide.rules import engine
from bastide.rules.scoring import strengths
from tests.boards import (
    BLUE,
    RED,
    choices,
    feature_at,
    finish,
    play,
    rules,
)
from tests.rules.special import standing, stop_at
from tests.rules.traders_and_builders.works import ROAD, RULES, TWO_FIELDS, turn, two

# With other expansions


def test_TB_BUILDER_8_the_wheel_turns_in_the_second_part_too() -> None:
    state = two(ROAD, "wheel_of_fortune")
    assert stop_at(state, "fortune") == [3, 0]
    play(state, "(2,0) -")
    assert turn(state) == (RED, 1)
    assert stop_at(state, "fortune", "WOF-FRFR-icon-1") == [3, 0]
    assert (turn(state), state.score) == ((RED, 1), [6, 0])


def test_TB_BUILDER_13_a_builder_lost_to_the_plague_earns_nothing() -> None:
    state = two(ROAD.replace("; to", ", B(0,1) +red:monastery ; to"), "wheel_of_fortune")
    stop_at(state, "plague")
    kept = state.copy()
    play(state, "flee:follower:(0,0).road (2,0) -")
    assert turn(state) == (BLUE, 0)
    play(kept, "flee:follower:(0,1).monastery (2,0) -")
    assert turn(kept) == (RED, 1)


def test_TB_BUILDER_10_the_crown_in_one_part_and_the_land_in_the_other() -> None:
    state = engine.start(rules(f"{RULES},wheel_of_fortune"), 2)
    play(state, "U(2,-1)/RFRF +road B(1,-1) - U(2,-2)/RFRF +builder:road B(4,1) -")
    play(state, "U(2,-3)/RFRF +(1,0).crown")
    assert turn(state) == (RED, 1)
    play(state, "B(1,-2) +monastery")
    assert {"red follower (1,0)", "red follower (1,-2)"} <= standing(state)
    assert turn(state) == (BLUE, 0)


def test_TB_BUILDER_8_a_shepherd_in_one_part_and_his_flock_in_the_other() -> None:
    state = two(ROAD, "hills_and_sheep")
    play(state, "U(2,0) +shepherd:field.N token:2")
    assert turn(state) == (RED, 1)
    play(state, "B(0,-1)")
    assert choices(state) == {"expand", "herd"}
    play(state, "herd +shepherd:field token:1")
    assert state.score == [2, 0]
    assert turn(state) == (BLUE, 0)
    both = two(ROAD.replace("; to", ", B(0,-1) +red:shepherd:field ; to"), "hills_and_sheep")
    play(both, "U(2,0)")
    assert choices(both) == {"expand", "herd"}
    play(both, "expand token:3 - B(0,-2)")
    assert (turn(both), choices(both)) == ((RED, 1), {"expand", "herd"})


def test_TB_BUILDER_8_a_hill_in_the_second_part_takes_its_tile() -> None:
    state = play(two(ROAD, "hills_and_sheep"), "U(2,0) -")
    left = state.left
    play(state, "HS-RFSF-hill(0,1)/1 -")
    assert (state.buried, state.left) == (1, left - 2)


def test_TB_BUILDER_8_draws_from_the_river_while_it_lasts() -> None:
    text = """
        R1-FWFF-source(0,0), R1-FFWW-vineyard(1,0), U(0,1) FRFR +red:road, U(-1,1) FRFR +red:builder:road ; to red
    """
    state = play(two(text, "river"), "R1-WRWR(1,1) -")
    assert turn(state) == (RED, 1)
    assert all(token.startswith("R1-") for token in choices(state))
    assert "R1-FFFW-lake" not in choices(state)


# Rules of the base that builders and pigs bring into force


def test_BASE_TERM_2_special_pieces_are_no_followers() -> None:
    """Neither in majorities nor for occupation, neither in the storm nor on hills."""
    everything = ("hills_and_sheep", "wheel_of_fortune")
    road = two("U(0,0) FRFR +red:road +red:builder:road +blue:road", *everything)
    assert strengths(road, [feature_at(road, 0, 0, "road")]) == [1, 1]
    field = two("B(0,0) +blue:pig:field +blue:shepherd:field ; to red", *everything)
    assert strengths(field, [feature_at(field, 0, 0, "field")]) == [0, 0]
    assert {"+field", "+monastery"} <= choices(play(field, "B(1,0)"))
    storm = two("B(0,0) ; supply 3/1/1/1 0/1/1/1", *everything)
    assert stop_at(storm, "storm") == [3, 0]
    hill = "HS-CFRR-hill(0,0) +red:builder:road, U(0,1) RFRF +blue:road, U(0,2) RFRF +red:road, A(-1,0) FRFF"
    assert finish(two(hill, *everything)) == [4, 4]
    taxes = two("F(0,0) FCFC +red:city +red:builder:city", *everything)
    assert stop_at(taxes, "taxes") == [2, 0], "one knight, one shield"


@pytest.mark.parametrize(("mode", "each"), [("per_city_3", 3), ("per_city_4", 4)])
def test_ED_6_pigs_hills_and_big_followers_city_by_city(mode: str, each: int) -> None:
    """IC-BIG-3, TB-PIG-6, HS-HILL-9: each city is judged over all its fields."""
    others = ("inns_and_cathedrals", "hills_and_sheep")
    options = f"field_scoring={mode}"

    def ends(text: str) -> list[int]:
        return finish(two(text, *others, options=options))

    big = TWO_FIELDS.format("+red:field +red:field", "+blue:big:field")
    assert ends(big) == [2 * each, each], "two against two at the lower city, red alone at the upper one"
    pig = TWO_FIELDS.format("+red:field +red:field", "+blue:big:field +blue:pig:field")
    assert ends(pig) == [2 * each, each + 1]
    tie = "E(0,-3) FFCF, E(0,-2) CFFF +red:field, E(0,-1) FFCF, {}(0,0) CFFC +blue:field, E(-1,0) FCFF"
    assert ends(tie.format("I")) == [2 * each, 2 * each]
    assert ends(tie.format("HS-CFFD-hill")) == [each, 2 * each], "the farmer on the hill wins the city both share"
