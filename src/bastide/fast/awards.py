"""Awards: completed features, what they are worth and who gets it, where rules go beyond those of `scoring`."""

from __future__ import annotations

from bastide.fast.bit_fields import WORD_SHIFT, has_bit, piece_segment, tile_of
from bastide.fast.compilation import compiled
from bastide.fast.expansions.gold_rush import town_is_complete, town_points
from bastide.fast.expansions.hills_and_sheep import vineyard_points
from bastide.fast.expansions.mage_and_witch import magic_points
from bastide.fast.features import RING_OFFSETS, find_root, grid_index, is_open, mask_words, worth
from bastide.fast.layout import MAX_COMPLETED, GameRecord, RuleTables
from bastide.fast.majorities import judge_in, winners

# Completed features


@compiled
def is_complete(tables: RuleTables, game: GameRecord, root: int) -> bool:
    """Return whether a feature is complete: nothing of it is open, or nothing that it waits for."""
    if tables.waits[game.kind[root]]:
        return town_is_complete(tables, game, root)
    return not is_open(tables, game, root)


@compiled
def collect_completed(tables: RuleTables, game: GameRecord) -> None:
    """Find the features that the new tile completed, occupied or not, in the order of scoring."""
    game.found = 0
    number = game.tiles - 1
    for segment in range(game.first[number], game.segments):
        root = find_root(game, segment)
        if game.unmet[root] == 0:
            add_completed(tables, game, root)
    if tables.any_surrounded:
        add_surrounded(tables, game, number)
        for step in RING_OFFSETS:
            there = game.grid[grid_index(game.cell[number] + step)]
            if there > 0:
                add_surrounded(tables, game, there - 1)
    if tables.any_waits and game.found > 0:
        for at in range(game.standing):
            segment = piece_segment(game.piece[at])
            if tables.waits[game.kind[segment]] and is_complete(tables, game, find_root(game, segment)):
                add_completed(tables, game, find_root(game, segment))
    if game.found > 1:
        sort_completed(tables, game)


@compiled
def add_surrounded(tables: RuleTables, game: GameRecord, number: int) -> None:
    """Add the complete features of a tile that are completed by the cells around it."""
    segments = tables.surrounded_here[tile_of(game.laid[number])]
    local = 0
    while segments >> local:
        root = game.first[number] + local
        if has_bit(segments, local) and not is_open(tables, game, root):
            add_completed(tables, game, root)
        local += 1


@compiled
def add_completed(tables: RuleTables, game: GameRecord, root: int) -> None:
    """Add a completed feature unless it has been found already."""
    for number in range(game.found):
        if game.completed[number] == root:
            return
    if game.found < MAX_COMPLETED:
        game.completed[game.found] = root
        game.found += 1


@compiled
def sort_completed(tables: RuleTables, game: GameRecord) -> None:
    """Sort the completed features: by kind, then as one reads the board, row by row."""
    for end in range(1, game.found):
        root = game.completed[end]
        at = end
        while at > 0 and scores_before(tables, game, root, game.completed[at - 1]):
            game.completed[at] = game.completed[at - 1]
            at -= 1
        game.completed[at] = root


@compiled
def scores_before(tables: RuleTables, game: GameRecord, root: int, other: int) -> bool:
    """Return whether a feature is scored before another one."""
    rank, other_rank = tables.order[game.kind[root]], tables.order[game.kind[other]]
    if rank != other_rank:
        return rank < other_rank
    cell, other_cell = first_cell(tables, game, root), first_cell(tables, game, other)
    return cell < other_cell or (cell == other_cell and root < other)


@compiled
def first_cell(tables: RuleTables, game: GameRecord, root: int) -> int:
    """Return where a feature begins as one reads the board, row by row."""
    first = game.cell[game.home[root]]
    if tables.surrounded[game.kind[root]]:
        return first
    for word in range(mask_words(game)):
        tiles = game.mask[word, root]
        number = word << WORD_SHIFT
        while tiles:
            if tiles & 1:
                first = min(first, game.cell[number])
            tiles = logical_shift(tiles)
            number += 1
    return first


@compiled
def logical_shift(word: int) -> int:
    """Return a word shifted right by one bit, without copies of its sign."""
    return word >> 1 & 0x7FFFFFFFFFFFFFFF


# Worth


@compiled
def value(tables: RuleTables, game: GameRecord, root: int) -> int:
    """Return the points that a feature is worth at present, with those that do not follow from its size and marks."""
    kind = game.kind[root]
    points = worth(tables, game, root)
    if tables.vineyards[kind]:
        points += vineyard_points(tables, game, root)
    if tables.waits[kind]:
        points += town_points(tables, game, root)
    return points + magic_points(tables, game, root, points)


@compiled
def award_feature(tables: RuleTables, game: GameRecord, root: int) -> None:
    """Award what a feature is worth to those who hold it, if anybody does."""
    if game.followers[root] == 0:
        return
    judge_in(game, root)
    seats, points = winners(tables, game), value(tables, game, root)
    for seat in range(game.players):
        if has_bit(seats, seat):
            game.score[seat] += points
