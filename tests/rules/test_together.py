"""Rules that only say something when several expansions are in play: options, hands and the order of a turn."""

from __future__ import annotations

import re

import pytest

from bastide import CHANCE, Game
from bastide.rules import engine
from bastide.rules.model import OVER
from tests.boards import BLUE, EDITIONS, RED, board, choices, draw, finish, followers, legal_kinds, play, refusal
from tests.games import random_game
from tests.rules.base.playing import kind_of, names, told
from tests.rules.wheel_of_fortune.wheel import ALL_FIVE, FORTUNE, PLAGUE, beside, pig, rules, space, turned

TB = "traders_and_builders"
IC = "inns_and_cathedrals"
HS = "hills_and_sheep"
BUILDING = "U(0,0) +red:road +red:builder:road"


@pytest.mark.parametrize("edition", EDITIONS)
def test_ED_3_without_farmers_no_pigs_but_shepherds(edition: str) -> None:
    state = board("E(0,0) CFFF, U(0,1) FRFR ; to red ; players 2", f"{edition} expansions={TB},{HS} farmers=off")
    play(state, "B(1,0)")
    assert choices(state) == {"-", "+monastery", "+shepherd:field"}
    assert refusal(state, "+pig:field")
    assert refusal(state, "+field")
    play(state, "+shepherd:field")
    assert legal_kinds(state) == {"token"}
    play(state, "token:3")
    assert state.ext["sheep.flock"][2] == 1
    play(state, "B(1,-1) - B(2,0)")
    assert legal_kinds(state) == {"expand", "herd"}, "his field grew"
    with_farmers = board("E(0,0) CFFF +red:field ; to red ; players 2", f"{edition} expansions={TB},{HS}")
    play(with_farmers, "B(1,0)")
    assert "+pig:field" in choices(with_farmers)


@pytest.mark.parametrize("edition", EDITIONS)
def test_ED_3_without_farmers_fields_never_score(edition: str) -> None:
    game = random_game(f"{edition} expansions={ALL_FIVE} farmers=off", players=3, seed=8)
    told_names = {event.name for events in game.events for event in events}
    assert "farmed" not in told_names
    lines = [str(event.facts.get("lines")) for events in game.events for event in events]
    assert not any("famine" in line or "'pig'" in line for line in lines)
    sectors = [event.facts["sector"] for events in game.events for event in events if event.name == "pig_stops"]
    assert "famine" in sectors, "the pig has been there, for nothing"


def test_ORD_1_what_the_wheel_sent_home_can_be_put_down_again() -> None:
    crown = {(PLAGUE, 0): "red"}
    text = f"{beside('U(0,0) +red:road', crown)} ; column wheel.pig 4 ; supply 0 7 ; to red ; players 2"
    state = turned(text, 1)
    play(state, "flee:follower:(0,0).road")
    assert followers(state) == [2, 7]
    play(state, "(1,0) +road")
    assert followers(state) == [1, 7]


def test_ORD_1_a_shepherd_who_came_home_can_be_put_down_again() -> None:
    text = """
        B(0,0) +red:shepherd:field ; to red ; players 2 ; column sheep.flock 0 0 1 0 0 0 0 0
    """
    state = board(text, rules(HS))
    play(state, "B(1,0)")
    assert choices(state) == {"expand", "herd"}
    play(state, "herd")
    assert state.score == [3, 0]
    assert "+shepherd:field" in choices(state)


def test_ORD_RUL_4_no_second_part_when_nothing_is_left_to_draw() -> None:
    state = board(f"{BUILDING} ; bag U:2 ; to red ; players 2", rules(TB))
    more = play(state.copy(), "U(1,0) -")
    assert (more.seat, more.part, engine.actor(more)) == (RED, 1, CHANCE)
    last = board(f"{BUILDING} ; bag U:1 ; to red ; players 2", rules(TB))
    play(last, "U(1,0) -")
    assert engine.actor(last) == OVER
    assert last.part == 0
    assert last.score == [2, 0], "the final scoring followed"


def test_ORD_RUL_4_no_second_part_with_an_empty_hand() -> None:
    made = rules(TB, options="hand_size=3")
    text = BUILDING + " ; hand {} U,-,- ; bag empty ; to red ; players 2"
    two = play(board(text.format("U,U,-"), made), "U (1,0) -")
    assert (two.seat, two.part) == (RED, 1)
    assert legal_kinds(two) == {"pick"}
    one = play(board(text.format("U,-,-"), made), "U (1,0) -")
    assert (one.seat, one.part) == (BLUE, 0)
    assert legal_kinds(one) == {"pick"}, "the others play on"


def test_ORD_RUL_5_goods_come_after_the_followers_went_home() -> None:
    text = "TB-FCFC-wine(0,0) FCFC +blue:city, E(-1,0) FCFF ; to red ; players 2"
    state = board(text, rules(TB))
    play(state, "E(1,0)/FFFC")
    events = told(state, "-")
    assert names(events) == ["scored", "returned", "traded"]
    assert state.score == [0, 6]
    assert state.ext["goods.held"] == [1, 0, 0, 0, 0, 0], "they are for whoever completed the city"
    assert finish(state) == [10, 0]


TURN = (
    r"({first})(flee )*(place )?((expand token |herd )?(pass |deploy (token )?)?(deal )?)?"
    r"(({first})(flee )*(place )?((expand token |herd )?(pass |deploy (token )?)?(deal )?)?)?"
)


@pytest.mark.parametrize(
    ("options", "first"),
    [("", r"(draw (flee )*)*"), ("hand_size=3", r"draw |(discard replace )*pick |")],
)
def test_ORD_3_ORD_4_draws_and_decisions_keep_their_order(options: str, first: str) -> None:
    seen = ""
    for seed in (3, 4, 5):
        game = random_game(f"bigbox2014 expansions={ALL_FIVE} {options}", players=3, seed=seed)
        turns: dict[int, str] = {}
        dealt = 9 if options else 0
        for moment in range(dealt, len(game.log)):
            turn = game.log[moment].turn
            turns[turn] = turns.get(turn, "") + kind_of(game, moment) + " "
        assert len(turns) > 80
        wrong = [actions for actions in turns.values() if not re.fullmatch(TURN.format(first=first), actions)]
        assert wrong == []
        seen += "".join(turns.values())
    assert {"flee", "expand", "herd", "token", "deploy"} <= set(seen.split())


def test_ORD_RUL_1_the_wheel_turns_for_every_tile_that_fits_nowhere() -> None:
    state = board("B(0,0) ; column wheel.pig 5 ; to blue ; players 2", rules())
    draw(state, "WOF-RSTU-icon-1")
    assert (pig(state), state.score, legal_kinds(state)) == (FORTUNE, [0, 3], {"draw"})


def test_ORD_4_the_crown_is_chosen_after_the_tile_was_laid() -> None:
    game = Game(rules(), seats=2)
    assert legal_kinds(game.state) == {"place"}
    assert refusal(game.state, space(FORTUNE)) == "wrong_moment"
