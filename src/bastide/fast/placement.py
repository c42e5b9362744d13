"""Placement: the legal placements of the current tile, and laying it on the board."""

from __future__ import annotations

from bastide.fast.bit_fields import WORD_MASK, WORD_SHIFT, has_bit, opposite, popcount, tile_of
from bastide.fast.compilation import compiled
from bastide.fast.features import SIDE_OFFSETS, find_root, grid_index, union, union_fields
from bastide.fast.fits import matching_rotations
from bastide.fast.layout import IRREGULAR, GameRecord, RuleTables
from bastide.fast.rivers import find_river_placements


@compiled
def find_placements(tables: RuleTables, game: GameRecord) -> int:
    """Find the legal rotations of the current tile in every open cell; return the number of placements."""
    if tables.continues_river[game.tile]:
        count = find_river_placements(tables, game)
    else:
        count = find_ordinary_placements(tables, game)
    game.choices = count
    return count


@compiled
def find_ordinary_placements(tables: RuleTables, game: GameRecord) -> int:
    """Find the rotations of the current tile in every open cell that match its neighbours; return their number."""
    row = game.tile * tables.wants
    count = 0
    for number in range(game.open):
        fit = tables.fits[row + game.want[number]]
        game.fit[number] = fit
        count += popcount(fit)
    if tables.stands_apart[game.tile]:
        return keep_apart(tables, game)
    return count


@compiled
def keep_apart(tables: RuleTables, game: GameRecord) -> int:
    """Drop the cells where a shrine or a monastery would have several of the other around; return what is left."""
    count = 0
    for number in range(game.open):
        fit = matching_rotations(tables, game, game.tile, number)
        game.fit[number] = fit
        count += popcount(fit)
    return count


@compiled
def is_placeable(tables: RuleTables, game: GameRecord, tile: int) -> bool:
    """Return whether a tile may be laid anywhere."""
    if tables.continues_river[tile]:
        current = game.tile
        game.tile = tile
        count = find_river_placements(tables, game)
        game.tile = current
        return count > 0
    number = 0
    while number < game.open and not matching_rotations(tables, game, tile, number):
        number += 1
    return number < game.open


@compiled
def lay(tables: RuleTables, game: GameRecord, laid: int, cell: int) -> None:
    """Lay a tile in a cell, in which it must fit, and merge its features with those of its neighbours."""
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
        beyond = cell + SIDE_OFFSETS[side]
        there = game.grid[grid_index(beyond)]
        if there > 0:
            join_side(tables, game, number, side, there - 1)
        else:
            add_want(game, beyond, there, tables.asks[laid, side])


@compiled
def close_cell(game: GameRecord, number: int) -> None:
    """Remove the open cell at an index; the last open cell moves to that index."""
    last = game.open - 1
    moved = game.open_cell[last]
    game.open_cell[number] = moved
    game.want[number] = game.want[last]
    game.grid[grid_index(moved)] = -1 - number
    game.open = last


@compiled
def add_want(game: GameRecord, cell: int, there: int, edge: int) -> None:
    """Add an edge to the want of an empty cell, opening the cell if necessary."""
    if there == 0:
        number = game.open
        game.open_cell[number] = cell
        game.want[number] = edge
        game.grid[grid_index(cell)] = -1 - number
        game.open = number + 1
    else:
        game.want[-1 - there] += edge


@compiled
def add_segments(tables: RuleTables, game: GameRecord, tile: int, number: int) -> None:
    """Add the segments of a new tile, each as a feature of its own."""
    word = number >> WORD_SHIFT
    if number & WORD_MASK == 0:
        for segment in range(game.segments):
            game.mask[word, segment] = 0
    segment = game.segments
    for local in range(tables.segment_count[tile]):
        game.parent[segment] = segment
        game.followers[segment] = 0
        for before in range(word):
            game.mask[before, segment] = 0
        game.mask[word, segment] = 1 << (number & WORD_MASK)
        game.unmet[segment] = tables.open_sides[tile, local]
        game.marks[segment] = tables.marks[tile, local]
        game.kind[segment] = tables.kind[tile, local]
        game.home[segment] = number
        segment += 1
    game.segments = segment


@compiled
def join_side(tables: RuleTables, game: GameRecord, number: int, side: int, other: int) -> None:
    """Merge the features of two tiles that meet at a side of the first one."""
    laid, beyond, facing = game.laid[number], game.laid[other], opposite(side)
    first, base = game.first[number], game.first[other]
    own = tables.city_or_road[laid, side]
    if own >= 0:
        union(tables, game, first + own, base + tables.city_or_road[beyond, facing], 2)
    own = tables.whole_field[laid, side]
    if own >= 0:
        union_fields(tables, game, first + own, base + tables.whole_field[beyond, facing])
        return
    own = tables.left_field[laid, side]
    if own >= 0:
        union_fields(tables, game, first + own, base + tables.right_field[beyond, facing])
        union_fields(tables, game, first + tables.right_field[laid, side], base + tables.left_field[beyond, facing])
    elif own == IRREGULAR:
        join_ports(tables, game, number, side, other)


@compiled
def join_ports(tables: RuleTables, game: GameRecord, number: int, side: int, other: int) -> None:
    """Merge the features of two tiles that meet at a side of an irregular edge type, third by third.

    A feature that meets nothing of its kind there is only closed.
    """
    laid, beyond, facing = game.laid[number], game.laid[other], opposite(side)
    first, base = game.first[number], game.first[other]
    met, met_beyond = 0, 0
    for place in range(3):
        own, facing_own = tables.port[laid, side, place], tables.port[beyond, facing, 2 - place]
        if own < 0 or facing_own < 0:
            continue
        a, b = first + own, base + facing_own
        if game.kind[a] != game.kind[b]:
            continue
        if tables.completes[game.kind[a]]:
            closes = 2 - has_bit(met, own) - has_bit(met_beyond, facing_own)
            union(tables, game, a, b, closes)
        else:
            union_fields(tables, game, a, b)
        met |= 1 << own
        met_beyond |= 1 << facing_own
    for place in range(3):
        met = close_port(tables, game, first, tables.port[laid, side, place], met)
        met_beyond = close_port(tables, game, base, tables.port[beyond, facing, place], met_beyond)


@compiled
def close_port(tables: RuleTables, game: GameRecord, first: int, local: int, met: int) -> int:
    """Close a side of the feature of a segment, unless that has been done; return the segments done with."""
    if local < 0 or has_bit(met, local):
        return met
    if tables.completes[game.kind[first + local]]:
        game.unmet[find_root(game, first + local)] -= 1
    return met | 1 << local


@compiled
def open_index(game: GameRecord, cell: int) -> int:
    """Return the index of a cell among the open cells, or -1 if it is not open."""
    there = game.grid[grid_index(cell)]
    if there < 0 and game.open_cell[-1 - there] == cell:
        return -1 - there
    return -1
