"""Placement: where the current tile fits, and laying it on the board."""

from __future__ import annotations

from bastide.fast.bit_fields import WORD_MASK, WORD_SHIFT, has_bit, opposite, pack_tile, popcount, tile_of
from bastide.fast.compilation import compiled
from bastide.fast.features import SIDES, grid_index, union, union_fields
from bastide.fast.layout import GameRecord, RuleTables


@compiled
def find_placements(tables: RuleTables, game: GameRecord) -> int:
    """Find the legal rotations of the current tile in every open cell; return the number of placements."""
    row = game.tile * tables.wants
    runs = tables.runs[game.tile]
    found = 0
    for number in range(game.open):
        fit = tables.fits[row + game.want[number]]
        if fit and runs:
            fit = river_rotations(tables, game, game.open_cell[number], fit)
        game.fit[number] = fit
        found += popcount(fit)
    game.choices = found
    return found


@compiled
def river_rotations(tables: RuleTables, game: GameRecord, cell: int, fit: int) -> int:
    """Return those among the fitting rotations in which the current tile continues the river."""
    legal = 0
    for rotation in range(4):
        if has_bit(fit, rotation) and continues_river(tables, game, pack_tile(game.tile, rotation), cell):
            legal |= 1 << rotation
    return legal


@compiled
def continues_river(tables: RuleTables, game: GameRecord, laid: int, cell: int) -> bool:
    """Return whether a tile joins exactly one open end of the river and does not turn twice the same way.

    This is `goes_on` and `bends_again` of the engine's `rules/rivers.py`.
    """
    water = tables.water[laid]
    met = 0
    came = 0
    for side in range(4):
        if has_bit(water, side) and game.grid[grid_index(cell + SIDES[side])] > 0:
            met += 1
            came = side
    if met != 1:
        return False
    before = game.grid[grid_index(cell + SIDES[came])] - 1
    left_by = opposite(came)
    entered = entered_by(tables, game, before, left_by)
    if entered < 0:
        return True
    bend = (left_by - entered) % 4
    return bend == 2 or has_bit(water, (came + bend) % 4) == 0


@compiled
def entered_by(tables: RuleTables, game: GameRecord, tile: int, left_by: int) -> int:
    """Return the side by which the river entered a tile that it leaves by another: the one with the oldest tile."""
    water = tables.water[game.laid[tile]] & ~(1 << left_by)
    found, oldest = -1, 0
    for side in range(4):
        if has_bit(water, side):
            beyond = game.grid[grid_index(game.cell[tile] + SIDES[side])]
            age = beyond if beyond > 0 else game.tiles + 1
            if found < 0 or age < oldest:
                found, oldest = side, age
    return found


@compiled
def lay(tables: RuleTables, game: GameRecord, laid: int, cell: int) -> None:
    """Lay a rotated tile in a cell and merge its features with its neighbours'. It must fit."""
    number = game.tiles
    at = grid_index(cell)
    if game.grid[at] < 0:
        close_cell(game, -1 - game.grid[at])
    game.grid[at] = number + 1
    game.laid[number] = laid
    game.cell[number] = cell
    game.first[number] = game.segments
    game.tiles += 1
    add_segments(tables, game, tile_of(laid), number)
    for side in range(4):
        beyond = cell + SIDES[side]
        there = game.grid[grid_index(beyond)]
        if there > 0:
            join_side(tables, game, number, side, there - 1)
        else:
            add_want(game, beyond, there, tables.asks[laid, side])


@compiled
def close_cell(game: GameRecord, number: int) -> None:
    """Remove a cell from the list of open cells; the last one takes its index."""
    last = game.open - 1
    moved = game.open_cell[last]
    game.open_cell[number] = moved
    game.want[number] = game.want[last]
    game.grid[grid_index(moved)] = -1 - number
    game.open = last


@compiled
def add_want(game: GameRecord, cell: int, there: int, more: int) -> None:
    """Add an edge to what an empty cell asks for, opening the cell if necessary."""
    if there == 0:
        number = game.open
        game.open_cell[number] = cell
        game.want[number] = more
        game.grid[grid_index(cell)] = -1 - number
        game.open = number + 1
    else:
        game.want[-1 - there] += more


@compiled
def add_segments(tables: RuleTables, game: GameRecord, tile: int, number: int) -> None:
    """Add the segments of a new tile, each a feature of its own."""
    segment = game.segments
    for local in range(tables.count[tile]):
        game.parent[segment] = segment
        game.followers[segment] = 0
        game.mask[segment, 0] = 0
        game.mask[segment, 1] = 0
        game.mask[segment, number >> WORD_SHIFT] = 1 << (number & WORD_MASK)
        game.unmet[segment] = tables.sides[tile, local]
        game.shields[segment] = tables.shields[tile, local]
        game.special[segment] = tables.special[tile, local]
        game.kind[segment] = tables.kind[tile, local]
        game.home[segment] = number
        segment += 1
    game.segments = segment


@compiled
def join_side(tables: RuleTables, game: GameRecord, number: int, side: int, other: int) -> None:
    """Merge the features of two tiles that meet at a side of the first."""
    laid, beyond, facing = game.laid[number], game.laid[other], opposite(side)
    first, base = game.first[number], game.first[other]
    own = tables.through[laid, side]
    if own >= 0:
        union(game, first + own, base + tables.through[beyond, facing])
    own = tables.meadow[laid, side]
    if own >= 0:
        union_fields(game, first + own, base + tables.meadow[beyond, facing])
        return
    own = tables.left[laid, side]
    if own >= 0:
        union_fields(game, first + own, base + tables.right[beyond, facing])
        union_fields(game, first + tables.right[laid, side], base + tables.left[beyond, facing])


@compiled
def open_index(game: GameRecord, cell: int) -> int:
    """Return the index of a cell among the open cells, or -1 if it is not open."""
    there = game.grid[grid_index(cell)]
    if there < 0 and game.open_cell[-1 - there] == cell:
        return -1 - there
    return -1
