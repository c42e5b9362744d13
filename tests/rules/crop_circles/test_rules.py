"""The rules and rulings of the crop circles, alone and together with other expansions."""

from __future__ import annotations

from random import Random

import pytest

from bastide import OVER, Game, Seeded
from bastide.errors import BadRules
from bastide.games import make_rules, parse_rules
from bastide.play.invariants import followers_agree, pieces_conserved
from bastide.play.position import parse_position, position_text
from bastide.rules import engine
from bastide.rules.engine import actor
from bastide.rules.scoring import strengths
from bastide.rules.state import State
from bastide.tiles import available, load
from tests.boards import BLUE, GREEN, RED, board, choices, feature_at, followers, legal_kinds, play, refusal, rules
from tests.rules.base.playing import names, told
from tests.rules.special import said, standing, supply
from tests.rules.wheel_of_fortune.wheel import FAMINE, beside

RULES = "bigbox2014 expansions=crop_circles"
SHIELD, CLUB, FORK = "K2-CFDF(1,0)", "K2-FRSS(0,-1)/2", "K2-CFRF(1,0)"
"""A circle of each kind, and where it fits beside a city of one tile at (0,0) that is open to the north or south."""
KNIGHTS = "E(0,0) CFFF +blue:city, E(5,0) CFFF +red:city"
BOTH = {"grow", "wither"}


def crops(text: str, *others: str, players: int = 3, options: str = "") -> State:
    """Return a board with the crop circles and other expansions, for red to play."""
    text = text if "; to" in text else f"{text} ; to red"
    return board(text, ",".join((RULES, *others)) + f" {options}", players=players)


def lay(state: State, tile: str) -> State:
    """Lay a tile, in place, and put nothing on it, if there is a choice."""
    play(state, tile)
    return play(state, "-") if "-" in choices(state) else state


def spots(tile: str) -> set[str]:
    """Return where pieces could go on a tile that lies alone."""
    return choices(crops(f"{tile}(0,0) ; to red ; step piece")) - {"-"}


def over_to(state: State, seat: int) -> bool:
    """Return whether the turn is over and the next seat draws."""
    return (state.seat, legal_kinds(state)) == (seat, {"draw"})


# Setting up


@pytest.mark.parametrize(
    ("options", "sets"),
    [
        ("", ["corn_circles_2"]),
        ("circles=second", ["corn_circles_2"]),
        ("circles=first", ["corn_circles_1"]),
        ("circles=both", ["corn_circles_1", "corn_circles_2"]),
    ],
)
def test_CROP_SETUP_1_six_tiles_in_the_supply(options: str, sets: list[str]) -> None:
    """CROP-RUL-3: the second series, unless the first is asked for."""
    state, plain = engine.start(rules(f"{RULES} {options}"), 2), engine.start(rules(), 2)
    circles = {tile.id for name in sets for tile in load(name).tiles}
    assert len(circles) == 6 * len(sets)
    assert state.left == plain.left + len(circles)
    assert {tile for tile in choices(state) if tile[:2] in ("K1", "K2")} == circles
    assert len(state.rules.stages) == 1


@pytest.mark.parametrize("option", ["circles=K2-CFRF,K2-CDDC", "tiles=base,K2-CFRF,K2-CDDC"])
def test_CROP_SETUP_1_single_tiles_by_their_ids(option: str) -> None:
    state = engine.start(rules(f"{RULES} {option}"), 2)
    assert {tile for tile in choices(state) if tile.startswith("K2")} == {"K2-CFRF", "K2-CDDC"}
    assert state.left == 73


def test_CROP_SETUP_1_single_tiles_are_the_same_rules_in_any_order_and_with_all_else() -> None:
    made = rules(f"{RULES},hills_and_sheep,wheel_of_fortune circles=K2-FRSS,K1-CFFC")
    assert made is rules(f"{RULES},hills_and_sheep,wheel_of_fortune circles=K1-CFFC,K2-FRSS")
    assert parse_rules(str(made.choice)) is made
    assert made.options["circles"] == "K1-CFFC,K2-FRSS"
    assert made.box_tiles == 72 + 18 + 12 + 2
    state = board("B(0,0) ; to red", str(made.choice))
    assert parse_position(position_text(state)).key() == state.key()
    one = engine.start(rules(f"{RULES} circles=K2-CFDF"), 2)
    assert lay(one, "K2-CFDF(0,-1)").left == 71


