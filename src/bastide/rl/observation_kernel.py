"""Compiled observations: planes, scalars and action masks, written into preallocated arrays.

An `EncoderLayout` holds the position of each value. Updates are incremental: an `EnvState` caches the observation
written last, and only differences are written. The planes of a cell are contiguous (channels last).
"""

from __future__ import annotations

import numpy as np

from bastide.fast.bit_fields import piece_kind, piece_seat, piece_segment
from bastide.fast.layout import GameRecord, IntMatrix
from bastide.rl.action_kernel import acting_seat, clear_mask, relative_seat, write_mask
from bastide.rl.compilation import compiled
from bastide.rl.encoder_records import (
    ABSENT,
    ALL_SEATS,
    PLACES,
    EncoderLayout,
    EncoderTables,
    EnvState,
    ObservationView,
)
from bastide.rl.scalar_kernel import write_scalars
from bastide.rl.window_kernel import window_index


@compiled
def write_tiles(encoder: EncoderLayout, printed: IntMatrix, game: GameRecord, env: EnvState, board: IntMatrix) -> None:
    """Write the planes of new tiles and the plane of the newest one."""
    if env.tiles == game.tiles:
        return
    if env.tiles > 0:
        board[window_index(encoder, game.cell[env.tiles - 1]), encoder.newest] = 0
    for number in range(env.tiles, game.tiles):
        at = window_index(encoder, game.cell[number])
        laid = game.laid[number]
        for plane in range(encoder.newest):
            board[at, plane] = printed[laid, plane]
    board[window_index(encoder, game.cell[game.tiles - 1]), encoder.newest] = 1
    env.tiles = game.tiles


@compiled
def referenced_piece(encoder: EncoderLayout, game: GameRecord) -> int:
    """Return the index of the piece to which a number refers, or -1."""
    at = game.ext[encoder.reference] - 1 if encoder.reference != ABSENT else -1
    return at if at < game.standing else -1


@compiled
def pieces_unchanged(encoder: EncoderLayout, game: GameRecord, env: EnvState, seat: int) -> bool:
    """Return whether the pieces are those written last, from the same seat's perspective."""
    if env.seat != seat or env.standing != game.standing or env.referenced != referenced_piece(encoder, game):
        return False
    number = 0
    while number < game.standing and env.piece[number] == game.piece[number]:
        number += 1
    return number == game.standing


@compiled
def cache_pieces(encoder: EncoderLayout, game: GameRecord, env: EnvState) -> None:
    """Cache the pieces on the board and the positions of their planes."""
    for number in range(game.standing):
        piece = game.piece[number]
        if number >= env.standing or env.piece[number] != piece:
            segment = piece_segment(piece)
            tile = game.home[segment]
            env.piece[number] = piece
            env.cell[number] = window_index(encoder, game.cell[tile])
            env.segment[number] = game.laid[tile] * encoder.on_tile + segment - game.first[tile]
    env.standing = game.standing


@compiled
def unsigned(number: int) -> int:
    """Return a non-negative number as unsigned, so that Numba omits the wraparound of negative indices."""
    return np.uint64(number)  # type: ignore[return-value]


@compiled
def write_pieces(tables: EncoderTables, game: GameRecord, env: EnvState, seat: int, board: IntMatrix) -> None:
    """Write the planes of pieces from the perspective of a seat."""
    encoder, kinds, weights = tables.encoder[0], tables.rules[0].pieces, tables.weights
    if pieces_unchanged(encoder, game, env, seat):
        return
    for number in range(env.standing):
        at = env.cell[number]
        for plane in range(unsigned(encoder.strength), unsigned(encoder.planes)):
            board[at, plane] = 0
    cache_pieces(encoder, game, env)
    env.seat = seat
    env.referenced = referenced_piece(encoder, game)
    for number in range(env.standing):
        piece, at, segment = env.piece[number], env.cell[number], env.segment[number]
        kind = piece_kind(piece)
        row = relative_seat(game.players, seat, piece_seat(piece))
        first = unsigned(encoder.spread[kind] + row * PLACES)
        for place in range(unsigned(PLACES)):
            board[at, first + place] += weights[kind, segment, place]
        board[at, encoder.piece + row * kinds + kind] += 1
    if env.referenced >= 0:
        write_reference(tables, env, board)


@compiled
def write_reference(tables: EncoderTables, env: EnvState, board: IntMatrix) -> None:
    """Write the planes of the piece to which a number refers."""
    first, number = tables.encoder[0].referenced, env.referenced
    kind, at, segment = piece_kind(env.piece[number]), env.cell[number], env.segment[number]
    for place in range(PLACES):
        board[at, first + place] = 1 if tables.weights[kind, segment, place] > 0 else 0


@compiled
def clear_observation(encoder: EncoderLayout, game: GameRecord, env: EnvState, view: ObservationView) -> None:
    """Clear the board and the mask, given the game from which they were written."""
    for number in range(env.tiles):
        at = window_index(encoder, game.cell[number])
        for plane in range(encoder.planes):
            view.board[at, plane] = 0
    clear_mask(env, view.mask)
    env.tiles = 0
    env.standing = 0
    env.referenced = -1
    env.left = -1
    env.checked = 0
    env.at_edge = 0


@compiled
def write_observation(
    tables: EncoderTables, game: GameRecord, env: EnvState, view: ObservationView, over: bool
) -> None:
    """Write the observation and, unless the episode is over, the action mask of the learner.

    If the learner plays all seats, they are those of the seat to act.
    """
    seat = acting_seat(tables.rules[0], game) if env.learner == ALL_SEATS else env.learner
    write_tiles(tables.encoder[0], tables.printed, game, env, view.board)
    write_pieces(tables, game, env, seat, view.board)
    write_scalars(tables, game, env, seat, view.scalars)
    clear_mask(env, view.mask)
    if not over:
        write_mask(tables, game, env, view.mask)
