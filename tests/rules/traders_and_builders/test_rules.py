"""The rules and rulings of Traders & Builders, alone and together with other expansions."""

from __future__ import annotations

from collections import Counter

import pytest

from bastide import OVER, Game, Seeded
from bastide.expansions.traders_and_builders import GOODS, HELD
from bastide.rules import engine
from bastide.rules.scoring import strengths
from bastide.rules.state import State
from tests.boards import (
    BLUE,
    RED,
    board,
    choices,
    feature_at,
    finish,
    followers,
    legal_kinds,
    placements,
    play,
    refusal,
    rules,
)
from tests.rules.base.playing import names, plies, told
from tests.rules.special import over, said, standing, stop_at, supply

RULES = "bigbox2014 expansions=traders_and_builders"
MODES = ("per_field_3", "per_city_3", "per_city_4")
ROAD = "U(0,0) FRFR +red:road, U(1,0) FRFR +red:builder:road ; to red"
"""A road, open at both ends, with red's thief and builder."""


def two(text: str, *others: str, options: str = "") -> State:
    """Return a board for two players, with other expansions and options."""
    return board(text, ",".join((RULES, *others)) + f" {options}", players=2)


def turn(state: State) -> tuple[int, int]:
    """Return whose turn it is, and its part."""
    return state.seat, state.part


def spots(tile: str) -> set[str]:
    """Return where pieces could go on a tile that lies alone."""
    return choices(two(f"{tile}(0,0) ; step piece")) - {"-"}


def tokens(state: State, piece: str) -> set[str]:
    """Return where a piece could go now."""
    return {token for token in choices(state) if token.startswith(f"+{piece}:")}


# Tiles


def test_TB_TILE_1_twenty_four_tiles_more_in_one_supply() -> None:
    state, plain = engine.start(rules(RULES), 2), engine.start(rules(), 2)
    assert (plain.left, state.left) == (71, 71 + 24)
    assert len(state.rules.stages) == 1
    assert {"TB-RSRS", "TB-CFFC-wine", "U"} <= choices(state), "any of them may be drawn at once"
    assert placements(state, "TB-CCRC-wine") == placements(plain, "T")


def test_TB_TILE_2_bridge() -> None:
    assert spots("TB-RSRS") == {"+road.N", "+road.E", "+field.Nl", "+field.Nr", "+field.Er", "+field.Sr"}
    text = "W(-1,0) RRRF +red:road.E, W(1,0) RFRR, W(0,-1) FRRR, W(0,1) RRFR"
    state = play(two(f"{text} ; to blue"), "TB-RSRS(0,0)")
    assert feature_at(state, -1, 0, "road.E") == feature_at(state, 1, 0, "road.W")
    assert feature_at(state, 0, -1, "road.S") == feature_at(state, 0, 1, "road.N")
    assert feature_at(state, 0, -1, "road.S") != feature_at(state, 1, 0, "road.W")
    play(state, "+road.N")
    assert state.score == [3, 3], "two roads of three tiles pass over each other"


def test_TB_TILE_3_monastery_ends_three_roads() -> None:
    roads = {"+road.E", "+road.S", "+road.W"}
    assert spots("TB-FRST-monastery") == roads | {"+monastery", "+field.N", "+field.Er", "+field.Sr"}
    state = two("W(-1,0) RRRF +red:road.E, W(1,0) RFRR +blue:road.W")
    assert play(state, "TB-FRST-monastery(0,0) -").score == [2, 2]


def test_TB_TILE_4_road_that_ends_at_a_house() -> None:
    assert spots("TB-CFRS") == {"+city", "+road.S", "+road.W", "+field.E", "+field.Sr", "+field.Wr"}
    state = two("W(-1,0) RRRF +red:road.E, W(0,1) RRFR +blue:road.N")
    assert play(state, "TB-CFRS(0,0) -").score == [2, 2], "both roads end on the tile"


def test_TB_TILE_5_three_cities_and_inner_fields() -> None:
    assert spots("TB-CDEC-cloth") == {"+city.N", "+city.E", "+city.S", "+field"}
    state = two("TB-CDEC-cloth(0,0) +red:field, E(0,-1) FFCF, E(1,0) FFFC, E(0,1) CFFF, E(-1,0) FCFF")
    around = {feature_at(state, x, y, "city") for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0))}
    assert len(around) == 3, "north and west are one city"
    assert feature_at(state, 0, 0, "field") != feature_at(state, 0, -1, "field")
    assert finish(state) == [9, 0]
    for tile in ("TB-FCDC-cloth", "TB-FCDC-wine", "TB-CDDC-wine"):
        segments = next(t for t in state.rules.catalogue.tiles if t.id == tile).segments
        (inner,) = (s for s in segments if s.kind == "field" and not s.ports)
        assert len(inner.touches) == 2, f"the inner field of {tile} lies between both cities"


# Putting the builder down


def test_TB_BUILDER_1_joins_a_follower_of_ones_own() -> None:
    own = play(two("U(0,0) FRFR +red:road ; to red"), "U(1,0)")
    assert choices(own) == {"-", "+field.N", "+field.S", "+builder:road"}
    play(own, "+builder:road")
    assert standing(own) == {"red follower (0,0)", "red builder (1,0)"}
    assert (turn(own), supply(own, "builder")) == ((BLUE, 0), [0, 1])
    city = play(two("E(0,0) FCFF +red:city ; to red"), "G(1,0)")
    assert tokens(city, "builder") == {"+builder:city"}
    for text in ("U(0,0) FRFR ; to red", "U(0,0) FRFR +blue:road ; to red"):
        assert not tokens(play(two(text), "U(1,0)"), "builder")


