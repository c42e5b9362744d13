"""Mage and witch together with other expansions, and in whole games."""

from __future__ import annotations

import pytest

from bastide import Game, Seeded, actor, start
from bastide.games import parse_rules
from bastide.kernel.geometry import xy
from bastide.play.invariants import wrong_with
from bastide.play.position import parse_position, position_text
from bastide.rules.pieces import feature_kind, feature_of, pieces_named
from bastide.rules.scoring import strengths
from bastide.rules.state import State
from tests.boards import (
    BLUE,
    RED,
    choices,
    feature_at,
    finish,
    followers,
    legal_kinds,
    play,
)
from tests.games import plies
from tests.rules.hills_and_sheep.flocks import flocks
from tests.rules.mage_and_witch.figures import HS, IC, RULES, TB, WOF, figures, moves, two
from tests.rules.special import stop_at

# With other expansions


def carcassonne(**held: str) -> str:
    """Return the block of Carcassonne as an island, with pieces on some of its tiles, by their numbers."""
    block = start(parse_rules("bigbox2014 expansions=count"), 2).board
    tiles = [(block.tile(n).id, x + 20, y + 20) for n, (x, y) in enumerate(map(xy, block.cell))]
    return ", ".join(f"{tile}({x},{y}) {held.get('n' + tile[-2:], '')}" for tile, x, y in tiles)


@pytest.mark.parametrize(("figure", "points"), [("mage", 6), ("witch", 2)])
def test_MW_INT_4_followers_leave_carcassonne_with_the_figures_in_place(figure: str, points: int) -> None:
    text = f"{carcassonne(n03='+red:district')}, E(0,0) FCFF +blue:city +0:{figure}:city ; to blue"
    state = two(text + " ; column count.stands 1", "count")
    play(state, "E(1,0)/FFFC -")
    assert (actor(state), legal_kinds(state)) == (RED, {"pass", "leave"})
    assert figures(state) == {figure: "(0,0).city"}
    play(state, "leave:follower:castle:(0,0).city")
    assert (state.score, figures(state)) == ([points, points], {})


def test_MW_INT_4_carcassonne_is_no_target_but_its_rim_is() -> None:
    state = play(start(parse_rules(f"{RULES},count"), 2), "MW-CFDF(0,3)")
    rim = {"(0,0).road", "(3,0).road", "(2,2).road", "(3,2).city.E", "(0,3).city.S"}
    assert choices(state) == moves(*rim), "the city on the rim in the south-west is complete"
    play(state, "enchant:mage:(3,2).city.E")
    assert figures(state) == {"mage": "(3,2).city.E"}


def test_MW_INT_5_once_in_each_part() -> None:
    text = "U(0,0) FRFR +red:road, U(1,0) FRFR +red:builder:road, E(0,5) FFCF ; to red"
    state = play(two(text, TB), "MW-CRST(2,0)")
    play(state, "enchant:mage:(0,5).city -")
    assert (state.seat, state.part) == (RED, 1)
    play(state, "MW-CFDF(0,6)")
    assert legal_kinds(state) == {"enchant"}
    play(state, "enchant:witch:(0,6).city.S -")
    assert (state.seat, figures(state)) == (BLUE, {"witch": "(0,6).city.S"})


@pytest.mark.parametrize("figure", ["mage", "witch"])
def test_MW_INT_6_taxes_score_no_city(figure: str) -> None:
    state = two(f"F(0,0) FCFC +red:city +red:city +0:{figure}:city ; to blue", WOF)
    assert stop_at(state, "taxes") == [6, 0]
    assert figures(state) == {figure: "(0,0).city"}


def test_MW_INT_6_the_plague_takes_followers_only() -> None:
    state = two("U(0,0) FRFR +red:road +0:mage:road, E(5,5) FCFF +0:witch:city ; to red", WOF)
    stop_at(state, "plague")
    assert choices(state) == {"flee:follower:(0,0).road"}
    play(state, "flee:follower:(0,0).road")
    assert figures(state) == {"mage": "(0,0).road", "witch": "(5,5).city"}


@pytest.mark.parametrize(("figure", "points"), [("mage", 8), ("witch", 2)])
def test_MW_INT_7_the_hill_decides_who_and_they_decide_how_much(figure: str, points: int) -> None:
    road = f"HS-CFRR-hill(0,0) +red:road +0:{figure}:road, U(0,1) RFRF +blue:road, A(-1,0) FRFF ; to blue"
    assert play(two(road, HS), "A(0,2)/RFFF -").score == [points, 0]


def test_MW_INT_9_the_flock_after_the_move() -> None:
    """ORD-RUL-2: in a fixed order, which changes nothing."""
    text = "B(0,0) +red:shepherd:field, E(0,1) FFCF, U(5,5) FRFR ; to red" + flocks([3])
    state = play(two(text, HS), "MW-CFDF(1,0)")
    assert legal_kinds(state) == {"enchant"}
    play(state, "enchant:mage:(5,5).road")
    assert (choices(state), figures(state)) == ({"expand", "herd"}, {"mage": "(5,5).road"})
    play(state, "herd")
    assert (state.score, legal_kinds(state)) == ([3, 0], {"pass", "deploy"})


