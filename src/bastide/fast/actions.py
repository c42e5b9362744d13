"""Actions, encoded as in the engine: listing the legal ones, checking one, applying one."""

from __future__ import annotations

from typing import Final

from bastide.fast.bit_fields import has_bit, tile_of
from bastide.fast.compilation import compiled
from bastide.fast.layout import DRAW, OVER, PIECE, PLACE, GameRecord, IntVector, RuleTables
from bastide.fast.pieces import legal_segments, recallable_piece
from bastide.fast.placement import open_index
from bastide.fast.turn import apply_pass, apply_piece, apply_place, apply_recall, draw_kind, stage_begins
from bastide.rules import model

KIND_BITS: Final = model.KIND_BITS
KIND_MASK: Final = model.KIND_MASK
ROTATION_BITS: Final = model.ROTATION.bits
ROTATION_MASK: Final = (1 << ROTATION_BITS) - 1
PIECE_BITS: Final = model.PIECE.bits
PIECE_MASK: Final = (1 << PIECE_BITS) - 1
SPOT_BITS: Final = model.SPOT_BITS
SPOT_MASK: Final = model.SPOT_MASK


@compiled
def place_action(tables: RuleTables, rotation: int, cell: int) -> int:
    """Return the action that lays the current tile."""
    return (cell << ROTATION_BITS | rotation) << KIND_BITS | tables.place


@compiled
def piece_action(tables: RuleTables, game: GameRecord, kind: int, local: int) -> int:
    """Return the action that deploys a piece on a segment of the new tile."""
    spot = game.cell[game.tiles - 1] << SPOT_BITS | local
    return (spot << PIECE_BITS | kind) << KIND_BITS | tables.deploy


@compiled
def list_draws(tables: RuleTables, game: GameRecord, actions: IntVector) -> int:
    """List the kinds of tiles that may be drawn; return how many there are."""
    begin, found = stage_begins(tables, game), 0
    for at in range(begin, game.left):
        new = True
        for before in range(begin, at):
            if game.bag[before] == game.bag[at]:
                new = False
        if new:
            actions[found] = game.bag[at] << KIND_BITS | tables.draw
            found += 1
    return found


@compiled
def list_placements(tables: RuleTables, game: GameRecord, actions: IntVector) -> int:
    """List the placements of the current tile; return how many there are."""
    found = 0
    for number in range(game.open):
        for rotation in range(4):
            if has_bit(game.fit[number], rotation):
                actions[found] = place_action(tables, rotation, game.open_cell[number])
                found += 1
    return found


@compiled
def list_pieces(tables: RuleTables, game: GameRecord, actions: IntVector) -> int:
    """List passing, deployments and recalls; return how many there are."""
    actions[0] = tables.passing
    found = 1
    tile = tile_of(game.laid[game.tiles - 1])
    for kind in range(tables.pieces):
        allowed = legal_segments(tables, game, kind, tile)
        for local in range(tables.count[tile]):
            if has_bit(allowed, local):
                actions[found] = piece_action(tables, game, kind, local)
                found += 1
    if tables.abbot >= 0 and recallable_piece(tables, game) >= 0:
        actions[found] = tables.recall
        found += 1
    return found


@compiled
def list_legal(tables: RuleTables, game: GameRecord, actions: IntVector) -> int:
    """List the legal actions; return how many there are, 0 when the game is over."""
    if game.phase == DRAW:
        return list_draws(tables, game, actions)
    if game.phase == PLACE:
        return list_placements(tables, game, actions)
    if game.phase == PIECE:
        return list_pieces(tables, game, actions)
    return 0


@compiled
def is_legal(tables: RuleTables, game: GameRecord, action: int) -> bool:
    """Return whether an action is legal now."""
    kind, rest = action & KIND_MASK, action >> KIND_BITS
    if action < 0 or game.phase == OVER:
        return False
    if game.phase == DRAW:
        return kind == tables.draw and is_left(tables, game, rest)
    if game.phase == PLACE:
        return kind == tables.place and is_place(game, rest & ROTATION_MASK, rest >> ROTATION_BITS)
    if kind == tables.deploy:
        return is_piece(tables, game, rest & PIECE_MASK, rest >> PIECE_BITS)
    if action == tables.recall:
        return tables.abbot >= 0 and recallable_piece(tables, game) >= 0
    return action == tables.passing


@compiled
def is_left(tables: RuleTables, game: GameRecord, tile: int) -> bool:
    """Return whether the current stage of the bag holds a tile."""
    at = stage_begins(tables, game)
    while at < game.left and game.bag[at] != tile:
        at += 1
    return at < game.left


@compiled
def is_place(game: GameRecord, rotation: int, cell: int) -> bool:
    """Return whether the current tile may be laid in a cell with a rotation."""
    number = open_index(game, cell)
    return number >= 0 and has_bit(game.fit[number], rotation) == 1


@compiled
def is_piece(tables: RuleTables, game: GameRecord, kind: int, spot: int) -> bool:
    """Return whether a kind of piece may be deployed on a spot."""
    last = game.tiles - 1
    if kind >= tables.pieces or spot >> SPOT_BITS != game.cell[last]:
        return False
    return has_bit(legal_segments(tables, game, kind, tile_of(game.laid[last])), spot & SPOT_MASK) == 1


@compiled
def apply(tables: RuleTables, game: GameRecord, action: int) -> None:
    """Apply a legal action and advance to the next decision."""
    kind, rest = action & KIND_MASK, action >> KIND_BITS
    if game.phase == DRAW:
        draw_kind(tables, game, rest)
    elif game.phase == PLACE:
        apply_place(tables, game, rest & ROTATION_MASK, rest >> ROTATION_BITS)
    elif kind == tables.deploy:
        apply_piece(tables, game, rest & PIECE_MASK, rest >> PIECE_BITS & SPOT_MASK)
    elif action == tables.recall:
        apply_recall(tables, game)
    else:
        apply_pass(tables, game)
