"""The worked examples of the Count of Carcassonne."""

from __future__ import annotations

import pytest

from bastide.rules import engine
from bastide.rules.model import OVER
from bastide.rules.state import State
from tests.boards import BLUE, GREEN, RED, YELLOW, board, choices, feature_at, followers, legal_kinds, play
from tests.rules.count.town import (
    CASTLE,
    CATHEDRAL,
    MARKET,
    SMITHY,
    block,
    enters,
    inside,
    rules,
    stands,
    town,
)
from tests.rules.special import over, supply


def test_COUNT_EX_1_castle_blocked() -> None:
    state = town("E(10,0) FCFF +green:city, G(11,0) FCFC ; to yellow", castle="red red blue", players=4)
    play(state, "E(12,0)/FFFC -")
    assert "leave" not in legal_kinds(state)
    assert state.score == [0, 0, 6, 0]
    assert inside(state) == {"castle": "red red blue"}
    assert (state.seat, choices(state)) == (YELLOW, enters()), "the next choice is yellow's: whether to enter"


def test_COUNT_EX_2_entry() -> None:
    state = town("A(10,0) FRFF, U(11,0) FRFR +blue:road, U(12,0) FRFR ; to red")
    play(state, "A(13,0)/FFFR -")
    assert state.score == [0, 4, 0]
    assert followers(state) == [7, 7, 7]
    assert (engine.actor(state), choices(state)) == (RED, enters())
    play(state, f"enter:follower:{SMITHY}")
    assert choices(state) == {"-", f"escort:{MARKET}", f"escort:{SMITHY}", f"escort:{CATHEDRAL}"}
    play(state, f"escort:{SMITHY}")
    assert inside(state) == {"smithy": "red"}
    assert stands(state) == SMITHY
    assert followers(state) == [6, 7, 7]
    assert state.seat == BLUE


def test_COUNT_EX_3_two_scorings() -> None:
    state = town(
        """
        A(10,0) FRFF, U(11,0) FRFR +blue:road,
        E(12,-3) FFCF +red:city, G(12,-2) CFCF, G(12,-1) CFCF ; to red
        """
    )
    play(state, "L(12,0)/CRRR -")
    assert state.score == [8, 3, 0]
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"})


def test_COUNT_EX_4_two_scorings_none_for_red() -> None:
    state = town(
        """
        A(10,0) FRFF, U(11,0) FRFR +blue:road,
        E(12,-2) FFCF +green:city, G(12,-1) CFCF ; to red
        """
    )
    play(state, "L(12,0)/CRRR -")
    assert state.score == [0, 3, 6]
    assert choices(state) == enters()
    play(state, f"enter:follower:{CASTLE} -")
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"}), "once, not twice"
    assert inside(state) == {"castle": "red"}


def five_tiles() -> State:
    """Return the board of the fifth and sixth example, when red has completed blue's city."""
    state = town(
        "E(10,0) FCFF +blue:city, G(11,0) FCFC, G(12,0) FCFC, G(13,0) FCFC ; to red",
        count=MARKET,
        castle="red green green",
    )
    return play(state, "E(14,0)/FFFC -")


LEAVE = f"leave:follower:{CASTLE}:(10,0).city"


def test_COUNT_EX_5_move_order() -> None:
    state = five_tiles()
    assert engine.actor(state) == GREEN, "blue has nobody in the castle"
    assert choices(state) == {"-", LEAVE}
    play(state, f"{LEAVE} {LEAVE}")
    assert (engine.actor(state), choices(state)) == (RED, {"-", LEAVE})
    play(state, "-")
    assert state.score == [0, 0, 10]
    assert followers(state) == [6, 7, 7]
    assert inside(state) == {"castle": "red"}
    assert choices(state) == enters()


def test_COUNT_EX_6_last_word() -> None:
    state = play(five_tiles(), f"{LEAVE} -")
    assert engine.actor(state) == RED
    play(state, LEAVE)
    assert state.score == [10, 10, 10]
    assert followers(state) == [7, 7, 6]
    assert inside(state) == {"castle": "green"}
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"}), "red has scored"


def test_COUNT_EX_7_big_follower() -> None:
    state = town(
        "E(10,0) FCFF +blue:city, G(11,0) FCFC ; to green", "inns_and_cathedrals", count=MARKET, castle="red:big"
    )
    play(state, "E(12,0)/FFFC -")
    assert choices(state) == {"-", f"leave:big:{CASTLE}:(10,0).city"}
    play(state, f"leave:big:{CASTLE}:(10,0).city")
    assert state.score == [6, 0, 0]
    assert (followers(state), supply(state, "big")) == ([7, 7, 7], [1, 1, 1])


