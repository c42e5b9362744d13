"""Crop circles: all may add a follower to those that a circle concerns, or all must take one back."""

from __future__ import annotations

from typing import Final

from bastide.fast.action_kinds import ADD, GROW, PASS, REMOVE, WITHER
from bastide.fast.bit_fields import piece_kind, piece_seat, piece_segment, tile_of
from bastide.fast.compilation import compiled
from bastide.fast.layout import GameRecord, RuleTables
from bastide.fast.names import CIRCLE, CIRCLE_CHOSEN, CITY, FIELD, ROAD
from bastide.fast.options import (
    add_option,
    has_option,
    pack,
    pack_piece_and_spot,
    segment_at,
    spot_of,
    unpack_piece_and_spot,
)
from bastide.fast.pieces import find_piece, is_follower, put_from_supply, withdraw
from bastide.fast.rounds import begin_round, pass_round_on

KINDS: Final = (CITY, ROAD, FIELD)
"""Whom a circle concerns, by its number, counted from 1."""
ALL_ADD: Final = 1
ALL_REMOVE: Final = 2
"""What the seat on turn has chosen, if anything."""


@compiled
def kind_concerned(tables: RuleTables, game: GameRecord) -> int:
    """Return the kind of feature that the circle on the new tile speaks of, or -1."""
    circle = tables.tile_mark[CIRCLE, tile_of(game.laid[game.tiles - 1])]
    return tables.feature[KINDS[circle - 1]] if circle > 0 else -1


@compiled
def is_concerned(tables: RuleTables, game: GameRecord, at: int, kind: int) -> bool:
    """Return whether the piece at an index is a follower that a circle concerns, given the kind of feature."""
    return game.kind[piece_segment(game.piece[at])] == kind and is_follower(tables, game, at)


@compiled
def options_choose(tables: RuleTables, game: GameRecord) -> None:
    """One of the two must be chosen, unless it concerns nobody."""
    kind = kind_concerned(tables, game)
    if kind < 0:
        return
    for at in range(game.standing):
        if is_concerned(tables, game, at, kind):
            add_option(game, pack(tables, GROW, 0))
            add_option(game, pack(tables, WITHER, 0))
            return


@compiled
def do_grow(tables: RuleTables, game: GameRecord) -> None:
    """Every seat may add a follower to one of its own."""
    game.ext[tables.column[CIRCLE_CHOSEN]] = ALL_ADD


@compiled
def do_wither(tables: RuleTables, game: GameRecord) -> None:
    """Every seat must take a follower back."""
    game.ext[tables.column[CIRCLE_CHOSEN]] = ALL_REMOVE


@compiled
def enter_act(tables: RuleTables, game: GameRecord) -> None:
    """All act once, clockwise, the seat on turn last."""
    if game.ext[tables.column[CIRCLE_CHOSEN]]:
        begin_round(tables, game, (game.seat + 1) % game.players)


@compiled
def can_act(tables: RuleTables, game: GameRecord, seat: int) -> None:
    """List what a seat may do, or must; nothing if it is skipped."""
    kind = kind_concerned(tables, game)
    removes = game.ext[tables.column[CIRCLE_CHOSEN]] == ALL_REMOVE
    for at in range(game.standing):
        piece = game.piece[at]
        if piece_seat(piece) == seat and is_concerned(tables, game, at, kind):
            spot = spot_of(game, piece_segment(piece))
            if removes:
                add_once(tables, game, REMOVE, piece_kind(piece), spot)
            else:
                add_beside(tables, game, seat, spot)
    if game.choices > 0 and not removes:
        add_option(game, pack(tables, PASS, 0))


@compiled
def add_beside(tables: RuleTables, game: GameRecord, seat: int, spot: int) -> None:
    """List the followers of its supply that a seat may add at a spot."""
    for kind in range(tables.pieces):
        if tables.ordinary[kind] and game.supply[seat, kind] > 0:
            add_once(tables, game, ADD, kind, spot)


@compiled
def add_once(tables: RuleTables, game: GameRecord, action_kind: int, piece_kind: int, spot: int) -> None:
    """Add an action with a kind of piece and a spot to the options, unless it is one already."""
    action = pack(tables, action_kind, pack_piece_and_spot(piece_kind, spot))
    if not has_option(game, action):
        add_option(game, action)


@compiled
def do_add(tables: RuleTables, game: GameRecord, action: int) -> None:
    """A follower of the supply joins one of its own seat, whoever else is there."""
    kind, spot = unpack_piece_and_spot(action)
    pass_round_on(tables, game)
    put_from_supply(tables, game, game.asked, kind, segment_at(game, spot))


@compiled
def do_remove(tables: RuleTables, game: GameRecord, action: int) -> None:
    """A follower goes home without points, and companions that it leaves alone with it."""
    kind, spot = unpack_piece_and_spot(action)
    pass_round_on(tables, game)
    withdraw(tables, game, find_piece(game, game.asked, kind, segment_at(game, spot)))
