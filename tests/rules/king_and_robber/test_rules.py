"""The rules and rulings of King and Robber Baron, alone and together with other expansions."""

from __future__ import annotations

import pytest

from bastide import OVER
from bastide.errors import BadNotation
from bastide.play.position import parse_position, position_text
from bastide.rules import engine
from tests.boards import (
    BLUE,
    COLOURS,
    EDITIONS,
    RED,
    board,
    choices,
    draw,
    feature_at,
    finish,
    legal_kinds,
    placements,
    play,
    refusal,
    rules,
)
from tests.games import random_game
from tests.rules.base.playing import names, told
from tests.rules.king_and_robber.court import RULES, holds, king, robber, small_city, small_road, two
from tests.rules.special import over, said, standing, stop_at
from tests.rules.wheel_of_fortune.wheel import wheel

LAND = {"KR-CFFF-monastery", "KR-CFFR", "KR-CRRS", "KR-CRSC-deep", "KR-CDCD"}
"""The five tiles that are laid."""
COUNT = position_text(engine.start(rules(f"{RULES},count"), 2)).split(" ; ")[0]
"""The City of Carcassonne."""


# Setup and tiles


@pytest.mark.parametrize("edition", EDITIONS)
def test_KR_SETUP_1_five_tiles_more_in_one_supply(edition: str) -> None:
    """KR-RUL-1: seven tiles in the box, five of them land."""
    state = engine.start(rules(f"{edition} expansions=king_and_robber"), 2)
    garden = edition == "anniversary"
    expected = LAND - {"KR-CFFR"} | {"KR-CFFR-garden"} if garden else LAND
    assert state.left == 71 + 5
    assert {token for token in choices(state) if token.startswith("KR-")} == expected
    assert {state.bag[state.rules.catalogue.number[tile]] for tile in expected} == {1}
    assert len(state.rules.stages) == 1, "shuffled with the others"


def test_KR_SETUP_1_the_tiles_are_laid_as_any_other() -> None:
    state = two("D(0,0)")
    assert placements(state, "KR-CFFF-monastery") == placements(state, "E")
    assert "(1,0)/2" in placements(state, "KR-CRRS")
    assert refusal(state, "KR-CDCD(0,-1)") == ""
    assert refusal(state, "KR-CDCD(1,0)") == "edges_clash"


@pytest.mark.parametrize(
    ("tile", "spots"),
    [
        ("KR-CFFF-monastery", {"+city", "+monastery", "+field"}),
        ("KR-CFFR", {"+city", "+road", "+field.E", "+field.Wr"}),
        ("KR-CRRS", {"+city", "+road.E", "+road.W", "+field.El", "+field.Er", "+field.Wr"}),
        ("KR-CRSC-deep", {"+city", "+road.E", "+road.S", "+field.El", "+field.Er", "+field.Sl", "+field.Sr"}),
        ("KR-CDCD", {"+city.N", "+city.E", "+field.2", "+field.3"}),
    ],
)
def test_KR_SETUP_1_what_is_on_the_tiles(tile: str, spots: set[str]) -> None:
    assert choices(two(f"{tile}(0,0) ; step piece")) == spots | {"-"}


def test_KR_SETUP_2_nobody_holds_anything_at_first() -> None:
    """KR-RUL-1: King and Robber Baron are never laid."""
    state = engine.start(rules(RULES), 4)
    assert king(state) == ("nobody", 0)
    assert robber(state) == ("nobody", 0)
    laid = {tile.id for tile in state.rules.catalogue.tiles if tile.id.startswith("KR-")}
    assert laid - {"KR-CFFR-garden"} == LAND


def test_KR_SETUP_2_holders_and_records_are_part_of_a_position() -> None:
    state = play(two("E(0,0) CFFF, A(3,0) RFFF ; to blue"), "E(0,-1)/FFCF - A(3,-1)/FFRF -")
    again = parse_position(position_text(state))
    assert (king(again), robber(again)) == (("blue", 2), ("red", 2))


