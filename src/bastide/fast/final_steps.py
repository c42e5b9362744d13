"""The steps of the final scoring that all games share, where rules go beyond those of `turn`."""

from __future__ import annotations

from bastide.fast.awards import award_feature, value
from bastide.fast.bit_fields import WORD_MASK, WORD_SHIFT, has_bit, piece_segment, popcount
from bastide.fast.compilation import compiled
from bastide.fast.expansions.traders_and_builders import field_bonus
from bastide.fast.features import find_root
from bastide.fast.layout import GameRecord, RuleTables
from bastide.fast.majorities import is_judged, judge_in, winners
from bastide.fast.pieces import lift
from bastide.fast.scoring import WORDS, number_cities, number_fields


@compiled
def occupied(tables: RuleTables, game: GameRecord, at: int, completes: int) -> int:
    """Return the feature of the piece at an index, -1 if it is not scored now or has been met with an earlier piece.

    Features that may be complete are scored first, then the others.
    """
    root = find_root(game, piece_segment(game.piece[at]))
    kind = game.kind[root]
    if not tables.has_site[kind] or tables.completes[kind] != completes:
        return -1
    for before in range(at):
        if find_root(game, piece_segment(game.piece[before])) == root:
            return -1
    return root


@compiled
def enter_final_features(tables: RuleTables, game: GameRecord) -> None:
    """Incomplete features pay those who hold them."""
    for at in range(game.standing):
        root = occupied(tables, game, at, 1)
        if root >= 0:
            award_feature(tables, game, root)


@compiled
def enter_final_return(tables: RuleTables, game: GameRecord) -> None:
    """The pieces on features that could have been completed are removed."""
    for at in range(game.standing - 1, -1, -1):
        if tables.completes[game.kind[piece_segment(game.piece[at])]]:
            lift(tables, game, at)


@compiled
def award_judged(tables: RuleTables, game: GameRecord, points: int, cities: int) -> None:
    """Award points to those who hold the judged fields, and what they get besides for a number of cities."""
    seats = winners(tables, game)
    for seat in range(game.players):
        if has_bit(seats, seat):
            game.score[seat] += points + field_bonus(tables, game, seat, cities)


@compiled
def enter_fields(tables: RuleTables, game: GameRecord) -> None:
    """Fields and prairies pay those who hold them, each on its own or every city once."""
    if game.standing == 0:
        return
    number_fields(tables, game)
    cities = number_cities(tables, game)
    if tables.by_city:
        for city in range(cities):
            judge_around(game, city)
            award_judged(tables, game, tables.city_points, 1)
    else:
        for at in range(game.standing):
            root = occupied(tables, game, at, 0)
            if root >= 0:
                touched = count_touched(game, game.number[root] - 1)
                judge_in(game, root)
                award_judged(tables, game, value(tables, game, root) + touched * tables.city_points, touched)
    for segment in range(game.segments):
        game.number[segment] = 0


@compiled
def count_touched(game: GameRecord, field: int) -> int:
    """Return the number of complete cities that an occupied field touches."""
    cities = 0
    for word in range(WORDS):
        cities += popcount(game.touched[field, word])
    return cities


@compiled
def judge_around(game: GameRecord, city: int) -> None:
    """Judge the next majority in all occupied fields around a complete city together."""
    game.judges = 0
    for at in range(game.standing):
        root = find_root(game, piece_segment(game.piece[at]))
        field = game.number[root] - 1
        if has_bit(game.touched[field, city >> WORD_SHIFT], city & WORD_MASK) and not is_judged(game, root):
            game.judged[game.judges] = root
            game.judges += 1
