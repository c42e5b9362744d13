"""The 20th Anniversary Edition, rule by rule, with its own printing of the tiles."""

from __future__ import annotations

import pytest

from bastide import BadRules, Game, IllegalAction, Scripted, Seeded, make_rules
from bastide.kernel.geometry import xy
from bastide.rules.scoring import points, value
from bastide.tiles import load
from tests.boards import (
    BLACK,
    BLUE,
    GREEN,
    RED,
    YELLOW,
    board,
    choices,
    draw,
    feature_at,
    finish,
    followers,
    placements,
    play,
    scores,
)
from tests.games import random_game
from tests.rules.base.playing import names, scored, scripted, told
from tests.rules.base.tiny import capped_city

EDITION = "anniversary"
GARDENS = [tile for tile in load("base").tiles if any(segment.kind == "garden" for segment in tile.segments)]

# Setting up


def test_ANNED_SETUP_1_two_to_five_players_with_seven_followers() -> None:
    for players in range(2, 6):
        game = Game(EDITION, seats=players, dealer=Seeded(1))
        assert game.view(None)["supply"] == [{"follower": 7}] * players, "no abbots"
    for players in (0, 6):
        with pytest.raises(BadRules, match="1 to 5 players"):
            Game(EDITION, seats=players, dealer=Seeded(1))


def test_ANNED_SETUP_2_the_start_tile_and_71_base_tiles_with_gardens() -> None:
    game = Game(EDITION, seats=2, dealer=Seeded(1))
    first = game.at(0)
    assert [(first.board.tile(n).id, xy(cell)) for n, cell in enumerate(first.board.cell)] == [("BA-CRFR", (0, 0))]
    assert first.left == 71
    left = [first.rules.catalogue.tiles[tile].id for tile, copies in enumerate(first.bag) if copies]
    assert sum(name.endswith("-garden") for name in left) == len(GARDENS) == 8
    assert all(name.startswith("BA-") for name in left), "no river and no anniversary tiles"


@pytest.mark.parametrize("first", [0, 2, 4])
def test_ANNED_SETUP_3_the_configured_player_starts_and_turns_go_clockwise(first: int) -> None:
    """ANNED-RUL-3: that the youngest begins is told to the engine as the first player."""
    game = random_game(make_rules(EDITION, first_player=first), players=5)
    seats = {entry.turn: entry.actor for entry in game.log if entry.actor >= 0}
    assert list(seats.values()) == [(first + i) % 5 for i in range(len(seats))]


def test_ANNED_SETUP_4_only_features_and_pennants_have_an_effect() -> None:
    """ANNED-INT-2: no other symbol is known, so none can act."""
    tiles = [tile for tile, _ in load("base").copies("garden")]
    kinds = {segment.kind for tile in tiles for segment in tile.segments}
    assert kinds == {"road", "city", "monastery", "field", "garden"}
    assert {mark for tile in tiles for segment in tile.segments for mark, _ in segment.marks} == {"pennant"}
    assert not any(tile.marks for tile in tiles)


@pytest.mark.parametrize("garden", [tile.id for tile in GARDENS])
def test_ANNED_INT_4_a_garden_does_nothing_without_abbots(garden: str) -> None:
    plain = next(t.name for t, _ in load("base").copies("plain") if t.id == garden.removesuffix("-garden"))
    state = board("D(0,0) CRFR", EDITION)
    assert placements(state, garden) == placements(state, plain)
    for token in placements(state, garden):
        with_garden = choices(play(draw(state.copy(), garden), token))
        assert with_garden == choices(play(draw(state.copy(), plain), token))
        assert not any("garden" in choice for choice in with_garden)


def test_ANNED_INT_4_a_surrounded_garden_pays_nobody() -> None:
    ring = "B(-1,-1), B(0,-1), B(1,-1), U(-1,0) FRFR, B(-1,1), U(0,1) RFRF, B(1,1)"
    state = board(f"BA-FFRR-garden(0,0) FFRR, {ring}", EDITION, players=2)
    events = told(state, "B(1,0) -")
    assert not state.board.features.open[feature_at(state, 0, 0, "garden")]
    assert "scored" not in names(events)
    assert scores(state, RED, BLUE) == [0, 0]