@pytest.mark.parametrize("value", ["third", "K2-CFDF,K2-CFDF", "K2-CFDF,second", "BA-CRFR", "K2-CFDF,", 2])
def test_CROP_SETUP_1_other_tiles_are_refused_with_those_that_are_possible(value: str | int) -> None:
    with pytest.raises(BadRules, match=r"first, second, both, or single tiles .* K1-CFFC, .* K2-CDDC") as refused:
        make_rules(expansions=["crop_circles"], circles=value)
    assert refused.value.message == "option_parts"


@pytest.mark.parametrize(
    ("tile", "found"),
    [
        ("K2-FRSS", {"+road.E", "+road.S", "+field.N", "+field.Er", "+field.Sr"}),
        ("K2-RSTT", {"+road.N", "+road.E", "+road.S", "+field.Nl", "+field.Nr", "+field.Sr"}),
        ("K2-CFRF", {"+city", "+road", "+field"}),
        ("K2-CRFS", {"+city", "+road.E", "+road.W", "+field.El", "+field.S"}),
        ("K2-CFDF", {"+city.N", "+city.S", "+field.E", "+field.W"}),
        ("K2-CDDC", {"+city.N", "+city.E"}),
    ],
)
def test_CROP_TILE_1_nobody_stands_on_the_circle(tile: str, found: set[str]) -> None:
    assert spots(tile) == found


def test_CROP_TILE_1_roads_end_at_the_circle() -> None:
    state = crops("W(-1,0) RRRF +blue:road.E, W(1,0) RFRR +green:road.W")
    play(state, "K2-CRFS(0,0)")
    assert feature_at(state, -1, 0, "road.E") != feature_at(state, 1, 0, "road.W")
    assert play(state, "-").score == [0, 2, 2]


# When


def test_CROP_TURN_1_after_the_scoring() -> None:
    state = crops("E(0,0) CFFF +blue:city, E(5,0) CFFF +green:city")
    events = told(state, "K2-CFDF(0,-1) -")
    assert (names(events)[-1], state.score, choices(state)) == ("returned", [0, 4, 0], BOTH)
    assert over_to(play(state, "wither remove:follower:(5,0).city"), BLUE)


def test_CROP_TURN_1_after_the_count() -> None:
    city = "CO-FIII-03(9,0), CO-IIII-06(9,10), CO-IFII-08(9,20), CO-IIRI-11(9,30)"
    state = crops(f"{city}, E(0,0) CFFF +blue:city, E(5,0) CFFF +green:city", "count")
    play(state, "K2-CFDF(0,-1) -")
    assert legal_kinds(state) == {"pass", "enter"}
    play(state, "enter:follower:castle")
    assert legal_kinds(state) == {"pass", "escort"}
    play(state, "-")
    assert choices(state) == BOTH


def test_CROP_TURN_1_only_after_a_tile_with_a_circle() -> None:
    state = lay(crops(KNIGHTS), SHIELD)
    play(state, "wither remove:follower:(0,0).city remove:follower:(5,0).city")
    assert over_to(state, BLUE)
    assert over_to(lay(state, "B(6,0)"), GREEN)


def test_CROP_TURN_2_one_of_the_two_must_be_chosen() -> None:
    state = lay(crops("E(0,0) CFFF +blue:city"), SHIELD)
    assert (actor(state), choices(state)) == (RED, BOTH), "though red has no knight"
    assert refusal(state, "-") == "wrong_moment"
    assert refusal(state, "add:follower:(0,0).city") == "wrong_moment"


@pytest.mark.parametrize(
    ("tile", "text"),
    [
        (SHIELD, "E(0,0) CFFF +blue:field, U(5,5) FRFR +red:road, B(9,9) +green:monastery"),
        (CLUB, "U(0,0) FRFR +blue:field.S, E(5,5) CFFF +red:city, B(9,9) +green:monastery"),
        (FORK, "E(0,0) CFFF +blue:city, U(5,5) FRFR +red:road, B(9,9) +green:monastery"),
    ],
)
def test_CROP_TURN_3_skipped_if_it_concerns_nobody(tile: str, text: str) -> None:
    events = told(state := crops(text), tile)
    if "-" in choices(state):
        events += told(state, "-")
    assert over_to(state, BLUE)
    assert not {"circle_grows", "circle_withers"} & set(names(events))


