"""The worked examples of Inns & Cathedrals, on the boards they are given with."""

from __future__ import annotations

import pytest

from tests.boards import BLUE, board, each, feature_at, finish, followers, play
from tests.rules.special import over, standing, supply

RULES = "bigbox2014 expansions=inns_and_cathedrals"


def test_IC_EX_1_big_follower_wins_the_road() -> None:
    state = board("W(0,0) FRRR +blue:big:road.E, W(2,0) RFRR +red:road.W ; to green", RULES)
    assert (supply(state, "big"), followers(state)) == (each(1, blue=0), each(7, red=6))
    play(state, "U(1,0)/FRFR")
    road = feature_at(state, 1, 0, "road")
    assert state.board.features.size(road) == 3
    play(state, "-")
    assert state.score == each(blue=3)
    assert (supply(state, "big"), followers(state)) == (each(1), each(7))


def test_IC_EX_2_road_with_inn_is_6() -> None:
    state = board("W(0,0) FRRR, IC-FRFR-inn(1,0) FRFR +blue:road", RULES)
    play(state, "W(2,0)/RFRR -")
    assert state.score == each(blue=6)
    assert followers(state) == each(7)


def test_IC_EX_3_two_inns_are_still_6() -> None:
    state = board("W(0,0) FRRR, IC-FRFR-inn(1,0) FRFR +blue:road", RULES)
    play(state, "IC-FRST-inn(2,0)/RRFR")
    road = feature_at(state, 2, 0, "road.W")
    assert road == feature_at(state, 1, 0, "road")
    inns = {spot for spot in ("N", "E", "W") if state.board["inn"][feature_at(state, 2, 0, f"road.{spot}")]}
    assert inns == {"W"}, "the inn of the crossing is on this road"
    assert state.board.features.size(road) == 3
    play(state, "-")
    assert state.score == each(blue=6)


def test_IC_EX_4_incomplete_road_with_inn_is_0() -> None:
    state = board("W(0,0) FRRR, IC-FRFR-inn(1,0) FRFR +blue:road", RULES)
    assert state.board.features.open[feature_at(state, 1, 0, "road")] == 1
    end, _ = over(state)
    assert end.score == each()
    assert standing(end) == set()
    assert followers(end) == each(7)


EX_5 = {
    (0, -1): "F(0,-1)/CFCF",
    (0, -2): "E(0,-2)/FFCF",
    (1, 0): "G(1,0)/FCFC",
    (2, 0): "E(2,0)/FFFC",
    (0, 1): "E(0,1)/CFFF",
    (-1, 0): "E(-1,0)/FCFF",
}


@pytest.mark.parametrize("last", [(0, -2), (2, 0), (0, 1), (-1, 0)])
def test_IC_EX_5_cathedral_is_24(last: tuple[int, int]) -> None:
    before = ", ".join(tile for cell, tile in EX_5.items() if cell != last)
    state = board(f"IC-CCCC-cathedral(0,0) +blue:city, {before}", RULES)
    play(state, EX_5[last])
    city = feature_at(state, 0, 0, "city")
    assert (state.board.features.size(city), state.board["pennant"][city]) == (7, 1)
    play(state, "-")
    assert state.score == each(blue=24)
    assert followers(state) == each(7)


def test_IC_EX_6_incomplete_cathedral_city_is_0() -> None:
    state = board("IC-CCCC-cathedral(0,0) +blue:city, F(0,-1) CFCF, E(0,1) CFFF", RULES)
    assert finish(state) == each()
    plain = board("C(0,0) +blue:city, F(0,-1) CFCF, E(0,1) CFFF", RULES)
    assert finish(plain)[BLUE] == 5, "without cathedral it would be worth something"


def test_IC_EX_7_the_arm_without_inn_is_3() -> None:
    state = board("W(0,0) FRRR, U(1,0) FRFR +blue:road", RULES)
    play(state, "IC-FRST-inn(2,0)/FRRR")
    assert state.board["inn"][feature_at(state, 2, 0, "road.E")]
    assert not state.board["inn"][feature_at(state, 2, 0, "road.W")]
    play(state, "-")
    assert state.score == each(blue=3)


def test_IC_EX_8_big_farmer_ties_with_two() -> None:
    state = board(
        """
        E(0,-1) FFCF, E(0,0) CFFF +blue:big:field, E(0,1) FFCF +red:field, E(0,2) CFFF, E(1,-1) FCFF,
        B(1,1) FFFF +red:field
        """,
        RULES,
    )
    assert finish(state) == each(blue=6, red=6)
