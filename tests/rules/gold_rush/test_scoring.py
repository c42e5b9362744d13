"""What Gold Rush pays: complete railroads, mountains and towns, the end of the game, and the rulings."""

from __future__ import annotations

from itertools import permutations

import pytest

from bastide import OVER, BadNotation, BadRules, Game, Seeded
from bastide.expansions.gold_rush import EXPANSION, TOKENS, VALUES
from bastide.games import GAMES, make_rules
from bastide.rules import engine
from bastide.rules.model import CHANCE
from bastide.rules.scoring import in_order
from bastide.tiles import load
from tests.boards import (
    BLUE,
    COLOURS,
    GREEN,
    RED,
    board,
    choices,
    draw,
    each,
    feature_at,
    finish,
    legal_kinds,
    scores,
)
from tests.boards import rules as make
from tests.games import random_game
from tests.rules.base.playing import names, scored
from tests.rules.gold_rush.west import (
    chosen,
    gold,
    held,
    holds,
    placements,
    play,
    public,
    reserve,
    tents,
    tokens,
    told,
    west,
)
from tests.rules.special import over, said, standing, supply

# Scoring


def test_GOLD_SCORE_1_railroads_then_mountains_then_towns() -> None:
    text = "h(0,0) PRRR +blue:town, c(-1,0) PRRR, c(0,1) RRRP, d2(1,-1) PPMP +green:mountain, c(2,0) PRRR ; to red"
    state = west(text)
    events = told(state, "g1(1,0) +rail")
    assert (engine.actor(state), legal_kinds(state)) == (CHANCE, {"gold"}), "the token of the mountain first"
    events += told(state, "<stone")
    assert scored(events) == [("rail", 3, [RED]), ("mountain", 3, [GREEN]), ("town", 9, [BLUE])]
    assert (state.score, supply(state, "cowboy")) == (each(0, red=3, green=3, blue=9), each(4))
    assert said(events, "scored") == [
        "Complete: the railroad (0,0), 3 tiles × 1 = 3 points for Red.",
        "Complete: the mountain (1,-1), 3 nuggets × 1 = 3 points for Green.",
        "Complete: the town (0,0), 3 complete railroads × 3 = 9 points for Blue.",
    ]
    assert said(events, "scored", "fr")[2] == (
        "Terminé : la ville (0,0), 3 chemins de fer complets × 3 = 9 points pour Blue."
    )


def test_GOLD_SCORE_1_all_of_a_kind_and_nothing_that_stays_open() -> None:
    text = "c(1,0) PRRR +red:rail.W, c(-1,0) PRRR +blue:rail.E, a(0,1) RPRP +green:rail ; to black"
    state = play(west(text), "c(0,0) -")
    assert state.score == each(0, red=2, blue=2)
    assert supply(state, "cowboy") == each(4, green=3)


def test_GOLD_MAJ_1_most_cowboys_win_and_equals_share_in_full() -> None:
    rail = "a(0,0) PRPR +blue:rail, a(2,0) PRPR +blue:rail, x(4,0) +red:rail.E, c(5,0) PRRR, c(-1,0) PRRR, a(1,0) PRPR"
    events = told(state := west(f"{rail} ; to green"), "a(3,0) -")
    assert (state.score, supply(state, "cowboy")) == (each(0, blue=7), each(4)), "red's comes home for nothing"
    assert said(events, "scored") == [
        "Complete: the railroad (-1,0), 7 tiles × 1 = 7 points for Blue. Strength there: Red 1, Blue 2."
    ]
    mountain = "d1(0,0) PMPP +blue:mountain, e1(1,0) PMPM +red:mountain, e1(2,0) PMPM +red:mountain ; to green"
    state = play(west(mountain), "d(3,0)/PPPM -")
    assert (state.score, tokens(state)) == (each(0, red=3), 0)
    tied = play(west("d1(0,0) PMPP +blue:mountain, e1(1,0) PMPM +red:mountain ; to green"), "d(2,0)/PPPM -")
    assert tied.score == each(0, red=2, blue=2)


# Railroads