@pytest.mark.parametrize("figure", ["mage", "witch"])
@pytest.mark.parametrize("spot", ["(5,5).road", "(0,1).city"])
def test_ORD_RUL_2_whichever_move_the_flock_is_the_same(figure: str, spot: str) -> None:
    text = "B(0,0) +red:shepherd:field, E(0,1) FFCF, U(5,5) FRFR ; to red" + flocks([3])
    state = play(two(text, HS), "MW-CFDF(1,0)")
    play(state, f"enchant:{figure}:{spot}")
    assert choices(state) == {"expand", "herd"}
    assert play(state.copy(), "herd").score == [3, 0]
    play(state, "expand token:0")
    assert (state.score, figures(state)) == ([0, 0], {figure: spot}), "the wolf does not drive them away"


def throw(state: State, aim: str) -> None:
    """Aim at a point and let the token fly without any error, in place."""
    play(state, f"hurl:{aim}")
    (straight,) = choices(state)
    play(state, straight)


def test_MW_INT_10_no_token_moves_them() -> None:
    text = "U(0,0) FRFR +blue:road +0:mage:road, E(0,1) FFCF +0:witch:city ; to red"
    knock = play(two(text, "catapult"), "CAT-FFFF-06(1,1) - fair:knockout")
    throw(knock, "(500,500)")
    throw(knock, "(500,1800)")
    assert legal_kinds(knock) == {"draw"}
    assert figures(knock) == {"mage": "(0,0).road", "witch": "(0,1).city"}
    assert followers(knock) == [7, 7], "but the thief was swept away"
    seduce = play(two(text, "catapult"), "CAT-FFFF-06(1,1) - fair:seduction")
    throw(seduce, "(500,500)")
    assert choices(seduce) == {"-", "send:follower"}
    play(seduce, "send:follower")
    assert figures(seduce) == {"mage": "(0,0).road", "witch": "(0,1).city"}
    assert strengths(seduce, [feature_at(seduce, 0, 0, "road")]) == [1, 0]


def test_MW_INT_11_crop_circles_leave_them_where_they_are() -> None:
    text = "U(0,0) FRFR +red:road +0:mage:road, B(0,1), U(0,5) FRFR +0:witch:road ; to red"
    state = play(two(text, "crop_circles"), "K2-FRSS(0,2) -")
    wither = play(state.copy(), "wither remove:follower:(0,0).road")
    assert (followers(wither), legal_kinds(wither)) == ([7, 7], {"draw"})
    assert figures(wither) == {"mage": "(0,0).road", "witch": "(0,5).road"}, "even with nobody left"
    play(state, "grow add:follower:(0,0).road")
    assert (followers(state), legal_kinds(state)) == ([5, 7], {"draw"})
    assert figures(state) == {"mage": "(0,0).road", "witch": "(0,5).road"}
    assert finish(state) == [2, 0]


@pytest.mark.parametrize("figure", ["mage", "witch"])
def test_MW_INT_12_king_and_robber_count_tiles(figure: str) -> None:
    city = two(f"E(0,0) FCFF +red:city +0:{figure}:city, G(1,0) FCFC ; to blue", "king_and_robber")
    play(city, "E(2,0)/FFFC -")
    assert (city.ext["king.held"], city.ext["king.record"]) == ([0, 1], [3])
    road = two(f"A(0,0) FRFF +red:road +0:{figure}:road, U(1,0) FRFR ; to blue", "king_and_robber")
    play(road, "A(2,0)/FFFR -")
    assert (road.ext["robber.held"], road.ext["robber.record"]) == ([0, 1], [3])


# Whole games


@pytest.mark.parametrize(
    "made",
    [
        RULES,
        f"{RULES} hand_size=3 farmers=off",
        f"{RULES},{TB},{HS},{IC},count,cult,king_and_robber,crop_circles,catapult,river_2 tiny_city=2",
        f"first expansions=mage_and_witch,{WOF},{TB},river half_points=on",
    ],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_MW_MERGE_1_in_whole_games_they_stand_apart_on_open_roads_and_cities(made: str, seed: int) -> None:
    """MW-PLACE-2, MW-SCORE-5."""
    game = Game(made, seats=2, dealer=Seeded(seed))
    for _ in plies(game, seed):
        state = game.state
        places = [feature_of(state, piece) for name in ("mage", "witch") for piece in pieces_named(state, name)]
        if legal_kinds(state) <= {"enchant", "dispel"}:
            continue
        assert len(set(places)) == len(places) <= 2
        assert all(feature_kind(state, place) in ("road", "city") for place in places)
        if legal_kinds(state) == {"place"}:
            assert all(state.board.features.open[place] for place in places)
    assert wrong_with(game.state) == []
    enchanted = [event for event in game.story(None) if event.name == "enchanted"]
    assert len(enchanted) >= 5


def test_MW_PLACE_9_positions_say_where_they_stand() -> None:
    state = two("U(0,0) FRFR +red:road +0:mage:road, E(5,5) FCFF +0:witch:city ; to blue")
    text = position_text(state)
    assert "+0:mage:road" in text
    assert parse_position(text).key() == state.key()
