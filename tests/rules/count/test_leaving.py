"""Leaving Carcassonne: during the game, at its end, and by the option."""

from __future__ import annotations

import pytest

from bastide import OVER, BadRules
from bastide.expansions.count import DISTRICTS, SERVES
from bastide.rules import engine
from bastide.rules.pieces import segment_of
from bastide.rules.state import State
from tests.boards import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    choices,
    draw,
    feature_at,
    finish,
    followers,
    legal_kinds,
    play,
    refusal,
)
from tests.boards import rules as make
from tests.rules.base.playing import names, told
from tests.rules.count.town import (
    ABBEY,
    CASTLE,
    CATHEDRAL,
    CITY,
    FARM,
    FROM,
    ISLAND,
    LAND,
    LAST,
    MARKET,
    NORTH,
    ROAD,
    SHRINE,
    SMITHY,
    WORTH,
    completed,
    ended,
    enters,
    inside,
    leave,
    rules,
    town,
)
from tests.rules.special import standing

TB = "traders_and_builders"
IC = "inns_and_cathedrals"
HS = "hills_and_sheep"

# Leaving


def test_COUNT_MOVE_1_only_when_something_is_complete() -> None:
    held = {"castle": "red blue", "smithy": "red blue", "cathedral": "red blue"}
    text = f"{ROAD.format('+blue:road')}, {CITY.format('')}, {ABBEY.format('')}, {ISLAND} ; to red"
    state = play(town(text, count=MARKET, held=held), "B(31,30) -")
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"})
    assert inside(state) == held
    extended = play(town(text, count=MARKET, held=held), "U(12,0)/FRFR -")
    assert legal_kinds(extended) == {"draw"}, "the road only grew"


def test_COUNT_MOVE_1_before_the_majority_and_after_the_piece() -> None:
    state = town(f"{CITY.format('')} ; to red", count=MARKET, castle="blue blue")
    play(state, "E(12,5)/FFFC +city")
    assert (engine.actor(state), state.score) == (BLUE, [0, 0, 0])
    two = play(state.copy(), f"{leave('city')} {leave('city')}")
    assert two.score == [0, 6, 0]
    assert choices(two) == enters(), "red's own knight came home for nothing"
    assert play(state, "-").score == [6, 0, 0]


def test_COUNT_MOVE_2_clockwise_from_the_left_the_seat_on_turn_last() -> None:
    for seat, colour in ((RED, "red"), (BLUE, "blue"), (YELLOW, "yellow")):
        state = town(f"{CITY.format('')} ; to {colour}", count=MARKET, castle="red blue green yellow", players=4)
        play(state, LAST["city"])
        asked = []
        while "leave" in legal_kinds(state):
            asked.append(engine.actor(state))
            play(state, "-")
        assert asked == [(seat + n) % 4 for n in (1, 2, 3, 4)], "each once"
        assert state.score == [0, 0, 0, 0]


def test_COUNT_MOVE_2_one_pass_only() -> None:
    state = completed("city", "+green:city", castle="red blue green")
    assert engine.actor(state) == BLUE
    play(state, "-")
    assert engine.actor(state) == GREEN
    play(state, leave("city"))
    assert engine.actor(state) == RED
    play(state, leave("city"))
    assert state.score == [0, 0, 6], "blue, who passed, is not asked again"
    assert inside(state) == {"castle": "blue"}


def test_COUNT_MOVE_2_among_two_players() -> None:
    state = town(f"{CITY.format('')} ; to blue", count=MARKET, castle="red blue", players=2)
    play(state, LAST["city"])
    assert engine.actor(state) == RED
    play(state, leave("city"))
    assert engine.actor(state) == BLUE
    play(state, leave("city"))
    assert state.score == [6, 6]