@pytest.mark.parametrize("ends", list(permutations(["c(0,0) PRRR", "h(0,0) PRRR", "f(0,0) PRPM"], 2)))
def test_GOLD_RAIL_1_between_junctions_towns_and_mountains(ends: tuple[str, str]) -> None:
    east = {"c": "c(3,0)/PRRR", "h": "h(3,0)/PRRR", "f": "f(3,0)/PMPR"}[ends[1][0]]
    state = west(f"{ends[0]}, a(1,0) PRPR +blue:rail, a(2,0) PRPR ; to red")
    assert play(state.copy(), "a(3,0) -").score == each(0), "it goes on"
    play(state, f"{east} -")
    assert (state.score, supply(state, "cowboy")) == (each(0, blue=4), each(4))


def test_GOLD_RAIL_1_a_ring_is_complete_without_ends() -> None:
    state = west("b(0,0) PRRP +blue:rail, b(1,0) PPRR, b(1,1) RPPR ; to red")
    play(state, "b(0,1)/RRPP -")
    assert (state.score, supply(state, "cowboy")) == (each(0, blue=4), each(4))


def test_GOLD_RAIL_2_a_point_a_tile() -> None:
    for length in range(5):
        middle = "".join(f", a({x},0) PRPR" for x in range(1, length + 1))
        state = play(west(f"c(0,0) PRRR +blue:rail.E{middle} ; to red"), f"c({length + 1},0) -")
        assert state.score == each(0, blue=length + 2)


@pytest.mark.parametrize(("engines", "points"), [(0, 5), (1, 10), (2, 5), (3, 5)])
def test_GOLD_RAIL_3_exactly_one_locomotive_doubles(engines: int, points: int) -> None:
    tiles = ["a1"] * engines + ["a"] * (3 - engines)
    middle = ", ".join(f"{tile}({x},0) PRPR" for x, tile in enumerate(tiles, start=1))
    state = west(f"c(0,0) PRRR +blue:rail.E, {middle} ; to red")
    events = told(state, "c(4,0) -")
    assert state.score == each(0, blue=points)
    line = "5 tiles × 2 with one locomotive" if engines == 1 else "5 tiles × 1"
    assert said(events, "scored") == [f"Complete: the railroad (0,0), {line} = {points} points for Blue."]


def test_GOLD_RAIL_4_a_tile_crossed_twice_counts_once() -> None:
    """Along the south of the crossing, round a ring to its east side, and out in the west."""
    text = "x(0,0), b(0,-1) PRRP, b(1,-1) PPRR, b(1,0) RPPR +blue:rail, c(0,1) RRRP ; to red"
    state = west(text)
    assert feature_at(state, 0, 0, "rail.N") == feature_at(state, 0, 0, "rail.E")
    play(state, "c(-1,0)/PRRR -")
    assert state.score == each(0, blue=6), "six tiles, though the crossing is passed twice"


# Mountains


def test_GOLD_MTN_1_no_side_of_it_may_be_open() -> None:
    state = west("m2(0,0) +blue:mountain, d(1,0) PPPM, d(-1,0) PMPP, d(0,1) MPPP ; to red")
    assert state.board.features.open[feature_at(state, 0, 0, "mountain")] == 1
    events = told(state, "d(0,-1)/PPMP -")
    assert scored(events) == [("mountain", 2, [BLUE])]


def test_GOLD_MTN_1_an_empty_cell_inside_that_it_does_not_face() -> None:
    """As BASE-RUL-13: the hole in the middle has prairie on all four sides."""
    state = west("d1(0,0) PMPP +blue:mountain, e1(1,0) PMPM, p(2,1), p(0,1), p(0,2), p(1,2), p(2,2) ; to red")
    events = told(state, "d1(2,0)/PPPM - <0")
    assert "(1,1)" in placements(state, "p"), "the hole is still there"
    assert (scored(events), state.score) == ([("mountain", 3, [BLUE])], each(0, blue=3))


def test_GOLD_MTN_2_the_winner_takes_what_is_left_before_the_points() -> None:
    state = west(f"d1(0,0) PMPP +blue:mountain {gold(2)}, e1(1,0) PMPM +red:tent:mountain {gold(1)} ; to red")
    play(state, "d1(2,0)/PPPM -")
    for value, left in ((5, 4), (0, 3), (1, 2), (3, 1)):
        assert (tokens(state), scores(state, BLUE), legal_kinds(state)) == (left, [0], {"gold"})
        play(state, f"<{value}")
    assert (holds(state, BLUE), public(state), tokens(state)) == ([0, 1, 3, 5], each(0, blue=4), 0)
    assert state.score == each(0, blue=3)