def test_KR_TILE_1_two_cities_cross_on_the_bridge() -> None:
    state = two("KR-CDCD(0,0) +red:city.N +blue:city.E, E(0,-1) FFCF, E(-1,0) FCFF, E(1,0) FFFC ; to red")
    assert feature_at(state, 0, 0, "city.N") == feature_at(state, 0, 0, "city.S")
    assert feature_at(state, 0, 0, "city.W") == feature_at(state, 0, 0, "city.E")
    assert feature_at(state, 0, 0, "city.N") != feature_at(state, 0, 0, "city.E")
    play(state, "E(0,1) -")
    assert state.score == [6, 0]
    assert standing(state) == {"blue follower (0,0)"}, "the other city has not been completed by this tile"


def test_KR_TILE_2_joined_elsewhere_the_bridge_counts_once() -> None:
    corners = "N(0,-1) FCCF, N(1,-1) FFCC, N(1,0) CFFC +red:city"
    state = two(f"KR-CDCD(0,0), {corners}, E(-1,0) FCFF ; to blue")
    assert feature_at(state, 0, 0, "city.N") == feature_at(state, 0, 0, "city.E")
    play(state, "E(0,1) -")
    assert state.score == [12, 0], "six tiles"
    assert king(state) == ("blue", 6)
    assert finish(state) == [0, 1], "one city"


def test_KR_TILE_3_each_city_of_the_bridge_is_free_or_not_on_its_own() -> None:
    state = play(two("E(0,-1) FFCF +blue:city ; to red"), "KR-CDCD(0,0)")
    assert choices(state) == {"-", "+city.E", "+field.2", "+field.3"}
    assert refusal(state, "+city.N") == "occupied"
    play(state, "+city.E")
    assert standing(state) == {"blue follower (0,-1)", "red follower (0,0)"}
    assert state.seat == BLUE, "one follower at most"
    both = play(two("E(0,-1) FFCF +blue:city, E(-1,0) FCFF +blue:city ; to red"), "KR-CDCD(0,0)")
    assert choices(both) == {"-", "+field.2", "+field.3"}


def test_KR_TILE_3_farmers_in_the_enclosed_fields() -> None:
    caps = "E(0,-1) FFCF, E(0,1) CFFF, E(-1,0) FCFF, E(1,0) FFFC"
    state = two(f"KR-CDCD(0,0) +red:field.2 +blue:field.3, {caps}")
    assert len({feature_at(state, 0, 0, spot) for spot in ("field.2", "field.3")}) == 2
    assert feature_at(state, 0, 0, "field.2") != feature_at(state, 0, -1, "field")
    assert finish(state) == [6, 6], "each field lies at both cities"
    without = play(two("E(0,-1) FFCF", options="farmers=off"), "KR-CDCD(0,0)")
    assert choices(without) == {"-", "+city.N", "+city.E"}


# The King


@pytest.mark.parametrize(("record", "holder"), [(0, "red"), (2, "red"), (3, "blue"), (4, "blue")])
def test_KR_KING_1_strictly_larger_takes_the_king(record: int, holder: str) -> None:
    """KR-RUL-2, KR-RUL-3: only more tiles than ever before count."""
    text = f"E(0,0) FCFF, G(1,0) FCFC ; to red{holds('king', 'blue', record)}"
    state = play(two(text), "E(2,0)/FFFC -")
    assert king(state) == (holder, max(record, 3))


def test_KR_KING_1_the_largest_of_several_cities_counts() -> None:
    """KR-RUL-7: one tile, one comparison."""
    around = "E(0,-1) FFCF, G(0,1) CFCF, E(0,2) CFFF"
    for text, tile in ((around, "H(0,0)/CFCF"), ("E(0,-1) FFCF, E(1,0) FFFC", "I(0,0)/CCFF")):
        state = two(f"{text} ; to red{holds('king', 'blue', 1)}")
        events = told(state, f"{tile} -")
        assert names(events).count("took_king") == 1
        assert king(state) == ("red", 3 if tile[0] == "H" else 2)


