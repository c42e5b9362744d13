"""The Catapult: its four games with a token that flies over the map; the flight itself is in `ballistics`."""

from __future__ import annotations

from typing import Final

from bastide.expansions.catapult import CATCH, FINE, KNOCKOUT, PRIZE, TARGET
from bastide.fast import action_kinds as kinds
from bastide.fast import ballistics
from bastide.fast.ballistics import grown, holds, point_at, point_xy, square, stand, throw, xy
from bastide.fast.bit_fields import is_guest, pack_piece, piece_kind, piece_seat, piece_segment, tile_of
from bastide.fast.compilation import compiled
from bastide.fast.features import find_root
from bastide.fast.layout import GameRecord, RuleTables
from bastide.fast.names import (
    DISTRICT,
    FAIR,
    FAIR_CHOSEN,
    FAIR_GAME,
    FAIR_MISSED,
    FAIR_RESTS,
    FAIR_THROWN,
    FAIR_VICTIM,
)
from bastide.fast.options import (
    PIECE_BITS,
    add_draw,
    add_option,
    fields_of,
    has_option,
    pack,
    pack_piece_and_spot,
    segment_at,
    spot_of,
    unpack_piece_and_spot,
)
from bastide.fast.pieces import dismiss_companions, find_piece, insert, lift
from bastide.fast.rng import random_below
from bastide.fast.steps import FAIR_AIM
from bastide.kernel.anchors import BESIDE
from bastide.kernel.ballistics import HANDS, LANE, NUMBER_BITS, NUMBERS, Box, Flight
from bastide.kernel.geometry import UNIT, Point
from bastide.rules import model

GIVEN: Final = 1 << model.KIND_BITS
"""The bit of a scatter whose numbers are in the record."""
KIND_MASK: Final = model.KIND_MASK
SEAT_BITS: Final = model.SEAT.bits
SEAT_MASK: Final = (1 << SEAT_BITS) - 1


# The seats and the map


@compiled
def game_played(tables: RuleTables, game: GameRecord) -> int:
    """Return the game that is being played at the fair, or -1."""
    return game.ext[tables.column[FAIR_GAME]] - 1


@compiled
def hurler(tables: RuleTables, game: GameRecord) -> int:
    """Return the seat whose throw it is: the seat on turn first, then clockwise."""
    return (game.seat + game.ext[tables.column[FAIR_THROWN]]) % game.players


@compiled
def catcher(tables: RuleTables, game: GameRecord) -> int:
    """Return the left neighbour of the hurler."""
    return (hurler(tables, game) + 1) % game.players


@compiled
def find_standing(tables: RuleTables, game: GameRecord) -> None:
    """Find all followers that a token can reach, in the order of the pieces."""
    game.reachable = 0
    rank, last = 0, -1
    for at in range(game.standing):
        if is_on_the_map(tables, game, at):
            segment = piece_segment(game.piece[at])
            rank = rank + 1 if segment == last else 0
            last = segment
            x, y = centre(tables, game, segment, rank)
            add_standing(game, at, x, y)


@compiled
def add_standing(game: GameRecord, at: int, x: int, y: int) -> None:
    """Add the piece at an index, which stands at a point, to the followers that a token can reach."""
    number = game.reachable
    game.reach_place[number] = at
    game.reach_piece[number] = game.piece[at]
    game.reach_x[number], game.reach_y[number] = x, y
    game.reachable += 1


@compiled
def is_on_the_map(tables: RuleTables, game: GameRecord, at: int) -> bool:
    """Return whether a token can reach the piece at an index: a follower on a tile, on the land or on the crown."""
    piece = game.piece[at]
    if tables.strength[piece_kind(piece)] == 0 or is_guest(piece):
        return False
    return game.kind[piece_segment(piece)] != tables.feature[DISTRICT]


@compiled
def centre(tables: RuleTables, game: GameRecord, segment: int, rank: int) -> Point:
    """Return where the piece with this rank among those on a segment stands, on the whole plane."""
    home = game.home[segment]
    laid, local = game.laid[home], segment - game.first[home]
    column, row = xy(game.cell[home])
    dx, dy = BESIDE[rank % len(BESIDE)]
    return UNIT * column + tables.anchor_x[laid, local] + dx, UNIT * row + tables.anchor_y[laid, local] + dy


@compiled
def map_box(game: GameRecord) -> Box:
    """Return the bounding box of all placed tiles."""
    west, north = xy(game.cell[0])
    east, south = west, north
    for number in range(1, game.tiles):
        column, row = xy(game.cell[number])
        west, east = min(west, column), max(east, column)
        north, south = min(north, row), max(south, row)
    return Box(UNIT * west, UNIT * north, UNIT * (east + 1), UNIT * (south + 1))


