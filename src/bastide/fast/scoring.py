"""Scoring: completed features after a turn, and final scoring."""

from __future__ import annotations

from typing import Final

from bastide.fast.bit_fields import (
    WORD_BITS,
    WORD_MASK,
    WORD_SHIFT,
    has_bit,
    in_lane,
    lane_of,
    piece_kind,
    piece_seat,
    piece_segment,
    popcount,
    tile_of,
)
from bastide.fast.compilation import compiled
from bastide.fast.features import RING_OFFSETS, are_adjacent, filled_around, find_root, worth
from bastide.fast.layout import MAX_CITIES, GameRecord, RuleTables
from bastide.fast.pieces import lift_all

WORDS: Final = MAX_CITIES // WORD_BITS


@compiled
def strongest(game: GameRecord, followers: int) -> int:
    """Return the greatest strength of any seat, at least 1, given the strengths of all seats."""
    best = 1
    for seat in range(game.players):
        best = max(best, lane_of(followers, seat))
    return best


@compiled
def award(game: GameRecord, followers: int, points: int) -> None:
    """Award points to the seats with the strongest followers, if any."""
    best = strongest(game, followers)
    for seat in range(game.players):
        if lane_of(followers, seat) == best:
            game.score[seat] += points


@compiled
def score_new_tile(tables: RuleTables, game: GameRecord) -> None:
    """Score the features that the new tile has completed and return their followers."""
    number = game.tiles - 1
    for segment in range(game.first[number], game.segments):
        root = find_root(game, segment)
        if game.unmet[root] == 0 and game.followers[root] != 0:
            award(game, game.followers[root], worth(tables, game, root))
            lift_all(tables, game, root)
    if game.monks > 0:
        score_monks(tables, game, game.cell[number])


@compiled
def score_monks(tables: RuleTables, game: GameRecord, cell: int) -> None:
    """Score the monasteries that a tile in a cell has completed and return their followers."""
    at = 0
    while at < game.standing:
        root = find_root(game, piece_segment(game.piece[at]))
        home = game.cell[game.home[root]]
        if (
            tables.surrounded[game.kind[root]]
            and are_adjacent(home, cell)
            and filled_around(game, home) == len(RING_OFFSETS)
        ):
            award(game, game.followers[root], worth(tables, game, root))
            lift_all(tables, game, root)
        else:
            at += 1


@compiled
def score_incomplete(tables: RuleTables, game: GameRecord) -> None:
    """Score incomplete features at the end and return their followers; only farmers remain."""
    at = 0
    while at < game.standing:
        root = find_root(game, piece_segment(game.piece[at]))
        if tables.completes[game.kind[root]]:
            award(game, game.followers[root], worth(tables, game, root))
            lift_all(tables, game, root)
        else:
            at += 1


@compiled
def score_fields(tables: RuleTables, game: GameRecord) -> None:
    """Score fields at the end for the complete cities that they touch."""
    if game.standing == 0:
        return
    number_fields(tables, game)
    cities = number_cities(tables, game)
    if tables.by_city:
        pay_by_city(tables, game, cities)
    else:
        pay_by_field(tables, game)
    for segment in range(game.segments):
        game.number[segment] = 0


@compiled
def number_fields(tables: RuleTables, game: GameRecord) -> None:
    """Number the occupied features that cannot be completed."""
    fields = 0
    for at in range(game.standing):
        root = find_root(game, piece_segment(game.piece[at]))
        if game.number[root] == 0 and not tables.completes[game.kind[root]]:
            for word in range(WORDS):
                game.touched[fields, word] = 0
            fields += 1
            game.number[root] = fields


@compiled
def number_cities(tables: RuleTables, game: GameRecord) -> int:
    """Number the complete cities that occupied fields touch, and mark them per field; return their number."""
    cities = 0
    for number in range(game.tiles):
        tile, first = tile_of(game.laid[number]), game.first[number]
        for local in range(tables.segment_count[tile]):
            touches = tables.touches[tile, local]
            if touches != 0:
                field = game.number[find_root(game, first + local)]
                if field > 0:
                    cities = mark_cities(game, field - 1, first, touches, cities)
    return cities


@compiled
def mark_cities(game: GameRecord, field: int, first: int, touches: int, cities: int) -> int:
    """Mark the complete cities that a field touches on one tile; return the number of cities so far."""
    while touches:
        if has_bit(touches, 0):
            city = find_root(game, first)
            if game.unmet[city] == 0:
                if game.number[city] == 0:
                    cities += 1
                    game.number[city] = cities
                at = game.number[city] - 1
                game.touched[field, at >> WORD_SHIFT] |= 1 << (at & WORD_MASK)
        first += 1
        touches >>= 1
    return cities


@compiled
def pay_by_field(tables: RuleTables, game: GameRecord) -> None:
    """Score every field separately."""
    for at in range(game.standing):
        root = find_root(game, piece_segment(game.piece[at]))
        field = game.number[root] - 1
        if field >= 0:
            cities = 0
            for word in range(WORDS):
                cities += popcount(game.touched[field, word])
            award(game, game.followers[root], cities * tables.city_points)
            game.number[root] = 0


@compiled
def pay_by_city(tables: RuleTables, game: GameRecord, cities: int) -> None:
    """Score every city once, by the majority in all fields around it together."""
    for city in range(cities):
        followers = 0
        for at in range(game.standing):
            piece = game.piece[at]
            field = game.number[find_root(game, piece_segment(piece))] - 1
            if has_bit(game.touched[field, city >> WORD_SHIFT], city & WORD_MASK):
                followers += in_lane(tables.strength[piece_kind(piece)], piece_seat(piece))
        award(game, followers, tables.city_points)
