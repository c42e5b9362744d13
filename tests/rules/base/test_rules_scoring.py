"""Scoring during the game: when, how much, for whom, and who comes home."""

from __future__ import annotations

import pytest

from bastide import make_rules
from bastide.rules.scoring import points, value
from bastide.tiles import load
from tests.boards import (
    BLUE,
    EDITIONS,
    GREEN,
    RED,
    YELLOW,
    board,
    choices,
    draw,
    feature_at,
    finish,
    followers,
    play,
    scores,
)
from tests.rules.base.playing import names, scored, told
from tests.rules.base.tiny import capped_city

# When and in which order


def test_BASE_SCORE_1_a_completed_feature_pays_at_once_whoever_owns_it() -> None:
    state = board("L(0,0) CRRR, U(1,0) FRFR +red:road ; to blue", players=2)
    play(state, "U(2,0) -")
    assert scores(state, RED, BLUE) == [0, 0], "still open"
    play(state, "U(3,0) -")
    play(state, "W(4,0)/RFRR -")
    assert scores(state, RED, BLUE) == [5, 0]


def test_BASE_SCORE_1_fields_wait_for_the_end() -> None:
    """BASE-RUL-10: not even a field that is closed all around is scored during the game."""
    closed = "N(0,0) FCCF, G(1,0) FCFC, N(2,0) FFCC, G(2,1) CFCF, N(2,2) CFFC, G(1,2) FCFC, N(0,2) CCFF"
    for edition, worth in (("first", 4), ("second", 3), ("bigbox2014", 3)):
        state = board(f"{closed}, G(0,1) CFCF ; to red", edition, players=2)
        play(state, "B(1,1) +field")
        field = feature_at(state, 1, 1, "field")
        assert not state.board.features.open[field], "no side of the field is open"
        assert scores(state, RED, BLUE) == [0, 0]
        assert followers(state) == [6, 7]
        assert finish(state)[RED] == worth


EVERYTHING_AT_ONCE = (
    "A(1,-1) FFRF +green:road, A(1,1) RFFF, E(2,0) FFFC +blue:city, B(0,0) +red:monastery,"
    "B(0,-1), B(-1,-1), B(-1,0), B(-1,1), B(0,1) ; to yellow"
)


def test_BASE_SCORE_2_cities_then_roads_then_monasteries() -> None:
    """ORD-RUL-3: nobody chooses the order."""
    events = told(board(EVERYTHING_AT_ONCE), "D(1,0)/RCRF -")
    assert scored(events) == [("city", 4, [BLUE]), ("road", 3, [GREEN]), ("monastery", 9, [RED])]


def test_BASE_SCORE_2_within_a_kind_by_row_and_column() -> None:
    """ORD-RUL-3: the order in which the tiles were laid does not matter."""
    north, south = "E(0,-1) FFCF +red:city", "E(0,1) CFFF +blue:city"
    for laid in (f"{north}, {south}", f"{south}, {north}"):
        events = told(board(f"{laid} ; to green"), "H(0,0)/CFCF -")
        assert scored(events) == [("city", 4, [RED]), ("city", 4, [BLUE])]
    west, east = "A(-1,0) FRFF +red:road", "A(1,0) FFFR +blue:road"
    for laid in (f"{west}, {east}", f"{east}, {west}"):
        events = told(board(f"{laid}, B(-1,1), B(0,1), B(1,1) ; to green"), "U(0,0) -")
        assert scored(events) == [("road", 3, [RED, BLUE])], "one road from end to end"
        events = told(board(f"{laid} ; to green"), "W(0,0) -")
        assert scored(events) == [("road", 2, [RED]), ("road", 2, [BLUE])]


def test_BASE_SCORE_2_the_first_tile_of_a_feature_is_the_first_as_one_reads_the_board() -> None:
    west = "N(-1,0) CCFF +red:city, E(-1,-1) FFCF"
    east = "N(1,0) CFFC +blue:city, G(1,-1) CFCF, E(1,-2) FFCF"
    for laid in (f"{west}, {east}", f"{east}, {west}"):
        events = told(board(f"{laid} ; to green"), "H(0,0)/FCFC -")
        assert scored(events) == [("city", 8, [BLUE]), ("city", 6, [RED])], "the eastern city reaches further up"


