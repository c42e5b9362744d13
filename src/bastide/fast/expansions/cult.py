"""Cult places and heretics: shrines and monasteries keep apart, and challenge each other."""

from __future__ import annotations

from bastide.fast.bit_fields import has_bit, tile_of
from bastide.fast.compilation import compiled
from bastide.fast.features import RING_OFFSETS, grid_index, is_open
from bastide.fast.layout import GameRecord, RuleTables
from bastide.fast.names import MONASTERY, SHRINE
from bastide.fast.pieces import lift_all


@compiled
def rival(tables: RuleTables, kind: int) -> int:
    """Return the kind of building that a shrine or a monastery challenges, -1 for other kinds of features."""
    if kind == tables.feature[SHRINE]:
        return tables.feature[MONASTERY]
    return tables.feature[SHRINE] if kind == tables.feature[MONASTERY] else -1


@compiled
def building(tables: RuleTables, game: GameRecord, number: int, kind: int) -> int:
    """Return the building of a kind on a tile of the board, or -1 if there is none."""
    segments = tables.surrounded_here[tile_of(game.laid[number])]
    segment = game.first[number]
    while segments:
        if has_bit(segments, 0) and game.kind[segment] == kind:
            return segment
        segments >>= 1
        segment += 1
    return -1


@compiled
def buildings_around(tables: RuleTables, game: GameRecord, kind: int, cell: int) -> int:
    """Return the number of buildings of a kind in the cells around one."""
    count = 0
    for step in RING_OFFSETS:
        there = game.grid[grid_index(cell + step)]
        if there > 0 and building(tables, game, there - 1, kind) >= 0:
            count += 1
    return count


@compiled
def keeps_apart(tables: RuleTables, game: GameRecord, tile: int, cell: int) -> bool:
    """A shrine and a monastery may be neighbours, but neither may have two."""
    for local in range(tables.segment_count[tile]):
        kind = tables.kind[tile, local]
        other = rival(tables, kind)
        if other >= 0 and not may_stand(tables, game, kind, other, cell):
            return False
    return True


@compiled
def may_stand(tables: RuleTables, game: GameRecord, kind: int, other: int, cell: int) -> bool:
    """Return whether a building in a cell has at most one of the other kind around it, which has none so far."""
    rivals = 0
    for step in RING_OFFSETS:
        there = game.grid[grid_index(cell + step)]
        if there > 0 and building(tables, game, there - 1, other) >= 0:
            rivals += 1
            if rivals > 1 or buildings_around(tables, game, kind, cell + step) > 0:
                return False
    return True


@compiled
def enter_duel(tables: RuleTables, game: GameRecord) -> None:
    """Of two neighbours with followers, the first complete one sends the other's home."""
    for number in range(game.found):
        winner = game.completed[number]
        other = rival(tables, game.kind[winner])
        if other >= 0 and game.followers[winner] != 0:
            for step in RING_OFFSETS:
                there = game.grid[grid_index(game.cell[game.home[winner]] + step)]
                if there > 0:
                    loser = building(tables, game, there - 1, other)
                    if loser >= 0 and is_open(tables, game, loser):
                        lift_all(tables, game, loser)
