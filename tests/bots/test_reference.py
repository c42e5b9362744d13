"""The reference opponent: its evaluation worked out by hand, and its choices."""

from __future__ import annotations

from math import comb
from random import Random

import pytest

from bastide.bots.arena import Contender, Match, play_game
from bastide.bots.interface import Budget
from bastide.bots.levels import LEVELS
from bastide.bots.reference import OPPONENTS, Evaluation, Reference, draws_left, if_complete, open_cells
from bastide.games import DEFAULT_GAME, GameRules, parse_rules, presets
from bastide.play.notation import action_text
from bastide.rules.state import State
from tests.boards import BLUE, RED, board, feature_at

SIX_FREE, SEVEN_FREE = 6 * 0.15, 7 * 0.15


def two(text: str, rules: str = "bigbox2014") -> State:
    return board(text, rules, players=2)


def worth(text: str, seat: int = RED, rules: str = "bigbox2014") -> float:
    return Evaluation(seat).value(two(text, rules))


def chosen(state: State, seed: int = 1, budget: Budget | None = None) -> str:
    """Return the token of what the reference chooses."""
    assert isinstance(state.rules, GameRules)
    bot = Reference(state.rules, Random(seed))
    return action_text(state, bot.choose(state.copy(), budget or Budget(simulations=100_000)))


def test_it_is_for_the_arena_only() -> None:
    assert {"reference": Reference} == OPPONENTS
    assert not OPPONENTS.keys() & LEVELS.keys()


# One tile of four closes the city, and red gets two of the four: a chance of 1 - C(3,2) / C(4,2) = 1/2.
CITY = "E(0,0) FCFF +red:city ; to blue ; bag V:3 E:1"


def test_an_open_city_is_worth_its_points_and_most_of_the_chance_to_double_them() -> None:
    assert worth(CITY) == pytest.approx(1 + 0.8 * 0.5 * (2 - 1) + SIX_FREE)


def test_what_others_own_counts_with_the_opposite_sign() -> None:
    assert worth(CITY, BLUE) == pytest.approx(-(1 + 0.8 * 0.5 * (2 - 1)) + SEVEN_FREE)


def test_of_several_others_the_mean_counts() -> None:
    state = board("E(0,0) FCFF +red:city ; to blue ; bag V:4 ; scores 0 0 30", players=3)
    assert Evaluation(BLUE).value(state) == pytest.approx(-(1 - 12 + 30) / 2 + SEVEN_FREE)


def test_points_count_as_they_are() -> None:
    assert worth(f"{CITY} ; scores 20 5") == pytest.approx(worth(CITY) + 15)


@pytest.mark.parametrize(
    ("text", "now", "penalty"),
    [
        ("E(0,0) FCFF +red:city ; bag V:4", 1, 12),
        ("B(0,0) +red:monastery ; bag C:4", 1, 3),
        ("V(0,0) +red:road ; bag E:4", 1, 1.2),
    ],
)
def test_a_trapped_follower_costs_by_the_feature_it_is_on(text: str, now: int, penalty: float) -> None:
    assert worth(text) == pytest.approx(now - penalty + SIX_FREE)
    assert worth(text, BLUE) == pytest.approx(-(now - penalty) + SEVEN_FREE)


def test_one_cell_without_a_tile_is_enough_to_be_trapped() -> None:
    # West of the road only a bend or a straight fits; south of it lies a cell that wants a road and a city.
    text = "V(0,0) FFRR +red:road, E(1,1) FFFC ; bag U:4"
    assert worth(text) == pytest.approx(1 - 1.2 + SIX_FREE)
    assert worth(text.replace("U:4", "U:3 L:1")) == pytest.approx(1 + SIX_FREE)


def test_a_monastery_hopes_for_all_nine_tiles() -> None:
    # Every one of the two tiles that red gets fits everywhere.
    assert worth("B(0,0) +red:monastery ; to blue ; bag B:4") == pytest.approx(1 + 0.8 * (9 - 1) + SIX_FREE)


def test_the_chance_is_that_of_all_open_cells_together() -> None:
    state = two("U(0,0) RFRF +red:road ; bag E:6 V:2")
    once = 1 - comb(6, 4) / comb(8, 4)
    road = feature_at(state, 0, 0, "road")
    assert len(open_cells(state, road)) == 2
    assert Evaluation(RED).chance(state, road, RED) == pytest.approx(once**2)


