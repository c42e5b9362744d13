"""Rivers: where a tile that continues the river may be laid.

This is the compiled version of `rules/rivers.py` and `rules/river_search.py`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from bastide.fast.bag import bag_size, main_size
from bastide.fast.bit_fields import has_bit, opposite, pack_tile, popcount
from bastide.fast.compilation import compiled
from bastide.fast.features import ROW_BITS, ROW_MASK, SIDE_OFFSETS, grid_index
from bastide.fast.fits import matching_rotations
from bastide.fast.layout import MAX_RIVER_LEVELS, GameRecord, RuleTables

GOES_ON, APART, WAY, IN_TURN, NOT_BACK, AWAY = (1 << bit for bit in range(6))
"""Tests: one river side meets an open end; open ends face cells of their own; the river can be finished; it does not
bend to the hand of its last bend, or of a bend on the tile before; no river tile lies ahead of a bend."""

AHEAD, RIGHT, LEFT = 0, 1, 3
"""Turns of water on a tile, in quarter turns clockwise."""
STRAIGHT, CURVE, FORK = range(3)
"""Shapes of water; the number of tiles of each is packed into one int, eight bits each."""
COUNT_BITS: Final = 8
COUNT_MASK: Final = (1 << COUNT_BITS) - 1
COURSES: Final = np.array(
    [
        (STRAIGHT, AHEAD, -1),
        (CURVE, RIGHT, -1),
        (CURVE, LEFT, -1),
        (FORK, AHEAD, RIGHT),
        (FORK, AHEAD, LEFT),
        (FORK, RIGHT, LEFT),
    ]
)
"""The ways in which water may leave a tile: its shape, a turn, and another or -1."""
TAKEN, OUTSIDE = 1, 2
"""What may stand against a cell as an open end, and what lets the search end: it is out of bounds."""
WEST, EAST, NORTH, SOUTH = range(4)
"""The indices of `GameRecord.bounds`."""


@compiled
def find_river_placements(tables: RuleTables, game: GameRecord) -> int:
    """Find the rotations of the current tile in every open cell that fit and continue the river; return their number.

    They pass the strictest tests that leave the tile a place.
    """
    count = 0
    for level in range(MAX_RIVER_LEVELS):
        tests = tables.river_levels[level]
        if tests == 0 or count > 0:
            break
        for number in range(game.open):
            fit = matching_rotations(tables, game, game.tile, number)
            if fit:
                fit = legal_rotations(tables, game, game.open_cell[number], fit, tests)
                count += popcount(fit)
            game.fit[number] = fit
    return count


@compiled
def legal_rotations(tables: RuleTables, game: GameRecord, cell: int, fit: int, tests: int) -> int:
    """Return the fitting rotations in which the current tile passes some tests in a cell."""
    legal = 0
    for rotation in range(4):
        if has_bit(fit, rotation) and passes(tables, game, pack_tile(game.tile, rotation), cell, tests):
            legal |= 1 << rotation
    return legal


@compiled
def passes(tables: RuleTables, game: GameRecord, laid: int, cell: int, tests: int) -> bool:
    """Return whether a tile passes some tests in a cell."""
    entry = sole_entry(tables, game, laid, cell)
    if entry < 0:
        return False
    if tests & IN_TURN and repeats_bend(tables, game, laid, cell, entry, game.tiles):
        return False
    if tests & NOT_BACK and repeats_bend(tables, game, laid, cell, entry, 1):
        return False
    if tests & AWAY and bends_towards_river(tables, game, laid, cell, entry):
        return False
    if tests & (APART | WAY):
        ends = gather_ends(tables, game, laid, cell)
        return ends >= 0 and (tests & WAY == 0 or can_be_finished(tables, game, cell, ends))
    return True


@compiled
def sole_entry(tables: RuleTables, game: GameRecord, laid: int, cell: int) -> int:
    """Return the side by which a tile would join an open end of the river, or -1 if it joins none or several."""
    entry = -1
    for side in range(4):
        if has_bit(tables.river_sides[laid], side) and game.grid[grid_index(cell + SIDE_OFFSETS[side])] > 0:
            if entry >= 0:
                return -1
            entry = side
    return entry


@compiled
def turn_of(entry: int, exit_side: int) -> int:
    """Return the turn of water that enters a tile by one side and leaves it by another."""
    return (exit_side - entry - 2) % 4


@compiled
def repeats_bend(tables: RuleTables, game: GameRecord, laid: int, cell: int, entry: int, reach: int) -> bool:
    """Return whether a tile would bend the river as it was bent last within a number of tiles."""
    bend = last_bend(tables, game, cell, entry, reach)
    return bend != AHEAD and has_bit(tables.river_sides[laid], (entry + 2 + bend) % 4) == 1


@compiled
def last_bend(tables: RuleTables, game: GameRecord, cell: int, side: int, reach: int) -> int:
    """Return the last bend of the river that enters a cell by a side, AHEAD if there is none in the last few tiles."""
    for _ in range(reach):
        number = game.grid[grid_index(cell + SIDE_OFFSETS[side])] - 1
        if number < 0:
            break
        cell, exit_side = game.cell[number], opposite(side)
        side = river_entry(tables, game, number, exit_side)
        if side < 0:
            break
        bend = turn_of(side, exit_side)
        if bend != AHEAD:
            return bend
    return AHEAD


@compiled
def river_entry(tables: RuleTables, game: GameRecord, tile: int, exit_side: int) -> int:
    """Return the side by which the river enters a tile, given its exit: the one with the oldest neighbour, or -1."""
    river = tables.river_sides[game.laid[tile]] & ~(1 << exit_side)
    entry, oldest = -1, 0
    for side in range(4):
        if has_bit(river, side):
            beyond = game.grid[grid_index(game.cell[tile] + SIDE_OFFSETS[side])]
            age = beyond if beyond > 0 else game.tiles + 1
            if entry < 0 or age < oldest:
                entry, oldest = side, age
    return entry


@compiled
def bends_towards_river(tables: RuleTables, game: GameRecord, laid: int, cell: int, entry: int) -> bool:
    """Return whether river tiles lie ahead after a bend, in its line or one of the two beside it."""
    for side in range(4):
        if has_bit(tables.river_sides[laid], side) and side != entry and turn_of(entry, side) != AHEAD:
            for number in range(game.tiles):
                if tables.river_sides[game.laid[number]] and is_ahead(cell, side, game.cell[number]):
                    return True
    return False


@compiled
def is_ahead(cell: int, side: int, other: int) -> bool:
    """Return whether a cell lies ahead of another one, in the line towards a side or one of the two beside it."""
    east = (other & ROW_MASK) - (cell & ROW_MASK)
    south = (other >> ROW_BITS) - (cell >> ROW_BITS)
    if side % 2 == 0:
        return abs(east) <= 1 and (south > 0 if side == 2 else south < 0)
    return abs(south) <= 1 and (east > 0 if side == 1 else east < 0)


@compiled
def gather_ends(tables: RuleTables, game: GameRecord, laid: int, cell: int) -> int:
    """List the open ends of the river after a placement; return their number, or -1 if two face the same cell."""
    ends = 0
    for number in range(game.tiles + 1):
        new = number == game.tiles
        at = cell if new else game.cell[number]
        river = tables.river_sides[laid if new else game.laid[number]]
        if river == 0:
            continue
        for side in range(4):
            faced = at + SIDE_OFFSETS[side]
            if has_bit(river, side) and faced != cell and game.grid[grid_index(faced)] <= 0:
                for other in range(ends):
                    if game.end_cell[other] == faced:
                        return -1
                game.end_cell[ends] = faced
                game.end_flow[ends] = side
                ends += 1
    return ends


@compiled
def can_be_finished(tables: RuleTables, game: GameRecord, cell: int, ends: int) -> bool:
    """Return whether all river tiles left can be laid at the listed ends when a tile lies in a cell, leaving no end."""
    left, lakes = shapes_left(tables, game)
    if lakes != ends + (left >> FORK * COUNT_BITS):
        return False
    game.course[0] = cell
    for number in range(ends):
        game.course[number + 1] = game.end_cell[number]
    find_bounds(game, ends + 1)
    return finishes(game, ends, ends + 1, left)


@compiled
def shapes_left(tables: RuleTables, game: GameRecord) -> tuple[int, int]:
    """Return the straights, curves and forks that have not been drawn, packed, and the number of lakes."""
    left, lakes = 0, 0
    for at in range(main_size(tables, game), bag_size(game)):
        river = tables.river_sides[pack_tile(game.bag[at], 0)]
        sides = popcount(river)
        if sides == 1:
            lakes += 1
        elif sides == 2:
            left += 1 << (STRAIGHT if river & river >> 2 else CURVE) * COUNT_BITS
        elif sides == 3:
            left += 1 << FORK * COUNT_BITS
    return left, lakes


@compiled
def find_bounds(game: GameRecord, reserved: int) -> None:
    """Find the rectangle around the tiles and the reserved cells."""
    game.bounds[WEST] = game.bounds[NORTH] = 1 << ROW_BITS
    game.bounds[EAST] = game.bounds[SOUTH] = 0
    for number in range(game.tiles + reserved):
        cell = game.cell[number] if number < game.tiles else game.course[number - game.tiles]
        x, y = cell & ROW_MASK, cell >> ROW_BITS
        game.bounds[WEST] = min(game.bounds[WEST], x)
        game.bounds[EAST] = max(game.bounds[EAST], x)
        game.bounds[NORTH] = min(game.bounds[NORTH], y)
        game.bounds[SOUTH] = max(game.bounds[SOUTH], y)


@compiled
def finishes(game: GameRecord, ends: int, reserved: int, left: int) -> bool:
    """Return whether the tiles left can be laid at the first open ends, with a lake at each: the last end first.

    The reserved cells are the first ones of the course. Open ends are changed only if the answer is yes.
    """
    if ends == 0:
        return left == 0
    last = ends - 1
    cell, flow = game.end_cell[last], game.end_flow[last]
    for number in range(len(COURSES)):
        tile = 1 << COURSES[number, 0] * COUNT_BITS
        if left & tile * COUNT_MASK == 0:
            continue
        arms = 1
        found = extend(game, last, reserved, cell, flow, COURSES[number, 1])
        if COURSES[number, 2] >= 0:
            arms = 2
            found |= extend(game, ends, reserved + 1, cell, flow, COURSES[number, 2])
        if found & TAKEN == 0 and (found & OUTSIDE or finishes(game, last + arms, reserved + arms, left - tile)):
            return True
    if finishes(game, last, reserved, left):
        return True
    game.end_cell[last] = cell
    game.end_flow[last] = flow
    return False


@compiled
def extend(game: GameRecord, number: int, reserved: int, cell: int, flow: int, turn: int) -> int:
    """Make the cell beyond another one an open end with a number, and reserve it; return whether it can be one."""
    flow = (flow + turn) % 4
    ahead = cell + SIDE_OFFSETS[flow]
    game.end_cell[number] = ahead
    game.end_flow[number] = flow
    game.course[reserved] = ahead
    if game.grid[grid_index(ahead)] > 0:
        return TAKEN
    for before in range(reserved):
        if game.course[before] == ahead:
            return TAKEN
    x, y = ahead & ROW_MASK, ahead >> ROW_BITS
    if x < game.bounds[WEST] or x > game.bounds[EAST] or y < game.bounds[NORTH] or y > game.bounds[SOUTH]:
        return OUTSIDE
    return 0
