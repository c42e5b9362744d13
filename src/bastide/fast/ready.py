"""Compiling everything ahead, so that nobody waits for it later."""

from __future__ import annotations

import numpy as np

from bastide.fast.batch import Batch
from bastide.fast.converting import from_state
from bastide.fast.layout import GAME
from bastide.fast.planning import TURNS
from bastide.fast.searching import look, try_out
from bastide.fast.seeing import LENS, SIGHT
from bastide.fast.stepping import SELF, WIN, find_refused, pick, seed, step
from bastide.fast.tables import tables_of
from bastide.fast.valuing import NOTES, value_one
from bastide.games import make_rules
from bastide.rules.engine import apply, start


def compile_all() -> None:
    """Use everything that is compiled once; what was compiled before is only loaded."""
    _simulate()
    _search()
    _learn()


def _simulate() -> None:
    batch = Batch(make_rules(), games=2)
    batch.put(1, batch.to_engine(0))
    batch.apply(0, batch.legal(0)[0])
    batch.copy_game(0, into=1)
    batch.apply_all(batch.random_actions())
    batch.playouts(0, times=1)
    batch.play_out()


def _search() -> None:
    rules = make_rules()
    state = start(rules, 2)
    apply(state, state.legal[0])
    game, spare, turns, notes = np.zeros(1, GAME), np.zeros(4, GAME), np.zeros(1, TURNS), np.zeros(1, NOTES)
    weights, tables = np.ones(10), tables_of(rules)
    from_state(state, game)
    look(tables, game, spare, turns, notes, weights)
    way = turns["first"][0, :1].copy(), turns["second"][0, :1].copy()
    try_out(tables, game, spare, turns, notes, weights, weights, 0.5, *way, 1, np.zeros(1))
    value_one(tables, game, notes, weights, np.zeros(8))


def _learn() -> None:
    """There are no games to step through, so that nothing needs to be what it should: the types are enough."""
    tables, lens, weights = tables_of(make_rules()), np.zeros(1, LENS), np.ones(10)
    start, games, sights = np.zeros(1, GAME), np.zeros(0, GAME), np.zeros(0, SIGHT)
    flags, numbers, gains = np.zeros(0, np.bool_), np.zeros(0, np.int64), np.zeros((0, 2))
    printed, spreads, boards = (np.zeros((0,) * dimensions, np.int8) for dimensions in (2, 3, 3))
    rows, masks = np.zeros((0, 1), np.float32), np.zeros((0, 1), np.int8)
    rooms = np.zeros(0, GAME), np.zeros(0, TURNS), np.zeros(0, NOTES), weights
    seed(start, games, sights, flags, np.zeros(0, np.uint64))
    find_refused(sights, flags, flags, numbers)
    known = lens, tables, printed, spreads, start, games, sights, flags, numbers, WIN, SELF, *rooms
    step(*known, boards, rows, masks, gains, np.zeros(0), numbers, flags, flags)
    pick(sights, numbers)
