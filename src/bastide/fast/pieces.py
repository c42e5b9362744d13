"""Pieces: where they may be put, putting them down, taking them home."""

from __future__ import annotations

from bastide.fast.compilation import compiled
from bastide.fast.features import find_root, is_open, popcount
from bastide.fast.layout import GameRecord, RuleTables
from bastide.rules.ruleset import LANE


@compiled
def find_deployments(tables: RuleTables, game: GameRecord) -> int:
    """Find the segments of the new tile that nobody holds; return how many pieces may be put down or taken back."""
    tile = game.laid[game.tiles - 1] >> 2
    wanted = 0
    for kind in range(tables.pieces):
        if game.supply[game.seat, kind] > 0:
            wanted |= tables.stands[kind, tile]
    game.free = unoccupied_segments(game, wanted)
    found = 0
    for kind in range(tables.pieces):
        found += popcount(legal_segments(tables, game, kind, tile))
    if tables.abbot >= 0 and recallable_piece(tables, game) >= 0:
        found += 1
    game.choices = found
    return found


@compiled
def unoccupied_segments(game: GameRecord, wanted: int) -> int:
    """Return those segments of the new tile, as bits among some of them, whose features hold no follower."""
    first = game.first[game.tiles - 1]
    free = 0
    local = 0
    while wanted >> local:
        if wanted >> local & 1 and game.followers[find_root(game, first + local)] == 0:
            free |= 1 << local
        local += 1
    return free


@compiled
def legal_segments(tables: RuleTables, game: GameRecord, kind: int, tile: int) -> int:
    """Return where the seat on turn may put a kind of piece on the new tile: segments as bits."""
    if game.supply[game.seat, kind] > 0:
        return game.free & tables.stands[kind, tile]
    return 0


@compiled
def recallable_piece(tables: RuleTables, game: GameRecord) -> int:
    """Return which of the pieces on the board the seat on turn may take back, or -1."""
    for at in range(game.standing):
        piece = game.piece[at]
        own = piece & 15 == tables.abbot and piece >> 4 & 15 == game.seat
        if own and is_open(tables, game, find_root(game, piece >> 9)):
            return at
    return -1


@compiled
def put(tables: RuleTables, game: GameRecord, seat: int, kind: int, segment: int) -> None:
    """Stand a piece on a segment; the supply is left as it is."""
    game.piece[game.standing] = segment << 9 | seat << 4 | kind
    game.standing += 1
    game.followers[find_root(game, segment)] += tables.strength[kind] << LANE * seat
    game.monks += tables.around[game.kind[segment]]


@compiled
def lift(tables: RuleTables, game: GameRecord, at: int) -> None:
    """Move one of the pieces on the board home; the last one takes its place in the list."""
    piece = game.piece[at]
    segment, seat, kind = piece >> 9, piece >> 4 & 15, piece & 15
    game.standing -= 1
    game.piece[at] = game.piece[game.standing]
    game.supply[seat, kind] += 1
    game.followers[find_root(game, segment)] -= tables.strength[kind] << LANE * seat
    game.monks -= tables.around[game.kind[segment]]


@compiled
def lift_all(tables: RuleTables, game: GameRecord, root: int) -> None:
    """Move all pieces in a feature home."""
    for at in range(game.standing - 1, -1, -1):
        if find_root(game, game.piece[at] >> 9) == root:
            lift(tables, game, at)
