"""The speed of the compiled simulator relative to the engine, in the same run."""

from __future__ import annotations

import time
from functools import partial

import numpy as np
import pytest

from bastide.cli.timings import interleaved, timed, turns_played
from bastide.fast import Batch
from bastide.fast.compilation import compiled
from bastide.fast.game_copy import copy_game
from bastide.fast.layout import GAME_DTYPE, GameRecord, RecordArray
from bastide.games import parse_rules
from bastide.rules.ruleset import Ruleset

pytestmark = pytest.mark.slow

BIG_BOX = "bigbox2014 expansions=hills_and_sheep,inns_and_cathedrals,river,traders_and_builders,wheel_of_fortune"
LARGEST = (
    "bigbox2014 expansions=abbot,anniversary_mini,catapult,crop_circles,cult,hills_and_sheep,inns_and_cathedrals,"
    "king_and_robber,mage_and_witch,river_2,traders_and_builders,wheel_of_fortune"
)
COUNT = (
    "bigbox2014 expansions=abbot,anniversary_mini,catapult,count,crop_circles,cult,hills_and_sheep,inns_and_cathedrals,"
    "king_and_robber,mage_and_witch,river_20,traders_and_builders"
)
LEAST = [
    pytest.param("bigbox2014", 40, 20, 2000, id="base"),
    pytest.param("anniversary expansions=abbot,inns_and_cathedrals,river", 40, 10, 1000, id="anniversary"),
    pytest.param(BIG_BOX, 40, 4, 300, id="big box"),
    pytest.param(LARGEST, 40, 2, 100, id="largest", marks=pytest.mark.long),
    pytest.param(COUNT, 40, 2, 100, id="with the Count", marks=pytest.mark.long),
    pytest.param("second hand_size=3", 20, 10, 1000, id="hands", marks=pytest.mark.long),
    pytest.param("gold_rush", 40, 10, 1000, id="gold rush", marks=pytest.mark.long),
]
"""Rules, how many times as fast as the engine the simulator is at least, and games to play in each of them."""
MOST_TO_COPY = 2.0
"""Microseconds for a copy in mid-game."""
COPIES = 20_000


def speedup(rules: Ruleset, games: int, compiled_games: int) -> tuple[float, float]:
    """Return the games per second of engine and simulator, random two-player games on one core."""
    batch = Batch(rules, 1)
    batch.playouts(0, 10, threads=1)
    turns_played(rules, range(1))
    timings = interleaved(
        {
            "engine": partial(timed, lambda: turns_played(rules, range(games))),
            "compiled": partial(timed, lambda: batch.playouts(0, compiled_games, threads=1)),
        },
        seconds=3,
    )
    return games / timings["engine"].seconds, compiled_games / timings["compiled"].seconds


@pytest.mark.parametrize(("rules", "least", "games", "compiled_games"), LEAST)
def test_games_per_second(rules: str, least: float, games: int, compiled_games: int) -> None:
    made = parse_rules(rules)
    engine, simulator = speedup(made, games, compiled_games)
    print(
        f"{made.tiles_in_all} tiles, {rules}: {engine:.0f} and {simulator:.0f} games a second, {simulator / engine:.0f}"
    )
    assert simulator / engine >= least


@compiled
def copy_often(source: RecordArray[GameRecord], target: RecordArray[GameRecord], times: int) -> None:
    """Copy the single game of an array again and again."""
    for _ in range(times):
        copy_game(source[0], target[0])


@pytest.mark.long
@pytest.mark.parametrize("rules", [BIG_BOX, LARGEST, "gold_rush"], ids=["big box", "largest", "gold rush"])
def test_copies_in_mid_game(rules: str) -> None:
    made = parse_rules(rules)
    batch = Batch(made, 1)
    while batch.games["tiles"][0] < made.tiles_in_all / 2:
        batch.apply_all(batch.random_actions())
    target = np.zeros(1, GAME_DTYPE)
    copy_often(batch.games, target, 1)
    times = []
    for _ in range(10):
        start = time.thread_time()
        copy_often(batch.games, target, COPIES)
        times.append((time.thread_time() - start) / COPIES * 1e6)
    print(f"{rules}: a copy takes {min(times):.2f} µs")
    assert min(times) < MOST_TO_COPY
