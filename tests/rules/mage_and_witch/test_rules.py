"""The rules and rulings of mage and witch."""

from __future__ import annotations

import pytest

from bastide import OVER, actor, start
from bastide.games import parse_rules
from bastide.rules.pieces import feature_of, pieces_named
from bastide.rules.scoring import strengths
from tests.boards import (
    BLUE,
    RED,
    board,
    choices,
    each,
    feature_at,
    finish,
    followers,
    legal_kinds,
    play,
    refusal,
)
from tests.rules.base.playing import names, told
from tests.rules.mage_and_witch.figures import FULL, IC, MAGIC, RULES, TB, figures, moves, targets, two
from tests.rules.special import over, said, supply

# Setting up


@pytest.mark.parametrize("preset", ["first", "second", "bigbox2014", "anniversary"])
def test_MW_SETUP_1_eight_tiles_more_and_both_beside_the_map(preset: str) -> None:
    state = start(parse_rules(f"{preset} expansions=mage_and_witch"), 2)
    assert state.left == 71 + 8
    last = "MW-CRRD-garden" if preset == "anniversary" else "MW-CRRD"
    assert {*MAGIC[:7], last, "U"} <= choices(state), "any of them may be drawn at once"
    assert (figures(state), state.pieces) == ({}, [])
    assert supply(state, "mage") == supply(state, "witch") == [0, 0], "they are nobody's"


# Placing and moving


@pytest.mark.parametrize("tile", MAGIC)
def test_MW_PLACE_1_every_magic_tile_moves_one_before_any_piece(tile: str) -> None:
    """MW-RUL-1: whichever of the two."""
    state = two("E(0,1) CFFF, U(5,5) FRFR ; to red")
    play(state, f"{tile}(0,0)/{1 if tile == 'MW-RCSC' else 2}")
    assert legal_kinds(state) == {"enchant"}, "it must be done"
    assert refusal(state, "-") == "wrong_moment"
    assert targets(state, "mage") == targets(state, "witch") >= {"(5,5).road"}
    play(state, "enchant:witch:(5,5).road")
    assert (state.seat, legal_kinds(state)) == (RED, {"pass", "deploy"}), "one, and only one"
    assert figures(state) == {"witch": "(5,5).road"}


def test_MW_PLACE_1_other_tiles_move_nobody() -> None:
    state = play(two("U(0,0) FRFR +0:mage:road, U(5,5) FRFR ; to red"), "U(1,0)")
    assert legal_kinds(state) == {"pass", "deploy"}


def test_MW_PLACE_2_exactly_the_open_ones() -> None:
    text = "D(0,0) CRFR, E(0,-1) FFCF, A(-1,0) FRFF, N(0,1) FFCC, W(7,7) FRRR, A(8,7) FFFR ; to red"
    state = play(two(text), "MW-CRST(1,0)/RRCR")
    # Complete: the city at (0,0), the roads between (-1,0) and (1,0) and between (7,7) and (8,7)
    everything = {"(0,1).city", "(7,7).road.S", "(7,7).road.W", "(1,0).road.N", "(1,0).road.E", "(1,0).city"}
    assert choices(state) == moves(*everything)


def test_MW_PLACE_3_occupied_or_not() -> None:
    text = "U(0,0) FRFR +red:road, U(0,5) FRFR +blue:road, U(0,7) FRFR +red:road +blue:road, U(0,9) FRFR, E(3,0) FCFF"
    state = play(two(f"{text} ; to red"), "MW-CFDF(4,0)/FCFC")
    assert targets(state, "mage") == {"(0,0).road", "(0,5).road", "(0,7).road", "(0,9).road", "(4,0).city.E"}


def test_MW_PLACE_4_never_to_the_other() -> None:
    """MW-PLACE-5, MW-RUL-2: and not to where it is."""
    text = f"{FULL}, U(0,5) FRFR +0:mage:road, V(0,7) FFRR +0:witch:road, U(0,9) FRFR ; to red"
    state = play(two(text), "MW-CFDF(0,0)")
    assert choices(state) == moves("(0,9).road")
    assert refusal(state, "enchant:mage:(0,7).road") == "not_an_option"
    assert refusal(state, "enchant:mage:(0,5).road") == "not_an_option"
    play(state, "enchant:mage:(0,9).road")
    assert figures(state) == {"mage": "(0,9).road", "witch": "(0,7).road"}


