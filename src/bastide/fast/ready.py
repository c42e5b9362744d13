"""Compiling everything ahead, so that nobody waits for it later."""

from __future__ import annotations

import numpy as np

from bastide.fast.batch import Batch
from bastide.fast.converting import from_state
from bastide.fast.layout import GAME
from bastide.fast.searching import TREE, WIDE, WORLDS, grow, plant, solve
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
    roots, spare, tree, notes = np.zeros(WORLDS, GAME), np.zeros(3, GAME), np.zeros(1, TREE), np.zeros(1, NOTES)
    weights, steer, tables = np.ones(10), np.ones(3), tables_of(rules)
    for world in range(WORLDS):
        from_state(state, roots[world : world + 1])
    plant(tables, roots, spare, tree, notes, weights, steer)
    grow(tables, roots, spare, tree, notes, weights, steer, 0, 1)
    solve(tables, roots, spare, tree, notes, weights, steer, np.zeros(WIDE))
    value_one(tables, roots[:1], notes, weights, np.zeros(8))
