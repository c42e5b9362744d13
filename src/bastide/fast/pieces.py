"""Pieces: legal deployments and recalls, putting pieces on the board, returning them to the supply."""

from __future__ import annotations

from bastide.fast.bit_fields import (
    has_bit,
    in_lane,
    lane_of,
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
from bastide.rules.model import NOBODY


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
        if is_recallable(tables, game, at):
            return at
    return -1


@compiled
def is_recallable(tables: RuleTables, game: GameRecord, at: int) -> bool:
    """Return whether the seat on turn may recall the piece at an index: its abbot, on a feature that is incomplete."""
    piece = game.piece[at]
    if piece_kind(piece) != tables.abbot or piece_seat(piece) != game.seat:
        return False
    root = find_root(game, piece_segment(piece))
    return tables.has_site[game.kind[root]] == 1 and is_open(tables, game, root)


@compiled
def put(tables: RuleTables, game: GameRecord, seat: int, kind: int, segment: int) -> None:
    """Put a piece on a segment, after those that stand there, without taking it from the supply."""
    insert(tables, game, pack_piece(segment, seat, kind), place_on(game, segment))


@compiled
def place_on(game: GameRecord, segment: int) -> int:
    """Return the index that the next piece on a segment gets: after those that stand there."""
    at = game.standing
    while at > 0 and piece_segment(game.piece[at - 1]) > segment:
        at -= 1
    return at


@compiled
def insert(tables: RuleTables, game: GameRecord, piece: int, at: int) -> None:
    """Put a piece on the board at an index, without taking it from the supply; those after it move down."""
    for after in range(game.standing, at, -1):
        game.piece[after] = game.piece[after - 1]
    game.piece[at] = piece
    game.standing += 1
    segment, seat = piece_segment(piece), piece_seat(piece)
    if seat != NOBODY:
        game.followers[find_root(game, segment)] += in_lane(tables.strength[piece_kind(piece)], seat)
        game.monks += tables.surrounded[game.kind[segment]]


@compiled
def put_from_supply(tables: RuleTables, game: GameRecord, seat: int, kind: int, segment: int) -> None:
    """Move a piece from the supply of a seat to a segment."""
    put(tables, game, seat, kind, segment)
    game.supply[seat, kind] -= 1


@compiled
def lift(tables: RuleTables, game: GameRecord, at: int) -> None:
    """Return the piece at an index to its supply; those after it move up."""
    piece = game.piece[at]
    segment, seat, kind = piece_segment(piece), piece_seat(piece), piece_kind(piece)
    game.standing -= 1
    for after in range(at, game.standing):
        game.piece[after] = game.piece[after + 1]
    if seat != NOBODY:
        game.supply[seat, kind] += 1
        game.followers[find_root(game, segment)] -= in_lane(tables.strength[kind], seat)
        game.monks -= tables.surrounded[game.kind[segment]]


@compiled
def lift_all(tables: RuleTables, game: GameRecord, root: int) -> None:
    """Return all pieces in a feature to their supplies."""
    for at in range(game.standing - 1, -1, -1):
        segment = piece_segment(game.piece[at])
        if game.kind[segment] == game.kind[root] and find_root(game, segment) == root:
            lift(tables, game, at)


@compiled
def withdraw(tables: RuleTables, game: GameRecord, at: int) -> None:
    """Return the piece at an index, and with a seat's last follower the companions that it leaves alone."""
    root, seat = find_root(game, piece_segment(game.piece[at])), piece_seat(game.piece[at])
    lift(tables, game, at)
    dismiss_companions(tables, game, root, seat)


@compiled
def dismiss_companions(tables: RuleTables, game: GameRecord, root: int, seat: int) -> None:
    """Return the companions of a seat in a feature that have no follower of that seat beside them any more."""
    if lane_of(game.followers[root], seat) > 0:
        return
    for at in range(game.standing - 1, -1, -1):
        piece = game.piece[at]
        own = piece_seat(piece) == seat and tables.companion[piece_kind(piece)]
        if own and find_root(game, piece_segment(piece)) == root:
            lift(tables, game, at)


@compiled
def find_piece(game: GameRecord, seat: int, kind: int, segment: int) -> int:
    """Return the index of the first piece of a seat and kind on a segment, guest or not, or -1."""
    for at in range(game.standing):
        piece = game.piece[at]
        if piece_segment(piece) == segment and piece_seat(piece) == seat and piece_kind(piece) == kind:
            return at
    return -1


@compiled
def is_follower(tables: RuleTables, game: GameRecord, at: int) -> bool:
    """Return whether the piece at an index is a follower on the land: not one on the crown or in a district."""
    piece = game.piece[at]
    return tables.strength[piece_kind(piece)] > 0 and tables.has_site[game.kind[piece_segment(piece)]] == 1
