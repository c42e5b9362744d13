"""An option that other tables know: several shepherds for everybody."""

from __future__ import annotations

import pytest

from bastide import Game, Seeded
from bastide.expansions.hills_and_sheep import FLOCK, SIZES, flock, stock
from bastide.play.invariants import wrong_with
from bastide.play.position import parse_position, position_text
from bastide.play.view import view
from bastide.rules import engine
from bastide.rules.pieces import pieces_named
from bastide.rules.state import State
from tests.boards import BLUE, RED, board, choices, legal_kinds, play, rules
from tests.games import plies
from tests.rules.base.playing import names, told
from tests.rules.hills_and_sheep.flocks import RULES, shepherds

BOTH = f"{RULES} shepherds=2"
ROADS = "U(0,0) FRFR +red:shepherd:field.N +red:shepherd:field.S"
"""A road with a shepherd of red's on either side, as U(1,0) extends both fields."""


def flocks(*sheep: list[int], number: int = 2) -> str:
    """Return the clause for the tokens of some shepherds, each token by its sheep, seat by seat."""
    held = [tokens.count(size) for tokens in sheep for size in range(1, SIZES + 1)]
    return f" ; column {FLOCK} " + " ".join(map(str, [*held, *[0] * (2 * number * SIZES - len(held))]))


def tokens(state: State) -> dict[int, list[list[int]]]:
    """Return the tokens of every shepherd on the board, by their sheep, in the order in which they stand."""
    found: dict[int, list[list[int]]] = {}
    for seat in range(state.players):
        for shepherd in pieces_named(state, "shepherd", seat):
            held = enumerate(flock(state, shepherd), start=1)
            found.setdefault(seat, []).append([size for size, number in held for _ in range(number)])
    return found


@pytest.mark.parametrize("number", range(4))
def test_HS_SHEPHERD_4_so_many_shepherds(number: int) -> None:
    state = engine.start(rules(f"{RULES} shepherds={number}"), 3)
    assert shepherds(state) == [number] * 3
    assert len(state.ext[FLOCK]) == 3 * SIZES * max(1, number)
    play(state, "U(1,0)")
    assert ("+shepherd:field.N" in choices(state)) == (number > 0)


def test_HS_SHEPHERD_4_each_has_a_flock_of_its_own() -> None:
    state = board("U(0,0) FRFR +red:shepherd:field.N ; players 2" + flocks([3]), BOTH)
    play(state, "B(0,1)")
    assert "+shepherd:field" in choices(state), "another field, and a shepherd at home"
    play(state, "+shepherd:field token:2")
    assert tokens(state) == {RED: [[3], [2]]}
    assert stock(state) == [2, 4, 4, 4, 2]
    again = parse_position(position_text(state))
    assert again.key() == state.key()
    assert wrong_with(state) == []


def test_HS_SHEPHERD_4_a_wolf_drawn_for_the_new_one_sends_him_alone_home() -> None:
    state = board("U(0,0) FRFR +red:shepherd:field.N ; players 2" + flocks([3]), BOTH)
    play(state, "B(0,1) +shepherd:field token:0")
    assert (tokens(state), shepherds(state)) == ({RED: [[3]]}, [1, 2])


def test_HS_SHEPHERD_4_flocks_stay_with_their_shepherds_when_one_goes_home() -> None:
    text = "B(0,0) +red:shepherd:field, E(0,-1) CFFF, U(5,5) RFRF +red:shepherd:field.E, U(5,0) RFRF ; players 2"
    state = board(text + flocks([3], [1, 4]), BOTH)
    assert tokens(state) == {RED: [[3], [1, 4]]}
    events = told(state, "B(0,1) herd")
    assert (state.score, tokens(state), shepherds(state)) == ([3, 0], {RED: [[1, 4]]}, [1, 2])
    assert names(events).count("herded") == 1
    assert wrong_with(state) == []


