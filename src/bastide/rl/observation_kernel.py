"""Compiled observations: planes, scalars and action masks, written into preallocated arrays.

An `EncoderLayout` holds the position of each value. Updates are incremental: an `EnvState` caches the observation
written last, and only differences are written. The planes of a cell are contiguous (channels last).
"""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple, Protocol

import numpy as np

from bastide.fast.bit_fields import has_bit, piece_kind, piece_seat, piece_segment, tile_of
from bastide.fast.features import ROW_BITS, ROW_MASK
from bastide.fast.layout import (
    MAX_ACTIONS,
    MAX_PIECE_KINDS,
    MAX_STANDING,
    MAX_TILE_KINDS,
    OVER,
    PIECE,
    PLACE,
    FloatVector,
    GameRecord,
    IntArray,
    IntMatrix,
    IntVector,
    RecordArray,
    RuleTables,
    record_dtype,
)
from bastide.fast.pieces import legal_segments, recallable_piece
from bastide.kernel.geometry import PORT_NAMES
from bastide.rl.compilation import compiled
from bastide.rules.ruleset import MOST_SEATS

ABSENT: Final = -1
"""In an encoder layout: the value or action does not exist."""
ALL_SEATS: Final = -1
"""In `EnvState.learner`: the learner plays all seats."""
PLACES: Final = len(PORT_NAMES) + 2
"""The number of places on a tile where a piece is encoded, as in `planes.PLACES`."""

StrengthTable = IntArray[tuple[int, int, int]]
"""Per kind of piece, segment of a laid tile and place: the strength of the piece there."""


class EncoderLayout(Protocol):
    """The positions of values in observations, and the numbers of actions."""

    side: Annotated[int, "i4"]
    """The side of the window, in cells."""
    corner: Annotated[int, "i4"]
    """The north-west cell of the window."""

    planes: Annotated[int, "i4"]
    """The number of planes."""
    newest: Annotated[int, "i4"]
    """The plane of the newest tile, which follows those of printed features."""
    strength: Annotated[int, "i4"]
    """The first plane of the strengths of followers, by seat and place on the tile."""
    piece: Annotated[int, "i4"]
    """The first plane of pieces, by seat and kind."""

    place_step: Annotated[int, "i4"]
    piece_step: Annotated[int, "i4"]
    to_lay: Annotated[int, "i4"]
    newest_tile: Annotated[int, "i4"]
    unseen: Annotated[int, "i4"]
    left: Annotated[int, "i4"]
    acts: Annotated[int, "i4"]
    on_turn: Annotated[int, "i4"]
    score: Annotated[int, "i4"]
    supply: Annotated[int, "i4"]
    recalled: Annotated[int, "i4"]
    resting: Annotated[int, "i4"]
    """The index of the first scalar of each group; the last two may be absent."""
    kinds: Annotated[int, "i4"]
    """The number of kinds of tiles."""
    left_scale: Annotated[float, "f8"]
    score_scale: Annotated[float, "f8"]
    resting_scale: Annotated[float, "f8"]
    unseen_scale: Annotated[FloatVector, "f8", MAX_TILE_KINDS]
    supply_scale: Annotated[FloatVector, "f8", MAX_PIECE_KINDS]
    """The divisors of the scalars."""

    place: Annotated[int, "i8"]
    deploy: Annotated[int, "i8"]
    passing: Annotated[int, "i8"]
    recall: Annotated[int, "i8"]
    """The first number of each kind of action; the last may be absent."""
    by_rotation: Annotated[int, "i8"]
    by_cell: Annotated[int, "i8"]
    by_piece: Annotated[int, "i8"]
    by_segment: Annotated[int, "i8"]
    """The strides of the fields of an action."""
    segments: Annotated[int, "i8"]
    """The size of the segment axis."""


class EnvState(Protocol):
    """The state of an environment beside its game: the learner's seat, and a cache of the observation written last."""

    sampler: Annotated[np.uint64, "u8"]
    """The state of the generator that samples actions."""
    learner: Annotated[int, "i2"]
    """The seat of the learner, or ALL_SEATS."""
    paid: Annotated[IntVector, "i4", MOST_SEATS]
    """The scores at the last reward."""
    checked: Annotated[int, "i2"]
    """The number of tiles that have been tested for lying at the edge of the window."""
    at_edge: Annotated[int, "i2"]
    """Whether one of them does."""

    seat: Annotated[int, "i2"]
    """The observing seat."""
    tiles: Annotated[int, "i2"]
    """The number of tiles on the board."""
    left: Annotated[int, "i2"]
    """The number of tiles in the bag, or -1 before the bag is written."""
    standing: Annotated[int, "i2"]
    """The number of pieces on the board."""
    piece: Annotated[IntVector, "i4", MAX_STANDING]
    """The pieces on the board."""
    cell: Annotated[IntVector, "i4", MAX_STANDING]
    """Per piece: the index of its cell in the window."""
    segment: Annotated[IntVector, "i4", MAX_STANDING]
    """Per piece: the index of its laid tile and segment in the strength table."""
    choices: Annotated[int, "i4"]
    """The number of legal actions."""
    action: Annotated[IntVector, "i4", MAX_ACTIONS + 1]
    """The numbers of the legal actions, and room for one more."""