def test_MW_PLACE_5_a_whole_feature_is_one_place() -> None:
    """MW-PLACE-9: it does not matter where on the road."""
    text = f"{FULL}, U(0,5) FRFR, U(1,5) FRFR, U(2,5) FRFR +0:mage:road ; to red"
    state = play(two(text), "MW-CFDF(0,0)")
    assert choices(state) == {"dispel:mage"}, "there is only this one road"


def test_MW_PLACE_6_move_the_one_or_bring_the_other() -> None:
    state = play(two(f"{FULL}, U(0,5) FRFR +0:mage:road, U(0,9) FRFR ; to red"), "MW-CFDF(0,0)")
    assert choices(state) == moves("(0,9).road")
    moved = play(state.copy(), "enchant:mage:(0,9).road")
    assert figures(moved) == {"mage": "(0,9).road"}
    play(state, "enchant:witch:(0,9).road")
    assert figures(state) == {"mage": "(0,5).road", "witch": "(0,9).road"}


def test_MW_PLACE_7_one_leaves_if_neither_can_go_anywhere() -> None:
    """MW-RUL-3: and only then."""
    both = f"{FULL}, U(0,5) FRFR +0:mage:road, U(0,9) FRFR +0:witch:road{{}} ; to red"
    state = play(two(both.format("")), "MW-CFDF(0,0)")
    assert choices(state) == {"dispel:mage", "dispel:witch"}
    assert refusal(state, "-") == "wrong_moment"
    play(state, "dispel:witch -")
    assert figures(state) == {"mage": "(0,5).road"}
    free = play(two(both.format(", U(3,9) FRFR")), "MW-CFDF(0,0)")
    assert "dispel" not in legal_kinds(free)
    assert refusal(free, "dispel:witch") == "wrong_moment"


def test_MW_PLACE_7_nothing_at_all_on_an_empty_map() -> None:
    """With one on the map there is no choice whom to remove."""
    one = play(two(f"{FULL}, U(0,5) FRFR +0:witch:road ; to red"), "MW-CFDF(0,0)")
    assert choices(one) == {"dispel:witch"}
    none = play(two(f"{FULL} ; to red"), "MW-CFDF(0,0)")
    assert legal_kinds(none) == {"pass", "deploy"}


def test_MW_PLACE_8_back_with_any_later_magic_tile() -> None:
    """Even in the same player's next turn."""
    state = two(f"{FULL}, U(0,5) FRFR +0:mage:road ; to red")
    play(state, "MW-CFDF(0,0) dispel:mage - E(1,0) - MW-CFDF(1,-1)")
    assert (state.seat, choices(state)) == (RED, moves("(0,5).road", "(1,-1).city.N"))
    play(state, "enchant:mage:(0,5).road")
    assert figures(state) == {"mage": "(0,5).road"}


def test_MW_PLACE_9_follows_the_feature_as_it_grows() -> None:
    state = two("U(0,0) FRFR +0:mage:road, U(2,0) FRFR, B(2,1), B(1,1), B(0,1) ; to red")
    play(state, "U(1,0) +road")
    for x in (0, 1, 2):
        assert feature_at(state, x, 0, "road") == feature_of(state, pieces_named(state, "mage")[0])
    play(state, "U(3,0) -")
    assert finish(state) == [8, 0], "four tiles and four more"
    play(state, "MW-RCSC(4,0)/CRCR")
    assert not targets(state, "mage") & {f"({x},0).road" for x in range(5)}


def test_MW_PLACE_9_one_place_a_feature() -> None:
    """It is named by the part of the feature that was laid first."""
    road = ", ".join(f"U({x},0) FRFR" for x in range(6))
    state = play(two(f"E(0,9) FFCF, E(0,11) CFFF, {road} ; to red"), "MW-CFDF(0,10)")
    assert choices(state) == moves("(0,0).road")