def test_TB_BUILDER_1_only_on_the_new_tile_and_only_once() -> None:
    state = play(two("U(0,0) FRFR +red:road ; to red"), "B(0,1)")
    assert not tokens(state, "builder")
    assert refusal(state, "+builder:(0,0).road") == "spot_not_new"
    again = play(two(ROAD), "U(2,0)")
    assert not tokens(again, "builder"), "there is only one"


def test_TB_BUILDER_2_whoever_else_is_there() -> None:
    state = two("U(0,0) FRFR +red:road +blue:road +blue:road, U(1,0) FRFR +blue:builder:road ; to red")
    play(state, "U(2,0) +builder:road")
    assert standing(state) == {"red follower (0,0)", "blue follower (0,0)", "blue builder (1,0)", "red builder (2,0)"}
    play(state, "U(3,0) -")
    assert turn(state) == (BLUE, 1)
    play(state, "B(0,1) -")
    assert turn(play(state, "U(4,0) -")) == (RED, 1), "both builders work on that road"


def test_TB_BUILDER_3_neither_fields_nor_monasteries_and_instead_of_a_follower() -> None:
    state = two("W(0,0) FRRR +red:road.E +red:field.N ; to red")
    play(state, "A(1,0)/FFFR")
    assert choices(state) == {"-", "+monastery", "+builder:road", "+pig:field"}
    field = play(two("B(0,0) +red:field ; to red"), "B(1,0)")
    assert choices(field) == {"-", "+monastery", "+pig:field"}
    play(state, "+builder:road")
    assert turn(state) == (BLUE, 0)
    assert refusal(state, "+monastery") == "wrong_moment"


def test_TB_BUILDER_3_no_place_on_the_wheel() -> None:
    state = engine.start(rules(f"{RULES},wheel_of_fortune"), 2)
    play(state, "B(1,-1)")
    crown = {token for token in choices(state) if token.endswith(".crown")}
    assert len(crown) == 9
    assert all(token.startswith("+(") for token in crown), "followers only"


def test_TB_BUILDER_4_the_follower_was_there_before() -> None:
    state = play(two("D(0,0) CRFR"), "U(1,0)")
    assert not tokens(state, "builder")
    play(state, "+road")
    assert refusal(state, "+builder:road") == "wrong_moment"
    # A follower of the first part is there in the second
    state = two("W(-1,0) RRRF, U(0,0) FRFR +red:road, U(1,0) FRFR +red:builder:road ; to red")
    play(state, "W(2,0)/FRRR +road.E")
    assert (turn(state), supply(state, "builder")) == ((RED, 1), [1, 1])
    play(state, "U(3,0)")
    assert tokens(state, "builder") == {"+builder:road"}


# The double turn


@pytest.mark.parametrize(
    ("token", "part"),
    [
        ("U(2,0)", True),
        ("U(-1,0)", True),
        ("A(2,0)/FFFR", True),
        ("W(2,0)/RFRR", True),
        ("B(0,1)", False),
        ("U(0,1)", False),
        ("D(1,1)/FRCR", False),
    ],
)
def test_TB_BUILDER_5_extending_the_feature_earns_a_second_part(token: str, part: bool) -> None:
    state = play(two(ROAD), f"{token} -")
    assert turn(state) == ((RED, 1) if part else (BLUE, 0))
    assert legal_kinds(state) == {"draw"}


def test_TB_BUILDER_5_however_far_away_and_in_cities_too() -> None:
    road = ", ".join(f"U({x},0) FRFR" for x in range(1, 7))
    far = two(f"U(0,0) FRFR +red:road +red:builder:road, {road} ; to red")
    assert turn(play(far, "U(7,0) -")) == (RED, 1)
    city = "E(0,0) FCFF +red:city, G(1,0) FCFC +red:builder:city ; to red"
    assert turn(play(two(city), "G(2,0) -")) == (RED, 1)
    assert turn(play(two(city), "E(2,0)/FFFC -")) == (RED, 1)
    assert turn(play(two(city), "B(0,1) -")) == (BLUE, 0)


def test_TB_BUILDER_5_the_builder_must_have_been_there_before() -> None:
    state = play(two("U(0,0) FRFR +red:road ; to red"), "U(1,0) +builder:road")
    assert turn(state) == (BLUE, 0)


def test_TB_BUILDER_5_a_tile_that_joins_the_feature_counts() -> None:
    apart = "U(0,0) FRFR +red:road +red:builder:road, B(0,1), B(1,1), B(2,1), U(2,0) FRFR +blue:road ; to red"
    assert turn(play(two(apart), "U(3,0) -")) == (BLUE, 0), "not yet the builder's road"
    assert turn(play(two(apart), "U(1,0) -")) == (RED, 1)


