"""Scoring: what the new tile completed, and the end of the game."""

from __future__ import annotations

from typing import Final

from bastide.fast.compilation import compiled
from bastide.fast.features import RING, are_adjacent, filled_around, find_root, popcount, worth
from bastide.fast.layout import MOST_CITIES, GameRecord, RuleTables
from bastide.fast.pieces import lift_all
from bastide.rules.ruleset import LANE

LANE_MASK: Final = (1 << LANE) - 1
WORDS: Final = MOST_CITIES // 64


@compiled
def strongest(game: GameRecord, followers: int) -> int:
    """Return the greatest strength that a seat has among some followers, at least 1."""
    best = 1
    for seat in range(game.players):
        best = max(best, followers >> LANE * seat & LANE_MASK)
    return best


@compiled
def award(game: GameRecord, followers: int, points: int) -> None:
    """Give points to the seats with the strongest followers, if there are any."""
    best = strongest(game, followers)
    for seat in range(game.players):
        if followers >> LANE * seat & LANE_MASK == best:
            game.score[seat] += points


@compiled
def score_new_tile(tables: RuleTables, game: GameRecord) -> None:
    """Pay for the features that the new tile completed, and send their followers home."""
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
    """Pay those near the new tile whose features are complete with it, and send them home."""
    at = 0
    while at < game.standing:
        root = find_root(game, game.piece[at] >> 9)
        home = game.cell[game.home[root]]
        if tables.around[game.kind[root]] and are_adjacent(home, cell) and filled_around(game, home) == len(RING):
            award(game, game.followers[root], worth(tables, game, root))
            lift_all(tables, game, root)
        else:
            at += 1


@compiled
def score_incomplete(tables: RuleTables, game: GameRecord) -> None:
    """At the end, pay for what is not complete, and send home whoever could have completed something."""
    at = 0
    while at < game.standing:
        root = find_root(game, game.piece[at] >> 9)
        if tables.completes[game.kind[root]]:
            award(game, game.followers[root], worth(tables, game, root))
            lift_all(tables, game, root)
        else:
            at += 1


@compiled
def score_fields(tables: RuleTables, game: GameRecord) -> None:
    """At the end, pay the farmers for the complete cities that their fields touch."""
    if game.standing == 0:
        return
    number_fields(game)
    cities = number_cities(tables, game)
    if tables.by_city:
        pay_by_city(tables, game, cities)
    else:
        pay_by_field(tables, game)
    for segment in range(game.segments):
        game.number[segment] = 0


@compiled
def number_fields(game: GameRecord) -> None:
    """Number the fields where farmers stand, who alone are left on the board."""
    fields = 0
    for at in range(game.standing):
        root = find_root(game, game.piece[at] >> 9)
        if game.number[root] == 0:
            for word in range(WORDS):
                game.touched[fields, word] = 0
            fields += 1
            game.number[root] = fields


@compiled
def number_cities(tables: RuleTables, game: GameRecord) -> int:
    """Note the complete cities that every numbered field touches; number them, and return how many there are."""
    cities = 0
    for number in range(game.tiles):
        tile, first = game.laid[number] >> 2, game.first[number]
        for local in range(tables.count[tile]):
            touches = tables.touches[tile, local]
            if touches != 0:
                field = game.number[find_root(game, first + local)]
                if field > 0:
                    cities = mark_cities(game, field - 1, first, touches, cities)
    return cities


@compiled
def mark_cities(game: GameRecord, field: int, first: int, touches: int, cities: int) -> int:
    """Note the complete ones among the cities that a field touches on one tile; return how many have a number now."""
    while touches:
        if touches & 1:
            city = find_root(game, first)
            if game.unmet[city] == 0:
                if game.number[city] == 0:
                    cities += 1
                    game.number[city] = cities
                at = game.number[city] - 1
                game.touched[field, at >> 6] |= 1 << (at & 63)
        first += 1
        touches >>= 1
    return cities


@compiled
def pay_by_field(tables: RuleTables, game: GameRecord) -> None:
    """Pay for every field by itself."""
    for at in range(game.standing):
        root = find_root(game, game.piece[at] >> 9)
        field = game.number[root] - 1
        if field >= 0:
            cities = 0
            for word in range(WORDS):
                cities += popcount(game.touched[field, word])
            award(game, game.followers[root], cities * tables.city_points)
            game.number[root] = 0


@compiled
def pay_by_city(tables: RuleTables, game: GameRecord, cities: int) -> None:
    """Pay once for every city, judged in all the fields around it together."""
    for city in range(cities):
        followers = 0
        for at in range(game.standing):
            piece = game.piece[at]
            field = game.number[find_root(game, piece >> 9)] - 1
            if game.touched[field, city >> 6] >> (city & 63) & 1:
                followers += tables.strength[piece & 15] << LANE * (piece >> 4 & 15)
        award(game, followers, tables.city_points)
