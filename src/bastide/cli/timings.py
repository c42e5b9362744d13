"""Timings, interleaved with a reference workload in plain Python so that they can be compared between machines."""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import median
from typing import Final

from bastide.cli.random_games import play_out, random_action
from bastide.rules.engine import apply, options, start
from bastide.rules.ruleset import Ruleset
from bastide.rules.state import State

LEAST_ROUNDS: Final = 3
REFERENCE_LOOPS: Final = 4000
COPIES: Final = 50
"""Number of copies per timing: a single copy is too short for the clock."""


@dataclass(frozen=True)
class Timing:
    """A duration in seconds (the best of all rounds) and in reference units (the median of all rounds)."""

    seconds: float
    units: float


def reference() -> int:
    """Run the reference workload: a loop of operations on ints, lists and dicts, one unit per iteration."""
    row, total = [0] * 64, 0
    table: dict[int, int] = {}
    for i in range(REFERENCE_LOOPS):
        slot = i * 7 & 63
        row[slot] += i ^ total & 255
        table[slot] = table.get(slot, 0) + row[slot]
        total += len(row[slot : slot + 4])
    return total + len(table)


def timed(work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """Return the duration of a function in seconds (default: of CPU time), after a garbage collection."""
    gc.collect()
    began = clock()
    work()
    return clock() - began


def unit_seconds() -> float:
    """Return the duration of one reference unit in seconds."""
    return min(timed(reference) for _ in range(3)) / REFERENCE_LOOPS


def interleaved(jobs: Mapping[str, Callable[[], float]], seconds: float) -> dict[str, Timing]:
    """Time jobs in rounds, each next to the reference. A job returns its own duration in seconds."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in jobs}
    began = time.perf_counter()
    rounds = 0
    while rounds < LEAST_ROUNDS or time.perf_counter() - began < seconds:
        for name, job in jobs.items():
            unit = unit_seconds()
            times[name].append((job(), unit))
        rounds += 1
    return {
        name: Timing(min(taken for taken, _ in pairs), median(taken / unit for taken, unit in pairs))
        for name, pairs in times.items()
    }


def turns_played(rules: Ruleset, seeds: Sequence[int]) -> int:
    """Play one random two-player game for each seed and return the total number of turns."""
    turns = 0
    for seed in seeds:
        state = start(rules, 2)
        play_out(state, Random(seed))
        turns += state.turn
    return turns


def states_at(rules: Ruleset, turn: int, seeds: Sequence[int]) -> list[State]:
    """Return a state of one random two-player game per seed, at the beginning of a turn."""
    states = []
    for seed in seeds:
        state, generator = start(rules, 2), Random(seed)
        while state.turn < turn:
            apply(state, random_action(state, options(state), generator))
        states.append(state)
    return states


def copy_seconds(states: Sequence[State]) -> float:
    """Return the duration of a copy in seconds, as the median over the states."""

    def copies(state: State) -> None:
        for _ in range(COPIES):
            state.copy()

    return median(timed(partial(copies, state)) / COPIES for state in states)


def open_cells(rules: Ruleset, seeds: Sequence[int]) -> float:
    """Return the mean number of open cells over all actions of random games."""
    counted: list[int] = []
    for seed in seeds:
        play_out(start(rules, 2), Random(seed), lambda state: counted.append(len(state.board.wanted)))
    return sum(counted) / len(counted)


def final_state_bytes(rules: Ruleset, seed: int) -> int:
    """Return the memory of the last state of a random game in bytes, without the tables of its rules."""
    play_out(start(rules, 2), Random(seed))  # fills lazily computed tables
    gc.collect()
    tracemalloc.start()
    state, generator = start(rules, 2), Random(seed)
    before, _ = tracemalloc.get_traced_memory()
    play_out(state, generator)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return after - before