EVERYBODY = "E(0,0) CFFF +blue:city +blue:field, U(0,5) FRFR +blue:road, B(9,9) +blue:monastery"


@pytest.mark.parametrize(
    ("tile", "kind"),
    [
        ("K2-FRSS", "road"),
        ("K2-RSTT", "road"),
        ("K2-CFRF", "field"),
        ("K2-CRFS", "field"),
        ("K2-CFDF", "city"),
        ("K2-CDDC", "city"),
        ("K1-CFFC", "city"),
        ("K1-CDFF", "city"),
        ("K1-CRFF", "field"),
        ("K1-FFRR", "road"),
        ("K1-CFRR", "field"),
        ("K1-RFST", "road"),
    ],
)
def test_CROP_TYPE_1_whom_a_circle_concerns(tile: str, kind: str) -> None:
    """CROP-INT-3: monks never. The tile lies on an island, as if it had just been laid."""
    state = crops(f"{EVERYBODY}, {tile}(20,20) ; to red ; step circle.choose", options="circles=both")
    play(state, "wither")
    spot = {"road": "(0,5).road", "field": "(0,0).field", "city": "(0,0).city"}[kind]
    assert (actor(state), choices(state)) == (BLUE, {f"remove:follower:{spot}"})


@pytest.mark.parametrize("action", ["grow", "wither"])
@pytest.mark.parametrize("colour", ["red", "blue", "green"])
def test_CROP_ORDER_1_clockwise_with_the_seat_on_turn_last(action: str, colour: str) -> None:
    text = f"E(0,0) CFFF +red:city, E(5,0) CFFF +blue:city, E(9,0) CFFF +green:city ; to {colour}"
    state = lay(crops(text), SHIELD)
    on_turn, asked = state.seat, []
    play(state, action)
    while state.seat == on_turn:
        asked.append(actor(state))
        play(state, max(choices(state)))
    assert asked == [(on_turn + i) % 3 for i in (1, 2, 0)]


@pytest.mark.parametrize("action", ["grow", "wither"])
def test_CROP_ORDER_1_two_players_and_each_acts_once(action: str) -> None:
    text = "E(0,0) CFFF +red:city, E(5,0) CFFF +red:city, E(9,0) CFFF +blue:city, E(12,0) CFFF +blue:city"
    state = lay(crops(text, players=2), SHIELD)
    asked = []
    play(state, action)
    while state.seat == RED:
        asked.append(actor(state))
        play(state, max(choices(state)))
    assert asked == [BLUE, RED]
    assert followers(state) == ([4, 4] if action == "grow" else [6, 6])


# Adding


def test_CROP_A_1_beside_any_of_ones_own_or_not_at_all() -> None:
    """CROP-RUL-1, CROP-RUL-2: on the same tile, and not elsewhere in the feature."""
    state = crops("E(0,0) FCFF +blue:city, G(1,0) FCFC, G(2,0) FCFC +blue:city, E(5,5) CFFF +red:city")
    lay(state, "K2-CFDF(0,1)/1")
    play(state, "grow")
    assert choices(state) == {"-", "add:follower:(0,0).city", "add:follower:(2,0).city"}
    assert refusal(state, "add:follower:(1,0).city") == "not_an_option", "nobody of blue's stands on that tile"
    assert refusal(state, "add:follower:(5,5).city") == "not_an_option", "that is red's"
    passed = play(state.copy(), "-")
    assert (actor(passed), followers(passed)) == (RED, [6, 5, 7])
    play(state, "add:follower:(2,0).city")
    assert (actor(state), followers(state)) == (RED, [6, 4, 7])


def test_CROP_A_1_a_follower_of_the_supply() -> None:
    events = told(lay(crops(KNIGHTS), SHIELD), "grow add:follower:(0,0).city")
    assert names(events) == ["circle_grows", "put"]


def test_CROP_A_2_whoever_else_is_in_the_feature() -> None:
    state = lay(crops("E(0,0) CFFF +blue:city +green:city, E(5,5) CFFF +red:city"), SHIELD)
    play(state, "grow add:follower:(0,0).city add:follower:(0,0).city -")
    assert strengths(state, [feature_at(state, 0, 0, "city")]) == [0, 2, 2]


