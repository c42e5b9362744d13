"""The River II: the volcano. Where its tiles may be laid is in `rivers`."""

from __future__ import annotations

from bastide.fast.bit_fields import tile_of
from bastide.fast.compilation import compiled
from bastide.fast.layout import GameRecord, RuleTables
from bastide.fast.steps import PIECE
from bastide.fast.turn_steps import fresh_turn


@compiled
def enter_rage(tables: RuleTables, game: GameRecord) -> None:
    """Nobody may put anything down at the volcano."""
    if tables.volcano[tile_of(game.laid[game.tiles - 1])]:
        game.erupted = 1
        game.jump = tables.at[PIECE] + 1


@compiled
def enter_again(tables: RuleTables, game: GameRecord) -> None:
    """Whoever laid the volcano takes a fresh turn."""
    if game.erupted:
        fresh_turn(tables, game)
