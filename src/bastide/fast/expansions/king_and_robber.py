"""King and Robber Baron: titles for the greatest city and the longest road."""

from __future__ import annotations

from typing import Final

from bastide.fast.compilation import compiled
from bastide.fast.features import is_open, size
from bastide.fast.layout import GameRecord, RuleTables
from bastide.fast.names import CITY, KING_HELD, KING_RECORD, ROAD, ROBBER_HELD, ROBBER_RECORD

TEN: Final = 10
FIFTEEN: Final = 15
BOTH: Final = 40
EACH_FEATURE, TEN_EACH, FIFTEEN_OR_FORTY = range(3)
"""What the titles are worth at the end, in the order of `support.FINAL_KING`."""


@compiled
def enter_take(tables: RuleTables, game: GameRecord) -> None:
    """Whoever completes a larger city or a longer road than any before takes the token."""
    take_title(tables, game, tables.feature[CITY], tables.column[KING_HELD], tables.column[KING_RECORD])
    take_title(tables, game, tables.feature[ROAD], tables.column[ROBBER_HELD], tables.column[ROBBER_RECORD])


@compiled
def take_title(tables: RuleTables, game: GameRecord, kind: int, held: int, record: int) -> None:
    """Give a title to the seat on turn if it has completed the greatest feature of a kind so far."""
    greatest = 0
    for number in range(game.found):
        if game.kind[game.completed[number]] == kind:
            greatest = max(greatest, size(tables, game, game.completed[number]))
    if greatest > game.ext[record]:
        game.ext[record] = greatest
        for seat in range(game.players):
            game.ext[held + seat] = 1 if seat == game.seat else 0


@compiled
def holder(game: GameRecord, held: int) -> int:
    """Return the seat that holds a title, or -1."""
    for seat in range(game.players):
        if game.ext[held + seat]:
            return seat
    return -1


@compiled
def enter_pay(tables: RuleTables, game: GameRecord) -> None:
    """Whoever holds a title then scores every feature of its kind that the tile completed."""
    king, robber = holder(game, tables.column[KING_HELD]), holder(game, tables.column[ROBBER_HELD])
    for number in range(game.found):
        kind = game.kind[game.completed[number]]
        if king >= 0 and kind == tables.feature[CITY]:
            game.score[king] += 1
        if robber >= 0 and kind == tables.feature[ROAD]:
            game.score[robber] += 1


@compiled
def enter_final(tables: RuleTables, game: GameRecord) -> None:
    """The titles are worth what the rules say, each or both together."""
    king, robber = holder(game, tables.column[KING_HELD]), holder(game, tables.column[ROBBER_HELD])
    if tables.titles == EACH_FEATURE:
        pay_each_feature(tables, game, king, tables.feature[CITY])
        pay_each_feature(tables, game, robber, tables.feature[ROAD])
        return
    each = TEN if tables.titles == TEN_EACH else FIFTEEN
    if king >= 0:
        game.score[king] += each
    if robber >= 0:
        game.score[robber] += each
    if tables.titles == FIFTEEN_OR_FORTY and king >= 0 and king == robber:
        game.score[king] += BOTH - 2 * FIFTEEN


@compiled
def pay_each_feature(tables: RuleTables, game: GameRecord, seat: int, kind: int) -> None:
    """Pay a seat, if there is one, a point for every complete feature of a kind."""
    if seat < 0:
        return
    for segment in range(game.segments):
        if game.parent[segment] == segment and game.kind[segment] == kind and not is_open(tables, game, segment):
            game.score[seat] += 1
