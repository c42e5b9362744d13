"""The Wheel of Fortune: the pig, the sectors, the crown. The pig's sector is counted from 0, that of a space from 1."""

from __future__ import annotations

from typing import Final

from bastide.expansions.wheel_of_fortune import CROWN_HOPE
from bastide.fast.action_kinds import DEPLOY, FLEE
from bastide.fast.bag import bag_size
from bastide.fast.bit_fields import piece_kind, piece_seat, piece_segment
from bastide.fast.compilation import compiled
from bastide.fast.features import find_root, mark_count
from bastide.fast.final_steps import count_touched
from bastide.fast.layout import GameRecord, RuleTables
from bastide.fast.names import CITY, CROWN, FIELD, ICON, MONASTERY, PENNANT, SECTOR, WHEEL_PIG, WHEEL_STOPPED
from bastide.fast.options import (
    add_option,
    has_option,
    pack,
    pack_piece_and_spot,
    segment_at,
    spot_of,
    unpack_piece_and_spot,
)
from bastide.fast.pieces import find_piece, is_follower, lift, withdraw
from bastide.fast.rounds import begin_round, pass_round_on
from bastide.fast.scoring import number_cities, number_fields

SECTORS: Final = 6
FORTUNE, TAXES, FAMINE, STORM, INQUISITION, PLAGUE = range(SECTORS)
CELLS: Final = 16
"""The cells of the board; it lies there before any tile."""
CROWN_SPACES: Final = (1, 2, 1, 2, 1, 2)
FORTUNE_POINTS: Final = 3
MONK_POINTS: Final = 2
FULL_CROWN, CROWN_WITH_ROOM = 3, 6
"""The points of each follower on the crown of a sector whose spaces are all occupied, or not."""


@compiled
def enter_wheel(tables: RuleTables, game: GameRecord) -> None:
    """A drawn icon moves the pig, and the sector where it stops acts at once."""
    icon = tables.tile_mark[ICON, game.tile] if game.tile >= 0 else 0
    if icon == 0:
        return
    pig = (game.ext[tables.column[WHEEL_PIG]] + icon) % SECTORS
    game.ext[tables.column[WHEEL_PIG]] = pig
    game.ext[tables.column[WHEEL_STOPPED]] = 1
    if pig == FORTUNE:
        game.score[game.seat] += FORTUNE_POINTS
    elif pig == TAXES:
        pay_taxes(tables, game)
    elif pig == FAMINE:
        pay_famine(tables, game)
    elif pig == STORM:
        pay_storm(tables, game)
    elif pig == INQUISITION:
        pay_inquisition(tables, game)


@compiled
def stands_on(tables: RuleTables, game: GameRecord, at: int, feature: int) -> bool:
    """Return whether the piece at an index is a follower on a kind of feature (`names`)."""
    kind = game.kind[piece_segment(game.piece[at])]
    return kind == tables.feature[feature] and is_follower(tables, game, at)


@compiled
def pay_taxes(tables: RuleTables, game: GameRecord) -> None:
    """In every city, knights times knights and shields: each knight brings one for each of these."""
    lane = tables.mark_lane[PENNANT, tables.feature[CITY]]
    for at in range(game.standing):
        if stands_on(tables, game, at, CITY):
            seat, city = piece_seat(game.piece[at]), find_root(game, piece_segment(game.piece[at]))
            game.score[seat] += knights(tables, game, seat, city) + mark_count(game.marks[city], lane)


@compiled
def knights(tables: RuleTables, game: GameRecord, seat: int, city: int) -> int:
    """Return the number of knights of a seat in a city."""
    count = 0
    for at in range(game.standing):
        piece = game.piece[at]
        if piece_seat(piece) == seat and find_root(game, piece_segment(piece)) == city:
            count += is_follower(tables, game, at)
    return count


@compiled
def pay_famine(tables: RuleTables, game: GameRecord) -> None:
    """For every farmer, the complete cities that his field touches."""
    number_fields(tables, game)
    number_cities(tables, game)
    for at in range(game.standing):
        if stands_on(tables, game, at, FIELD):
            field = game.number[find_root(game, piece_segment(game.piece[at]))] - 1
            game.score[piece_seat(game.piece[at])] += count_touched(game, field)
    for segment in range(game.segments):
        game.number[segment] = 0


