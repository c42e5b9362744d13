"""Memory layout: one record per game, one record for the tables of its rules.

A record is a NumPy structured type whose fields are numbers and arrays; a batch is an array of such records. The
classes below define them: annotations give the storage of each field, docstrings its meaning. Compiled functions access
fields as attributes, such as ``game.seat`` and ``game.grid[at]``.

Cells, segments, pieces and actions are numbered as in the engine.
"""

from __future__ import annotations

from typing import Annotated, Final, Protocol, TypeVar, get_args, get_type_hints

import numpy as np

from bastide.fast import action_kinds, names, steps
from bastide.kernel.ballistics import NUMBERS
from bastide.rules.model import MOST_KINDS
from bastide.rules.ruleset import MOST_SEATS
from bastide.rules.sheet import SHEET
from bastide.rules.state import HAND_SLOTS

GRID_SIDE: Final = 256
"""The side of the grid, a torus: both axes wrap around."""
MAX_TILES: Final = 250
"""Small enough that no board overlaps itself on the torus and that a set of tiles fits the words of a mask."""
MASK_WORDS: Final = 4
MAX_OPEN: Final = 2 * MAX_TILES + 2
MAX_SEGMENTS: Final = 1536
MAX_STANDING: Final = 384
"""Pieces on the board."""
MAX_TILE_KINDS: Final = 256
MAX_ON_TILE: Final = 12
"""Segments of one tile."""
MAX_EDGES: Final = 7
MAX_WANTS: Final = (MAX_EDGES + 1) ** 4
MAX_FEATURE_KINDS: Final = 12
MAX_PIECE_KINDS: Final = 12
MAX_LANES: Final = 8
"""Kinds of marks in one kind of feature."""
MAX_STAGES: Final = 4
MAX_RIVER_LEVELS: Final = 4
"""Sets of tests of river tiles, of which the strictest that leaves the tile a place is in force."""
MAX_ENDS: Final = 32
"""Open ends of the river."""
MAX_COURSE: Final = 2 * MAX_TILES + MAX_ENDS
"""Cells that a search for a way to finish the river may reserve."""
MAX_OPTIONS: Final = 6144
"""Legal actions that are stored: at most one for each kind of follower on each segment, and a few more."""
MAX_DRAWS: Final = MAX_TILE_KINDS
"""Outcomes of a draw."""
MAX_ACTIONS: Final = MAX_OPTIONS
"""Legal actions, placements included."""
MAX_COMPLETED: Final = 64
"""Features that one tile completes."""
MAX_EXT: Final = 256
"""Numbers that expansions keep."""
MAX_CITIES: Final = 512
"""Complete cities that occupied fields touch at the end."""
SIZE_COUNT: Final = MAX_TILES + 1
"""Possible sizes of a feature, 0 included."""

IRREGULAR: Final = -2
"""An edge type whose sides are not all divided alike."""

DRAW, PLACE, PIECE, OVER = steps.DRAW, steps.PLACE, steps.PIECE, steps.OVER
"""The phases of the base game: a draw, a placement, or a choice of a piece is due, or the game is over."""

Index_contra = TypeVar("Index_contra", contravariant=True)
Record_co = TypeVar("Record_co", covariant=True)


class IntArray(Protocol[Index_contra]):
    """An array of ints."""

    def __getitem__(self, index: Index_contra, /) -> int:
        """Return an element."""

    def __setitem__(self, index: Index_contra, value: int, /) -> None:
        """Set an element."""

    def __len__(self) -> int:
        """Return the number of rows."""


class RecordArray(Protocol[Record_co]):
    """An array of records."""

    def __getitem__(self, index: int, /) -> Record_co:
        """Return a view of a record."""

    def __len__(self) -> int:
        """Return the number of records."""


class FloatVector(Protocol):
    """A one-dimensional array of floats."""

    def __getitem__(self, index: int, /) -> float:
        """Return an element."""

    def __setitem__(self, index: int, value: float, /) -> None:
        """Set an element."""


class BoolVector(Protocol):
    """A one-dimensional array of bools."""

    def __getitem__(self, index: int, /) -> bool:
        """Return an element."""

    def __setitem__(self, index: int, value: bool, /) -> None:
        """Set an element."""


IntVector = IntArray[int]
IntMatrix = IntArray[tuple[int, int]]
IntCube = IntArray[tuple[int, int, int]]
PointsTable = IntArray[tuple[int, int, int, int]]
MarkPointsTable = IntArray[tuple[int, int, int, int, int]]


