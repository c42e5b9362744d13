"""The worked examples of the cult places, on the boards they are given with."""

from __future__ import annotations

import pytest

from bastide.play.position import position_text
from bastide.rules import engine
from bastide.rules.state import State
from tests.boards import BLUE, GREEN, RED, choices, each, finish, followers, legal_kinds, play, refusal
from tests.boards import rules as made
from tests.rules.cult.shrines import MEADOW, SHRINE, around, cult, meadows
from tests.rules.special import standing

NEAR_ABBEY = meadows((-1, 0), (0, -1), (1, -1), (1, 0), (0, 1))
"""Five neighbours of an abbey at (0,0); with a shrine at (1,1) it lacks two more, (-1,-1) and (-1,1)."""
NEAR_SHRINE = meadows((2, 0), (2, 1), (0, 2), (1, 2))
"""With those, the neighbours of that shrine save (2,2)."""


def challenge() -> State:
    """Return the board after red has put a heretic beside blue's monk."""
    state = cult(f"B(0,0) +blue:monastery, {NEAR_ABBEY}, {NEAR_SHRINE}, E(9,9) CFFF ; to red", players=5)
    play(state, f"{SHRINE}(1,1) +shrine")
    assert standing(state) == {"blue follower (0,0)", "red follower (1,1)"}
    return state


def test_CULT_EX_1_challenge_won_by_the_heretic() -> None:
    state = play(challenge(), "E(9,8)/FFCF -")
    assert state.seat == GREEN
    assert followers(state) == each(7, red=6, blue=6)
    play(state, f"{MEADOW}(2,2) -")
    assert state.score == each(0, red=9)
    assert followers(state) == each(7)
    assert standing(state) == set()


def test_CULT_EX_2_challenge_won_by_the_monk() -> None:
    state = play(challenge(), f"{MEADOW}(-1,-1) - {MEADOW}(-1,1) -")
    assert state.score == each(0, blue=9)
    assert followers(state) == each(7)
    play(state, f"{MEADOW}(2,2) -")
    assert state.score == each(0, blue=9), "nobody scores the shrine"


def test_CULT_EX_3_both_at_once() -> None:
    rest = around((0, 0), (1, 0), but=((0, 1),))
    state = cult(f"B(0,0) +blue:monastery, {SHRINE}(1,0) +red:shrine, {rest} ; to green")
    play(state, f"{MEADOW}(0,1) -")
    assert state.score == [9, 9, 0]
    assert followers(state) == [7, 7, 7]


def test_CULT_EX_4_game_ends() -> None:
    near = meadows((1, 0), (0, 1), (-1, 0), (0, -1), (-1, -1), (2, 1))
    state = cult(f"B(0,0) +blue:monastery, {SHRINE}(1,1) +red:shrine, {near}")
    assert finish(state) == [5, 7, 0]


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("(1,0)", "shrine_and_monastery"),
        ("(1,1)", "shrine_and_monastery"),
        ("(1,-1)", "shrine_and_monastery"),
        ("(3,1)", ""),
    ],
)
def test_CULT_EX_5_illegal_double_neighbour(cell: str, reason: str) -> None:
    state = cult(f"B(0,0), B(2,0), {meadows((0, 1), (0, -1), (2, 1))}")
    assert refusal(state, f"{SHRINE}{cell}") == reason


def test_CULT_EX_6_illegal_indirect() -> None:
    state = cult(f"{SHRINE}(0,0), B(1,0)")
    assert refusal(state, f"{SHRINE}(2,0)") == "shrine_and_monastery"
    assert refusal(state, f"{SHRINE}(-1,0)") == "", "beside a shrine it may lie"


def test_CULT_EX_7_no_challenge_without_a_second_occupant() -> None:
    rest = around((0, 0), but=((1, 0), (-1, -1)))
    state = cult(f"B(0,0) +blue:monastery, {rest} ; to red")
    play(state, f"CU-FFRF-shrine(1,0)/FRFF +road {MEADOW}(-1,-1) -")
    assert state.score == [0, 9, 0]
    assert standing(state) == {"red follower (1,0)"}
    assert followers(state) == [6, 7, 7]


def test_CULT_EX_8_own_challenge() -> None:
    rest = around((1, 1), but=((0, 0), (2, 2)))
    state = cult(f"B(0,0) +red:monastery, {SHRINE}(1,1) +red:shrine, {rest} ; to blue")
    assert followers(state) == [5, 7, 7]
    play(state, f"{MEADOW}(2,2) -")
    assert state.score == [9, 0, 0]
    assert followers(state) == [7, 7, 7]


def test_CULT_EX_10_vineyard() -> None:
    rest = around((1, 1), but=((0, 0), (2, 2), (2, 0)))
    vineyard = "HS-CFFC-vineyard(2,0) CCFF"
    text = f"B(0,0) +blue:monastery, {SHRINE}(1,1) +red:shrine, {rest}, {vineyard} ; to green"
    state = play(cult(text, "hills_and_sheep"), f"{MEADOW}(2,2) -")
    assert state.score == [12, 0, 0]
    assert followers(state) == [7, 7, 7]


def test_CULT_EX_11_count_and_an_unoccupied_abbey() -> None:
    block = position_text(engine.start(made("bigbox2014 expansions=count"), 2)).split(" ; ")[0]
    block = block.replace("CO-IIII-06(1,1)", "CO-IIII-06(1,1) +blue:district")
    rest = around((20, 0), (21, 0), but=((20, 1),))
    text = f"{block}, B(20,0), {SHRINE}(21,0) +red:shrine, {rest} ; to green"
    state = play(cult(text, "count"), f"{MEADOW}(20,1) -")
    assert engine.actor(state) == BLUE
    assert choices(state) == {
        "-",
        "leave:follower:cathedral:(20,0).monastery",
        "leave:follower:cathedral:(21,0).shrine",
    }
    play(state, "leave:follower:cathedral:(20,0).monastery")
    assert state.score == [9, 9, 0]
    assert followers(state) == [7, 7, 7]
    assert (engine.actor(state), legal_kinds(state)) == (GREEN, {"pass", "enter"})
    assert state.score[RED] == 9
