"""Putting followers down, and the fields they may lie in."""

from __future__ import annotations

import pytest

from bastide import Game, IllegalAction, Seeded, apply, make_rules
from bastide.kernel.geometry import cell_at
from bastide.rules.model import SPOT_BITS
from bastide.rules.pieces import unpack_piece
from bastide.rules.scoring import strengths
from tests.boards import (
    BLUE,
    EDITIONS,
    RED,
    board,
    choices,
    draw,
    feature_at,
    finish,
    followers,
    legal_kinds,
    play,
    scores,
)
from tests.games import plies
from tests.rules.base.playing import told

# The piece


def test_BASE_PIECE_1_at_most_one_piece_in_a_turn() -> None:
    state = play(board("D(0,0) CRFR", players=2), "U(1,0) +road")
    assert len(state.pieces) == 1
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"})
    with pytest.raises(IllegalAction):
        play(state, "+field.N")


def test_BASE_PIECE_2_the_piece_comes_from_ones_own_supply() -> None:
    state = play(board("D(0,0) CRFR ; to blue", players=3), "U(1,0) +road")
    assert followers(state) == [7, 6, 7]
    empty = draw(board("D(0,0) CRFR ; supply 0 7", players=2), "U")
    assert legal_kinds(play(empty, "(1,0)")) == {"draw"}, "the other player's followers are of no use"


def test_BASE_PIECE_2_what_this_turn_sends_home_comes_too_late() -> None:
    """BASE-RUL-16: the piece comes before the score."""
    state = board("L(0,0) CRRR, U(1,0) FRFR +red:road.E ; supply 0 7", players=2)
    play(state, "W(2,0)/RFRR")
    assert (state.seat, state.score[RED]) == (BLUE, 3), "nothing could be put down"
    assert followers(state) == [1, 7]


def test_BASE_PIECE_3_only_the_features_of_the_new_tile_may_be_taken() -> None:
    state = play(board("E(0,0) CFFF, D(0,-1) FRCR"), "J(1,0)")
    assert choices(state) == {"-", "+city", "+road", "+field.W", "+field.Er"}
    for x, y in ((0, 0), (0, -1)):
        with pytest.raises(IllegalAction, match="goes on the tile just laid"):
            apply(state, state.rules.pack("deploy", 0, cell_at(x, y) << SPOT_BITS))


@pytest.mark.parametrize("owner", ["red", "blue"])
def test_BASE_PIECE_4_any_follower_on_the_whole_road_blocks_it_ones_own_too(owner: str) -> None:
    road = ", ".join(f"U({x},0) FRFR" for x in range(1, 6))
    state = play(board(f"U(0,0) FRFR +{owner}:road, {road} ; to blue"), "U(6,0)")
    assert choices(state) == {"-", "+field.N", "+field.S"}
    with pytest.raises(IllegalAction, match="That road is occupied already, by seat"):
        play(state, "+road")


@pytest.mark.parametrize("owner", ["red", "blue"])
def test_BASE_PIECE_4_cities_and_fields_are_blocked_in_the_same_way(owner: str) -> None:
    city = play(board(f"E(0,0) FCFF +{owner}:city, G(1,0) FCFC, G(2,0) FCFC ; to blue"), "G(3,0)")
    assert choices(city) == {"-", "+field.N", "+field.S"}
    field = play(board(f"U(0,0) FRFR +{owner}:field.N, U(1,0) FRFR, U(2,0) FRFR ; to blue"), "U(3,0)")
    assert choices(field) == {"-", "+road", "+field.S"}


def test_BASE_PIECE_4_counts_what_the_new_tile_joins() -> None:
    apart = "U(0,0) FRFR +red:road, B(0,1), B(1,1), B(2,1), U(2,0) FRFR"
    state = play(board(f"{apart} ; to blue"), "U(1,0)")
    assert "+road" not in choices(state)
    assert "+road" in choices(play(board(f"{apart} ; to blue"), "U(3,0)")), "the eastern road was free till then"


def test_BASE_PIECE_5_a_monk_finds_his_monastery_free_whoever_stands_around() -> None:
    state = board("W(0,0) FRRR +red:road.E +red:field.N, B(1,-1) ; to blue")
    assert choices(play(state, "A(1,0)/FFFR")) == {"-", "+monastery"}


def test_BASE_PIECE_6_a_feature_completed_now_can_be_taken_and_pays_now() -> None:
    state = play(board("E(0,0) FCFF, G(1,0) FCFC ; to blue", players=2), "E(2,0)/FFFC +city")
    assert scores(state, RED, BLUE) == [0, 6]
    assert followers(state) == [7, 7]


def test_BASE_PIECE_6_but_not_if_somebody_is_in_it() -> None:
    state = play(board("E(0,0) FCFF +red:city, G(1,0) FCFC ; to blue", players=2), "E(2,0)/FFFC")
    assert choices(state) == {"-", "+field"}


def test_BASE_PIECE_7_without_followers_one_goes_on_laying_tiles() -> None:
    state = board("D(0,0) CRFR ; supply 0 0", players=2)
    play(state, "U(1,0) U(2,0) U(3,0)")
    assert len(state.board.laid) == 4
    assert state.turn == 4
    assert not state.pieces
    draw(state, "U")
    assert legal_kinds(state) == {"place"}


