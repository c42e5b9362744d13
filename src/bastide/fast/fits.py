"""Fits: the rotations in which a tile matches the neighbours of an open cell, before rivers have their say."""

from __future__ import annotations

from bastide.fast.compilation import compiled
from bastide.fast.expansions.cult import keeps_apart
from bastide.fast.layout import GameRecord, RuleTables


@compiled
def matching_rotations(tables: RuleTables, game: GameRecord, tile: int, number: int) -> int:
    """Return the rotations of a tile that match the neighbours of the open cell at an index, as a bit set."""
    fit = tables.fits[tile * tables.wants + game.want[number]]
    if fit and tables.stands_apart[tile] and not keeps_apart(tables, game, tile, game.open_cell[number]):
        return 0
    return fit
