"""Many games for learners, an action at a time: numbers in, what is seen and what is gained out.

A game that is over begins anew with the next action. A learner plays for all seats, or for one, while the others play
at random or as looks best; then all that they do belongs to the action before.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from bastide.fast.chance import HALF, STEP, below, mixed
from bastide.fast.compiling import compiled
from bastide.fast.copying import copy_game
from bastide.fast.features import ROW_BITS
from bastide.fast.layout import DRAW, OVER, PLACE, Game, Records, Row, Table, Tables
from bastide.fast.moves import apply, piece_action, place_action
from bastide.fast.planning import Turns, best_turn, list_turns, play_turn
from bastide.fast.playing import piece_random, place_random
from bastide.fast.seeing import NOBODY, Lens, Sight, Spreads, forget, is_shown, leaves_window, show
from bastide.fast.turn import draw_random
from bastide.fast.valuing import Notes, Reals

SELF, RANDOM, GREEDY = range(3)
"""Who plays the other seats: the learner itself, chance, or whatever looks best."""
WIN, MARGIN, SCORE = range(3)
"""What rewards are given for."""


class Flags(Protocol):
    """A row of what is so or not."""

    def __getitem__(self, at: int, /) -> bool:
        """Return whether it is so at a place."""

    def __setitem__(self, at: int, flag: bool, /) -> None:
        """Say whether it is so at a place."""


@compiled
def decoded(lens: Lens, tables: Tables, game: Game, number: int) -> int:
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
def find_refused(sights: Records[Sight], ended: Flags, left: Flags, numbers: Row) -> int:
    """Return the first game whose action was not shown, or -1; where a game is to begin, any action will do."""
    for at in range(len(sights)):
        if not (ended[at] or left[at] or is_shown(sights[at], numbers[at])):
            return at
    return -1


@compiled
def seed(
    start: Records[Game], games: Records[Game], sights: Records[Sight], asked: Flags, seeds: Records[np.uint64]
) -> None:
    """Give the games asked for generators by seeds of their own and, where the learner has one seat, that seat."""
    for at in range(len(games)):
        if asked[at]:
            game, sight = games[at], sights[at]
            game.random = mixed(mixed(seeds[at] + STEP) + STEP)
            sight.luck = mixed(mixed(seeds[at] + STEP) - STEP)
            if sight.own != NOBODY:
                sight.own = below(game, start[0].players)


@compiled
def begin(start: Game, game: Game, sight: Sight) -> None:
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
    lens: Lens,
    tables: Tables,
    game: Game,
    sight: Sight,
    others: int,
    spare: Records[Game],
    turns: Records[Turns],
    notes: Records[Notes],
    weights: Reals,
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
            list_turns(tables, game, spare, turns[0], notes[0], weights)
            best = best_turn(turns[0])
            play_turn(tables, game, turns[0].first[best], turns[0].second[best])
        elif game.phase == PLACE:
            place_random(tables, game)
        else:
            piece_random(tables, game)


@compiled
def give(game: Game, sight: Sight, reward: int, gains: Reals) -> None:
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
    lens: Records[Lens],
    tables: Records[Tables],
    printed: Table,
    spreads: Spreads,
    start: Records[Game],
    games: Records[Game],
    sights: Records[Sight],
    asked: Flags,
    numbers: Row,
    reward: int,
    others: int,
    spare: Records[Game],
    turns: Records[Turns],
    notes: Records[Notes],
    weights: Reals,
    boards: Records[Table],
    rows: Records[Reals],
    masks: Records[Row],
    gains: Records[Reals],
    rewards: Reals,
    seats: Row,
    ended: Flags,
    left: Flags,
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
def pick(sights: Records[Sight], numbers: Row) -> None:
    """Pick an action for every game, each that can be chosen being as likely as any other; 0 where none can be."""
    for at in range(len(sights)):
        sight = sights[at]
        numbers[at] = 0
        if sight.choices > 0:
            sight.luck += STEP
            numbers[at] = sight.number[int(((mixed(sight.luck) >> HALF) * np.uint64(sight.choices)) >> HALF)]
