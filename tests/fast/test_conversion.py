"""Conversion of engine states to game records and back, in all phases."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from bastide import parse_position
from bastide.errors import BastideError
from bastide.fast import Batch
from bastide.games import make_rules
from bastide.kernel.geometry import cell_at
from bastide.rules import engine
from bastide.rules.model import OVER, SPOT_BITS
from bastide.rules.state import State
from tests.fast.mirror import board_difference, difference, play_both, random_players, random_rules
from tests.games import some_action, states


def same_features(one: State, other: State) -> bool:
    ours, theirs = one.board.features, other.board.features
    roots = set(ours.root)
    columns = zip(ours.column, theirs.column, strict=True)
    return ours.root == theirs.root and all(a[root] == b[root] for a, b in columns for root in roots)


@pytest.mark.parametrize("part", range(4))
def test_round_trips_in_all_phases(part: int) -> None:
    steps = set()
    for number in range(8):
        rng = Random(f"convert {part} {number}")
        rules = random_rules(rng)
        players = random_players(rules, rng)
        batch = Batch(rules, 2, players)
        for state in states(rules, players, rng):
            if rng.random() < 0.8 and state.legal:
                continue
            batch.put(1, state)
            assert difference(state, batch, 1) == ""
            assert board_difference(state, batch, 1) == ""
            back = batch.to_engine(1)
            assert back.key() == state.key()
            assert back.legal == state.legal
            assert same_features(back, state)
            steps.add(engine.actor(state) if not state.legal else rules.program[state.pc].name)
    assert steps >= {"draw", "place", "piece", OVER}


def test_converted_games_continue_identically() -> None:
    for number in range(20):
        rng = Random(f"future {number}")
        rules = random_rules(rng)
        state = next(islice(states(rules, random_players(rules, rng), rng), rng.randrange(150), None))
        batch = Batch.from_engine([state])
        converted = batch.to_engine(0)
        while state.legal:
            action = some_action(state, rng)
            engine.apply(state, action)
            batch.apply(0, action)
            engine.apply(converted, action)
            assert difference(state, batch, 0) == ""
        assert converted.key() == state.key() == batch.to_engine(0).key()


def test_a_used_game_is_overwritten_completely() -> None:
    rules = make_rules("bigbox2014", expansions=["inns_and_cathedrals"])
    batch = Batch(rules, 1, seed=3)
    batch.play_out()
    state = engine.start(rules, 2)
    batch.put(0, state)
    for _ in play_both(state, batch, Random(3)):
        pass


POSITIONS = {
    "two knights in one city": "E(0,0)+1:city E(0,-1)/2+2:city ; to 1 ; bag E:2 U:1",
    "a monk": "B(0,0)+1:monastery E(0,-1) E(1,-1) E(1,0)/2 ; bag E:5 ; supply 3 3",
    "two farmers on one field": "E(0,0)+1:field+1:field+2:field ; bag V:3 ; scores 7 9",
    "a farmer on a field with complete cities": "E(0,0)+1:field E(0,-1)/2+2:field ; bag empty ; step over",
    "a board in two parts": "E(0,0) E(5,5)+1:city ; bag E:20",
    "a turn far away": "E(16000,-16000) ; turn 900000 ; bag E:4",
}


@pytest.mark.parametrize("text", POSITIONS.values(), ids=POSITIONS.keys())
def test_positions_written_by_hand(text: str) -> None:
    for seed in range(5):
        state, rng = parse_position(text), Random(seed)
        batch = Batch.from_engine([state])
        assert batch.to_engine(0).key() == state.key()
        for _ in play_both(state, batch, rng):
            pass


def test_a_monastery_that_is_complete_at_the_start_scores_only_at_the_end() -> None:
    block = " ".join(f"B({x},{y})" for x in (-1, 0, 1) for y in (-1, 0, 1))
    state = parse_position(f"{block.replace('B(0,0)', 'B(0,0)+1:monastery')} ; bag B:2 ; tile B")
    batch = Batch.from_engine([state])
    for action in (state.rules.pack("place", 0, cell_at(2, 0)), state.rules.code["pass"]):
        engine.apply(state, action)
        batch.apply(0, action)
        assert state.score == [0, 0]
        assert difference(state, batch, 0) == ""


def test_an_abbot_in_a_complete_monastery_cannot_be_recalled() -> None:
    rules = make_rules("anniversary", expansions=["abbot"])
    block = " ".join(f"B({x},{y})" for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (1, 1))
    state = parse_position(f"{block.replace('B(0,0)', 'B(0,0)+1:abbot:monastery')} ; bag B:9 ; tile B", rules)
    for cell, recallable in ((cell_at(2, 0), True), (cell_at(1, 1), False)):
        after, batch = state.copy(), Batch.from_engine([state])
        engine.apply(after, rules.pack("place", 0, cell))
        batch.apply(0, rules.pack("place", 0, cell))
        assert difference(after, batch, 0) == ""
        assert (rules.code["recall"] in batch.legal(0)) is recallable
        engine.apply(after, rules.code["pass"])
        batch.apply(0, rules.code["pass"])
        assert difference(after, batch, 0) == ""
        assert after.score == [0 if recallable else 9, 0]


REFUSED = {
    "too many tiles": "E(0,0) ; bag E:250",
    "too wide": "E(0,0) E(250,0) ; bag E:9",
    "a second part": "E(0,0) ; part 2",
    "a second part to come": "E(0,0) ; column turn.again 1",
    "a hand": "E(0,0) ; hand E,-,- -,-,-",
    "a buried tile": "E(0,0) ; buried 1",
    "a guest": "E(0,0)+1:guest:city",
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED.keys())
def test_unreachable_positions_are_refused(text: str) -> None:
    with pytest.raises(BastideError) as refused:
        Batch.from_engine([parse_position(text)])
    assert refused.value.message == "fast_state"
    assert "moteur" in refused.value.text("fr")


def test_a_position_after_a_recall_in_the_same_turn_is_refused() -> None:
    rules = make_rules("anniversary", expansions=["abbot"])
    state = engine.start(rules, 2)
    state.ext["abbot.recalled"][0] = state.board.cell[0] << SPOT_BITS
    with pytest.raises(BastideError):
        Batch.from_engine([state])


def test_states_of_other_games_are_refused() -> None:
    batch = Batch(make_rules("first"), 1, 2)
    for state in (engine.start(make_rules("second"), 2), engine.start(make_rules("first"), 3)):
        with pytest.raises(BastideError) as refused:
            batch.put(0, state)
        assert refused.value.message == "fast_other_game"
