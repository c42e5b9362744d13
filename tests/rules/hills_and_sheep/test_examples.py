"""The worked examples of hills and sheep, by their numbers."""

from __future__ import annotations

import pytest

from bastide import OVER, actor
from bastide.kernel.geometry import cell_at
from tests.boards import BLUE, GREEN, RED, board, choices, draw, feature_at, finish, followers, play, refusal
from tests.rules.hills_and_sheep.flocks import AROUND, CLOSED, RULES, flocks, shepherds, stock, tokens

TIED = "{first}(0,0) CFFC +red:city, E(0,-1) FFCF, E(-1,-1) FFCF, E(-2,0) FCFF +{second}city ; to green ; players 3"
BOTH = "bigbox2014 expansions=hills_and_sheep,inns_and_cathedrals"
SHARED = "E(0,0) CFFF +red:shepherd:field, E(1,0) CFFF +blue:shepherd:field ; players 2" + flocks([3, 1], [2, 2])
RING = """
    B(0,0) FFFF +red:shepherd:field, V(-1,-1) FRRF, U(0,-1) FRFR, V(1,-1) FFRR, U(1,0) RFRF, V(1,1) RFFR,
    U(0,1) FRFR, V(-1,1) RRFF ; players 2
""" + flocks([2])


def around(*without: tuple[int, int]) -> str:
    return ", ".join(tile for cell, tile in AROUND.items() if cell not in without)


def test_HS_EX_1_two_cities_at_one_side_become_one() -> None:
    state = board("HS-CDFC-vineyard(0,0) CCFC", RULES)
    assert feature_at(state, 0, 0, "city.W") != feature_at(state, 0, 0, "city.E")
    play(state, "E(0,-1)/FFCF")
    (city,) = {feature_at(state, 0, 0, "city.W"), feature_at(state, 0, 0, "city.E"), feature_at(state, 0, -1, "city")}
    features = state.board.features
    assert (features.size(city), features.open[city]) == (2, 2)
    assert {cell_at(1, 0), cell_at(-1, 0)} <= state.board.wanted.keys()


def test_HS_EX_2_two_double_sides_make_one_city_of_four_segments() -> None:
    state = play(board("HS-CDFC-vineyard(0,0) CCFC", RULES), "HS-CDFC-vineyard(0,-1)/FCCC")
    (city,) = {feature_at(state, 0, y, f"city.{side}") for y in (0, -1) for side in "WE"}
    features = state.board.features
    assert (features.size(city), features.length[city], features.open[city]) == (2, 4, 4)


def test_HS_EX_3_an_undivided_side_joins_two_fields_a_divided_one_does_not() -> None:
    start = board("HS-CFFF-deep-vineyard(0,0) CFFF", RULES)
    assert feature_at(start, 0, 0, "field.W") != feature_at(start, 0, 0, "field.E")
    joined = play(start.copy(), "E(0,1)/FFCF")
    assert (
        feature_at(joined, 0, 0, "field.W") == feature_at(joined, 0, 0, "field.E") == feature_at(joined, 0, 1, "field")
    )

    apart = play(start, "HS-CFFF-deep-vineyard(0,1)/FFCF")
    assert feature_at(apart, 0, 0, "city") != feature_at(apart, 0, 1, "city")
    west, east = feature_at(apart, 0, 0, "field.W"), feature_at(apart, 0, 0, "field.E")
    assert (feature_at(apart, 0, 1, "field.W"), feature_at(apart, 0, 1, "field.E")) == (west, east)
    assert west != east


@pytest.mark.parametrize(("tile", "points"), [("HS-CFFC-hill", [10, 0, 0]), ("N", [10, 10, 0])])
def test_HS_EX_4_hill_breaks_the_tie(tile: str, points: list[int]) -> None:
    state = board(TIED.format(first=tile, second="blue:"), RULES)
    assert followers(state) == [6, 6, 7]
    play(state, "R(-1,0)/CCFC")
    city = feature_at(state, 0, 0, "city")
    assert (state.board.features.size(city), state.board.features.open[city]) == (5, 0)
    play(state, "-")
    assert state.score == points
    assert followers(state) == [7, 7, 7]


def test_HS_EX_5_a_big_follower_is_no_tie() -> None:
    state = play(board(TIED.format(first="HS-CFFC-hill", second="blue:big:"), BOTH), "R(-1,0)/CCFC -")
    assert state.score == [0, 10, 0]
    assert followers(state) == [7, 7, 7]
    assert not state.pieces


def test_HS_EX_6_two_on_hills_share_and_the_third_gets_nothing() -> None:
    betty, john, ariel = RED, BLUE, GREEN
    state = board(
        """
        HS-CFRF-hill(0,-1) RFCF +red:city, HS-CFDF-hill(1,0) FCFC +blue:city.W, E(-1,0) FCFF +green:city,
        G(0,1) CFCF, E(0,2) CFFF ; players 3
        """,
        RULES,
    )
    play(state, "C(0,0)")
    assert (state.score[betty], state.score[john], state.score[ariel]) == (14, 14, 0)
    assert followers(state) == [7, 7, 7]