@pytest.mark.parametrize("number", range(4))
def test_COUNT_MOVE_3_any_number_of_followers(number: int) -> None:
    state = completed("road", "", smithy="blue blue blue green")
    for _ in range(number):
        assert engine.actor(state) == BLUE
        play(state, leave("road"))
    if number < 3:
        assert engine.actor(state) == BLUE, "he may go on"
        play(state, "-")
    assert engine.actor(state) == GREEN, "who sees what blue did"
    told_of = [piece for piece in state.pieces if segment_of(piece) == _road_segment(state)]
    assert len(told_of) == number
    play(state, leave("road"))
    assert state.score == [0, 3 if number else 0, 3 if number <= 1 else 0]
    assert inside(state) == ({} if number == 3 else {"smithy": " ".join(["blue"] * (3 - number))})


def _road_segment(state: State) -> int:
    return state.board.features.root.index(feature_at(state, 10, 0, "road"))


def test_COUNT_MOVE_4_who_has_nobody_there_is_not_asked() -> None:
    state = completed("road", "", smithy="red", castle="blue", cathedral="green", market="blue green")
    assert engine.actor(state) == RED, "the others have nobody at the smithy"
    play(state, leave("road"))
    assert state.score == [3, 0, 0]
    blocked = town(f"{ROAD.format('')} ; to red", count=SMITHY, smithy="blue green")
    assert legal_kinds(play(blocked, LAST["road"])) == {"draw"}


@pytest.mark.parametrize("kind", ["road", "city", "monastery"])
@pytest.mark.parametrize("district", DISTRICTS)
def test_COUNT_MOVE_5_6_7_8_where_the_districts_lead(kind: str, district: str) -> None:
    """COUNT-MOVE-5, COUNT-MOVE-6, COUNT-MOVE-7, COUNT-MOVE-8: each to its kind, and the market nowhere."""
    count = next(d for d in DISTRICTS if d not in (district, FROM[kind]))
    state = town(f"{LAND[kind].format('')} ; to red", count=count, held={district: "blue"})
    play(state, LAST[kind])
    if FROM[kind] == district:
        assert (engine.actor(state), choices(state)) == (BLUE, {"-", leave(kind)})
        assert play(state, leave(kind)).score == [0, WORTH[kind], 0]
    else:
        assert (legal_kinds(state), inside(state)) == ({"draw"}, {district: "blue"})
    assert SERVES["market"] == ("field",)


def test_COUNT_MOVE_6_to_a_road_that_ends_at_the_walls() -> None:
    state = play(town("U(-1,0) FRFR ; to red", smithy="blue"), "A(-2,0)/FRFF -")
    token = f"leave:follower:{SMITHY}:(0,0).road"
    assert choices(state) == {"-", token}
    assert play(state, token).score == [0, 3, 0]


def test_COUNT_MOVE_7_shrines_too() -> None:
    state = play(town(f"{SHRINE.format('', '')} ; to red", "cult", cathedral="blue"), "E(12,2)/FFCF -")
    token = f"leave:follower:{CATHEDRAL}:(11,1).shrine"
    assert choices(state) == {"-", token}, "not to the monastery beside it, which is not complete"
    assert play(state, token).score == [0, 9, 0]


@pytest.mark.parametrize("kind", ["road", "city", "monastery"])
@pytest.mark.parametrize(
    ("who", "points"),
    [
        ("", [0, 1, 0]),
        ("+blue:{0}", [0, 1, 0]),
        ("+green:{0}", [0, 1, 1]),
        ("+red:{0}", [1, 1, 0]),
        ("+green:{0} +green:{0}", [0, 0, 1]),
    ],
)
def test_COUNT_MOVE_9_whoever_is_there_or_nobody(kind: str, who: str, points: list[int]) -> None:
    """COUNT-RUL-1: an empty feature is scored by whoever comes out to it."""
    held = {FROM[kind]: "blue"}
    state = completed(kind, who.format(kind), held=held)
    assert engine.actor(state) == BLUE
    play(state, leave(kind))
    assert state.score == [n * WORTH[kind] for n in points]
    assert inside(state) == {}


