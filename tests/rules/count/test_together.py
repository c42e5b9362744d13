"""The Count of Carcassonne together with other expansions, and with hands of three tiles."""

from __future__ import annotations

import pytest

from bastide import CHANCE, OVER, BadRules, Game, Seeded
from bastide.expansions.traders_and_builders import HELD
from bastide.rules import engine
from bastide.rules.pieces import followers_of, kind_of
from bastide.words import say
from tests.boards import (
    BLUE,
    EDITIONS,
    GREEN,
    RED,
    choices,
    feature_at,
    finish,
    followers,
    legal_kinds,
    placements,
    play,
)
from tests.boards import rules as make
from tests.games import plies
from tests.rules.base.playing import names, told
from tests.rules.count.town import (
    CASTLE,
    CATHEDRAL,
    CITY,
    FARM,
    ISLAND,
    LAST,
    MARKET,
    NORTH,
    ROAD,
    SHRINE,
    SMITHY,
    ended,
    enters,
    inside,
    leave,
    rules,
    town,
)
from tests.rules.special import supply

TB = "traders_and_builders"
IC = "inns_and_cathedrals"
HS = "hills_and_sheep"


def test_COUNT_INT_1_the_big_follower_enters_and_leaves() -> None:
    state = play(town(f"{ROAD.format('+blue:road')} ; to red", IC), LAST["road"])
    assert choices(state) == enters("follower", "big")
    play(state, f"enter:big:{CASTLE} escort:{MARKET}")
    assert (inside(state), supply(state, "big"), followers(state)) == ({"castle": "red:big"}, [0, 1, 1], [7, 7, 7])
    only = town(f"{ROAD.format('+blue:road')} ; supply 0/1 6/1 7/1 ; to red", IC)
    play(only, LAST["road"])
    assert choices(only) == enters("big")
    city = town(f"{CITY.format('+green:city')} ; to blue", IC, count=MARKET, castle="red:big red")
    play(city, LAST["city"])
    assert choices(city) == {"-", leave("city"), leave("city", "big")}
    events = told(city, f"{leave('city', 'big')} -")
    (facts,) = (event.facts for event in events if event.name == "scored")
    assert facts["strengths"] == [2, 0, 1]
    assert (city.score, inside(city)) == ([6, 0, 0], {"castle": "red"})


def test_COUNT_INT_2_only_followers_enter() -> None:
    state = town(f"{ROAD.format('+blue:road')} ; supply 0/1/1/1 6/1/1/1 7/1/1/1 ; to red", TB, HS)
    play(state, LAST["road"])
    assert legal_kinds(state) == {"draw"}, "builder, pig and shepherd stay outside"
    state = play(town(f"{ROAD.format('+blue:road')} ; to red", TB, HS), LAST["road"])
    assert choices(state) == enters()


def test_COUNT_INT_2_nobody_in_carcassonne_calls_a_builder() -> None:
    state = town(f"{CITY.format('')} ; to red", TB, count=MARKET, castle="red")
    play(state, "E(12,5)/FFFC")
    assert choices(state) == {"-", "+city", "+field"}
    play(state, f"- {leave('city')}")
    assert (state.score, supply(state, "builder"), legal_kinds(state)) == ([6, 0, 0], [1, 1, 1], {"draw"})
    pig = play(town("B(1,-1) ; to red", TB, market="red"), "B(0,-1)")
    assert "+pig:field" not in choices(pig)


def test_COUNT_INT_4_a_volcano_is_a_turn_of_its_own() -> None:
    around = "B(9,0), R2-FWFF-source(10,0), B(9,1), B(11,1), B(9,2), B(10,2), B(11,2)"
    text = f"B(10,1) +blue:monastery, {around}, A(20,0) FRFF +green:road, U(21,0) FRFR"
    state = town(f"{text} ; bag R2-FFFW-volcano-lake:1 A:1 B:3 ; to red", "river_2", cathedral="green")
    play(state, "R2-FFFW-volcano-lake(11,0)")
    token = f"leave:follower:{CATHEDRAL}:(10,1).monastery"
    assert (engine.actor(state), choices(state)) == (GREEN, {"-", token})
    play(state, token)
    assert state.score == [0, 9, 9]
    assert choices(state) == enters()
    play(state, f"enter:follower:{CASTLE} -")
    assert (state.seat, state.turn, legal_kinds(state)) == (RED, 2, {"draw"})
    play(state, "A(22,0)/FFFR -")
    assert state.score == [0, 9, 12]
    assert choices(state) == enters()
    play(state, f"enter:follower:{CASTLE} -")
    assert (state.seat, inside(state)) == (BLUE, {"castle": "red red"})