def test_MW_PLACE_10_no_followers() -> None:
    state = play(two("U(0,0) FRFR +0:mage:road, E(0,1) FFCF +0:witch:city ; to red"), "U(1,0)")
    assert "+road" in choices(state), "it occupies nothing"
    play(state, "+road")
    road = feature_at(state, 0, 0, "road")
    assert strengths(state, [road]) == [1, 0]
    assert finish(state) == [4, 0]
    assert finish(two("U(0,0) FRFR +0:mage:road, E(0,1) FFCF +0:witch:city")) == [0, 0]


def test_MW_PLACE_10_no_companions_either() -> None:
    """A builder needs a follower, and mage or witch are none."""
    state = play(two("U(0,0) FRFR +0:mage:road ; to red", TB), "U(1,0)")
    assert not [token for token in choices(state) if "builder" in token]
    assert not [token for token in choices(state) if "mage" in token or "witch" in token]


# Collision

APART = "U(0,0) FRFR +0:mage:road, U(2,0) FRFR +0:witch:road, B(0,1), B(1,1), B(2,1){} ; to {}"


def test_MW_MERGE_1_one_of_them_must_go_before_any_piece() -> None:
    """MW-RUL-7: also where nothing is scored."""
    state = play(two(APART.format(", V(5,5) FFRR, E(7,7) FCFF", "blue")), "U(1,0)")
    assert (state.seat, choices(state)) == (BLUE, moves("(5,5).road", "(7,7).city"))
    play(state, "enchant:mage:(7,7).city")
    assert figures(state) == {"mage": "(7,7).city", "witch": "(2,0).road"}
    assert (state.seat, legal_kinds(state)) == (BLUE, {"pass", "deploy"})
    play(state, "+road")
    assert finish(state) == [0, 2], "half of three, rounded up"


def test_MW_MERGE_1_in_cities_and_in_the_second_part() -> None:
    cities = "E(0,0) FCFF +0:mage:city, G(2,0) FCFC +0:witch:city, B(0,1), B(1,1), B(2,1)"
    road = "U(0,5) FRFR +red:road +red:builder:road"
    state = play(two(f"{cities}, {road} ; to red", TB), "U(1,5) -")
    assert (state.seat, state.part) == (RED, 1)
    play(state, "G(1,0)")
    assert choices(state) == moves("(0,5).road")
    play(state, "enchant:witch:(0,5).road")
    assert finish(state) == [1, 0], "half of the two tiles of his road"


@pytest.mark.parametrize(("left", "points"), [("mage", 2), ("witch", 6)])
def test_MW_MERGE_2_nowhere_to_go(left: str, points: int) -> None:
    state = play(two(APART.format("", "red")), "U(1,0)")
    assert choices(state) == {"dispel:mage", "dispel:witch"}
    play(state, f"dispel:{left} +road")
    assert finish(state) == [points, 0]


def test_MW_MERGE_3_one_move_does_for_both() -> None:
    text = "E(0,0) FCFF +0:mage:city, G(2,0) FCFC +0:witch:city, B(0,1), B(2,1), U(9,9) FRFR ; to red"
    state = play(two(text), "MW-RCSC(1,0)")
    assert choices(state) == moves("(9,9).road", "(1,0).road.N", "(1,0).road.S")
    play(state, "enchant:mage:(1,0).road.N")
    assert legal_kinds(state) == {"pass", "deploy"}
    assert figures(state) == {"mage": "(1,0).road.N", "witch": "(2,0).city"}


def test_MW_MERGE_3_nowhere_to_go_one_removal_does_for_both() -> None:
    around = "A(1,-1) FFRF, A(1,1) RFFF"
    text = f"E(0,0) FCFF +0:mage:city, G(2,0) FCFC +0:witch:city, B(0,1), B(2,1), {around} ; to red"
    state = play(two(text), "MW-RCSC(1,0)")
    assert choices(state) == {"dispel:mage", "dispel:witch"}
    play(state, "dispel:mage")
    assert (figures(state), legal_kinds(state)) == ({"witch": "(2,0).city"}, {"pass", "deploy"})


@pytest.mark.parametrize(("token", "points"), [("dispel:witch", 6), ("dispel:mage", 2)])
def test_MW_MERGE_4_a_completed_feature_counts_with_who_stays(token: str, points: int) -> None:
    text = "A(0,0) FRFF +red:road +0:mage:road, A(2,0) FFFR +0:witch:road"
    state = play(two(f"{text}, B(1,1), B(0,1), B(2,1) ; to blue"), "U(1,0)")
    assert (state.seat, choices(state)) == (BLUE, {"dispel:mage", "dispel:witch"})
    play(state, f"{token} -")
    assert (state.score, figures(state)) == ([points, 0], {})


