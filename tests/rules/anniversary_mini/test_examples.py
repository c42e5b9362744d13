"""The worked examples of the Anniversary mini expansion."""

from __future__ import annotations

import pytest

from bastide.kernel.geometry import EAST, NORTH, SOUTH, WEST
from tests.boards import BLUE, RED, choices, followers, play, refusal, scores
from tests.rules.anniversary_mini.arrows import (
    AGAIN,
    MEADOW,
    PAIR,
    REMOTE,
    SET_OFF,
    activated,
    arrows,
    comforted,
    turn_of,
    turns,
)
from tests.rules.base.playing import told
from tests.rules.special import standing

MONK = "B(0,0) +red:monastery"


def test_ANNIV_EX_1_not_pointing() -> None:
    state = arrows(MONK)
    events = told(state, f"{PAIR}(1,0)/{turns(PAIR, NORTH)}")
    assert (activated(events), comforted(events), state.score) == ([], [(RED, 2)], [2, 0, 0])
    assert choices(state) == {"-", "+monastery", "+field"}


def test_ANNIV_EX_2_pointing() -> None:
    state = arrows(MONK)
    events = told(state, f"{PAIR}(1,0)/{turns(PAIR, WEST)}")
    assert (activated(events), comforted(events), state.score) == (["pair"], [], [0, 0, 0])
    assert choices(state) == {"-", "+monastery", "+field", "+(0,0).monastery"}


def test_ANNIV_EX_3_the_arrow_of_a_neighbour() -> None:
    state = arrows(f"20AE-CFCF-e(0,0)/{turns('20AE-CFCF-e', EAST)}, D(0,1) CRFR ; to blue")
    events = told(state, "B(1,0)")
    assert (activated(events), events[-1].seat, state.score) == (["remote"], BLUE, [0, 0, 0])
    north = {"+(0,0).city", "+(0,0).field.E", "+(0,0).field.W"}
    south = {"+(0,1).city", "+(0,1).road", "+(0,1).field.El", "+(0,1).field.S"}
    assert choices(state) == {"-", "+monastery", "+field"} | north | south
    play(state, "+(0,1).road")
    assert standing(state) == {"blue follower (0,1)"}


FIVE = "E(0,0) FCFF +red:city, G(1,0) FCFC +blue:city, G(2,0) FCFC, G(3,0) FCFC"


def test_ANNIV_EX_4_a_pair_of_knights() -> None:
    state = arrows(f"{FIVE}, {MEADOW}")
    play(state, f"{SET_OFF['pair']} +(0,0).city")
    assert followers(state) == [5, 6, 7]
    play(state, "E(4,0)/FFFC -")
    assert (state.score, followers(state)) == ([10, 0, 0], [7, 7, 7])


def test_ANNIV_EX_5_no_third_follower() -> None:
    state = arrows(f"E(0,0) FCFF +red:city +red:city, U(0,5) FRFR +red:road, {MEADOW}")
    play(state, SET_OFF["pair"])
    assert choices(state) == {"-", "+monastery", "+field", "+(0,5).road"}
    assert refusal(state, "+(0,0).city")


def test_ANNIV_EX_6_two_anniversary_tiles() -> None:
    state = arrows(f"{AGAIN}(0,0)/{turns(AGAIN, EAST)}")
    events = told(state, f"{PAIR}(1,0)/{turns(PAIR, EAST)}")
    assert (activated(events), comforted(events), state.score) == (["again"], [(RED, 2)], [2, 0, 0])
    assert turn_of(play(state, "-"), RED, part=1)


FACING = f"{AGAIN}(0,0)/{turns(AGAIN, EAST)}, U(7,7) FRFR"
FACE = f"{REMOTE}(1,0)/{turns(REMOTE, WEST)}"


def test_ANNIV_EX_7_arrows_facing_each_other() -> None:
    state = play(arrows(FACING), FACE)
    assert (choices(state), state.score) == ({"activate:(0,0)", "activate:(1,0)"}, [0, 0, 0])
    again = state.copy()
    events = told(again, "activate:(0,0)")
    assert (activated(events), comforted(events), again.score) == (["again"], [(RED, 2)], [2, 0, 0])
    assert "+(7,7).road" not in choices(again)
    assert turn_of(play(again, "-"), RED, part=1)
    events = told(state, "activate:(1,0)")
    assert (activated(events), comforted(events), state.score) == (["remote"], [], [0, 0, 0])
    assert turn_of(play(state, "+(7,7).road"), BLUE)
    assert standing(state) == {"red follower (7,7)"}


