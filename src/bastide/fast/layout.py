"""How a game lies in memory: one record a game, one record for the tables of its rules.

A record is a NumPy structured type whose fields are numbers and arrays of numbers; a batch is an array of such records.
The classes below are its only description: the annotations say how each field is stored, the words beside them what it
means. Compiled functions read ``game.seat`` and ``game.grid[at]`` as they stand here.

Cells, segments, pieces and actions are numbered as in the engine, so that little is to be converted.
"""

from __future__ import annotations

from typing import Annotated, Final, Protocol, TypeVar, get_args, get_type_hints

import numpy as np

from bastide.rules.ruleset import MOST_SEATS

SIDE: Final = 128
"""The grid is a torus of so many cells a side: what leaves it in the east comes back in the west."""
MOST_TILES: Final = 124
"""A board of so many tiles never meets itself on the torus, and its tiles are two words of bits."""
MOST_OPEN: Final = 2 * MOST_TILES + 2
MOST_SEGMENTS: Final = 512
MOST_STANDING: Final = 192
MOST_TILE_KINDS: Final = 128
MOST_ON_TILE: Final = 12
"""Segments on one tile."""
MOST_EDGES: Final = 4
MOST_WANTS: Final = (MOST_EDGES + 1) ** 4
MOST_FEATURE_KINDS: Final = 8
MOST_PIECE_KINDS: Final = 4
MOST_STAGES: Final = 4
MOST_ACTIONS: Final = 4 * MOST_OPEN
MOST_CITIES: Final = 256
"""Complete cities that fields are counted with, at the end."""
SIZES: Final = MOST_TILES + 1

DRAW, PLACE, PIECE, OVER = range(4)
"""What a game waits for: a draw, a place for the tile, a piece or none, or nothing any more."""

At_contra = TypeVar("At_contra", contravariant=True)
Made_co = TypeVar("Made_co", covariant=True)


class IntArray(Protocol[At_contra]):
    """An array of whole numbers."""

    def __getitem__(self, at: At_contra, /) -> int:
        """Return the number at a place."""

    def __setitem__(self, at: At_contra, number: int, /) -> None:
        """Put a number at a place."""

    def __len__(self) -> int:
        """Return how many rows there are."""


class RecordArray(Protocol[Made_co]):
    """An array of records."""

    def __getitem__(self, at: int, /) -> Made_co:
        """Return the record at a place, not a copy of it."""

    def __len__(self) -> int:
        """Return how many there are."""


IntVector = IntArray[int]
IntMatrix = IntArray[tuple[int, int]]
PointsTable = IntArray[tuple[int, int, int, int]]


