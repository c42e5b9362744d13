"""Rollouts: a candidate is applied, all seats play greedily for a number of turns, and the result is evaluated.

A determinization of the bag fixes the order of the draws. All candidates are compared in the same determinizations
(common random numbers), which removes most of the variance between them.
"""

from __future__ import annotations

from bastide.fast.bag import bag_size, stage_begins
from bastide.fast.candidates import play_best_candidate, play_candidate
from bastide.fast.compilation import compiled
from bastide.fast.evaluation import lead, reset_chances, value
from bastide.fast.game_copy import copy_game
from bastide.fast.layout import DRAW, OVER, FloatVector, GameRecord, IntMatrix, RecordArray, RuleTables
from bastide.fast.rng import random_below
from bastide.fast.turn import draw_at
from bastide.fast.workspace import SearchWorkspace


@compiled
def shuffle(tables: RuleTables, game: GameRecord) -> None:
    """Shuffle the bag within each stage."""
    end = bag_size(game)
    begin = stage_begins(tables, game)
    while end > 0:
        for at in range(end - 1, begin, -1):
            other = begin + random_below(game, at - begin + 1)
            game.bag[at], game.bag[other] = game.bag[other], game.bag[at]
        end = begin
        begin = 0
        for stage in range(tables.stages):
            if game.stage[stage] < end and game.stage[stage] > begin:
                begin = game.stage[stage]


@compiled
def determinize_bag(tables: RuleTables, game: GameRecord, quantile: float) -> None:
    """Fix the order of the bag. The tile at a quantile of the current stage, from 0 to 1, is drawn first."""
    begin = stage_begins(tables, game)
    end = bag_size(game)
    count = end - begin
    first = game.bag[begin + int(quantile * count)] if count > 0 else -1
    shuffle(tables, game)
    for at in range(begin, end):
        if game.bag[at] == first:
            game.bag[at] = game.bag[end - 1]
            game.bag[end - 1] = first
            break


@compiled
def draw_next(tables: RuleTables, game: GameRecord) -> None:
    """Draw in the order of the bag until a tile can be laid or the game is over."""
    while game.phase == DRAW:
        draw_at(tables, game, game.left - 1)


@compiled
def rollout(workspace: SearchWorkspace, game: GameRecord, depth: int) -> None:
    """Play ``depth`` turns greedily, then evaluate the position for every seat."""
    tables, scratch = workspace.tables[0], workspace.scratch[0]
    draw_next(tables, game)
    for _ in range(depth):
        if game.phase == OVER:
            break
        play_best_candidate(workspace, game)
        draw_next(tables, game)
    reset_chances(tables, scratch)
    value(tables, game, scratch, workspace.leaf_weights)


@compiled
def evaluate_candidates(
    workspace: SearchWorkspace,
    games: RecordArray[GameRecord],
    candidates: IntMatrix,
    quantile: float,
    depth: int,
    leads: FloatVector,
) -> None:
    """Play one rollout of each candidate of the single game of an array, all in the same determinization.

    The generator of the game and the quantile of the first draw determine the determinization. A candidate is a row of
    two actions, the second -1 if there is none.
    """
    game, determinized, work = games[0], workspace.spare[2], workspace.spare[3]
    copy_game(game, determinized)
    determinize_bag(workspace.tables[0], determinized, quantile)
    for number in range(len(candidates)):
        copy_game(determinized, work)
        play_candidate(workspace.tables[0], work, candidates[number, 0], candidates[number, 1])
        rollout(workspace, work, depth)
        leads[number] = lead(workspace.scratch[0].value, game.seat, game.players)