TWO_CITIES = "E(10,5) FCFF +green:city, G(11,5) FCFC, G(13,5) FCFC, G(14,5) FCFC, E(15,5) FFFC +green:city"
"""Two cities that H(12,5) completes: three tiles in the west, four in the east."""


@pytest.mark.parametrize(
    ("targets", "points"),
    [
        (("(10,5).city", "(10,5).city"), [0, 6, 8]),
        (("(13,5).city", "(13,5).city"), [0, 8, 6]),
        (("(10,5).city", "(13,5).city"), [0, 14, 14]),
        (("(13,5).city", "(10,5).city"), [0, 14, 14]),
    ],
)
def test_COUNT_MOVE_10_each_follower_to_a_feature_of_ones_choice(targets: tuple[str, str], points: list[int]) -> None:
    state = play(town(f"{TWO_CITIES} ; to red", count=MARKET, castle="blue blue"), "H(12,5)/FCFC -")
    both = {f"leave:follower:{CASTLE}:{spot}" for spot in ("(10,5).city", "(13,5).city")}
    assert choices(state) == {"-", *both}
    play(state, f"leave:follower:{CASTLE}:{targets[0]}")
    assert choices(state) == {"-", *both}
    play(state, f"leave:follower:{CASTLE}:{targets[1]}")
    assert state.score == points


@pytest.mark.parametrize("kind", ["road", "city", "monastery"])
def test_COUNT_MOVE_11_counts_in_the_majority_and_goes_home(kind: str) -> None:
    held = {FROM[kind]: "blue blue"}
    state = completed(kind, f"+green:{kind}", held=held)
    play(state, leave(kind))
    events = told(state, leave(kind))
    (facts,) = (event.facts for event in events if event.name == "scored")
    assert (facts["strengths"], facts["winners"]) == ([0, 2, 1], [BLUE])
    assert sorted(event.seat or 0 for event in events if event.name == "returned") == [BLUE, BLUE, GREEN]
    assert followers(state) == [7, 7, 7]


def test_COUNT_MOVE_12_who_does_not_leave_stays() -> None:
    state = completed("city", "+green:city", castle="blue blue", smithy="blue", cathedral="green")
    play(state, f"{leave('city')} -")
    assert inside(state) == {"castle": "blue", "smithy": "blue", "cathedral": "green"}
    assert refusal(state, f"leave:follower:{CASTLE}:(10,5).city") == "wrong_moment"


def test_COUNT_MOVE_12_no_crop_circle_reaches_carcassonne() -> None:
    empty = town("G(10,5) FCFC ; to red", "crop_circles", castle="red blue", smithy="red blue", market="green")
    assert legal_kinds(play(empty, "K2-CFDF(11,5)/FCFC -")) == {"draw"}, "no knights anywhere"
    state = town("G(10,5) FCFC +blue:city ; to red", "crop_circles", castle="red blue")
    play(state, "K2-CFDF(11,5)/FCFC -")
    assert choices(state) == {"grow", "wither"}
    withered = play(state.copy(), "wither")
    assert choices(withered) == {"remove:follower:(10,5).city"}
    play(withered, "remove:follower:(10,5).city")
    assert (inside(withered), legal_kinds(withered)) == ({"castle": "red blue"}, {"draw"}), "red has no knight"
    play(state, "grow")
    assert choices(state) == {"-", "add:follower:(10,5).city"}


def hurl(state: State, x: int, y: int) -> None:
    """Aim at a point and throw without any error."""
    play(state, f"hurl:({x},{y})")
    engine.apply(state, state.legal[0])


