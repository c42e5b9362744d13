"""The worked examples of Traders & Builders, on the boards they are given with."""

from __future__ import annotations

import pytest

from bastide.expansions.traders_and_builders import HELD
from tests.boards import BLUE, RED, board, choices, feature_at, finish, followers, legal_kinds, play
from tests.rules.special import standing, stop_at, supply

RULES = "bigbox2014 expansions=traders_and_builders"


def test_TB_EX_1_earning_a_double_turn() -> None:
    state = play(board("D(0,0) CRFR ; to blue", RULES, players=2), "U(1,0) +road")
    assert state.seat == RED
    play(state, "B(0,1) - U(2,0) +builder:road")
    assert (state.seat, state.part) == (RED, 0), "putting the builder down earns nothing"
    play(state, "B(0,2) -")
    play(state, "V(3,0)/FFRR -")
    assert (state.seat, state.part, legal_kinds(state)) == (BLUE, 1, {"draw"})

    anywhere = play(state.copy(), "B(0,3) -")
    assert (anywhere.seat, anywhere.part) == (RED, 0)

    play(state, "U(3,1)/RFRF")
    assert feature_at(state, 3, 1, "road") == feature_at(state, 2, 0, "road")
    play(state, "-")
    assert (state.seat, state.part) == (RED, 0), "no third part"


def test_TB_EX_2_builder_from_road_to_city() -> None:
    state = board(
        "W(-1,0) RRRF, D(0,0) CRFR, U(1,0) FRFR +blue:road, U(2,0) FRFR +blue:builder:road ; to blue",
        RULES,
        players=2,
    )
    play(state, "L(3,0)/CRRR +city")
    assert state.score == [0, 5]
    assert standing(state) == {"blue follower (3,0)"}, "thief and builder are home again"
    assert (state.seat, state.part) == (BLUE, 1)
    play(state, "N(3,-1)/FCCF")
    assert "+builder:city" in choices(state)
    play(state, "+builder:city")
    assert standing(state) == {"blue follower (3,0)", "blue builder (3,-1)"}
    assert state.seat == RED


def test_TB_EX_3_builder_without_follower() -> None:
    state = board(
        "U(1,0) FRFR +blue:road, U(2,0) FRFR +blue:builder:road, B(1,1) +blue:monastery ; to blue",
        "bigbox2014 expansions=traders_and_builders,wheel_of_fortune",
        players=2,
    )
    stop_at(state, "plague")
    assert choices(state) == {"flee:follower:(1,0).road", "flee:follower:(1,1).monastery"}
    play(state, "flee:follower:(1,0).road")
    assert standing(state) == {"blue follower (1,1)"}
    assert supply(state, "builder") == [1, 1]
    assert followers(state) == [7, 6]


TRADE = "E(0,0) FCFF {}, TB-FCRC-grain(1,0) FCRC, TB-FCFC-wine(2,0) FCFC, TB-CFFC-grain(3,0) CFFC"


def test_TB_EX_4_trade() -> None:
    state = board(TRADE.format("+blue:city"), RULES, players=2)
    play(state, "E(3,-1)/FFCF -")
    assert state.board.features.size(feature_at(state, 0, 0, "city")) == 5
    assert state.score == [0, 10]
    assert followers(state) == [7, 7]
    assert state.ext[HELD] == [1, 2, 0, 0, 0, 0], "wine and grain for red, nothing for blue"


def test_TB_EX_5_final_goods() -> None:
    state = board("D(0,0) ; column goods.held 5 2 1 3 2 1", RULES, players=2)
    assert finish(state) == [30, 20]


PIGS = """
    E(0,-1) FFCF, E(0,0) CFFF +blue:field, E(0,1) FFCF +red:field, E(0,2) CFFF, B(1,1) +blue:field,
    B(-1,1) +blue:pig:field, B(2,1) {}
"""


def test_TB_EX_6_pig() -> None:
    state = board(PIGS.format("+red:pig:field"), RULES, players=2)
    cells = ((0, 0), (1, 1), (0, 1), (-1, 1), (2, 1))
    (field,) = {feature_at(state, x, y, "field") for x, y in cells}
    assert state.board.features.size(field) == 5
    assert len(state.board.features.touched(field)) == 2
    assert finish(state) == [0, 8]


@pytest.mark.parametrize(("pig", "points"), [("+red:pig:field", [8, 8]), ("", [6, 8])])
def test_TB_EX_7_pigs_of_tied_holders(pig: str, points: list[int]) -> None:
    state = board(PIGS.format(pig) + ", B(-2,1) +red:field", RULES, players=2)
    assert finish(state) == points


def test_TB_EX_8_goods_without_knight() -> None:
    state = board(TRADE.format(""), RULES, players=2)
    play(state, "E(3,-1)/FFCF -")
    assert state.score == [0, 0]
    assert state.ext[HELD] == [1, 2, 0, 0, 0, 0]