def test_TB_BUILDER_6_the_second_part_stays_earned_when_the_builder_leaves() -> None:
    """TB-RUL-1: the moment of laying decides."""
    state = two("W(-1,0) RRRF, U(0,0) FRFR +red:road, U(1,0) FRFR +red:builder:road ; to red")
    play(state, "W(2,0)/RFRR -")
    assert state.score == [4, 0]
    assert standing(state) == set()
    assert turn(state) == (RED, 1)


def test_TB_BUILDER_7_the_first_part_is_played_to_its_end() -> None:
    state = two("W(-1,0) RRRF, U(0,0) FRFR +red:road, U(1,0) FRFR +red:builder:road ; to red")
    events = told(state, "W(2,0)/RFRR +field.E U")
    order = ["drawn", "placed", "deployed", "scored", "returned", "returned", "again", "drawn"]
    assert names(events) == order
    assert [event.seat for event in events if event.name == "drawn"] == [RED, RED]
    assert state.turn == 1


def test_TB_BUILDER_8_the_second_part_is_a_whole_one() -> None:
    state = play(two(ROAD.replace("; to", ", E(0,1) FFCF +blue:city ; to")), "U(2,0) -")
    assert turn(state) == (RED, 1)
    assert placements(state, "B") == placements(two("U(0,0), U(1,0), U(2,0), E(0,1) FFCF"), "B")
    play(state, "E(0,2) +field")
    assert state.score == [0, 4], "scored as in any other part"
    assert "red follower (0,2)" in standing(state)
    assert (turn(state), state.turn) == ((BLUE, 0), 2)


def test_TB_BUILDER_9_no_third_part() -> None:
    state = play(two(ROAD), "U(2,0) -")
    assert turn(state) == (RED, 1)
    assert turn(play(state, "U(3,0) -")) == (BLUE, 0)
    assert turn(play(state, "B(0,1) -")) == (RED, 0)
    assert turn(play(state, "B(0,2) -")) == (BLUE, 0), "nor is it kept for later"


@pytest.mark.parametrize(
    ("first", "second", "left"),
    [("-", "-", 6), ("+field.N", "-", 5), ("-", "+monastery", 5), ("+field.N", "+monastery", 4)],
)
def test_TB_BUILDER_10_a_piece_in_each_part_or_not(first: str, second: str, left: int) -> None:
    """BASE-PIECE-1: one piece in each part of a double turn."""
    state = play(two(ROAD), f"U(2,0) {first}")
    assert turn(state) == (RED, 1)
    play(state, f"B(0,1) {second}")
    assert turn(state) == (BLUE, 0)
    assert followers(state) == [left, 7]


def test_TB_BUILDER_10_a_builder_that_came_home_can_go_out_again() -> None:
    text = "W(-1,0) RRRF, U(0,0) FRFR +red:road, U(1,0) FRFR +red:builder:road, E(0,-1) FCFF +red:city ; to red"
    state = play(two(text), "W(2,0)/RFRR")
    assert not tokens(state, "builder"), "it is still at work"
    play(state, "- G(1,-1)")
    assert tokens(state, "builder") == {"+builder:city"}
    play(state, "+builder:city")
    assert standing(state) == {"red follower (0,-1)", "red builder (1,-1)"}


def test_TB_BUILDER_11_earns_again_turn_after_turn() -> None:
    state = two(ROAD)
    for x in (2, 3, 4):
        play(state, f"U({x},0) -")
        assert turn(state) == (RED, 1)
        play(state, f"B(0,{2 * x - 3}) -")
        assert turn(state) == (BLUE, 0)
        play(state, f"B(0,{2 * x - 2}) -")
    assert standing(state) == {"red follower (0,0)", "red builder (1,0)"}


def test_TB_BUILDER_12_returns_with_the_followers_whoever_completes() -> None:
    state = two("W(-1,0) RRRF +blue:road.E, U(0,0) FRFR +red:road, U(1,0) FRFR +red:builder:road ; to blue")
    play(state, "W(2,0)/RFRR -")
    assert state.score == [4, 4]
    assert (followers(state), supply(state, "builder")) == ([7, 7], [1, 1])


PLAGUED = "U(1,0) FRFR +red:road {}, U(2,0) FRFR +red:builder:road +blue:builder:road +blue:road ; to red"


def test_TB_BUILDER_13_goes_home_when_left_alone() -> None:
    state = two(PLAGUED.format(""), "wheel_of_fortune")
    stop_at(state, "plague")
    assert choices(state) == {"flee:follower:(1,0).road"}, "the builder itself cannot be taken"
    play(state, "flee:follower:(1,0).road")
    assert standing(state) == {"blue follower (2,0)", "blue builder (2,0)"}, "the other's builder stays"
    play(state, "flee:follower:(2,0).road")
    assert standing(state) == set()
    assert supply(state, "builder") == [1, 1]


def test_TB_BUILDER_13_stays_while_another_follower_does() -> None:
    state = two(PLAGUED.format("+red:road"), "wheel_of_fortune")
    stop_at(state, "plague")
    play(state, "flee:follower:(1,0).road")
    assert {"red follower (1,0)", "red builder (2,0)"} <= standing(state)


