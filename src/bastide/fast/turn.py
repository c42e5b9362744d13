"""The turn of the base game, also with rivers, inns and an abbot: from one decision to the next.

Other rules are played by `turn_sheet`. These functions do not check legality; see `actions.is_legal`.
"""

from __future__ import annotations

from bastide.fast.bag import index_of, random_tile, take
from bastide.fast.bit_fields import pack_spot, pack_tile, piece_segment
from bastide.fast.compilation import compiled
from bastide.fast.features import find_root, size
from bastide.fast.layout import DRAW, OVER, PIECE, PLACE, GameRecord, RuleTables
from bastide.fast.pieces import find_deployments, lift, put, recallable_piece
from bastide.fast.placement import find_placements, lay
from bastide.fast.scoring import score_fields, score_incomplete, score_new_tile


@compiled
def draw_random(tables: RuleTables, game: GameRecord) -> None:
    """Draw a tile uniformly from the current stage."""
    draw_at(tables, game, random_tile(tables, game))


@compiled
def draw_kind(tables: RuleTables, game: GameRecord, tile: int) -> None:
    """Draw a given tile, which must be in the current stage."""
    draw_at(tables, game, index_of(tables, game, tile))


@compiled
def draw_at(tables: RuleTables, game: GameRecord, at: int) -> None:
    """Draw the tile at an index of the bag. If it fits nowhere, discard it; another draw is then due."""
    game.tile = take(game, at)
    if find_placements(tables, game) > 0:
        game.phase = PLACE
    else:
        game.tile = -1
        begin_draw(tables, game)


@compiled
def begin_draw(tables: RuleTables, game: GameRecord) -> None:
    """Begin the draw phase, or end the game if the bag is empty."""
    if game.left > 0:
        game.phase = DRAW
    else:
        finish(tables, game)


@compiled
def apply_place(tables: RuleTables, game: GameRecord, rotation: int, cell: int) -> None:
    """Lay the current tile, then begin the piece phase, or end the turn if no piece can be deployed or recalled."""
    tile = game.tile
    lay(tables, game, pack_tile(tile, rotation), cell)
    game.tile = -1
    if tables.volcano[tile]:
        erupt(tables, game)
        return
    game.resting[game.seat] = 0
    if find_deployments(tables, game) > 0:
        game.phase = PIECE
    else:
        end_turn(tables, game)


@compiled
def erupt(tables: RuleTables, game: GameRecord) -> None:
    """End the turn in which the volcano was laid: the same seat begins a fresh one, if there are tiles left."""
    score_new_tile(tables, game)
    if game.left > 0:
        begin_turn(game)
    else:
        game.erupted = 1
        finish(tables, game)


@compiled
def apply_pass(tables: RuleTables, game: GameRecord) -> None:
    """Pass instead of deploying or recalling a piece."""
    end_turn(tables, game)


@compiled
def apply_piece(tables: RuleTables, game: GameRecord, kind: int, local: int) -> None:
    """Deploy a piece of the seat on turn on a segment of the new tile."""
    put(tables, game, game.seat, kind, game.first[game.tiles - 1] + local)
    game.supply[game.seat, kind] -= 1
    end_turn(tables, game)


@compiled
def apply_recall(tables: RuleTables, game: GameRecord) -> None:
    """Recall the abbot of the seat on turn and score his feature."""
    at = recallable_piece(tables, game)
    segment = piece_segment(game.piece[at])
    home = game.home[segment]
    game.recalled = pack_spot(game.cell[home], segment - game.first[home])
    game.resting[game.seat] = tables.abbot + 1
    game.score[game.seat] += size(tables, game, find_root(game, segment))
    lift(tables, game, at)
    end_turn(tables, game)


@compiled
def end_turn(tables: RuleTables, game: GameRecord) -> None:
    """Score completed features, then begin the turn of the next seat or end the game."""
    score_new_tile(tables, game)
    if game.left > 0:
        game.seat = game.seat + 1 if game.seat + 1 < game.players else 0
        begin_turn(game)
    else:
        finish(tables, game)


@compiled
def begin_turn(game: GameRecord) -> None:
    """Begin a turn of the seat on turn."""
    game.turn += 1
    game.recalled = 0
    game.phase = DRAW


@compiled
def finish(tables: RuleTables, game: GameRecord) -> None:
    """Perform the final scoring and end the game."""
    score_incomplete(tables, game)
    score_fields(tables, game)
    game.phase = OVER