def test_CROP_A_3_there_is_no_limit() -> None:
    state = lay(crops("E(0,0) CFFF +blue:city +blue:city +blue:city +blue:city"), SHIELD)
    play(state, "grow add:follower:(0,0).city")
    assert strengths(state, [feature_at(state, 0, 0, "city")]) == [0, 5, 0]


def test_CROP_A_4_normal_and_big_followers_only() -> None:
    """CROP-INT-4."""
    others = ("inns_and_cathedrals", "traders_and_builders", "hills_and_sheep")
    state = lay(crops("E(0,0) CFFF +blue:city, U(5,0) FRFR +blue:road", *others), SHIELD)
    play(state, "grow")
    assert choices(state) == {"-", "add:follower:(0,0).city", "add:big:(0,0).city"}
    play(state, "add:big:(0,0).city")
    assert strengths(state, [feature_at(state, 0, 0, "city")]) == [0, 3, 0]
    assert supply(state, "big") == [1, 0, 1]


def test_CROP_A_4_beside_a_big_follower() -> None:
    state = crops("E(0,0) CFFF +blue:big:city ; to red ; supply 7/1 1/0 7/1", "inns_and_cathedrals")
    lay(state, SHIELD)
    assert choices(play(state, "grow")) == {"-", "add:follower:(0,0).city"}


# Removing


def test_CROP_B_1_one_of_ones_own_must_go() -> None:
    state = crops("E(0,0) CFFF +blue:city +blue:big:city +red:city, E(5,5) CFFF +blue:city", "inns_and_cathedrals")
    lay(state, SHIELD)
    play(state, "wither")
    found = {"remove:follower:(0,0).city", "remove:big:(0,0).city", "remove:follower:(5,5).city"}
    assert choices(state) == found
    assert refusal(state, "-") == "wrong_moment"
    play(state, "remove:big:(0,0).city")
    assert (supply(state, "big"), followers(state), state.score) == ([1, 1, 1], [6, 5, 7], [0, 0, 0])
    assert choices(state) == {"remove:follower:(0,0).city"}
    play(state, "remove:follower:(0,0).city")
    assert standing(state) == {"blue follower (0,0)", "blue follower (5,5)"}
    assert over_to(state, BLUE)


def test_CROP_B_2_even_the_one_just_put_down() -> None:
    state = play(crops(KNIGHTS), "K2-CFDF(1,0) +city.N")
    play(state, "wither remove:follower:(0,0).city")
    assert choices(state) == {"remove:follower:(1,0).city.N", "remove:follower:(5,0).city"}
    play(state, "remove:follower:(1,0).city.N")
    assert standing(state) == {"red follower (5,0)"}


def test_CROP_B_2_but_not_one_that_the_scoring_sent_home() -> None:
    state = play(crops("E(0,0) CFFF, E(5,0) CFFF +blue:city"), "K2-CFDF(0,-1) +city.S")
    assert (state.score, choices(state)) == ([4, 0, 0], BOTH)
    assert over_to(play(state, "wither remove:follower:(5,0).city"), BLUE)


def test_CROP_TURN_3_the_one_just_put_down_is_concerned() -> None:
    assert choices(play(crops("E(0,0) CFFF"), "K2-CFDF(1,0) +city.N")) == BOTH
    assert over_to(play(crops("E(0,0) CFFF"), "K2-CFDF(1,0) +field.W"), BLUE)


@pytest.mark.parametrize("action", ["grow", "wither"])
def test_CROP_PASS_1_who_has_none_is_skipped(action: str) -> None:
    state = lay(crops("E(0,0) CFFF +green:city, U(5,5) FRFR +blue:road +red:road"), SHIELD)
    play(state, action)
    assert actor(state) == GREEN
    play(state, max(choices(state)))
    assert over_to(state, BLUE)


def test_CROP_PASS_1_who_has_nobody_to_add_is_skipped() -> None:
    text = "E(0,0) CFFF +blue:city +green:city +red:city ; to red ; supply 0 0 1"
    state = lay(crops(text), SHIELD)
    grown = play(state.copy(), "grow")
    assert actor(grown) == GREEN
    assert over_to(play(grown, "-"), BLUE)
    assert actor(play(state, "wither")) == BLUE, "removing needs no supply"


def test_CROP_PASS_1_nobody_at_all_can_add() -> None:
    state = lay(crops("E(0,0) CFFF +blue:city ; to red ; supply 7 0 7"), SHIELD)
    assert choices(state) == BOTH
    assert over_to(play(state, "grow"), BLUE)


