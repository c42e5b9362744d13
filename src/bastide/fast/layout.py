"""Memory layout: one record per game, one record for the tables of its rules.

A record is a NumPy structured type whose fields are numbers and arrays; a batch is an array of such records. The
classes below define them: annotations give the storage of each field, docstrings its meaning. Compiled functions access
fields as attributes, such as ``game.seat`` and ``game.grid[at]``.

Cells, segments, pieces and actions are numbered as in the engine.
"""

from __future__ import annotations

from typing import Annotated, Final, Protocol, TypeVar, get_args, get_type_hints

import numpy as np

from bastide.rules.ruleset import MOST_SEATS

SIDE: Final = 128
"""The side of the grid, a torus: its east edge wraps around to the west."""
MOST_TILES: Final = 124
"""A board of this many tiles never wraps into itself on the torus, and a set of its tiles fits two words."""
MOST_OPEN: Final = 2 * MOST_TILES + 2
MOST_SEGMENTS: Final = 512
MOST_STANDING: Final = 192
MOST_TILE_KINDS: Final = 128
MOST_ON_TILE: Final = 12
"""Segments of one tile."""
MOST_EDGES: Final = 4
MOST_WANTS: Final = (MOST_EDGES + 1) ** 4
MOST_FEATURE_KINDS: Final = 8
MOST_PIECE_KINDS: Final = 4
MOST_STAGES: Final = 4
MOST_ACTIONS: Final = 4 * MOST_OPEN
MOST_CITIES: Final = 256
"""Complete cities that fields can touch at the end."""
SIZES: Final = MOST_TILES + 1

DRAW, PLACE, PIECE, OVER = range(4)
"""Phases: waiting for a draw, for a placement, for a piece or a pass; the game is over."""

At_contra = TypeVar("At_contra", contravariant=True)
Made_co = TypeVar("Made_co", covariant=True)


class IntArray(Protocol[At_contra]):
    """An array of ints."""

    def __getitem__(self, at: At_contra, /) -> int:
        """Return an element."""

    def __setitem__(self, at: At_contra, number: int, /) -> None:
        """Set an element."""

    def __len__(self) -> int:
        """Return the number of rows."""


class RecordArray(Protocol[Made_co]):
    """An array of records."""

    def __getitem__(self, at: int, /) -> Made_co:
        """Return a view of a record."""

    def __len__(self) -> int:
        """Return the number of records."""


class FloatVector(Protocol):
    """A one-dimensional array of floats."""

    def __getitem__(self, at: int, /) -> float:
        """Return an element."""

    def __setitem__(self, at: int, number: float, /) -> None:
        """Set an element."""


class BoolVector(Protocol):
    """A one-dimensional array of bools."""

    def __getitem__(self, at: int, /) -> bool:
        """Return an element."""

    def __setitem__(self, at: int, flag: bool, /) -> None:
        """Set an element."""


IntVector = IntArray[int]
IntMatrix = IntArray[tuple[int, int]]
PointsTable = IntArray[tuple[int, int, int, int]]