def test_BASE_SCORE_2_monasteries_too_go_by_row_and_column() -> None:
    ring = "B(3,-1), B(3,0), B(3,1), B(1,1), B(1,-1), B(2,-1), B(2,1), B(0,-1), B(0,1), B(-1,-1), B(-1,0), B(-1,1)"
    state = board(f"{ring}, B(2,0) +blue:monastery, B(0,0) +red:monastery ; to green")
    events = told(state, "B(1,0) -")
    assert scored(events) == [("monastery", 9, [RED]), ("monastery", 9, [BLUE])]


# For whom


def test_BASE_SCORE_3_the_majority_gets_everything() -> None:
    state = board("E(0,0) FCFF +red:city, G(1,0) FCFC +red:city, G(2,0) FCFC +blue:city ; to green")
    play(state, "E(3,0)/FFFC -")
    assert scores(state, RED, BLUE, GREEN) == [8, 0, 0]


def test_BASE_SCORE_3_tied_players_each_get_everything() -> None:
    state = board("E(0,0) FCFF +red:city, G(1,0) FCFC +yellow:city, G(2,0) FCFC +blue:city ; to green")
    play(state, "E(3,0)/FFFC -")
    assert scores(state, RED, BLUE, GREEN, YELLOW) == [8, 8, 0, 8]
    two_each = "U(0,0) FRFR +red:road, U(1,0) FRFR +blue:road, U(2,0) FRFR +red:road, U(3,0) FRFR +blue:road"
    state = board(f"A(-1,0) FRFF, {two_each}, U(4,0) FRFR +green:road ; to green")
    play(state, "A(5,0)/FFFR -")
    assert scores(state, RED, BLUE, GREEN) == [7, 7, 0]


def test_BASE_SCORE_4_an_empty_feature_pays_nobody() -> None:
    state = board("E(0,0) FCFF, G(1,0) FCFC", players=2)
    events = told(state, "E(2,0)/FFFC -")
    assert names(events) == ["drawn", "placed"]
    assert scores(state, RED, BLUE) == [0, 0]


def test_BASE_SCORE_5_all_followers_come_home_with_points_or_without() -> None:
    state = board("E(0,0) FCFF +red:city, G(1,0) FCFC +red:city, G(2,0) FCFC +blue:city +green:field.N ; to green")
    assert followers(state)[:3] == [5, 6, 6]
    play(state, "E(3,0)/FFFC -")
    assert followers(state)[:3] == [7, 7, 6], "only the farmer stays"


def test_BASE_SCORE_5_followers_in_other_features_stay() -> None:
    state = board("D(0,0) CRFR +red:road, U(1,0) FRFR, E(5,5) FFCF +red:city, E(0,-1) FFCF +blue:city ; to blue")
    state = play(state, "U(2,0) -")
    assert followers(state)[:2] == [5, 6], "nothing was completed"
    play(state, "A(3,0)/FFFR -")
    assert followers(state)[:2] == [5, 6], "the road is open to the west"
    play(state, "A(-1,0)/FRFF -")
    assert followers(state)[:2] == [6, 6], "the knight elsewhere stays"
    assert state.score[RED] == 5


def test_BASE_SCORE_6_a_follower_that_came_home_serves_again_in_any_role() -> None:
    state = board("E(0,0) FCFF +red:city ; supply 0 7 ; to blue", players=2)
    play(state, "E(1,0)/FFFC -")
    assert followers(state) == [1, 7]
    play(state, "A(0,1)")
    assert {"+monastery", "+field", "+road"} <= choices(state)
    play(state, "+monastery")
    assert followers(state) == [0, 7]


def test_BASE_RUL_17_with_the_last_follower_out_everything_is_scored_and_comes_home() -> None:
    state = board(EVERYTHING_AT_ONCE.replace("+green", "+yellow") + " ; supply 0 0 0 0 0")
    play(state, "D(1,0)/RCRF")
    assert scores(state, RED, BLUE, GREEN, YELLOW) == [9, 4, 0, 3]
    assert followers(state) == [1, 1, 0, 1, 0]


# Roads


@pytest.mark.parametrize(
    ("end", "worth"),
    [
        ("W(2,0)/RFRR", 3),
        ("X(2,0)", 3),
        ("L(2,0)/CRRR", 3),
        ("T(2,0)/CCCR", 3),
        ("A(2,0)/FFFR", 3),
        ("U(2,0)", 0),
        ("V(2,0)", 0),
        ("D(2,0)", 0),
    ],
)
def test_BASE_ROAD_1_a_road_is_complete_when_both_ends_stop(end: str, worth: int) -> None:
    state = play(board("A(0,0) FRFF, U(1,0) FRFR +red:road ; to blue"), f"{end} -")
    assert state.score[RED] == worth