def test_COUNT_RUL_7_the_catapult_does_not_reach_carcassonne() -> None:
    """COUNT-MOVE-12: neither by a knock-out nor by an exchange."""
    held = {"castle": "red blue", "cathedral": "red blue"}
    land = "B(5,0) +blue:monastery"
    state = town(f"{land} ; to red", "catapult", players=2, held=held)
    play(state, "CAT-FFFF-06(6,0) - fair:knockout")
    hurl(state, 2500, 500)
    hurl(state, 5500, 500)
    assert inside(state) == held, "red aimed at the castle"
    assert standing(state) == {"red follower (2,0)", "blue follower (2,0)", "red follower (1,1)", "blue follower (1,1)"}
    assert followers(state) == [5, 5], "the monk was hit"

    alone = town("B(5,0) ; to red", "catapult", players=2, held=held)
    play(alone, "CAT-FFFF-06(6,0) - fair:seduction")
    hurl(alone, 2500, 500)
    assert legal_kinds(alone) == {"hurl"}, "nobody to exchange"
    hurl(alone, 2500, 500)
    assert (alone.seat, legal_kinds(alone), inside(alone)) == (BLUE, {"draw"}, held)

    monk = town(f"{land} ; to red", "catapult", players=2, held=held)
    play(monk, "CAT-FFFF-06(6,0) - fair:seduction")
    hurl(monk, 2500, 500)
    assert choices(monk) == {"-", "send:follower"}, "the monk is the nearest, and nobody comes from Carcassonne"


# The end of the game


def test_COUNT_FINAL_1_the_last_player_is_asked_last() -> None:
    """COUNT-RUL-4: one pass, as during the game."""
    state = ended(FARM, market="red red blue green")
    assert engine.actor(state) == BLUE
    assert NORTH in choices(state)
    play(state, "-")
    assert engine.actor(state) == GREEN
    play(state, NORTH)
    assert engine.actor(state) == RED
    play(state, f"{NORTH} -")
    assert engine.actor(state) == OVER
    assert state.score == [9, 9, 9]
    assert inside(state) == {"market": "red blue"}
    last = town(f"{FARM}, {ISLAND} ; bag B:1 ; to green", market="red blue green")
    play(last, "B(31,30) -")
    asked = []
    while engine.actor(last) != OVER:
        asked.append(engine.actor(last))
        play(last, "-")
    assert asked == [RED, BLUE, GREEN]


def test_COUNT_FINAL_1_a_turn_without_a_tile_to_lay_is_the_last_one_too() -> None:
    walls = "E(0,3) CFFF, E(4,2) FFFC"
    state = town(f"{FARM}, {walls}, {ISLAND} ; bag B:1 C:1 ; to red", market="red blue green")
    play(state, "B(31,30) -")
    draw(state, "C")
    asked = []
    while engine.actor(state) != OVER:
        asked.append(engine.actor(state))
        play(state, "-")
    assert asked == [GREEN, RED, BLUE], "blue's tile fitted nowhere"


def test_COUNT_FINAL_1_to_any_field_occupied_or_not() -> None:
    state = ended(FARM, market="red red", players=2)
    features = state.board.features
    fields = {root for root in features.root if state.board.catalogue.kinds[features.kind[root]] == "field"}
    offered = choices(state) - {"-"}
    assert len(offered) == len(fields)
    assert all(token.startswith(f"leave:follower:{MARKET}:") and ".field" in token for token in offered)
    south = f"leave:follower:{MARKET}:(0,0).field.Sr"
    play(state, f"{NORTH} {south}")
    assert engine.actor(state) == OVER
    assert state.score == [9 + 3, 9]


@pytest.mark.parametrize("count", DISTRICTS)
def test_COUNT_FINAL_1_unless_the_count_stands_there(count: str) -> None:
    state = ended(FARM, market="red", count=count)
    assert engine.actor(state) == (OVER if count == MARKET else RED)


