"""The rules and rulings of the Count of Carcassonne, alone and together with other expansions."""

from __future__ import annotations

from random import Random

import pytest

from bastide import CHANCE, OVER, BadRules, Game, Seeded
from bastide.expansions.count import DISTRICTS, SERVES
from bastide.expansions.traders_and_builders import HELD
from bastide.rules import engine
from bastide.rules.pieces import segment_of
from bastide.rules.state import State
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
    legal_kinds,
    placements,
    play,
    refusal,
)
from tests.boards import rules as make
from tests.rules.base.playing import names, plies, scored, told
from tests.rules.count.town import (
    ABBEY,
    BOTH,
    CASTLE,
    CATHEDRAL,
    CELLS,
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
    SPACES,
    WORTH,
    block,
    completed,
    ended,
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
    assert DISTRICTS[stands(state)] == "castle"
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


@pytest.mark.parametrize("district", range(4))
@pytest.mark.parametrize("count", range(4))
def test_COUNT_ENTER_4_any_district_full_or_not_with_the_count_or_without(district: int, count: int) -> None:
    held: dict[str, str] = {DISTRICTS[district]: "red blue blue green green green"}
    state = town(f"{CITY.format('+blue:city')} ; to red", count=count, held=held)
    play(state, LAST["city"])
    while "leave" in legal_kinds(state):
        play(state, "-")
    assert choices(state) == enters()
    play(state, f"enter:follower:{district}")
    assert inside(state) == {DISTRICTS[district]: "red red blue blue green green green"}


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
    play(quiet, "fair:2 hurl:(31500,30500)")
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


@pytest.mark.parametrize("count", range(4))
def test_COUNT_COUNT_1_whoever_entered_may_move_him(count: int) -> None:
    """COUNT-RUL-5: but need not."""
    state = town(f"{ROAD.format('+blue:road')} ; to red", count=count)
    play(state, f"{LAST['road']} enter:follower:{CASTLE}")
    others = [district for district in range(4) if district != count]
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
    for count in range(4):
        held = {DISTRICTS[FROM[kind]]: "blue"}
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
    count = next(d for d in range(4) if DISTRICTS[d] != district and d != FROM[kind])
    state = town(f"{LAND[kind].format('')} ; to red", count=count, held={district: "blue"})
    play(state, LAST[kind])
    if DISTRICTS[FROM[kind]] == district:
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
    held = {DISTRICTS[FROM[kind]]: "blue"}
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
    held = {DISTRICTS[FROM[kind]]: "blue blue"}
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
    play(state, "CAT-FFFF-06(6,0) - fair:0")
    hurl(state, 2500, 500)
    hurl(state, 5500, 500)
    assert inside(state) == held, "red aimed at the castle"
    assert standing(state) == {"red follower (2,0)", "blue follower (2,0)", "red follower (1,1)", "blue follower (1,1)"}
    assert followers(state) == [5, 5], "the monk was hit"

    alone = town("B(5,0) ; to red", "catapult", players=2, held=held)
    play(alone, "CAT-FFFF-06(6,0) - fair:1")
    hurl(alone, 2500, 500)
    assert legal_kinds(alone) == {"hurl"}, "nobody to exchange"
    hurl(alone, 2500, 500)
    assert (alone.seat, legal_kinds(alone), inside(alone)) == (BLUE, {"draw"}, held)

    monk = town(f"{land} ; to red", "catapult", players=2, held=held)
    play(monk, "CAT-FFFF-06(6,0) - fair:1")
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


@pytest.mark.parametrize("count", range(4))
def test_COUNT_FINAL_1_unless_the_count_stands_there(count: int) -> None:
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
    assert said(events, "left_town", players=3) == ["Blue sends a follower from the castle to the city at (10,5)."]
    assert said(events, "left_town", "fr", players=3) == ["Blue fait sortir un partisan, château, vers (10,5) (ville)."]
    assert said(events, "scored", players=3) == ["Complete city at (10,5): 3 tiles × 2 = 6 points for Blue."]


def test_COUNT_FINAL_4_in_words() -> None:
    _, events = over(town("B(1,-1) +red:field"))
    assert said(events, "farmed", players=3) == ["Field at (1,-1): 1 complete city × 3 = 3 points for Red."]
    state = town("B(1,-1) +red:field", options="field_scoring=per_city_4")
    _, events = over(state)
    assert said(events, "farmed", players=3) == [
        "Farmers around the complete city at (0,0): 1 complete city × 4 = 4 points for Red."
    ]


def test_COUNT_SETUP_1_a_written_block_is_the_real_one() -> None:
    assert board(f"{block({})}", rules(), 2).key() == engine.start(make(rules()), 2).key()


def test_COUNT_ENTER_1_drawing_goes_on_after_it() -> None:
    state = play(completed("road", "+blue:road"), f"enter:follower:{CASTLE} -")
    assert (engine.actor(state), state.seat) == (CHANCE, BLUE)
    draw(state, "B")
    assert legal_kinds(state) == {"place"}
