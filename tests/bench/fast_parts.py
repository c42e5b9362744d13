"""A profile of compiled random games: `python -m tests.bench.fast_parts`.

The cost of a part of a turn is measured by running it once more than needed, in the game or in a copy. Besides, games
without some pieces are measured, and a few games that are repeated, so that the branch predictor learns them.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from bastide.fast import Batch
from bastide.fast.bit_fields import pack_tile
from bastide.fast.compilation import compiled
from bastide.fast.game_copy import copy_game
from bastide.fast.layout import DRAW, GAME_DTYPE, OVER, PLACE, GameRecord, RecordArray, RuleTables
from bastide.fast.pieces import find_deployments
from bastide.fast.placement import find_placements, lay
from bastide.fast.playouts import nth_placement, piece_random
from bastide.fast.rng import random_below, seed
from bastide.fast.rule_tables import Array
from bastide.fast.scoring import score_fields
from bastide.fast.turn import apply_place, draw_random, end_turn
from bastide.games import make_rules

GAMES = 3000
ROUNDS = 15
NONE, NUMBERS, RESET, FIND, CHOOSE, LAY_COPY, LAY, PIECES, SCORE_COPY, SCORE, FIELDS = range(11)
PARTS = {
    "three random numbers per turn": NUMBERS,
    "resetting the game": RESET,
    "finding where the tile fits": FIND,
    "finding the chosen placement among the open cells": CHOOSE,
    "laying the tile, joining features": LAY,
    "finding where a piece may stand": PIECES,
    "scoring complete features, next turn": SCORE,
    "scoring the fields at the end": FIELDS,
}
COPY_OF = {LAY: LAY_COPY, SCORE: SCORE_COPY}
"""Parts that run in a copy of the game, and their baselines, which only copy."""


@compiled
def play_twice(tables: RuleTables, game: GameRecord, spare: GameRecord, part: int) -> None:
    """Play a game at random to its end, running one part twice."""
    while game.phase != OVER:
        if game.phase == DRAW:
            if part == NUMBERS:
                spare.choices = random_below(spare, 9) + random_below(spare, 9) + random_below(spare, 9)
            draw_random(tables, game)
        elif game.phase == PLACE:
            if part == FIND:
                find_placements(tables, game)
            number = random_below(game, game.choices)
            rotation, cell = nth_placement(game, number)
            if part == CHOOSE:
                spare.turn, spare.recalled = nth_placement(game, random_below(spare, game.choices))
            if part in (LAY_COPY, LAY):
                copy_game(game, spare)
            if part == LAY:
                lay(tables, spare, pack_tile(game.tile, rotation), cell)
            apply_place(tables, game, rotation, cell)
        else:
            if part == PIECES:
                find_deployments(tables, game)
            if part in (SCORE_COPY, SCORE):
                copy_game(game, spare)
            if part == SCORE:
                end_turn(tables, spare)
            piece_random(tables, game)
    if part == FIELDS:
        score_fields(tables, game)


@compiled
def play_games(
    tables: RecordArray[RuleTables],
    start: RecordArray[GameRecord],
    work: RecordArray[GameRecord],
    part: int,
    different: int,
) -> None:
    """Play random games, of which the first ``different`` are repeated, running one part twice."""
    for number in range(GAMES):
        copy_game(start[0], work[0])
        if part == RESET:
            copy_game(start[0], work[0])
        seed(work[0], 1, number % different)
        play_twice(tables[0], work[0], work[1], part)


def best(jobs: dict[str, Callable[[], None]]) -> dict[str, float]:
    """Return the time per game of every job in microseconds, the best of several interleaved rounds."""
    times = dict.fromkeys(jobs, float("inf"))
    for _ in range(ROUNDS):
        for name, run in jobs.items():
            start = time.thread_time()
            run()
            times[name] = min(times[name], (time.thread_time() - start) / GAMES * 1e6)
    return times


def job(tables: Array, start: Array, part: int = NONE, different: int = GAMES) -> Callable[[], None]:
    """Return a job that plays games, running one part twice."""
    work = np.zeros(2, GAME_DTYPE)
    return lambda: play_games(tables, start, work, part, different)


def main() -> None:
    """Measure and print two tables."""
    base, fieldless = Batch(make_rules("bigbox2014"), 1), Batch(make_rules("bigbox2014", farmers=False), 1)
    bare = base.copy()
    bare.games["supply"] = 0
    jobs = {name: job(base.tables, base.games, part) for name, part in PARTS.items()}
    jobs["a game"] = job(base.tables, base.games)
    jobs |= {str(part): job(base.tables, base.games, part) for part in COPY_OF.values()}
    others = {
        "without farmers": job(fieldless.tables, fieldless.games),
        "without any pieces": job(bare.tables, bare.games),
        "of three, repeated": job(base.tables, base.games, different=3),
    }
    jobs |= others
    times = best(jobs)
    print(f"{'a game':50}{times['a game']:8.1f} µs\n")
    for name, part in PARTS.items():
        cost = times[name] - times[str(COPY_OF[part]) if part in COPY_OF else "a game"]
        print(f"{name:50}{cost:8.1f} µs{cost / times['a game']:8.0%}")
    print()
    for name in others:
        print(f"{'a game ' + name:50}{times[name]:8.1f} µs{times[name] / times['a game']:8.0%}")
    print(f"{'a copy in mid-game':50}{(times[str(LAY_COPY)] - times['a game']) / 71:8.2f} µs")


if __name__ == "__main__":
    main()