def test_COUNT_INT_7_out_to_the_building_that_is_complete() -> None:
    """CULT-INT-7: not to the one that is about to lose."""
    text = SHRINE.format("+blue:monastery", "+red:shrine")
    state = town(f"{text} ; to green", "cult", cathedral="blue blue")
    play(state, "E(12,2)/FFCF -")
    token = f"leave:follower:{CATHEDRAL}:(11,1).shrine"
    assert (engine.actor(state), choices(state)) == (BLUE, {"-", token})
    tied = play(state.copy(), f"{token} -")
    assert (tied.score, followers(tied)) == ([9, 9, 0], [7, 6, 7]), "blue's monk went home with the losers"
    play(state, f"{token} {token}")
    assert (state.score, followers(state)) == ([0, 9, 0], [7, 7, 7])
    assert (engine.actor(state), choices(state)) == (GREEN, enters())


def test_COUNT_INT_7_an_empty_building_becomes_a_rival() -> None:
    text = SHRINE.format("+blue:monastery", "")
    state = play(town(f"{text} ; to green", "cult", cathedral="red"), "E(12,2)/FFCF -")
    kept = play(state.copy(), "-")
    assert (kept.score, followers(kept)) == ([0, 0, 0], [6, 6, 7]), "an empty shrine beats nobody"
    play(state, f"leave:follower:{CATHEDRAL}:(11,1).shrine")
    assert (state.score, followers(state)) == ([9, 0, 0], [7, 7, 7])


def test_COUNT_INT_8_one_point_more_for_the_king() -> None:
    """KR-INT-3: and nobody needs to beat it."""
    cities = "E(10,0) FCFF, E(11,0) FFFC, E(14,0) FCFF"
    state = town(f"{cities}, {ISLAND} ; to red", "king_and_robber", players=2)
    assert state.ext["king.record"] == [0]
    play(state, "E(15,0)/FFFC -")
    assert (state.ext["king.held"], state.ext["king.record"]) == ([1, 0], [2])
    assert finish(state) == [3, 0]
    assert finish(town("B(30,30) ; column king.held 0 1 ; column king.record 2", "king_and_robber", players=2)) == [
        0,
        1,
    ]


def test_COUNT_INT_8_the_robber_counts_roads_that_end_at_the_walls() -> None:
    state = play(town("U(-1,0) FRFR ; to red", "king_and_robber", players=2), "A(-2,0)/FRFF -")
    assert state.ext["robber.record"] == [3]
    assert finish(state) == [1, 0]


HILL = "HS-CFFC-hill(10,5) CFFC {}, E(9,5) FCFF +blue:city ; to green"


def test_COUNT_INT_9_on_no_hill() -> None:
    state = town(HILL.format(""), HS, count=MARKET, castle="red")
    play(state, "E(10,4)/FFCF -")
    assert choices(state) == {"-", f"leave:follower:{CASTLE}:(10,5).city"}
    play(state, f"leave:follower:{CASTLE}:(10,5).city")
    assert state.score == [6, 6, 0], "though the hill is the tile that was laid first"
    real = play(town(HILL.format("+red:city"), HS), "E(10,4)/FFCF -")
    assert real.score == [6, 0, 0], "a knight on the hill wins"
    against = town(HILL.format("+green:city").replace("+blue:city", ""), HS, count=MARKET, castle="red")
    play(against, f"E(10,4)/FFCF - leave:follower:{CASTLE}:(10,5).city")
    assert against.score == [0, 0, 6], "and against whoever came out"


def test_COUNT_INT_9_market_farmers_on_no_hill_either() -> None:
    land = "HS-CFFC-hill(0,-1) CFFC, B(1,-1) +blue:field"
    state = ended(land, HS, market="red", players=2)
    play(state, NORTH)
    assert state.score == [3, 3]