def test_KR_KING_1_an_open_city_gives_nothing() -> None:
    state = play(two("E(0,0) FCFF ; to red"), "G(1,0) -")
    assert king(state) == ("nobody", 0)
    assert king(play(state, "B(0,1) -")) == ("nobody", 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_KR_KING_2_the_first_city_always_gives_the_king(edition: str) -> None:
    state = play(two("E(0,0) CFFF ; to blue", preset=edition), "E(0,-1)/FFCF -")
    assert king(state) == ("blue", 2)


def test_KR_KING_3_an_equal_city_changes_nothing() -> None:
    state = play(two("E(0,0) CFFF, E(4,0) CFFF ; to red"), "E(0,-1)/FFCF -")
    events = told(state, "E(4,-1)/FFCF -")
    assert king(state) == ("red", 2)
    assert "took_king" not in names(events)


@pytest.mark.parametrize(
    ("knights", "points"), [("", [0, 0]), ("+blue:city", [0, 6]), ("+blue:city +red:city", [6, 6])]
)
def test_KR_KING_4_only_who_laid_the_last_tile_matters(knights: str, points: list[int]) -> None:
    """KR-RUL-4: nobody need have been in the city."""
    state = play(two(f"E(0,0) FCFF {knights}, G(1,0) FCFC ; to red"), "E(2,0)/FFFC -")
    assert state.score == points
    assert king(state) == ("red", 3)


@pytest.mark.parametrize(
    ("middle", "other", "points"),
    [
        ("G(1,0) FCFC", "", 6),
        ("F(1,0) FCFC", "", 8),
        ("TB-FCFC-wine(1,0) FCFC", "traders_and_builders", 6),
        ("G(1,0) FCFC +0:mage:city", "mage_and_witch", 9),
        ("G(1,0) FCFC +0:witch:city", "mage_and_witch", 3),
    ],
)
def test_KR_KING_5_nothing_but_tiles_counts(middle: str, other: str, points: int) -> None:
    """KR-RUL-2: not even points."""
    text = f"E(0,0) FCFF +red:city, {middle} ; to red{holds('king', 'blue', 3)}"
    state = play(two(text, *filter(None, [other])), "E(2,0)/FFFC -")
    assert state.score == [points, 0]
    assert king(state) == ("blue", 3)


def test_KR_KING_5_a_tile_with_two_parts_of_a_city_counts_once() -> None:
    row = "N(0,-1) FCCF, N(1,-1) FFCC, N(1,0) CFFC"
    state = play(two(f"{row} ; to red{holds('king', 'blue', 3)}"), "I(0,0)/CCFF -")
    assert feature_at(state, 0, 0, "city.N") == feature_at(state, 0, 0, "city.E")
    assert king(state) == ("red", 4)


def test_KR_KING_6_the_holder_raises_his_own_record() -> None:
    text = f"E(0,0) FCFF, G(1,0) FCFC, G(0,4), E(-1,4) FCFF, E(4,4) CFFF ; to red{holds('king', 'red', 2)}"
    state = play(two(text), "E(2,0)/FFFC -")
    assert king(state) == ("red", 3)
    assert king(play(state, "E(1,4)/FFFC -")) == ("red", 3), "blue is too late with three tiles"


def test_KR_KING_7_taken_after_the_points_and_without_a_choice() -> None:
    state = two("E(0,0) FCFF +blue:city, TB-FCFC-wine(1,0) FCFC ; to red", "traders_and_builders")
    events = told(state, "E(2,0)/FFFC -")
    assert names(events) == ["drawn", "placed", "scored", "returned", "traded", "took_king"]
    assert state.score == [0, 6], "no points for the King himself"
    assert legal_kinds(state) == {"draw"}


def test_KR_KING_7_in_words() -> None:
    state = two("E(0,0) CFFF, A(3,0) RFFF ; to blue")
    events = told(state, "E(0,-1)/FFCF - A(3,-1)/FFRF -")
    assert said(events, "took_king") == ["Blue takes the King for a city of 2 tiles."]
    assert said(events, "took_king", "fr") == ["Blue prend le Roi pour une ville de 2 tuiles."]
    assert said(events, "took_robber") == ["Red takes the Robber Baron for a road of 2 tiles."]
    assert said(events, "took_robber", "fr") == ["Red prend le Chevalier voleur pour une route de 2 tuiles."]


def test_KR_KING_8_every_complete_city_whoever_and_whenever() -> None:
    state = two("E(0,0) CFFF, E(4,0) FCFF +red:city, G(5,0) FCFC, E(9,0) CFFF")
    play(state, "E(0,-1)/FFCF - E(6,0)/FFFC - E(9,-1)/FFCF -")
    assert king(state) == ("blue", 3)
    assert state.score == [6, 0]
    assert finish(state) == [0, 3], "also those before, and those that red completed"


def test_KR_KING_9_open_cities_give_the_holder_nothing() -> None:
    cities = f"{small_city(0, 0)}, E(4,0) CFFF, G(8,0) FCFC, KR-CDCD(12,0)"
    assert finish(two(cities + holds("king", "red", 2))) == [1, 0]


def test_KR_KING_10_no_city_no_king() -> None:
    state = two("E(0,0) FCFF +red:city, G(1,0) FCFC")
    assert king(state) == ("nobody", 0)
    end, events = over(state)
    assert end.score == [2, 0]
    assert not {"king", "robber"} & set(names(events))


# The Robber Baron


@pytest.mark.parametrize(("record", "holder"), [(0, "red"), (3, "red"), (4, "blue"), (5, "blue")])
def test_KR_ROBBER_1_strictly_longer_takes_the_robber(record: int, holder: str) -> None:
    """KR-RUL-3, KR-RUL-6: the length is in tiles."""
    text = f"W(0,0) RRRF, U(1,0) FRFR, U(2,0) FRFR ; to red{holds('robber', 'blue', record)}"
    state = play(two(text), "A(3,0)/FFFR -")
    assert robber(state) == (holder, max(record, 4))
    assert king(state) == ("nobody", 0)


def test_KR_ROBBER_1_the_longest_of_several_roads_counts() -> None:
    """KR-RUL-7: a crossing may end up to four of them."""
    state = two("W(-1,0) RRRF, U(0,-1) RFRF, W(0,-2) FRRR, W(1,0) RFRR, W(0,1) RRFR ; to red")
    events = told(state, "X(0,0) -")
    assert names(events).count("took_robber") == 1
    assert robber(state) == ("red", 3)


def test_KR_ROBBER_2_a_tile_crossed_twice_counts_once() -> None:
    text = "TB-RSRS(0,0), V(1,0) RFFR, V(1,-1) FFRR, V(0,-1) FRRF, W(0,1) RRFR ; to red"
    state = play(two(text, "traders_and_builders"), "W(-1,0)/RRRF +road.E")
    assert robber(state) == ("red", 6)
    assert state.score == [6, 0]


def test_KR_ROBBER_3_a_loop_is_complete() -> None:
    state = play(two("V(0,0) FRRF, V(1,0) FFRR, V(1,1) RFFR ; to blue"), "V(0,1)/RRFF -")
    assert robber(state) == ("blue", 4)
    assert finish(state) == [0, 1]


def test_KR_ROBBER_3_a_loop_through_a_crossing_is_complete() -> None:
    loop = "V(1,0) FFRR, V(1,1) RFFR, V(0,1) RRFF"
    state = play(two(f"{loop} ; to red"), "W(0,0)/RRRF -")
    assert robber(state) == ("red", 4), "it begins and ends at one crossing"
    assert finish(state) == [1, 0]


def test_KR_ROBBER_4_equal_roads_and_thieves_change_nothing() -> None:
    """KR-RUL-4: an empty road counts as well."""
    state = two("A(0,0) RFFF +blue:road, A(4,0) RFFF, A(8,0) RFFF ; to red")
    events = told(state, "A(4,-1)/FFRF -")
    assert names(events) == ["drawn", "placed", "took_robber"], "nobody was there, and there was nothing to choose"
    assert (robber(state), state.score, legal_kinds(state)) == (("red", 2), [0, 0], {"draw"})
    events = told(state, "A(0,-1)/FFRF -")
    assert (robber(state), state.score) == (("red", 2), [0, 2])
    assert "took_robber" not in names(events)


def test_KR_ROBBER_5_every_complete_road_occupied_or_not() -> None:
    state = two("A(0,0) RFFF +red:road, A(4,0) RFFF, U(8,0), W(12,0)")
    play(state, "A(0,-1)/FFRF - A(4,-1)/FFRF -")
    assert (robber(state), state.score) == (("red", 2), [2, 0])
    assert finish(state) == [2, 0], "the arms of the crossing and the straight road are open"


def test_KR_ROBBER_5_in_words() -> None:
    text = f"{small_city(0, 0)}, {small_city(4, 0)}, {small_road(8, 0)}"
    _, events = over(two(text + holds("king", "red", 2) + holds("robber", "blue", 2)))
    assert said(events, "king") == ["Red: the King: 2 complete cities × 1 = 2 points."]
    assert said(events, "king", "fr") == ["Red : le Roi : 2 villes complètes × 1 = 2 points."]
    assert said(events, "robber") == ["Blue: the Robber Baron: 1 complete road × 1 = 1 point."]
    assert said(events, "robber", "fr") == ["Blue : le Chevalier voleur : 1 route complète × 1 = 1 point."]


def test_KR_ROBBER_6_one_tile_takes_both() -> None:
    text = f"E(0,-1) FFCF, W(-1,0) RRRF, W(1,0) RFRR ; to red{holds('king', 'blue', 1)}"
    state = two(text)
    events = told(state, "D(0,0) -")
    assert (king(state), robber(state)) == (("red", 2), ("red", 3))
    assert names(events)[-2:] == ["took_king", "took_robber"]


def test_KR_ROBBER_7_both_tokens_pay_their_holder() -> None:
    text = f"{small_city(0, 0)}, {small_city(4, 0)}, {small_road(8, 0)}"
    state = two(text + holds("king", "blue", 2) + holds("robber", "blue", 2))
    assert finish(state) == [0, 3]
    apart = two(text + holds("king", "red", 2) + holds("robber", "blue", 2))
    assert finish(apart) == [2, 1]


def test_KR_FINAL_1_after_the_fields_with_the_goods() -> None:
    text = f"{small_city(0, 0)} +red:field, U(4,0) +blue:road, {small_road(8, 0)} ; column goods.held 1 0 0 0 0 0"
    end, events = over(two(text + holds("king", "red", 2) + holds("robber", "blue", 2), "traders_and_builders"))
    assert names(events) == ["scored", "returned", "farmed", "goods", "king", "robber", "won"]
    assert end.score == [3 + 10 + 1, 1 + 1]


# With other rules and expansions


@pytest.mark.parametrize(("edition", "points"), [("first", 2), ("second", 2), ("bigbox2014", 4), ("anniversary", 4)])
def test_KR_INT_1_a_city_of_two_tiles_is_a_city(edition: str, points: int) -> None:
    state = play(two("E(0,0) CFFF +blue:city ; to red", preset=edition), "E(0,-1)/FFCF -")
    assert state.score == [0, points]
    assert king(state) == ("red", 2)
    assert finish(state) == [1, 0]


def test_KR_INT_2_each_part_of_a_double_turn_counts() -> None:
    builder = "U(0,9) FRFR +red:road +red:builder:road"
    cities = "E(0,0) CFFF, E(4,0) FCFF, G(5,0) FCFC"
    state = two(f"{cities}, {builder} ; to red{holds('king', 'blue', 2)}", "traders_and_builders")
    play(state, "W(1,9)/RFRR -")
    assert (state.seat, state.part, robber(state)) == (RED, 1, ("nobody", 0))
    play(state, "E(6,0)/FFFC -")
    assert king(state) == ("red", 3), "the second part took it"


def test_KR_INT_2_the_second_part_retakes_nothing_by_what_the_first_completed() -> None:
    builder = "W(-1,9) RRRF, U(0,9) FRFR +red:road +red:builder:road"
    state = two(f"{builder}, E(0,0) CFFF ; to red", "traders_and_builders")
    events = told(state, "W(1,9)/RFRR -")
    assert (robber(state), names(events).count("took_robber")) == (("red", 3), 1)
    events = told(state, "E(0,-1)/FFCF -")
    assert (king(state), robber(state)) == (("red", 2), ("red", 3))
    assert "took_robber" not in names(events)


def test_KR_INT_2_the_turn_after_a_volcano_counts() -> None:
    text = "R2-FWFF-source(0,0), E(9,9) CFFF, E(13,9) CFFF ; to blue ; bag R2-FFFW-volcano-lake E:3"
    state = play(two(text, "river_2"), "R2-FFFW-volcano-lake(1,0)")
    assert (state.seat, king(state)) == (BLUE, ("nobody", 0))
    play(state, "E(9,8)/FFCF -")
    assert (state.seat, king(state)) == (RED, ("blue", 2))


def test_KR_INT_3_carcassonne_pays_but_sets_no_record() -> None:
    """KR-RUL-5: nobody completes the City of Carcassonne."""
    state = engine.start(rules(f"{RULES},count"), 2)
    assert king(state) == ("nobody", 0)
    play(state, "B(0,-1) -")
    assert king(state) == ("nobody", 0), "nor by the first tile beside it"
    assert finish(state) == [0, 0], "without a holder it pays nobody"
    held = two(f"{COUNT}, B(0,-1){holds('king', 'blue', 2)}", "count")
    assert finish(held) == [0, 1]


def test_KR_INT_3_a_small_city_beats_no_record_of_carcassonne() -> None:
    state = two(f"{COUNT}, E(9,9) ; to red", "count")
    play(state, "E(0,3) -")
    assert king(state) == ("red", 2), "the cap of the block is one of its tiles"
    assert finish(state) == [2, 0]


def test_KR_INT_3_roads_from_its_walls_are_roads() -> None:
    state = two(f"{COUNT}, E(9,9) ; to red", "count")
    play(state, "W(3,-1)/FRRR +road.S")
    assert robber(state) == ("red", 2)
    assert state.score == [2, 0], "the tile of the block counts, too"
    play(state, "U(-1,0) - W(-2,0)/RRRF -")
    assert robber(state) == ("red", 3)
    assert finish(state) == [2, 0]


def test_KR_INT_4_what_lies_under_a_hill_counts_nothing() -> None:
    state = two(f"E(0,1) CFFF, E(4,0) CFFF ; to red{holds('king', 'blue', 2)}", "hills_and_sheep")
    play(state, "HS-CFDF-hill(0,0) -")
    assert state.buried == 1
    assert king(state) == ("blue", 2), "two tiles, not three"
    taller = two("E(0,1) CFFF ; to red ; bag HS-CFDF-hill E:6 H:6", "hills_and_sheep")
    play(taller, "HS-CFDF-hill(0,0) -")
    assert (taller.buried, king(taller)) == (1, ("red", 2))
    assert finish(taller) == [1, 0]


def test_KR_INT_6_inns_and_cathedrals_change_points_only() -> None:
    others = "inns_and_cathedrals"
    road = f"W(0,0) RRRF +red:road.E, IC-FRFR-inn(1,0) FRFR ; to red{holds('robber', 'blue', 3)}"
    state = play(two(road, others), "W(2,0)/RFRR -")
    assert (state.score, robber(state)) == ([6, 0], ("blue", 3))
    caps = "IC-CCCC-cathedral(0,0) +red:city, E(0,-1) FFCF, E(1,0) FFFC, E(0,1) CFFF"
    state = play(two(f"{caps} ; to red{holds('king', 'blue', 5)}", others), "E(-1,0)/FCFF -")
    assert (state.score, king(state)) == ([15, 0], ("blue", 5))
    state = play(two(f"{caps} ; to red{holds('king', 'blue', 4)}", others), "E(-1,0)/FCFF -")
    assert king(state) == ("red", 5)


def test_KR_INT_7_shrines_and_gardens_are_neither_cities_nor_roads() -> None:
    around = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1))
    shrines = ", ".join(f"CU-FFFF-shrine({x},{y})" for x, y in around)
    state = two(f"CU-FFFF-shrine(0,0) +red:shrine, {shrines} ; to blue{holds('robber', 'blue', 1)}", "cult")
    play(state, "CU-FFFF-shrine(1,1) -")
    assert state.score == [9, 0], "nine tiles, and complete"
    assert (king(state), robber(state)) == (("nobody", 0), ("blue", 1))
    assert finish(state) == [0, 0]
    monasteries = ", ".join(f"B({x},{y})" for x, y in around if (x, y) != (0, -1))
    text = f"BA-CFFF-garden(0,0), E(0,-1) FFCF, {monasteries} ; to red"
    garden = play(two(text, preset="anniversary"), "B(1,1) -")
    assert (king(garden), robber(garden)) == (("nobody", 0), ("nobody", 0))