# Choosing


@compiled
def options_choose(tables: RuleTables, game: GameRecord) -> None:
    """After a tile with a fair, the seat on turn must choose one of the four games."""
    if tables.tile_mark[FAIR, tile_of(game.laid[game.tiles - 1])] > 0:
        for number in range(4):
            add_option(game, pack(tables, kinds.FAIR, number))


@compiled
def do_fair(tables: RuleTables, game: GameRecord, action: int) -> None:
    """Everybody will play it, once."""
    game.ext[tables.column[FAIR_GAME]] = fields_of(action) + 1


@compiled
def options_aim(tables: RuleTables, game: GameRecord) -> None:
    """Some of the points one may aim at: the middles of tiles and of the cells beside them, or a grid on the lane."""
    played = game_played(tables, game)
    if played < 0:
        return
    game.asked = hurler(tables, game)
    if played == CATCH:
        add_grid(tables, game, kinds.HURL, LANE)
        return
    for number in range(game.tiles):
        add_middle(tables, game, game.cell[number])
    for number in range(game.open):
        add_middle(tables, game, game.open_cell[number])


@compiled
def add_middle(tables: RuleTables, game: GameRecord, cell: int) -> None:
    """Add the middle of a cell to the points to aim at."""
    column, row = xy(cell)
    add_option(game, pack(tables, kinds.HURL, point_at(UNIT * column + UNIT // 2, UNIT * row + UNIT // 2)))


@compiled
def add_grid(tables: RuleTables, game: GameRecord, kind: int, box: Box) -> None:
    """Add points of a box that lie so far apart as the lane is divided."""
    for y in range(box.north, box.south + 1, FINE):
        for x in range(box.west, box.east + 1, FINE):
            add_option(game, pack(tables, kind, point_at(x, y)))


@compiled
def options_hands(tables: RuleTables, game: GameRecord) -> None:
    """In a catch, some of the places where the hands may be."""
    if game_played(tables, game) == CATCH:
        game.asked = catcher(tables, game)
        add_grid(tables, game, kinds.REACH, HANDS)


@compiled
def may_aim(tables: RuleTables, game: GameRecord, action: int) -> bool:
    """Return whether an action aims at a point of the area: the map and a margin of one tile, or the lane."""
    if tables.kind_of[action & KIND_MASK] != kinds.HURL:
        return False
    point = point_xy(fields_of(action))
    if game_played(tables, game) == CATCH:
        return holds(LANE, point)
    return holds(grown(map_box(game)), point)


@compiled
def may_reach(tables: RuleTables, action: int) -> bool:
    """Return whether an action holds the hands anywhere beyond the measuring board."""
    return tables.kind_of[action & KIND_MASK] == kinds.REACH and holds(HANDS, point_xy(fields_of(action)))


@compiled
def do_choose_point(tables: RuleTables, game: GameRecord, action: int) -> None:
    """The point is fixed."""
    game.ext[tables.column[FAIR_CHOSEN] + game.asked] = fields_of(action)


# Throwing


@compiled
def options_scatter(tables: RuleTables, game: GameRecord) -> None:
    """Nine numbers are drawn once all points are fixed: too many outcomes to list, so one stands for them all."""
    chosen, played = tables.column[FAIR_CHOSEN], game_played(tables, game)
    if played < 0 or game.ext[chosen + hurler(tables, game)] == 0:
        return
    if played != CATCH or game.ext[chosen + catcher(tables, game)] != 0:
        add_draw(game, pack(tables, kinds.SCATTER, 0), 1)


@compiled
def do_scatter(tables: RuleTables, game: GameRecord, action: int) -> None:
    """The token flies, and what it does depends on the game."""
    if action & GIVEN == 0:
        for number in range(NUMBERS):
            game.scatter[number] = random_below(game, 1 << NUMBER_BITS)
    seat, played = hurler(tables, game), game_played(tables, game)
    aim = point_xy(game.ext[tables.column[FAIR_CHOSEN] + seat])
    if played == CATCH:
        duel(tables, game, aim)
        return
    flight = throw(stand(map_box(game), seat, game.players), aim, game.scatter)
    if played == KNOCKOUT:
        knock_out(tables, game, flight)
    elif played == TARGET:
        column, row = xy(game.cell[game.tiles - 1])
        game.ext[tables.column[FAIR_MISSED] + seat] = ballistics.miss(flight.rest, column, row)
    elif lies_on_the_map(game, flight.rest):
        game.ext[tables.column[FAIR_RESTS]] = point_at(flight.rest[0], flight.rest[1])


@compiled
def lies_on_the_map(game: GameRecord, rest: Point) -> bool:
    """Return whether any part of a token at rest lies on a tile."""
    for number in range(game.tiles):
        column, row = xy(game.cell[number])
        if ballistics.overlaps(rest, column, row):
            return True
    return False


@compiled
def knock_out(tables: RuleTables, game: GameRecord, flight: Flight) -> None:
    """All whom the token sweeps away go home without points, wherever it came down."""
    find_standing(tables, game)
    ballistics.find_knocked(flight, game.reach_x, game.reach_y, game.reach_link, game.reachable)
    for number in range(game.reachable - 1, -1, -1):
        if game.reach_link[number] > 0:
            lift(tables, game, game.reach_place[number])
    for number in range(game.reachable):
        if game.reach_link[number] > 0:
            piece = game.reach_piece[number]
            dismiss_companions(tables, game, find_root(game, piece_segment(piece)), piece_seat(piece))


@compiled
def duel(tables: RuleTables, game: GameRecord, aim: Point) -> None:
    """Hurler or catcher scores, never both."""
    held = point_xy(game.ext[tables.column[FAIR_CHOSEN] + catcher(tables, game)])
    end = ballistics.catch(aim, held, game.scatter)
    hurler_wins = end in (ballistics.FAR, ballistics.TOUCHED)
    game.score[hurler(tables, game) if hurler_wins else catcher(tables, game)] += PRIZE


# Seduction


@compiled
def find_nearest(tables: RuleTables, game: GameRecord) -> int:
    """Find the opponents' followers nearest to where the token rests; return their number."""
    if game.ext[tables.column[FAIR_RESTS]] == 0:
        return 0
    rest, seat = point_xy(game.ext[tables.column[FAIR_RESTS]]), hurler(tables, game)
    find_standing(tables, game)
    standing = game.reachable
    game.reachable = 0
    closest = 0
    for number in range(standing):
        if piece_seat(game.reach_piece[number]) != seat:
            x, y = game.reach_x[number], game.reach_y[number]
            distance = square((x, y), rest)
            if game.reachable == 0 or distance < closest:
                closest = distance
                game.reachable = 0
            if distance == closest:
                add_standing(game, game.reach_place[number], x, y)
    return game.reachable


@compiled
def enter_victim(tables: RuleTables, game: GameRecord) -> None:
    """If one follower is nearest, nothing is to be chosen."""
    if find_nearest(tables, game) == 1:
        game.ext[tables.column[FAIR_VICTIM]] = game.reach_place[0] + 1


@compiled
def options_victim(tables: RuleTables, game: GameRecord) -> None:
    """Among followers equally near, the hurler chooses, if he has anyone to send."""
    count = find_nearest(tables, game)
    if count < 2:
        return
    game.asked = hurler(tables, game)
    for number in range(count):
        piece = game.reach_piece[number]
        segment = piece_segment(piece)
        if has_replacements(tables, game, segment):
            fields = pack_piece_and_spot(piece_kind(piece), spot_of(game, segment)) << SEAT_BITS | piece_seat(piece)
            add_once(game, pack(tables, kinds.VICTIM, fields))


@compiled
def add_once(game: GameRecord, action: int) -> None:
    """Add a legal action, unless it has been added before."""
    if not has_option(game, action):
        add_option(game, action)


@compiled
def do_victim(tables: RuleTables, game: GameRecord, action: int) -> None:
    """The victim is chosen: the first of several pieces that are alike."""
    fields = fields_of(action)
    kind, spot = fields >> SEAT_BITS & (1 << PIECE_BITS) - 1, fields >> SEAT_BITS + PIECE_BITS
    wanted = pack_piece(segment_at(game, spot), fields & SEAT_MASK, kind)
    find_nearest(tables, game)
    number = 0
    while game.reach_piece[number] != wanted:
        number += 1
    game.ext[tables.column[FAIR_VICTIM]] = game.reach_place[number] + 1


@compiled
def victim(tables: RuleTables, game: GameRecord) -> int:
    """Return the index of the follower that may be replaced, or -1."""
    at = game.ext[tables.column[FAIR_VICTIM]] - 1
    if at < 0 or at >= game.standing or not is_on_the_map(tables, game, at):
        return -1
    return at if piece_seat(game.piece[at]) != hurler(tables, game) else -1


@compiled
def is_suitable(tables: RuleTables, game: GameRecord, kind: int, segment: int) -> bool:
    """Return whether a kind of follower may stand where another one stands; on the crown, ordinary ones."""
    feature = game.kind[segment]
    return (tables.stands_on[kind, feature] if tables.has_site[feature] else tables.ordinary[kind]) == 1


@compiled
def add_replacements(tables: RuleTables, game: GameRecord, segment: int) -> None:
    """Add whom the hurler could send to a segment: followers of the supply, or from elsewhere on the map."""
    seat = hurler(tables, game)
    for kind in range(tables.pieces):
        least = 1 if kind == game.resting[seat] - 1 else 0
        if game.supply[seat, kind] > least and is_suitable(tables, game, kind, segment):
            add_option(game, pack(tables, kinds.SEND, kind))
    for at in range(game.standing):
        piece = game.piece[at]
        kind = piece_kind(piece)
        own = piece_seat(piece) == seat and is_on_the_map(tables, game, at)
        if own and is_suitable(tables, game, kind, segment):
            spot = spot_of(game, piece_segment(piece))
            add_once(game, pack(tables, kinds.FETCH, pack_piece_and_spot(kind, spot)))


@compiled
def has_replacements(tables: RuleTables, game: GameRecord, segment: int) -> bool:
    """Return whether the hurler could send anybody to a segment."""
    before = game.choices
    add_replacements(tables, game, segment)
    found = game.choices > before
    game.choices = before
    return found


@compiled
def options_exchange(tables: RuleTables, game: GameRecord) -> None:
    """The hurler may exchange the victim for a follower of his own, or let it be."""
    at = victim(tables, game)
    if at < 0:
        return
    game.asked = hurler(tables, game)
    add_replacements(tables, game, piece_segment(game.piece[at]))
    if game.choices > 0:
        add_option(game, pack(tables, kinds.PASS, 0))


@compiled
def do_send(tables: RuleTables, game: GameRecord, action: int) -> None:
    """The replacement comes from the supply."""
    exchange(tables, game, fields_of(action))


@compiled
def do_fetch(tables: RuleTables, game: GameRecord, action: int) -> None:
    """The replacement comes from elsewhere on the map."""
    seat = hurler(tables, game)
    kind, spot = unpack_piece_and_spot(action)
    segment = segment_at(game, spot)
    at = find_piece(game, seat, kind, segment)
    lift(tables, game, at)
    if at < game.ext[tables.column[FAIR_VICTIM]] - 1:
        game.ext[tables.column[FAIR_VICTIM]] -= 1
    exchange(tables, game, kind)
    dismiss_companions(tables, game, find_root(game, segment), seat)


@compiled
def exchange(tables: RuleTables, game: GameRecord, kind: int) -> None:
    """The victim goes home without points; the replacement stands exactly where it stood."""
    at, seat = game.ext[tables.column[FAIR_VICTIM]] - 1, hurler(tables, game)
    piece = game.piece[at]
    segment = piece_segment(piece)
    lift(tables, game, at)
    insert(tables, game, pack_piece(segment, seat, kind), at)
    game.supply[seat, kind] -= 1
    dismiss_companions(tables, game, find_root(game, segment), piece_seat(piece))


# Afterwards


@compiled
def enter_next(tables: RuleTables, game: GameRecord) -> None:
    """The next seat throws; after the last one a target is reckoned up."""
    if game_played(tables, game) < 0:
        return
    thrown = tables.column[FAIR_THROWN]
    game.ext[thrown] += 1
    game.ext[tables.column[FAIR_RESTS]] = 0
    game.ext[tables.column[FAIR_VICTIM]] = 0
    for seat in range(game.players):
        game.ext[tables.column[FAIR_CHOSEN] + seat] = 0
    if game.ext[thrown] < game.players:
        game.jump = tables.at[FAIR_AIM]
        return
    if game_played(tables, game) == TARGET:
        award_nearest(tables, game)
    game.ext[tables.column[FAIR_GAME]] = 0
    game.ext[thrown] = 0
    for seat in range(game.players):
        game.ext[tables.column[FAIR_MISSED] + seat] = 0


@compiled
def award_nearest(tables: RuleTables, game: GameRecord) -> None:
    """Give the prize to all who came nearest to the target."""
    missed = tables.column[FAIR_MISSED]
    least = game.ext[missed]
    for seat in range(1, game.players):
        least = min(least, game.ext[missed + seat])
    for seat in range(game.players):
        if game.ext[missed + seat] == least:
            game.score[seat] += PRIZE