def test_HS_SHEPHERD_5_one_field_after_the_other() -> None:
    state = board(f"{ROADS} ; players 2" + flocks([3], [1, 4]), BOTH)
    play(state, "U(1,0)")
    shown = view(state, RED)
    assert shown["facts"]["flock_shepherd"] == 0
    assert choices(state) == {"expand", "herd"}
    play(state, "expand")
    assert legal_kinds(state) == {"token"}
    events = told(state, "token:2")
    assert [event.facts["cell"] for event in events if event.name == "sheep_came"] == [(0, 0)]
    assert tokens(state) == {RED: [[2, 3], [1, 4]]}
    assert view(state, RED)["facts"]["flock_shepherd"] == 1
    play(state, "herd")
    assert (state.score, tokens(state)) == ([5, 0], {RED: [[2, 3]]})
    assert legal_kinds(state) == {"pass", "deploy"}
    assert "flock_shepherd" not in view(state, RED)["facts"]


@pytest.mark.parametrize(
    ("line", "score", "left"),
    [
        ("herd herd", 8, {}),
        ("herd expand token:1", 3, {RED: [[1, 1, 4]]}),
        ("herd expand token:0", 3, {}),
        ("expand token:0 herd", 5, {}),
        ("expand token:0 expand token:4", 0, {RED: [[1, 4, 4]]}),
        ("expand token:1 expand token:2", 0, {RED: [[1, 3], [1, 2, 4]]}),
    ],
)
def test_HS_SHEPHERD_5_herded_or_expanded_each_for_itself(
    line: str, score: int, left: dict[int, list[list[int]]]
) -> None:
    state = board(f"{ROADS} ; players 2" + flocks([3], [1, 4]), BOTH)
    play(state, f"U(1,0) {line}")
    assert (state.score[RED], tokens(state)) == (score, left)
    assert legal_kinds(state) == {"pass", "deploy"}, "each was asked once"
    assert wrong_with(state) == []


def test_HS_SHEPHERD_5_only_the_fields_that_the_tile_extends() -> None:
    text = f"{ROADS}, B(0,2), B(0,-2) ; players 2" + flocks([3], [1, 4])
    play(north := board(text, BOTH), "B(0,-1) herd")
    assert (north.score, legal_kinds(north)) == ([3, 0], {"pass", "deploy"})
    play(south := board(text, BOTH), "B(0,1) herd")
    assert (south.score, legal_kinds(south)) == ([5, 0], {"pass", "deploy"})


def test_HS_SHEPHERD_6_two_in_one_field_act_as_one() -> None:
    """Two fields with red's shepherds have grown together, and blue's shepherd stands there, too."""
    text = "E(0,0) FCFF +red:shepherd:field, E(2,0) FFFC +red:shepherd:field +blue:shepherd:field, B(0,1), B(2,1)"
    state = board(f"{text}, B(1,1) ; players 2" + flocks([3], [1], [2]), BOTH)
    events = told(state.copy(), "B(1,2) herd")
    assert [(event.seat, event.facts["points"]) for event in events if event.name == "herded"] == [(RED, 6), (BLUE, 6)]
    grown = play(state.copy(), "B(1,2) expand token:4")
    assert tokens(grown) == {RED: [[3, 4], [1]], BLUE: [[2]]}
    assert legal_kinds(grown) == {"pass", "deploy"}, "asked once for the field"
    gone = play(state.copy(), "B(1,2) expand token:0")
    assert (tokens(gone), shepherds(gone), gone.score) == ({}, [2, 2], [0, 0])


def test_HS_SHEPHERD_4_closed_fields_herd_by_themselves() -> None:
    text = "V(0,0) FRRF, V(1,0) FFRR, V(1,1) RFFR +red:shepherd:field.Nl, B(5,5) +red:shepherd:field ; players 2"
    state = board(text + flocks([3], [1, 4]), f"{BOTH} closed_field_herd=on")
    play(state, "V(0,1)/RRFF expand token:2")
    assert (state.score, tokens(state)) == ([5, 0], {RED: [[1, 4]]})


@pytest.mark.parametrize("seed", range(3))
def test_HS_SHEPHERD_4_whole_games_keep_all_invariants(seed: int) -> None:
    options = "closed_field_herd=on" if seed else "hand_size=3"
    game = Game(f"bigbox2014 expansions=hills_and_sheep,traders_and_builders shepherds=3 {options}", 3, Seeded(seed))
    several = asked = 0
    for events in plies(game, seed):
        assert wrong_with(game.state) == []
        several = max(several, *(len(pieces_named(game.state, "shepherd", seat)) for seat in range(3)))
        asked += sum(event.name in ("sheep_came", "herded") for event in events)
    assert several > 1
    assert asked > 5