def test_ANNIV_EX_8_extra_turn_capped() -> None:
    state = arrows("B(0,0)")
    assert activated(told(state, f"{AGAIN}(1,0)/{turns(AGAIN, WEST)} -")) == ["again"]
    assert turn_of(state, RED, part=1)
    other = "20AE-CDFF-c"
    events = told(state, f"{other}(0,-1)/{turns(other, SOUTH)} -")
    assert (activated(events), comforted(events), state.score) == (["again"], [], [0, 0, 0])
    assert turn_of(state, BLUE)


def test_ANNIV_EX_9_an_enclosed_field() -> None:
    closed = "T(0,0) CCRC, T(0,1) RCCC"
    state = play(arrows(f"{closed}, {MEADOW}"), SET_OFF["remote"])
    fields = {"+(0,0).field.Sl", "+(0,0).field.Sr", "+(0,1).field.Nl", "+(0,1).field.Nr"}
    assert fields | {"+(0,0).city", "+(0,1).city"} <= choices(state)
    assert not choices(state) & {"+(0,0).road", "+(0,1).road"}, "the road between the cities is complete"
    play(state, "+(0,0).field.Sl")
    assert standing(state) == {"red follower (0,0)"}


RING = "B(-1,-1), B(0,-1), B(1,-1), U(-1,0) FRFR, B(-1,1), U(0,1) RFRF, B(1,1)"


@pytest.mark.parametrize(("tiles", "open_garden"), [(RING, True), (f"{RING}, B(1,0)", False)])
def test_ANNIV_EX_10_a_surrounded_garden(tiles: str, open_garden: bool) -> None:
    state = arrows(f"BA-FFRR-garden(0,0) FFRR, {tiles}, {MEADOW}", "abbot")
    play(state, SET_OFF["remote"])
    assert ("+abbot:(0,0).garden" in choices(state)) is open_garden
    assert "+(0,0).garden" not in choices(state)
    if open_garden:
        assert standing(play(state, "+abbot:(0,0).garden")) == {"red abbot (0,0)"}


def test_ANNIV_EX_11_two_neighbours_arrows() -> None:
    state = arrows(f"{PAIR}(1,-1)/{turns(PAIR, SOUTH)} +red:monastery, {REMOTE}(0,0)/{turns(REMOTE, EAST)}")
    play(state, "B(1,0)")
    assert choices(state) == {"activate:(1,-1)", "activate:(0,0)"}
    for token, name, offered, not_offered in (
        ("activate:(1,-1)", "pair", "+(1,-1).monastery", "+(0,0).road.N"),
        ("activate:(0,0)", "remote", "+(0,0).road.N", "+(1,-1).monastery"),
    ):
        new = state.copy()
        events = told(new, token)
        assert (activated(events), comforted(events), new.score) == ([name], [], [0, 0, 0])
        assert offered in choices(new)
        assert not_offered not in choices(new)
        assert turn_of(play(new, "-"), BLUE)


def test_ANNIV_EX_12_builder_and_again() -> None:
    text = f"U(0,0) FRFR +red:road +red:builder:road, {AGAIN}(1,-1)/{turns(AGAIN, SOUTH)}"
    state = arrows(text, "traders_and_builders")
    assert activated(told(state, "U(1,0) -")) == ["again"]
    assert turn_of(state, RED, part=1)
    assert turn_of(play(state, "U(2,0) -"), BLUE), "exactly one, though the builder's road grew once more"


def test_ANNIV_EX_13_a_city_just_completed() -> None:
    state = arrows(f"E(0,0) FCFF, {REMOTE}(1,1)/{turns(REMOTE, NORTH)}, E(7,7) FCFF")
    play(state, "E(1,0)/FFFC")
    assert "+city" in choices(state)
    assert "+(0,0).city" not in choices(state)
    assert "+(7,7).city" in choices(state)
    assert scores(play(state, "+city"), RED, BLUE) == [4, 0]
