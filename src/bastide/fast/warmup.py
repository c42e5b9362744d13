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
from bastide.fast.rule_tables import Array, tables_of
from bastide.fast.sheet_candidates import list_root_turns
from bastide.fast.sheet_evaluation import value_sheet_position
from bastide.fast.sheet_rollouts import evaluate_turns
from bastide.fast.turn_address import turn_address
from bastide.fast.workspace import SearchWorkspace, listed_candidates, listed_turns, make_workspace
from bastide.games import GameRules, make_rules
from bastide.rules.engine import apply, start


def compile_all() -> None:
    """Call every compiled entry point once."""
    with CACHE.filling():
        turn_address()
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
    scratch, leads, values = np.zeros(1, EVALUATION_DTYPE), np.zeros(1), np.zeros(8)
    games, workspace = _prepare_search(make_rules())
    list_root_candidates(workspace, games)
    evaluate_candidates(workspace, games, listed_candidates(workspace)[0][:1], 0.5, 1, leads)
    value_position(workspace.tables, games, scratch, workspace.weights, values)
    games, workspace = _prepare_search(make_rules(expansions=("king_and_robber",)))
    list_root_turns(workspace, games)
    evaluate_turns(workspace, games, listed_turns(workspace)[0][:1], 0.5, 1, False, leads)
    value_sheet_position(workspace.tables, games, scratch, workspace.weights, 0, values)


def _prepare_search(rules: GameRules) -> tuple[Array, SearchWorkspace]:
    """Return a game that has just begun, and a workspace for it."""
    state, games, weights = start(rules, 2), np.zeros(1, GAME_DTYPE), np.ones(10)
    apply(state, state.legal[0])
    from_state(state, games)
    return games, make_workspace(tables_of(rules), weights, weights)