def test_draws_are_shared_out_from_the_seat_on_turn() -> None:
    state = board("D(0,0) ; to blue ; bag V:4", players=3)
    assert [draws_left(state, seat) for seat in range(3)] == [1, 2, 1]
    state = board("D(0,0) ; bag V:1 ; hand A,B,- C,-,- -,-,-", "second hand_size=3", players=3)
    assert [draws_left(state, seat) for seat in range(3)] == [3, 1, 0]


@pytest.mark.parametrize(("rules", "points"), [("bigbox2014", 3), ("second", 3), ("first", 4)])
def test_fields_count_almost_fully_in_every_edition(rules: str, points: int) -> None:
    text = "E(0,0) FCFF +red:field, E(1,0) FFFC ; bag V:4"
    assert worth(text, rules=rules) == pytest.approx(0.99 * points + SIX_FREE)


def test_who_has_fewer_followers_in_a_feature_gets_nothing_but_may_be_trapped() -> None:
    text = "E(0,0) FCFF +red:city, R(1,0) CCFC +red:city, E(1,-1) FFCF +blue:city, N(2,0) CFFC ; bag V:4"
    state = two(text)
    city = feature_at(state, 0, 0, "city")
    assert feature_at(state, 1, -1, "city") == city
    assert if_complete(state, city) == 8
    assert worth(text, BLUE) == pytest.approx(-(4 - 2 * 12) - 12 + SIX_FREE)
    assert worth(text, RED) == pytest.approx(4 - 2 * 12 + 5 * 0.15)


def test_to_have_no_follower_left_is_bad() -> None:
    assert worth("D(0,0) ; supply 0 7") == -4
    assert worth("D(0,0) ; supply 1 7") == 0.15


def test_looking_at_a_complete_feature_changes_nothing() -> None:
    state = two("B(0,0) +red:monastery, E(0,-1) CFFF ; bag B:4")
    before = state.key(), list(state.board.features.open), list(state.board.features.tiles)
    assert if_complete(state, feature_at(state, 0, 0, "monastery")) == 9
    Evaluation(RED).value(state)
    assert before == (state.key(), state.board.features.open, state.board.features.tiles)


def test_it_closes_its_city() -> None:
    assert chosen(two("E(0,0) FCFF +red:city ; tile E")) == "(1,0)/3"


def test_it_does_not_close_that_of_its_opponent() -> None:
    assert chosen(two("E(0,0) FCFF +blue:city ; tile E")) != "(1,0)/3"


def test_it_sends_a_monk() -> None:
    assert chosen(two("D(0,0) B(0,1) ; step piece")) == "+monastery"


def test_the_same_seed_chooses_the_same_and_equals_are_all_chosen() -> None:
    state = two("D(0,0) ; tile X")
    assert chosen(state, seed=3) == chosen(state, seed=3)
    state = two("C(0,0) ; tile C ; supply 0 0")
    assert len({chosen(state, seed) for seed in range(20)}) == 4


def test_a_spent_budget_ends_the_search() -> None:
    state = two("C(0,0) ; tile C ; supply 0 0")
    assert {chosen(state, seed, Budget(simulations=1)) for seed in range(20)} == set(map(str, _tokens(state)))
    assert chosen(state, 1, Budget(seconds=1e-9)) in _tokens(state)


def _tokens(state: State) -> list[str]:
    return [action_text(state, action) for action in state.legal]


def match_against_dice(rules: str, positions: int) -> Match:
    one, other = Contender("reference", Budget(simulations=positions)), Contender("random")
    return Match(one, other, parse_rules(rules), paired=True)


def test_it_beats_dice_from_either_seat() -> None:
    match = match_against_dice("bigbox2014", 100_000)
    assert [play_game(match, number).score for number in range(2)] == [1, 1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [
        *presets(),
        *(pytest.param(f"bigbox2014 expansions={e.id}", marks=pytest.mark.long) for e in DEFAULT_GAME.expansions),
        "second hand_size=3 expansions=river",
        f"bigbox2014 expansions={','.join(DEFAULT_GAME.together())}",
    ],
)
def test_it_plays_by_all_rules(rules: str) -> None:
    played = play_game(match_against_dice(rules, 20), 0)
    assert played.fault is None
    assert played.scores[0] > played.scores[1]