# Scoring


@pytest.mark.parametrize(("figure", "points"), [("", 12), ("mage", 16), ("witch", 6)])
def test_MW_SCORE_1_a_point_more_a_tile_but_none_for_shields(figure: str, points: int) -> None:
    """MW-SCORE-2: or half of it all. MW-SCORE-5: and both leave."""
    there = f"+0:{figure}:city" if figure else ""
    state = two(f"E(0,0) FCFF +red:city {there}, F(1,0) FCFC, F(2,0) FCFC ; to blue")
    play(state, "E(3,0)/FFFC -")
    assert (state.score, figures(state), followers(state)) == ([points, 0], {}, [7, 7])


@pytest.mark.parametrize(("tiles", "mage", "witch"), [(2, 4, 1), (3, 6, 2), (4, 8, 2), (5, 10, 3), (6, 12, 3)])
def test_MW_SCORE_2_half_rounded_up(tiles: int, mage: int, witch: int) -> None:
    """MW-RUL-8."""
    road = ", ".join(f"U({x},0) FRFR" for x in range(1, tiles - 1))
    for figure, points in (("mage", mage), ("witch", witch)):
        text = f"A(0,0) FRFF +red:road +0:{figure}:road" + (f", {road}" if road else "")
        state = play(two(f"{text} ; to blue"), f"A({tiles - 1},0)/FFFR -")
        assert state.score == [points, 0]


def test_MW_SCORE_3_inn_cathedral_shields_and_small_cities_come_first() -> None:
    """MW-RUL-4, MW-INT-1: 3 × (6 + 1) = 21, 27 with the mage, 11 with the witch."""
    text = """
        IC-CCCC-cathedral(0,0) +red:city {}, E(0,-1) FFCF, E(-1,0) FCFF, E(0,1) CFFF, F(1,0) FCFC ; to blue
    """
    for figure, points in (("", 21), ("+0:mage:city", 27), ("+0:witch:city", 11)):
        assert play(two(text.format(figure), IC), "E(2,0)/FFFC -").score == [points, 0]


@pytest.mark.parametrize(("figure", "points"), [("", 6), ("+0:mage:road", 9), ("+0:witch:road", 3)])
def test_MW_INT_2_the_inn_comes_first(figure: str, points: int) -> None:
    """MW-RUL-4."""
    state = two(f"A(0,0) FRFF +red:road {figure}, IC-FRFR-inn(1,0) ; to blue", IC)
    assert play(state, "A(2,0)/FFFR -").score == [points, 0]


@pytest.mark.parametrize(
    ("worth", "figure", "points"), [(2, "mage", 4), (2, "witch", 1), (4, "mage", 6), (4, "witch", 2)]
)
def test_MW_INT_3_a_city_of_two_tiles(worth: int, figure: str, points: int) -> None:
    text = f"E(0,0) FCFF +red:city +0:{figure}:city ; to blue"
    assert play(two(text, options=f"tiny_city={worth}"), "E(1,0)/FFFC -").score == [points, 0]


def test_MW_SCORE_4_everybody_who_ties_gets_it_all() -> None:
    text = "A(0,0) FRFF +red:road +0:{}:road, U(1,0) FRFR +blue:road, U(2,0) FRFR +blue:road +green:road {} ; to red"
    assert play(board(text.format("mage", "+red:road"), RULES), "A(3,0)/FFFR -").score == each(red=8, blue=8)
    assert play(board(text.format("witch", "+red:road"), RULES), "A(3,0)/FFFR -").score == each(red=2, blue=2)
    assert play(board(text.format("mage", ""), RULES), "A(3,0)/FFFR -").score == each(blue=8)


def test_MW_SCORE_5_only_who_stands_there_leaves() -> None:
    """MW-RUL-6: even if nobody scores."""
    text = "A(0,0) FRFF {} +0:mage:road, U(1,0) FRFR, E(5,5) FCFF +0:witch:city ; to blue"
    for thief in ("+red:road", ""):
        state = play(two(text.format(thief)), "A(2,0)/FFFR -")
        assert figures(state) == {"witch": "(5,5).city"}
        assert state.score == ([6, 0] if thief else [0, 0])


