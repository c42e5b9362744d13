"""Actions, packed as in the engine: listing the legal ones, checking legality, applying them."""

from __future__ import annotations

from typing import Final

from bastide.fast.bag import bag_size, index_of, stage_begins
from bastide.fast.bit_fields import has_bit, pack_spot, spot_cell, spot_segment, tile_of
from bastide.fast.calls import call
from bastide.fast.compilation import compiled
from bastide.fast.layout import DRAW, OVER, PIECE, PLACE, GameRecord, IntVector, RuleTables
from bastide.fast.pieces import legal_segments, recallable_piece
from bastide.fast.placement import open_index
from bastide.fast.steps import HAND_DRAW
from bastide.fast.turn import apply_pass, apply_piece, apply_place, apply_recall, draw_kind
from bastide.fast.turn_sheet import is_option
from bastide.rules import model

KIND_BITS: Final = model.KIND_BITS
KIND_MASK: Final = model.KIND_MASK
ROTATION_BITS: Final = model.ROTATION.bits
ROTATION_MASK: Final = (1 << ROTATION_BITS) - 1
PIECE_BITS: Final = model.PIECE.bits
PIECE_MASK: Final = (1 << PIECE_BITS) - 1


@compiled
def action_kind(action: int) -> int:
    """Return the code of the kind of an action."""
    return action & KIND_MASK


@compiled
def draw_action(tables: RuleTables, tile: int) -> int:
    """Return the action that draws a tile."""
    return tile << KIND_BITS | tables.draw


@compiled
def drawn_tile(action: int) -> int:
    """Return the tile of a draw."""
    return action >> KIND_BITS


@compiled
def place_action(tables: RuleTables, rotation: int, cell: int) -> int:
    """Return the action that lays the current tile."""
    return (cell << ROTATION_BITS | rotation) << KIND_BITS | tables.place


@compiled
def unpack_placement(action: int) -> tuple[int, int]:
    """Return the rotation and the cell of a placement."""
    fields = action >> KIND_BITS
    return fields & ROTATION_MASK, fields >> ROTATION_BITS


@compiled
def piece_action(tables: RuleTables, game: GameRecord, kind: int, local: int) -> int:
    """Return the action that deploys a piece on a segment of the new tile."""
    spot = pack_spot(game.cell[game.tiles - 1], local)
    return (spot << PIECE_BITS | kind) << KIND_BITS | tables.deploy


@compiled
def unpack_deployment(action: int) -> tuple[int, int]:
    """Return the kind of piece and the spot of a deployment."""
    fields = action >> KIND_BITS
    return fields & PIECE_MASK, fields >> PIECE_BITS


@compiled
def list_draws(tables: RuleTables, game: GameRecord, actions: IntVector) -> int:
    """List the legal draws, one per kind of tile; return their number."""
    begin, count = stage_begins(tables, game), 0
    for at in range(begin, bag_size(game)):
        new = True
        for before in range(begin, at):
            if game.bag[before] == game.bag[at]:
                new = False
        if new:
            actions[count] = draw_action(tables, game.bag[at])
            count += 1
    return count


@compiled
def list_placements(tables: RuleTables, game: GameRecord, actions: IntVector) -> int:
    """List the legal placements of the current tile; return their number."""
    count = 0
    for number in range(game.open):
        for rotation in range(4):
            if has_bit(game.fit[number], rotation):
                actions[count] = place_action(tables, rotation, game.open_cell[number])
                count += 1
    return count


@compiled
def list_pieces(tables: RuleTables, game: GameRecord, actions: IntVector) -> int:
    """List passing and the legal deployments and recalls; return their number."""
    actions[0] = tables.passing
    count = 1
    tile = tile_of(game.laid[game.tiles - 1])
    for kind in range(tables.pieces):
        allowed = legal_segments(tables, game, kind, tile)
        for local in range(tables.segment_count[tile]):
            if has_bit(allowed, local):
                actions[count] = piece_action(tables, game, kind, local)
                count += 1
    if tables.abbot >= 0 and recallable_piece(tables, game) >= 0:
        actions[count] = tables.recall
        count += 1
    return count


@compiled
def list_legal(tables: RuleTables, game: GameRecord, actions: IntVector) -> int:
    """List the legal actions; return their number, 0 when the game is over.

    Of a kind that has more than can be listed, these are some, as in the engine. The draw of a throw is listed as the
    bare action (`random_draw`).
    """
    if draws_tile(game):
        return list_draws(tables, game, actions)
    if game.phase == PLACE:
        return list_placements(tables, game, actions)
    if tables.plain:
        return list_pieces(tables, game, actions) if game.phase == PIECE else 0
    for number in range(game.choices):
        actions[number] = game.option[number]
    return game.choices


@compiled
def draws_tile(game: GameRecord) -> bool:
    """Return whether the draw of a tile of the current stage is due."""
    return game.phase in (DRAW, HAND_DRAW)


@compiled
def is_legal(tables: RuleTables, game: GameRecord, action: int) -> bool:
    """Return whether an action is legal."""
    kind = action_kind(action)
    if action < 0 or game.phase == OVER:
        return False
    if draws_tile(game):
        return kind == tables.draw and index_of(tables, game, drawn_tile(action)) >= 0
    if game.phase == PLACE:
        rotation, cell = unpack_placement(action)
        return kind == tables.place and is_legal_placement(game, rotation, cell)
    if not tables.plain:
        return is_option(tables, game, action)
    if kind == tables.deploy:
        piece, spot = unpack_deployment(action)
        return is_legal_deployment(tables, game, piece, spot)
    if action == tables.recall:
        return tables.abbot >= 0 and recallable_piece(tables, game) >= 0
    return action == tables.passing


@compiled
def is_legal_placement(game: GameRecord, rotation: int, cell: int) -> bool:
    """Return whether the current tile may be laid in a cell with a rotation."""
    number = open_index(game, cell)
    return number >= 0 and has_bit(game.fit[number], rotation) == 1


@compiled
def is_legal_deployment(tables: RuleTables, game: GameRecord, kind: int, spot: int) -> bool:
    """Return whether a kind of piece may be deployed on a spot."""
    last = game.tiles - 1
    if kind >= tables.pieces or spot_cell(spot) != game.cell[last]:
        return False
    return has_bit(legal_segments(tables, game, kind, tile_of(game.laid[last])), spot_segment(spot)) == 1


@compiled
def apply(tables: RuleTables, game: GameRecord, action: int) -> None:
    """Apply a legal action and advance to the next decision."""
    if not tables.plain:
        call(tables.turn_sheet, tables, game, action)
    elif game.phase == DRAW:
        draw_kind(tables, game, drawn_tile(action))
    elif game.phase == PLACE:
        rotation, cell = unpack_placement(action)
        apply_place(tables, game, rotation, cell)
    elif action_kind(action) == tables.deploy:
        kind, spot = unpack_deployment(action)
        apply_piece(tables, game, kind, spot_segment(spot))
    elif action == tables.recall:
        apply_recall(tables, game)
    else:
        apply_pass(tables, game)