def test_GOLD_MTN_2_without_tokens_left_nobody_draws() -> None:
    state = play(west("d1(0,0) PMPP +blue:mountain ; column gold.reserve 0 ; to red"), "d1(1,0)/PPPM -")
    assert (state.score, state.seat, public(state)) == (each(0, blue=2), BLUE, each(0))


def test_GOLD_MTN_2_two_mountains_at_once() -> None:
    text = f"d1(0,-1) PPMP +blue:mountain {gold(1)}, d2(0,1) MPPP +green:mountain {gold(2)} ; to red"
    state = play(west(text), "n1(0,0) -")
    play(state, "<1 <1 <2 <2 <2")
    assert (holds(state, BLUE), holds(state, GREEN)) == ([1, 1], [2, 2, 2])
    assert (state.score, supply(state, "cowboy")) == (each(0, blue=2, green=3), each(4))


def test_GOLD_MTN_2_two_mountains_that_begin_on_the_same_tile() -> None:
    """BASE-SCORE-2: in the order in which their first segments were laid."""
    corner = "GR-MNPP-05a(0,0) PMMP +green:mountain.E +0:gold:mountain.E +blue:mountain.S +0:gold:mountain.S"
    state = board(f"{corner}, GR-MMPP-04a(1,0) PPMM, GR-MMPP-04b(0,1) MMPP ; to red", "gold_rush")
    east, south = (feature_at(state, 0, 0, f"mountain.{side}") for side in "ES")
    assert in_order(state, [south, east]) == in_order(state, [east, south]) == [east, south]
    play(state, "GR-MNPP-05b(1,1)/MPPM -")
    assert public(play(state, "<0 <0")) == each(0, green=2), "with the token of the last tile"
    assert public(play(state, "<0 <0")) == each(0, green=2, blue=2)


def test_GOLD_MTN_4_every_mountain_is_shared_out_by_itself() -> None:
    """From the player on turn on, whoever took the last token of another one."""
    tied = "d1(0,{0}) {1} +blue:mountain {3}, e1(0,{2}) MPMP +green:mountain {3}"
    alone = "d2(0,{0}) {1} +green:mountain {2}"
    first = f"{tied.format(-2, 'PPMP', -1, gold(1))}, {alone.format(1, 'MPPP', gold(2))}"
    state = play(west(f"{first} ; to green"), "n1(0,0) - <5 <1 <5 <2 <2 <2")
    assert (holds(state, GREEN), holds(state, BLUE)) == ([2, 2, 2, 5, 5], [1])
    assert state.score == each(0, blue=3, green=6)
    last = f"{alone.format(-1, 'PPMP', gold(2))}, {tied.format(2, 'MPPP', 1, gold(1))}"
    state = play(west(f"{last} ; to green"), "n1(0,0) - <2 <2 <2 <5 <1 <5")
    assert (holds(state, GREEN), holds(state, BLUE)) == ([2, 2, 2, 5, 5], [1])


@pytest.mark.parametrize(("tiles", "points"), [(("d", "e", "d"), 0), (("d1", "e", "d"), 1), (("d2", "e3", "d2"), 7)])
def test_GOLD_MTN_3_a_point_a_nugget_and_none_for_tiles(tiles: tuple[str, str, str], points: int) -> None:
    state = west(f"{tiles[0]}(0,0) PMPP +blue:mountain, {tiles[1]}(1,0) PMPM ; column gold.reserve 0 ; to red")
    play(state, f"{tiles[2]}(2,0)/PPPM -")
    assert (state.score, supply(state, "cowboy")) == (each(0, blue=points), each(4))