@pytest.mark.parametrize(
    ("land", "last", "token", "points"),
    [
        ("A(10,0) FRFF, IC-FRFR-inn(11,0) FRFR", "A(12,0)/FFFR -", f"{SMITHY}:(10,0).road", 6),
        ("A(10,0) FRFF +0:mage:road, U(11,0) FRFR", "A(12,0)/FFFR -", f"{SMITHY}:(10,0).road", 6),
        ("A(10,0) FRFF +0:witch:road, U(11,0) FRFR", "A(12,0)/FFFR -", f"{SMITHY}:(10,0).road", 2),
        (
            "IC-CCCC-cathedral(11,5), E(10,5) FCFF, E(11,4) FFCF, E(11,6) CFFF",
            "E(12,5)/FFFC -",
            f"{CASTLE}:(11,5).city",
            15,
        ),
    ],
)
def test_COUNT_INT_10_points_are_changed_as_usual(land: str, last: str, token: str, points: int) -> None:
    state = town(f"{land} ; to red", IC, "mage_and_witch", count=MARKET, castle="blue", smithy="blue")
    play(state, last)
    assert engine.actor(state) == BLUE
    figures = [p for p in state.pieces if not state.rules.pieces[kind_of(p)].strength]
    assert len(figures) == land.count("+0:"), "mage and witch are still there when the moves are made"
    play(state, f"leave:follower:{token}")
    if "leave" in legal_kinds(state):
        play(state, "-")
    assert state.score == [0, points, 0]
    assert choices(state) == enters("follower", "big")


def test_COUNT_INT_10_mage_and_witch_never_go_to_carcassonne() -> None:
    state = town("E(10,5) FCFF, E(14,5) FCFF ; to red", "mage_and_witch")
    play(state, "MW-CFDF(11,5)/FCFC")
    spots = {token.split(":", 2)[2] for token in choices(state)}
    rim = {"(0,0).road", "(3,0).road", "(2,2).road", "(0,2).city.S", "(3,2).city.E"}
    assert spots == rim | {"(14,5).city", "(11,5).city.E"}


def test_COUNT_INT_11_followers_inside_are_nowhere_else() -> None:
    """Neither in the supply nor knights, farmers or monks, nor on the land: what the wheel would ask."""
    state = town(ISLAND, castle="red", market="red", smithy="red", cathedral="red")
    assert followers(state) == [3, 7, 7]
    assert followers_of(state, RED) == []
    assert not any(followers_of(state, RED, kind) for kind in ("city", "field", "monastery", "road"))


def test_COUNT_INT_12_goods_go_to_whoever_completed_the_city() -> None:
    state = town("E(10,0) FCFF, TB-FCFC-wine(11,0) FCFC ; to red", TB, count=MARKET, castle="blue")
    play(state, f"E(12,0)/FFFC - leave:follower:{CASTLE}:(10,0).city")
    assert state.score == [0, 6, 0]
    assert state.ext[HELD] == [1, 0, 0] + [0] * 6


@pytest.mark.parametrize("scoring", ["per_field_3", "per_city_3"])
def test_COUNT_INT_13_pigs_and_farmers_of_the_market(scoring: str) -> None:
    land = FARM.replace("+blue:field", "+blue:field +blue:pig:field")
    for number, points in ((0, [0, 12]), (1, [9, 12]), (2, [9, 0])):
        state = ended(land, TB, market="red red", players=2, options=f"field_scoring={scoring}")
        play(state, " ".join([NORTH] * number + ["-"] * (number < 2)))
        assert state.score == points


@pytest.mark.parametrize(("scoring", "points"), [("per_field_3", 8), ("per_city_3", 8), ("per_city_4", 10)])
def test_COUNT_INT_13_a_pigsty_counts_for_carcassonne_too(scoring: str, points: int) -> None:
    land = "R2-WFFW-pigs(1,-1), E(2,-1) CFFF, E(2,-2) FFCF"
    state = ended(land, TB, "river_2", market="red", players=2, options=f"field_scoring={scoring}")
    assert play(state, NORTH).score == [points, 0]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("river", "first"), [("river", "R1-CWRW"), ("river_2", "R2-WWFW-fork")])
def test_COUNT_INT_14_a_river_flows_away_from_the_block(edition: str, river: str, first: str) -> None:
    """RIV2-INT-6: it can be played, though the rulebook advises against it."""
    state = engine.start(make(rules(river, preset=edition)), 2)
    assert state.board.tile(12).id == f"{first[:2]}-FWFF-source"
    assert len(state.board.laid) == 13
    assert feature_at(state, 1, -1, "field") == feature_at(state, 1, 0, "field"), (
        "its bank joins the field of the walls"
    )
    assert {token.partition("/")[0] for token in placements(state, first)} == {"(1,-2)"}
    assert all(token.startswith(first[:2]) for token in choices(state)), "the river is drawn first"


