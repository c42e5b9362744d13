"""Options that other tables know: 10 points for each title, 15 or 40, or points at once."""

from __future__ import annotations

import pytest

from tests.boards import BLUE, board, choices, finish, play
from tests.rules.base.playing import names, told
from tests.rules.count.town import town
from tests.rules.king_and_robber.court import RULES, holds, king, robber, small_city, small_road, two
from tests.rules.special import over, said

LAND = f"{small_city(0, 0)}, {small_city(5, 0)}, {small_city(10, 0)}, {small_road(0, 9)}, {small_road(5, 9)}"
"""Three complete cities and two complete roads."""
KING = holds("king", "red", 2)
ROBBER = holds("robber", "red", 2)
THEIRS = holds("robber", "blue", 2)


@pytest.mark.parametrize(
    ("titles", "held", "points"),
    [
        ("each_feature", KING + ROBBER, [5, 0]),
        ("each_feature", KING + THEIRS, [3, 2]),
        ("ten", "", [0, 0]),
        ("ten", KING, [10, 0]),
        ("ten", KING + THEIRS, [10, 10]),
        ("ten", KING + ROBBER, [20, 0]),
        ("fifteen_forty", "", [0, 0]),
        ("fifteen_forty", THEIRS, [0, 15]),
        ("fifteen_forty", KING + THEIRS, [15, 15]),
        ("fifteen_forty", KING + ROBBER, [40, 0]),
        ("at_once", KING + ROBBER, [0, 0]),
    ],
)
def test_KR_FINAL_2_KR_FINAL_3_KR_FINAL_4_what_the_titles_bring_at_the_end(
    titles: str, held: str, points: list[int]
) -> None:
    assert finish(two(LAND + held, options=f"titles={titles}")) == points


def test_KR_FINAL_3_in_words() -> None:
    state = board(LAND + holds("king", "red", 2, 5) + holds("robber", "red", 2, 5), f"{RULES} titles=fifteen_forty")
    _, events = over(state)
    assert said(events, "king") == ["Red: the King: 15 = 15 points."]
    assert said(events, "robber") == ["Red: the Robber Baron: 15, with the King, 10 more = 25 points."]
    assert said(events, "robber", "fr") == ["Red : le Chevalier voleur : 15, avec le Roi, 10 de plus = 25 points."]


def test_KR_FINAL_4_a_point_at_once_for_whoever_holds_the_title_then() -> None:
    """KR-RUL-8: the first city gives the King and a point."""
    state = two("E(0,0) CFFF, E(5,0) CFFF, E(10,0) FCFF, G(11,0) FCFC ; to red", options="titles=at_once")
    events = told(state, "E(0,-1)/FFCF -")
    assert (king(state), state.score) == (("red", 2), [1, 0])
    assert names(events)[-2:] == ["took_king", "king_paid"]
    assert said(events, "king_paid", players=2) == ["Red: the King: 1 complete city × 1 = 1 point."]
    play(state, "E(5,-1)/FFCF -")
    assert (king(state), state.score) == (("red", 2), [2, 0]), "completed by blue, but no larger"
    play(state, "B(0,1) - E(12,0)/FFFC -")
    assert (king(state), state.score) == (("blue", 3), [2, 1]), "the larger one pays its new holder"
    assert finish(state) == [0, 0]


def test_KR_FINAL_4_every_feature_that_a_tile_completes_pays() -> None:
    state = two("E(0,-1) FFCF, A(-1,0) FRFF, A(1,0) FFFR" + KING + THEIRS + " ; to blue", options="titles=at_once")
    events = told(state, "D(0,0) -")
    assert (king(state), robber(state)) == (("red", 2), ("blue", 3))
    assert state.score == [1, 1]
    assert names(events)[-2:] == ["king_paid", "robber_paid"]


def test_KR_FINAL_4_nobody_holds_a_title_and_nobody_is_paid() -> None:
    state = two("E(0,0) CFFF ; to red", options="titles=at_once")
    assert "king_paid" not in names(told(state, "B(0,1) -"))
    assert state.score == [0, 0]


@pytest.mark.parametrize("own", [False, True])
def test_KR_RUL_9_points_at_once_are_none_for_features(own: bool) -> None:
    """With a road of blue's that red completes, red may enter Carcassonne, whoever is paid for the Robber Baron."""
    held = holds("robber", "red" if own else "green", 2, 3)
    text = f"A(10,0) FRFF +blue:road, U(11,0) FRFR{held} ; to red"
    state = play(town(text, "king_and_robber", options="titles=at_once"), "A(12,0)/FFFR -")
    assert state.score == [0, 3, 0]
    assert "enter:follower:castle" in choices(state)
    play(state, "-")
    assert state.score == [1, 3, 0], "red has made it longer"
    alone = town(f"A(10,0) FRFF, U(11,0) FRFR{held} ; to red", "king_and_robber", options="titles=at_once")
    play(alone, "A(12,0)/FFFR -")
    assert (alone.score, alone.seat) == ([1, 0, 0], BLUE), "a point for red, but none for a feature of another"