@pytest.mark.parametrize(
    ("to", "tied", "order"),
    [
        ("red", "red blue", "red blue red blue red"),
        ("blue", "red blue", "blue red blue red blue"),
        ("green", "red blue", "red blue red blue red"),
        ("red", "blue yellow", "blue yellow blue yellow blue"),
        ("green", "blue yellow", "yellow blue yellow blue yellow"),
        ("black", "blue yellow green", "blue green yellow blue green"),
        ("green", "blue yellow green", "green yellow blue green yellow"),
    ],
)
def test_GOLD_MTN_4_equals_take_turns(to: str, tied: str, order: str) -> None:
    seats = tied.split()
    middle = ", ".join(f"e1({x},0) PMPM +{seat}:mountain" for x, seat in enumerate(seats, start=1))
    nuggets = len(seats) + 1
    state = west(f"d1(0,0) PMPP {gold(5)}, {middle} ; to {to}")
    play(state, f"d({len(seats) + 1},0)/PPPM -")
    takers = []
    for _ in range(5):
        assert state.score == each(0)
        before = public(state)
        play(state, "<1")
        takers.append(next(COLOURS[seat] for seat in range(5) if public(state)[seat] > before[seat]))
    assert takers == order.split()
    assert [COLOURS[seat] for seat in range(5) if state.score[seat] == nuggets] == [c for c in COLOURS if c in seats]
    assert sum(state.score) == nuggets * len(seats)


def test_GOLD_MTN_4_whoever_has_fewer_prospectors_takes_none() -> None:
    text = f"""
    d1(0,0) PMPP +black:mountain {gold(4)}, e1(1,0) PMPM +red:mountain, e1(2,0) PMPM +red:mountain,
    e1(3,0) PMPM +blue:mountain, e1(4,0) PMPM +blue:mountain ; to black
    """
    state = play(west(text), "d(5,0)/PPPM - <1 <1 <1 <1")
    assert (public(state), state.score) == (each(0, red=2, blue=2), each(0, red=5, blue=5))


def test_GOLD_MTN_4_after_a_token_was_dug_the_turns_begin_afresh() -> None:
    text = (
        f"d1(0,0) PMPP +red:tent:mountain {gold(3)}, e1(1,0) PMPM +red:mountain, e1(2,0) PMPM +blue:mountain ; to red"
    )
    state = play(west(text), "d(3,0)/PPPM dig <5 <3 <2")
    assert (holds(state, RED), holds(state, BLUE)) == ([3, 5], [2]), "what was dug is no part of the sharing"


def test_GOLD_MTN_5_all_tents_go_back() -> None:
    text = """
    d1(0,0) PMPP +red:tent:mountain, e1(1,0) PMPM +blue:tent:mountain, e1(2,0) PMPM +green:mountain,
    e1(9,0) PMPM +yellow:tent:mountain ; to black
    """
    state = west(text)
    events = told(state, "d(3,0)/PPPM -")
    assert (supply(state, "tent"), state.score) == (each(1, yellow=0), each(0, green=3))
    assert "Red takes back a tent that stood on the mountain (0,0)." in said(events, "returned")
    assert standing(state) == {"yellow tent (9,0)"}
    none = play(west(text.replace(" +green:mountain", "")), "d(3,0)/PPPM -")
    assert (supply(none, "tent"), none.score) == (each(1, yellow=0), each(0)), "whoever scored"


def test_GOLD_MTN_6_nobody_there() -> None:
    """GOLD-RUL-5: the tokens are gone, unseen, and do not come back into the reserve."""
    state = west(f"d1(0,0) PMPP +red:tent:mountain {gold(3)} ; to blue")
    before = reserve(state)
    events = told(state, "d1(1,0)/PPPM -")
    assert (state.score, public(state), tokens(state), reserve(state)) == (each(0), each(0), 0, before - 1)
    assert (supply(state, "tent"), state.seat) == (each(1), GREEN)
    assert scored(events) == []
    assert [event.private for event in events if event.name == "left"] == [{}] * 4
    assert said(events, "left")[0] == "The mine token leaves the mountain (0,0)."


def test_GOLD_MTN_6_what_left_unseen_may_have_been_anything() -> None:
    state = play(west(f"d1(0,0) PMPP {gold(3)}, e1(9,0) PMPM +blue:tent:mountain {gold(1)} ; to red"), "d(1,0)/PPPM -")
    play(state, "p(0,1) dig")
    assert engine.weights(state) == list(TOKENS)