def test_KR_INT_8_cities_and_roads_of_the_wheel_count() -> None:
    others = "wheel_of_fortune"
    state = play(two(f"{wheel()}, E(-1,0) FCFF ; to red", others), "E(0,-1)/FFCF -")
    assert king(state) == ("red", 3), "the corner of the board is one tile of it"
    play(state, "W(2,-1)/FRRR -")
    assert robber(state) == ("blue", 2)
    assert finish(state) == [1, 1]
    assert king(engine.start(rules(f"{RULES},{others}"), 2)) == ("nobody", 0)


def test_KR_INT_8_the_wheel_itself_takes_nothing_and_gives_nothing() -> None:
    state = two(f"{wheel()}, {small_city(9, 9)} ; to red{holds('king', 'red', 2)}", "wheel_of_fortune")
    assert stop_at(state, "fortune") == [3, 0]
    assert king(state) == ("red", 2)


@pytest.mark.parametrize("bag", ["E", "E X"])
def test_KR_INT_9_the_map_as_the_last_tile_leaves_it(bag: str) -> None:
    state = two(f"E(0,0) CFFF, {small_city(5, 0)} ; to blue ; bag {bag}{holds('king', 'red', 1)}")
    play(state, "E(0,-1)/FFCF -")
    assert king(state) == ("blue", 2)
    if bag != "E":
        assert engine.actor(state) != OVER
        draw(state, "X")
    assert engine.actor(state) == OVER, "nothing is left, or only what fits nowhere"
    assert state.score == [0, 2]