# What it does not do


@pytest.mark.parametrize("action", ["grow", "wither"])
def test_CROP_END_1_nothing_is_scored(action: str) -> None:
    """Not even a city that is complete, as no game would leave it."""
    state = lay(crops("E(0,0) CFFF +blue:city, E(0,-1) FFCF, E(5,0) CFFF +red:city"), SHIELD)
    events = told(state, action)
    while state.seat == RED:
        events += told(state, max(choices(state)))
    assert not {"scored", "farmed"} & set(names(events))
    assert state.score == [0, 0, 0]


def test_CROP_END_2_builder_and_pig_go_home_with_the_last_follower() -> None:
    pair = "U(0,0) FRFR +blue:road +blue:builder:road, U(1,0) FRFR +blue:road, U(0,5) FRFR +red:road +red:builder:road"
    state = lay(crops(pair, "traders_and_builders"), CLUB)
    play(state, "wither remove:follower:(0,0).road")
    assert "blue builder (0,0)" in standing(state), "another thief is on the road"
    play(state, "remove:follower:(0,5).road")
    assert standing(state) == {"blue builder (0,0)", "blue follower (1,0)"}
    farm = "B(0,0) +blue:field +blue:pig:field, E(5,5) CFFF +red:field"
    state = lay(crops(farm, "traders_and_builders"), "K2-CFRF(5,6)/FCFR")
    play(state, "wither remove:follower:(0,0).field")
    assert (standing(state), supply(state, "pig")) == ({"red follower (5,5)"}, [1, 1, 1])


# With other expansions


def test_CROP_INT_1_before_the_second_part() -> None:
    text = "U(0,0) FRFR +red:road, U(1,0) FRFR +red:builder:road, U(5,5) FRFR +blue:road"
    state = lay(crops(text, "traders_and_builders"), "K2-CRFS(2,0)")
    assert over_to(state, RED), "no farmer: no action"
    assert state.part == 1
    state = play(crops(text, "traders_and_builders"), "K2-RSTT(2,0)/3 -")
    assert (choices(state), state.part) == (BOTH, 0)
    play(state, "wither remove:follower:(5,5).road remove:follower:(0,0).road")
    assert (standing(state), state.seat, state.part) == (set(), RED, 1), "the part earned is not lost"
    lay(state, "K2-FRSS(0,-1)/2")
    assert over_to(state, BLUE)


def test_CROP_INT_1_in_both_parts() -> None:
    text = "U(0,0) FRFR +red:road, U(1,0) FRFR +red:builder:road, U(5,5) FRFR +blue:road"
    state = play(crops(text, "traders_and_builders"), "K2-RSTT(2,0)/3 - grow - -")
    assert state.part == 1
    lay(state, CLUB)
    assert (choices(state), state.part) == (BOTH, 1)
    assert actor(play(state, "wither")) == BLUE, "what was chosen in the first part is forgotten"


def test_CROP_INT_2_neither_in_carcassonne_nor_on_the_wheel() -> None:
    city = """
        CO-FIII-03(9,0) +blue:district, CO-IIII-06(9,10) +blue:district, CO-IFII-08(9,20) +blue:district,
        CO-IIRI-11(9,30) +blue:district
    """
    for tile in (SHIELD, FORK):
        assert over_to(lay(crops(f"{city}, E(0,0) CFFF", "count"), tile), BLUE)
    assert over_to(lay(crops(f"{city}, U(0,0) FRFR", "count"), CLUB), BLUE)
    crown = beside("E(0,0) CFFF", {(FAMINE, 0): "blue"})
    for tile in (SHIELD, FORK):
        assert over_to(lay(crops(crown, "wheel_of_fortune"), tile), BLUE)


def test_CROP_INT_3_monks_and_heretics_are_left_alone() -> None:
    saints = "B(9,9) +blue:monastery, CU-FFFF-shrine(12,9) +blue:shrine, E(0,0) CFFF"
    for tile in (SHIELD, FORK):
        assert over_to(lay(crops(saints, "cult"), tile), BLUE)
    state = lay(crops(f"{saints} +blue:city", "cult"), SHIELD)
    assert choices(play(state.copy(), "wither")) == {"remove:follower:(0,0).city"}
    assert choices(play(state, "grow")) == {"-", "add:follower:(0,0).city"}


