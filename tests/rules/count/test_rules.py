"""Setting up the City of Carcassonne, entering it, and the Count himself; the rulings."""

from __future__ import annotations

from random import Random

import pytest

from bastide import CHANCE, OVER, Game, Seeded
from bastide.expansions.count import DISTRICTS
from bastide.expansions.traders_and_builders import HELD
from bastide.rules import engine
from bastide.rules.state import State
from tests.boards import (
    BLUE,
    EDITIONS,
    GREEN,
    RED,
    board,
    choices,
    draw,
    feature_at,
    finish,
    followers,
    legal_kinds,
    placements,
    play,
    refusal,
)
from tests.boards import rules as make
from tests.games import plies
from tests.rules.base.playing import scored, told
from tests.rules.count.town import (
    ABBEY,
    BOTH,
    CASTLE,
    CATHEDRAL,
    CELLS,
    CITY,
    FROM,
    ISLAND,
    LAND,
    LAST,
    MARKET,
    ROAD,
    SHRINE,
    SMITHY,
    SPACES,
    WORTH,
    block,
    completed,
    enters,
    inside,
    leave,
    rules,
    stands,
    town,
)
from tests.rules.special import over, said, standing

TB = "traders_and_builders"
IC = "inns_and_cathedrals"
HS = "hills_and_sheep"

# Setup