@compiled
def pay_storm(tables: RuleTables, game: GameRecord) -> None:
    """One point for every follower in the supply."""
    for kind in range(tables.pieces):
        if tables.strength[kind] > 0:
            for seat in range(game.players):
                game.score[seat] += game.supply[seat, kind]


@compiled
def pay_inquisition(tables: RuleTables, game: GameRecord) -> None:
    """Two points for every monk."""
    for at in range(game.standing):
        if stands_on(tables, game, at, MONASTERY):
            game.score[piece_seat(game.piece[at])] += MONK_POINTS


@compiled
def enter_plague(tables: RuleTables, game: GameRecord) -> None:
    """Every seat must take a follower back: the seat on turn first, then clockwise."""
    if game.ext[tables.column[WHEEL_STOPPED]] and game.ext[tables.column[WHEEL_PIG]] == PLAGUE:
        begin_round(tables, game, game.seat)


@compiled
def can_flee(tables: RuleTables, game: GameRecord, seat: int) -> None:
    """Any follower on the land, but none on the crown and no special piece."""
    for at in range(game.standing):
        piece = game.piece[at]
        if piece_seat(piece) == seat and is_follower(tables, game, at):
            fields = pack_piece_and_spot(piece_kind(piece), spot_of(game, piece_segment(piece)))
            action = pack(tables, FLEE, fields)
            if not has_option(game, action):
                add_option(game, action)


@compiled
def do_flee(tables: RuleTables, game: GameRecord, action: int) -> None:
    """The follower returns, and companions it leaves alone with it."""
    kind, spot = unpack_piece_and_spot(action)
    pass_round_on(tables, game)
    withdraw(tables, game, find_piece(game, game.asked, kind, segment_at(game, spot)))


@compiled
def sector_of(tables: RuleTables, game: GameRecord, segment: int) -> int:
    """Return the sector of a space of the crown, counted from 1; 0 for any other segment."""
    if game.kind[segment] != tables.feature[CROWN]:
        return 0
    return mark_count(game.marks[segment], tables.mark_lane[SECTOR, game.kind[segment]])


@compiled
def enter_crown(tables: RuleTables, game: GameRecord) -> None:
    """The crown followers of the sector score and return."""
    if game.ext[tables.column[WHEEL_STOPPED]] == 0:
        return
    game.ext[tables.column[WHEEL_STOPPED]] = 0
    pig = game.ext[tables.column[WHEEL_PIG]]
    each = crown_points(tables, game, pig + 1)
    for at in range(game.standing - 1, -1, -1):
        if sector_of(tables, game, piece_segment(game.piece[at])) == pig + 1:
            game.score[piece_seat(game.piece[at])] += each
            lift(tables, game, at)


@compiled
def crown_points(tables: RuleTables, game: GameRecord, sector: int) -> int:
    """Return the points of each follower on the crown of a sector, counted from 1."""
    here = 0
    for at in range(game.standing):
        if sector_of(tables, game, piece_segment(game.piece[at])) == sector:
            here += 1
    return FULL_CROWN if here == CROWN_SPACES[sector - 1] else CROWN_WITH_ROOM


@compiled
def choose_crown(tables: RuleTables, game: GameRecord) -> None:
    """Instead of any other piece, a follower on a vacant crown space."""
    end = game.first[CELLS] if game.tiles > CELLS else game.segments
    for segment in range(end):
        if sector_of(tables, game, segment) and game.followers[segment] == 0:
            for kind in range(tables.pieces):
                if tables.ordinary[kind] and game.supply[game.seat, kind] > 0:
                    fields = pack_piece_and_spot(kind, spot_of(game, segment))
                    add_option(game, pack(tables, DEPLOY, fields))


@compiled
def prospect(tables: RuleTables, game: GameRecord, seat: int) -> float:
    """The pig may still stop where somebody stands on the crown: the more tiles with an icon are left, the likelier."""
    points = 0
    for at in range(game.standing):
        sector = sector_of(tables, game, piece_segment(game.piece[at]))
        if sector > 0 and piece_seat(game.piece[at]) == seat:
            points += crown_points(tables, game, sector)
    if points == 0:
        return 0.0
    stops = 0
    for at in range(bag_size(game)):
        if tables.tile_mark[ICON, game.bag[at]] > 0:
            stops += 1
    return CROWN_HOPE * points * (1.0 - (1.0 - 1.0 / SECTORS) ** stops)