# Towns


def test_GOLD_CITY_1_all_three_or_four_railroads() -> None:
    three = west("h(0,0) PRRR +blue:town, c(1,0) PRRR, c(-1,0) PRRR ; to red")
    assert play(three.copy(), "a(0,1)/RPRP -").score == each(0)
    assert play(three, "c(0,1)/RRRP -").score == each(0, blue=9)
    four = west("q(0,0) +blue:town, c(1,0) PRRR, c(-1,0) PRRR, c(0,1) RRRP ; to red")
    assert play(four.copy(), "a(0,-1)/RPRP -").score == each(0)
    play(four, "c(0,-1)/PRRR -")
    assert (four.score, supply(four, "cowboy")) == (each(0, blue=12), each(4))


def test_GOLD_CITY_2_three_points_for_each_distinct_railroad() -> None:
    """GOLD-RUL-10: a railroad from the town back to it is one, and so is one between two towns for each of them."""
    loop = "q(0,0) +blue:town, b(1,0) PPRR, b(1,1) RPPR, b(0,1) RRPP, b(-1,0) RRPP, b(-1,-1) PRRP ; to red"
    state = west(loop)
    events = told(state, "b(0,-1)/PPRR -")
    assert scored(events) == [("town", 6, [BLUE])], "four beginnings, two railroads"
    towns = "h(0,0) PRRR +blue:town, c(-1,0) PRRR, c(0,1) RRRP, h(2,0) PRRR +green:town, c(3,0) PRRR, c(2,1) RRRP"
    state = play(west(f"{towns} ; to red"), "a(1,0) -")
    assert state.score == each(0, blue=9, green=9)


def test_GOLD_CITY_3_from_afar_and_several_at_once() -> None:
    text = """
    h(0,0) PRRR +blue:town, c(-1,0) PRRR, c(0,1) RRRP, a(1,0) PRPR, a(2,0) PRPR,
    h(6,0) PRRR +green:town, c(7,0) PRRR, c(6,1) RRRP, a(5,0) PRPR, a(4,0) PRPR ; to red
    """
    state = west(text)
    events = told(state, "a(3,0) +rail")
    assert scored(events) == [("rail", 7, [RED]), ("town", 9, [BLUE]), ("town", 9, [GREEN])]
    assert supply(state, "cowboy") == each(4)
    one = play(west(text), "c(3,0) -")
    assert one.score == each(0, blue=9, green=9), "two railroads that end at the same junction"


def test_GOLD_CITY_4_nobody_in_town() -> None:
    state = west("h(0,0) PRRR, c(1,0) PRRR, c(-1,0) PRRR ; to red")
    events = told(state, "c(0,1)/RRRP -")
    assert (scored(events), state.score) == ([], each(0))
    rail = play(west("h(0,0) PRRR +blue:rail.S, c(1,0) PRRR, c(-1,0) PRRR ; to red"), "c(0,1)/RRRP -")
    assert rail.score == each(0, blue=2), "a railwayman is no merchant"


# Return


def test_GOLD_RETURN_1_only_when_scored() -> None:
    text = "h(0,0) PRRR +blue:town +red:rail.E +green:prairie.N, a(1,0) PRPR, c(-1,0) PRRR ; to black"
    state = play(west(text), "c(2,0) -")
    assert state.score == each(0, red=3)
    assert standing(state) == {"blue cowboy (0,0)", "green cowboy (0,0)"}, "the town waits, and the farmer for the end"
    play(state, "c(0,1)/RRRP -")
    assert (state.score, standing(state)) == (each(0, red=3, blue=9), {"green cowboy (0,0)"})


def test_GOLD_RETURN_1_farmers_stay_in_prairies_shut_on_all_sides() -> None:
    state = west("b(0,0) PRRP +blue:prairie.Er, b(1,0) PPRR, b(1,1) RPPR ; to red")
    play(state, "b(0,1)/RRPP -")
    assert standing(state) == {"blue cowboy (0,0)"}
    for seed in range(5):
        game = random_game("gold_rush", 2 + seed % 4, seed)
        for moment, events in enumerate(game.events):
            roles = [event.facts["feature"] for event in events if event.name == "returned"]
            assert "prairie" not in roles or engine.actor(game.at(moment)) == OVER


