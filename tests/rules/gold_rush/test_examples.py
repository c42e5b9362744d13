"""The worked examples of Gold Rush."""

from __future__ import annotations

from tests.boards import BLACK, BLUE, GREEN, RED, YELLOW, choices, each, feature_at, finish, scores
from tests.rules.gold_rush.west import (
    chosen,
    cowboys,
    gold,
    held,
    holds,
    placements,
    play,
    public,
    refusal,
    reserve,
    taken,
    tents,
    tokens,
    west,
)
from tests.rules.special import supply


def test_GOLD_EX_1_placement() -> None:
    rail = west("a(0,0) PRPR")
    assert {"(1,0)", "(-1,0)"} <= placements(rail, "a")
    assert refusal(rail, "a(1,0)/RPRP") == "edges_clash", "rail against prairie"
    assert refusal(rail, "e1(1,0)/PMPM") == "edges_clash", "rail against mountain"
    mountain = west("e1(0,0) PMPM, p(1,1)")
    assert "(-1,0)" in placements(mountain, "e1")
    assert "(1,0)/3" in placements(mountain, "d1"), "mountain on the left and prairie below, both matching"
    assert refusal(mountain, "e1(1,0)/MPMP") == "edges_clash", "mountain against prairie"
    assert refusal(mountain, "p(1,0)") == "edges_clash"


def test_GOLD_EX_2_mine_tokens() -> None:
    state = play(west("a(0,0) PRPR ; to blue"), "d2(0,1)/PPMP -")
    assert (tokens(state, 0, 1), reserve(state)) == (2, 61)
    for k in (0, 1, 5):
        pile = play(west(f"e1(0,0) PMPM {gold(k)}"), "d2(1,0)/PPPM")
        assert tokens(pile, 0) == tokens(pile, 1) == k + 2
        assert reserve(pile) == 61 - k


def test_GOLD_EX_3_occupied_rail() -> None:
    state = play(west("a(0,0) PRPR +red:rail ; to blue"), "g1(1,0)/MRPR")
    assert cowboys(choices(state)) == {"+mountain", "+prairie.El", "+prairie.S"}
    assert refusal(state, "+rail") == "occupied"


def test_GOLD_EX_4_own_mountain() -> None:
    state = play(west("d1(0,0) MPPP +blue:mountain +0:gold:mountain ; to blue"), "g1(0,-1)/PRMR")
    assert feature_at(state, 0, 0, "mountain") == feature_at(state, 0, -1, "mountain")
    assert tokens(state, 0) == 2, "the nugget brings its token all the same"
    free = west("d1(0,0) MPPP +blue:mountain, e1(0,-1) MPMP ; to blue")
    play(free, "g1(0,-2)/PRMR")
    assert cowboys(choices(free)) == {"+rail", "+prairie.N", "+prairie.Er"}
    assert refusal(free, "+mountain") == "occupied"


def test_GOLD_EX_5_tent_with_foreign_prospector() -> None:
    state = west("e1(0,0) PMPM +blue:mountain, e1(1,0) PMPM ; to yellow")
    play(state, "p(0,1)")
    assert tents(choices(state)) == {"(1,0).mountain"}
    play(state, "pitch:(1,0).mountain")
    assert supply(state, "tent") == each(1, yellow=0)


SIX = """
e1(0,0) PMPM +blue:mountain +0:gold:mountain, e1(1,0) PMPM +red:mountain, e1(2,0) PMPM +blue:tent:mountain,
g1(3,0) RPRM +red:rail
"""


def test_GOLD_EX_6_tent_on_a_tile_with_a_railwayman() -> None:
    state = play(west(f"{SIX} ; to yellow"), "p(0,1)")
    assert tents(choices(state)) == {"(3,0).mountain"}
    play(state, "pitch:(3,0).mountain")
    assert supply(state, "tent") == each(1, blue=0, yellow=0)


def test_GOLD_EX_7_taking_gold() -> None:
    state = west(f"{SIX} ; to yellow")
    play(state, "p(0,1) pitch:(3,0).mountain")
    for n, seat in enumerate((BLACK, RED, BLUE, GREEN)):
        assert state.seat == seat
        play(state, f"p(0,{n + 2}) -")
    assert state.seat == YELLOW
    play(state, "p(0,6) dig <3")
    assert (holds(state, YELLOW), public(state)) == ([3], each(0, yellow=1))
    assert (tokens(state, 0), supply(state, "cowboy")) == (0, each(4, red=2, blue=3))


