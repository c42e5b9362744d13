"""The mini expansion of the 20th Anniversary Edition: arrows with three symbols."""

from __future__ import annotations

from typing import Final

from bastide.fast.action_kinds import ACTIVATE, DEPLOY
from bastide.fast.bit_fields import ROTATION_MASK, piece_kind, piece_seat, piece_segment, tile_of
from bastide.fast.compilation import compiled
from bastide.fast.features import SIDE_OFFSETS, find_root, grid_index, is_open
from bastide.fast.layout import GameRecord, RuleTables
from bastide.fast.names import AGAIN, ARROW, ARROW_ACTIVE, ARROW_OWN, PAIR, REMOTE, VOLCANO
from bastide.fast.options import add_option, fields_of, pack, pack_piece_and_spot, spot_of
from bastide.fast.pieces import is_follower

BY_PAIR, BY_REMOTE, BY_AGAIN = 1, 2, 3
"""The symbols as the state keeps them."""
SIDES: Final = 4
PLACES: Final = SIDES + 1
"""Where arrows may be activated: on the tiles at the four sides of the new tile, and on that tile itself."""
COMFORT: Final = 2


@compiled
def points_at(tables: RuleTables, game: GameRecord, number: int) -> int:
    """Return the index in the grid of the cell that the arrow of a placed tile points at, or -1."""
    laid = game.laid[number]
    arrow = tables.tile_mark[ARROW, tile_of(laid)]
    if arrow == 0:
        return -1
    side = (arrow - 1 + (laid & ROTATION_MASK)) % SIDES
    return grid_index(game.cell[number] + SIDE_OFFSETS[side])


@compiled
def symbol_of(tables: RuleTables, game: GameRecord, number: int) -> int:
    """Return the symbol of a placed tile that has one."""
    tile = tile_of(game.laid[number])
    if tables.tile_mark[PAIR, tile]:
        return BY_PAIR
    return BY_REMOTE if tables.tile_mark[REMOTE, tile] else BY_AGAIN


@compiled
def candidate(tables: RuleTables, game: GameRecord, place: int) -> int:
    """Return the tile at one of the places if its arrow may be activated, or -1."""
    new = game.tiles - 1
    if place == SIDES:
        target = points_at(tables, game, new)
        return new if target >= 0 and game.grid[target] > 0 else -1
    number = game.grid[grid_index(game.cell[new] + SIDE_OFFSETS[place])] - 1
    return number if number >= 0 and points_at(tables, game, number) == grid_index(game.cell[new]) else -1


@compiled
def enter_choose(tables: RuleTables, game: GameRecord) -> None:
    """A single arrow is activated without being asked."""
    found, count = -1, 0
    for place in range(PLACES):
        number = candidate(tables, game, place)
        if number >= 0:
            found = number
            count += 1
    if count == 1:
        activate(tables, game, found)


@compiled
def options_choose(tables: RuleTables, game: GameRecord) -> None:
    """Of several arrows one must be chosen."""
    for place in range(PLACES):
        number = candidate(tables, game, place)
        if number >= 0:
            add_option(game, pack(tables, ACTIVATE, game.cell[number]))
    if game.choices == 1:
        game.choices = 0


@compiled
def do_activate(tables: RuleTables, game: GameRecord, action: int) -> None:
    """The chosen arrow is activated, the others are not."""
    activate(tables, game, game.grid[grid_index(fields_of(action))] - 1)


@compiled
def activate(tables: RuleTables, game: GameRecord, number: int) -> None:
    """The symbol of a tile works in this part; with the third one a second part is earned."""
    symbol = symbol_of(tables, game, number)
    game.ext[tables.column[ARROW_ACTIVE]] = symbol
    game.ext[tables.column[ARROW_OWN]] = 1 if number == game.tiles - 1 else 0
    if symbol == BY_AGAIN:
        game.ext[tables.column[AGAIN]] = 1


@compiled
def enter_comfort(tables: RuleTables, game: GameRecord) -> None:
    """Two points for an arrow of the new tile that was not activated."""
    tile = tile_of(game.laid[game.tiles - 1])
    if tables.tile_mark[ARROW, tile] and game.ext[tables.column[ARROW_OWN]] == 0:
        game.score[game.seat] += COMFORT


@compiled
def choose_pair(tables: RuleTables, game: GameRecord) -> None:
    """A follower may join one of the same seat, wherever it stands."""
    if game.ext[tables.column[ARROW_ACTIVE]] == BY_PAIR:
        for at in range(game.standing):
            if is_partner(tables, game, at) and stands_alone(tables, game, at):
                for kind in range(tables.pieces):
                    if tables.ordinary[kind]:
                        add_deployment(tables, game, kind, piece_segment(game.piece[at]))


@compiled
def is_partner(tables: RuleTables, game: GameRecord, at: int) -> bool:
    """Return whether the piece at an index is a follower of the seat on turn that another one may join."""
    piece = game.piece[at]
    own = piece_seat(piece) == game.seat and tables.ordinary[piece_kind(piece)] == 1
    return own and is_follower(tables, game, at)


@compiled
def stands_alone(tables: RuleTables, game: GameRecord, at: int) -> bool:
    """Return whether no other follower of its kind and seat stands on the segment of the one at an index."""
    segment = piece_segment(game.piece[at])
    for other in range(game.standing):
        beside = other != at and piece_segment(game.piece[other]) == segment
        if beside and is_partner(tables, game, other):
            return False
    return True


@compiled
def choose_remote(tables: RuleTables, game: GameRecord) -> None:
    """A follower may go to any feature that is free and not complete."""
    if game.ext[tables.column[ARROW_ACTIVE]] == BY_REMOTE:
        for segment in range(game.first[game.tiles - 1]):
            if is_free(tables, game, segment):
                for kind in range(tables.pieces):
                    if tables.stands_on[kind, game.kind[segment]]:
                        add_deployment(tables, game, kind, segment)


@compiled
def is_free(tables: RuleTables, game: GameRecord, segment: int) -> bool:
    """Return whether a segment, not on a volcano, belongs to a feature without followers that is not complete."""
    root = find_root(game, segment)
    if game.followers[root] != 0 or tables.tile_mark[VOLCANO, tile_of(game.laid[game.home[segment]])] > 0:
        return False
    return is_open(tables, game, root)


@compiled
def add_deployment(tables: RuleTables, game: GameRecord, kind: int, segment: int) -> None:
    """Add that the seat on turn puts a kind of piece on a segment, if it has one in its supply."""
    if game.supply[game.seat, kind] > 0:
        fields = pack_piece_and_spot(kind, spot_of(game, segment))
        add_option(game, pack(tables, DEPLOY, fields))
