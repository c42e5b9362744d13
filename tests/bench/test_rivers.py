"""How many river tiles find no place in random games, and how long it takes to find the places of one.

``python -m pytest -s tests/bench/test_rivers.py`` prints the figures.
"""

from __future__ import annotations

import time
from heapq import nlargest
from random import Random

import pytest

from bastide.fast import Batch
from bastide.fast.compilation import compiled
from bastide.fast.layout import GameRecord, RecordArray, RuleTables
from bastide.fast.placement import find_placements
from bastide.games import parse_rules
from bastide.play.position import parse_position, position_text
from bastide.rules import engine
from bastide.rules.placing import placements
from bastide.rules.state import NO_TILE, State
from tests.boards import board, draw
from tests.games import some_action

pytestmark = [pytest.mark.slow, pytest.mark.long]

GAMES = 3000
SLOWEST = 20
"""Positions that are timed again, since the first time includes what else the machine does."""
REPEATS = 1000


def river_tiles_left(state: State) -> int:
    """Return how many river tiles have not been drawn."""
    return sum(state.bag[tile] for stage in state.rules.stages[:-1] for tile in stage)


@compiled
def find_often(tables: RecordArray[RuleTables], games: RecordArray[GameRecord], times: int) -> None:
    """Find the placements of the current tile again and again."""
    for _ in range(times):
        find_placements(tables[0], games[0])


def seconds_in_the_engine(state: State) -> float:
    """Return how long it takes to find the places of the current tile."""
    began = time.thread_time()
    placements(state, state.tile)
    return time.thread_time() - began


def seconds_compiled(state: State) -> float:
    """Return the same of the simulator."""
    batch = Batch.from_engine([state])
    find_often(batch.tables, batch.games, 1)
    began = time.thread_time()
    find_often(batch.tables, batch.games, REPEATS)
    return (time.thread_time() - began) / REPEATS


@pytest.mark.parametrize(
    ("rules", "most_thrown_out"),
    [
        ("bigbox2014 expansions=river", 0),
        ("bigbox2014 expansions=river_2", 0.13),
        ("bigbox2014 expansions=river_20", 0),
        ("bigbox2014 expansions=river_2,count", 0.2),
        ("bigbox2014 expansions=river_2,wheel_of_fortune", 0.25),
        ("bigbox2014 expansions=river_20,count", 0.01),
        ("bigbox2014 expansions=river_20,wheel_of_fortune", 0.015),
    ],
)
def test_river_tiles_that_find_no_place_and_the_time_it_takes_to_see(rules: str, most_thrown_out: float) -> None:
    """In the River II ways are looked for on water alone; random players often lead an arm between cities and roads."""
    made = parse_rules(rules)
    drawn = thrown_out = 0
    slow: list[tuple[float, str]] = []
    for seed in range(GAMES):
        state, random = engine.start(made, 2), Random(seed)
        while river_tiles_left(state) or state.tile != NO_TILE:
            action = some_action(state, random)
            drawing = state.rules.kind_of(action).name == "draw"
            engine.apply(state, action)
            if drawing:
                drawn += 1
                thrown_out += state.tile == NO_TILE
                if state.tile != NO_TILE:
                    seconds = min(seconds_in_the_engine(state) for _ in range(2))
                    slow.append((seconds, position_text(state)))
                    slow = nlargest(SLOWEST, slow) if len(slow) > 50 * SLOWEST else slow
            if not state.legal:
                break
    worst = [parse_position(text, made) for _, text in nlargest(SLOWEST, slow)]
    in_the_engine = max(min(seconds_in_the_engine(state) for _ in range(7)) for state in worst)
    print(f"\n{rules}: {thrown_out} of {drawn} river tiles thrown out ({thrown_out / drawn:.2%}); ", end="")
    print(f"worst case {1e3 * in_the_engine:.2f} ms in the engine", end="")
    if "count" not in rules and "wheel" not in rules:
        compiled_seconds = [seconds_compiled(state) for state in worst]
        print(f", {1e6 * max(compiled_seconds):.1f} µs compiled")
        assert max(compiled_seconds) < 1e-3
    assert thrown_out / drawn <= most_thrown_out
    assert in_the_engine < 0.02


ROOMS = [(-1, 2, -1, 1), (-2, 2, -1, 1), (-1, 2, -2, 1), (-2, 2, -2, 1), (-1, 2, -2, 2), (-3, 3, -1, 1), (-2, 3, -2, 2)]
"""First and last column, then row, of what is left free around a double source, by hand: no game gets there."""


def test_the_time_it_takes_in_a_walled_room() -> None:
    """Without a way, all ways within the room are tried."""
    slowest = slowest_compiled = 0.0
    for west, east, north, south in ROOMS:
        rim = {(x, y) for x in range(west - 1, east + 2) for y in range(north - 1, south + 2)}
        walls = rim - {(x, y) for x in range(west, east + 1) for y in range(north, south + 1)}
        text = ", ".join(["R20-FIFW-source-west(0,0), R20-FWFI-source-east(1,0)", *(f"B({x},{y})" for x, y in walls)])
        for tile in ("R20-WFWF-d", "R20-FWWF-j"):
            state = draw(board(f"{text} ; players 2", "bigbox2014 expansions=river_20"), tile)
            if state.tile != NO_TILE:
                slowest = max(slowest, min(seconds_in_the_engine(state) for _ in range(3)))
                slowest_compiled = max(slowest_compiled, seconds_compiled(state))
    print(f"\nwalled in: worst case {1e3 * slowest:.1f} ms in the engine, {1e6 * slowest_compiled:.0f} µs compiled")
    assert slowest < 0.2
    assert slowest_compiled < 1e-3
