"""The worked examples of the crop circles."""

from __future__ import annotations

from bastide.rules.engine import actor
from bastide.rules.scoring import strengths
from bastide.rules.state import State
from tests.boards import BLUE, GREEN, RED, board, choices, feature_at, followers, legal_kinds, play
from tests.rules.base.playing import names, told
from tests.rules.special import standing, supply

RULES = "bigbox2014 expansions=crop_circles"


def three(text: str, *others: str) -> State:
    """Return a board for red, blue and green, with other expansions."""
    return board(f"{text} ; to red", ",".join((RULES, *others)), players=3)


def test_CROP_EX_1_action_A() -> None:
    state = three("E(0,0) CFFF +blue:city, E(5,0) CFFF +red:city")
    play(state, "K2-CFDF(1,0) -")
    assert (actor(state), choices(state)) == (RED, {"grow", "wither"})
    play(state, "grow")
    assert (actor(state), choices(state)) == (BLUE, {"-", "add:follower:(0,0).city"})
    play(state, "add:follower:(0,0).city")
    assert len(state.pieces) == 3
    assert strengths(state, [feature_at(state, 0, 0, "city")]) == [0, 2, 0]
    assert (actor(state), choices(state)) == (RED, {"-", "add:follower:(5,0).city"}), "green is skipped"
    play(state, "add:follower:(5,0).city")
    assert strengths(state, [feature_at(state, 5, 0, "city")]) == [2, 0, 0]
    assert (state.score, followers(state)) == ([0, 0, 0], [5, 5, 7])
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"})


def test_CROP_EX_2_action_B() -> None:
    text = "U(0,0) FRFR +blue:road, U(0,5) FRFR +blue:road, U(0,9) FRFR +red:road +red:builder:road"
    state = three(text, "traders_and_builders")
    play(state, "K2-FRSS(0,-1)/2 - wither")
    assert actor(state) == BLUE
    assert choices(state) == {"remove:follower:(0,0).road", "remove:follower:(0,5).road"}
    play(state, "remove:follower:(0,5).road")
    assert (actor(state), choices(state)) == (RED, {"remove:follower:(0,9).road"}), "green is skipped"
    play(state, "remove:follower:(0,9).road")
    assert standing(state) == {"blue follower (0,0)"}
    assert (followers(state), supply(state, "builder")) == ([7, 6, 7], [1, 1, 1])
    assert state.score == [0, 0, 0]


def test_CROP_EX_3_nobody() -> None:
    state = three("E(0,0) CFFF +blue:city, U(5,5) FRFR +red:road")
    play(state, "K2-CFRF(1,0) -")
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"})


def test_CROP_EX_4_empty_supply() -> None:
    state = board("E(0,0) CFFF +blue:city, E(5,0) CFFF +red:city ; to red ; supply 6 0 7", RULES, players=3)
    play(state, "K2-CFDF(1,0) - grow")
    assert (actor(state), choices(state)) == (RED, {"-", "add:follower:(5,0).city"}), "blue is skipped"


def test_CROP_EX_5_order_matters() -> None:
    state = three("E(0,0) FCFF +blue:city, G(1,0) FCFC +red:city")
    city = [feature_at(state, 0, 0, "city")]
    assert strengths(state, city) == [1, 1, 0]
    play(state, "K2-CFDF(0,1)/1 - grow add:follower:(0,0).city")
    assert strengths(state, city) == [1, 2, 0]
    assert actor(state) == RED
    play(state, "add:follower:(1,0).city")
    assert strengths(state, city) == [2, 2, 0]


def test_CROP_EX_6_completed_first() -> None:
    state = board("E(0,0) CFFF +red:city, E(5,0) CFFF +green:city ; to red ; supply 0 7 6", RULES, players=3)
    events = told(state, "K2-CFDF(0,-1)")
    assert [name for name in names(events) if name in ("scored", "returned")] == ["scored", "returned"]
    assert (state.score, followers(state)) == ([4, 0, 0], [1, 7, 6])
    play(state, "grow")
    assert actor(state) == GREEN
    play(state, "-")
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"}), "nobody is left for red to join"

    again = board("E(0,0) CFFF +red:city, E(5,0) CFFF +red:city ; to red ; supply 0 7 7", RULES, players=3)
    play(again, "K2-CFDF(0,-1) grow")
    assert (actor(again), choices(again)) == (RED, {"-", "add:follower:(5,0).city"}), "but elsewhere he may help"
