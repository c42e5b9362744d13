"""Where the time of a compiled random game goes: `python -m tests.bench.fast_parts`.

Each part of a turn is done once more than needed, in a game or in a copy of it, and what a game then takes longer is
what the part costs. And some games have less in them from the start, or are known by heart.
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
NOTHING, NUMBERS, RESET, FIND, CHOOSE, TO_LAY, LAY, PIECES, TO_SCORE, SCORE, FIELDS = range(11)
PARTS = {
    "three random numbers a turn": NUMBERS,
    "beginning anew": RESET,
    "finding where the tile fits": FIND,
    "finding the chosen place": CHOOSE,
    "laying the tile, joining features": LAY,
    "finding where a piece may stand": PIECES,
    "scoring, going on": SCORE,
    "scoring the fields at the end": FIELDS,
}
COPIED = {LAY: TO_LAY, SCORE: TO_SCORE}
"""Parts that are done in a copy, and the making of that copy alone."""


@compiled
def play_twice(tables: RuleTables, game: GameRecord, spare: GameRecord, part: int) -> None:
    """Play a game to its end at random, doing one part of it twice."""
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
            if part in (TO_LAY, LAY):
                copy_game(game, spare)
            if part == LAY:
                lay(tables, spare, pack_tile(game.tile, rotation), cell)
            apply_place(tables, game, rotation, cell)
        else:
            if part == PIECES:
                find_deployments(tables, game)
            if part in (TO_SCORE, SCORE):
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
    """Play whole random games, of which so many are different, doing one part of each twice."""
    for number in range(GAMES):
        copy_game(start[0], work[0])
        if part == RESET:
            copy_game(start[0], work[0])
        seed(work[0], 1, number % different)
        play_twice(tables[0], work[0], work[1], part)


def best(jobs: dict[str, Callable[[], None]]) -> dict[str, float]:
    """Return the microseconds of one game for every job, the best of many rounds in turn."""
    found = dict.fromkeys(jobs, float("inf"))
    for _ in range(ROUNDS):
        for name, job in jobs.items():
            begun = time.thread_time()
            job()
            found[name] = min(found[name], (time.thread_time() - begun) / GAMES * 1e6)
    return found


def played(tables: Array, start: Array, part: int = NOTHING, different: int = GAMES) -> Callable[[], None]:
    """Return the job of playing games from a start, doing one part twice."""
    work = np.zeros(2, GAME_DTYPE)
    return lambda: play_games(tables, start, work, part, different)


def main() -> None:
    """Measure, and print two tables."""
    usual, small = Batch(make_rules("bigbox2014"), 1), Batch(make_rules("bigbox2014", farmers=False), 1)
    bare = usual.copy()
    bare.games["supply"] = 0
    jobs = {name: played(usual.tables, usual.games, part) for name, part in PARTS.items()}
    jobs["a game"] = played(usual.tables, usual.games)
    jobs |= {str(part): played(usual.tables, usual.games, part) for part in COPIED.values()}
    others = {
        "without farmers": played(small.tables, small.games),
        "without any pieces": played(bare.tables, bare.games),
        "of three, again and again": played(usual.tables, usual.games, different=3),
    }
    jobs |= others
    found = best(jobs)
    print(f"{'a game':36}{found['a game']:8.1f} µs\n")
    for name, part in PARTS.items():
        more = found[name] - found[str(COPIED[part]) if part in COPIED else "a game"]
        print(f"{name:36}{more:8.1f} µs{more / found['a game']:8.0%}")
    print()
    for name in others:
        print(f"{'a game ' + name:36}{found[name]:8.1f} µs{found[name] / found['a game']:8.0%}")
    print(f"{'a copy in mid-game':36}{(found[str(TO_LAY)] - found['a game']) / 71:8.2f} µs")


if __name__ == "__main__":
    main()