class GameRecord(Protocol):
    """The state of one game."""

    random: Annotated[np.uint64, "u8"]
    """The state of the game's random number generator."""
    recalled: Annotated[int, "i8"]
    """The spot from which the seat on turn recalled its abbot in this turn, or 0."""
    free: Annotated[int, "i4"]
    """In the piece phase: the unoccupied segments of the new tile, as a bit set."""
    choices: Annotated[int, "i4"]
    """The number of legal placements, of deployments and recalls (passing excluded), or of stored options."""
    phase: Annotated[int, "i2"]
    """The step of the turn sheet at which a choice is due (`steps`)."""
    players: Annotated[int, "i2"]
    seat: Annotated[int, "i2"]
    turn: Annotated[int, "i4"]
    tile: Annotated[int, "i2"]
    """The current tile, or -1."""
    left: Annotated[int, "i2"]
    """The number of tiles that can still be drawn."""
    buried: Annotated[int, "i2"]
    """The number of tiles that left the bag unseen; nobody knows which, so they are still counted in it."""
    part: Annotated[int, "i2"]
    """0 in the first part of a turn, 1 in the second."""
    asked: Annotated[int, "i2"]
    """The seat that chooses, -1 for chance; not used by the rules of `turn`."""
    extras: Annotated[int, "i2"]
    """The number of numbers in use of `ext`: 0 if the rules are those of `turn`."""
    jump: Annotated[int, "i2"]
    """Where a step or an action wants to go instead of on, as a place of the program, or -1."""
    found: Annotated[int, "i2"]
    """The number of completed features."""
    tiles: Annotated[int, "i2"]
    """The number of tiles on the board."""
    segments: Annotated[int, "i2"]
    """The number of segments on the board."""
    open: Annotated[int, "i2"]
    """The number of open cells."""
    standing: Annotated[int, "i2"]
    """The number of pieces on the board."""
    monks: Annotated[int, "i2"]
    """The number of pieces on features that are completed by the cells around them."""
    erupted: Annotated[int, "i2"]
    """Whether the game ended in the turn in which the volcano was laid."""

    score: Annotated[IntVector, "i4", MOST_SEATS]
    resting: Annotated[IntVector, "i2", MOST_SEATS]
    """Per seat: the kind of piece, counted from 1, that it recalled in its last turn, or 0."""
    supply: Annotated[IntMatrix, "i2", MOST_SEATS, MAX_PIECE_KINDS]
    piece: Annotated[IntVector, "i4", MAX_STANDING]
    """The pieces on the board by segment, those on one segment in the order in which they came, packed
    (`bit_fields`)."""

    bag: Annotated[IntVector, "i2", MAX_TILES]
    """The tiles left, in any order within a stage; the stage to be drawn first comes last."""
    stage: Annotated[IntVector, "i2", MAX_STAGES]
    """The index in the bag at which each stage begins, in the order of drawing."""

    laid: Annotated[IntVector, "i2", MAX_TILES]
    """Per tile on the board, the tile and its rotation, packed (`bit_fields`)."""
    cell: Annotated[IntVector, "i4", MAX_TILES]
    first: Annotated[IntVector, "i2", MAX_TILES]
    """Per tile on the board, its first segment; the others follow."""

    parent: Annotated[IntVector, "i2", MAX_SEGMENTS]
    """Per segment: its union-find parent. The root of a feature is its first segment and its own parent, and the fields
    below are those of its feature."""
    followers: Annotated[IntVector, "i8", MAX_SEGMENTS]
    """The strengths of all seats' followers, one lane of bits per seat."""
    mask: Annotated[IntMatrix, "i8", MASK_WORDS, MAX_SEGMENTS]
    """The set of tiles of a feature that is completed by its sides, a row per word; only as many words are in use as
    the tiles on the board need."""
    unmet: Annotated[IntVector, "i2", MAX_SEGMENTS]
    """The number of its open sides; never 0 for a feature that is not completed by its sides."""
    marks: Annotated[IntVector, "i8", MAX_SEGMENTS]
    """Its marks, such as shields or an inn: a lane of bits for each kind of mark that its kind of feature may have."""
    kind: Annotated[IntVector, "i1", MAX_SEGMENTS]
    home: Annotated[IntVector, "u1", MAX_SEGMENTS]
    """Per segment: its tile."""

    open_cell: Annotated[IntVector, "i4", MAX_OPEN]
    want: Annotated[IntVector, "i2", MAX_OPEN]
    """Per open cell: the edge types that its neighbours require, one digit per side, 0 for none."""
    fit: Annotated[IntVector, "i1", MAX_OPEN]
    """Per open cell, in the placement phase: the legal rotations of the current tile, as a bit set."""

    hand: Annotated[IntMatrix, "i2", MOST_SEATS, HAND_SLOTS]
    """The tiles that seats hold, -1 for none."""
    completed: Annotated[IntVector, "i2", MAX_COMPLETED]
    """The features that the tile of this part completed, in the order of scoring."""
    ext: Annotated[IntVector, "i8", MAX_EXT]
    """The columns that expansions keep, one after the other (`RuleTables.column`)."""

    surveyed: Annotated[int, "i2"]
    """In Gold Rush: the number of segments that have been searched for mountains."""
    mountains: Annotated[int, "i2"]
    """In Gold Rush: how many of them are in mountains that were incomplete when last looked at."""
    mountain: Annotated[IntVector, "i2", MAX_SEGMENTS]
    """In Gold Rush: these, in order."""
    number: Annotated[IntVector, "i2", MAX_SEGMENTS]
    """During final scoring, per feature: the number of an occupied field or a complete city, from 1; otherwise 0."""
    touched: Annotated[IntMatrix, "i8", MAX_STANDING, MAX_CITIES // 64]
    """During final scoring, per occupied field: the set of complete cities that it touches."""
    judged: Annotated[IntVector, "i2", MAX_STANDING]
    """During a scoring: the features in which the majority is judged."""
    judges: Annotated[int, "i2"]
    """During a scoring: the number of these features."""
    copies: Annotated[IntVector, "i2", MAX_TILE_KINDS]
    """While tiles for hands are listed: the copies of each that are not listed yet; otherwise 0."""
    scatter: Annotated[IntVector, "i4", NUMBERS]
    """The numbers of a throw."""
    reachable: Annotated[int, "i2"]
    """At a fair: the number of followers that a token can reach. The fields below are those of these followers."""
    reach_place: Annotated[IntVector, "i2", MAX_STANDING]
    """Their indices among the pieces."""
    reach_piece: Annotated[IntVector, "i4", MAX_STANDING]
    reach_x: Annotated[IntVector, "i4", MAX_STANDING]
    reach_y: Annotated[IntVector, "i4", MAX_STANDING]
    """Where they stand, in thousandths of a tile side."""
    reach_link: Annotated[IntVector, "i1", MAX_STANDING]
    """The links of those that a token sweeps away, counted from 1, or 0."""
    end_cell: Annotated[IntVector, "i4", MAX_ENDS]
    """During a search for a way to finish the river: the cells that its open ends face."""
    end_flow: Annotated[IntVector, "i1", MAX_ENDS]
    """During the search, per open end: the direction of flow."""
    course: Annotated[IntVector, "i4", MAX_COURSE]
    """During the search: the cells that are not free, besides those of tiles."""
    bounds: Annotated[IntVector, "i4", 4]
    """During the search: the first and the last column, then row, that it does not leave."""
    grid: Annotated[IntVector, "i2", GRID_SIDE * GRID_SIDE]
    """Per cell: its tile, counted from 1; or the index of an open cell, counted down from -1; or 0."""
    option: Annotated[IntVector, "i8", MAX_OPTIONS]
    """The legal actions, where neither a placement nor a draw of a tile is due; not used by the rules of `turn`."""
    weight: Annotated[IntVector, "i2", MAX_DRAWS]
    """Where another draw is due: the number of equally likely cases of each of these actions."""


class RuleTables(Protocol):
    """The rules of a game as lookup tables."""

    draw: Annotated[int, "i2"]
    place: Annotated[int, "i2"]
    passing: Annotated[int, "i2"]
    deploy: Annotated[int, "i2"]
    recall: Annotated[int, "i2"]
    """The codes of the kinds of actions."""
    plain: Annotated[int, "i2"]
    """Whether the turn consists of the steps in `turn` alone."""
    turn_sheet: Annotated[int, "i8"]
    """The address of the compiled turn sheet (`calls`) if the turn does not."""
    code: Annotated[IntVector, "i2", len(action_kinds.NAMES)]
    """Per kind of action (`action_kinds`): its code, or -1."""
    kind_of: Annotated[IntVector, "i2", MOST_KINDS]
    """Per code: the kind of action."""
    spot_shift: Annotated[IntVector, "i2", MOST_KINDS]
    """Per code: how far to shift an action to read the spot that is its last field, or -1 if it has none."""
    program: Annotated[IntVector, "i2", len(SHEET)]
    """The steps in play (`steps`), in order."""
    program_length: Annotated[int, "i2"]
    turn_start: Annotated[int, "i2"]
    final_start: Annotated[int, "i2"]
    """The places of the program where a turn and the final scoring begin."""
    at: Annotated[IntVector, "i2", len(SHEET)]
    """Per step: its place in the program, or -1."""
    is_draw: Annotated[IntVector, "i1", len(SHEET) + 1]
    """Per step: whether chance decides there."""
    repeats: Annotated[IntVector, "i1", len(SHEET)]
    """Per step: whether it asks again after an action."""
    count_moves: Annotated[int, "i2"]
    """How the Count moves (`support.ENTER`), or -1."""
    titles: Annotated[int, "i2"]
    """What the titles are worth at the end (`support.FINAL_KING`), or -1."""
    column: Annotated[IntVector, "i2", len(names.COLUMNS)]
    """Per column (`names`): its first index in `GameRecord.ext`, or -1."""
    width: Annotated[IntVector, "i2", len(names.COLUMNS)]
    """Per column: the number of its values, for each seat if it is a column per seat."""
    until_turn: Annotated[IntVector, "i1", MAX_EXT]
    until_part: Annotated[IntVector, "i1", MAX_EXT]
    """Per index of `GameRecord.ext`: whether the number is set to 0 with a new turn or part."""
    feature: Annotated[IntVector, "i1", len(names.FEATURES)]
    """Per kind of feature (`names`): its number in the ruleset, or -1."""
    piece: Annotated[IntVector, "i1", len(names.PIECES)]
    """Per kind of piece (`names`): its number in the ruleset, or -1."""
    tile_mark: Annotated[IntMatrix, "i1", len(names.TILE_MARKS), MAX_TILE_KINDS]
    """Per mark of tiles (`names`) and tile: its number there, or 0."""
    mark_lane: Annotated[IntMatrix, "i1", len(names.FEATURE_MARKS), MAX_FEATURE_KINDS]
    """Per mark of features (`names`) and kind of feature: the lane of its marks, or -1."""
    pieces: Annotated[int, "i2"]
    """The number of kinds of pieces."""
    abbot: Annotated[int, "i2"]
    """The kind of piece that may be recalled, or -1."""
    stages: Annotated[int, "i2"]
    by_city: Annotated[int, "i2"]
    """Whether every city scores once, for all fields around it together; otherwise every field scores separately."""
    city_points: Annotated[int, "i2"]
    wants: Annotated[int, "i4"]
    """The number of possible values of `GameRecord.want`."""

    strength: Annotated[IntVector, "i2", MAX_PIECE_KINDS]
    ordinary: Annotated[IntVector, "i1", MAX_PIECE_KINDS]
    """Per kind of piece: whether it is a follower that goes wherever followers go."""
    companion: Annotated[IntVector, "i1", MAX_PIECE_KINDS]
    """Per kind of piece: whether it stays on the board only beside a follower of its own seat."""
    stands_on: Annotated[IntMatrix, "i1", MAX_PIECE_KINDS, MAX_FEATURE_KINDS]
    """Per kind of piece and of feature: whether it is a follower that may stand there."""
    stands: Annotated[IntMatrix, "i2", MAX_PIECE_KINDS, MAX_TILE_KINDS]
    """Per kind of piece and tile: the segments on which it may stand, as a bit set."""

    fits: Annotated[IntVector, "i1", MAX_TILE_KINDS * MAX_WANTS]
    """Per tile and want: the matching rotations, as a bit set."""
    asks: Annotated[IntMatrix, "i2", 4 * MAX_TILE_KINDS, 4]
    """Per laid tile and side: its contribution to the want of the cell beyond."""
    city_or_road: Annotated[IntMatrix, "i1", 4 * MAX_TILE_KINDS, 4]
    """Per laid tile and side: the segment of its city or road, or -1."""
    inner: Annotated[IntMatrix, "i1", 4 * MAX_TILE_KINDS, 4]
    """Per laid tile and side: the segment in its middle that scores when complete, or -1."""
    whole_field: Annotated[IntMatrix, "i1", 4 * MAX_TILE_KINDS, 4]
    """Per laid tile and side: the segment of the field that fills it, or -1."""
    left_field: Annotated[IntMatrix, "i1", 4 * MAX_TILE_KINDS, 4]
    right_field: Annotated[IntMatrix, "i1", 4 * MAX_TILE_KINDS, 4]
    """Per laid tile and side: the segment of the field left or right of its middle, seen from the centre, or -1; on the
    left `IRREGULAR` if the side is of such an edge type."""
    port: Annotated[IntCube, "i1", 4 * MAX_TILE_KINDS, 4, 3]
    """Per laid tile and side of an irregular edge type: the segments at its left, middle and right, or -1."""
    river_sides: Annotated[IntVector, "i1", 4 * MAX_TILE_KINDS]
    """Per laid tile: the sides with a river, as a bit set."""
    continues_river: Annotated[IntVector, "i1", MAX_TILE_KINDS]
    """Per tile: whether it must continue the river."""
    river_levels: Annotated[IntVector, "i2", MAX_RIVER_LEVELS]
    """The tests of tiles that continue the river (`rivers`), as bit sets from the strictest; 0 after the last."""
    volcano: Annotated[IntVector, "i1", MAX_TILE_KINDS]
    """Per tile: whether it takes no piece and is followed by a fresh turn of the same seat."""

    segment_count: Annotated[IntVector, "i1", MAX_TILE_KINDS]
    """Per tile. The fields below are per tile and segment."""
    kind: Annotated[IntMatrix, "i1", MAX_TILE_KINDS, MAX_ON_TILE]
    open_sides: Annotated[IntMatrix, "i1", MAX_TILE_KINDS, MAX_ON_TILE]
    """The number of its sides that are open at first, or 1 if it is not completed by its sides."""
    marks: Annotated[IntMatrix, "i8", MAX_TILE_KINDS, MAX_ON_TILE]
    touches: Annotated[IntMatrix, "i2", MAX_TILE_KINDS, MAX_ON_TILE]
    """For a field: the cities that it touches, as a bit set."""

    anchor_x: Annotated[IntMatrix, "i2", 4 * MAX_TILE_KINDS, MAX_ON_TILE]
    anchor_y: Annotated[IntMatrix, "i2", 4 * MAX_TILE_KINDS, MAX_ON_TILE]
    """Per laid tile and segment: where a piece stands, in thousandths of a tile side from the north-west corner."""
    surrounded_here: Annotated[IntVector, "i2", MAX_TILE_KINDS]
    """Per tile: its segments that are completed by the cells around it, as a bit set."""
    stands_apart: Annotated[IntVector, "i1", MAX_TILE_KINDS]
    """Per tile: whether it shows a shrine or a monastery and neither may have two of the other around it."""

    has_site: Annotated[IntVector, "i1", MAX_FEATURE_KINDS]
    """Per kind of feature: whether followers stand there."""
    order: Annotated[IntVector, "i1", MAX_FEATURE_KINDS]
    """Per kind of feature: its place in the order of scoring."""
    waits: Annotated[IntVector, "i1", MAX_FEATURE_KINDS]
    """Per kind of feature: whether it is complete when all the features that it touches are."""
    any_waits: Annotated[int, "i2"]
    """Whether there is such a kind."""
    vineyards: Annotated[IntVector, "i1", MAX_FEATURE_KINDS]
    """Per kind of feature: whether vineyards around a complete one bring points."""
    hills: Annotated[int, "i2"]
    """Whether a follower on a hill breaks ties."""
    surrounded: Annotated[IntVector, "i1", MAX_FEATURE_KINDS]
    """Per kind of feature: whether it is completed by the cells around its tile."""
    any_surrounded: Annotated[int, "i2"]
    """Whether there is such a kind."""
    completes: Annotated[IntVector, "i1", MAX_FEATURE_KINDS]
    """Per kind of feature: whether it scores when complete."""
    uncounted: Annotated[IntVector, "i8", MAX_FEATURE_KINDS]
    """Per kind of feature: the bits of the marks of which one counts as much as several."""
    special: Annotated[IntVector, "i1", MAX_FEATURE_KINDS]
    """Per kind of feature: the lane of the mark that changes what everything else is worth, or -1."""
    sole: Annotated[IntVector, "i1", MAX_FEATURE_KINDS]
    """Per kind of feature: whether that mark does so only if there is exactly one."""
    lanes: Annotated[IntVector, "i1", MAX_FEATURE_KINDS]
    """Per kind of feature: the number of lanes, from the first, whose marks are worth points each."""
    worth: Annotated[PointsTable, "i2", MAX_FEATURE_KINDS, 2, 2, SIZE_COUNT]
    """Per kind of feature, completeness, special mark and number of tiles: its points without other marks."""
    mark_worth: Annotated[MarkPointsTable, "i2", MAX_FEATURE_KINDS, 2, 2, SIZE_COUNT, MAX_LANES]
    """Likewise, the points of each mark of a lane."""


def record_dtype(description: type) -> np.dtype[np.void]:
    """Return the structured dtype that the annotations of a class declare."""
    fields = []
    for name, hint in get_type_hints(description, include_extras=True).items():
        _, code, *shape = get_args(hint)
        fields.append((name, code, tuple(shape)))
    return np.dtype(fields, align=True)


GAME_DTYPE: Final = record_dtype(GameRecord)
RULE_TABLES_DTYPE: Final = record_dtype(RuleTables)