# Playing


def test_ANNED_PLACE_1_the_tile_must_be_laid_with_all_edges_matching() -> None:
    state = draw(board("E(0,0) FCFF, B(0,1), B(1,1)", EDITION), "N")
    assert {token for token in choices(state) if token.startswith("(1,0)")} == {"(1,0)"}
    for token, why in (("(1,0)/FFCC", "does not fit"), ("(-1,-1)", "touch no other"), ("-", "It is time to lay")):
        with pytest.raises(IllegalAction, match=why):
            play(state.copy(), token)


def test_ANNED_PLACE_2_an_unplaceable_tile_is_removed_and_a_new_one_drawn() -> None:
    game = scripted(f"B(0,0) ; rules {EDITION} ; bag X C B", "C X B")
    assert names(game.story(None)) == ["drawn", "discarded", "drawn", "discarded", "drawn"]
    assert game.view(None)["tile"] == "BA-FFFF-monastery"
    assert game.view(None)["unseen"] == {}


def test_ANNED_PIECE_1_one_follower_on_an_unoccupied_feature_of_the_new_tile() -> None:
    state = play(board("U(0,0) FRFR +red:road, U(1,0) FRFR ; to blue", EDITION), "D(2,0)")
    assert choices(state) == {"-", "+city", "+field.El", "+field.S"}
    play(state, "+city")
    assert followers(state)[:2] == [6, 6]
    assert state.seat == GREEN, "one follower, then the next player"


@pytest.mark.parametrize(
    ("turn", "role"),
    [
        ("A(1,0)/FFFR +road", "thief"),
        ("E(0,1)/CFFF +city", "knight"),
        ("A(1,0)/FFFR +monastery", "monk"),
        ("A(1,0)/FFFR +field", "farmer"),
    ],
)
def test_ANNED_PIECE_2_roles(turn: str, role: str) -> None:
    """The traveller of this edition is the thief of the others."""
    events = told(board("D(0,0) FRCR", EDITION), turn)
    assert [event.facts["role"] for event in events if event.name == "deployed"] == [role]


# Scoring


def test_ANNED_SCORE_1_what_the_tile_completes_is_scored_for_everybody() -> None:
    position = (
        "A(1,-1) FFRF +green:road, A(1,1) RFFF, E(2,0) FFFC +blue:city, B(0,0) +red:monastery,"
        "B(0,-1), B(-1,-1), B(-1,0), B(-1,1), B(0,1) ; to yellow"
    )
    state = board(position, EDITION)
    events = told(state, "D(1,0)/RCRF -")
    assert scored(events) == [("city", 4, [BLUE]), ("road", 3, [GREEN]), ("monastery", 9, [RED])]


@pytest.mark.parametrize(
    ("position", "last", "worth"),
    [
        ("W(0,0) RRRF, U(1,0) FRFR +red:road", "W(2,0)/RFRR", 3),
        ("T(0,0) CRCC, U(1,0) FRFR +red:road", "A(2,0)/FFFR", 3),
        ("V(0,0) FRRF +red:road, V(1,0) FFRR, V(1,1) RFFR", "V(0,1)/RRFF", 4),
        ("W(0,0) RRRF, U(1,0) FRFR +red:road", "U(2,0)", 0),
        ("W(0,0) RRRF, U(1,0) FRFR +red:road", "BA-FRFR-garden(2,0)", 0),
    ],
)
def test_ANNED_ROAD_1_two_ends_or_a_ring_one_point_a_tile(position: str, last: str, worth: int) -> None:
    assert play(board(f"{position} ; to blue", EDITION), f"{last} -").score[RED] == worth