def test_TB_BUILDER_14_counts_in_no_majority_and_for_no_points() -> None:
    text = "W(-1,0) RRRF +blue:road.E, U(0,0) FRFR +red:road +red:builder:road ; to blue"
    assert play(two(text), "W(1,0)/RFRR -").score == [3, 3]
    state = two("U(0,0) FRFR +red:road +red:builder:road, U(1,0) FRFR +blue:road +blue:road")
    assert strengths(state, [feature_at(state, 0, 0, "road")]) == [1, 2]
    assert finish(state) == [0, 2]


def test_TB_BUILDER_14_keeps_no_follower_out() -> None:
    state = play(two("U(0,0) FRFR +blue:builder:road ; to red"), "U(1,0)")
    assert "+road" in choices(state)


def test_TB_BUILDER_14_breaks_no_tie_on_a_hill() -> None:
    """HS-HILL-10: nor does a pig."""
    road = "HS-CFRR-hill(0,0) +red:{}road, U(0,1) RFRF +blue:road, U(0,2) RFRF +red:road, A(-1,0) FRFF"
    assert finish(two(road.format("builder:"), "hills_and_sheep")) == [4, 4]
    assert finish(two(road.format(""), "hills_and_sheep")) == [4, 0], "two followers are another matter"
    hill = "HS-CFFC-hill(0,0) CFFC +red:{}field, E(1,0) FFCF +blue:field, E(1,1) CFFF, B(2,0) +red:field"
    assert finish(two(hill.format("pig:"), "hills_and_sheep")) == [4, 3]
    assert finish(two(hill.format("").replace("B(2,0) +red:field", "B(2,0)"), "hills_and_sheep")) == [3, 0]


# No tile for a second part


def test_TB_BUILDER_15_no_second_part_without_tiles() -> None:
    """ORD-RUL-4: the game ends with the last tile although a second part was earned."""
    state = two(f"{ROAD} ; bag U:1")
    assert "again" not in names(told(state, "U(2,0) -"))
    assert engine.actor(state) == OVER
    assert state.score == [3, 0]
    more = play(two(f"{ROAD} ; bag U:1 B:1"), "U(2,0) -")
    assert turn(more) == (RED, 1)
    assert engine.actor(play(more, "B(0,1) -")) == OVER


def test_TB_BUILDER_15_a_hill_may_hide_the_last_tile() -> None:
    text = "V(0,0) FFRR +red:road +red:builder:road ; to red ; bag HS-RFSF-hill:1 B:{}"
    state = play(two(text.format(1), "hills_and_sheep"), "HS-RFSF-hill(0,1) -")
    assert (engine.actor(state), state.buried) == (OVER, 1)
    assert turn(play(two(text.format(2), "hills_and_sheep"), "HS-RFSF-hill(0,1) -")) == (RED, 1)


def test_TB_BUILDER_15_and_ED_HAND_13_with_hands() -> None:
    text = f"{ROAD} ; bag empty ; hand {{}} V,-,-"
    last = play(two(text.format("U,-,-"), options="hand_size=3"), "U (2,0) -")
    assert turn(last) == (BLUE, 0), "the hand is empty, but the game goes on"
    assert choices(last) == {"V"}
    more = play(two(text.format("U,B,-"), options="hand_size=3"), "U (2,0) -")
    assert turn(more) == (RED, 1)
    assert choices(more) == {"B"}
    assert turn(play(more, "B (0,1) -")) == (BLUE, 0)
    alone = play(two(text.format("U,-,-").replace("V,-,-", "-,-,-"), options="hand_size=3"), "U (2,0) -")
    assert engine.actor(alone) == OVER


def test_ED_HAND_13_the_second_part_is_picked_from_the_refilled_hand() -> None:
    state = two(f"{ROAD} ; bag E:1 ; hand U,B,A V,V,V", options="hand_size=3")
    play(state, "U (2,0) -")
    assert choices(state) == {"<E"}
    play(state, "<E")
    assert turn(state) == (RED, 1)
    assert choices(state) == {"A", "B", "E"}, "a tile of the hand, not of the supply"


def test_ED_HAND_13_a_blocked_hand_passes_the_second_part() -> None:
    """ED-HAND-7: X fits nowhere here."""
    state = two("E(0,0) FCFF +red:city +red:builder:city ; bag empty ; hand E,X,- V,-,-", options="hand_size=3")
    play(state, "E (1,0)/FFFC -")
    assert turn(state) == (BLUE, 0)
    assert state.hand_of(RED) == [next(n for n, t in enumerate(state.rules.catalogue.tiles) if t.name == "X")]


def test_TB_BUILDER_16_another_players_tile_earns_nothing() -> None:
    state = play(two(ROAD.replace("to red", "to blue")), "U(2,0) -")
    assert turn(state) == (RED, 0)
    play(state, "B(0,1) -")
    assert turn(state) == (BLUE, 0), "red does not profit later either"


def test_TB_BUILDER_17_nothing_in_the_final_scoring() -> None:
    end, events = over(two(ROAD))
    plain, _ = over(two("U(0,0) FRFR +red:road, U(1,0) FRFR ; to red"))
    assert end.score == plain.score == [2, 0]
    assert standing(end) == set()
    assert "drawn" not in names(events)


def test_TB_RUL_2_builder_on_a_feature_its_own_tile_completes() -> None:
    state = two("W(-1,0) RRRF, U(0,0) FRFR +red:road ; to red")
    play(state, "W(1,0)/RFRR +builder:road.W")
    assert state.score == [3, 0]
    assert (standing(state), supply(state, "builder")) == (set(), [1, 1])
    assert turn(state) == (BLUE, 0)


