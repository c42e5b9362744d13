"""The end of the game: incomplete features, fields in their three modes, and the winner."""

from __future__ import annotations

import pytest

from bastide import OVER, make_rules
from bastide.rules.pieces import unpack_piece
from tests.boards import BLUE, EDITIONS, GREEN, RED, YELLOW, board, finish, followers, play
from tests.games import random_game
from tests.rules.base.playing import kind_of, names, scored, scripted

MODES = ("per_field_3", "per_city_3", "per_city_4")

# The last turn


def test_BASE_END_1_the_last_tile_is_played_in_full_then_the_game_is_over() -> None:
    """BASE-RUL-23: it is laid, may carry a piece and is scored; BASE-END-1: nobody gets a turn more."""
    game = scripted("E(0,0) FCFF, U(5,5) FRFR +2:road ; bag E ; to 2", "E", players=3)
    assert (game.actor, game.state.left) == (1, 0)
    game.play("(1,0)/FFFC")
    assert game.actor == 1, "the piece is still to come"
    events = game.play("+city")
    assert names(events) == ["deployed", "scored", "returned", "scored", "returned", "won"]
    assert scored(events) == [("city", 4, [1]), ("road", 1, [1])]
    assert game.actor == OVER
    assert game.state.turn == 1, "seats 1 and 3 get no turn to make up for it"
    assert game.options() == []


def test_BASE_END_1_the_game_goes_on_while_there_is_a_tile() -> None:
    game = scripted("U(0,0) ; bag U U", "U U")
    game.play("(1,0) -")
    assert (game.actor, game.state.turn) == (1, 2)
    game.play("(2,0) -")
    assert game.over


@pytest.mark.parametrize(("edition", "players"), [("first", 2), ("second", 5), ("bigbox2014", 8), ("anniversary", 3)])
def test_BASE_END_1_all_71_tiles_are_drawn_in_every_edition(edition: str, players: int) -> None:
    game = random_game(edition, players)
    assert sum(kind_of(game, moment) == "draw" for moment in range(len(game.log))) == 71


# Incomplete features


def test_BASE_FINAL_1_the_majority_of_an_incomplete_feature_scores_and_ties_share() -> None:
    city = "E(0,0) FCFF +red:city, G(1,0) FCFC +red:city, G(2,0) FCFC +blue:city"
    assert finish(board(city))[:2] == [3, 0]
    assert finish(board(f"{city}, G(3,0) FCFC +blue:city"))[:2] == [4, 4]
    road = "U(0,0) FRFR +red:road, U(1,0) FRFR +blue:road, U(2,0) FRFR +green:road"
    assert finish(board(road)) == [3, 3, 3, 0, 0]


def test_BASE_FINAL_1_nobody_there_means_no_points() -> None:
    assert finish(board("E(0,0) FCFF, U(3,3) FRFR, B(6,6)")) == [0] * 5


@pytest.mark.parametrize(
    ("position", "worth"),
    [
        ("U(0,0) FRFR +red:road", 1),
        ("A(0,0) FRFF +red:road, U(1,0) FRFR, V(2,0) FFRR, V(2,1) RFFR", 4),
        ("X(0,0) +red:road.E, V(1,0) FFRR, V(1,1) RFFR", 3),
        ("E(0,0) FCFF +red:city", 1),
        ("E(0,0) FCFF +red:city, F(1,0) FCFC, F(2,0) FCFC", 5),
        ("C(0,0) +red:city", 2),
        ("B(0,0) +red:monastery", 1),
        ("B(0,0) +red:monastery, B(1,0), B(1,1), B(5,5)", 3),
        ("B(0,0) +red:monastery, B(-1,-1), B(0,-1), B(1,-1), B(-1,0), B(1,0), B(-1,1), B(0,1)", 8),
    ],
)
def test_BASE_FINAL_2_one_point_a_tile_and_a_shield_and_a_neighbour(position: str, worth: int) -> None:
    """BASE-RUL-12: tiles, not sections. BASE-RUL-24: a monastery counts itself and its neighbours everywhere."""
    for edition in EDITIONS:
        assert finish(board(position, edition))[RED] == worth


def test_BASE_FINAL_2_a_tile_with_two_segments_of_a_city_counts_once() -> None:
    state = board("N(0,-1) FFCC, N(-1,-1) FCCF +red:city, R(-1,0) CCFC, I(0,0) CFFC")
    assert finish(state)[RED] == 4, "five segments on four tiles, open to the west"


