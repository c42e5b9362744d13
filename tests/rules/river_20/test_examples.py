"""The worked examples of the river of the 20th Anniversary, by their numbers."""

from __future__ import annotations

import pytest

from bastide import start
from bastide.games import parse_rules
from bastide.kernel.geometry import xy
from tests.boards import YELLOW, choices, feature_at, followers, placements, play, refusal
from tests.rules.river_2.arms import cells, ways
from tests.rules.river_20.branches import BOTH_LAKES, LAKES, PAST, RULES, SOURCE, after_turns, two
from tests.rules.river_20.double import closed, double


def test_RIV20_EX_1_turn_count() -> None:
    state, seats = after_turns(14, players=4)
    assert seats == [turn % 4 for turn in range(14)]
    assert (state.turn, choices(state)) == (15, BOTH_LAKES)
    play(state, f"{LAKES[0]} -")
    assert (state.turn, state.seat, choices(state)) == (16, YELLOW, {"R20-WFFF-q"})
    play(state, f"{LAKES[1]} -")
    assert (state.turn, state.seat) == (17, 0)
    assert not [tile for tile in choices(state) if tile.startswith("R20-")]
    assert "B" in choices(state)


def test_RIV20_EX_2_choice_of_end() -> None:
    state = start(parse_rules(RULES), 2)
    assert [xy(cell) for cell in state.board.cell] == [(0, 0), (1, 0)]
    for tile in ("R20-WFWF-d", "R20-WFWF-f", "R20-WRWR-k", "R20-CWDW-c", "R20-RWRW-n"):
        assert cells(placements(state, tile)) == {"(-1,0)", "(2,0)"}, tile
    for cell in ("(-1,0)", "(2,0)"):
        assert ways(state, "R20-CWFW-m", cell) == {"0", "2"}, "from east to west, both ways up"
        assert refusal(state, f"R20-WFWF-d{cell}/WFWF") == "edges_clash"


@pytest.mark.parametrize("second", ["R20-FWWF-j", "R20-CFWW-o", "R20-RWWR-i", "R20-CCWW-e"])
def test_RIV20_EX_3_u_turn(second: str) -> None:
    state = two(f"{SOURCE}, R20-WFFW-g(2,0) FFWW")
    east, west = {
        "R20-FWWF-j": ("WWFF", "WFFW"),
        "R20-CFWW-o": ("WWCF", "WCFW"),
        "R20-RWWR-i": ("WWRR", "WRRW"),
        "R20-CCWW-e": ("WWCC", "WCCW"),
    }[second]
    assert refusal(state, f"{second}(2,1)/{east}") == ""
    assert refusal(state, f"{second}(2,1)/{west}") == "river_branches"
    assert len(ways(state, second, "(2,1)")) == 1
    farther = two(f"{SOURCE}, R20-WFFW-g(2,0) FFWW, R20-WFWF-d(2,1), R20-WFWF-f(2,2)")
    assert refusal(farther, f"{second}(2,3)/{east}") == ""
    assert refusal(farther, f"{second}(2,3)/{west}") == "river_branches", "it would flow back under the source"


@pytest.mark.parametrize(("first", "second"), [("l", "q"), ("q", "l")])
def test_RIV20_EX_4_lakes(first: str, second: str) -> None:
    state = two(f"{SOURCE} ; bag R20-WFFF-l:1 R20-WFFF-q:1 B:5")
    assert placements(state, f"R20-WFFF-{first}") == {"(-1,0)/1", "(2,0)/3"}
    play(state, f"R20-WFFF-{first}(-1,0)/FWFF -")
    assert placements(state, f"R20-WFFF-{second}") == {"(2,0)/3"}
    play(state, f"R20-WFFF-{second}(2,0)/FFFW -")
    assert choices(state) == {"B"}


def test_RIV20_EX_5_abbey_by_the_source() -> None:
    around = ["(-1,1)", "(1,1)", "(-1,2)", "(0,2)"]
    tiles = ", ".join(f"B{cell}" for cell in around)
    state = two(f"{SOURCE}, R20-WFWF-d(-1,0) FWFW, B(0,1) +blue:monastery, {tiles} ; to red ; {PAST}")
    assert state.board.features.size(feature_at(state, 0, 1, "monastery")) == 8, "it lacks one tile"
    play(state, "B(1,2) -")
    assert (state.score, followers(state)) == ([0, 9], [7, 7])


def test_RIV20_EX_6_road_over_the_source() -> None:
    state = double("road")
    assert state.board.features.size(feature_at(state, 0, 0, "road")) == 2
    closed(state)
    assert state.score == [4, 0], "two ends, and two tiles at the source"
