"""Fairs in the simulator: throws at crowded maps do what they do in the engine, and numbers are drawn or given."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from bastide.errors import IllegalAction
from bastide.expansions.catapult import CATCH, aims, game_played, on_the_map, scatter
from bastide.fast import Batch
from bastide.games import parse_rules
from bastide.kernel.ballistics import HANDS, NUMBER_BITS, NUMBERS, Box
from bastide.kernel.geometry import point_at
from bastide.play.dealer import drawn_at_random
from bastide.rules import engine
from bastide.rules.engine import step_name
from bastide.rules.model import CHANCE, KIND_MASK, Action
from bastide.rules.pieces import put, segment_of
from bastide.rules.ruleset import Ruleset
from bastide.rules.state import State
from tests.fast.mirror import board_difference, difference
from tests.games import any_kind, some_action, states

RULES = parse_rules("bigbox2014 expansions=catapult,inns_and_cathedrals,traders_and_builders,abbot")
NO_ERROR = ((1 << NUMBER_BITS - 1) - 1, 1 << NUMBER_BITS - 1) * 4
FEWEST = 5


def fairs(rules: Ruleset, players: int, rng: Random) -> list[State]:
    """Return the states of a random game at which a fair begins."""
    return [state.copy() for state in states(rules, players, rng) if step_name(state) == "fair.choose"]


def crowd(state: State, rng: Random) -> None:
    """Put more followers beside those on the map, some of them as guests, which no token touches."""
    kinds = state.rules.ordinary
    for _ in range(rng.randint(0, 12)):
        seat, kind = rng.randrange(state.players), rng.choice(kinds)
        if state.pieces and state.supply[seat * len(state.rules.pieces) + kind]:
            put(state, seat, kind, segment_of(rng.choice(state.pieces)), guest=rng.random() < 0.1)


def at_the_fair(rng: Random, state: State) -> Action:
    """Return an action of a fair: aims often lie between followers, and many throws have no error."""
    if engine.actor(state) == CHANCE:
        exact = state.rules.pack("scatter", *NO_ERROR, rng.choice((0, 65535)))
        return exact if rng.random() < 0.6 else drawn_at_random(state, rng)
    if step_name(state) not in ("fair.aim", "fair.hands") or rng.random() < 0.1:
        return any_kind(rng, state.legal)
    code = state.legal[0] & KIND_MASK
    feet = [there.centre for there in on_the_map(state)]
    if game_played(state) == CATCH or len(feet) < 2:
        box = HANDS if step_name(state) == "fair.hands" else aims(state)
        point = rng.randint(box.west, box.east), rng.randint(box.north, box.south)
    else:
        (x, y), (other_x, other_y) = rng.sample(feet, 2) if rng.random() < 0.3 else neighbours(feet, rng)
        point = (x + other_x) // 2, (y + other_y) // 2
    return state.rules.kinds[code].pack(code, [point_at(*point)])


def neighbours(feet: list[tuple[int, int]], rng: Random) -> list[tuple[int, int]]:
    """Return where a random follower and the one nearest to it stand."""
    one = rng.choice(feet)
    others = feet[:]
    others.remove(one)
    return [one, min(others, key=lambda at: (at[0] - one[0]) ** 2 + (at[1] - one[1]) ** 2)]


def replay(seed: str) -> Counter[str]:
    """Play crowded fairs in the engine and in the simulator, compare them after every action, and count the actions."""
    rng = Random(seed)
    count: Counter[str] = Counter()
    for state in fairs(RULES, rng.choice((2, 3, 5, 8)), rng):
        crowd(state, rng)
        batch = Batch.from_engine([state])
        while step_name(state).startswith("fair."):
            action = at_the_fair(rng, state)
            count[state.rules.kind_of(action).name] += 1
            before = len(state.pieces)
            engine.apply(state, action)
            batch.apply(0, action)
            count["swept"] += before - len(state.pieces)
            assert difference(state, batch, 0) == ""
            assert difference(state, Batch.from_engine([state]), 0) == ""
            assert batch.to_engine(0).key() == state.key()
        assert board_difference(state, batch, 0) == ""
    return count


def test_crowded_fairs_agree() -> None:
    count = sum((replay(f"fairs {number}") for number in range(FEWEST)), Counter[str]())
    assert min(count[what] for what in ("swept", "victim", "send", "fetch", "reach", "pass")) >= FEWEST, count


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_a_thousand_crowded_fairs_agree(part: int) -> None:
    for number in range(10):
        replay(f"all fairs {part} {number}")


def at_throw(rng: Random) -> State:
    """Return the state before the first throw of a fair."""
    state = next(iter(fairs(RULES, 3, rng)))
    while step_name(state) != "fair.scatter":
        engine.apply(state, some_action(state, rng))
    return state


def corners(box: Box, out: int) -> list[int]:
    """Return the corners of a box, or points so far outside of them."""
    west, north, east, south = box.west - out, box.north - out, box.east + out, box.south + out
    return [point_at(x, y) for x in (west, east) for y in (north, south)]


def test_every_point_of_the_area_may_be_aimed_at_and_none_beyond() -> None:
    rng = Random(1)
    for state in fairs(RULES, 2, rng):
        while step_name(state) != "fair.scatter":
            if step_name(state) in ("fair.aim", "fair.hands"):
                box = HANDS if step_name(state) == "fair.hands" else aims(state)
                kind = "reach" if step_name(state) == "fair.hands" else "hurl"
                other = "hurl" if kind == "reach" else "reach"
                for point in corners(box, 0):
                    Batch.from_engine([state]).apply(0, state.rules.pack(kind, point))
                    with pytest.raises(IllegalAction):
                        Batch.from_engine([state]).apply(0, state.rules.pack(other, point))
                for point in corners(box, 1):
                    with pytest.raises(IllegalAction):
                        Batch.from_engine([state]).apply(0, state.rules.pack(kind, point))
            engine.apply(state, some_action(state, rng))


def test_the_numbers_of_a_throw_are_given_or_drawn() -> None:
    state = at_throw(Random(2))
    batch = Batch.from_engine([state, state, state], seed=5)
    assert batch.actor(0) == CHANCE
    assert batch.legal(0) == state.legal
    bare = state.rules.code["scatter"]
    assert batch.random_actions().tolist() == [bare] * 3
    batch.apply(0, state.rules.pack("scatter", *range(NUMBERS)))
    assert batch.games["scatter"][0].tolist() == [*range(NUMBERS)]
    batch.apply(1, bare)
    assert batch.games["scatter"][1].tolist() == [0] * NUMBERS
    batch.apply_all([-1, -1, bare])
    drawn = batch.games["scatter"][2].tolist()
    assert len(set(drawn)) == NUMBERS
    assert all(0 <= number < 1 << NUMBER_BITS for number in drawn)
    engine.apply(state, state.rules.pack("scatter", *drawn))
    assert difference(state, batch, 2) == ""


def test_what_is_no_throw_is_refused() -> None:
    state = at_throw(Random(3))
    batch = Batch.from_engine([state])
    before = batch.games.tobytes()
    too_long = scatter(state, 0) | 1 << 64 + NUMBER_BITS * NUMBERS
    for action in (-1, state.rules.code["pass"], state.rules.pack("hurl", point_at(0, 0)), too_long, KIND_MASK):
        with pytest.raises(IllegalAction):
            batch.apply(0, action)
    for action in (state.rules.code["pass"], state.rules.code["scatter"] | KIND_MASK + 1):
        with pytest.raises(IllegalAction):
            batch.apply_all(np.array([action]))
    assert batch.games.tobytes() == before