EIGHT = "c(0,0) PRRR, {0}(1,0) PRPR +blue:rail, {1}(2,0) PRPR ; to red"


def test_GOLD_EX_8_railroad_4() -> None:
    state = play(west(EIGHT.format("a", "a")), "f(3,0)/PMPR -")
    assert (state.score, supply(state, "cowboy")) == (each(0, blue=4), each(4))


def test_GOLD_EX_9_railroad_3() -> None:
    state = play(west("c(0,0) PRRR, a(1,0) PRPR +blue:rail ; to red"), "c(2,0)/PRRR -")
    assert state.score == each(0, blue=3)


def test_GOLD_EX_10_one_locomotive() -> None:
    assert play(west(EIGHT.format("a1", "a")), "f(3,0)/PMPR -").score == each(0, blue=8)
    assert play(west(EIGHT.format("a1", "a1")), "f(3,0)/PMPR -").score == each(0, blue=4)


def test_GOLD_EX_11_track() -> None:
    state = west("c(0,0) PRRR +yellow:rail.E ; to red ; scores 0 0 0 49 0")
    play(state, "c(1,0)/PRRR -")
    assert state.score == each(0, yellow=51)


def test_GOLD_EX_12_joined_railroad() -> None:
    text = "c(0,0) PRRR, a(1,0) PRPR +blue:rail, a(3,0) PRPR +yellow:rail, c(4,0) PRRR ; to red"
    state = play(west(text), "a(2,0)/PRPR -")
    assert (state.score, supply(state, "cowboy")) == (each(0, blue=5, yellow=5), each(4))


def test_GOLD_EX_13_mountain_7() -> None:
    text = "d2(0,0) PMPP +yellow:mountain +0:gold:mountain, e1(1,0) PMPM, e2(2,0) PMPM +0:gold:mountain"
    state = west(f"{text} ; to red ; {taken(2, 0, 1, 0, 0)}")
    assert reserve(state) == 58
    play(state, "d2(3,0)/PPPM -")
    assert (tokens(state), reserve(state)) == (4, 56), "seven were laid, three of them taken"
    assert state.score == each(0), "first the tokens"
    play(state, "<1 <5 <0 <1")
    assert (holds(state, YELLOW), public(state)) == ([0, 1, 1, 5], [2, 0, 1, 4, 0])
    assert (state.score, tokens(state), supply(state, "cowboy")) == (each(0, yellow=7), 0, each(4))


def test_GOLD_EX_14_mountain_tie() -> None:
    text = "e1(1,0) PMPM +red:mountain, d1(3,0) PPPM +blue:mountain, e1(2,0) PMPM +0:gold:mountain"
    state = west(f"{text} ; to blue ; {taken(0, 0, 1, 1, 0)}")
    play(state, "d2(0,0)/PMPP -")
    assert (tokens(state), reserve(state)) == (3, 58)
    play(state, "<5")
    assert (holds(state, BLUE), holds(state, RED)) == ([5], [])
    play(state, "<2")
    assert (holds(state, BLUE), holds(state, RED)) == ([5], [2])
    play(state, "<3")
    assert (holds(state, BLUE), holds(state, RED)) == ([3, 5], [2])
    assert (state.score, supply(state, "cowboy")) == (each(0, blue=5, red=5), each(4))


FIFTEEN = "h(0,0) PRRR +blue:town, b(1,0) PPRR, b(1,1) RPPR, b(0,1) RRPP, a(-1,0) PRPR"


def test_GOLD_EX_15_city_with_loop_6() -> None:
    state = west(f"{FIFTEEN} ; to red")
    assert feature_at(state, 0, 0, "rail.E") == feature_at(state, 0, 0, "rail.S")
    assert state.board.features.size(feature_at(state, 0, 0, "rail.E")) == 4
    play(state, "c(-2,0)/PRRR -")
    assert state.board.features.size(feature_at(state, 0, 0, "rail.W")) == 3
    assert (state.score, supply(state, "cowboy")) == (each(0, blue=6), each(4))