def test_TB_RUL_3_extended_in_two_ways_is_one_part() -> None:
    state = two("V(0,0) FRRF +red:road, V(1,0) FFRR +red:builder:road, V(1,1) RFFR ; to red")
    play(state, "V(0,1)/RRFF -")
    assert (state.score, turn(state)) == ([4, 0], (RED, 1))
    assert turn(play(state, "B(0,-1) -")) == (BLUE, 0)


def test_TB_RUL_9_an_unplaceable_second_tile_is_replaced() -> None:
    """BASE-DRAW-2 in the second part."""
    state = play(two(ROAD), "U(2,0) -")
    events = told(state, "C")
    assert names(events) == ["drawn", "discarded"]
    assert (turn(state), legal_kinds(state)) == ((RED, 1), {"draw"})
    assert turn(play(state, "B(0,1) -")) == (BLUE, 0)


# The pig


def test_TB_PIG_1_joins_a_farmer_of_ones_own() -> None:
    state = play(two("B(0,0) +red:field +blue:field +blue:pig:field ; to red"), "B(1,0)")
    assert choices(state) == {"-", "+monastery", "+pig:field"}
    play(state, "+pig:field")
    assert {"red pig (1,0)", "blue pig (0,0)"} <= standing(state)
    assert (turn(state), supply(state, "pig")) == ((BLUE, 0), [0, 0])
    assert not tokens(play(two("B(0,0) +blue:field ; to red"), "B(1,0)"), "pig")
    assert not tokens(play(two("B(0,0) ; to red"), "B(1,0)"), "pig"), "not together with the farmer"


def test_TB_PIG_1_only_the_field_of_the_farmer() -> None:
    state = play(two("U(0,0) FRFR +red:field.N ; to red"), "U(1,0)")
    assert tokens(state, "pig") == {"+pig:field.N"}
    second = play(two(ROAD), "U(2,0) +field.N")
    assert turn(second) == (RED, 1)
    assert tokens(play(second, "B(0,-1)"), "pig") == {"+pig:field"}, "the farmer of the first part is there"


@pytest.mark.parametrize("farmers", ["on", "off"])
def test_TB_PIG_1_needs_farmers(farmers: str) -> None:
    """ED-3: without farmers there are no pigs."""
    state = two("D(0,0) CRFR ; to red", options=f"farmers={farmers}")
    play(state, "U(1,0)")
    assert ("+field.N" in choices(state)) == (farmers == "on")
    play(state, "+field.N" if farmers == "on" else "-")
    play(state, "B(0,1) - U(2,0)")
    assert tokens(state, "pig") == ({"+pig:field.N"} if farmers == "on" else set())


FARM = "E(0,-1) FFCF, E(0,0) CFFF +red:field, E(0,1) FFCF {}, E(0,2) CFFF, B(1,1) {}"


def test_TB_PIG_2_stays_to_the_end_and_is_no_farmer() -> None:
    state = two("E(0,0) CFFF +red:field +red:pig:field, B(1,0) +blue:field ; to red")
    play(state, "E(0,-1)/FFCF -")
    assert "red pig (0,0)" in standing(state), "a completed city sends no pig home"
    assert strengths(state, [feature_at(state, 0, 0, "field")]) == [1, 1]
    free = play(two("B(0,0) +blue:pig:field ; to red"), "B(1,0)")
    assert "+field" in choices(free), "a pig by itself occupies nothing"


@pytest.mark.parametrize(
    ("mode", "without", "with_pig"), [("per_field_3", 6, 8), ("per_city_3", 6, 8), ("per_city_4", 8, 10)]
)
def test_TB_PIG_3_one_point_more_a_city(mode: str, without: int, with_pig: int) -> None:
    """TB-PIG-6, TB-RUL-7: the same where cities pay."""
    options = f"field_scoring={mode}"
    assert finish(two(FARM.format("", ""), options=options)) == [without, 0]
    assert finish(two(FARM.format("", "+red:pig:field"), options=options)) == [with_pig, 0]
    open_city = "E(0,0) CFFF +red:field +red:pig:field"
    assert finish(two(open_city, options=options)) == [0, 0], "incomplete cities give the pig nothing"


@pytest.mark.parametrize("mode", MODES)
def test_TB_PIG_4_only_for_holders(mode: str) -> None:
    """TB-RUL-4: tied holders are owners. TB-RUL-8: a lost pig has no other effect."""
    options, each = f"field_scoring={mode}", 4 if mode == "per_city_4" else 3
    lost = FARM.format("+blue:field +blue:field", "+red:pig:field")
    assert finish(two(lost, options=options)) == [0, 2 * each]
    tied = FARM.format("+blue:field", "+red:pig:field")
    assert finish(two(tied, options=options)) == [2 * (each + 1), 2 * each]
    both = FARM.format("+blue:field", "+red:pig:field +blue:pig:field")
    assert finish(two(both, options=options)) == [2 * (each + 1)] * 2


