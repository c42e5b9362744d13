"""The rules and rulings of the builder and the second part he earns."""

from __future__ import annotations

import pytest

from bastide import OVER
from bastide.rules import engine
from bastide.rules.scoring import strengths
from tests.boards import (
    BLUE,
    RED,
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
from tests.rules.base.playing import names, told
from tests.rules.special import over, standing, stop_at, supply
from tests.rules.traders_and_builders.works import ROAD, RULES, tokens, turn, two

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