def test_GOLD_RETURN_2_placed_scored_and_home_in_one_turn() -> None:
    state = west("c(0,0) PRRR ; supply 1/1/0 4/1/0 4/1/0 4/1/0 4/1/0 ; to red")
    events = told(state, "c(1,0) +rail.W")
    assert [name for name in names(events) if name in ("deployed", "scored", "returned")] == [
        "deployed",
        "scored",
        "returned",
    ]
    assert (state.score, supply(state, "cowboy")) == (each(0, red=2), each(4, red=1))


def test_GOLD_TRACK_1_points_go_on() -> None:
    state = west("c(0,0) PRRR +blue:rail.E ; scores 0 99 50 0 0 ; to red")
    assert play(state, "c(1,0) -").score == [0, 101, 50, 0, 0]


# The end


def test_GOLD_END_1_after_the_turn_of_the_last_tile() -> None:
    state = west("a(0,0) PRPR ; bag WE-PHJK-c:2 ; to red")
    play(state, "c(1,0) +rail.W")
    assert (engine.actor(state), state.seat) == (CHANCE, BLUE)
    play(state, "c(-1,0)")
    assert (state.left, engine.actor(state)) == (0, BLUE), "the last turn is played in full"
    play(state, "+rail.S")
    assert engine.actor(state) == OVER
    assert state.score == each(0, red=3, blue=1)


def test_GOLD_END_2_the_last_tile_fits_nowhere() -> None:
    state = west(f"p(0,0) +blue:prairie, t(1,0), d(5,0) +red:tent:mountain {gold(1)} ; bag WE-HJKL-q:1 ; to red")
    state.events = []
    draw(state, "WE-HJKL-q")
    assert engine.actor(state) == OVER
    assert (public(state), state.score) == (each(0), each(0, blue=2)), "no token for red's tent, no piece, no scoring"
    assert names(state.events)[:2] == ["drawn", "discarded"]
    assert "placed" not in names(state.events)


def test_GOLD_FINAL_1_tents_and_tokens_first() -> None:
    state = west(f"e1(0,0) PMPM +red:tent:mountain {gold(3)}, e1(1,0) PMPM +blue:mountain ; to red")
    end, events = over(state)
    assert (tokens(end), supply(end, "tent"), public(end)) == (0, each(1), each(0))
    assert end.score == each(0, blue=2), "what nobody took is worth nothing"
    assert [name for name in names(events) if name in ("returned", "scored")][:2] == ["returned", "scored"]
    assert reserve(end) == reserve(state)
    assert "left" not in names(events)[names(events).index("scored") :], "the tokens were gone before"


def test_GOLD_FINAL_2_open_mountains() -> None:
    """GOLD-MAJ-1: most prospectors, equals in full."""
    text = "e1(0,0) PMPM +red:mountain, e3(1,0) PMPM +blue:mountain"
    assert finish(west(text)) == each(0, red=4, blue=4)
    assert finish(west(f"{text}, e2(2,0) PMPM +blue:mountain")) == each(0, blue=6)
    _, events = over(west("e1(0,0) PMPM +red:mountain"))
    assert said(events, "scored") == ["Incomplete: the mountain (0,0), 1 nugget × 1 = 1 point for Red."]
    assert said(events, "scored", "fr") == ["Inachevé : la montagne (0,0), 1 pépite × 1 = 1 point pour Red."]


def test_GOLD_FINAL_3_open_railroads_without_locomotives() -> None:
    for tile in ("a", "a1"):
        assert finish(west(f"c(0,0) PRRR, {tile}(1,0) PRPR +red:rail, a(2,0) PRPR +blue:rail")) == each(
            0, red=3, blue=3
        )


def test_GOLD_FINAL_4_open_towns_pay_for_what_is_complete() -> None:
    """GOLD-RUL-11: a railroad from the town back to it counts once."""
    assert finish(west("h(0,0) PRRR +red:town, a(1,0) PRPR")) == each(0)
    assert finish(west("h(0,0) PRRR +red:town, c(1,0) PRRR, c(-1,0) PRRR, a(0,1) RPRP")) == each(0, red=6)
    loop = "h(0,0) PRRR +red:town, b(1,0) PPRR, b(1,1) RPPR, b(0,1) RRPP, a(-1,0) PRPR"
    assert finish(west(loop)) == each(0, red=3)
    _, events = over(west(loop))
    assert said(events, "scored") == ["Incomplete: the town (0,0), 1 complete railroad × 3 = 3 points for Red."]


