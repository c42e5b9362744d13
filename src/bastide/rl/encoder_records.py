"""Records of the kernels: the layout of an encoding, and what an environment keeps beside its game."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple, Protocol

import numpy as np

from bastide.fast.layout import (
    MAX_ACTIONS,
    MAX_EXT,
    MAX_PIECE_KINDS,
    MAX_STANDING,
    MAX_TILE_KINDS,
    FloatVector,
    IntArray,
    IntMatrix,
    IntVector,
    RecordArray,
    RuleTables,
    record_dtype,
)
from bastide.kernel.geometry import PORT_NAMES
from bastide.rules.model import MOST_KINDS
from bastide.rules.ruleset import MOST_SEATS
from bastide.rules.sheet import SHEET

ABSENT: Final = -1
"""In an encoder layout: the value or action does not exist."""
ALL_SEATS: Final = -1
"""In `EnvState.learner`: the learner plays all seats."""
PLACES: Final = len(PORT_NAMES) + 2
"""The number of places on a tile where a piece is encoded, as in `planes.PLACES`."""
MAX_AXES: Final = 4
"""Fields of a kind of action."""
VALUE, CELL, POINT, SEAT, SPOT, NEW_SPOT = range(6)
"""How the axis of a field is numbered: by its value, by a position in the window, or relative to the acting seat; a
spot anywhere by cell and segment, one on the tile just laid by its segment."""
QUANTITY, FLAG, SEAT_NUMBER = range(3)
"""How a number of a column is encoded: divided by its maximum, as set or not, or as a seat."""

WeightTable = IntArray[tuple[int, int, int]]
"""Per kind of piece, segment of a laid tile and place: what the piece counts there."""


class EncoderLayout(Protocol):
    """The positions of values in observations, and the numbers of actions."""

    side: Annotated[int, "i4"]
    """The side of the window, in cells."""
    corner: Annotated[int, "i4"]
    """The north-west cell of the window."""
    point_corner: Annotated[int, "i4"]
    """The first coordinate of points in the window, from north or west, in thousandths of a tile side."""
    point_step: Annotated[int, "i4"]
    """The distance of neighbouring points."""
    point_side: Annotated[int, "i4"]
    """The number of points in a row."""
    on_tile: Annotated[int, "i8"]
    """The maximal number of segments on a tile."""

    planes: Annotated[int, "i4"]
    """The number of planes."""
    newest: Annotated[int, "i4"]
    """The plane of the newest tile, which follows those of printed features."""
    strength: Annotated[int, "i4"]
    """The first plane of the strengths of followers, by seat and place on the tile; all planes from it show pieces."""
    piece: Annotated[int, "i4"]
    """The first plane of pieces, by owner and kind."""
    spread: Annotated[IntVector, "i4", MAX_PIECE_KINDS]
    """Per kind of piece: the first plane, by owner and place on the tile, of where such pieces are."""
    reference: Annotated[int, "i4"]
    """The index in `GameRecord.ext` of the number that refers to a piece on the board, or ABSENT."""
    referenced: Annotated[int, "i4"]
    """The first plane of this piece, by place on the tile."""

    step: Annotated[IntVector, "i4", len(SHEET) + 1]
    """Per phase: the scalar of its step, or ABSENT."""
    to_lay: Annotated[int, "i4"]
    newest_tile: Annotated[int, "i4"]
    own_hand: Annotated[int, "i4"]
    unseen: Annotated[int, "i4"]
    left: Annotated[int, "i4"]
    part: Annotated[int, "i4"]
    acts: Annotated[int, "i4"]
    on_turn: Annotated[int, "i4"]
    score: Annotated[int, "i4"]
    hand: Annotated[int, "i4"]
    supply: Annotated[int, "i4"]
    recalled: Annotated[int, "i4"]
    resting: Annotated[int, "i4"]
    erupted: Annotated[int, "i4"]
    """The index of the first scalar of each group; the last three may be absent."""
    kinds: Annotated[int, "i4"]
    """The number of kinds of tiles."""
    hands: Annotated[int, "i4"]
    """Whether seats hold tiles."""
    left_scale: Annotated[float, "f8"]
    score_scale: Annotated[float, "f8"]
    resting_scale: Annotated[float, "f8"]
    unseen_scale: Annotated[FloatVector, "f8", MAX_TILE_KINDS]
    supply_scale: Annotated[FloatVector, "f8", MAX_PIECE_KINDS]
    """The divisors of the scalars."""

    numbers: Annotated[int, "i4"]
    """The number of scalars of the columns in `GameRecord.ext`, to which the arrays below belong."""
    number_at: Annotated[IntVector, "i4", MAX_EXT]
    """The index of the scalar."""
    number_from: Annotated[IntVector, "i4", MAX_EXT]
    """The index of the number, of the first seat if it is a column per seat."""
    number_seat: Annotated[IntVector, "i4", MAX_EXT]
    """Whose number it is, counted from the observing seat."""
    number_stride: Annotated[IntVector, "i4", MAX_EXT]
    """How many numbers each seat has, or 0 if it is not a column per seat."""
    number_rank: Annotated[IntVector, "i4", MAX_EXT]
    """How many numbers of the column come before it."""
    number_count: Annotated[IntVector, "i4", MAX_EXT]
    """How many numbers the column has, or each seat has in it."""
    number_how: Annotated[IntVector, "i1", MAX_EXT]
    """How it is encoded."""
    number_secret: Annotated[IntVector, "i1", MAX_EXT]
    """Whether only its seat may know it."""
    number_initial: Annotated[IntVector, "i8", MAX_EXT]
    number_scale: Annotated[FloatVector, "f8", MAX_EXT]

    place: Annotated[int, "i8"]
    deploy: Annotated[int, "i8"]
    passing: Annotated[int, "i8"]
    recall: Annotated[int, "i8"]
    """The first number of each of these kinds of actions; the last may be absent."""
    by_rotation: Annotated[int, "i8"]
    by_cell: Annotated[int, "i8"]
    by_piece: Annotated[int, "i8"]
    by_segment: Annotated[int, "i8"]
    """The strides of their fields; those of deployments are for the rules of `fast.turn`."""
    first: Annotated[IntVector, "i8", MOST_KINDS]
    """Per code of a kind of action: its first number."""
    axes: Annotated[IntVector, "i1", MOST_KINDS]
    """Per code: the number of fields, to which the arrays below belong."""
    axis: Annotated[IntMatrix, "i1", MOST_KINDS, MAX_AXES]
    """How the field is numbered."""
    axis_size: Annotated[IntMatrix, "i8", MOST_KINDS, MAX_AXES]
    """The number of its values."""
    shift: Annotated[IntMatrix, "i1", MOST_KINDS, MAX_AXES]
    bits: Annotated[IntMatrix, "i8", MOST_KINDS, MAX_AXES]
    """Where the field lies in an action: how far to shift, and which bits to keep."""


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
    step: Annotated[int, "i2"]
    """The scalar of the step written last, or any."""
    referenced: Annotated[int, "i2"]
    """The index of the piece to which a number refers, or -1."""
    standing: Annotated[int, "i2"]
    """The number of pieces on the board."""
    piece: Annotated[IntVector, "i4", MAX_STANDING]
    """The pieces on the board."""
    cell: Annotated[IntVector, "i4", MAX_STANDING]
    """Per piece: the index of its cell in the window."""
    segment: Annotated[IntVector, "i4", MAX_STANDING]
    """Per piece: the index of its laid tile and segment in the table of weights."""
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
    weights: WeightTable


class ObservationView(NamedTuple):
    """The arrays of the observation of one game."""

    board: IntMatrix
    scalars: FloatVector
    mask: IntVector
