"""An option that other tables know: the Count moves by himself, clockwise or after the follower."""

from __future__ import annotations

from math import atan2

import pytest

from bastide.expansions.count import DISTRICTS, space_of
from bastide.kernel import anchors
from bastide.rules import engine
from tests.boards import BLUE, choices, legal_kinds, play
from tests.boards import rules as make
from tests.rules.base.playing import names, told
from tests.rules.count.town import CASTLE, CATHEDRAL, MARKET, ROAD, SMITHY, inside, rules, stands, town
from tests.rules.special import said


def test_COUNT_COUNT_5_the_districts_are_told_clockwise() -> None:
    board = engine.start(make(rules()), 2).board
    state = engine.start(make(rules()), 2)
    spaces = [space_of(state, number) for number in range(4)]
    feet = [anchors.centre(board, space) for space in spaces if space is not None]
    middle = 2000, 1500
    angles = [atan2(y - middle[1], x - middle[0]) for x, y in feet]
    first = angles.index(min(angles))
    assert angles[first:] + angles[:first] == sorted(angles), "clockwise where y grows south"
    assert DISTRICTS == (CASTLE, MARKET, SMITHY, CATHEDRAL)


@pytest.mark.parametrize(
    ("before", "after"), [(CASTLE, MARKET), (MARKET, SMITHY), (SMITHY, CATHEDRAL), (CATHEDRAL, CASTLE)]
)
def test_COUNT_COUNT_5_the_count_goes_on_by_himself(before: str, after: str) -> None:
    state = town(f"{ROAD.format('+blue:road')} ; to red", count=before, options="count_moves=clockwise")
    play(state, "A(12,0)/FFFR -")
    events = told(state, "enter:follower:castle")
    assert names(events)[:2] == ["entered_town", "count_moved"]
    assert (stands(state), inside(state)) == (after, {"castle": "red"})
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"}), "nothing is asked"
    assert len(said(events, "count_moved", players=3)) == 1


@pytest.mark.parametrize("entered", DISTRICTS)
def test_COUNT_COUNT_6_the_count_goes_after_the_follower(entered: str) -> None:
    state = town(f"{ROAD.format('+blue:road')} ; to red", count=SMITHY, options="count_moves=follower")
    play(state, "A(12,0)/FFFR -")
    events = told(state, f"enter:follower:{entered}")
    assert (stands(state), inside(state)) == (entered, {entered: "red"})
    assert ("count_moved" in names(events)) == (entered != SMITHY)
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"})


@pytest.mark.parametrize("moves", ["clockwise", "follower"])
def test_COUNT_COUNT_5_COUNT_COUNT_6_nobody_enters_and_he_stays(moves: str) -> None:
    state = town(f"{ROAD.format('+blue:road')} ; to red", count=SMITHY, options=f"count_moves={moves}")
    play(state, "A(12,0)/FFFR -")
    assert f"enter:follower:{MARKET}" in choices(state)
    play(state, "-")
    assert stands(state) == SMITHY
    assert "escort" not in state.rules.code
