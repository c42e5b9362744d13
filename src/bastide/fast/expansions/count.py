"""The Count of Carcassonne: followers enter the districts of the city and leave all but the Count's."""

from __future__ import annotations

from typing import Final

from bastide.expansions.count import IN_TOWN_HOPE
from bastide.fast.action_kinds import ENTER, ESCORT, LEAVE
from bastide.fast.bag import time_left
from bastide.fast.bit_fields import PIECE_GUEST, pack_piece, piece_kind, piece_seat, piece_segment
from bastide.fast.compilation import compiled
from bastide.fast.features import RING_OFFSETS, filled_around, is_open, mark_count
from bastide.fast.layout import MAX_FEATURE_KINDS, GameRecord, RuleTables
from bastide.fast.names import (
    CITY,
    COUNT_BEFORE,
    COUNT_ENTERED,
    COUNT_STANDS,
    DISTRICT,
    DISTRICT_NUMBER,
    FIELD,
    MONASTERY,
    ROAD,
    SHRINE,
)
from bastide.fast.options import PIECE_BITS, PIECE_MASK, add_option, fields_of, pack, segment_at, spot_of
from bastide.fast.pieces import find_piece, insert, lift, place_on, put_from_supply
from bastide.fast.rounds import begin_round
from bastide.fast.turn_steps import add_pass

CASTLE, MARKET, SMITHY, CATHEDRAL = range(4)
DISTRICTS: Final = 4
DISTRICT_BITS: Final = 2
DISTRICT_MASK: Final = (1 << DISTRICT_BITS) - 1
BY_THE_PLAYER, CLOCKWISE, WITH_THE_FOLLOWER = range(3)
"""How the Count moves, in the order of `support.ENTER`."""


@compiled
def district_of(tables: RuleTables, game: GameRecord, segment: int) -> int:
    """Return the district that a segment is, or -1."""
    kind = tables.feature[DISTRICT]
    if game.kind[segment] != kind:
        return -1
    return mark_count(game.marks[segment], tables.mark_lane[DISTRICT_NUMBER, kind]) - 1


@compiled
def space_of(tables: RuleTables, game: GameRecord, district: int) -> int:
    """Return the segment where the pieces of a district stand, -1 on a board without the City of Carcassonne."""
    for segment in range(game.segments):
        if district_of(tables, game, segment) == district:
            return segment
    return -1


@compiled
def leads_to(tables: RuleTables, district: int, feature: int) -> bool:
    """Return whether followers go from a district to a kind of feature."""
    if district == CASTLE:
        return feature == tables.feature[CITY]
    if district == MARKET:
        return feature == tables.feature[FIELD]
    if district == SMITHY:
        return feature == tables.feature[ROAD]
    return feature == tables.feature[MONASTERY] or feature == tables.feature[SHRINE]


@compiled
def serves(tables: RuleTables, kind: int, district: int) -> bool:
    """Return whether a kind of follower could ever leave a district: then it may enter."""
    for feature in range(MAX_FEATURE_KINDS):
        if tables.stands_on[kind, feature] and leads_to(tables, district, feature):
            return True
    return False


# Leaving


@compiled
def district_left(tables: RuleTables, game: GameRecord, seat: int, at: int) -> int:
    """Return the district that the piece at an index may leave, or -1.

    It is a follower of the seat and the first of its kind there, and the Count stands elsewhere.
    """
    piece = game.piece[at]
    segment, kind = piece_segment(piece), piece_kind(piece)
    district = district_of(tables, game, segment)
    if piece_seat(piece) != seat or district < 0 or district == game.ext[tables.column[COUNT_STANDS]]:
        return -1
    counts = space_of(tables, game, district) == segment and find_piece(game, seat, kind, segment) == at
    return district if counts and serves(tables, kind, district) else -1


@compiled
def add_leave(tables: RuleTables, game: GameRecord, at: int, district: int, root: int) -> None:
    """Add that the piece at an index leaves its district for a feature, if it leads there."""
    if leads_to(tables, district, game.kind[root]):
        fields = (spot_of(game, root) << DISTRICT_BITS | district) << PIECE_BITS | piece_kind(game.piece[at])
        add_option(game, pack(tables, LEAVE, fields))


@compiled
def can_leave(tables: RuleTables, game: GameRecord, seat: int) -> None:
    """From castle, smithy and cathedral to what the tile completed."""
    for at in range(game.standing):
        district = district_left(tables, game, seat, at)
        if district >= 0:
            for number in range(game.found):
                add_leave(tables, game, at, district, game.completed[number])
    add_pass(tables, game)


@compiled
def enter_leave(tables: RuleTables, game: GameRecord) -> None:
    """A tile that completed something opens a round."""
    if game.found > 0:
        begin_round_beside(tables, game)


