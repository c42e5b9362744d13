"""What only an expansion knows: bots see what its pieces and tokens may bring, though the end would not pay it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from bastide.bots.candidates import state_after
from bastide.bots.evaluation import evaluate, lead
from bastide.expansions import count, gold_rush, hills_and_sheep, traders_and_builders, wheel_of_fortune
from bastide.games import make_rules
from bastide.play.dealer import drawn_at_random
from bastide.rules.engine import actor, apply, start
from bastide.rules.model import CHANCE, KIND_MASK, OVER, Action
from bastide.rules.state import State
from bastide.rules.turn import AGAIN


def options(state: State, kind: str) -> list[Action]:
    """Return the options of a kind."""
    return [action for action in state.legal if action & KIND_MASK == state.rules.code[kind]]


def moment(expansion: str, wanted: Callable[[State], bool]) -> State:
    """Return a moment of a random game, in its first half, at which something is true."""
    preset, expansions = ("gold_rush", ()) if expansion == "gold_rush" else ("second", (expansion,))
    rules = make_rules(preset, expansions=expansions)
    for seed in range(40):
        generator, state = Random(seed), start(rules, 2)
        while actor(state) != OVER and state.left > 30:
            if actor(state) != CHANCE and wanted(state):
                return state
            apply(state, drawn_at_random(state, generator) if actor(state) == CHANCE else generator.choice(state.legal))
    raise AssertionError("there is no such moment")


def ahead(state: State, action: Action) -> float:
    """Return how far ahead an action leaves whoever plays it."""
    seat = actor(state)
    return lead(evaluate(state_after(state, action), seat), seat)


def test_a_small_flock_is_expanded_and_a_great_one_herded() -> None:
    state = moment("hills_and_sheep", lambda state: bool(options(state, "herd")))
    (expand,), (herd,) = options(state, "expand"), options(state, "herd")
    first = hills_and_sheep.SIZES * state.seat
    for tokens, better in (((1, 0, 0, 0), expand), ((1, 2, 3, 1), herd)):
        state.ext[hills_and_sheep.FLOCK][first : first + hills_and_sheep.SIZES] = tokens
        assert max((expand, herd), key=lambda action: ahead(state, action)) == better


def test_gold_is_dug_up() -> None:
    state = moment("gold_rush", lambda state: bool(options(state, "dig")))
    assert ahead(state, options(state, "dig")[0]) > ahead(state, options(state, "pass")[0])


def test_gold_that_others_hide_counts_for_them() -> None:
    state = moment("gold_rush", lambda state: any(state.ext[gold_rush.TAKEN]))
    seat = max(range(2), key=lambda seat: state.ext[gold_rush.TAKEN][seat])
    known = gold_rush.prospect(state, seat)
    size = len(gold_rush.VALUES)
    state.ext[gold_rush.HELD][size * seat : size * (seat + 1)] = [0] * size
    assert gold_rush.prospect(state, seat) > known


def test_a_builder_is_worth_more_at_work_than_at_home() -> None:
    def can_build(state: State) -> bool:
        return any(piece_name(state, action) == "builder" for action in options(state, "deploy"))

    def piece_name(state: State, action: Action) -> str:
        kind = state.rules.kinds[action & KIND_MASK]
        return state.rules.pieces[kind.unpack(action)[0]].name

    state = moment("traders_and_builders", can_build)
    build = next(action for action in options(state, "deploy") if piece_name(state, action) == "builder")
    before, after = state, state_after(state, build)
    assert traders_and_builders.prospect(after, state.seat) > traders_and_builders.prospect(before, state.seat)


def test_a_second_part_that_was_earned_is_worth_something() -> None:
    state = moment("traders_and_builders", lambda state: bool(state.ext[AGAIN][0]) and not state.part)
    earned = traders_and_builders.prospect(state, state.seat)
    other = traders_and_builders.prospect(state, 1 - state.seat)
    state.ext[AGAIN][0] = 0
    assert traders_and_builders.prospect(state, state.seat) == earned - traders_and_builders.SECOND_HOPE
    assert traders_and_builders.prospect(state, 1 - state.seat) == other


def test_goods_are_worth_something_without_a_majority() -> None:
    state = moment("traders_and_builders", lambda state: len(state.board.laid) > 3)
    before = traders_and_builders.prospect(state, 0)
    state.ext[traders_and_builders.HELD][0] += 1
    assert traders_and_builders.prospect(state, 0) > before


def test_a_follower_on_the_crown_is_not_lost() -> None:
    sector = moment("wheel_of_fortune", lambda state: bool(on_crown(state)))
    seat = on_crown(sector)[0]
    assert 0 < wheel_of_fortune.prospect(sector, seat) < 8 * len(on_crown(sector)) + 1
    sector.bag = [0] * len(sector.bag)
    assert wheel_of_fortune.prospect(sector, seat) == 0, "no pig moves without a tile that has an icon"


def on_crown(state: State) -> list[int]:
    """Return the seats of all followers on the crown."""
    return [piece >> 4 & 15 for piece in state.pieces if state.board["sector"][piece >> 9]]


def test_a_follower_in_town_is_not_lost() -> None:
    state = moment("count", lambda state: bool(options(state, "enter")))
    entered = state_after(state, options(state, "enter")[0])
    seat = actor(state)
    assert count.prospect(entered, seat) > count.prospect(state, seat)
