"""Laying tiles: where the tile in hand fits, and what comes of laying it."""

from __future__ import annotations

from bastide.fast.compilation import compiled
from bastide.fast.features import SIDES, grid_index, popcount, union, union_fields
from bastide.fast.layout import GameRecord, RuleTables


@compiled
def find_placements(tables: RuleTables, game: GameRecord) -> int:
    """Find the rotations in which the tile in hand may be laid in every open cell; return how many there are."""
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
    """Return those of the fitting rotations in which the tile goes on with the river."""
    kept = 0
    for rotation in range(4):
        if fit >> rotation & 1 and continues_river(tables, game, 4 * game.tile + rotation, cell):
            kept |= 1 << rotation
    return kept


@compiled
def continues_river(tables: RuleTables, game: GameRecord, laid: int, cell: int) -> bool:
    """Say whether a tile joins one open end of the river, runs into nothing and does not bend back.

    This is `goes_on` and `bends_again` of the engine's `rules/rivers.py`.
    """
    water = tables.water[laid]
    met = 0
    came = 0
    for side in range(4):
        if water >> side & 1 and game.grid[grid_index(cell + SIDES[side])] > 0:
            met += 1
            came = side
    if met != 1:
        return False
    before = game.grid[grid_index(cell + SIDES[came])] - 1
    left_by = came ^ 2
    entered = entered_by(tables, game, before, left_by)
    if entered < 0:
        return True
    bend = (left_by - entered) & 3
    return bend == 2 or (water >> ((came + bend) & 3) & 1) == 0


@compiled
def entered_by(tables: RuleTables, game: GameRecord, tile: int, left_by: int) -> int:
    """Return the side by which the water came to a tile that it leaves by another: where the oldest tile lies."""
    water = tables.water[game.laid[tile]] & ~(1 << left_by)
    found, oldest = -1, 0
    for side in range(4):
        if water >> side & 1:
            beyond = game.grid[grid_index(game.cell[tile] + SIDES[side])]
            age = beyond if beyond > 0 else game.tiles + 1
            if found < 0 or age < oldest:
                found, oldest = side, age
    return found


@compiled
def lay(tables: RuleTables, game: GameRecord, laid: int, cell: int) -> None:
    """Lay a turned tile in a cell and join its features with the neighbours'. The caller knows that it fits."""
    number = game.tiles
    at = grid_index(cell)
    if game.grid[at] < 0:
        close_cell(game, -1 - game.grid[at])
    game.grid[at] = number + 1
    game.laid[number] = laid
    game.cell[number] = cell
    game.first[number] = game.segments
    game.tiles += 1
    add_segments(tables, game, laid >> 2, number)
    for side in range(4):
        beyond = cell + SIDES[side]
        there = game.grid[grid_index(beyond)]
        if there > 0:
            join_side(tables, game, number, side, there - 1)
        else:
            add_want(game, beyond, there, tables.asks[laid, side])


@compiled
def close_cell(game: GameRecord, number: int) -> None:
    """Take a cell from the list of open cells; the last one takes its place there."""
    last = game.open - 1
    moved = game.open_cell[last]
    game.open_cell[number] = moved
    game.want[number] = game.want[last]
    game.grid[grid_index(moved)] = -1 - number
    game.open = last


@compiled
def add_want(game: GameRecord, cell: int, there: int, more: int) -> None:
    """Add to what an empty cell wants, and open it if it is not."""
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
        game.mask[segment, number >> 6] = 1 << (number & 63)
        game.unmet[segment] = tables.sides[tile, local]
        game.shields[segment] = tables.shields[tile, local]
        game.special[segment] = tables.special[tile, local]
        game.kind[segment] = tables.kind[tile, local]
        game.home[segment] = number
        segment += 1
    game.segments = segment


@compiled
def join_side(tables: RuleTables, game: GameRecord, number: int, side: int, other: int) -> None:
    """Join what meets where a side of one tile touches another tile."""
    laid, beyond, facing = game.laid[number], game.laid[other], side ^ 2
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
    """Return the number of a cell among the open cells, or -1 if it is none of them."""
    there = game.grid[grid_index(cell)]
    if there < 0 and game.open_cell[-1 - there] == cell:
        return -1 - there
    return -1