def test_GOLD_EX_16_place_and_score_rail() -> None:
    state = play(west("c(0,0) PRRR, a(1,0) PRPR ; to blue"), "c(2,0)/PRRR +rail.W")
    assert (state.score, supply(state, "cowboy")) == (each(0, blue=3), each(4))


def test_GOLD_EX_17_place_and_score_mountain() -> None:
    state = play(west("d1(0,0) PMPP +0:gold:mountain ; to blue"), "d1(1,0)/PPPM +mountain")
    assert (tokens(state), state.score) == (2, each(0))
    play(state, "<0 <5")
    assert holds(state, BLUE) == [0, 5]
    assert (state.score, tokens(state), supply(state, "cowboy")) == (each(0, blue=2), 0, each(4))


def test_GOLD_EX_18_prairies() -> None:
    text = "e1(0,0) PMPM, p(0,-1) +red:prairie, p(0,1) +blue:prairie, p(1,-1), p(1,1) ; to green"
    state = west(text)
    north, south = feature_at(state, 0, -1, "prairie"), feature_at(state, 0, 1, "prairie")
    assert north != south
    play(state, "d1(1,0)/PPPM")
    assert feature_at(state, 0, -1, "prairie") == feature_at(state, 0, 1, "prairie")
    assert cowboys(choices(state)) == {"+mountain"}
    assert refusal(state, "+prairie") == "occupied"


def test_GOLD_EX_19_final_incomplete() -> None:
    assert finish(west("c(0,0) PRRR +red:rail.E, a(1,0) PRPR")) == each(0, red=2)
    assert finish(west("h(0,0) PRRR +yellow:town, c(-1,0) PRRR")) == each(0, yellow=3)
    assert finish(west("d1(0,0) PMPP +blue:mountain, e2(1,0) PMPM")) == each(0, blue=3)
    ten = west(
        """
        d2(0,0) PMPP +green:mountain, e3(1,0) PMPM +black:mountain, e3(2,0) PMPM +green:mountain, e2(3,0) PMPM
        """
    )
    assert finish(ten) == each(0, green=10)


def test_GOLD_EX_20_final_prairie_tie() -> None:
    assert finish(west("t(0,0) +green:prairie, s(1,0) +yellow:prairie")) == each(0, green=6, yellow=6)


def test_GOLD_EX_21_final_small_prairie() -> None:
    assert finish(west("t(0,0) +red:prairie, p(1,0), t(2,0)")) == each(0, red=4)


def test_GOLD_EX_22_final_large_prairie() -> None:
    text = "t(0,0) +blue:prairie, t(1,0) +yellow:prairie, s(2,0) +blue:prairie, s(3,0), s(4,0), p(5,0)"
    assert finish(west(text)) == each(0, blue=16)


def test_GOLD_EX_23_final_tokens() -> None:
    state = west(f"p(0,0) ; {held([], [5, 3, 2, 2, 1, 1, 1, 0, 0], [], [], [])}")
    assert public(state)[BLUE] == 9
    assert finish(state) == each(0, blue=15)


def test_GOLD_EX_24_take_before_completion_scoring() -> None:
    state = west(
        "d1(0,0) PMPP +blue:mountain +0:gold:mountain, e1(1,0) PMPM +yellow:tent:mountain +0:gold:mountain ; to yellow"
    )
    assert "dig" in chosen(state, "d1(2,0)/PPPM")
    play(state, "d1(2,0)/PPPM dig <5")
    assert (holds(state, YELLOW), tokens(state), scores(state, BLUE, YELLOW)) == ([5], 2, [0, 0])
    play(state, "<1 <0")
    assert (holds(state, BLUE), public(state)) == ([0, 1], each(0, blue=2, yellow=1))
    assert (state.score, supply(state, "tent"), supply(state, "cowboy")) == (each(0, blue=3), each(1), each(4))


def test_GOLD_EX_25_no_tent_on_a_mountain_just_completed() -> None:
    state = play(west("d1(0,0) PMPP, e1(10,0) PMPM ; to blue"), "d1(1,0)/PPPM")
    assert tents(choices(state)) == {"(10,0).mountain"}
    assert refusal(state, "pitch:(1,0).mountain") == refusal(state, "pitch:(0,0).mountain") == "not_an_option"
