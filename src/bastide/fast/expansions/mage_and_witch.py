"""The Mage and the Witch: two figures that change what roads and cities are worth."""

from __future__ import annotations

from bastide.fast.action_kinds import DISPEL, ENCHANT
from bastide.fast.bit_fields import piece_kind, piece_segment, tile_of
from bastide.fast.compilation import compiled
from bastide.fast.features import find_root, size
from bastide.fast.layout import GameRecord, RuleTables
from bastide.fast.names import CITY, MAGE, MAGIC, ROAD, WITCH
from bastide.fast.options import (
    add_option,
    fields_of,
    pack,
    pack_piece_and_spot,
    segment_at,
    spot_of,
    unpack_piece_and_spot,
)
from bastide.fast.pieces import lift, put
from bastide.rules.model import NOBODY


@compiled
def stands_at(game: GameRecord, figure: int) -> int:
    """Return the index of a figure among the pieces on the board, or -1."""
    for at in range(game.standing):
        if piece_kind(game.piece[at]) == figure:
            return at
    return -1


@compiled
def stands_in(game: GameRecord, figure: int) -> int:
    """Return the feature where a figure stands, or -1."""
    at = stands_at(game, figure)
    return find_root(game, piece_segment(game.piece[at])) if at >= 0 else -1


@compiled
def options_move(tables: RuleTables, game: GameRecord) -> None:
    """A magic tile moves one figure, and two on one feature must part; if neither can go anywhere, one leaves."""
    mage, witch = tables.piece[MAGE], tables.piece[WITCH]
    mage_in, witch_in = stands_in(game, mage), stands_in(game, witch)
    together = mage_in >= 0 and mage_in == witch_in
    if not together and tables.tile_mark[MAGIC, tile_of(game.laid[game.tiles - 1])] == 0:
        return
    for root in range(game.segments):
        if is_target(tables, game, root) and root not in (mage_in, witch_in):
            spot = spot_of(game, root)
            add_option(game, pack(tables, ENCHANT, pack_piece_and_spot(mage, spot)))
            add_option(game, pack(tables, ENCHANT, pack_piece_and_spot(witch, spot)))
    if game.choices == 0:
        if mage_in >= 0:
            add_option(game, pack(tables, DISPEL, mage))
        if witch_in >= 0:
            add_option(game, pack(tables, DISPEL, witch))


@compiled
def is_target(tables: RuleTables, game: GameRecord, segment: int) -> bool:
    """Return whether a segment is the root of an incomplete road or city."""
    kind = game.kind[segment]
    on_way = kind == tables.feature[ROAD] or kind == tables.feature[CITY]
    return on_way and game.parent[segment] == segment and game.unmet[segment] != 0


@compiled
def do_enchant(tables: RuleTables, game: GameRecord, action: int) -> None:
    """A figure comes to a feature, from another one or from beside the board."""
    figure, spot = unpack_piece_and_spot(action)
    dispel(tables, game, figure)
    put(tables, game, NOBODY, figure, segment_at(game, spot))


@compiled
def do_dispel(tables: RuleTables, game: GameRecord, action: int) -> None:
    """A figure leaves the map; a later magic tile may bring it back."""
    dispel(tables, game, fields_of(action))


@compiled
def dispel(tables: RuleTables, game: GameRecord, figure: int) -> None:
    """Remove a figure from the map, if it is there."""
    at = stands_at(game, figure)
    if at >= 0:
        lift(tables, game, at)


@compiled
def magic_points(tables: RuleTables, game: GameRecord, root: int, points: int) -> int:
    """Return what mage and witch add to the points of a feature.

    With the mage these are a point for every tile; the witch then takes half of all points, rounded down.
    """
    if tables.piece[MAGE] < 0:
        return 0
    more = size(tables, game, root) if stands_in(game, tables.piece[MAGE]) == root else 0
    if stands_in(game, tables.piece[WITCH]) == root:
        more -= (points + more) // 2
    return more