@pytest.mark.parametrize(
    ("scoring", "points"), [("per_field_3", [9, 0]), ("per_city_3", [9, 0]), ("per_city_4", [12, 0])]
)
def test_COUNT_FINAL_1_they_are_farmers_in_every_scoring(scoring: str, points: list[int]) -> None:
    state = ended(FARM, market="red red", players=2, options=f"field_scoring={scoring}")
    assert play(state, f"{NORTH} {NORTH}").score == points


def test_COUNT_FINAL_1_after_features_and_before_fields() -> None:
    state = town(f"{FARM}, {CITY.format('+blue:city')}, {ISLAND} ; bag B:1 ; to red", market="red red", players=2)
    events = told(state, f"B(31,30) - {NORTH} {NORTH}")
    assert [name for name in names(events) if name in ("scored", "left_town", "farmed")] == [
        "scored",
        "left_town",
        "left_town",
        "farmed",
    ]


OPEN = f"{ROAD.format('+blue:road')}, {CITY.format('+blue:city')}, {ABBEY.format('+blue:monastery')}"


def test_COUNT_FINAL_2_no_other_district_is_left() -> None:
    state = ended(OPEN, count=MARKET, castle="red red", smithy="red red", cathedral="red red", players=2)
    assert engine.actor(state) == OVER
    assert state.score == [0, 2 + 2 + 8]
    assert inside(state) == {"castle": "red red", "smithy": "red red", "cathedral": "red red"}


def test_COUNT_FINAL_3_who_stays_scores_nothing() -> None:
    held = dict.fromkeys(DISTRICTS, "red blue green")
    state = ended(FARM.replace("+blue:field", ""), count=MARKET, held=held)
    assert engine.actor(state) == OVER
    assert state.score == [0, 0, 0]
    stays = ended(FARM.replace("+blue:field", ""), held=held)
    assert play(stays, "- - -").score == [0, 0, 0]
    assert inside(stays) == held


@pytest.mark.parametrize(
    "farmer",
    ["B(0,-1)", "B(1,-1)", "B(2,-1)", "B(4,0)", "B(4,1)", "B(1,3)", "B(3,3)", "B(-1,1)", "B(-1,2)"],
)
def test_COUNT_FINAL_4_carcassonne_is_a_complete_city_of_all_fields_around(farmer: str) -> None:
    """COUNT-RUL-9: for farmers as for the King."""
    assert finish(town(f"{farmer} +red:field")) == [3, 0, 0]


@pytest.mark.parametrize(
    ("tile", "spots"),
    [
        ("U(-1,0) FRFR", ("field.N", "field.S")),
        ("U(3,-1) RFRF", ("field.W", "field.E")),
        ("U(2,3) RFRF", ("field.W", "field.E")),
    ],
)
def test_COUNT_FINAL_4_on_both_sides_of_its_roads(tile: str, spots: tuple[str, str]) -> None:
    for spot in spots:
        assert finish(town(f"{tile} +red:{spot}")) == [3, 0, 0]


def test_COUNT_FINAL_4_beside_its_rim_cities_and_only_once_a_field() -> None:
    assert finish(town("E(0,3) CFFF, B(1,3) +red:field")) == [6, 0, 0], "the rim city is complete, too"
    assert finish(town("E(4,2) FFFC, B(4,1) +red:field")) == [6, 0, 0]
    assert finish(town("B(0,-1) +red:field, B(1,-1), B(2,-1)")) == [3, 0, 0]
    assert finish(town("B(10,10) +red:field")) == [0, 0, 0], "it must touch the walls"


@pytest.mark.parametrize(("scoring", "each"), [("per_city_3", 3), ("per_city_4", 4)])
def test_COUNT_FINAL_4_where_cities_pay_it_pays_once(scoring: str, each: int) -> None:
    options = f"field_scoring={scoring}"
    around = "B(1,-1) +red:field, B(1,3) +blue:field"
    assert finish(town(around, options=options)) == [each, each, 0]
    assert finish(town(f"{around}, B(4,0) +red:field", options=options)) == [each, 0, 0]