@pytest.mark.parametrize("edition", EDITIONS)
def test_BASE_ROAD_1_a_ring_is_complete_in_every_edition(edition: str) -> None:
    """BASE-RUL-14: in the second edition too."""
    ring = "V(0,0) FRRF +blue:road, U(1,0) FRFR, V(2,0) FFRR, U(2,1) RFRF, V(2,2) RFFR, U(1,2) FRFR, V(0,2) RRFF"
    state = play(board(f"{ring} ; to red", edition), "U(0,1)/1 -")
    assert scores(state, RED, BLUE) == [0, 8]


def test_BASE_ROAD_2_every_arm_of_a_crossing_is_a_road_of_its_own() -> None:
    """BASE-RUL-9: a network is not scored as one."""
    crossing = board("X(0,0)")
    arms = {feature_at(crossing, 0, 0, f"road.{side}") for side in "NESW"}
    assert len(arms) == 4
    state = board("X(0,0) +red:road.N +blue:road.E, A(0,-1) FFRF, U(1,0) FRFR ; to green")
    play(state, "W(2,0)/RFRR -")
    assert scores(state, RED, BLUE) == [0, 3], "only the road between the two crossings"


def test_BASE_ROAD_2_a_monastery_separates_roads() -> None:
    state = board("A(0,0) FRFF +red:road, U(1,0) FRFR ; to blue")
    play(state, "A(2,0)/FFFR -")
    assert state.score[RED] == 3


def test_BASE_ROAD_3_a_tile_counts_once_however_many_segments_it_has() -> None:
    """BASE-RUL-12: tiles, not sections. BASE-RUL-15: two arms of one crossing that meet are one road."""
    state = board("X(0,0) +red:road.E, V(1,0) FFRR, V(1,1) RFFR ; to blue")
    assert feature_at(state, 0, 0, "road.E") != feature_at(state, 0, 0, "road.S")
    play(state, "V(0,1)/RRFF -")
    assert feature_at(state, 0, 0, "road.E") == feature_at(state, 0, 0, "road.S")
    assert state.score[RED] == 4


@pytest.mark.parametrize("length", range(2, 9))
def test_BASE_ROAD_3_one_point_a_tile(length: int) -> None:
    middle = "".join(f", U({x},0) FRFR" for x in range(1, length - 1))
    state = play(board(f"A(0,0) FRFF +red:road{middle} ; to blue"), f"A({length - 1},0)/FFFR -")
    assert state.score[RED] == length


# Cities


@pytest.mark.parametrize("length", range(3, 9))
def test_BASE_CITY_1_a_city_may_be_of_any_size(length: int) -> None:
    middle = "".join(f", G({x},0) FCFC" for x in range(1, length - 1))
    state = board(f"E(0,0) FCFF +red:city{middle} ; to blue")
    play(state, f"E({length - 1},0)/FFFC -")
    assert state.score[RED] == 2 * length


AROUND_A_HOLE = "N(0,0) FCCF +red:city, G({hole}), N(2,0) FFCC, G(2,1) CFCF, N(2,2) CFFC, G(1,2) FCFC, N(0,2) CCFF"


def test_BASE_CITY_1_a_hole_matters_only_where_the_city_opens_onto_it() -> None:
    """BASE-RUL-13"""
    walled = AROUND_A_HOLE.replace("G({hole})", "G(1,0) FCFC")
    state = play(board(f"{walled} ; to blue"), "G(0,1)/CFCF -")
    assert state.score[RED] == 16
    opened = AROUND_A_HOLE.replace("G({hole})", "R(1,0) FCCC")
    state = play(board(f"{opened} ; to blue"), "G(0,1)/CFCF -")
    assert state.score[RED] == 0
    assert play(state, "E(1,1)/CFFF -").score[RED] == 18


def test_BASE_CITY_2_two_points_a_tile_and_two_a_shield() -> None:
    state = board("E(0,0) FCFF +red:city, F(1,0) FCFC, F(2,0) FCFC, G(3,0) FCFC ; to blue")
    play(state, "E(4,0)/FFFC -")
    assert state.score[RED] == 5 * 2 + 2 * 2


def test_BASE_CITY_2_a_tile_with_two_segments_counts_once() -> None:
    state = board("N(0,-1) FFCC, M(-1,-1) FCCF +red:city, N(-1,0) CCFF ; to blue")
    play(state, "I(0,0)/CFFC -")
    assert state.score[RED] == 4 * 2 + 1 * 2