@pytest.mark.parametrize(
    ("position", "whole", "half"),
    [
        ("U(0,0) FRFR +red:road", 1, 0),
        ("U(0,0) FRFR +red:road, U(1,0) FRFR", 2, 1),
        ("U(0,0) FRFR +red:road, U(1,0) FRFR, U(2,0) FRFR", 3, 1),
        ("B(0,0) +red:monastery", 1, 0),
        ("B(0,0) +red:monastery, B(1,0), B(0,1)", 3, 1),
        ("B(0,0) +red:monastery, B(1,0), B(0,1), B(-1,0)", 4, 2),
        ("E(0,0) FCFF +red:city, F(1,0) FCFC", 3, 3),
        ("U(0,0) FRFR +red:road, U(1,0) FRFR, U(2,0) FRFR, U(9,0) FRFR +red:road", 4, 1),
    ],
)
def test_BASE_FINAL_3_half_points_for_open_roads_and_monasteries(position: str, whole: int, half: int) -> None:
    """BASE-RUL-5: cities full, the others halved. ED-RUL-7: rounded down for each feature."""
    for edition in EDITIONS:
        assert finish(board(position, make_rules(edition, half_points=False)))[RED] == whole
        assert finish(board(position, make_rules(edition, half_points=True)))[RED] == half


def test_BASE_FINAL_4_everybody_but_the_farmers_leaves_before_the_fields() -> None:
    position = (
        "E(0,-1) FFCF, E(0,0) CFFF +1:field, U(5,5) FRFR +1:road +2:field.N, E(9,9) FFCF +2:city,"
        "B(-9,-9) +2:monastery ; bag B"
    )
    game = scripted(position, "B")
    events = game.play("(1,0) -")
    assert game.over
    assert names(events) == ["placed"] + ["scored"] * 3 + ["returned"] * 3 + ["farmed", "won"]
    assert scored(events) == [("city", 1, [1]), ("road", 1, [0]), ("monastery", 1, [1]), ("field", 3, [0])]
    features, kinds = game.state.board.features, game.rules.catalogue.kinds
    assert [kinds[features.kind[unpack_piece(piece)[0]]] for piece in game.state.pieces] == ["field", "field"]
    assert followers(game.state) == [6, 6]


# Fields

SMALL_CITY = "E(0,-1) FFCF, E(0,0) CFFF +red:field"
LARGE_CITY = "E(0,-3) FFCF, F(0,-2) CFCF, F(0,-1) CFCF, E(0,0) CFFF +red:field"


@pytest.mark.parametrize(("mode", "each"), [("per_field_3", 3), ("per_city_3", 3), ("per_city_4", 4)])
def test_BASE_FARM_1_any_complete_city_is_worth_the_same(mode: str, each: int) -> None:
    rules = make_rules(field_scoring=mode)
    assert finish(board(SMALL_CITY, rules))[RED] == each
    assert finish(board(LARGE_CITY, rules))[RED] == each


@pytest.mark.parametrize("mode", MODES)
def test_BASE_FARM_1_an_incomplete_city_is_worth_nothing(mode: str) -> None:
    rules = make_rules(field_scoring=mode)
    assert finish(board("E(0,0) CFFF +red:field", rules))[RED] == 0
    assert finish(board("G(0,-1) CFCF, E(0,0) CFFF +red:field", rules))[RED] == 0


def test_BASE_FARM_2_a_city_pays_in_every_field_it_touches() -> None:
    around = "E(0,-1) FFCF +red:field, E(0,0) CFFF +blue:field"
    assert finish(board(around))[:2] == [3, 3]
    assert finish(board(around.replace("blue", "red")))[:2] == [6, 0]


def test_BASE_FARM_2_a_city_pays_once_in_a_field_that_touches_it_in_several_places() -> None:
    ring = "E(0,-1) FFCF, E(0,0) CFFF +red:field, B(1,0), B(1,-1)"
    assert finish(board(ring))[RED] == 3


def test_BASE_FARM_2_a_field_pays_for_every_city_to_its_majority_alone() -> None:
    field = "E(0,-1) FFCF, E(0,0) CFFF +red:field, E(0,1) FFCF +blue:field, E(0,2) CFFF"
    assert finish(board(field))[:2] == [6, 6]
    assert finish(board(f"{field}, B(1,0) +red:field"))[:2] == [6, 0]
    assert finish(board(f"{field}, B(1,0) +red:field, B(-1,0) +blue:field, B(1,1) +green:field"))[:3] == [6, 6, 0]


def five_fields(north: str = "", east: str = "", west: str = "") -> str:
    """Return a city of four tiles between five fields, with farmers in some of them."""
    farmers = [f" +{colour}:field" if colour else "" for colour in (north, east, west)]
    return "T(0,0) CCRC, E(0,-1) FFCF{}, E(1,0) FFFC{}, E(-1,0) FCFF{}".format(*farmers)


@pytest.mark.parametrize(("mode", "each"), [("per_city_3", 3), ("per_city_4", 4)])
def test_BASE_FARM_3_a_city_pays_once_to_most_farmers_in_all_its_fields(mode: str, each: int) -> None:
    """BASE-RUL-2: one majority over all fields. BASE-RUL-1: three points in the second edition, four in the first."""
    rules = make_rules(field_scoring=mode)
    assert finish(board(five_fields("red", "red", "red"), rules))[:2] == [each, 0]
    assert finish(board(five_fields("red", "blue", "red"), rules))[:2] == [each, 0]
    assert finish(board(five_fields("red", "blue"), rules))[:2] == [each, each]
    assert finish(board(five_fields("red", "blue", "green"), rules))[:3] == [each] * 3