def test_BASE_PIECE_8_nobody_takes_a_piece_back() -> None:
    """Pieces leave the board only with a complete feature (BASE-SCORE-5)."""
    for seed in range(3):
        game = Game(seats=3, dealer=Seeded(seed))
        before = game.state.copy()
        for _ in plies(game, seed):
            assert legal_kinds(game.state) <= {"place", "pass", "deploy"}
            if not game.over:
                features = game.state.board.features
                for piece in set(before.pieces) - set(game.state.pieces):
                    segment, _, _ = unpack_piece(piece)
                    kind = game.rules.catalogue.kinds[features.kind[segment]]
                    assert features.open[features.root[segment]] == 0
                    assert kind != "field"
            before = game.state.copy()


@pytest.mark.parametrize("edition", EDITIONS)
def test_BASE_PIECE_9_without_farmers_fields_take_nobody_and_pay_nothing(edition: str) -> None:
    rules = make_rules(edition, farmers=False)
    state = play(board("D(0,0) CRFR", rules), "U(1,0)")
    assert choices(state) == {"-", "+road"}
    with pytest.raises(IllegalAction, match="A field takes no follower"):
        play(state, "+field.N")
    farmed = "E(0,-1) FFCF, E(0,0) CFFF +red:field"
    assert finish(board(farmed, rules))[RED] == 0
    assert finish(board(farmed, edition))[RED] > 0


def test_BASE_PIECE_9_a_tile_of_mere_fields_leaves_nothing_to_choose() -> None:
    state = board("E(0,0) FFCF +blue:city", make_rules(farmers=False), players=2)
    play(state, "E(0,1)")
    assert legal_kinds(state) == {"draw"}


# Fields


@pytest.mark.parametrize(
    ("tile", "fields"),
    [
        ("A", {"+field"}),
        ("B", {"+field"}),
        ("U", {"+field.N", "+field.S"}),
        ("V", {"+field.N", "+field.Sr"}),
        ("W", {"+field.N", "+field.Er", "+field.Sr"}),
        ("X", {"+field.Nl", "+field.Nr", "+field.Er", "+field.Sr"}),
        ("D", {"+field.El", "+field.S"}),
        ("G", {"+field.N", "+field.S"}),
        ("H", {"+field"}),
        ("T", {"+field.Sl", "+field.Sr"}),
        ("C", set()),
    ],
)
def test_BASE_FIELD_1_roads_and_cities_bound_the_fields_of_a_tile(tile: str, fields: set[str]) -> None:
    """BASE-RUL-25: the field runs all around the monastery of tile A."""
    state = board(f"{tile}(0,0) ; step piece")
    assert {token for token in choices(state) if "field" in token} == fields


def test_BASE_FIELD_1_a_road_that_ends_at_a_monastery_separates_nothing_beyond() -> None:
    """BASE-RUL-25: both sides of the road are one field by way of the monastery, but not by way of a crossing."""
    around = board("A(0,0) FRFF, U(1,0) FRFR")
    assert feature_at(around, 1, 0, "field.N") == feature_at(around, 1, 0, "field.S")
    between = board("W(0,0) RRRF, U(1,0) FRFR")
    assert feature_at(between, 1, 0, "field.N") != feature_at(between, 1, 0, "field.S")
    walled = board("T(0,0) CRCC, U(1,0) FRFR")
    assert feature_at(walled, 1, 0, "field.N") != feature_at(walled, 1, 0, "field.S")


def test_BASE_FIELD_2_farmers_stay_until_the_end() -> None:
    for seed in range(3):
        game, lying = Game(seats=3, dealer=Seeded(seed)), set[int]()
        for _ in plies(game, seed):
            farmers = set(farmers_of(game))
            if not game.over:
                assert lying <= farmers
                lying = farmers
        assert lying, "nobody farmed"
        assert farmers_of(game), "they lie there even when the game is over"


def farmers_of(game: Game) -> list[int]:
    field = game.rules.catalogue.kinds.index("field")
    return [p for p in game.state.pieces if game.state.board.features.kind[unpack_piece(p)[0]] == field]


def test_BASE_FIELD_2_a_farmer_stays_in_a_closed_field() -> None:
    """BASE-RUL-18: a field without city may be farmed for nothing. BASE-RUL-10: closing it pays nothing."""
    for edition in EDITIONS:
        state = board("V(0,0) FRRF, V(1,0) FFRR, V(1,1) RFFR", edition, players=2)
        events = told(state, "V(0,1)/RRFF +field.Nr")
        assert "scored" not in [event.name for event in events]
        assert followers(state) == [6, 7]
        assert finish(state) == [0, 0]


def test_BASE_FIELD_4_a_field_gets_a_second_farmer_only_by_joining() -> None:
    state = board("U(0,0) FRFR, U(1,0) FRFR +red:field.N ; to blue", players=2)
    play(state, "U(2,0)")
    assert choices(state) == {"-", "+road", "+field.S"}, "the northern field has its farmer"
    play(state, "+field.S")
    assert feature_at(state, 2, 0, "field.N") != feature_at(state, 2, 0, "field.S")
    play(state, "A(3,0)/FFFR")
    joined = feature_at(state, 3, 0, "field")
    assert strengths(state, [joined]) == [1, 1]
    assert "+field" not in choices(state)