def test_ANNED_CITY_1_two_points_a_tile_and_a_pennant() -> None:
    """ANNED-RUL-1: three tiles with a pennant make the 8, five tiles without one the 10 of the booklet."""
    eight = board("E(0,0) FCFF +red:city, F(1,0) FCFC ; to blue", EDITION)
    assert play(eight, "E(2,0)/FFFC -").score[RED] == 8
    ten = board("E(0,0) FCFF +red:city, G(1,0) FCFC, G(2,0) FCFC, G(3,0) FCFC ; to blue", EDITION)
    assert play(ten, "E(4,0)/FFFC -").score[RED] == 10
    still_open = board("E(0,0) FCFF +red:city ; to blue", EDITION)
    assert play(still_open, "F(1,0) -").score[RED] == 0


def test_ANNED_CITY_2_a_city_of_two_tiles_is_no_exception() -> None:
    state = board("E(0,0) FCFF +red:city ; to blue", EDITION)
    assert play(state, "E(1,0)/FFFC -").score[RED] == 4
    assert make_rules(EDITION).options["tiny_city"] == 4
    shielded, city = capped_city(shields=1, tiny_city=4)
    assert points(value(shielded, city)) == 6


def test_ANNED_ABBEY_1_eight_tiles_around_an_abbey_9_points() -> None:
    ring = "B(-1,-1), B(0,-1), B(1,-1), B(-1,0), BA-CFFF-garden(0,1) FFCF, B(-1,1), B(1,1)"
    state = board(f"B(0,0) +red:monastery, {ring} ; to blue", EDITION)
    assert state.score[RED] == 0
    assert play(state, "B(1,0) -").score[RED] == 9


def test_ANNED_MAJ_1_the_majority_takes_all_and_ties_take_all_each() -> None:
    city = "E(0,0) FCFF +red:city, G(1,0) FCFC +blue:city"
    state = play(board(f"{city} ; to green", EDITION), "E(2,0)/FFFC -")
    assert scores(state, RED, BLUE, GREEN) == [6, 6, 0]
    state = play(board(f"{city}, G(2,0) FCFC +blue:city ; to green", EDITION), "E(3,0)/FFFC -")
    assert scores(state, RED, BLUE, GREEN) == [0, 8, 0]


def test_ANNED_RETURN_1_everybody_in_the_scored_feature_comes_home() -> None:
    city = "E(0,0) FCFF +red:city, G(1,0) FCFC +blue:city +green:field.S, G(2,0) FCFC +blue:city"
    state = board(f"{city} ; to green", EDITION)
    assert followers(state) == [6, 5, 6, 7, 7]
    assert followers(play(state, "E(3,0)/FFFC -")) == [7, 7, 6, 7, 7]


def test_ANNED_TRACK_1_scores_go_on_beyond_50() -> None:
    state = board("E(0,0) FCFF +red:city ; to blue ; scores 48 0 0 0 0", EDITION)
    assert play(state, "E(1,0)/FFFC -").score[RED] == 52


# The end


def test_ANNED_END_1_the_game_ends_when_nothing_can_be_drawn_or_laid() -> None:
    """ANNED-RUL-5: with an empty stack it ends with the turn, before anybody draws again."""
    game = scripted(f"U(0,0) +1:road ; rules {EDITION} ; bag U", "U")
    assert game.state.left == 0
    game.play("(1,0)")
    assert not game.over
    events = game.play("-")
    assert game.over
    assert names(events) == ["scored", "returned", "won"]
    assert game.state.turn == 1
    stuck = scripted(f"B(0,0) +1:monastery ; rules {EDITION} ; bag X", "X")
    assert stuck.over
    assert stuck.scores == [1, 0]


@pytest.mark.parametrize(
    ("position", "gains"),
    [
        ("A(0,0) FRFF +red:road, U(1,0) FRFR, U(2,0) FRFR", [3, 0]),
        ("E(0,0) FCFF +red:city, F(1,0) FCFC, F(2,0) FCFC", [5, 0]),
        ("B(0,0) +red:monastery, B(1,0), B(1,1), B(0,1)", [4, 0]),
        ("E(0,0) FCFF +red:city, G(1,0) FCFC +blue:city", [2, 2]),
        ("U(0,0) FRFR +red:road, U(1,0) FRFR +blue:road, U(2,0) FRFR +blue:road", [0, 3]),
    ],
)
def test_ANNED_FINAL_1_incomplete_features(position: str, gains: list[int]) -> None:
    assert finish(board(position, EDITION))[:2] == gains