@pytest.mark.parametrize("edition", EDITIONS)
def test_COUNT_SETUP_1_the_block_lies_where_the_start_tile_would(edition: str) -> None:
    state, plain = engine.start(make(rules(preset=edition)), 2), engine.start(make(edition), 2)
    laid = [(state.board.tile(number).id, (number % 4, number // 4)) for number, _ in enumerate(state.board.laid)]
    assert {cell: tile for tile, cell in laid} == CELLS
    assert [int(tile.rsplit("-", 1)[1]) for tile, _ in laid] == list(range(1, 13))
    for number, (_, (x, y)) in enumerate(laid):
        assert feature_at(state, x, y, "city.S" if (x, y) == (0, 0) else _inner_city(x, y)) == carcassonne(state)
        assert state.board.rotation(number) == 0
    assert state.left == plain.left, "the ordinary start tile is in neither supply"
    assert not any(token.startswith("CO-") for token in choices(state))


def _inner_city(x: int, y: int) -> str:
    return {(0, 2): "city.N", (3, 2): "city.N"}.get((x, y), "city")


def carcassonne(state: State) -> int:
    """Return the feature of the walls."""
    return feature_at(state, 1, 1, "city")


def test_COUNT_SETUP_2_the_count_in_the_castle_and_nobody_else() -> None:
    state = engine.start(make(rules()), 2)
    assert stands(state) == CASTLE
    assert inside(state) == {}
    assert followers(state) == [7, 7]


def test_COUNT_SETUP_3_the_rim_matches_as_any_tile() -> None:
    state = engine.start(make(rules()), 2)
    assert placements(state, "X") == {"(-1,0)", "(3,-1)", "(2,3)"}, "three road ends"
    assert placements(state, "C") == {"(0,3)", "(4,2)"}, "two city edges"
    north, east = {"(0,-1)", "(1,-1)", "(2,-1)"}, {"(4,0)", "(4,1)"}
    south, west = {"(1,3)", "(3,3)"}, {"(-1,1)", "(-1,2)"}
    assert placements(state, "B") == north | east | south | west, "all others are field"


def test_COUNT_SETUP_3_rim_roads_and_cities_count_the_tiles_of_the_block() -> None:
    road = play(town("U(-1,0) FRFR +blue:road ; to red"), "A(-2,0)/FRFF -")
    assert road.score == [0, 3, 0]
    state = play(town(f"{ISLAND} ; to red"), "E(0,3) +city")
    assert (state.score, followers(state)) == ([4, 0, 0], [7, 7, 7])
    play(state, "E(4,2)/FFFC +city")
    assert state.score == [4, 4, 0]
    south = play(town("U(2,3) RFRF +blue:road ; to red"), "A(2,4)/RFFF -")
    assert south.score == [0, 3, 0]


def test_COUNT_SETUP_4_no_follower_on_the_block() -> None:
    state = play(town(f"{ISLAND} ; to red"), "B(1,-1)")
    assert choices(state) == {"-", "+monastery", "+field"}
    assert refusal(state, "+(1,0).field") == "spot_not_new"
    assert refusal(state, "+(0,0).road") == "spot_not_new"
    assert refusal(state, "+(2,0).district") == "no_site"
    assert refusal(state, "+(1,1).city") == "spot_not_new"


def test_COUNT_SETUP_4_rim_features_are_occupied_through_the_tiles_beside() -> None:
    state = play(town(f"{ISLAND} ; to red"), "U(-1,0) +road")
    assert feature_at(state, -1, 0, "road") == feature_at(state, 0, 0, "road")
    field = play(town("B(0,-1) +blue:field ; to red"), "B(2,-1)")
    assert choices(field) == {"-", "+monastery"}, "the field along the walls has its farmer"
    beyond = play(town("B(0,-1) +blue:field ; to red"), "B(4,0)")
    assert "+field" in choices(beyond), "the road of the fourth tile is between them"


def test_COUNT_SETUP_5_carcassonne_is_no_city_to_hold_or_to_score() -> None:
    state = town("E(0,3) CFFF ; to red")
    assert state.board.features.size(carcassonne(state)) == 12
    assert state.board.features.size(feature_at(state, 0, 3, "city")) == 2, "a rim city is another one"
    assert not state.board.features.open[carcassonne(state)], "it never grows"
    events = told(state, "E(4,2)/FFFC +city")
    assert scored(events) == [("city", 4, [RED])]
    assert finish(town(ISLAND, castle="red", smithy="blue", cathedral="green")) == [0, 0, 0], "they are no knights"


def test_COUNT_SETUP_5_carcassonne_is_never_scored_in_whole_games() -> None:
    game = Game(rules(), seats=3, dealer=Seeded(11))
    told_of = [event for events in plies(game, 11) for event in events if event.name == "scored"]
    cities = [str(event.facts["cells"]) for event in told_of if event.facts["feature"] == "city"]
    assert cities
    assert not any("(1, 1)" in cells or "[1, 1]" in cells for cells in cities)


# Entering


@pytest.mark.parametrize("kind", ["road", "city", "monastery"])
def test_COUNT_ENTER_1_when_others_score_and_the_seat_on_turn_does_not(kind: str) -> None:
    state = completed(kind, f"+blue:{kind}")
    assert state.score == [0, WORTH[kind], 0]
    assert (engine.actor(state), choices(state)) == (RED, enters())
    declined = play(state.copy(), "-")
    assert (declined.seat, inside(declined), legal_kinds(declined)) == (BLUE, {}, {"draw"})
    play(state, f"enter:follower:{CATHEDRAL}")
    assert (inside(state), followers(state)) == ({"cathedral": "red"}, [6, 7, 7])


@pytest.mark.parametrize(("who", "points"), [("+red:road", [3, 0, 0]), ("+red:road +blue:road", [3, 3, 0])])
def test_COUNT_ENTER_1_not_when_one_scores_oneself(who: str, points: list[int]) -> None:
    state = completed("road", who)
    assert state.score == points
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"})


def test_COUNT_ENTER_1_not_when_nothing_is_scored() -> None:
    state = play(town(f"{ROAD.format('+blue:road')}, {ISLAND} ; to red"), "B(31,30) -")
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"})


@pytest.mark.parametrize(
    ("road", "city", "points", "may"),
    [
        ("+blue:road", "+green:city", [0, 3, 6], True),
        ("+blue:road", "+blue:city", [0, 9, 0], True),
        ("+red:road", "+blue:city", [3, 6, 0], False),
        ("+blue:road", "+red:city", [6, 3, 0], False),
        ("+blue:road +blue:road +red:road", "+green:city", [0, 3, 6], True),
        ("+blue:road +red:road", "+green:city", [3, 3, 6], False),
        ("+blue:road", "", [0, 3, 0], True),
    ],
)
def test_COUNT_ENTER_2_all_scorings_of_the_tile_together(road: str, city: str, points: list[int], may: bool) -> None:
    state = play(town(f"{BOTH.format(road, city)} ; to red"), "L(12,0)/CRRR -")
    assert state.score == points
    assert legal_kinds(state) == ({"pass", "enter"} if may else {"draw"})


def test_COUNT_ENTER_3_with_a_follower_of_the_supply() -> None:
    """COUNT-RUL-8: one that came home with this very scoring will do."""
    text = f"{ROAD.format('+blue:road +blue:road +red:road')} ; supply 0 5 7 ; to red"
    state = play(town(text), "A(12,0)/FFFR")
    assert (state.score, followers(state)) == ([0, 3, 0], [1, 7, 7])
    assert choices(state) == enters()
    assert followers(play(state, f"enter:follower:{CASTLE}")) == [0, 7, 7]
    nobody = play(town(f"{ROAD.format('+blue:road')} ; supply 0 6 7 ; to red"), "A(12,0)/FFFR")
    assert nobody.score == [0, 3, 0]
    assert (nobody.seat, legal_kinds(nobody)) == (BLUE, {"draw"})


def test_COUNT_ENTER_3_nobody_is_fetched_from_elsewhere() -> None:
    state = town(f"{ROAD.format('+blue:road')}, {CITY.format('+red:city')} ; supply 0 6 7 ; to red", castle="red")
    play(state, "A(12,0)/FFFR")
    assert (state.score, legal_kinds(state)) == ([0, 3, 0], {"draw"})


@pytest.mark.parametrize("district", DISTRICTS)
@pytest.mark.parametrize("count", DISTRICTS)
def test_COUNT_ENTER_4_any_district_full_or_not_with_the_count_or_without(district: str, count: str) -> None:
    held: dict[str, str] = {district: "red blue blue green green green"}
    state = town(f"{CITY.format('+blue:city')} ; to red", count=count, held=held)
    play(state, LAST["city"])
    while "leave" in legal_kinds(state):
        play(state, "-")
    assert choices(state) == enters()
    play(state, f"enter:follower:{district}")
    assert inside(state) == {district: "red red blue blue green green green"}


def test_COUNT_ENTER_5_one_follower_however_many_scorings() -> None:
    state = play(town(f"{BOTH.format('+blue:road', '+green:city')} ; to red"), "L(12,0)/CRRR -")
    play(state, f"enter:follower:{SMITHY}")
    assert legal_kinds(state) == {"pass", "escort"}
    assert refusal(state, f"enter:follower:{SMITHY}") == "wrong_moment"
    play(state, "-")
    assert (state.seat, legal_kinds(state), inside(state)) == (BLUE, {"draw"}, {"smithy": "red"})


def test_COUNT_ENTER_6_besides_the_follower_of_the_turn() -> None:
    state = play(town(f"{ROAD.format('+blue:road')} ; to red"), "A(12,0)/FFFR +monastery")
    assert choices(state) == enters()
    play(state, f"enter:follower:{CASTLE} -")
    assert followers(state) == [5, 7, 7]
    assert standing(state) == {"red follower (12,0)", "red follower (2,0)"}


def test_COUNT_ENTER_7_sheep_are_no_obstacle_and_no_trigger() -> None:
    flocks = "column sheep.flock 0 0 1 0 0 1 0 0 0 0 0 0"
    together = "B(20,0) +red:shepherd:field +blue:shepherd:field"
    state = town(f"{together} ; {flocks} ; to red", HS)
    play(state, "B(21,0) herd -")
    assert state.score == [5, 5, 0]
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"}), "blue's points come from no feature"

    own = "column sheep.flock 0 0 1 0 0 0 0 0 0 0 0 0"
    # The field of the shepherd grows with the tile that completes the road
    state = town(f"A(10,0) FRFF +blue:road +red:shepherd:field, U(11,0) FRFR ; {own} ; to red", HS)
    play(state, "A(12,0)/FFFR herd -")
    assert state.score == [3, 3, 0], "three sheep for red, the road for blue"
    assert choices(state) == enters(), "red's points come from no feature"


def test_COUNT_ENTER_7_neither_goods_nor_titles_matter() -> None:
    wine = "E(10,0) FCFF {}, TB-FCFC-wine(11,0) FCFC ; to red"
    state = play(town(wine.format("+blue:city"), TB, "king_and_robber"), "E(12,0)/FFFC -")
    assert (state.ext[HELD][0], state.ext["king.held"]) == (1, [1, 0, 0])
    assert choices(state) == enters(), "what red took is no obstacle"
    state = play(town(wine.format(""), TB, "king_and_robber"), "E(12,0)/FFFC -")
    assert state.ext["king.held"] == [1, 0, 0]
    assert legal_kinds(state) == {"draw"}


def test_COUNT_ENTER_7_the_catapult_is_no_trigger_and_no_obstacle() -> None:
    quiet = play(town(f"{ISLAND} ; to red", "catapult", players=2), "CAT-FFFF-06(31,30) -")
    assert legal_kinds(quiet) == {"fair"}
    scoring = play(town(f"{ABBEY.format('+blue:monastery')} ; to red", "catapult", players=2), "CAT-FFFF-06(12,12) -")
    assert choices(scoring) == enters(), "before the fair, whatever will be won there"
    play(scoring, f"enter:follower:{CASTLE} -")
    assert legal_kinds(scoring) == {"fair"}
    play(quiet, "fair:target hurl:(31500,30500)")
    engine.apply(quiet, quiet.legal[0])
    play(quiet, "hurl:(30500,30500)")
    engine.apply(quiet, quiet.legal[0])
    assert sum(quiet.score) >= 5
    assert (quiet.seat, legal_kinds(quiet)) == (BLUE, {"draw"}), "points at the fair open no gate"


@pytest.mark.parametrize("kind", ["road", "city", "monastery"])
def test_COUNT_ENTER_8_a_scoring_without_points_is_none(kind: str) -> None:
    state = completed(kind)
    assert state.score == [0, 0, 0]
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"})


def test_COUNT_ENTER_8_the_nothing_of_a_lost_challenge_is_no_obstacle() -> None:
    """CULT-INT-8: the winner's points are a scoring, the loser's nothing is none."""
    text = SHRINE.format("+red:monastery", "+blue:shrine")
    state = play(town(f"{text} ; to red", "cult"), "E(12,2)/FFCF -")
    assert (state.score, followers(state)) == ([0, 9, 0], [7, 7, 7])
    assert choices(state) == enters()
    # The other way round red has scored
    text = SHRINE.format("+blue:monastery", "+red:shrine")
    state = play(town(f"{text} ; to red", "cult"), "E(12,2)/FFCF -")
    assert (state.score, legal_kinds(state)) == ([9, 0, 0], {"draw"})


def test_COUNT_ENTER_9_nobody_enters_in_the_final_scoring() -> None:
    state = town(f"{ROAD.format('+blue:road')}, {ISLAND} ; bag B:1 ; to red", players=2)
    play(state, "B(31,30) -")
    assert engine.actor(state) == OVER
    assert (state.score, inside(state)) == ([0, 2], {}), "blue's points come at the end"


def test_COUNT_ENTER_9_but_the_last_tile_still_opens_the_gate() -> None:
    state = town(f"{ROAD.format('+blue:road')} ; bag A:1 ; to red", players=2)
    play(state, LAST["road"])
    assert choices(state) == enters()
    play(state, f"enter:follower:{MARKET} -")
    target = f"leave:follower:{MARKET}:(0,0).field.N"
    assert (engine.actor(state), target in choices(state)) == (RED, True), "and is at the market for the fields"
    play(state, target)
    assert engine.actor(state) == OVER
    assert state.score == [3, 3], "Carcassonne for red's farmer"


# The Count


@pytest.mark.parametrize("count", DISTRICTS)
def test_COUNT_COUNT_1_whoever_entered_may_move_him(count: str) -> None:
    """COUNT-RUL-5: but need not."""
    state = town(f"{ROAD.format('+blue:road')} ; to red", count=count)
    play(state, f"{LAST['road']} enter:follower:{CASTLE}")
    others = [district for district in DISTRICTS if district != count]
    assert choices(state) == {"-", *(f"escort:{district}" for district in others)}
    assert engine.actor(state) == RED
    for district in others:
        assert stands(play(state.copy(), f"escort:{district}")) == district
    assert stands(play(state, "-")) == count
    assert state.seat == BLUE


def test_COUNT_COUNT_1_nobody_else_may() -> None:
    state = completed("road", "+blue:road")
    assert refusal(state, f"escort:{MARKET}") == "wrong_moment"
    play(state, "-")
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"}), "red stayed outside"
    assert stands(state) == CASTLE


def test_COUNT_COUNT_2_and_COUNT_MOVE_12_in_whole_games() -> None:
    """The Count moves only right after an entry; followers come only by entering and go only by leaving.

    COUNT-RUL-7: neither the catapult nor a crop circle reaches them.
    """
    seen: set[str] = set()
    for seed in range(6):
        made = rules("catapult", "crop_circles", "king_and_robber", options="circles=both followers=6")
        game, generator, before = Game(made, seats=3, dealer=Seeded(seed)), Random(seed), ""
        while not game.over:
            count, town_before = stands(game.state), inside(game.state)
            options = game.options()
            own = [a for a in options if game.rules.kind_of(a).name in ("enter", "leave", "escort")]
            action = generator.choice(own or options)
            kind = game.rules.kind_of(action).name
            seen.add(kind)
            game.play(action)
            assert (stands(game.state) != count) == (kind == "escort")
            assert (inside(game.state) != town_before) == (kind in ("enter", "leave"))
            assert kind != "escort" or before == "enter"
            before = kind
    assert {"enter", "leave", "escort", "remove", "fair"} <= seen


@pytest.mark.parametrize("kind", ["road", "city", "monastery"])
def test_COUNT_COUNT_3_nobody_leaves_the_district_where_he_stands(kind: str) -> None:
    """COUNT-RUL-11: what counts is the district that the followers leave."""
    for count in DISTRICTS:
        held = {FROM[kind]: "blue"}
        state = town(f"{LAND[kind].format('')} ; to red", count=count, held=held)
        play(state, LAST[kind])
        if count == FROM[kind]:
            assert (state.seat, legal_kinds(state), inside(state)) == (BLUE, {"draw"}, held)
        else:
            assert (engine.actor(state), choices(state)) == (BLUE, {"-", leave(kind)})


def test_COUNT_COUNT_4_he_blocks_where_he_stood_before_any_entry() -> None:
    state = play(town(f"{CITY.format('+blue:city')} ; to red", castle="green"), LAST["city"])
    assert legal_kinds(state) == {"pass", "enter"}
    play(state, f"enter:follower:{MARKET} escort:{MARKET}")
    assert (state.score, inside(state)) == ([0, 6, 0], {"castle": "green", "market": "red"})
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"}), "the gate opened too late"
    state = play(town(f"{CITY.format('+blue:city')} ; to red", count=MARKET, castle="green"), LAST["city"])
    play(state, f"{leave('city')} enter:follower:{CASTLE} escort:{CASTLE}")
    assert state.score == [0, 6, 6], "and here it closed too late"


# Rulings


def test_COUNT_RUL_2_a_follower_in_each_part_of_a_double_turn() -> None:
    """COUNT-INT-3: and what was scored in one part is no obstacle in the other."""
    building = "U(12,1) RFRF +red:road +red:builder:road"
    second = "A(20,0) FRFF {}, U(21,0) FRFR"
    first = f"{ROAD.format('{}')}, {building}, {second.format('{}')} ; to red"
    own_first = town(first.format("+red:road", "+blue:road"), TB)
    play(own_first, "W(12,0)/FRRR -")
    assert (own_first.score, own_first.part, legal_kinds(own_first)) == ([3, 0, 0], 1, {"draw"})
    play(own_first, "A(22,0)/FFFR -")
    assert (own_first.score, choices(own_first)) == ([3, 3, 0], enters())
    own_second = town(first.format("+blue:road", "+red:road"), TB)
    play(own_second, "W(12,0)/FRRR -")
    assert choices(own_second) == enters()
    play(own_second, f"enter:follower:{CASTLE} -")
    play(own_second, "A(22,0)/FFFR -")
    assert (own_second.score, own_second.seat, legal_kinds(own_second)) == ([3, 3, 0], BLUE, {"draw"})
    quiet = town(f"{first.format('+blue:road', '+blue:road')}", TB)
    play(quiet, f"W(12,0)/FRRR - enter:follower:{CASTLE} -")
    assert (quiet.part, legal_kinds(quiet)) == (1, {"draw"})
    play(quiet, "V(13,0)/FFRR -")
    assert (quiet.seat, legal_kinds(quiet)) == (BLUE, {"draw"}), "the scoring of the first part is spent"


def test_COUNT_RUL_6_one_round_for_all_features_of_a_tile() -> None:
    state = town(f"{BOTH.format('', '')} ; to red", count=MARKET, castle="blue green", smithy="blue green")
    play(state, "L(12,0)/CRRR -")
    road, city = f"leave:follower:{SMITHY}:(10,0).road", f"leave:follower:{CASTLE}:(12,-2).city"
    assert (engine.actor(state), choices(state)) == (BLUE, {"-", road, city})
    play(state, f"{city} -")
    assert (engine.actor(state), choices(state)) == (GREEN, {"-", road, city})
    play(state, road)
    assert (engine.actor(state), choices(state)) == (GREEN, {"-", city})
    play(state, "-")
    assert state.score == [0, 6, 3]
    assert choices(state) == enters()


def test_COUNT_RUL_10_four_districts() -> None:
    state = engine.start(make(rules()), 2)
    printed = sorted(number for number in state.board["district"] if number)
    assert printed == [1, 2, 3, 4]
    assert [DISTRICTS[number - 1] for number in printed] == ["castle", "market", "smithy", "cathedral"]
    found = {DISTRICTS[state.board["district"][feature_at(state, x, y, "district")] - 1]: (x, y) for x, y in SPACES}
    assert found == {name: cell for cell, name in SPACES.items()}


# In words


def test_COUNT_ENTER_1_and_COUNT_COUNT_1_in_words() -> None:
    state = town(f"{ROAD.format('+blue:road')} ; to red", IC)
    events = told(state, f"{LAST['road']} enter:big:{SMITHY} escort:{CATHEDRAL}")
    assert said(events, "entered_town", players=3) == ["Red sends a big follower to the smithy of Carcassonne."]
    assert said(events, "entered_town", "fr", players=3) == ["Red envoie un grand partisan à Carcassonne : forge."]
    assert said(events, "count_moved", players=3) == ["Red moves the Count to the cathedral."]
    assert said(events, "count_moved", "fr", players=3) == ["Red déplace le Comte : cathédrale."]


def test_COUNT_MOVE_5_in_words() -> None:
    state = town(f"{CITY.format('')} ; to red", count=MARKET, castle="blue")
    events = told(state, f"{LAST['city']} {leave('city')}")
    assert said(events, "left_town", players=3) == ["Blue sends a follower from the castle to the city (10,5)."]
    assert said(events, "left_town", "fr", players=3) == [
        "Blue fait sortir un partisan, château, vers la ville (10,5)."
    ]
    assert said(events, "scored", players=3) == ["Complete: the city (10,5), 3 tiles × 2 = 6 points for Blue."]


def test_COUNT_FINAL_4_in_words() -> None:
    _, events = over(town("B(1,-1) +red:field"))
    assert said(events, "farmed", players=3) == ["The field (1,-1): 1 complete city × 3 = 3 points for Red."]
    state = town("B(1,-1) +red:field", options="field_scoring=per_city_4")
    _, events = over(state)
    assert said(events, "farmed", players=3) == [
        "Farmers around the city (0,0): 1 complete city × 4 = 4 points for Red."
    ]


def test_COUNT_SETUP_1_a_written_block_is_the_real_one() -> None:
    assert board(f"{block({})}", rules(), 2).key() == engine.start(make(rules()), 2).key()


def test_COUNT_ENTER_1_drawing_goes_on_after_it() -> None:
    state = play(completed("road", "+blue:road"), f"enter:follower:{CASTLE} -")
    assert (engine.actor(state), state.seat) == (CHANCE, BLUE)
    draw(state, "B")
    assert legal_kinds(state) == {"place"}