def test_MW_SCORE_5_after_the_score() -> None:
    state = two("A(0,0) FRFF +red:road +0:mage:road, U(1,0) FRFR ; to blue")
    assert names(told(state, "A(2,0)/FFFR -")) == ["drawn", "placed", "scored", "returned", "left"]


def test_MW_SCORE_6_not_to_what_the_tile_completes() -> None:
    state = play(two("E(0,1) CFFF +red:city, U(9,9) FRFR ; to red"), "MW-CFDF(0,0)")
    assert choices(state) == moves("(0,0).city.N", "(9,9).road")
    assert refusal(state, "enchant:mage:(0,0).city.S") == "not_an_option"
    there = play(two("E(0,1) CFFF +red:city +0:mage:city, U(9,9) FRFR ; to red"), "MW-CFDF(0,0)")
    gone = play(there.copy(), "enchant:mage:(9,9).road -")
    assert (gone.score, figures(gone)) == ([4, 0], {"mage": "(9,9).road"})
    play(there, "enchant:witch:(9,9).road -")
    assert (there.score, figures(there)) == ([6, 0], {"witch": "(9,9).road"}), "who was there already counts"


# At the end


@pytest.mark.parametrize(
    ("text", "plain", "mage", "witch"),
    [
        ("U(0,0) FRFR +red:road {}, U(1,0) FRFR, U(2,0) FRFR", 3, 6, 2),
        ("E(0,0) FCFF +red:city {}, F(1,0) FCFC, F(2,0) FCFC", 5, 8, 3),
        ("E(0,0) FCFF +red:city {}", 1, 2, 1),
    ],
)
def test_MW_FINAL_1_incomplete_roads_and_cities(text: str, plain: int, mage: int, witch: int) -> None:
    """MW-FINAL-2."""
    spot = "city" if "city" in text else "road"
    assert finish(two(text.format(""))) == [plain, 0]
    assert finish(two(text.format(f"+0:mage:{spot}"))) == [mage, 0]
    assert finish(two(text.format(f"+0:witch:{spot}"))) == [witch, 0]


def test_MW_FINAL_1_to_all_who_tie_and_none_without_followers() -> None:
    """MW-FINAL-2."""
    text = "U(0,0) FRFR +red:road, U(1,0) FRFR +blue:road +0:mage:road, E(5,5) FCFF +0:witch:city"
    assert finish(two(text)) == [4, 4]


@pytest.mark.parametrize(
    ("text", "mage"),
    [
        ("IC-FRFR-inn(0,0) +red:road +0:{}:road, U(1,0) FRFR", 2),
        ("IC-CCCC-cathedral(0,0) +red:city +0:{}:city, F(1,0) FCFC, F(2,0) FCFC", 3),
    ],
)
def test_MW_FINAL_3_worthless_ones(text: str, mage: int) -> None:
    """MW-RUL-5: a point a tile with the mage, none for shields, nothing with the witch."""
    assert finish(two(text.format("mage"), IC)) == [mage, 0]
    assert finish(two(text.format("witch"), IC)) == [0, 0]


def test_MW_FINAL_1_after_half_points() -> None:
    """Both change what the option has left of an incomplete road."""
    text = "U(0,0) FRFR +red:road +0:{}:road, U(1,0) FRFR, U(2,0) FRFR, U(3,0) FRFR, U(4,0) FRFR, U(5,0) FRFR"
    assert finish(two(text.format("mage"), options="half_points=on")) == [3 + 6, 0]
    assert finish(two(text.format("witch"), options="half_points=on")) == [2, 0]