@compiled
def begin_round_beside(tables: RuleTables, game: GameRecord) -> None:
    """The left neighbour of the seat on turn begins, that seat is last."""
    begin_round(tables, game, (game.seat + 1) % game.players)


@compiled
def do_leave(tables: RuleTables, game: GameRecord, action: int) -> None:
    """A follower joins a feature as a whole, on none of its tiles."""
    fields = fields_of(action)
    kind, district = fields & PIECE_MASK, fields >> PIECE_BITS & DISTRICT_MASK
    seat, segment = game.asked, segment_at(game, fields >> PIECE_BITS + DISTRICT_BITS)
    lift(tables, game, find_piece(game, seat, kind, space_of(tables, game, district)))
    insert(tables, game, pack_piece(segment, seat, kind) | PIECE_GUEST, place_on(game, segment))
    game.supply[seat, kind] -= 1


@compiled
def can_go_to_field(tables: RuleTables, game: GameRecord, seat: int) -> None:
    """From the market to any field."""
    for at in range(game.standing):
        if district_left(tables, game, seat, at) == MARKET:
            for segment in range(game.segments):
                if game.parent[segment] == segment:
                    add_leave(tables, game, at, MARKET, segment)
    add_pass(tables, game)


@compiled
def can_go_to_unfinished(tables: RuleTables, game: GameRecord, seat: int) -> None:
    """From the other districts to incomplete features."""
    for at in range(game.standing):
        district = district_left(tables, game, seat, at)
        if district >= 0 and district != MARKET:
            for segment in range(game.segments):
                if game.parent[segment] == segment and is_unfinished(tables, game, district, segment):
                    add_leave(tables, game, at, district, segment)
    add_pass(tables, game)


@compiled
def is_unfinished(tables: RuleTables, game: GameRecord, district: int, root: int) -> bool:
    """Return whether a feature to which a district leads is incomplete, even a shrine where followers never stand."""
    if district == CATHEDRAL:
        return filled_around(game, game.cell[game.home[root]]) < len(RING_OFFSETS)
    return is_open(tables, game, root)


# Entering


@compiled
def enter_look(tables: RuleTables, game: GameRecord) -> None:
    """Remember the points before features are scored."""
    for seat in range(game.players):
        game.ext[tables.column[COUNT_BEFORE] + seat] = game.score[seat]


@compiled
def may_enter(tables: RuleTables, game: GameRecord) -> bool:
    """Return whether others scored features and the seat on turn did not."""
    before, gained = tables.column[COUNT_BEFORE], False
    for seat in range(game.players):
        if game.score[seat] != game.ext[before + seat]:
            if seat == game.seat:
                return False
            gained = True
    return gained


@compiled
def options_enter(tables: RuleTables, game: GameRecord) -> None:
    """Others scored features and the seat on turn did not: a follower of its own may enter."""
    if not may_enter(tables, game):
        return
    for district in range(DISTRICTS):
        if space_of(tables, game, district) >= 0:
            for kind in range(tables.pieces):
                if game.supply[game.seat, kind] > 0 and serves(tables, kind, district):
                    add_option(game, pack(tables, ENTER, district << PIECE_BITS | kind))
    add_pass(tables, game)


@compiled
def do_enter(tables: RuleTables, game: GameRecord, action: int) -> None:
    """The follower goes to the district, and the Count may move with or after it."""
    fields = fields_of(action)
    kind, district = fields & PIECE_MASK, fields >> PIECE_BITS
    put_from_supply(tables, game, game.seat, kind, space_of(tables, game, district))
    game.ext[tables.column[COUNT_ENTERED]] = 1
    stands = tables.column[COUNT_STANDS]
    if tables.count_moves == CLOCKWISE:
        game.ext[stands] = (game.ext[stands] + 1) % DISTRICTS
    elif tables.count_moves == WITH_THE_FOLLOWER:
        game.ext[stands] = district


@compiled
def options_escort(tables: RuleTables, game: GameRecord) -> None:
    """Whoever has just entered may move the Count."""
    if game.ext[tables.column[COUNT_ENTERED]]:
        for district in range(DISTRICTS):
            if district != game.ext[tables.column[COUNT_STANDS]]:
                add_option(game, pack(tables, ESCORT, district))
        add_pass(tables, game)


@compiled
def do_escort(tables: RuleTables, game: GameRecord, action: int) -> None:
    """The Count moves to another district."""
    game.ext[tables.column[COUNT_STANDS]] = fields_of(action)


@compiled
def prospect(tables: RuleTables, game: GameRecord, seat: int) -> float:
    """Followers in Carcassonne may still go where something is completed."""
    in_town = 0
    for at in range(game.standing):
        piece = game.piece[at]
        if piece_seat(piece) == seat and district_of(tables, game, piece_segment(piece)) >= 0:
            in_town += 1
    return time_left(game, 6.0) * IN_TOWN_HOPE * in_town
