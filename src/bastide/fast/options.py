"""Options: the legal actions where neither a placement nor a draw of a tile is due, stored in the game record."""

from __future__ import annotations

from typing import Final

from bastide.fast.bit_fields import pack_spot, spot_cell, spot_segment
from bastide.fast.compilation import compiled
from bastide.fast.features import grid_index
from bastide.fast.layout import GameRecord, RuleTables
from bastide.rules import model

KIND_BITS: Final = model.KIND_BITS
PIECE_BITS: Final = model.PIECE.bits
PIECE_MASK: Final = (1 << PIECE_BITS) - 1


@compiled
def add_option(game: GameRecord, action: int) -> None:
    """Add a legal action."""
    game.option[game.choices] = action
    game.choices += 1


@compiled
def add_draw(game: GameRecord, action: int, cases: int) -> None:
    """Add an outcome of a draw with its number of equally likely cases, unless there is none."""
    if cases > 0:
        game.weight[game.choices] = cases
        add_option(game, action)


@compiled
def pack(tables: RuleTables, kind: int, fields: int) -> int:
    """Return an action of a kind (`action_kinds`), given its packed fields."""
    return fields << KIND_BITS | tables.code[kind]


@compiled
def fields_of(action: int) -> int:
    """Return the packed fields of an action."""
    return action >> KIND_BITS


@compiled
def pack_piece_and_spot(piece: int, spot: int) -> int:
    """Return the packed fields of an action with a kind of piece and a spot."""
    return spot << PIECE_BITS | piece


@compiled
def unpack_piece_and_spot(action: int) -> tuple[int, int]:
    """Return the kind of piece and the spot of an action that has these two fields."""
    fields = fields_of(action)
    return fields & PIECE_MASK, fields >> PIECE_BITS


@compiled
def spot_of(game: GameRecord, segment: int) -> int:
    """Return a segment of the board as a spot."""
    home = game.home[segment]
    return pack_spot(game.cell[home], segment - game.first[home])


@compiled
def has_option(game: GameRecord, action: int) -> bool:
    """Return whether an action is among the options."""
    at = 0
    while at < game.choices and game.option[at] != action:
        at += 1
    return at < game.choices


@compiled
def segment_at(game: GameRecord, spot: int) -> int:
    """Return the segment of the board at a spot."""
    return game.first[game.grid[grid_index(spot_cell(spot))] - 1] + spot_segment(spot)