ENCODER_DTYPE: Final = record_dtype(EncoderLayout)
ENV_STATE_DTYPE: Final = record_dtype(EnvState)


class EncoderTables(NamedTuple):
    """The read-only tables of an encoder."""

    encoder: RecordArray[EncoderLayout]
    rules: RecordArray[RuleTables]
    printed: IntMatrix
    """Per laid tile and plane: the printed features."""
    strengths: StrengthTable


class ObservationView(NamedTuple):
    """The arrays of the observation of one game."""

    board: IntMatrix
    scalars: FloatVector
    mask: IntVector


@compiled
def window_position(encoder: EncoderLayout, cell: int) -> tuple[int, int]:
    """Return the row and the column of a cell relative to the window."""
    return (cell >> ROW_BITS) - (encoder.corner >> ROW_BITS), (cell & ROW_MASK) - (encoder.corner & ROW_MASK)


@compiled
def window_index(encoder: EncoderLayout, cell: int) -> int:
    """Return the index of a cell in the window, in which it must lie."""
    row, column = window_position(encoder, cell)
    return row * encoder.side + column


@compiled
def window_cell(encoder: EncoderLayout, index: int) -> int:
    """Return the cell with an index in the window."""
    return encoder.corner + (index // encoder.side << ROW_BITS) + index % encoder.side


@compiled
def is_within(encoder: EncoderLayout, cell: int, margin: int) -> bool:
    """Return whether a cell lies in the window, at least ``margin`` cells from its edge."""
    row, column = window_position(encoder, cell)
    return margin <= column < encoder.side - margin and margin <= row < encoder.side - margin


@compiled
def leaves_window(encoder: EncoderLayout, game: GameRecord, env: EnvState) -> bool:
    """Return whether a placement outside the window is legal, which requires a tile at the edge of the window."""
    while env.checked < game.tiles:
        if not is_within(encoder, game.cell[env.checked], 1):
            env.at_edge = 1
        env.checked += 1
    if env.at_edge and game.phase == PLACE:
        for number in range(game.open):
            if game.fit[number] and not is_within(encoder, game.open_cell[number], 0):
                return True
    return False


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
def relative_seat(players: int, seat: int, other: int) -> int:
    """Return a seat counted from the observing one."""
    return other - seat if other >= seat else other - seat + players


@compiled
def pieces_unchanged(game: GameRecord, env: EnvState, seat: int) -> bool:
    """Return whether the pieces are those written last, from the same seat's perspective."""
    if env.seat != seat or env.standing != game.standing:
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
            env.segment[number] = game.laid[tile] * encoder.segments + segment - game.first[tile]
    env.standing = game.standing


@compiled
def unsigned(number: int) -> int:
    """Return a non-negative number as unsigned, so that Numba omits the wraparound of negative indices."""
    return np.uint64(number)  # type: ignore[return-value]


@compiled
def write_pieces(tables: EncoderTables, game: GameRecord, env: EnvState, seat: int, board: IntMatrix) -> None:
    """Write the planes of pieces from the perspective of a seat."""
    if pieces_unchanged(game, env, seat):
        return
    encoder, kinds, strengths = tables.encoder[0], tables.rules[0].pieces, tables.strengths
    for number in range(env.standing):
        at = env.cell[number]
        for plane in range(unsigned(encoder.strength), unsigned(encoder.planes)):
            board[at, plane] = 0
    cache_pieces(encoder, game, env)
    env.seat = seat
    for number in range(env.standing):
        piece, at, segment = env.piece[number], env.cell[number], env.segment[number]
        kind = piece_kind(piece)
        row = relative_seat(game.players, seat, piece_seat(piece))
        first = unsigned(encoder.strength + row * PLACES)
        for place in range(unsigned(PLACES)):
            board[at, first + place] += strengths[kind, segment, place]
        board[at, encoder.piece + row * kinds + kind] += 1


@compiled
def write_scalars(tables: EncoderTables, game: GameRecord, env: EnvState, seat: int, scalars: FloatVector) -> None:
    """Write the scalars from the perspective of a seat."""
    encoder, kinds = tables.encoder[0], tables.rules[0].pieces
    scalars[encoder.place_step] = 1.0 if game.phase == PLACE else 0.0
    scalars[encoder.piece_step] = 1.0 if game.phase == PIECE else 0.0
    for tile in range(encoder.kinds):
        scalars[encoder.to_lay + tile] = 0.0
        scalars[encoder.newest_tile + tile] = 0.0
    scalars[encoder.newest_tile + tile_of(game.laid[game.tiles - 1])] = 1.0
    if game.tile >= 0:
        scalars[encoder.to_lay + game.tile] = 1.0
    if env.left != game.left:
        write_bag(encoder, game, scalars)
        env.left = game.left
    for other in range(game.players):
        place = relative_seat(game.players, seat, other)
        scalars[encoder.acts + place] = 1.0 if other == game.seat and game.phase != OVER else 0.0
        scalars[encoder.on_turn + place] = 1.0 if other == game.seat else 0.0
        scalars[encoder.score + place] = game.score[other] / encoder.score_scale
        for kind in range(kinds):
            scalars[encoder.supply + place * kinds + kind] = game.supply[other, kind] / encoder.supply_scale[kind]
        if encoder.resting != ABSENT:
            scalars[encoder.resting + place] = game.resting[other] / encoder.resting_scale
    if encoder.recalled != ABSENT:
        scalars[encoder.recalled] = 1.0 if game.recalled else 0.0


@compiled
def write_bag(encoder: EncoderLayout, game: GameRecord, scalars: FloatVector) -> None:
    """Write the contents of the bag."""
    scalars[encoder.left] = game.left / encoder.left_scale
    for tile in range(encoder.kinds):
        scalars[encoder.unseen + tile] = 0.0
    for at in range(game.left):
        scalars[encoder.unseen + game.bag[at]] += 1.0
    for tile in range(encoder.kinds):
        scalars[encoder.unseen + tile] /= encoder.unseen_scale[tile]


@compiled
def list_placements(encoder: EncoderLayout, game: GameRecord, env: EnvState) -> None:
    """List the numbers of the legal placements.

    Illegal ones are written, too, and then overwritten, which avoids unpredictable branches.
    """
    count = 0
    for number in range(game.open):
        fit = game.fit[number]
        first = encoder.place + window_index(encoder, game.open_cell[number]) * encoder.by_cell
        for rotation in range(4):
            env.action[count] = first + rotation * encoder.by_rotation
            count += has_bit(fit, rotation)
    env.choices = count


@compiled
def list_pieces(tables: EncoderTables, game: GameRecord, env: EnvState) -> None:
    """List the numbers of passing and of the legal deployments and recalls."""
    encoder, rules = tables.encoder[0], tables.rules[0]
    env.action[0] = encoder.passing
    count = 1
    tile = tile_of(game.laid[game.tiles - 1])
    for kind in range(rules.pieces):
        allowed = legal_segments(rules, game, kind, tile)
        for segment in range(rules.segment_count[tile]):
            env.action[count] = encoder.deploy + kind * encoder.by_piece + segment * encoder.by_segment
            count += has_bit(allowed, segment)
    if encoder.recall != ABSENT and recallable_piece(rules, game) >= 0:
        env.action[count] = encoder.recall
        count += 1
    env.choices = count


@compiled
def write_mask(tables: EncoderTables, game: GameRecord, env: EnvState, mask: IntVector) -> None:
    """Write the action mask; all placements must lie in the window."""
    if game.phase == PLACE:
        list_placements(tables.encoder[0], game, env)
    elif game.phase == PIECE:
        list_pieces(tables, game, env)
    for at in range(env.choices):
        mask[env.action[at]] = 1


@compiled
def is_legal_action(env: EnvState, action: int) -> bool:
    """Return whether the mask written last allows an action."""
    at = 0
    while at < env.choices and env.action[at] != action:
        at += 1
    return at < env.choices


@compiled
def clear_mask(env: EnvState, mask: IntVector) -> None:
    """Clear the action mask written last."""
    for at in range(env.choices):
        mask[env.action[at]] = 0
    env.choices = 0


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
    seat = game.seat if env.learner == ALL_SEATS else env.learner
    write_tiles(tables.encoder[0], tables.printed, game, env, view.board)
    write_pieces(tables, game, env, seat, view.board)
    write_scalars(tables, game, env, seat, view.scalars)
    clear_mask(env, view.mask)
    if not over:
        write_mask(tables, game, env, view.mask)
