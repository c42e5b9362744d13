"""The numbers of actions: each has one, it means that action and no other, and the mask tells which are legal."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from bastide.errors import BastideError
from bastide.games import parse_rules
from bastide.play.dealer import drawn_at_random
from bastide.rl import BeyondWindow, Episode, make_encoding
from bastide.rl.actions import ActionEncoder
from bastide.rl.episode import generator_state
from bastide.rl.window import Window, default_side, safe_side
from bastide.rules import engine
from bastide.rules.model import CHANCE, OVER
from bastide.rules.state import State

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


def moments(rules: str, seed: int, players: int = 2) -> list[State]:
    """Return every moment of a random game at which somebody chooses."""
    generator = Random(seed)
    state = engine.start(parse_rules(rules), players)
    found = []
    while engine.actor(state) != OVER:
        if engine.actor(state) == CHANCE:
            engine.apply(state, drawn_at_random(state, generator))
        else:
            found.append(state.copy())
            engine.apply(state, generator.choice(state.legal))
    return found


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_legal_action_has_a_number_of_its_own(rules: str) -> None:
    code = make_encoding(rules, 3).actions
    for state in moments(rules, 1, players=3):
        numbers = [code.index(state, action) for action in state.legal]
        assert len(set(numbers)) == len(numbers)
        assert [code.action(state, number) for number in numbers] == state.legal


@pytest.mark.parametrize("rules", RULE_SETS)
def test_what_the_mask_shows_is_legal_and_all_else_is_refused(rules: str) -> None:
    code = make_encoding(rules).actions
    generator = Random(5)
    for state in generator.sample(moments(rules, 2), 12):
        mask = code.mask(state)
        assert mask.sum() == len(state.legal)
        for index in np.flatnonzero(mask).tolist():
            engine.apply(state.copy(), code.action(state, index))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_everything_that_is_masked_out_is_refused(rules: str) -> None:
    """All numbers of small blocks, and some of large ones, at some moments of a game; nothing changes by it."""
    code, generator = make_encoding(rules).actions, Random(4)
    episode = Episode(make_encoding(rules), np.random.default_rng(3))
    for _ in range(4):
        before = episode.digest(), generator_state(episode.generator)
        for block in code.blocks:
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
def test_draws_are_of_kinds_that_nobody_chooses(rules: str) -> None:
    generator = Random(3)
    state = engine.start(parse_rules(rules), 2)
    while engine.actor(state) != OVER:
        drawn = engine.actor(state) == CHANCE
        assert {state.rules.kind_of(action).drawn for action in state.legal} == {drawn}
        engine.apply(state, drawn_at_random(state, generator) if drawn else generator.choice(state.legal))


def test_blocks_follow_each_other_without_a_gap() -> None:
    for rules in RULE_SETS:
        code = make_encoding(rules).actions
        assert [block.first for block in code.blocks] == [
            sum(block.size for block in code.blocks[:i]) for i in range(len(code.blocks))
        ]
        assert code.size == sum(block.size for block in code.blocks)


def test_a_number_that_is_none_is_refused() -> None:
    encoding = make_encoding("second")
    state = moments("second", 1)[0]
    for index in (-1, encoding.actions.size):
        with pytest.raises(BastideError, match="not an action"):
            encoding.actions.action(state, index)
        assert "not an action" in str(encoding.actions.refusal(state, index))


def test_seats_are_counted_from_the_one_that_acts() -> None:
    code = make_encoding("second expansions=catapult", 3).actions
    state = moments("second expansions=catapult", 1, players=3)[0]
    me = engine.actor(state)
    for seat in range(3):
        victim = state.rules.pack("victim", (me + seat) % 3, 0, state.board.cell[0] << 5)
        block = next(block for block in code.blocks if block.kind.name == "victim")
        assert (code.index(state, victim) - block.first) // (block.size // 4) == seat


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_safe_window_holds_a_board_laid_in_one_line(rules: str) -> None:
    made = parse_rules(rules)
    window = Window(safe_side(made))
    state = engine.start(made, 2)
    east = max(cell % (1 << 15) for cell in state.board.cell)
    farthest = max(state.board.cell, key=lambda cell: cell % (1 << 15)) + sum(made.bag)
    assert farthest % (1 << 15) == east + sum(made.bag)
    window.index(farthest)
    assert default_side(made) <= window.side


def test_what_lies_beyond_the_window_is_told_loudly() -> None:
    window = Window(3)
    code = ActionEncoder(parse_rules("second"), 2, window)
    last = moments("second", 1)[-2]
    with pytest.raises(BeyondWindow, match=r"outside the window of 3 by 3 cells.*window=\d+"):
        code.legal(last)


@pytest.mark.parametrize("side", [-1, 0, 1, 4])
def test_a_window_is_a_square_with_a_middle(side: int) -> None:
    with pytest.raises(BastideError, match="no window"):
        Window(side)


def test_cells_and_points_of_a_window_are_numbered_without_a_gap() -> None:
    window = Window(5)
    assert [window.index(window.cell(i)) for i in range(window.cells)] == list(range(25))
    assert [window.point_index(window.point(i)) for i in range(window.points)] == list(range(window.points))


def test_a_safe_window_has_room_for_every_throw() -> None:
    """The lane of a game may be longer than a board of a few tiles."""
    rules = "second expansions=catapult tiles=BA-RSTU,BA-FFFF-monastery,CAT-CFDF-03,CAT-RRRR-11"
    code = make_encoding(rules, window="safe").actions
    assert code.window.side == 9
    seen = set()
    for seed in range(30):
        for state in moments(rules, seed):
            seen |= {*(state.rules.kind_of(a).name for a in code.legal(state).values())}
    assert {"hurl", "reach"} <= seen