def test_COUNT_FINAL_5_without_farmers_the_market_is_closed() -> None:
    state = town(f"{ROAD.format('+blue:road')} ; bag A:1 ; to red", options="farmers=off", players=2)
    play(state, LAST["road"])
    assert choices(state) == enters(market=False)
    assert refusal(state, f"enter:follower:{MARKET}") == "not_an_option"
    play(state, f"enter:follower:{CASTLE} -")
    assert (engine.actor(state), state.score) == (OVER, [0, 3])


def test_COUNT_FINAL_5_without_farmers_nobody_is_asked_at_the_end() -> None:
    state = ended(FARM.replace("+blue:field", ""), options="farmers=off", market="red blue")
    assert engine.actor(state) == OVER


# The option


def unfinished(**inside: str) -> State:
    """Return the state at the end of a game by the option, with blue in a road, a city and a monastery."""
    return ended(OPEN, count=MARKET, options="count_final=any", players=2, held=inside)


def test_COUNT_RUL_3_by_the_option_all_districts_may_be_left_at_the_end() -> None:
    state = unfinished(castle="red red", smithy="red", cathedral="red red")
    assert engine.actor(state) == RED
    assert {leave("city"), leave("road"), leave("monastery")} <= choices(state)
    play(state, f"{leave('city')} {leave('city')} {leave('road')} {leave('monastery')} -")
    assert engine.actor(state) == OVER
    assert state.score == [2 + 2 + 8, 2 + 8], "the city is red's, road and monastery are shared"
    assert inside(state) == {"cathedral": "red"}


def test_COUNT_RUL_3_only_to_what_is_not_complete() -> None:
    complete = "E(20,0) FCFF, E(21,0) FFFC, A(24,0) FRFF, A(25,0) FFFR"
    state = ended(f"{complete}, {CITY.format('')}", count=MARKET, options="count_final=any", castle="red", smithy="red")
    offered = choices(state)
    assert leave("city") in offered
    assert not any("(20,0)" in token or "(24,0).road" in token for token in offered)
    assert not any(token.endswith("(0,0).city") for token in offered), "nor to Carcassonne"
    assert f"leave:follower:{SMITHY}:(0,0).road" in offered, "but to its roads"
    assert play(state, f"leave:follower:{SMITHY}:(0,0).road {leave('city')}").score == [1 + 2, 0, 0]


def test_COUNT_RUL_3_the_count_and_the_order_as_usual() -> None:
    options = "count_final=any"
    state = ended(OPEN, count=CASTLE, options=options, castle="red blue green")
    assert (engine.actor(state), state.score) == (OVER, [0, 12, 0]), "he stands in the castle"
    state = ended(OPEN, count=MARKET, options=options, castle="red blue green")
    play(state, "-")
    assert engine.actor(state) == GREEN
    play(state, leave("city"))
    assert engine.actor(state) == RED
    play(state, leave("city"))
    assert state.score == [2, 12, 2]


def test_COUNT_RUL_3_the_market_has_a_round_of_its_own() -> None:
    state = ended(f"{FARM}, {CITY.format('')}", count=SMITHY, options="count_final=any", castle="red", market="red")
    assert leave("city") in choices(state)
    assert not any("field" in token for token in choices(state)), "features first"
    play(state, leave("city"))
    assert state.score == [2, 0, 0]
    assert NORTH in choices(state)
    assert play(state, NORTH).score == [2 + 9, 9, 0]


def test_COUNT_RUL_3_during_the_game_the_option_changes_nothing() -> None:
    state = town(f"{OPEN}, {ISLAND} ; to red", count=MARKET, options="count_final=any", castle="red", smithy="red")
    play(state, "B(31,30) -")
    assert legal_kinds(state) == {"draw"}
    with pytest.raises(BadRules):
        make(rules(options="count_final=castle"))
    with pytest.raises(BadRules):
        make("bigbox2014 count_final=any")