def test_HS_EX_7_herd_8_for_both() -> None:
    state = play(board(SHARED, RULES), "B(0,1)")
    assert choices(state) == {"expand", "herd"}
    play(state, "herd")
    assert state.score == [8, 8]
    assert tokens(state) == [[], []]
    assert stock(state) == [2, 4, 5, 5, 2]
    assert shepherds(state) == [1, 1]


def test_HS_EX_8_the_wolf_scatters_all() -> None:
    state = play(board(SHARED, RULES), "B(0,1) expand token:0")
    assert state.score == [0, 0]
    assert tokens(state) == [[], []]
    assert stock(state) == [2, 4, 5, 5, 2]
    assert shepherds(state) == [1, 1]


def test_HS_EX_9_herd_and_put_the_shepherd_down_again() -> None:
    state = board("E(0,0) CFFF +red:shepherd:field ; players 2" + flocks([3]), RULES)
    play(state, "B(0,1) herd")
    assert state.score == [3, 0]
    play(state, "+shepherd:field")
    assert choices(state) == {"token:wolf", "token:1", "token:2", "token:3", "token:4"}
    play(state, "token:4")
    assert tokens(state) == [[4], []]
    assert shepherds(state) == [0, 1]
    assert state.score == [3, 0]


def test_HS_EX_10_closed_by_another_player() -> None:
    state = play(board(f"{RING} ; to blue", CLOSED), "U(-1,0)/RFRF")
    field = feature_at(state, 0, 0, "field")
    assert (state.board.features.size(field), state.board.features.open[field]) == (9, 0)
    assert state.score == [2, 0]
    assert (shepherds(state), tokens(state)) == ([1, 1], [[], []])
    assert "expand" not in choices(state)

    off = play(board(f"{RING} ; to blue", RULES), "U(-1,0)/RFRF -")
    assert off.score == [0, 0]
    assert (shepherds(off), tokens(off)) == ([0, 1], [[2], []])


def test_HS_EX_10_closed_by_the_owner() -> None:
    first = play(board(RING, CLOSED), "U(-1,0)/RFRF")
    assert choices(first) == {"expand", "herd"}
    assert play(first.copy(), "herd").score == [2, 0]
    grown = play(first.copy(), "expand token:3")
    assert (grown.score, shepherds(grown), tokens(grown)) == ([5, 0], [1, 1], [[], []])
    chased = play(first.copy(), "expand token:0")
    assert (chased.score, shepherds(chased), tokens(chased)) == ([0, 0], [1, 1], [[], []])


def test_HS_EX_10_closed_by_the_owner_without_the_option() -> None:
    first = play(board(RING, RULES), "U(-1,0)/RFRF")
    assert play(first.copy(), "herd").score == [2, 0]
    grown = play(first.copy(), "expand token:3 -")
    assert (grown.score, shepherds(grown), tokens(grown)) == ([0, 0], [0, 1], [[2, 3], []])
    # Whatever he lays from now on, the field is closed
    play(grown, "U(2,0)/RFRF - U(-2,0)/RFRF -")
    assert (grown.score, shepherds(grown)) == ([0, 0], [0, 1])
    assert finish(grown) == [0, 0]


def test_HS_EX_11_two_vineyards_make_15() -> None:
    state = play(board(f"{around((-1, 0))} ; to blue ; players 2", RULES), "E(-1,0)/FFFC -")
    assert state.score == [15, 0]
    assert followers(state) == [7, 7]

    second = board(
        f"""
        {around()}, B(-2,-2) +blue:monastery, E(-2,-1) FCFF, E(-1,-2) FFCF, B(-1,-3), B(-2,-3), B(-3,-2), B(-3,-1)
        ; players 2
        """,
        RULES,
    )
    assert play(second, "B(-3,-3) -").score == [0, 12]


def test_HS_EX_12_an_incomplete_monastery_has_no_vineyards() -> None:
    assert finish(board(f"{around((0, 1))} ; players 2", RULES)) == [8, 0]


def test_HS_EX_13_the_tile_under_the_hill_was_the_last_one() -> None:
    state = board("E(0,0) CFFF ; bag HS-CFFC-hill:1 U:1 ; players 2", RULES)
    assert state.left == 2
    draw(state, "HS-CFFC-hill")
    assert state.left == 1
    play(state, "(0,1)/FFCC")
    assert state.left == 0
    assert actor(state) == RED
    play(state, "-")
    assert actor(state) == OVER
    assert refusal(state, "U") == "game_over"