def test_TB_PIG_5_goes_home_when_left_alone() -> None:
    text = "B(0,0) +red:field {}, B(1,0) +red:pig:field +blue:field +blue:pig:field ; to red"
    state = two(text.format(""), "wheel_of_fortune")
    stop_at(state, "plague")
    play(state, "flee:follower:(0,0).field")
    assert standing(state) == {"blue follower (1,0)", "blue pig (1,0)"}
    assert supply(state, "pig") == [1, 0]
    kept = two(text.format("+red:field"), "wheel_of_fortune")
    stop_at(kept, "plague")
    play(kept, "flee:follower:(0,0).field")
    assert {"red follower (0,0)", "red pig (1,0)"} <= standing(kept)


TWO_FIELDS = "E(0,-3) FFCF, E(0,-2) CFFF {}, E(0,-1) FFCF, E(0,0) CFFF {}"
"""A northern field between two complete cities, and a southern one that touches only the lower of them."""


@pytest.mark.parametrize(("mode", "points"), [("per_city_3", 7), ("per_city_4", 9), ("per_field_3", 10)])
def test_TB_PIG_6_only_for_cities_that_the_pigs_field_touches(mode: str, points: int) -> None:
    state = two(TWO_FIELDS.format("+red:field", "+red:field +red:pig:field"), options=f"field_scoring={mode}")
    assert feature_at(state, 0, -2, "field") == feature_at(state, 0, -1, "field")
    assert finish(state) == [points, 0]


def test_TB_PIG_6_any_field_of_the_city_but_only_for_who_scores_it() -> None:
    tied = TWO_FIELDS.format("+red:field", "+blue:field +blue:pig:field")
    assert finish(two(tied, options="field_scoring=per_city_3")) == [6, 4]
    beaten = TWO_FIELDS.format("+red:field +red:field", "+blue:field +blue:pig:field")
    assert finish(two(beaten, options="field_scoring=per_city_3")) == [6, 0]
    assert finish(two(beaten)) == [6, 4], "field by field blue holds the southern one"


def test_TB_PIG_7_does_nothing_during_the_game() -> None:
    """WOF-FAMINE-2: nor does it change the famine."""
    for pig in ("", "+red:pig:field"):
        state = two(FARM.format("", pig), "wheel_of_fortune")
        assert stop_at(state, "famine") == [2, 0]
    quiet = two("E(0,0) CFFF +red:field +red:pig:field ; to red")
    assert play(quiet, "E(0,-1)/FFCF -").score == [0, 0]


# Goods


def test_TB_GOODS_1_after_the_score_for_whoever_laid_the_tile() -> None:
    """ORD-RUL-5: goods come after the followers went home."""
    state = two("E(0,0) FCFF +red:city, TB-FCFC-wine(1,0) FCFC ; to blue")
    events = told(state, "E(2,0)/FFFC -")
    assert [name for name in names(events) if name in ("scored", "returned", "traded")] == [
        "scored",
        "returned",
        "traded",
    ]
    assert state.score == [6, 0]
    assert state.ext[HELD] == [0, 0, 0, 1, 0, 0]


def test_TB_GOODS_1_the_tile_laid_last_brings_its_own_goods() -> None:
    state = play(two("E(0,0) FCFF, E(1,-1) FFCF ; to red"), "TB-CFFC-grain(1,0)/CFFC -")
    assert state.ext[HELD] == [0, 1, 0, 0, 0, 0]


@pytest.mark.parametrize("knights", ["", "+red:city", "+blue:city", "+red:city +blue:city +blue:city"])
def test_TB_GOODS_2_knights_do_not_matter(knights: str) -> None:
    state = two(f"E(0,0) FCFF {knights}, TB-FCFC-wine(1,0) FCFC ; to blue")
    play(state, "E(2,0)/FFFC -")
    assert state.ext[HELD] == [0, 0, 0, 1, 0, 0]


def test_TB_GOODS_3_from_all_cities_of_the_tile() -> None:
    left = "E(-2,0) FCFF, TB-FCFC-wine(-1,0) FCFC"
    right = "TB-FCRC-grain(1,0) FCRC, E(2,0) FFFC"
    state = play(two(f"{left}, {right} ; to red"), "H(0,0)/FCFC")
    assert feature_at(state, 0, 0, "city.E") != feature_at(state, 0, 0, "city.W")
    events = told(state, "-")
    assert state.ext[HELD] == [1, 1, 0, 0, 0, 0]
    assert names(events).count("traded") == 1


def test_TB_GOODS_4_are_public_and_never_lost() -> None:
    game, before = Game(rules(RULES), seats=3, dealer=Seeded(5)), [0] * 9
    for _ in plies(game, 5):
        held = game.state.ext[HELD]
        assert all(now >= then for now, then in zip(held, before, strict=True))
        before = list(held)
        seen = [game.view(watcher)["columns"] for watcher in (0, 1, None)]
        assert seen[0] == seen[1] == seen[2]
    assert sum(before) > 0, "nobody ever traded"
    assert str(before) in str(game.view(None)["columns"])


def test_TB_GOODS_5_open_cities_give_none() -> None:
    state = two("E(0,0) FCFF +red:city, TB-FCFC-wine(1,0) FCFC ; to red")
    play(state, "TB-FCRC-grain(2,0)/FCRC -")
    assert state.ext[HELD] == [0] * 6
    end, events = over(state)
    assert end.ext[HELD] == [0] * 6
    assert end.score == [3, 0]
    assert "goods" not in names(events)


