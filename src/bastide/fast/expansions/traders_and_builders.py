"""Traders & Builders: second parts of turns, goods, pigs and the pigsty."""

from __future__ import annotations

from typing import Final

from bastide.expansions.traders_and_builders import BUILDER_HOPE, GOOD_HOPE, KEPT_HOPE, SECOND_HOPE
from bastide.fast.bag import time_left
from bastide.fast.bit_fields import lane_of, piece_kind, piece_seat, piece_segment
from bastide.fast.compilation import compiled
from bastide.fast.features import find_root, mark_count
from bastide.fast.layout import GameRecord, RuleTables
from bastide.fast.majorities import is_judged
from bastide.fast.names import AGAIN, BUILDER, CITY, GOODS_HELD, PIG, PIGSTY, WINE

GOODS: Final = 3
MOST_OF_A_KIND: Final = 10
"""The points for the most of each kind of goods."""


@compiled
def enter_builder(tables: RuleTables, game: GameRecord) -> None:
    """Whoever extends the feature of his own builder earns a second part."""
    for at in range(game.standing):
        piece = game.piece[at]
        if piece_kind(piece) == tables.piece[BUILDER] and piece_seat(piece) == game.seat:
            root = find_root(game, piece_segment(piece))
            for segment in range(game.first[game.tiles - 1], game.segments):
                if find_root(game, segment) == root:
                    game.ext[tables.column[AGAIN]] = 1


@compiled
def enter_goods(tables: RuleTables, game: GameRecord) -> None:
    """Whoever completes a city takes the goods shown in it, occupied or not."""
    held = tables.column[GOODS_HELD] + GOODS * game.seat
    for number in range(game.found):
        root = game.completed[number]
        if game.kind[root] == tables.feature[CITY]:
            for good in range(GOODS):
                lane = tables.mark_lane[WINE + good, game.kind[root]]
                if lane >= 0:
                    game.ext[held + good] += mark_count(game.marks[root], lane)


@compiled
def field_bonus(tables: RuleTables, game: GameRecord, seat: int, cities: int) -> int:
    """Return what a pig, and what a pigsty, brings to a seat besides in the judged fields: a point a city each."""
    if tables.piece[PIG] < 0:
        return 0
    return cities * (has_pig(tables, game, seat) + has_pigsty(tables, game, seat))


@compiled
def has_pig(tables: RuleTables, game: GameRecord, seat: int) -> int:
    """Return 1 if a pig of a seat stands in the judged fields, else 0."""
    for at in range(game.standing):
        piece = game.piece[at]
        own = piece_kind(piece) == tables.piece[PIG] and piece_seat(piece) == seat
        if own and is_judged(game, find_root(game, piece_segment(piece))):
            return 1
    return 0


@compiled
def has_pigsty(tables: RuleTables, game: GameRecord, seat: int) -> int:
    """Return 1 if there is a pigsty in one of the judged fields where a seat has farmers, else 0."""
    for number in range(game.judges):
        root = game.judged[number]
        lane = tables.mark_lane[PIGSTY, game.kind[root]]
        if lane >= 0 and mark_count(game.marks[root], lane) > 0 and lane_of(game.followers[root], seat) > 0:
            return 1
    return 0


@compiled
def enter_final_goods(tables: RuleTables, game: GameRecord) -> None:
    """Ten points for the most of each kind of goods, ties included."""
    first = tables.column[GOODS_HELD]
    for good in range(GOODS):
        most = 1
        for seat in range(game.players):
            most = max(most, game.ext[first + GOODS * seat + good])
        for seat in range(game.players):
            if game.ext[first + GOODS * seat + good] == most:
                game.score[seat] += MOST_OF_A_KIND


@compiled
def prospect(tables: RuleTables, game: GameRecord, seat: int) -> float:
    """Goods may still become a majority, builders and pigs may still be of use, and a second part may be due."""
    goods, at_work, builder = 0, 0, tables.piece[BUILDER]
    for good in range(GOODS):
        goods += game.ext[tables.column[GOODS_HELD] + GOODS * seat + good]
    for at in range(game.standing):
        piece = game.piece[at]
        if piece_kind(piece) == builder and piece_seat(piece) == seat:
            at_work += game.unmet[find_root(game, piece_segment(piece))] != 0
    at_home = game.supply[seat, builder] + game.supply[seat, tables.piece[PIG]]
    earned = game.part > 0 or game.ext[tables.column[AGAIN]] > 0
    due = SECOND_HOPE if seat == game.seat and game.left > 0 and earned else 0.0
    return due + time_left(game, 10.0) * (GOOD_HOPE * goods + BUILDER_HOPE * at_work + KEPT_HOPE * at_home)
