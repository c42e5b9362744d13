"""Copies of game records: only the parts in use are copied."""

from __future__ import annotations

from bastide.fast.bag import bag_size
from bastide.fast.compilation import compiled
from bastide.fast.features import grid_index, mask_words
from bastide.fast.layout import MAX_PIECE_KINDS, MAX_STAGES, PLACE, GameRecord
from bastide.rules.state import HAND_SLOTS


@compiled
def clear_board(game: GameRecord) -> None:
    """Clear the board of a game."""
    for tile in range(game.tiles):
        game.grid[grid_index(game.cell[tile])] = 0
    for number in range(game.open):
        game.grid[grid_index(game.open_cell[number])] = 0
    game.tiles = 0
    game.segments = 0
    game.open = 0
    game.standing = 0
    game.monks = 0
    game.surveyed = 0
    game.mountains = 0


@compiled
def copy_game(source: GameRecord, target: GameRecord) -> None:
    """Copy a game into another, including the state of its generator."""
    clear_board(target)
    copy_scalars(source, target)
    copy_bag(source, target)
    copy_tiles(source, target)
    copy_segments(source, target)
    copy_open_cells(source, target)
    target.extras = source.extras
    if source.extras > 0:
        copy_extras(source, target)


@compiled
def copy_scalars(source: GameRecord, target: GameRecord) -> None:
    """Copy scalars, the fields of the seats, and the pieces."""
    target.random = source.random
    target.recalled = source.recalled
    target.free = source.free
    target.choices = source.choices
    target.phase = source.phase
    target.players = source.players
    target.seat = source.seat
    target.turn = source.turn
    target.tile = source.tile
    target.standing = source.standing
    target.monks = source.monks
    target.erupted = source.erupted
    for seat in range(source.players):
        target.score[seat] = source.score[seat]
        target.resting[seat] = source.resting[seat]
        for kind in range(MAX_PIECE_KINDS):
            target.supply[seat, kind] = source.supply[seat, kind]
    for at in range(source.standing):
        target.piece[at] = source.piece[at]


@compiled
def copy_bag(source: GameRecord, target: GameRecord) -> None:
    """Copy the bag."""
    target.left = source.left
    target.buried = source.buried
    for at in range(bag_size(source)):
        target.bag[at] = source.bag[at]
    for stage in range(MAX_STAGES):
        target.stage[stage] = source.stage[stage]


@compiled
def copy_tiles(source: GameRecord, target: GameRecord) -> None:
    """Copy the tiles on the board."""
    target.tiles = source.tiles
    for tile in range(source.tiles):
        target.laid[tile] = source.laid[tile]
        target.cell[tile] = source.cell[tile]
        target.first[tile] = source.first[tile]
        target.grid[grid_index(source.cell[tile])] = tile + 1


@compiled
def copy_segments(source: GameRecord, target: GameRecord) -> None:
    """Copy segments and features."""
    target.segments = source.segments
    for segment in range(source.segments):
        target.parent[segment] = source.parent[segment]
        target.followers[segment] = source.followers[segment]
        target.unmet[segment] = source.unmet[segment]
        target.marks[segment] = source.marks[segment]
        target.kind[segment] = source.kind[segment]
        target.home[segment] = source.home[segment]
    for word in range(mask_words(source)):
        for segment in range(source.segments):
            target.mask[word, segment] = source.mask[word, segment]


@compiled
def copy_open_cells(source: GameRecord, target: GameRecord) -> None:
    """Copy the open cells."""
    target.open = source.open
    for number in range(source.open):
        target.open_cell[number] = source.open_cell[number]
        target.want[number] = source.want[number]
        target.fit[number] = source.fit[number]
        target.grid[grid_index(source.open_cell[number])] = -1 - number


@compiled
def copy_extras(source: GameRecord, target: GameRecord) -> None:
    """Copy what only rules beyond those of `turn` use."""
    target.part = source.part
    target.asked = source.asked
    for at in range(source.extras):
        target.ext[at] = source.ext[at]
    for seat in range(source.players):
        for slot in range(HAND_SLOTS):
            target.hand[seat, slot] = source.hand[seat, slot]
    target.found = source.found
    for number in range(source.found):
        target.completed[number] = source.completed[number]
    if source.phase != PLACE:
        for number in range(source.choices):
            target.option[number] = source.option[number]
        if source.asked < 0:
            for number in range(source.choices):
                target.weight[number] = source.weight[number]
