"""The one-line position: what it says, and how a broken one is refused."""

import pytest

from bastide.errors import BastideError
from bastide.play.position import parse_position, position_text
from bastide.rules import engine
from bastide.rules.model import CHANCE, OVER


def test_the_start_of_a_base_game_is_one_tile() -> None:
    state = parse_position("D(0,0)")
    assert state.key() == engine.start(state.rules, 2).key()
    assert position_text(state) == "D(0,0)"


@pytest.mark.parametrize(
    "text",
    [
        "D(0,0) U(1,0)+1:road W(2,0)/1 ; to 2 ; turn 3 ; scores 0 4",
        "D(0,0) ; rules second hand_size=3 ; hand A,B,C D,-,F ; bag empty",
        "D(0,0) U(1,0)+1:field.N+2:field.S ; step piece",
        "D(0,0) ; tile C ; step place ; supply 7 0",
        "D(0,0) ; out U U X",
        "D(0,0) ; rules first ; players 4 ; part 2 ; bag U:2",
        "D(0,0) ; rules second hand_size=3 ; step hand.discard ; hand C,C,C A,A,A ; bag B:1 ; column hand.passed 1",
        "D(0,0) ; step over ; scores 10 3",
        "D(0,0) ; buried 3",
    ],
)
def test_a_position_prints_as_it_was_written(text: str) -> None:
    state = parse_position(text)
    said = position_text(state)
    assert parse_position(said).key() == state.key()
    for clause in text.replace(" ; step place", "").split(" ; "):
        assert clause in said or clause.startswith("bag"), said


def test_edges_may_stand_for_the_rotation_and_commas_between_tiles() -> None:
    a = parse_position("W(0,0) FRRR, U(1,0) FRFR, V(2,0) FFRR")
    b = parse_position("W(0,0) U(1,0) V(2,0)")
    assert a.key() == b.key()
    assert parse_position("E(0,0) FCFF").board.rotation(0) == 1


def test_a_fixture_may_use_more_tiles_than_the_box_and_islands() -> None:
    state = parse_position("C(0,0) C(5,5) C(9,9)")
    assert len(state.board.laid) == 3
    assert state.bag[state.rules.catalogue.number["BA-CCCC-pennant"]] == 0


def test_the_bag_follows_from_what_is_seen() -> None:
    state = parse_position("D(0,0) U(1,0) ; tile U ; out U V ; step place")
    number = state.rules.catalogue.number
    assert state.bag[number["BA-FRFR"]] == 5
    assert state.bag[number["BA-FFRR"]] == 8
    assert state.left == 72 - 5


def test_a_moment_of_each_kind_is_taken_up_again() -> None:
    assert engine.actor(parse_position("D(0,0)")) == CHANCE
    assert engine.actor(parse_position("D(0,0) ; tile U ; to 2")) == 1
    assert engine.actor(parse_position("D(0,0) ; step over")) == OVER
    assert engine.actor(parse_position("D(0,0) ; bag empty")) == OVER


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "The position has no tile"),
        ("; to 2", "The position has no tile"),
        ("D(0,0) what", "cannot be read at “what”"),
        ("D(0)", "cannot be read at “D(0)”"),
        ("Y(0,0)", "There is no tile Y in this game"),
        ("D(0,0)/5", "cannot be read at"),
        ("D(0,0)/CCCC", "D cannot be turned to CCCC"),
        ("D(0,0) U(0,0)", "Two tiles of the position lie at (0,0)."),
        ("D(0,0) U(0,-1)", "U at (0,-1) does not fit: it shows a field where its neighbour shows a city."),
        ("D(0,0)+3:road", "expected a seat from 1 to 2"),
        ("D(0,0)+road", "expected a seat from 1 to 2"),
        ("D(0,0)+1:dragon:road", "There is no piece dragon"),
        ("D(0,0)+1:monastery", "does not name exactly one feature of D"),
        ("D(0,0)+1:road+1:city ; rules first followers=1", "Seat 1 has more pieces on the board and in its supply"),
        ("D(0,0) ; weather rain", "A position has no clause “weather”"),
        ("D(0,0) ; to 1 ; to 2", "The clause “to” is given twice"),
        ("D(0,0) ; to 3", "must be one number from 1 to 2"),
        ("D(0,0) ; to", "must be one number from 1 to 2"),
        ("D(0,0) ; players 9", "must be one number from 1 to 8"),
        ("D(0,0) ; scores 1", "must have 2 numbers"),
        ("D(0,0) ; scores 1 x", "must have 2 numbers"),
        ("D(0,0) ; supply 1 2 3", "must have 2 numbers"),
        ("D(0,0) ; hand A,B A,B,C", "needs 2 hands of 3 tiles each"),
        ("D(0,0) ; bag U:many", "“U:many” cannot be in a bag"),
        ("D(0,0) ; out Y", "There is no tile Y"),
        ("D(0,0) ; tile U V", "There is no tile U V"),
        ("D(0,0) ; step dance", "There is no step dance: choose among draw, place"),
        ("D(0,0) ; step place", "lays a tile, but none has been drawn"),
        ("D(0,0) ; buried 99", "must be one number from 0 to 71"),
        ("D(0,0) ; column moon 3", "There is no column moon"),
        ("D(0,0) ; rules ninth", "There is no preset ninth"),
        ("D(99999,0)", "too far away"),
    ],
)
def test_a_broken_position_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(BastideError) as error:
        parse_position(text)
    assert words in str(error.value)
    assert error.value.text("fr")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("D(0,0) ; bag empty ; step draw", "Nobody has a choice at the step “draw”"),
        ("D(0,0) ; tile U ; step draw", "at the step “draw” none has been drawn yet"),
        ("D(0,0) ; step next", "There is no step next: choose among draw, place, piece, over."),
        ("D(0,0) ; rules second hand_size=3 ; bag empty ; column hand.passed -3", "go from 0 to 9999"),
        ("U(0,0)" + "+1:road" * 256 + " ; supply 7 7", "Seat 1 has more pieces"),
        ("D(0,0) ; supply 9 7", "Seat 1 has more pieces"),
        ("D(0,0) ; rules anniversary ; bag :3", "A tile has no name here"),
        ("D(0,0) ; rules first preset=second", "There is no option preset"),
        ("D(0,0) ; rules first tiny_city=2 tiny_city=4", "“tiny_city” is given twice"),
    ],
)
def test_a_moment_that_cannot_be_is_refused(text: str, words: str) -> None:
    with pytest.raises(BastideError) as error:
        parse_position(text)
    assert words in str(error.value)


def test_a_hand_game_whose_tiles_are_gone_ends() -> None:
    assert engine.actor(parse_position("D(0,0) ; rules second hand_size=3 ; bag empty")) == OVER


@pytest.mark.parametrize(
    ("expansion", "start"), [("wheel_of_fortune", "WOF-CIIC-nw"), ("river", "R1-FWFF-source"), ("", "BA-CRFR")]
)
def test_what_a_game_begins_with_is_never_in_the_bag(expansion: str, start: str) -> None:
    chosen = f" expansions={expansion}" if expansion else ""
    state = parse_position(f"E(0,0) ; rules bigbox2014{chosen}")
    assert state.bag[state.rules.catalogue.number[start]] == (0 if expansion else 3)


def test_a_column_out_of_range_is_refused() -> None:
    with pytest.raises(BastideError, match=r"column wheel\.pig go from 0 to 5"):
        parse_position("E(0,0) ; rules bigbox2014 expansions=wheel_of_fortune ; column wheel.pig 17")
