"""Trials: a way to play the turn at hand is played, then everybody plays on as looks best, and what comes is valued.

What is drawn meanwhile is fixed beforehand. Such an order of the bag is a *world*, and ways to play are compared in the
same worlds, so that none looks better only because it met with better draws.
"""

from __future__ import annotations

from bastide.fast.candidates import Candidates, best_candidate, list_candidates, play_candidate
from bastide.fast.compilation import compiled
from bastide.fast.evaluation import EvaluationScratch, FloatVector, lead, reset_chances, value
from bastide.fast.game_copy import copy_game
from bastide.fast.layout import DRAW, OVER, GameRecord, IntVector, RecordArray, RuleTables
from bastide.fast.rng import random_below
from bastide.fast.turn import draw_at, stage_begins


@compiled
def shuffle(tables: RuleTables, game: GameRecord) -> None:
    """Put what is left to draw in any order, stage by stage."""
    end = game.left
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
def order_bag(tables: RuleTables, game: GameRecord, share: float) -> None:
    """Put the bag in an order in which that tile comes first which lies at a share of the bag, between 0 and 1."""
    begin = stage_begins(tables, game)
    count = game.left - begin
    first = game.bag[begin + int(share * count)] if count > 0 else -1
    shuffle(tables, game)
    for at in range(begin, game.left):
        if game.bag[at] == first:
            game.bag[at] = game.bag[game.left - 1]
            game.bag[game.left - 1] = first
            break


@compiled
def draw_next(tables: RuleTables, game: GameRecord) -> None:
    """Draw what comes next in this world, until a tile can be laid or the game is over."""
    while game.phase == DRAW:
        draw_at(tables, game, game.left - 1)


@compiled
def play_on(
    tables: RuleTables,
    game: GameRecord,
    far: int,
    spare: RecordArray[GameRecord],
    turns: Candidates,
    notes: EvaluationScratch,
    weights: FloatVector,
    judging: FloatVector,
) -> None:
    """Let everybody play on for so many turns as looks best to each, and note what that comes to for every seat.

    What is played follows from the weights, what it comes to is judged by others.
    """
    draw_next(tables, game)
    for _ in range(far):
        if game.phase == OVER:
            break
        list_candidates(tables, game, spare, turns, notes, weights)
        best = best_candidate(turns)
        play_candidate(tables, game, turns.first[best], turns.second[best])
        draw_next(tables, game)
    reset_chances(tables, notes)
    value(tables, game, notes, judging)


@compiled
def list_root_candidates(
    tables: RecordArray[RuleTables],
    games: RecordArray[GameRecord],
    spare: RecordArray[GameRecord],
    turns: RecordArray[Candidates],
    notes: RecordArray[EvaluationScratch],
    weights: FloatVector,
) -> None:
    """List every way to play the turn at hand in the only game of an array."""
    list_candidates(tables[0], games[0], spare, turns[0], notes[0], weights)


@compiled
def evaluate_candidates(
    tables: RecordArray[RuleTables],
    games: RecordArray[GameRecord],
    spare: RecordArray[GameRecord],
    turns: RecordArray[Candidates],
    notes: RecordArray[EvaluationScratch],
    weights: FloatVector,
    judging: FloatVector,
    share: float,
    firsts: IntVector,
    seconds: IntVector,
    far: int,
    found: FloatVector,
) -> None:
    """Try several ways to play a turn in one world, which the game's generator and the share of the bag decide.

    Of the spare games, four are needed. What is found is how far ahead each way leads.
    """
    game, world, work = games[0], spare[2], spare[3]
    copy_game(game, world)
    order_bag(tables[0], world, share)
    for number in range(len(firsts)):
        copy_game(world, work)
        play_candidate(tables[0], work, firsts[number], seconds[number])
        play_on(tables[0], work, far, spare, turns[0], notes[0], weights, judging)
        found[number] = lead(notes[0].value, game.seat, game.players)