@pytest.mark.parametrize(
    ("held", "points"),
    [
        ("0 0 0 0 0 0 0 0 0", [0, 0, 0]),
        ("1 0 0 0 0 0 0 0 0", [10, 0, 0]),
        ("1 0 0 1 0 0 0 0 0", [10, 10, 0]),
        ("2 2 2 2 2 2 2 2 2", [30, 30, 30]),
        ("9 0 1 0 6 2 0 0 2", [10, 20, 10]),
    ],
)
def test_TB_GOODS_6_ten_points_for_the_most_of_each_kind(held: str, points: list[int]) -> None:
    """TB-RUL-5: none for nothing."""
    assert finish(board(f"D(0,0) ; column goods.held {held}", RULES, players=3)) == points


def test_TB_RUL_6_as_many_tokens_as_goods_on_the_tiles() -> None:
    state = engine.start(rules(RULES), 2)
    found: Counter[str] = Counter()
    for tile, copies in zip(state.rules.catalogue.tiles, state.rules.copies, strict=True):
        for segment in tile.segments:
            for mark, number in segment.marks:
                found[mark] += number * copies
    assert [found[good] for good in GOODS] == [9, 6, 5]
    rich = two("E(0,0) FCFF, TB-FCFC-wine(1,0) FCFC ; to blue ; column goods.held 9 6 5 0 0 0")
    assert play(rich, "E(2,0)/FFFC -").ext[HELD] == [9, 6, 5, 1, 0, 0], "the stock cannot run out"


# With other expansions


def test_TB_BUILDER_8_the_wheel_turns_in_the_second_part_too() -> None:
    state = two(ROAD, "wheel_of_fortune")
    assert stop_at(state, "fortune") == [3, 0]
    play(state, "(2,0) -")
    assert turn(state) == (RED, 1)
    assert stop_at(state, "fortune", "WOF-FRFR-icon-1") == [3, 0]
    assert (turn(state), state.score) == ((RED, 1), [6, 0])


def test_TB_BUILDER_13_a_builder_lost_to_the_plague_earns_nothing() -> None:
    state = two(ROAD.replace("; to", ", B(0,1) +red:monastery ; to"), "wheel_of_fortune")
    stop_at(state, "plague")
    kept = state.copy()
    play(state, "flee:follower:(0,0).road (2,0) -")
    assert turn(state) == (BLUE, 0)
    play(kept, "flee:follower:(0,1).monastery (2,0) -")
    assert turn(kept) == (RED, 1)


def test_TB_BUILDER_10_the_crown_in_one_part_and_the_land_in_the_other() -> None:
    state = engine.start(rules(f"{RULES},wheel_of_fortune"), 2)
    play(state, "U(2,-1)/RFRF +road B(1,-1) - U(2,-2)/RFRF +builder:road B(4,1) -")
    play(state, "U(2,-3)/RFRF +(1,0).crown")
    assert turn(state) == (RED, 1)
    play(state, "B(1,-2) +monastery")
    assert {"red follower (1,0)", "red follower (1,-2)"} <= standing(state)
    assert turn(state) == (BLUE, 0)


def test_TB_BUILDER_8_a_shepherd_in_one_part_and_his_flock_in_the_other() -> None:
    state = two(ROAD, "hills_and_sheep")
    play(state, "U(2,0) +shepherd:field.N token:2")
    assert turn(state) == (RED, 1)
    play(state, "B(0,-1)")
    assert choices(state) == {"expand", "herd"}
    play(state, "herd +shepherd:field token:1")
    assert state.score == [2, 0]
    assert turn(state) == (BLUE, 0)
    both = two(ROAD.replace("; to", ", B(0,-1) +red:shepherd:field ; to"), "hills_and_sheep")
    play(both, "U(2,0)")
    assert choices(both) == {"expand", "herd"}
    play(both, "expand token:3 - B(0,-2)")
    assert (turn(both), choices(both)) == ((RED, 1), {"expand", "herd"})


def test_TB_BUILDER_8_a_hill_in_the_second_part_takes_its_tile() -> None:
    state = play(two(ROAD, "hills_and_sheep"), "U(2,0) -")
    left = state.left
    play(state, "HS-RFSF-hill(0,1)/1 -")
    assert (state.buried, state.left) == (1, left - 2)


def test_TB_BUILDER_8_draws_from_the_river_while_it_lasts() -> None:
    text = """
        R1-FWFF-source(0,0), R1-FFWW-vineyard(1,0), U(0,1) FRFR +red:road, U(-1,1) FRFR +red:builder:road ; to red
    """
    state = play(two(text, "river"), "R1-WRWR(1,1) -")
    assert turn(state) == (RED, 1)
    assert all(token.startswith("R1-") for token in choices(state))
    assert "R1-FFFW-lake" not in choices(state)


# Rules of the base that builders and pigs bring into force