@pytest.mark.parametrize(("tiny_city", "two", "three"), [(2, 2, 6), (4, 4, 6)])
def test_BASE_CITY_3_the_option_decides_about_two_tiles_only(tiny_city: int, two: int, three: int) -> None:
    rules = make_rules(tiny_city=tiny_city)
    assert play(board("E(0,0) FCFF +red:city ; to blue", rules), "E(1,0)/FFFC -").score[RED] == two
    state = board("E(0,0) FCFF +red:city, G(1,0) FCFC ; to blue", rules)
    assert play(state, "E(2,0)/FFFC -").score[RED] == three
    assert finish(board("E(0,0) FCFF +red:city, G(1,0) FCFC", rules))[RED] == 2, "an open city is not concerned"


@pytest.mark.parametrize(("edition", "worth"), [("first", 2), ("second", 2), ("bigbox2014", 4), ("anniversary", 4)])
def test_BASE_RUL_3_a_city_of_two_tiles_in_every_edition(edition: str, worth: int) -> None:
    state = play(board("E(0,0) FCFF +red:city ; to blue", edition), "E(1,0)/FFFC -")
    assert state.score[RED] == worth


@pytest.mark.parametrize(("tiny_city", "worth"), [(2, 2), (4, 8)])
def test_BASE_RUL_4_a_shield_adds_nothing_to_a_city_worth_2_in_all(tiny_city: int, worth: int) -> None:
    state, city = capped_city(shields=2, tiny_city=tiny_city)
    assert points(value(state, city)) == worth


def test_BASE_RUL_4_no_printed_tile_makes_such_a_city() -> None:
    for tile, _ in load("base").copies("plain"):
        for segment in tile.segments:
            if segment.kind == "city" and dict(segment.marks).get("pennant"):
                assert len(segment.ports) > 3, "a shield stands only in cities that leave by several sides"


# Monasteries

RING = "B(-1,-1), B(0,-1), B(1,-1), B(-1,0), B(-1,1), B(0,1), B(1,1)"


def test_BASE_MON_1_a_surrounded_monastery_pays_9() -> None:
    state = board(f"B(0,0) +red:monastery, {RING.removesuffix(', B(1,1)')} ; to blue", players=2)
    play(state, "B(1,1) -")
    assert scores(state, RED, BLUE) == [0, 0], "one cell is still empty"
    play(state, "B(1,0) -")
    assert scores(state, RED, BLUE) == [9, 0]
    assert followers(state) == [7, 7]


def test_BASE_MON_2_one_tile_completes_several_monasteries_its_own_among_them() -> None:
    state = board(f"B(0,0) +red:monastery, {RING}, B(2,-1), B(2,0), B(2,1) ; to blue", players=2)
    play(state, "B(1,0) +monastery")
    assert scores(state, RED, BLUE) == [9, 9]
    assert followers(state) == [7, 7]


def test_BASE_MON_3_only_the_follower_on_the_monastery_is_a_monk() -> None:
    ring = "B(-1,-1), B(0,-1), B(1,-1), B(-1,0), B(-1,1), U(0,1) RFRF, B(1,1)"
    thief = board(f"A(0,0) FFRF +red:road, {ring} ; to blue")
    assert play(thief, "B(1,0) -").score[RED] == 0
    farmer = board(f"A(0,0) FFRF +red:field, {ring} ; to blue")
    assert play(farmer, "B(1,0) -").score[RED] == 0
    monk = board(f"A(0,0) FFRF +red:monastery, {ring} ; to blue")
    assert play(monk, "B(1,0) -").score[RED] == 9


# What is printed


def test_BASE_RUL_11_the_base_tiles_show_no_river_and_roads_divide_the_fields() -> None:
    for edition in load("base").editions:
        kinds = {segment.kind for tile, _ in load("base").copies(edition) for segment in tile.segments}
        assert kinds - {"garden"} == {"city", "road", "field", "monastery"}
    state = board("U(0,0) FRFR, U(1,0) FRFR", "first")
    assert feature_at(state, 0, 0, "field.N") != feature_at(state, 1, 0, "field.S")


def test_BASE_RUL_26_nothing_printed_counts_but_features_and_shields() -> None:
    marks = {mark for tile in load("base").tiles for segment in tile.segments for mark, _ in segment.marks}
    assert marks == {"pennant"}
    assert not any(tile.marks for tile in load("base").tiles)
    state = draw(board("D(0,0) CRFR"), "W")
    play(state, "(1,0)/RFRR")
    assert {token for token in choices(state) if "road" in token} == {"+road.N", "+road.S", "+road.W"}