def test_ANNED_FINAL_2_three_points_a_city_to_most_farmers_of_that_field() -> None:
    """ANNED-RUL-2: two farmers against one, and the one gets nothing."""
    field = "E(0,-1) FFCF, E(0,0) CFFF +black:field, E(0,1) FFCF +yellow:field, E(0,2) CFFF"
    tied = finish(board(field, EDITION))
    assert (tied[BLACK], tied[YELLOW]) == (6, 6)
    majority = finish(board(f"{field}, B(1,0) +black:field", EDITION))
    assert (majority[BLACK], majority[YELLOW]) == (6, 0)


def test_ANNED_FINAL_2_a_city_that_lies_in_the_field_counts() -> None:
    inside = "E(0,0) FFCF, E(0,1) CFFF, B(1,0), B(1,1) +red:field"
    assert finish(board(inside, EDITION))[RED] == 3


def test_ANNED_FINAL_3_a_city_pays_in_several_fields_and_only_if_complete() -> None:
    both = "E(0,-1) FFCF +red:field, E(0,0) CFFF +blue:field"
    assert finish(board(both, EDITION))[:2] == [3, 3]
    assert finish(board(f"{both}, E(5,5) FFCF +green:field", EDITION))[:3] == [3, 3, 0]


def test_ANNED_FINAL_4_farmers_stay_until_the_end() -> None:
    state = board("E(0,0) FCFF +red:field ; to blue", EDITION)
    play(state, "E(1,0)/FFFC +city")
    assert followers(state)[:2] == [6, 7], "the knight is back, the farmer is not"
    play(state, "B(0,1) - B(1,1) -")
    assert followers(state)[RED] == 6
    assert finish(state)[RED] == 3


def test_ANNED_FIELD_1_cities_and_roads_separate_fields() -> None:
    state = board("U(0,0) FRFR, F(0,-1) FCFC, BA-FRFR-garden(1,0) FRFR", EDITION)
    fields = {
        feature_at(state, 0, 0, "field.N"),
        feature_at(state, 0, 0, "field.S"),
        feature_at(state, 0, -1, "field.N"),
    }
    assert len(fields) == 3
    assert feature_at(state, 0, 0, "field.N") == feature_at(state, 0, -1, "field.S")
    assert feature_at(state, 0, 0, "field.N") == feature_at(state, 1, 0, "field.N")


def test_ANNED_FIELD_2_farmers_are_on_unless_switched_off() -> None:
    assert "+field" in choices(play(board("B(0,0)", EDITION), "B(1,0)"))
    without = make_rules(EDITION, farmers=False)
    assert choices(play(board("B(0,0)", without), "B(1,0)")) == {"-", "+monastery"}


@pytest.mark.parametrize(("before", "winners"), [("3 1 0", [0]), ("2 1 2", [0, 1, 2]), ("2 0 1", [0])])
def test_ANNED_WIN_1_the_highest_total_wins_and_equals_share(before: str, winners: list[int]) -> None:
    """ANNED-RUL-4: the booklet says nothing of ties, so they are shared."""
    game = Game(
        seats=3,
        position=f"B(0,0) +2:monastery ; players 3 ; rules {EDITION} ; bag X ; scores {before}",
        dealer=Scripted(["X"]),
    )
    assert game.winners == winners


def test_ANNED_INT_1_the_edition_is_a_set_of_options() -> None:
    options = make_rules(EDITION).options
    expected = {"tiny_city": 4, "field_scoring": "per_field_3", "half_points": False, "hand_size": 0, "max_players": 5}
    assert {name: options[name] for name in expected} == expected
    assert random_game(make_rules(EDITION, hand_size=3, half_points=True)).over, "and goes with other options"
