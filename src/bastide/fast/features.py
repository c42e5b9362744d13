"""Features as a union-find over segments: merging, completeness, size and worth."""

from __future__ import annotations

from typing import Final

import numpy as np

from bastide.fast.bit_fields import MARK_BITS, MARK_MASK, WORD_MASK, WORD_SHIFT, popcount
from bastide.fast.compilation import compiled
from bastide.fast.layout import GRID_SIDE, GameRecord, RuleTables
from bastide.kernel.geometry import AROUND, SOUTH, STEPS

SIDE_OFFSETS: Final = np.array(STEPS)
"""The offsets from a cell to its neighbours in the north, east, south and west."""
RING_OFFSETS: Final = np.array(AROUND)
"""The offsets from a cell to the eight cells around it."""
X_MASK: Final = GRID_SIDE - 1
ROW_BITS: Final = STEPS[SOUTH].bit_length() - 1
ROW_MASK: Final = STEPS[SOUTH] - 1
Y_SHIFT: Final = ROW_BITS - (GRID_SIDE.bit_length() - 1)
"""The shift from the rows of the engine's cells to those of the grid."""
Y_MASK: Final = (GRID_SIDE - 1) * GRID_SIDE


@compiled
def grid_index(cell: int) -> int:
    """Return the index in the grid of a cell of the engine's unbounded plane."""
    return ((cell >> Y_SHIFT) & Y_MASK) | (cell & X_MASK)


@compiled
def are_adjacent(a: int, b: int) -> bool:
    """Return whether two cells are equal or touch at a side or a corner."""
    return abs((a & ROW_MASK) - (b & ROW_MASK)) <= 1 and abs((a >> ROW_BITS) - (b >> ROW_BITS)) <= 1


@compiled
def find_root(game: GameRecord, segment: int) -> int:
    """Return the root of the feature of a segment, halving the path to it."""
    up = game.parent[segment]
    while up != segment:
        top = game.parent[up]
        game.parent[segment] = top
        segment = top
        up = game.parent[segment]
    return segment


@compiled
def mask_words(game: GameRecord) -> int:
    """Return the number of words in use of a set of tiles on the board."""
    return (game.tiles + WORD_MASK) >> WORD_SHIFT


@compiled
def union_fields(tables: RuleTables, game: GameRecord, a: int, b: int) -> None:
    """Merge the features of two segments that are not completed by their sides, unless they are the same."""
    a, b = find_root(game, a), find_root(game, b)
    if a != b:
        a, b = min(a, b), max(a, b)
        game.parent[b] = a
        game.followers[a] += game.followers[b]
        add_marks(tables, game, a, b)


@compiled
def union(tables: RuleTables, game: GameRecord, a: int, b: int, closes: int) -> None:
    """Merge the features of two segments that meet at a side, closing some of their open sides."""
    a, b = find_root(game, a), find_root(game, b)
    if a == b:
        game.unmet[a] -= closes
        return
    a, b = min(a, b), max(a, b)
    game.parent[b] = a
    game.unmet[a] += game.unmet[b] - closes
    for word in range(mask_words(game)):
        game.mask[word, a] |= game.mask[word, b]
    game.followers[a] += game.followers[b]
    add_marks(tables, game, a, b)


@compiled
def add_marks(tables: RuleTables, game: GameRecord, a: int, b: int) -> None:
    """Add the marks of a feature to those of another one of the same kind."""
    marks = game.marks[b]
    if marks:
        game.marks[a] += marks - (game.marks[a] & marks & tables.uncounted[game.kind[a]])


@compiled
def filled_around(game: GameRecord, cell: int) -> int:
    """Return the number of tiles in the eight cells around a cell."""
    filled = 0
    for step in RING_OFFSETS:
        if game.grid[grid_index(cell + step)] > 0:
            filled += 1
    return filled


@compiled
def is_open(tables: RuleTables, game: GameRecord, root: int) -> bool:
    """Return whether a feature is incomplete."""
    if tables.surrounded[game.kind[root]]:
        return filled_around(game, game.cell[game.home[root]]) < len(RING_OFFSETS)
    return game.unmet[root] != 0


@compiled
def size(tables: RuleTables, game: GameRecord, root: int) -> int:
    """Return the number of tiles of a feature, or of a monastery and those around it."""
    if tables.surrounded[game.kind[root]]:
        return 1 + filled_around(game, game.cell[game.home[root]])
    tiles = 0
    for word in range(mask_words(game)):
        tiles += popcount(game.mask[word, root])
    return tiles


@compiled
def mark_count(marks: int, lane: int) -> int:
    """Return the number of marks in a lane."""
    return marks >> MARK_BITS * lane & MARK_MASK


@compiled
def worth_with(tables: RuleTables, kind: int, complete: int, marks: int, tiles: int) -> int:
    """Return the points of a kind of feature with some marks on a number of tiles."""
    special = is_special(tables, kind, marks)
    points = tables.worth[kind, complete, special, tiles]
    for lane in range(tables.lanes[kind]):
        points += mark_count(marks, lane) * tables.mark_worth[kind, complete, special, tiles, lane]
    return points


@compiled
def is_special(tables: RuleTables, kind: int, marks: int) -> int:
    """Return 1 if a mark changes what everything else in a kind of feature is worth, else 0."""
    if tables.special[kind] < 0:
        return 0
    count = mark_count(marks, tables.special[kind])
    return 1 if count == 1 or (count > 1 and not tables.sole[kind]) else 0


@compiled
def worth(tables: RuleTables, game: GameRecord, root: int) -> int:
    """Return the points that a feature is worth at present."""
    complete = 0 if is_open(tables, game, root) else 1
    return worth_with(tables, game.kind[root], complete, game.marks[root], size(tables, game, root))