def test_CROP_INT_4_special_pieces_are_not_concerned() -> None:
    others = ("traders_and_builders", "hills_and_sheep", "mage_and_witch")
    text = "E(0,0) CFFF +blue:shepherd:field +blue:pig:field, U(5,5) FRFR +blue:builder:road +0:mage:road"
    assert over_to(lay(crops(text, *others), FORK), BLUE)
    assert over_to(lay(crops(f"{text}, U(0,1) FRFR", *others), "K2-FRSS(6,5)"), BLUE)


def test_CROP_INT_5_without_farmers_the_pitchfork_does_nothing() -> None:
    for players in (2, 3):
        state = lay(crops(KNIGHTS, players=players, options="farmers=off"), FORK)
        assert over_to(state, BLUE)
    assert choices(lay(crops(KNIGHTS, options="farmers=off"), SHIELD)) == BOTH


def test_CROP_INT_7_no_tile_has_both_symbols() -> None:
    tiles = [tile for name in available() for tile in load(name).tiles]
    assert sum(bool(tile.mark("circle")) for tile in tiles) == 12
    assert not [tile.id for tile in tiles if tile.mark("circle") and tile.mark("fair")]


@pytest.mark.parametrize("options", ["", "hand_size=3"])
def test_CROP_TURN_1_the_last_tile_has_a_circle(options: str) -> None:
    hands = "; hand K2-CFDF,-,- -,-,- ; bag empty" if options else "; bag K2-CFDF:1"
    state = crops(f"E(0,0) CFFF +blue:city ; to red {hands}", players=2, options=options)
    play(state, "K2-CFDF (1,0) - grow add:follower:(0,0).city")
    assert (actor(state), state.score) == (OVER, [0, 1])


# Rulings


def test_CROP_RUL_3_the_series_of_the_rulebook() -> None:
    marks = [tile.mark("circle") for tile in load("corn_circles_2").tiles]
    assert sorted(marks) == [1, 1, 2, 2, 3, 3], "two shields, two clubs, two pitchforks"
    assert rules(RULES).options["circles"] == "second"


@pytest.mark.parametrize("seed", range(5))
def test_CROP_RUL_4_whole_games_follow_the_public_rules(seed: int) -> None:
    """After a circle one of the two is chosen, and each seat does it once at most; after other tiles nothing is."""
    expansions = ("crop_circles", "traders_and_builders", "inns_and_cathedrals", "cult", "catapult", "count")
    options = "hand_size=3" if seed % 2 else "circles=both"
    game = Game(f"bigbox2014 expansions={','.join(expansions)} {options}", 2 + seed, Seeded(seed))
    generator, circle, chosen = Random(seed), 0, 0
    did: list[tuple[int, str]] = []
    while not game.over:
        seat, action = game.actor, generator.choice(game.options())
        kind = game.rules.kind_of(action).name
        game.play(action)
        assert pieces_conserved(game.state) == followers_agree(game.state) == []
        if kind == "place":
            circle, did = game.state.board.mark(-1, "circle"), []
        elif kind in BOTH:
            assert circle
            did, chosen = [(-1, kind)], chosen + 1
        elif kind in ("add", "remove"):
            assert did[0] == (-1, "grow" if kind == "add" else "wither")
            assert seat not in [who for who, _ in did]
            did.append((seat, kind))
    assert chosen > 2


# In words


def test_CROP_TURN_2_in_words() -> None:
    state = lay(crops(KNIGHTS), SHIELD)
    events = told(state.copy(), "grow add:follower:(0,0).city")
    assert said(events, "circle_grows", players=3) == ["Red lets everybody add a knight."]
    assert said(events, "circle_grows", "fr", players=3) == ["Red laisse chacun ajouter un chevalier."]
    assert said(events, "put", players=3) == ["Blue puts a follower in the city (0,0)."]
    assert said(events, "put", "fr", players=3) == ["Blue place un partisan dans la ville (0,0)."]
    events = told(state, "wither remove:follower:(0,0).city")
    assert said(events, "circle_withers", players=3) == ["Red makes everybody remove a knight."]
    assert said(events, "circle_withers", "fr", players=3) == ["Red oblige chacun à retirer un chevalier."]
    assert said(events, "returned", players=3) == ["Blue takes back a follower that stood in the city (0,0)."]
