"""The turn: drawing, laying, putting a piece down, and whatever follows by itself up to the next choice.

A game waits for a draw, for a place, for a piece, or is over. These functions take it from one such moment to the next.
They trust their caller that what they are told to do is legal; `moves.is_legal` tells.
"""

from __future__ import annotations

from bastide.fast.compilation import compiled
from bastide.fast.features import find_root, size
from bastide.fast.layout import DRAW, OVER, PIECE, PLACE, GameRecord, RuleTables
from bastide.fast.pieces import find_deployments, lift, put, recallable_piece
from bastide.fast.placement import find_placements, lay
from bastide.fast.rng import random_below
from bastide.fast.scoring import score_fields, score_incomplete, score_new_tile
from bastide.rules.model import SPOT_BITS


@compiled
def stage_begins(tables: RuleTables, game: GameRecord) -> int:
    """Return where in the bag the stage begins that is being drawn; it goes to the end of the bag."""
    stage = 0
    while stage < tables.stages - 1 and game.stage[stage] >= game.left:
        stage += 1
    return game.stage[stage]


@compiled
def draw_random(tables: RuleTables, game: GameRecord) -> None:
    """Draw a tile, each copy of the stage being as likely as any other."""
    begin = stage_begins(tables, game)
    draw_at(tables, game, begin + random_below(game, game.left - begin))


@compiled
def draw_kind(tables: RuleTables, game: GameRecord, tile: int) -> None:
    """Draw a certain tile, of which the stage that is being drawn has a copy."""
    at = stage_begins(tables, game)
    while game.bag[at] != tile:
        at += 1
    draw_at(tables, game, at)


@compiled
def draw_at(tables: RuleTables, game: GameRecord, at: int) -> None:
    """Draw the tile at a place of the bag; if it fits nowhere, it leaves the game and another draw is due."""
    game.tile = game.bag[at]
    game.left -= 1
    game.bag[at] = game.bag[game.left]
    if find_placements(tables, game) > 0:
        game.phase = PLACE
    else:
        game.tile = -1
        await_draw(tables, game)


@compiled
def await_draw(tables: RuleTables, game: GameRecord) -> None:
    """Wait for the next draw, or end the game if nothing is left to draw."""
    if game.left > 0:
        game.phase = DRAW
    else:
        finish(tables, game)


@compiled
def apply_place(tables: RuleTables, game: GameRecord, rotation: int, cell: int) -> None:
    """Lay the tile in hand, and wait for a piece if one can be put down or taken back."""
    lay(tables, game, 4 * game.tile + rotation, cell)
    game.tile = -1
    game.resting[game.seat] = 0
    if find_deployments(tables, game) > 0:
        game.phase = PIECE
    else:
        go_on(tables, game)


@compiled
def apply_pass(tables: RuleTables, game: GameRecord) -> None:
    """Put no piece down."""
    go_on(tables, game)


@compiled
def apply_piece(tables: RuleTables, game: GameRecord, kind: int, local: int) -> None:
    """Put a piece of the seat on turn on a segment of the new tile."""
    put(tables, game, game.seat, kind, game.first[game.tiles - 1] + local)
    game.supply[game.seat, kind] -= 1
    go_on(tables, game)


@compiled
def apply_recall(tables: RuleTables, game: GameRecord) -> None:
    """Take the abbot of the seat on turn back; what he leaves pays at once."""
    at = recallable_piece(tables, game)
    segment = game.piece[at] >> 9
    home = game.home[segment]
    game.recalled = game.cell[home] << SPOT_BITS | (segment - game.first[home])
    game.resting[game.seat] = tables.abbot + 1
    game.score[game.seat] += size(tables, game, find_root(game, segment))
    lift(tables, game, at)
    go_on(tables, game)


@compiled
def go_on(tables: RuleTables, game: GameRecord) -> None:
    """Score what the new tile completed; then the next seat, or the end."""
    score_new_tile(tables, game)
    if game.left > 0:
        game.seat = game.seat + 1 if game.seat + 1 < game.players else 0
        game.turn += 1
        game.recalled = 0
        game.phase = DRAW
    else:
        finish(tables, game)


@compiled
def finish(tables: RuleTables, game: GameRecord) -> None:
    """Score what is left on the board, and end the game."""
    score_incomplete(tables, game)
    score_fields(tables, game)
    game.phase = OVER
