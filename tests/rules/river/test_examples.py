"""The worked examples of the river, by their numbers."""

from __future__ import annotations

import pytest

from bastide import CHANCE, actor, start
from bastide.games import parse_rules
from bastide.kernel.geometry import cell_at, xy
from tests.boards import BLUE, GREEN, RED, board, choices, feature_at, followers, placements, play, refusal
from tests.rules.hills_and_sheep.flocks import flocks, shepherds, stock, tokens
from tests.rules.river.rivers import IMMEDIATE, LAKE, PAST, PLAIN, SHEEP, down_the_river

BEND = "R1-FWFF-source(0,0), R1-FFWW(1,0) FFWW"


def test_RIV_EX_1_right_then_left_but_not_right_then_right() -> None:
    state = board(BEND, PLAIN)
    assert placements(state, "R1-FFWW") == {"(1,1)/2"}
    assert refusal(state, "R1-FFWW(1,1)/WWFF") == ""
    assert refusal(state, "R1-FFWW(1,1)/WFFW") == "river_bends"


def test_RIV_EX_2_a_straight_tile_in_between() -> None:
    apart = f"{BEND}, R1-FWFW(1,1) WFWF"
    state = board(apart, PLAIN)
    assert placements(state, "R1-FFWW") == {"(1,2)/2"}
    assert refusal(state, "R1-FFWW(1,2)/WWFF") == ""
    assert refusal(state, "R1-FFWW(1,2)/WFFW") == "river_bends"
    assert placements(board(apart, IMMEDIATE), "R1-FFWW") == {"(1,2)/1", "(1,2)/2"}


def test_RIV_EX_3_three_players_lay_ten_tiles_and_the_lake() -> None:
    state, seats = down_the_river(turns=10)
    assert [turn for turn, seat in enumerate(seats, start=1) if seat == RED] == [1, 4, 7, 10]
    assert (state.turn, state.seat) == (11, BLUE)
    assert choices(state) == {"R1-FFFW-lake"}
    play(state, LAKE)
    assert "+field" in choices(state)
    play(state, "+field")
    assert followers(state) == [7, 6, 7]
    assert (state.turn, state.seat, state.left) == (12, GREEN, 71)
    assert {"B", "U", "X"} <= choices(state)


def test_RIV_EX_4_one_field_around_the_source() -> None:
    state = play(start(parse_rules(PLAIN), 2), "R1-FWFW(1,0)")
    (field,) = {
        feature_at(state, 1, 0, "field.N"),
        feature_at(state, 1, 0, "field.S"),
        feature_at(state, 0, 0, "field"),
    }
    assert state.board.features.size(field) == 2
    assert choices(state) == {"-", "+field.N", "+field.S"}
    assert refusal(state, "+(0,0).field")
    play(state, "+field.N")
    assert followers(state) == [6, 7]
    play(state, "R1-FWRW-monastery(2,0)")
    assert choices(state) == {"-", "+monastery", "+road", "+field.Er"}
    assert refusal(state, "+field.N") == refusal(state, "+field.Wl") == "occupied"


def test_RIV_EX_5_printed_sheep_are_permanent() -> None:
    state = board(
        f"R1-FWFW-sheep(0,0) +blue:shepherd:field.N ; to blue ; players 2 ; {PAST} {flocks([], [3])}",
        SHEEP,
    )
    play(state, "B(0,-1) herd -")
    assert state.score == [0, 4]
    play(state, "B(0,-2) +shepherd:field token:2 B(1,-2) -")
    play(state, "B(0,-3) herd -")
    assert state.score == [3, 4]
    play(state, "B(1,-3) +shepherd:field token:4 B(2,-2) -")
    play(state, "B(2,-3) expand token:0 +shepherd:field token:1")
    assert state.score == [3, 4]
    assert (tokens(state), shepherds(state), stock(state)) == ([[], [1]], [1, 0], [2, 3, 5, 5, 2])
    play(state, "B(3,-2) - B(3,-3) herd")
    assert state.score == [3, 6]


@pytest.mark.parametrize(("expansions", "points"), [("river,hills_and_sheep", 12), ("river", 9)])
def test_RIV_EX_6_river_vineyard(expansions: str, points: int) -> None:
    state = board(
        f"""
        B(0,0) +red:monastery, R1-FFWW-vineyard(-1,-1) WFFW, E(0,-1) CFFF, N(1,-1) CCFF, E(1,0) FCFF, N(1,1) FCCF,
        E(0,1) FFCF, N(-1,1) FFCC ; to blue ; players 2 ; {PAST}
        """,
        f"bigbox2014 expansions={expansions}",
    )
    assert play(state, "E(-1,0)/FFFC -").score == [points, 0]


def test_RIV_EX_7_bridge() -> None:
    state = board(f"W(-1,0) FRRR, R1-WRWR(0,0) +red:road ; to blue ; players 2 ; {PAST}", PLAIN)
    assert len({feature_at(state, 0, 0, f"field.{port}") for port in ("Nl", "Nr", "Sl", "Sr")}) == 4
    play(state, "W(1,0)/FRRR")
    road = feature_at(state, 0, 0, "road")
    assert road == feature_at(state, -1, 0, "road.E") == feature_at(state, 1, 0, "road.W")
    assert play(state, "-").score == [3, 0]
    assert followers(state) == [7, 7]


def test_RIV_EX_8_with_the_wheel() -> None:
    state = start(parse_rules("bigbox2014 expansions=river,wheel_of_fortune"), 2)
    cells = [xy(cell) for cell in state.board.cell]
    assert sorted(cells[:16]) == [(x, y) for x in range(4) for y in range(4)]
    assert cells[16:] == [(4, 1)]
    assert (state.board.tile(16).id, state.board.rotation(16)) == ("R1-FWFF-source", 0)
    assert state.board.tile(16).edges[1] == "river"
    assert actor(state) == CHANCE
    assert cell_at(5, 1) in state.board.wanted
    assert {token.partition("/")[0] for token in placements(state, "R1-FWFW-sheep")} == {"(5,1)"}
    assert {token.partition("/")[0] for token in placements(state, "R1-FFWW-vineyard")} == {"(5,1)"}