def test_GOLD_FINAL_5_camps_and_herds() -> None:
    _, events = over(west("t(0,0) +red:prairie, t(1,0), s(2,0) ; to red"))
    assert said(events, "farmed") == ["The prairie (0,0): 2 camps × 2, 1 herd of horses × 4 = 8 points for Red."]
    assert said(events, "farmed", "fr") == [
        "La prairie (0,0) : 2 camps amérindiens × 2, 1 troupeau de chevaux × 4 = 8 points pour Red."
    ]
    assert finish(west("p(0,0) +red:prairie")) == each(0), "an empty one is worth nothing"
    text = "a(0,0) PRPR +red:prairie.N +blue:prairie.S, t(0,-1), s(0,1)"
    assert finish(west(text)) == each(0, red=2, blue=4), "a railroad parts them"
    _, both = over(west("t(0,0) +red:prairie, e1(5,0) PMPM +blue:mountain"))
    assert [name for name in names(both) if name in ("scored", "farmed")] == ["scored", "farmed"]


def test_GOLD_FINAL_6_tokens_are_shown_last() -> None:
    state = west(f"t(0,0) +red:prairie ; {held([0], [1, 2, 2, 5], [], [3], [])}")
    end, events = over(state)
    assert end.score == each(0, red=2, blue=10, yellow=3)
    assert said(events, "panned") == [
        "Red shows mine tokens: 1 token × 0 = 0 points.",
        "Blue shows mine tokens: 1 token × 1, 2 tokens × 2, 1 token × 5 = 10 points.",
        "Yellow shows mine tokens: 1 token × 3 = 3 points.",
    ]
    assert said(events, "panned", "fr")[1] == (
        "Blue montre ses jetons Mine : 1 jeton × 1, 2 jetons × 2, 1 jeton × 5 = 10 points."
    )
    order = [name for name in names(events) if name in ("farmed", "panned", "won")]
    assert order == ["farmed", "panned", "panned", "panned", "won"]
    assert all(not event.private for event in events), "everybody sees them now"


def test_GOLD_WIN_1_most_points_and_equals_together() -> None:
    _, events = over(west(f"p(0,0) ; scores 7 5 9 9 0 ; {held([1], [3, 1], [], [], [])}"))
    (won,) = [event.facts for event in events if event.name == "won"]
    assert (won["winners"], won["scores"]) == ([BLUE, GREEN, 3], [8, 9, 9, 9, 0])


# Interactions


def test_GOLD_INT_1_nothing_of_the_other_boxes() -> None:
    others = [expansion.id for expansion in GAMES["carcassonne"].expansions]
    assert len(others) > 10
    for name in others:
        with pytest.raises(BadRules):
            make(f"gold_rush expansions={name}")
    for option in ("hand_size=3", "half_points=on", "followers=5", "field_scoring=per_city_3", "tiny_city=2"):
        with pytest.raises(BadRules):
            make(f"gold_rush {option}")
    with pytest.raises(BadRules):
        make("bigbox2014 expansions=gold_rush")
    assert {piece.name for piece in make("gold_rush").pieces} == {"cowboy", "tent", "gold"}


def test_GOLD_INT_2_prospector_and_tent_of_one_player() -> None:
    state = play(west("e1(0,0) PMPM +red:mountain, e1(1,0) PMPM ; to red"), "p(0,1)")
    assert tents(choices(state)) == {"(1,0).mountain"}
    play(state, "pitch:(1,0).mountain")
    assert {who for who in standing(state) if "gold" not in who} == {"red cowboy (0,0)", "red tent (1,0)"}
    other = west("e1(0,0) PMPM +red:tent:mountain ; to red")
    assert "+mountain" in chosen(other, "e1(1,0)"), "and the other way round"