class GameRecord(Protocol):
    """One moment of one game."""

    random: Annotated[np.uint64, "u8"]
    """The state of the game's own generator."""
    recalled: Annotated[int, "i8"]
    """The spot from which the seat on turn has taken its abbot back in this turn, 0 for none."""
    free: Annotated[int, "i4"]
    """While a piece is asked for: the segments of the new tile, as bits, that no follower holds."""
    choices: Annotated[int, "i4"]
    """How many ways there are to lay the tile, or to put a piece down, passing not counted."""
    phase: Annotated[int, "i2"]
    players: Annotated[int, "i2"]
    seat: Annotated[int, "i2"]
    turn: Annotated[int, "i4"]
    tile: Annotated[int, "i2"]
    """The tile that is to be laid, or -1."""
    left: Annotated[int, "i2"]
    """Tiles in the bag."""
    tiles: Annotated[int, "i2"]
    """Tiles on the board."""
    segments: Annotated[int, "i2"]
    """Segments on the board."""
    open: Annotated[int, "i2"]
    """Open cells."""
    standing: Annotated[int, "i2"]
    """Pieces on the board."""
    monks: Annotated[int, "i2"]
    """Those among them whose features wait for the cells around them."""

    score: Annotated[IntVector, "i4", MOST_SEATS]
    resting: Annotated[IntVector, "i2", MOST_SEATS]
    """A kind of piece, counted from 1, that the seat took back in its last turn; 0 for none."""
    supply: Annotated[IntMatrix, "i2", MOST_SEATS, MOST_PIECE_KINDS]
    piece: Annotated[IntVector, "i4", MOST_STANDING]
    """The pieces on the board, in any order, packed as in the engine: segment, seat, kind."""

    bag: Annotated[IntVector, "i2", MOST_TILES]
    """The tiles left, in any order within a stage; the stage that is drawn first comes last."""
    stage: Annotated[IntVector, "i2", MOST_STAGES]
    """Where each stage begins in the bag, the one drawn first before the others."""

    laid: Annotated[IntVector, "i2", MOST_TILES]
    """Per tile on the board, ``4 * tile + rotation``."""
    cell: Annotated[IntVector, "i4", MOST_TILES]
    first: Annotated[IntVector, "i2", MOST_TILES]
    """Per tile on the board, its first segment; the others follow."""

    parent: Annotated[IntVector, "i2", MOST_SEGMENTS]
    """The way from a segment to the one that stands for its feature, which is its own parent. What follows is read
    there."""
    followers: Annotated[IntVector, "i8", MOST_SEGMENTS]
    """The strength of every seat's followers, eight bits each."""
    mask: Annotated[IntMatrix, "i8", MOST_SEGMENTS, 2]
    """The tiles of a feature that its sides complete, as bits."""
    unmet: Annotated[IntVector, "i2", MOST_SEGMENTS]
    """Its sides that still wait for a tile; never 0 for a feature that sides do not complete."""
    shields: Annotated[IntVector, "i2", MOST_SEGMENTS]
    """Marks in it that are counted."""
    special: Annotated[IntVector, "i2", MOST_SEGMENTS]
    """Whether it has a mark that is not counted, but there or not."""
    kind: Annotated[IntVector, "i1", MOST_SEGMENTS]
    home: Annotated[IntVector, "i1", MOST_SEGMENTS]
    """The tile of a segment."""

    open_cell: Annotated[IntVector, "i4", MOST_OPEN]
    want: Annotated[IntVector, "i2", MOST_OPEN]
    """What an open cell asks of its four sides, as one number: a digit a side, the edge type or 0."""
    fit: Annotated[IntVector, "i1", MOST_OPEN]
    """While a tile is to be laid: the rotations, as bits, in which it may be laid in an open cell."""

    number: Annotated[IntVector, "i2", MOST_SEGMENTS]
    """For the end of the game: numbers of occupied fields and complete cities, counted from 1; else 0."""
    touched: Annotated[IntMatrix, "i8", MOST_STANDING, MOST_CITIES // 64]
    """For the end of the game: the complete cities that an occupied field touches, as bits."""
    grid: Annotated[IntVector, "i2", SIDE * SIDE]
    """What lies in a cell: its tile, counted from 1; its number among the open cells, counted down from -1; or 0."""


class RuleTables(Protocol):
    """What the rules of a game come to, as numbers."""

    draw: Annotated[int, "i2"]
    place: Annotated[int, "i2"]
    passing: Annotated[int, "i2"]
    deploy: Annotated[int, "i2"]
    recall: Annotated[int, "i2"]
    """The numbers of the kinds of actions in these rules."""
    pieces: Annotated[int, "i2"]
    """How many kinds of pieces there are."""
    abbot: Annotated[int, "i2"]
    """The kind of piece that may be taken back, or -1."""
    stages: Annotated[int, "i2"]
    by_city: Annotated[int, "i2"]
    """Whether every city pays once for all fields around it; otherwise every field is paid for by itself."""
    city_points: Annotated[int, "i2"]
    wants: Annotated[int, "i4"]
    """How many different things an open cell may ask for."""

    strength: Annotated[IntVector, "i2", MOST_PIECE_KINDS]
    stands: Annotated[IntMatrix, "i2", MOST_PIECE_KINDS, MOST_TILE_KINDS]
    """Per kind of piece and tile: the segments, as bits, where it may stand."""

    fits: Annotated[IntVector, "i1", MOST_TILE_KINDS * MOST_WANTS]
    """Per tile and want of an open cell: the rotations, as bits, in which it matches."""
    asks: Annotated[IntMatrix, "i2", 4 * MOST_TILE_KINDS, 4]
    """Per laid tile and side: what it adds to the want of the cell beyond."""
    through: Annotated[IntMatrix, "i1", 4 * MOST_TILE_KINDS, 4]
    """Per laid tile and side: the segment there that its sides complete (a city, a road), or -1."""
    meadow: Annotated[IntMatrix, "i1", 4 * MOST_TILE_KINDS, 4]
    """The one field that fills the side, or -1."""
    left: Annotated[IntMatrix, "i1", 4 * MOST_TILE_KINDS, 4]
    right: Annotated[IntMatrix, "i1", 4 * MOST_TILE_KINDS, 4]
    """The fields to the left and right of what leaves in the middle, seen from the tile's centre, or -1."""
    water: Annotated[IntVector, "i1", 4 * MOST_TILE_KINDS]
    """Per laid tile: the sides, as bits, where a river leaves it."""
    runs: Annotated[IntVector, "i1", MOST_TILE_KINDS]
    """Whether the tile must go on from the end of the river and may not bend back."""

    count: Annotated[IntVector, "i1", MOST_TILE_KINDS]
    """Per tile: how many segments it has. What follows is for each of them."""
    kind: Annotated[IntMatrix, "i1", MOST_TILE_KINDS, MOST_ON_TILE]
    sides: Annotated[IntMatrix, "i1", MOST_TILE_KINDS, MOST_ON_TILE]
    """The sides that complete it, or 1 if sides do not."""
    shields: Annotated[IntMatrix, "i1", MOST_TILE_KINDS, MOST_ON_TILE]
    special: Annotated[IntMatrix, "i1", MOST_TILE_KINDS, MOST_ON_TILE]
    touches: Annotated[IntMatrix, "i2", MOST_TILE_KINDS, MOST_ON_TILE]
    """For a field: the segments, as bits, that it touches and that pay for it when complete."""

    around: Annotated[IntVector, "i1", MOST_FEATURE_KINDS]
    """Per kind of feature: whether it is complete when all cells around its tile are filled."""
    completes: Annotated[IntVector, "i1", MOST_FEATURE_KINDS]
    """Whether it is scored when complete, and before the fields at the end."""
    worth: Annotated[PointsTable, "i2", MOST_FEATURE_KINDS, 2, 2, SIZES]
    """Per kind of feature, complete or not, special or not, and number of tiles: its points."""
    shield_worth: Annotated[PointsTable, "i2", MOST_FEATURE_KINDS, 2, 2, SIZES]
    """And the points of each of its shields."""


def record_dtype(description: type) -> np.dtype[np.void]:
    """Return the record type that a class describes: every field with its type and shape, in the order they stand."""
    fields = []
    for name, hint in get_type_hints(description, include_extras=True).items():
        _, stored, *shape = get_args(hint)
        fields.append((name, stored, tuple(shape)))
    return np.dtype(fields, align=True)


GAME_DTYPE: Final = record_dtype(GameRecord)
RULE_TABLES_DTYPE: Final = record_dtype(RuleTables)