def test_COUNT_INT_14_the_fork_may_turn_any_way() -> None:
    state = engine.start(make(rules("river_2")), 2)
    assert choices(state) == {"R2-WWFW-fork"}
    assert len(placements(state, "R2-WWFW-fork")) == 3


def test_COUNT_INT_14_and_RIV2_INT_6_with_a_warning() -> None:
    """The rulebook speaks of the River II alone; for the others the warning is ours, and says so."""
    ours = (" but we advise against it; no rulebook does.", " mais nous le déconseillons ; aucune règle ne le fait.")
    theirs = (" but the rulebook advises against it.", " mais la règle le déconseille.")
    for river, said in (("river", ours), ("river_2", theirs), ("river_20", ours)):
        ((message, facts),) = make(rules(river)).warnings
        assert facts == {"expansion": "count", "other": river}
        assert say("en", f"warning.{message}", facts) == f"count and {river} can be played together,{said[0]}"
        assert say("fr", f"warning.{message}", facts) == f"count et {river} peuvent se jouer ensemble,{said[1]}"
        assert make(f"bigbox2014 expansions={river}").warnings == ()
    assert make(rules(TB, HS, IC, "cult", "king_and_robber", "catapult", "crop_circles")).warnings == ()


@pytest.mark.parametrize("river", ["river", "river_2"])
def test_COUNT_INT_14_whole_games_with_a_river(river: str) -> None:
    game = Game(rules(river), seats=2, dealer=Seeded(3))
    for _ in plies(game, 3):
        pass
    assert game.over


def test_COUNT_INT_15_not_together_with_the_wheel() -> None:
    with pytest.raises(BadRules, match=r"wheel_of_fortune"):
        make(rules("wheel_of_fortune"))


def test_COUNT_INT_17_after_goods_titles_and_the_way_home() -> None:
    wine = "E(10,0) FCFF +blue:city, TB-FCFC-wine(11,0) FCFC ; to red"
    state = town(wine, TB, "king_and_robber", count=MARKET, castle="green")
    line = f"E(12,0)/FFFC - leave:follower:{CASTLE}:(10,0).city enter:follower:{SMITHY} escort:{SMITHY}"
    events = told(state, line)
    assert names(events) == [
        "drawn",
        "placed",
        "left_town",
        "scored",
        "returned",
        "returned",
        "traded",
        "took_king",
        "entered_town",
        "count_moved",
    ]


def test_COUNT_INT_17_before_crop_circles() -> None:
    state = town("E(10,5) FCFF +blue:city, G(8,5) FCFC +green:city ; to red", "crop_circles")
    play(state, "K2-CFDF(11,5)/FCFC -")
    assert (state.score, choices(state)) == ([0, 4, 0], enters())
    play(state, f"enter:follower:{CASTLE} -")
    assert choices(state) == {"grow", "wither"}


def test_COUNT_MOVE_1_and_COUNT_ENTER_1_with_hands() -> None:
    held = "hand A,B,B A,B,B ; to red"
    state = town(f"{ROAD.format('+blue:road')} ; {held}", options="hand_size=3", smithy="red", players=2)
    play(state, "A")
    play(state, "(12,0)/FFFR -")
    assert (engine.actor(state), choices(state)) == (RED, {"-", leave("road")})
    play(state, "-")
    assert (state.score, choices(state)) == ([0, 3], enters())
    play(state, f"enter:follower:{CASTLE} escort:{SMITHY}")
    assert (engine.actor(state), legal_kinds(state), state.seat) == (CHANCE, {"deal"}, RED), "then the hand is filled"


def test_COUNT_FINAL_1_with_hands() -> None:
    text = f"{FARM}, {ISLAND} ; bag empty ; hand B,-,- -,-,- ; to red"
    state = town(text, options="hand_size=3", market="red blue", players=2)
    play(state, "B (31,30) -")
    assert engine.actor(state) == BLUE
    play(state, NORTH)
    assert engine.actor(state) == RED
    play(state, "-")
    assert (engine.actor(state), state.score) == (OVER, [0, 9])