@pytest.mark.parametrize(("mode", "each"), [("per_city_3", 3), ("per_city_4", 4)])
def test_BASE_FARM_3_each_farmer_counts_once_and_each_city_by_itself(mode: str, each: int) -> None:
    rules = make_rules(field_scoring=mode)
    twice = "T(0,0) CCRC, E(0,-1) FFCF +red:field, B(1,-1), E(1,0) FFFC, E(-1,0) FCFF +blue:field"
    assert finish(board(twice, rules))[:2] == [each, each], "a field that meets the city often has one farmer still"
    two = "E(0,-1) FFCF +blue:field, E(0,0) CFFF +red:field, E(0,1) FFCF, E(0,2) CFFF +green:field"
    assert finish(board(two, rules))[:3] == [2 * each, each, each]
    joined = "E(0,-1) FFCF +blue:field, E(0,0) CFFF +red:field, B(1,0) +red:field"
    assert finish(board(joined, rules))[:2] == [each, 0], "farmers of one field are added up"


@pytest.mark.parametrize(("edition", "red", "blue"), [("first", 4, 0), ("second", 3, 0), ("bigbox2014", 6, 3)])
def test_BASE_RUL_1_what_a_city_pays_farmers_in_each_edition(edition: str, red: int, blue: int) -> None:
    """BASE-RUL-2: in the first edition too one majority a city."""
    assert finish(board(five_fields("red", "blue", "red"), edition))[:2] == [red, blue]


@pytest.mark.parametrize("mode", MODES)
def test_BASE_FARM_4_no_city_or_no_farmer_no_points(mode: str) -> None:
    rules = make_rules(field_scoring=mode)
    assert finish(board("B(0,0) +red:field", rules)) == [0] * 5
    assert finish(board("E(0,-1) FFCF, E(0,0) CFFF", rules)) == [0] * 5
    beyond = "E(0,-1) FFCF, D(0,0) CRFR +red:field.S"
    assert finish(board(beyond, rules)) == [0] * 5, "the road lies between the farmer and the city"


@pytest.mark.parametrize(("mode", "each"), [("per_field_3", 3), ("per_city_3", 3), ("per_city_4", 4)])
def test_BASE_FIELD_3_a_field_touches_a_city_it_borders_on_some_tile(mode: str, each: int) -> None:
    """BASE-RUL-19: a corner is not enough."""
    rules = make_rules(field_scoring=mode)
    assert finish(board("E(0,-1) FFCF, D(0,0) CRFR +red:field.El", rules))[RED] == each
    assert finish(board("E(0,-1) FFCF, D(0,0) CRFR, U(1,0) FRFR +red:field.N", rules))[RED] == each
    assert finish(board("E(0,-1) FFCF, E(0,0) CFFF, B(1,1) +red:field", rules))[RED] == 0
    assert finish(board("E(0,-1) FFCF, E(0,0) CFFF, B(1,1) +red:field, B(1,0)", rules))[RED] == each


@pytest.mark.parametrize("edition", EDITIONS)
def test_BASE_RUL_20_tied_farmers_all_get_the_full_points(edition: str) -> None:
    farmers = "E(0,-1) FFCF, E(0,0) CFFF +red:field, B(1,0) +blue:field, B(-1,0) +yellow:field"
    gains = finish(board(farmers, edition))
    assert gains[RED] == gains[BLUE] == gains[YELLOW] > 0
    assert gains[GREEN] == 0


# The winner


@pytest.mark.parametrize("edition", EDITIONS)
def test_BASE_FINAL_5_most_points_win_and_equals_share(edition: str) -> None:
    """BASE-RUL-22: in every edition."""
    ended = f"B(0,0) +3:monastery ; rules {edition} ; bag X"
    for before, winners in (("0 5 0", [1]), ("4 5 4", [1, 2]), ("5 5 4", [0, 1, 2]), ("0 0 0", [2])):
        game = scripted(f"{ended} ; scores {before}", "X", players=3)
        assert game.over
        assert game.winners == winners
        assert game.story(None)[-1].facts["winners"] == winners


def test_BASE_FINAL_5_nobody_has_won_before_the_end() -> None:
    assert scripted("U(0,0) ; bag U U ; scores 9 0", "U U").winners == []


def test_BASE_FINAL_6_points_have_no_limit() -> None:
    state = board("E(0,0) FCFF +red:city ; to blue ; scores 49 199", players=2)
    play(state, "E(1,0)/FFFC -")
    assert state.score == [53, 199]
    game = scripted("B(0,0) +2:monastery ; bag X ; scores 60 1000", "X")
    assert game.scores == [60, 1001]
    assert game.winners == [1]
