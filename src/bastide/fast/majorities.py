"""Majorities: who has the strongest followers in some features together, and what decides among equals."""

from __future__ import annotations

from bastide.fast.bit_fields import is_guest, lane_of, piece_kind, piece_seat, piece_segment, tile_of
from bastide.fast.compilation import compiled
from bastide.fast.features import find_root
from bastide.fast.layout import GameRecord, RuleTables
from bastide.fast.names import HILL
from bastide.fast.scoring import strongest


@compiled
def judge_in(game: GameRecord, root: int) -> None:
    """Judge the next majority in one feature."""
    game.judged[0] = root
    game.judges = 1


@compiled
def is_judged(game: GameRecord, root: int) -> bool:
    """Return whether a majority is judged in a feature."""
    number = 0
    while number < game.judges and game.judged[number] != root:
        number += 1
    return number < game.judges


@compiled
def winners(tables: RuleTables, game: GameRecord) -> int:
    """Return the seats with the majority in all the judged features together, as a bit set."""
    followers = 0
    for number in range(game.judges):
        followers += game.followers[game.judged[number]]
    if followers == 0:
        return 0
    best, seats = strongest(game, followers), 0
    for seat in range(game.players):
        if lane_of(followers, seat) == best:
            seats |= 1 << seat
    if tables.hills and seats & (seats - 1):
        on_hill = seats & seats_on_hills(tables, game)
        if on_hill:
            return on_hill
    return seats


@compiled
def seats_on_hills(tables: RuleTables, game: GameRecord) -> int:
    """Return the seats with followers on hills in the judged features, as a bit set."""
    seats = 0
    for at in range(game.standing):
        piece = game.piece[at]
        stands = tables.strength[piece_kind(piece)] > 0 and not is_guest(piece)
        if stands and is_on_hill(tables, game, piece) and is_judged(game, find_root(game, piece_segment(piece))):
            seats |= 1 << piece_seat(piece)
    return seats


@compiled
def is_on_hill(tables: RuleTables, game: GameRecord, piece: int) -> bool:
    """Return whether a piece stands on a tile with a hill."""
    return tables.tile_mark[HILL, tile_of(game.laid[game.home[piece_segment(piece)]])] > 0