def test_MW_FINAL_4_nothing_else_is_changed() -> None:
    monastery = "A(0,0) FFRF +red:monastery +0:{}:road, B(1,0), B(1,1)"
    field = "E(0,-1) FFCF, E(0,0) CFFF +red:field, E(1,0) CFFF +0:{}:city"
    for figure in ("mage", "witch"):
        assert finish(two(monastery.format(figure))) == [3, 0]
        assert finish(two(field.format(figure))) == [3, 0]
        shrine = f"CU-FFRF-shrine(0,0) +red:shrine +0:{figure}:road, E(1,0)"
        assert finish(two(shrine, "cult")) == [2, 0]
        goods = f"D(0,0) +0:{figure}:city ; column goods.held 1 0 0 0 0 0"
        assert finish(two(goods, TB)) == [10, 0]
        titles = f"E(0,-1) FFCF, D(0,0) CRFR +0:{figure}:road ; column king.held 1 0 ; column king.record 2"
        assert finish(two(titles, "king_and_robber")) == [1, 0]


def test_MW_FINAL_1_a_magic_tile_can_be_the_last_one() -> None:
    state = play(two("U(0,0) FRFR +red:road, U(1,0) FRFR, E(0,1) FFCF ; to red ; bag MW-CFDF:1"), "MW-CFDF(0,2)")
    assert legal_kinds(state) == {"enchant"}
    play(state, "enchant:mage:(0,0).road -")
    assert actor(state) == OVER
    assert state.score == [4, 0]


def test_MW_PLACE_1_a_turn_that_is_passed_moves_nobody() -> None:
    """With hands: the magic tile of the turn before does not count again."""
    text = f"{FULL}, U(0,5) FRFR ; to red ; hand MW-CFDF,B,- C,-,- ; bag empty"
    state = play(two(text, options="hand_size=3"), "MW-CFDF (0,0)")
    events = told(state, "enchant:mage:(0,5).road -")
    assert [name for name in names(events) if name in ("enchanted", "passed")] == ["enchanted", "passed"]
    assert (state.seat, choices(state), figures(state)) == (RED, {"B"}, {"mage": "(0,5).road"})


# In words


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Red moves the witch to the road (5,5)."), ("fr", "Red déplace vers la route (5,5) : sorcière.")],
)
def test_MW_PLACE_1_in_words(language: str, text: str) -> None:
    state = two("E(0,1) CFFF, U(5,5) FRFR ; to red")
    events = told(state, "MW-CFDF(0,0) enchant:witch:(5,5).road")
    assert said(events, "enchanted", language, players=2) == [text]


@pytest.mark.parametrize(
    ("language", "text"), [("en", "The mage leaves the road (0,5)."), ("fr", "Quitte la route (0,5) : magicien.")]
)
def test_MW_PLACE_7_in_words(language: str, text: str) -> None:
    state = two(f"{FULL}, U(0,5) FRFR +0:mage:road ; to red")
    events = told(state, "MW-CFDF(0,0) dispel:mage -")
    assert said(events, "left", language, players=2) == [text]


@pytest.mark.parametrize(
    ("figure", "language", "text"),
    [
        ("mage", "en", "Complete: the road (0,0), 3 tiles × 1, mage: 3 tiles × 1 more = 6 points for Red."),
        ("mage", "fr", "Terminé : la route (0,0), 3 tuiles × 1, magicien : 3 tuiles × 1 de plus = 6 points pour Red."),
        (
            "witch",
            "en",
            "Complete: the road (0,0), 3 tiles × 1, witch, half the points, rounded up: -1 = 2 points for Red.",
        ),
        (
            "witch",
            "fr",
            "Terminé : la route (0,0), 3 tuiles × 1, sorcière, moitié des points, arrondie vers le haut : -1"
            " = 2 points pour Red.",
        ),
    ],
)
def test_MW_SCORE_1_in_words(figure: str, language: str, text: str) -> None:
    """MW-SCORE-2, MW-SCORE-5: it is told, too, that they leave."""
    state = two(f"A(0,0) FRFF +red:road +0:{figure}:road, U(1,0) FRFR ; to blue")
    events = told(state, "A(2,0)/FFFR -")
    assert said(events, "scored", language, players=2) == [text]
    assert len(said(events, "left", language, players=2)) == 1


def test_MW_FINAL_3_in_words() -> None:
    _, events = over(two("IC-FRFR-inn(0,0) +red:road +0:mage:road, U(1,0) FRFR", IC))
    assert said(events, "scored", players=2) == [
        "Incomplete: the road (0,0), unfinished, with an inn: 0, mage: 2 tiles × 1 more = 2 points for Red."
    ]
