"""Pieces: legal deployments and recalls, putting pieces on the board, returning them to the supply."""

from __future__ import annotations

from bastide.fast.bit_fields import (
    has_bit,
    in_lane,
    pack_piece,
    piece_kind,
    piece_seat,
    piece_segment,
    popcount,
    tile_of,
)
from bastide.fast.compilation import compiled
from bastide.fast.features import find_root, is_open
from bastide.fast.layout import GameRecord, RuleTables


@compiled
def find_deployments(tables: RuleTables, game: GameRecord) -> int:
    """Find the unoccupied segments of the new tile; return the number of legal deployments and recalls."""
    tile = tile_of(game.laid[game.tiles - 1])
    candidates = 0
    for kind in range(tables.pieces):
        if game.supply[game.seat, kind] > 0:
            candidates |= tables.stands[kind, tile]
    game.free = unoccupied_segments(game, candidates)
    count = 0
    for kind in range(tables.pieces):
        count += popcount(legal_segments(tables, game, kind, tile))
    if tables.abbot >= 0 and recallable_piece(tables, game) >= 0:
        count += 1
    game.choices = count
    return count


@compiled
def unoccupied_segments(game: GameRecord, segments: int) -> int:
    """Return the subset of a bit set of segments of the new tile whose features hold no followers."""
    first = game.first[game.tiles - 1]
    free = 0
    local = 0
    while segments >> local:
        if has_bit(segments, local) and game.followers[find_root(game, first + local)] == 0:
            free |= 1 << local
        local += 1
    return free


@compiled
def legal_segments(tables: RuleTables, game: GameRecord, kind: int, tile: int) -> int:
    """Return the bit set of segments of the new tile on which the seat on turn may deploy a kind of piece."""
    if game.supply[game.seat, kind] > 0:
        return game.free & tables.stands[kind, tile]
    return 0


@compiled
def recallable_piece(tables: RuleTables, game: GameRecord) -> int:
    """Return the index of the piece on the board that the seat on turn may recall, or -1."""
    for at in range(game.standing):
        piece = game.piece[at]
        own = piece_kind(piece) == tables.abbot and piece_seat(piece) == game.seat
        if own and is_open(tables, game, find_root(game, piece_segment(piece))):
            return at
    return -1


@compiled
def put(tables: RuleTables, game: GameRecord, seat: int, kind: int, segment: int) -> None:
    """Put a piece on a segment, after those that stand there, without taking it from the supply."""
    at = game.standing
    while at > 0 and piece_segment(game.piece[at - 1]) > segment:
        game.piece[at] = game.piece[at - 1]
        at -= 1
    game.piece[at] = pack_piece(segment, seat, kind)
    game.standing += 1
    game.followers[find_root(game, segment)] += in_lane(tables.strength[kind], seat)
    game.monks += tables.surrounded[game.kind[segment]]


@compiled
def lift(tables: RuleTables, game: GameRecord, at: int) -> None:
    """Return the piece at an index to its supply; those after it move up."""
    piece = game.piece[at]
    segment, seat, kind = piece_segment(piece), piece_seat(piece), piece_kind(piece)
    game.standing -= 1
    for after in range(at, game.standing):
        game.piece[after] = game.piece[after + 1]
    game.supply[seat, kind] += 1
    game.followers[find_root(game, segment)] -= in_lane(tables.strength[kind], seat)
    game.monks -= tables.surrounded[game.kind[segment]]


@compiled
def lift_all(tables: RuleTables, game: GameRecord, root: int) -> None:
    """Return all pieces in a feature to their supplies."""
    for at in range(game.standing - 1, -1, -1):
        if find_root(game, piece_segment(game.piece[at])) == root:
            lift(tables, game, at)
