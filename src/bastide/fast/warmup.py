"""Warm-up: compilation of all entry points ahead of time, or loading them from the cache."""

from __future__ import annotations

import numpy as np

from bastide.fast.batch import Batch
from bastide.fast.candidates import list_root_candidates
from bastide.fast.compilation import CACHE
from bastide.fast.conversion import from_state
from bastide.fast.evaluation import EVALUATION_DTYPE, value_position
from bastide.fast.layout import GAME_DTYPE
from bastide.fast.rollouts import evaluate_candidates
from bastide.fast.rule_tables import tables_of
from bastide.fast.workspace import listed_candidates, make_workspace
from bastide.games import make_rules
from bastide.rules.engine import apply, start


def compile_all() -> None:
    """Call every compiled entry point once."""
    with CACHE.filling():
        _compile_batch()
        compile_search()


def _compile_batch() -> None:
    batch = Batch(make_rules(), games=2)
    batch.put(1, batch.to_engine(0))
    batch.apply(0, batch.legal(0)[0])
    batch.copy_game(0, into=1)
    batch.apply_all(batch.random_actions())
    batch.playouts(0, times=1)
    batch.play_out()


def compile_search() -> None:
    """Call every entry point of the search once."""
    rules = make_rules()
    state = start(rules, 2)
    apply(state, state.legal[0])
    games, tables, weights = np.zeros(1, GAME_DTYPE), tables_of(rules), np.ones(10)
    workspace = make_workspace(tables, weights, weights)
    from_state(state, games)
    list_root_candidates(workspace, games)
    actions, _ = listed_candidates(workspace)
    evaluate_candidates(workspace, games, actions[:1], 0.5, 1, np.zeros(1))
    value_position(tables, games, np.zeros(1, EVALUATION_DTYPE), weights, np.zeros(8))
