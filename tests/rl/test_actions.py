"""The action space: numbering, masks, illegal actions, and the window."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from bastide.errors import BastideError
from bastide.games import parse_rules
from bastide.kernel.geometry import cell_at, xy
from bastide.rl import BeyondWindow, Episode, make_encoding
from bastide.rl.actions import ActionEncoder
from bastide.rl.episode import generator_state
from bastide.rl.window import Window, default_side, safe_side
from bastide.rules import engine
from bastide.rules.model import CHANCE, OVER, SPOT_BITS
from bastide.rules.state import State
from tests.games import states

RULE_SETS = (
    "first",
    "second",
    "second hand_size=3",
    "anniversary expansions=river_20,abbot,anniversary_mini",
    "first expansions=king_and_robber,cult,count",
    "second expansions=catapult",
    "second expansions=mage_and_witch,crop_circles",
    "bigbox2014 expansions=inns_and_cathedrals,traders_and_builders,hills_and_sheep,wheel_of_fortune,river",
    "gold_rush",
)


def choice_states(rules: str, seed: int, players: int = 2) -> list[State]:
    """Return all states of a random game in which a seat is to act."""
    game = states(parse_rules(rules), players, Random(seed))
    return [state.copy() for state in game if engine.actor(state) not in (CHANCE, OVER)]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_legal_actions_have_distinct_numbers(rules: str) -> None:
    encoder = make_encoding(rules, 3).actions
    for state in choice_states(rules, 1, players=3):
        numbers = [encoder.index(state, action) for action in state.legal]
        assert len(set(numbers)) == len(numbers)
        assert [encoder.action(state, number) for number in numbers] == state.legal


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_mask_marks_the_legal_actions(rules: str) -> None:
    encoder = make_encoding(rules).actions
    generator = Random(5)
    for state in generator.sample(choice_states(rules, 2), 12):
        mask = encoder.mask(state)
        assert mask.sum() == len(state.legal)
        for index in np.flatnonzero(mask).tolist():
            engine.apply(state.copy(), encoder.action(state, index))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_masked_actions_are_refused_and_change_nothing(rules: str) -> None:
    """All numbers of small blocks, and a sample of large ones, in several states."""
    encoder, generator = make_encoding(rules).actions, Random(4)
    episode = Episode(make_encoding(rules), np.random.default_rng(3))
    for _ in range(4):
        before = episode.digest(), generator_state(episode.generator)
        for block in encoder.blocks:
            numbers = range(block.first, block.first + block.size)
            for index in numbers if block.size < 60 else generator.sample(numbers, 60):
                if index not in episode.legal:
                    with pytest.raises(BastideError):
                        episode.play(index)
        assert (episode.digest(), generator_state(episode.generator)) == before
        for _ in range(12):
            if episode.legal:
                episode.play(generator.choice(list(episode.legal)))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_kinds_of_draws_and_choices_are_disjoint(rules: str) -> None:
    for state in states(parse_rules(rules), 2, Random(3)):
        drawn = engine.actor(state) == CHANCE
        assert all(state.rules.kind_of(action).drawn == drawn for action in state.legal)


def test_blocks_are_contiguous() -> None:
    for rules in RULE_SETS:
        encoder = make_encoding(rules).actions
        assert [block.first for block in encoder.blocks] == [
            sum(block.size for block in encoder.blocks[:i]) for i in range(len(encoder.blocks))
        ]
        assert encoder.size == sum(block.size for block in encoder.blocks)


def test_invalid_numbers_are_refused() -> None:
    encoding = make_encoding("second")
    state = choice_states("second", 1)[0]
    for index in (-1, encoding.actions.size):
        with pytest.raises(BastideError, match="not an action"):
            encoding.actions.action(state, index)
        assert "not an action" in str(encoding.actions.refusal(state, index))


def test_seats_are_relative_to_the_acting_one() -> None:
    encoder = make_encoding("second expansions=catapult", 3).actions
    state = choice_states("second expansions=catapult", 1, players=3)[0]
    actor = engine.actor(state)
    for seat in range(3):
        victim = state.rules.pack("victim", (actor + seat) % 3, 0, state.board.cell[0] << SPOT_BITS)
        block = next(block for block in encoder.blocks if block.kind.name == "victim")
        assert (encoder.index(state, victim) - block.first) // (block.size // 4) == seat


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_safe_window_holds_a_board_laid_in_one_line(rules: str) -> None:
    ruleset = parse_rules(rules)
    window = Window(safe_side(ruleset))
    state = engine.start(ruleset, 2)
    x, y = max(map(xy, state.board.cell))
    window.index(cell_at(x + sum(ruleset.bag), y))
    assert default_side(ruleset) <= window.side


def test_actions_outside_the_window_raise_an_error() -> None:
    window = Window(3)
    encoder = ActionEncoder(parse_rules("second"), 2, window)
    last = choice_states("second", 1)[-2]
    with pytest.raises(BeyondWindow, match=r"outside the window of 3 by 3 cells.*window=\d+"):
        encoder.legal(last)


@pytest.mark.parametrize("side", [-1, 0, 1, 4])
def test_the_side_of_a_window_is_odd_and_at_least_three(side: int) -> None:
    with pytest.raises(BastideError, match="not a valid window"):
        Window(side)


def test_cells_and_points_of_a_window_are_numbered_consecutively() -> None:
    window = Window(5)
    assert [window.index(window.cell(i)) for i in range(window.cells)] == list(range(25))
    assert [window.point_index(window.point(i)) for i in range(window.points)] == list(range(window.points))


def test_a_safe_window_holds_every_throw() -> None:
    """The lane may be longer than a board of few tiles."""
    rules = "second expansions=catapult tiles=BA-RSTU,BA-FFFF-monastery,CAT-CFDF-03,CAT-RRRR-11"
    encoder = make_encoding(rules, window="safe").actions
    assert encoder.window.side == 9
    kinds = set()
    for seed in range(30):
        for state in choice_states(rules, seed):
            kinds |= {*(state.rules.kind_of(a).name for a in encoder.legal(state).values())}
    assert {"hurl", "reach"} <= kinds
