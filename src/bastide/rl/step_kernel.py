"""Many games for learners, an action at a time: numbers in, what is seen and what is gained out.

A game that is over begins anew with the next action. A learner plays for all seats, or for one, while the others play
at random or as looks best; then all that they do belongs to the action before.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from bastide.fast.actions import apply, piece_action, place_action
from bastide.fast.candidates import Candidates, best_candidate, list_candidates, play_candidate
from bastide.fast.evaluation import EvaluationScratch, FloatVector
from bastide.fast.features import ROW_BITS
from bastide.fast.game_copy import copy_game
from bastide.fast.layout import DRAW, OVER, PLACE, GameRecord, IntMatrix, IntVector, RecordArray, RuleTables
from bastide.fast.playouts import piece_random, place_random
from bastide.fast.rng import GOLDEN_GAMMA, HALF, mix64, random_below
from bastide.fast.turn import draw_random
from bastide.rl.compilation import compiled
from bastide.rl.observation_kernel import (
    NOBODY,
    EncoderLayout,
    EnvState,
    StrengthTable,
    forget,
    is_shown,
    leaves_window,
    show,
)

SELF, RANDOM, GREEDY = range(3)
"""Who plays the other seats: the learner itself, chance, or whatever looks best."""
WIN, MARGIN, SCORE = range(3)
"""What rewards are given for."""


class BoolVector(Protocol):
    """A row of what is so or not."""

    def __getitem__(self, at: int, /) -> bool:
        """Return whether it is so at a place."""

    def __setitem__(self, at: int, flag: bool, /) -> None:
        """Say whether it is so at a place."""


@compiled
def decoded(lens: EncoderLayout, tables: RuleTables, game: GameRecord, number: int) -> int:
    """Return the engine's action with a number that was shown."""
    if game.phase == PLACE:
        rest = number - lens.place
        at, rotation = rest // lens.by_cell % (lens.side * lens.side), rest // lens.by_rotation % 4
        return place_action(tables, rotation, lens.corner + (at // lens.side << ROW_BITS) + at % lens.side)
    if number == lens.passing:
        return tables.passing
    if number == lens.recall:
        return tables.recall
    rest = number - lens.deploy
    kind, segment = rest // lens.by_piece % tables.pieces, rest // lens.by_segment % lens.segments
    return piece_action(tables, game, kind, segment)


@compiled
def find_refused(sights: RecordArray[EnvState], ended: BoolVector, left: BoolVector, numbers: IntVector) -> int:
    """Return the first game whose action was not shown, or -1; where a game is to begin, any action will do."""
    for at in range(len(sights)):
        if not (ended[at] or left[at] or is_shown(sights[at], numbers[at])):
            return at
    return -1


@compiled
def seed(
    start: RecordArray[GameRecord],
    games: RecordArray[GameRecord],
    sights: RecordArray[EnvState],
    asked: BoolVector,
    seeds: RecordArray[np.uint64],
) -> None:
    """Give the games asked for generators by seeds of their own and, where the learner has one seat, that seat."""
    for at in range(len(games)):
        if asked[at]:
            game, sight = games[at], sights[at]
            game.random = mix64(mix64(seeds[at] + GOLDEN_GAMMA) + GOLDEN_GAMMA)
            sight.luck = mix64(mix64(seeds[at] + GOLDEN_GAMMA) - GOLDEN_GAMMA)
            if sight.own != NOBODY:
                sight.own = random_below(game, start[0].players)


@compiled
def begin(start: GameRecord, game: GameRecord, sight: EnvState) -> None:
    """Begin a game anew: its generator goes on, and a learner with one seat moves to the next."""
    random = game.random
    copy_game(start, game)
    game.random = random
    if sight.own != NOBODY:
        sight.own = sight.own + 1 if sight.own + 1 < game.players else 0
    for seat in range(game.players):
        sight.paid[seat] = game.score[seat]


@compiled
def go_on(
    lens: EncoderLayout,
    tables: RuleTables,
    game: GameRecord,
    sight: EnvState,
    others: int,
    spare: RecordArray[GameRecord],
    turns: RecordArray[Candidates],
    notes: RecordArray[EvaluationScratch],
    weights: FloatVector,
) -> bool:
    """Draw, and let the other seats play, until the learner is to choose or the game is over.

    Return whether it cannot go on because it leaves the window.
    """
    while True:
        while game.phase == DRAW:
            draw_random(tables, game)
        if leaves_window(lens, game, sight):
            return True
        if game.phase == OVER or sight.own == NOBODY:
            return False
        if sight.own == game.seat:
            return False
        if others == GREEDY:
            list_candidates(tables, game, spare, turns[0], notes[0], weights)
            best = best_candidate(turns[0])
            play_candidate(tables, game, turns[0].first[best], turns[0].second[best])
        elif game.phase == PLACE:
            place_random(tables, game)
        else:
            piece_random(tables, game)


@compiled
def give(game: GameRecord, sight: EnvState, reward: int, gains: FloatVector) -> None:
    """Say what every seat is given since rewards were given last, as the single environment does."""
    best, second, winners = -1, -1, 0
    for seat in range(game.players):
        score = game.score[seat]
        gains[seat] = float(score - sight.paid[seat]) if reward == SCORE else 0.0
        sight.paid[seat] = score
        if score > best:
            best, second, winners = score, best, 1
        elif score == best:
            second, winners = score, winners + 1
        elif score > second:
            second = score
    if reward == SCORE or game.phase != OVER:
        return
    lost = -1.0 / (game.players - 1)
    won = -lost * (game.players - winners) / winners
    for seat in range(game.players):
        ahead = game.score[seat] == best
        if reward == MARGIN:
            gains[seat] = float(game.score[seat] - (second if ahead else best))
        elif winners < game.players:
            gains[seat] = won if ahead else lost


@compiled
def step(
    lens: RecordArray[EncoderLayout],
    tables: RecordArray[RuleTables],
    printed: IntMatrix,
    spreads: StrengthTable,
    start: RecordArray[GameRecord],
    games: RecordArray[GameRecord],
    sights: RecordArray[EnvState],
    asked: BoolVector,
    numbers: IntVector,
    reward: int,
    others: int,
    spare: RecordArray[GameRecord],
    turns: RecordArray[Candidates],
    notes: RecordArray[EvaluationScratch],
    weights: FloatVector,
    boards: RecordArray[IntMatrix],
    rows: RecordArray[FloatVector],
    masks: RecordArray[IntVector],
    gains: RecordArray[FloatVector],
    rewards: FloatVector,
    seats: IntVector,
    ended: BoolVector,
    left: BoolVector,
) -> None:
    """Play the actions with these numbers, which can be chosen, in the games asked for, and show what comes of them.

    Those that have ended, or have left the window, begin anew.
    """
    for at in range(len(games)):
        if not asked[at]:
            continue
        game, sight, given = games[at], sights[at], gains[at]
        fresh = ended[at] or left[at]
        seat = 0
        if fresh:
            forget(lens[0], game, sight, boards[at], masks[at])
            begin(start[0], game, sight)
        else:
            seat = game.seat
            apply(tables[0], game, decoded(lens[0], tables[0], game, numbers[at]))
        left[at] = go_on(lens[0], tables[0], game, sight, others, spare, turns, notes, weights)
        ended[at] = game.phase == OVER
        if fresh:
            for each in range(game.players):
                given[each] = 0.0
        else:
            give(game, sight, reward, given)
        rewards[at] = given[seat]
        over = ended[at] or left[at]
        show(lens[0], tables[0], printed, spreads, game, sight, boards[at], rows[at], masks[at], over)
        seats[at] = sight.seat


@compiled
def pick(sights: RecordArray[EnvState], numbers: IntVector) -> None:
    """Pick an action for every game, each that can be chosen being as likely as any other; 0 where none can be."""
    for at in range(len(sights)):
        sight = sights[at]
        numbers[at] = 0
        if sight.choices > 0:
            sight.luck += GOLDEN_GAMMA
            numbers[at] = sight.number[int(((mix64(sight.luck) >> HALF) * np.uint64(sight.choices)) >> HALF)]