def test_KR_INT_9_hands_that_fit_nowhere_end_the_game_as_well() -> None:
    text = f"E(0,0) CFFF ; to blue ; hand X,-,- E,X,- ; bag empty{holds('king', 'red', 1)}"
    state = play(two(text, options="hand_size=3"), "E (0,-1)/FFCF -")
    assert engine.actor(state) == OVER
    assert state.score == [0, 1]


def test_KR_RUL_7_the_order_of_features_does_not_matter() -> None:
    """Wherever the larger city lies, one comparison with the record is made."""
    for larger in ("N", "S"):
        north = "G(0,-1) CFCF, E(0,-2) FFCF" if larger == "N" else "E(0,-1) FFCF"
        south = "G(0,1) CFCF, E(0,2) CFFF" if larger == "S" else "E(0,1) CFFF"
        state = two(f"{north}, {south} ; to red{holds('king', 'blue', 2)}")
        events = told(state, "H(0,0)/CFCF -")
        assert names(events).count("took_king") == 1
        assert king(state) == ("red", 3)


@pytest.mark.parametrize("options", ["", "hand_size=3", "farmers=off"])
def test_KR_KING_1_and_KR_ROBBER_1_hold_in_whole_games(options: str) -> None:
    """The records are the greatest sizes that were ever complete, and the last taker holds the token."""
    game = random_game(f"{RULES},traders_and_builders,cult {options}", players=3, seed=5)
    events = [event for moment in game.events for event in moment]
    features, kinds = game.state.board.features, game.rules.catalogue.kinds
    for title, kind, (holder, record) in (("king", "city", king(game.state)), ("robber", "road", robber(game.state))):
        taken = [event for event in events if event.name in (f"took_{title}", f"kept_{title}")]
        last = taken[-1]
        assert last.seat is not None
        assert (COLOURS[last.seat], last.facts["tiles"]) == (holder, record)
        assert len({str(event.facts["tiles"]) for event in taken}) == len(taken) > 1, "larger every time"
        complete = [
            root for root in set(features.root) if kinds[features.kind[root]] == kind and not features.open[root]
        ]
        assert record == max(features.size(root) for root in complete)
        assert [event.facts["points"] for event in events if event.name == title] == [len(complete)]


def test_KR_KING_1_the_last_of_eight_players_can_take_him() -> None:
    state = board("E(0,0) CFFF ; to pink", RULES, players=8)
    assert king(play(state, "E(0,-1)/FFCF -")) == ("pink", 2)


def test_a_position_cannot_have_two_kings() -> None:
    with pytest.raises(BadNotation, match="what it says of king_and_robber is contradictory"):
        two("E(0,0) ; column king.held 1 1 ; column king.record 2")


def test_KR_KING_6_in_words() -> None:
    state = two(f"E(0,0) FCFF, G(1,0) FCFC ; to red{holds('king', 'red', 2)}")
    events = told(state, "E(2,0)/FFFC -")
    assert said(events, "kept_king") == ["Red keeps the King with a city of 3 tiles."]
    assert said(events, "kept_king", "fr") == ["Red garde le Roi avec une ville de 3 tuiles."]
