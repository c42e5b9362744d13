"""Options that other tables know: unfinished inns and cathedrals that are ignored, and several big followers."""

from __future__ import annotations

import pytest

from bastide.rules import engine
from tests.boards import board, choices, each, finish, play, rules
from tests.rules.count.town import ended
from tests.rules.inns_and_cathedrals.test_rules import RULES
from tests.rules.mage_and_witch.figures import two as magic
from tests.rules.special import over, said, supply

IGNORED = f"{RULES} unfinished_inns=ignored"
ROAD = "{}(0,0) FRFR, U(1,0) FRFR +red:road, U(2,0) FRFR, U(3,0) FRFR"
CITY = "{}(0,0) CCCC, F(1,0) FCFC +blue:city, G(2,0) FCFC"


@pytest.mark.parametrize(("half", "points"), [("off", 4), ("on", 2)])
def test_IC_INN_6_an_open_road_pays_what_it_would_without_its_inn(half: str, points: int) -> None:
    chosen = f"{IGNORED} half_points={half}"
    assert finish(board(ROAD.format("IC-FRFR-inn"), chosen)) == each(red=points)
    assert finish(board(ROAD.format("U"), chosen)) == each(red=points)
    assert finish(board(ROAD.format("IC-FRFR-inn"), f"{RULES} half_points={half}")) == each()


def test_IC_INN_6_a_complete_road_pays_two_a_tile_as_always() -> None:
    state = board("W(0,0) FRRR, IC-FRFR-inn(1,0) FRFR +red:road", IGNORED)
    assert play(state, "W(2,0)/RFRR -").score == each(red=6)


def test_IC_CATHEDRAL_6_an_open_city_pays_what_it_would_without_its_cathedral() -> None:
    assert finish(board(CITY.format("IC-CCCC-cathedral"), IGNORED)) == each(blue=4)
    assert finish(board(CITY.format("C"), IGNORED)) == each(blue=5), "the full city has a shield of its own"
    assert finish(board(CITY.format("IC-CCCC-cathedral"), RULES)) == each()


def test_IC_CATHEDRAL_6_in_words() -> None:
    _, events = over(board(CITY.format("IC-CCCC-cathedral"), IGNORED))
    assert said(events, "scored") == ["Incomplete: the city (0,0), 3 tiles × 1, 1 pennant × 1 = 4 points for Blue."]


def test_IC_INN_6_together_with_cities_alone_the_road_is_worth_nothing() -> None:
    assert finish(board(ROAD.format("IC-FRFR-inn"), f"{IGNORED} unfinished=cities")) == each()
    assert finish(board(CITY.format("IC-CCCC-cathedral"), f"{IGNORED} unfinished=cities")) == each(blue=4)


@pytest.mark.parametrize(("figure", "road", "city"), [("mage", 6, 5), ("witch", 2, 2)])
def test_IC_INN_6_mage_and_witch_change_what_is_left(figure: str, road: int, city: int) -> None:
    """MW-FINAL-1, MW-FINAL-2: without the option it would be MW-FINAL-3; IC-CATHEDRAL-6 likewise."""
    inn = f"IC-FRFR-inn(0,0) FRFR +red:road +0:{figure}:road, U(1,0) FRFR, U(2,0) FRFR"
    cathedral = f"IC-CCCC-cathedral(0,0) CCCC, F(1,0) FCFC +red:city +0:{figure}:city"
    assert finish(magic(inn, "inns_and_cathedrals", options="unfinished_inns=ignored")) == [road, 0]
    assert finish(magic(cathedral, "inns_and_cathedrals", options="unfinished_inns=ignored")) == [city, 0]


@pytest.mark.parametrize(("options", "scores"), [("", [0, 0, 0]), ("unfinished_inns=ignored", [2, 2, 0])])
def test_IC_INN_6_guests_from_carcassonne_share_it(options: str, scores: list[int]) -> None:
    """COUNT-RUL-3: with count_final=any, blue leaves the smithy for red's open road with an inn."""
    road = "IC-FRFR-inn(10,0) FRFR +red:road, U(11,0) FRFR"
    state = ended(road, "inns_and_cathedrals", options=f"count_final=any {options}", smithy="blue")
    assert play(state, "leave:follower:smithy:(10,0).road").score == scores


@pytest.mark.parametrize("number", range(4))
def test_IC_BIG_8_so_many_big_followers(number: int) -> None:
    state = engine.start(rules(f"{RULES} big_followers={number}"), 3)
    assert supply(state, "big") == [number] * 3
    play(state, "U(1,0)")
    assert ("+big:road" in choices(state)) == (number > 0)
    if number > 1:
        play(state, "+big:road V(2,0)/FFRR - V(2,1)/RFFR -")
        assert supply(state, "big") == [number - 1, number, number]
        assert "+big:road" not in choices(play(state, "U(-1,0)")), "red's own stands there"
        assert "+big:field.N" in choices(state)


def test_IC_BIG_8_each_of_them_counts_two() -> None:
    text = "U(0,0) FRFR +blue:big:road, U(1,0) FRFR +blue:big:road, U(2,0) FRFR +red:road +red:big:road"
    assert finish(board(text, f"{RULES} big_followers=2")) == each(blue=3)