def test_BASE_TERM_2_special_pieces_are_no_followers() -> None:
    """Neither in majorities nor for occupation, neither in the storm nor on hills."""
    everything = ("hills_and_sheep", "wheel_of_fortune")
    road = two("U(0,0) FRFR +red:road +red:builder:road +blue:road", *everything)
    assert strengths(road, [feature_at(road, 0, 0, "road")]) == [1, 1]
    field = two("B(0,0) +blue:pig:field +blue:shepherd:field ; to red", *everything)
    assert strengths(field, [feature_at(field, 0, 0, "field")]) == [0, 0]
    assert {"+field", "+monastery"} <= choices(play(field, "B(1,0)"))
    storm = two("B(0,0) ; supply 3/1/1/1 0/1/1/1", *everything)
    assert stop_at(storm, "storm") == [3, 0]
    hill = "HS-CFRR-hill(0,0) +red:builder:road, U(0,1) RFRF +blue:road, U(0,2) RFRF +red:road, A(-1,0) FRFF"
    assert finish(two(hill, *everything)) == [4, 4]
    taxes = two("F(0,0) FCFC +red:city +red:builder:city", *everything)
    assert stop_at(taxes, "taxes") == [2, 0], "one knight, one shield"


@pytest.mark.parametrize(("mode", "each"), [("per_city_3", 3), ("per_city_4", 4)])
def test_ED_6_pigs_hills_and_big_followers_city_by_city(mode: str, each: int) -> None:
    """IC-BIG-3, TB-PIG-6, HS-HILL-9: each city is judged over all its fields."""
    others = ("inns_and_cathedrals", "hills_and_sheep")
    options = f"field_scoring={mode}"

    def ends(text: str) -> list[int]:
        return finish(two(text, *others, options=options))

    big = TWO_FIELDS.format("+red:field +red:field", "+blue:big:field")
    assert ends(big) == [2 * each, each], "two against two at the lower city, red alone at the upper one"
    pig = TWO_FIELDS.format("+red:field +red:field", "+blue:big:field +blue:pig:field")
    assert ends(pig) == [2 * each, each + 1]
    tie = "E(0,-3) FFCF, E(0,-2) CFFF +red:field, E(0,-1) FFCF, {}(0,0) CFFC +blue:field, E(-1,0) FCFF"
    assert ends(tie.format("I")) == [2 * each, 2 * each]
    assert ends(tie.format("HS-CFFD-hill")) == [each, 2 * each], "the farmer on the hill wins the city both share"


# In words


def test_TB_GOODS_1_and_TB_GOODS_6_in_words() -> None:
    state = two("E(0,0) FCFF, TB-FCFC-wine(1,0) FCFC ; to blue")
    events = told(state, "E(2,0)/FFFC -")
    assert said(events, "traded", players=2) == ["Blue takes goods: wine 1, grain 0, cloth 0."]
    assert said(events, "traded", "fr", players=2) == ["Blue prend des marchandises : vin 1, blé 0, étoffe 0."]
    _, events = over(two("D(0,0) ; column goods.held 0 2 1 1 1 1"))
    assert said(events, "goods", players=2) == [
        "Blue, goods: most wine: 10 = 10 points.",
        "Red, goods: most grain: 10 = 10 points.",
        "Red, goods: most cloth: 10 = 10 points.",
        "Blue, goods: most cloth: 10 = 10 points.",
    ]
    assert said(events, "goods", "fr", players=2) == [
        "Blue, marchandises : le plus de vin : 10 = 10 points.",
        "Red, marchandises : le plus de blé : 10 = 10 points.",
        "Red, marchandises : le plus d'étoffe : 10 = 10 points.",
        "Blue, marchandises : le plus d'étoffe : 10 = 10 points.",
    ]


def test_TB_PIG_3_in_words() -> None:
    _, events = over(two(FARM.format("+blue:field", "+red:pig:field")))
    assert said(events, "farmed", players=2) == [
        "Field at (0,0): 2 complete cities × 3, pig: 2 cities × 1 more = 8 points for Red."
        " Strength there: Red 1, Blue 1.",
        "Field at (0,0): 2 complete cities × 3 = 6 points for Blue. Strength there: Red 1, Blue 1.",
    ]
    _, events = over(two("E(0,-1) FFCF, E(0,0) CFFF +red:field +red:pig:field", options="field_scoring=per_city_4"))
    assert said(events, "farmed", "fr", players=2) == [
        "Paysans autour de la ville complète en (0,-1) : 1 ville complète × 4, cochon : 1 ville × 1 de plus"
        " = 5 points pour Red."
    ]


def test_TB_BUILDER_1_in_words() -> None:
    events = told(two("U(0,0) FRFR +red:road ; to red"), "U(1,0) +builder:road")
    assert said(events, "deployed", players=2) == ["Red puts a builder on the road at (1,0)."]
    assert said(events, "deployed", "fr", players=2) == ["Red pose un bâtisseur en (1,0) (route)."]
    fleeing = two(ROAD, "wheel_of_fortune")
    stop_at(fleeing, "plague")
    events = told(fleeing, "flee:follower:(0,0).road")
    assert said(events, "returned", players=2) == [
        "Red takes back a follower from (0,0).",
        "Red takes back a builder from (1,0).",
    ]


@pytest.mark.parametrize("position", ["U(0,0) FRFR +blue:road", "U(0,0) FRFR"])
def test_TB_BUILDER_1_a_refused_builder_is_told_where_he_belongs(position: str) -> None:
    state = play(board(f"{position} ; to red", RULES), "U(1,0)")
    assert refusal(state, "+builder:road") == "piece_belongs"
