"""Features as a union-find over segments: merging, completeness, size and worth."""

from __future__ import annotations

from typing import Final

import numpy as np

from bastide.fast.bit_fields import popcount
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
def union_fields(game: GameRecord, a: int, b: int) -> None:
    """Merge the fields of two segments, unless they are the same."""
    a, b = find_root(game, a), find_root(game, b)
    if a != b:
        game.parent[a] = b
        game.followers[b] += game.followers[a]


@compiled
def union(game: GameRecord, a: int, b: int) -> None:
    """Merge the features of two segments that meet at a side, closing that side for both."""
    a, b = find_root(game, a), find_root(game, b)
    if a == b:
        game.unmet[a] -= 2
        return
    game.parent[a] = b
    game.unmet[b] += game.unmet[a] - 2
    game.mask[b, 0] |= game.mask[a, 0]
    game.mask[b, 1] |= game.mask[a, 1]
    game.shields[b] += game.shields[a]
    game.special[b] |= game.special[a]
    game.followers[b] += game.followers[a]


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
    return popcount(game.mask[root, 0]) + popcount(game.mask[root, 1])


@compiled
def worth(tables: RuleTables, game: GameRecord, root: int) -> int:
    """Return the points that a feature is worth at present."""
    kind, special = game.kind[root], game.special[root]
    complete = 0 if is_open(tables, game, root) else 1
    tiles = size(tables, game, root)
    each = tables.shield_worth[kind, complete, special, tiles]
    return tables.worth[kind, complete, special, tiles] + game.shields[root] * each
