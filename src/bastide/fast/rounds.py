"""Rounds of the table: seats are asked one after the other, and whoever has nothing to choose is passed over."""

from __future__ import annotations

from bastide.fast.compilation import compiled
from bastide.fast.layout import GameRecord, RuleTables
from bastide.fast.names import ROUND_LEFT


@compiled
def begin_round(tables: RuleTables, game: GameRecord, first: int) -> None:
    """Begin a round with a seat."""
    at = tables.column[ROUND_LEFT]
    game.ext[at] = game.players
    game.ext[at + 1] = first


@compiled
def end_round(tables: RuleTables, game: GameRecord) -> None:
    """Forget a round with its step."""
    at = tables.column[ROUND_LEFT]
    if at >= 0:
        game.ext[at] = 0
        game.ext[at + 1] = 0


@compiled
def seats_left(tables: RuleTables, game: GameRecord) -> int:
    """Return how many seats are still to be asked."""
    return game.ext[tables.column[ROUND_LEFT]]


@compiled
def seat_with(tables: RuleTables, game: GameRecord, left: int) -> int:
    """Return the seat that is asked when so many seats are left, itself counted."""
    return (game.ext[tables.column[ROUND_LEFT] + 1] + game.players - left) % game.players


@compiled
def pass_round_on(tables: RuleTables, game: GameRecord) -> None:
    """End the turn of the seat that is asked in a round, if there is a round."""
    at = tables.column[ROUND_LEFT]
    if at >= 0 and game.ext[at] > 0:
        rank = (game.asked - game.ext[at + 1]) % game.players
        game.ext[at] = game.players - 1 - rank