def test_GOLD_INT_3_gold_and_points_in_one_turn() -> None:
    text = f"e1(0,9) PMPM +red:tent:mountain {gold(1)}, c(0,0) PRRR +red:rail.E, a(1,0) PRPR ; to red"
    state = play(west(text), "c(2,0) dig <5")
    assert (state.score, holds(state, RED)) == (each(0, red=3), [5])


def test_GOLD_INT_4_draws_weigh_the_box_less_what_is_held() -> None:
    state = west(f"e1(0,0) PMPM +red:tent:mountain {gold(2)} ; {held([5, 5], [0, 1], [5, 5, 5], [], [])}")
    play(state, "p(0,1) dig")
    assert choices(state) == {"<stone", "<1", "<2", "<3"}, "no five is left to come"
    assert engine.weights(state) == [16, 17, 14, 9]


def test_GOLD_INT_4_a_position_holds_no_more_tokens_than_the_box() -> None:
    with pytest.raises(BadNotation):
        west("e1(0,0) PMPM ; column gold.taken 18 0 0 0 0 ; column gold.held 0 0 0 0 18" + " 0" * 20)


def test_GOLD_INT_5_junctions_part_railroads() -> None:
    state = west("a(1,0) PRPR +red:rail, c(2,0) PRRR, a(-1,0) PRPR +blue:rail, c(-2,0) PRRR ; to green")
    events = told(state, "c(0,0) -")
    assert scored(events) == [("rail", 3, [BLUE]), ("rail", 3, [RED])]
    assert len({feature_at(state, 0, 0, f"rail.{side}") for side in "ESW"}) == 3


def test_GOLD_INT_6_a_mountain_closes_a_railroad_complete_or_not() -> None:
    for other in ("", ", d(4,0) PPPM"):
        state = west(f"c(1,0) PRRR, a(2,0) PRPR +blue:rail{other} ; to red")
        play(state, "f(3,0)/PMPR -")
        assert state.score == each(0, blue=3)
        assert bool(state.board.features.open[feature_at(state, 3, 0, "mountain")]) == (not other)


# Rulings


def test_GOLD_RUL_1_sixty_three_tokens() -> None:
    assert dict(zip(VALUES, TOKENS, strict=True)) == {0: 17, 1: 18, 2: 14, 3: 9, 5: 5}
    assert sum(TOKENS) == 63
    game = Game("gold_rush", 2, Seeded(1))
    assert tokens(game.state) + reserve(game.state) == 63


def test_GOLD_RUL_2_the_tiles_are_data() -> None:
    box = load("gold_rush").copies("plain")
    assert sum(copies for _, copies in box) == 72
    for tile, _ in box:
        assert set(tile.edges) <= {"mountain", "rail", "prairie"}
        towns = [segment for segment in tile.segments if segment.kind == "town"]
        assert len(towns) <= 1
        assert all(len(town.touches) in (3, 4) for town in towns)
        assert all(dict(s.marks).keys() <= MARKS[s.kind] for s in tile.segments)
    other = make_rules("gold_rush", tiles=["gold_rush", "gold_rush"])
    assert other.tiles_in_all == 144, "another table of tiles can be played with"


MARKS = {"mountain": {"nuggets"}, "rail": {"locomotive"}, "town": set(), "prairie": {"camps", "horses"}}


def test_GOLD_RUL_3_one_token_at_a_time() -> None:
    state = west(f"e1(0,0) PMPM +red:tent:mountain {gold(5)} ; to red")
    play(state, "p(0,1) dig <1")
    assert (tokens(state), public(state), state.seat) == (4, each(0, red=1), BLUE)


def test_GOLD_RUL_12_one_game_of_that_name() -> None:
    assert [game for game in GAMES.values() if EXPANSION in game.base] == [GAMES["gold_rush"]]
    assert load("gold_rush").title == "Gold Rush"


@pytest.mark.parametrize("piece", ["+red:tent:rail", "+0:gold:rail"])
def test_GOLD_TENT_1_and_GOLD_MINE_1_tents_and_tokens_are_on_mountains_only(piece: str) -> None:
    with pytest.raises(BadNotation, match="what it says of gold_rush is contradictory"):
        west(f"a(0,0) PRPR {piece}")
