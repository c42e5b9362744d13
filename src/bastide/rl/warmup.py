"""Warm-up: compiles the kernels of the vector environment ahead of time, or loads them from the cache."""

from __future__ import annotations

import numpy as np

from bastide.fast.candidates import CANDIDATES_DTYPE
from bastide.fast.evaluation import EVALUATION_DTYPE
from bastide.fast.layout import GAME_DTYPE
from bastide.fast.rule_tables import tables_of
from bastide.games import make_rules
from bastide.rl.observation_kernel import ENCODER_DTYPE, ENV_STATE_DTYPE
from bastide.rl.step_kernel import SELF, WIN, find_refused, pick, seed, step


def compile_all() -> None:
    """Call every kernel once with no games: only the types of the arguments matter."""
    tables, lens, weights = tables_of(make_rules()), np.zeros(1, ENCODER_DTYPE), np.ones(10)
    start, games, sights = np.zeros(1, GAME_DTYPE), np.zeros(0, GAME_DTYPE), np.zeros(0, ENV_STATE_DTYPE)
    flags, numbers, gains = np.zeros(0, np.bool_), np.zeros(0, np.int64), np.zeros((0, 2))
    printed, spreads, boards = (np.zeros((0,) * dimensions, np.int8) for dimensions in (2, 3, 3))
    rows, masks = np.zeros((0, 1), np.float32), np.zeros((0, 1), np.int8)
    rooms = np.zeros(0, GAME_DTYPE), np.zeros(0, CANDIDATES_DTYPE), np.zeros(0, EVALUATION_DTYPE), weights
    seed(start, games, sights, flags, np.zeros(0, np.uint64))
    find_refused(sights, flags, flags, numbers)
    known = lens, tables, printed, spreads, start, games, sights, flags, numbers, WIN, SELF, *rooms
    step(*known, boards, rows, masks, gains, np.zeros(0), numbers, flags, flags)
    pick(sights, numbers)
