"""The worked examples of Mage and Witch, on the boards they are given with."""

from __future__ import annotations

import pytest

from tests.boards import GREEN, RED, board, choices, each, finish, followers, legal_kinds, play
from tests.rules.mage_and_witch.figures import RULES, figures, moves, targets, two

IC = "inns_and_cathedrals"


def test_MW_EX_1_mage_city() -> None:
    state = board(
        """
        E(0,0) FCFF +red:city, F(1,0) FCFC +0:mage:city, F(2,0) FCFC, E(3,-1) FFCF, R(4,0) FCCC, E(4,1) CFFF,
        E(5,0) FFFC +blue:city ; to green
        """,
        RULES,
    )
    play(state, "R(3,0)/CCFC -")
    assert state.score == each(red=28, blue=28)
    assert followers(state) == each(7)
    assert figures(state) == {}


CROSSING = """
    U(1,0) FRFR +red:road +0:mage:road, A(2,0) FFFR, U(-1,0) FRFR +blue:road +0:witch:road, U(-2,0) FRFR, U(-3,0) FRFR,
    A(-4,0) FRFF ; to green
"""


def test_MW_EX_2_witch_road() -> None:
    state = play(board(CROSSING, RULES), "W(0,0)/FRRR -")
    assert state.score == each(red=6, blue=3)
    assert followers(state) == each(7)
    assert figures(state) == {}
    plain = CROSSING.replace("+0:witch:road", "").replace("+0:mage:road", "")
    assert play(board(plain, RULES), "W(0,0)/FRRR -").score == each(red=3, blue=5)


def test_MW_EX_3_mage_road() -> None:
    state = play(board(CROSSING.replace("+0:witch:road", ""), RULES), "W(0,0)/FRRR -")
    assert state.score == each(red=6, blue=5)
    assert (followers(state), figures(state)) == (each(7), {})


@pytest.mark.parametrize(("moved", "points"), [("witch", 18), ("mage", 6)])
def test_MW_EX_4_collision(moved: str, points: int) -> None:
    state = board(
        """
        E(0,0) FCFF +red:city +0:mage:city, G(1,0) FCFC, B(1,-1), E(2,-1) FFCF, B(3,-1), G(3,0) FCFC +0:witch:city,
        E(4,0) FFFC, U(0,1) FRFR ; to green
        """,
        RULES,
    )
    play(state, "R(2,0)/CCFC")
    assert (state.seat, choices(state)) == (GREEN, moves("(0,1).road"))
    play(state, f"enchant:{moved}:(0,1).road -")
    assert state.score == each(red=points)
    assert figures(state) == {moved: "(0,1).road"}


FULL = "E(0,-1) FFCF, E(0,1) CFFF, U(9,9) FRFR {} ; to red"
"""MW-CFDF will complete two cities and leave one road to be completed."""


def test_MW_EX_5_no_target_one_figure() -> None:
    state = play(two(FULL.format("+0:mage:road")), "MW-CFDF(0,0)")
    assert choices(state) == {"dispel:mage"}
    play(state, "dispel:mage -")
    assert (figures(state), state.seat) == ({}, 1)


def test_MW_EX_6_no_figure_in_play_no_target() -> None:
    state = play(two("E(0,-1) FFCF, E(0,1) CFFF ; to red"), "MW-CFDF(0,0)")
    assert (state.seat, legal_kinds(state)) == (RED, {"pass", "deploy"})
    assert figures(state) == {}


def test_MW_EX_7_final_mage_with_inn() -> None:
    road = "IC-FRFR-inn(0,0) +blue:road {}, U(1,0) FRFR, U(2,0) FRFR, U(3,0) FRFR"
    assert finish(two(road.format("+0:mage:road"), IC)) == [0, 4]
    assert finish(two(road.format(""), IC)) == [0, 0]


@pytest.mark.parametrize(("figure", "points"), [("mage", 5), ("witch", 0)])
def test_MW_EX_8_final_mage_with_cathedral(figure: str, points: int) -> None:
    state = two(
        f"""
        IC-CCCC-cathedral(0,0) +red:city +0:{figure}:city, F(1,0) FCFC, F(2,0) FCFC, E(0,-1) FFCF, E(-1,0) FCFF
        """,
        IC,
    )
    assert finish(state) == [points, 0]


def test_MW_EX_9_final_witch() -> None:
    state = two("E(0,0) FCFF +red:city, F(1,0) FCFC, G(2,0) FCFC, G(3,0) FCFC +0:witch:city")
    assert finish(state) == [3, 0]


@pytest.mark.parametrize(("figure", "points"), [("witch", 1), ("mage", 4)])
def test_MW_EX_10_tiny_city(figure: str, points: int) -> None:
    state = two(f"E(0,0) FCFF +red:city +0:{figure}:city ; to blue", options="tiny_city=2")
    assert play(state, "E(1,0)/FFFC -").score == [points, 0]


def test_MW_EX_11_unoccupied_completion() -> None:
    state = two("A(0,0) FRFF, U(1,0) FRFR +0:witch:road ; to red")
    play(state, "A(2,0)/FFFR -")
    assert (state.score, figures(state)) == ([0, 0], {})


def test_MW_EX_12_only_one_in_play() -> None:
    state = two("U(0,0) FRFR +0:witch:road, E(0,1) FFCF, V(5,5) FFRR ; to red")
    play(state, "MW-CFDF(0,2)")
    open_elsewhere = {"(5,5).road", "(0,2).city.S"}
    assert targets(state, "witch") == open_elsewhere
    assert targets(state, "mage") == open_elsewhere
    assert choices(state) == moves(*open_elsewhere)
