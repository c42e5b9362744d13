"""Rollouts where rules go beyond those of `turn`: other seats may be asked, and more than tiles may be drawn.

A sample of the draws fixes the order of the bag. What else is drawn depends on the number of tiles on the board, the
step, and how often it has drawn in a row; so it is the same whether or not something is drawn at another step before.
"""

from __future__ import annotations

import numpy as np

from bastide.fast.actions import draw_action, draws_tile
from bastide.fast.bag import bag_size
from bastide.fast.calls import call
from bastide.fast.compilation import compiled
from bastide.fast.evaluation import lead
from bastide.fast.game_copy import copy_game
from bastide.fast.layout import OVER, FloatVector, GameRecord, IntVector, RecordArray, RuleTables
from bastide.fast.playouts import random_draw
from bastide.fast.rng import initial_state
from bastide.fast.rollouts import determinize_bag
from bastide.fast.sheet_candidates import play_best_turn, play_turn
from bastide.fast.sheet_evaluation import forget_chances, scan, value_scanned
from bastide.fast.workspace import SearchWorkspace
from bastide.rules.model import CHANCE


@compiled
def make_draws(tables: RuleTables, game: GameRecord, sample: np.uint64) -> None:
    """Draw until somebody has a choice or the game is over."""
    times, step = 0, OVER
    while game.phase != OVER and game.asked == CHANCE:
        times = times + 1 if game.phase == step else 0
        step = game.phase
        if draws_tile(game):
            action = draw_action(tables, game.bag[bag_size(game) - 1])
        else:
            game.random = initial_state(int(sample), game.tiles << 16 | step << 8 | times)
            action = random_draw(game)
        call(tables.turn_sheet, tables, game, action)


@compiled
def evaluate_turns(
    workspace: SearchWorkspace,
    games: RecordArray[GameRecord],
    candidates: RecordArray[IntVector],
    quantile: float,
    depth: int,
    exhaustive: bool,
    leads: FloatVector,
) -> None:
    """Play one rollout of each candidate of the single game of an array, all with the same sample of the draws.

    The generator of the game and the quantile of the first tile determine the sample. A candidate is a row of actions
    that ends with -1 unless it is full. A rollout ends after so many further turns.
    """
    tables, scratch, weights = workspace.tables[0], workspace.scratch[0], workspace.leaf_weights
    game, determinized, work = games[0], workspace.spare[2], workspace.spare[3]
    seat, last, sample = game.asked, game.turn + depth, game.random
    copy_game(game, determinized)
    determinize_bag(tables, determinized, quantile)
    for number in range(len(candidates)):
        copy_game(determinized, work)
        play_turn(tables, work, candidates[number])
        make_draws(tables, work, sample)
        while work.phase != OVER and work.turn <= last:
            play_best_turn(workspace, work, exhaustive)
            make_draws(tables, work, sample)
        forget_chances(tables, work, scratch)
        scan(tables, work, scratch, weights)
        value_scanned(tables, work, scratch, weights, seat)
        leads[number] = lead(scratch.value, seat, work.players)