class GameRecord(Protocol):
    """The state of one game."""

    random: Annotated[np.uint64, "u8"]
    """The state of the game's own generator."""
    recalled: Annotated[int, "i8"]
    """The spot from which the seat on turn has recalled its abbot in this turn, 0 for none."""
    free: Annotated[int, "i4"]
    """In the piece phase: the unoccupied segments of the new tile, as bits."""
    choices: Annotated[int, "i4"]
    """The number of placements, or of deployments and recalls; passing is not counted."""
    phase: Annotated[int, "i2"]
    players: Annotated[int, "i2"]
    seat: Annotated[int, "i2"]
    turn: Annotated[int, "i4"]
    tile: Annotated[int, "i2"]
    """The current tile, or -1."""
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
    """Pieces on features that are completed by the cells around them."""

    score: Annotated[IntVector, "i4", MOST_SEATS]
    resting: Annotated[IntVector, "i2", MOST_SEATS]
    """The kind of piece, counted from 1, that the seat recalled in its last turn; 0 for none."""
    supply: Annotated[IntMatrix, "i2", MOST_SEATS, MOST_PIECE_KINDS]
    piece: Annotated[IntVector, "i4", MOST_STANDING]
    """The pieces on the board, in any order, packed (`bit_fields`)."""

    bag: Annotated[IntVector, "i2", MOST_TILES]
    """The tiles left, in any order within a stage; the first stage to be drawn comes last."""
    stage: Annotated[IntVector, "i2", MOST_STAGES]
    """The index in the bag at which each stage begins, in the order of drawing."""

    laid: Annotated[IntVector, "i2", MOST_TILES]
    """Per tile on the board, the tile and its rotation, packed (`bit_fields`)."""
    cell: Annotated[IntVector, "i4", MOST_TILES]
    first: Annotated[IntVector, "i2", MOST_TILES]
    """Per tile on the board, its first segment; the others follow."""

    parent: Annotated[IntVector, "i2", MOST_SEGMENTS]
    """The union-find parent of a segment. A root is its own parent and holds the fields below for its feature."""
    followers: Annotated[IntVector, "i8", MOST_SEGMENTS]
    """The strengths of all seats' followers, a lane of bits each."""
    mask: Annotated[IntMatrix, "i8", MOST_SEGMENTS, 2]
    """The set of tiles of a feature that its sides complete."""
    unmet: Annotated[IntVector, "i2", MOST_SEGMENTS]
    """The number of its open sides; never 0 for a feature that sides do not complete."""
    shields: Annotated[IntVector, "i2", MOST_SEGMENTS]
    """The number of its shields: marks that are counted."""
    special: Annotated[IntVector, "i2", MOST_SEGMENTS]
    """Whether it has an inn or a cathedral: a mark that is not counted."""
    kind: Annotated[IntVector, "i1", MOST_SEGMENTS]
    home: Annotated[IntVector, "i1", MOST_SEGMENTS]
    """The tile of a segment."""

    open_cell: Annotated[IntVector, "i4", MOST_OPEN]
    want: Annotated[IntVector, "i2", MOST_OPEN]
    """The edges that an open cell asks for: a digit per side, the edge type or 0."""
    fit: Annotated[IntVector, "i1", MOST_OPEN]
    """In the placement phase: the legal rotations of the current tile in an open cell, as bits."""

    number: Annotated[IntVector, "i2", MOST_SEGMENTS]
    """At the end of the game: numbers of occupied fields and complete cities, counted from 1; else 0."""
    touched: Annotated[IntMatrix, "i8", MOST_STANDING, MOST_CITIES // 64]
    """At the end of the game: the set of complete cities that an occupied field touches."""
    grid: Annotated[IntVector, "i2", SIDE * SIDE]
    """Per cell: its tile, counted from 1; or its index among the open cells, counted down from -1; or 0."""


class RuleTables(Protocol):
    """The rules of a game as lookup tables."""

    draw: Annotated[int, "i2"]
    place: Annotated[int, "i2"]
    passing: Annotated[int, "i2"]
    deploy: Annotated[int, "i2"]
    recall: Annotated[int, "i2"]
    """The codes of the kinds of actions."""
    pieces: Annotated[int, "i2"]
    """The number of kinds of pieces."""
    abbot: Annotated[int, "i2"]
    """The kind of piece that may be recalled, or -1."""
    stages: Annotated[int, "i2"]
    by_city: Annotated[int, "i2"]
    """Whether every city scores once for all fields around it; otherwise every field scores by itself."""
    city_points: Annotated[int, "i2"]
    wants: Annotated[int, "i4"]
    """The number of different wants of an open cell."""

    strength: Annotated[IntVector, "i2", MOST_PIECE_KINDS]
    stands: Annotated[IntMatrix, "i2", MOST_PIECE_KINDS, MOST_TILE_KINDS]
    """Per kind of piece and tile: the segments on which it may stand, as bits."""

    fits: Annotated[IntVector, "i1", MOST_TILE_KINDS * MOST_WANTS]
    """Per tile and want of an open cell: the matching rotations, as bits."""
    asks: Annotated[IntMatrix, "i2", 4 * MOST_TILE_KINDS, 4]
    """Per laid tile and side: its contribution to the want of the cell beyond."""
    through: Annotated[IntMatrix, "i1", 4 * MOST_TILE_KINDS, 4]
    """Per laid tile and side: the city or road there, or -1."""
    meadow: Annotated[IntMatrix, "i1", 4 * MOST_TILE_KINDS, 4]
    """Per laid tile and side: the field that fills the side, or -1."""
    left: Annotated[IntMatrix, "i1", 4 * MOST_TILE_KINDS, 4]
    right: Annotated[IntMatrix, "i1", 4 * MOST_TILE_KINDS, 4]
    """Per laid tile and side: the fields beside the middle, seen from the centre of the tile, or -1."""
    water: Annotated[IntVector, "i1", 4 * MOST_TILE_KINDS]
    """Per laid tile: the sides with a river, as bits."""
    runs: Annotated[IntVector, "i1", MOST_TILE_KINDS]
    """Per tile: whether it must continue the river."""

    count: Annotated[IntVector, "i1", MOST_TILE_KINDS]
    """Per tile: its number of segments. The fields below are per tile and segment."""
    kind: Annotated[IntMatrix, "i1", MOST_TILE_KINDS, MOST_ON_TILE]
    sides: Annotated[IntMatrix, "i1", MOST_TILE_KINDS, MOST_ON_TILE]
    """The number of sides that complete it, or 1 if sides do not."""
    shields: Annotated[IntMatrix, "i1", MOST_TILE_KINDS, MOST_ON_TILE]
    special: Annotated[IntMatrix, "i1", MOST_TILE_KINDS, MOST_ON_TILE]
    touches: Annotated[IntMatrix, "i2", MOST_TILE_KINDS, MOST_ON_TILE]
    """For a field: the cities that it touches, as bits."""

    around: Annotated[IntVector, "i1", MOST_FEATURE_KINDS]
    """Per kind of feature: whether it is completed by the cells around its tile."""
    completes: Annotated[IntVector, "i1", MOST_FEATURE_KINDS]
    """Per kind of feature: whether it scores when complete."""
    worth: Annotated[PointsTable, "i2", MOST_FEATURE_KINDS, 2, 2, SIZES]
    """Per kind of feature, completeness, special mark and number of tiles: its points."""
    shield_worth: Annotated[PointsTable, "i2", MOST_FEATURE_KINDS, 2, 2, SIZES]
    """Likewise, the points of each of its shields."""


def record_dtype(description: type) -> np.dtype[np.void]:
    """Return the structured dtype that a class declares, its fields in order."""
    fields = []
    for name, hint in get_type_hints(description, include_extras=True).items():
        _, stored, *shape = get_args(hint)
        fields.append((name, stored, tuple(shape)))
    return np.dtype(fields, align=True)


GAME_DTYPE: Final = record_dtype(GameRecord)
RULE_TABLES_DTYPE: Final = record_dtype(RuleTables)