def test_COUNT_EX_8_unoccupied_target() -> None:
    state = town("A(10,0) FRFF, U(11,0) FRFR ; to red", smithy="blue")
    play(state, "A(12,0)/FFFR -")
    assert (engine.actor(state), choices(state)) == (BLUE, {"-", f"leave:follower:{SMITHY}:(10,0).road"})
    play(state, f"leave:follower:{SMITHY}:(10,0).road")
    assert state.score == [0, 3, 0]
    assert followers(state) == [7, 7, 7]
    assert (engine.actor(state), choices(state)) == (RED, enters())


def test_COUNT_EX_9_cathedral() -> None:
    around = "B(10,0), B(11,0), B(12,0), B(10,1), B(12,1), B(10,2), B(11,2)"
    state = town(f"B(11,1) +blue:monastery, {around} ; to red", cathedral="green")
    play(state, "B(12,2) -")
    assert engine.actor(state) == GREEN
    play(state, f"leave:follower:{CATHEDRAL}:(11,1).monastery")
    assert state.score == [0, 9, 9]
    assert followers(state) == [7, 7, 7]
    assert (engine.actor(state), choices(state)) == (RED, enters())


def test_COUNT_EX_10_builder() -> None:
    state = town(
        """
        A(10,0) FRFF, U(11,0) FRFR +blue:road, U(12,1) RFRF +red:road +red:builder:road,
        A(20,0) FRFF, U(21,0) FRFR +green:road, U(22,0) FRFR ; to red
        """,
        "traders_and_builders",
    )
    play(state, "W(12,0)/FRRR -")
    assert state.score == [0, 3, 0]
    play(state, f"enter:follower:{CASTLE} -")
    assert (state.seat, state.part) == (RED, 1)
    play(state, "A(23,0)/FFFR -")
    assert state.score == [0, 3, 4]
    assert choices(state) == enters()
    play(state, f"enter:follower:{CASTLE} -")
    assert inside(state) == {"castle": "red red"}
    assert (state.seat, state.part) == (BLUE, 0)


FARM = "E(0,-1) CFFF +blue:field, E(0,-2) FFCF, E(1,-1) CFFF, E(1,-2) FFCF"
"""A field north of Carcassonne that touches two more complete cities."""


def test_COUNT_EX_11_final_market() -> None:
    state = town(f"{FARM}, B(20,0) ; bag B:1 ; to red", count=CATHEDRAL, market="red red", players=2)
    assert len(state.board.features.touched(feature_at(state, 0, -1, "field"))) == 3
    play(state, "B(21,0) -")
    target = f"leave:follower:{MARKET}:(0,0).field.N"
    assert engine.actor(state) == RED
    assert target in choices(state)
    play(state, f"{target} {target}")
    assert engine.actor(state) == OVER
    assert state.score == [9, 0]


def test_COUNT_EX_12_market_blocked() -> None:
    state = town(f"{FARM}, B(20,0) ; bag B:1 ; to red", count=MARKET, market="red red", players=2)
    play(state, "B(21,0) -")
    assert engine.actor(state) == OVER
    assert state.score == [0, 9]


def test_COUNT_EX_13_final_castle() -> None:
    land = "E(10,0) FCFF +blue:city, G(11,0) FCFC, G(12,0) FCFC"
    state = town(f"{land} ; bag G:1 ; to red", count=MARKET, castle="red red red", players=2)
    play(state, "G(13,0) -")
    assert engine.actor(state) == OVER
    assert state.score == [0, 4]
    assert inside(state) == {"castle": "red red red"}


@pytest.mark.parametrize("last", ["(0,-2)", "(1,-2)", "(2,-2)", "(0,-1)", "(2,-1)"])
def test_COUNT_EX_14_abbey_next_to_the_block(last: str) -> None:
    cells = ["(0,-2)", "(1,-2)", "(2,-2)", "(0,-1)", "(2,-1)"]
    others = ", ".join(f"B{cell}" for cell in cells if cell != last)
    state = board(f"{block({})}, B(1,-1) +blue:monastery, {others} ; to red", rules(), players=2)
    _, events = over(state)
    assert [event.facts["points"] for event in events if event.name == "scored"] == [8], "not yet complete"
    play(state, f"B{last} -")
    assert state.score == [0, 9]
