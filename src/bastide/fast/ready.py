"""Compiling everything ahead, so that nobody waits for it later."""

from __future__ import annotations

import numpy as np

from bastide.fast.batch import Batch
from bastide.fast.converting import from_state
from bastide.fast.layout import GAME
from bastide.fast.planning import TURNS
from bastide.fast.searching import look, try_out
from bastide.fast.tables import tables_of
from bastide.fast.valuing import NOTES, value_one
from bastide.games import make_rules
from bastide.rules.engine import apply, start


def compile_all() -> None:
    """Use everything that is compiled once; what was compiled before is only loaded."""
    _simulate()
    _search()


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
