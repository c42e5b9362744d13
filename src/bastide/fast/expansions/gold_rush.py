"""Gold Rush: mine tokens, tents, the gold of complete mountains, towns."""

from __future__ import annotations

from typing import Final

from bastide.expansions.gold_rush import DUG, SHARED_OUT
from bastide.fast.action_kinds import DIG, PITCH
from bastide.fast.action_kinds import GOLD as TAKE
from bastide.fast.bag import time_left
from bastide.fast.bit_fields import has_bit, lane_of, pack_piece, piece_kind, piece_seat, piece_segment, tile_of
from bastide.fast.compilation import compiled
from bastide.fast.features import find_root, is_open, mark_count
from bastide.fast.layout import GameRecord, RuleTables
from bastide.fast.majorities import judge_in, winners
from bastide.fast.names import (
    GOLD,
    GOLD_DIGS,
    GOLD_HELD,
    GOLD_RESERVE,
    GOLD_SHARED,
    GOLD_TAKEN,
    MOUNTAIN,
    NUGGETS,
    TENT,
)
from bastide.fast.options import add_draw, add_option, fields_of, pack, segment_at, spot_of
from bastide.fast.pieces import find_piece, insert, lift, put_from_supply
from bastide.rules.model import NOBODY, SEAT

SEAT_BITS: Final = SEAT.bits
SEAT_MASK: Final = (1 << SEAT_BITS) - 1
VALUES: Final = (0, 1, 2, 3, 5)
"""What is on the mine tokens: stone, or so many nuggets."""
TOKENS: Final = (17, 18, 14, 9, 5)
"""How many tokens there are of each value."""
TOKENS_IN_ALL: Final = sum(TOKENS)
RAILROAD: Final = 3
"""The points of a complete railroad for a town."""

# Mine tokens


@compiled
def enter_lay(tables: RuleTables, game: GameRecord) -> None:
    """As many tokens on each mountain of the new tile as it shows nuggets; piles that meet are one."""
    tile, first = tile_of(game.laid[game.tiles - 1]), game.first[game.tiles - 1]
    lane = tables.mark_lane[NUGGETS, tables.feature[MOUNTAIN]]
    for segment in range(first, game.segments):
        if game.kind[segment] == tables.feature[MOUNTAIN]:
            lay_tokens(tables, game, segment, mark_count(tables.marks[tile, segment - first], lane))


@compiled
def lay_tokens(tables: RuleTables, game: GameRecord, segment: int, number: int) -> None:
    """Put tokens of the reserve face down on a mountain of the new tile, as far as there are any."""
    reserve, gold = tables.column[GOLD_RESERVE], tables.piece[GOLD]
    laid = min(number, game.ext[reserve], TOKENS_IN_ALL - tokens_about(tables, game))
    for _ in range(laid):
        insert(tables, game, pack_piece(segment, NOBODY, gold), game.standing)
        game.ext[reserve] -= 1


@compiled
def tokens_about(tables: RuleTables, game: GameRecord) -> int:
    """Return how many tokens are on the map or before the seats."""
    tokens, taken = 0, tables.column[GOLD_TAKEN]
    for seat in range(game.players):
        tokens += game.ext[taken + seat]
    for at in range(game.standing):
        if piece_kind(game.piece[at]) == tables.piece[GOLD]:
            tokens += 1
    return tokens


@compiled
def top_token(tables: RuleTables, game: GameRecord, mountain: int) -> int:
    """Return the index of the token that was laid last on a mountain, -1 if there is none."""
    at = game.standing - 1
    while at >= 0 and piece_segment(game.piece[at]) >= mountain:
        piece = game.piece[at]
        if piece_kind(piece) == tables.piece[GOLD] and find_root(game, piece_segment(piece)) == mountain:
            return at
        at -= 1
    return -1


@compiled
def take_top(tables: RuleTables, game: GameRecord, mountain: int) -> None:
    """Take the token that was laid last from a mountain, if there is one: the first of those on its segment."""
    top = top_token(tables, game, mountain)
    if top >= 0:
        lift(tables, game, find_piece(game, NOBODY, tables.piece[GOLD], piece_segment(game.piece[top])))


@compiled
def add_tokens(tables: RuleTables, game: GameRecord, seat: int) -> None:
    """Add every token that a seat may turn out to take: a value is as likely as there are such that nobody has."""
    for number in range(len(VALUES)):
        fields = VALUES[number] << SEAT_BITS | seat
        add_draw(game, pack(tables, TAKE, fields), unseen(tables, game, number))


@compiled
def unseen(tables: RuleTables, game: GameRecord, number: int) -> int:
    """Return how many tokens of a value nobody has: on the map, in the reserve, or out of the game."""
    tokens, held = TOKENS[number], tables.column[GOLD_HELD]
    for seat in range(game.players):
        tokens -= game.ext[held + len(VALUES) * seat + number]
    return tokens


@compiled
def do_gold(tables: RuleTables, game: GameRecord, action: int) -> None:
    """The top token of the mountain goes face down before its new owner."""
    seat, gold = fields_of(action) & SEAT_MASK, fields_of(action) >> SEAT_BITS
    digs, shared = tables.column[GOLD_DIGS], tables.column[GOLD_SHARED]
    if game.ext[digs]:
        game.ext[digs] = 0
        take_top(tables, game, tent_mountain(tables, game, seat))
    else:
        mountain = sharing(tables, game)
        take_top(tables, game, mountain)
        game.ext[shared] = game.ext[shared] + 1 if sharing(tables, game) == mountain else 0
    number = 0
    while VALUES[number] != gold:
        number += 1
    game.ext[tables.column[GOLD_HELD] + len(VALUES) * seat + number] += 1
    game.ext[tables.column[GOLD_TAKEN] + seat] += 1


# Tents


@compiled
def find_tent(tables: RuleTables, game: GameRecord, seat: int) -> int:
    """Return the index of a seat's tent, -1 if it is not on the board."""
    for at in range(game.standing):
        if piece_kind(game.piece[at]) == tables.piece[TENT] and piece_seat(game.piece[at]) == seat:
            return at
    return -1


@compiled
def tent_mountain(tables: RuleTables, game: GameRecord, seat: int) -> int:
    """Return the mountain where a seat's tent stands, -1 if there is none."""
    tent = find_tent(tables, game, seat)
    return find_root(game, piece_segment(game.piece[tent])) if tent >= 0 else -1


@compiled
def choose_tent(tables: RuleTables, game: GameRecord) -> None:
    """The tent may be pitched on, or moved to, a free part of an incomplete mountain."""
    tent, home = find_tent(tables, game, game.seat), -1
    if tent >= 0:
        home = game.home[piece_segment(game.piece[tent])]
    elif game.supply[game.seat, tables.piece[TENT]] == 0:
        return
    survey(tables, game)
    at, still_open = 0, 0
    for number in range(game.mountains):
        segment = game.mountain[number]
        if game.unmet[find_root(game, segment)] != 0:
            game.mountain[still_open] = segment
            still_open += 1
            at = next_standing(game, at, segment)
            taken = at < game.standing and piece_segment(game.piece[at]) == segment
            if not taken and game.home[segment] != home:
                add_option(game, pack(tables, PITCH, spot_of(game, segment)))
    game.mountains = still_open


@compiled
def survey(tables: RuleTables, game: GameRecord) -> None:
    """Note the segments of mountains that have been laid since the last survey."""
    for segment in range(game.surveyed, game.segments):
        if game.kind[segment] == tables.feature[MOUNTAIN]:
            game.mountain[game.mountains] = segment
            game.mountains += 1
    game.surveyed = game.segments


@compiled
def next_standing(game: GameRecord, at: int, segment: int) -> int:
    """Return the index of the first piece of any seat, from an index on, that stands on a segment or a later one."""
    while at < game.standing and (piece_segment(game.piece[at]) < segment or piece_seat(game.piece[at]) == NOBODY):
        at += 1
    return at


@compiled
def do_pitch(tables: RuleTables, game: GameRecord, action: int) -> None:
    """The tent comes from the supply or from where it stood."""
    tent = find_tent(tables, game, game.seat)
    if tent >= 0:
        lift(tables, game, tent)
    put_from_supply(tables, game, game.seat, tables.piece[TENT], segment_at(game, fields_of(action)))


@compiled
def choose_dig(tables: RuleTables, game: GameRecord) -> None:
    """Whose tent stands on a mountain with tokens may take the top one."""
    tent = find_tent(tables, game, game.seat)
    if tent >= 0 and may_dig(tables, game, tent):
        add_option(game, pack(tables, DIG, 0))


@compiled
def may_dig(tables: RuleTables, game: GameRecord, tent: int) -> bool:
    """Return whether there is a token on the mountain of the tent at an index; most often one lies in its place."""
    segment, before = piece_segment(game.piece[tent]), game.piece[max(tent - 1, 0)]
    if piece_segment(before) == segment and piece_kind(before) == tables.piece[GOLD]:
        return True
    return top_token(tables, game, find_root(game, segment)) >= 0


@compiled
def do_dig(tables: RuleTables, game: GameRecord) -> None:
    """What the token is worth will be seen."""
    game.ext[tables.column[GOLD_DIGS]] = 1


@compiled
def options_dig(tables: RuleTables, game: GameRecord) -> None:
    """The token that the tent's owner takes."""
    if game.ext[tables.column[GOLD_DIGS]]:
        add_tokens(tables, game, game.seat)


# Scoring


@compiled
def sharing(tables: RuleTables, game: GameRecord) -> int:
    """Return the next complete mountain with prospectors and tokens left, -1 if there is none."""
    for number in range(game.found):
        root = game.completed[number]
        held = game.kind[root] == tables.feature[MOUNTAIN] and game.followers[root] != 0
        if held and top_token(tables, game, root) >= 0:
            return root
    return -1


@compiled
def options_share(tables: RuleTables, game: GameRecord) -> None:
    """The tokens of a complete mountain go to whoever holds it; equals take them one by one in turn."""
    mountain = sharing(tables, game)
    if mountain < 0:
        return
    judge_in(game, mountain)
    seats, count = winners(tables, game), 0
    for seat in range(game.players):
        count += has_bit(seats, seat)
    to_skip, seat = game.ext[tables.column[GOLD_SHARED]] % count, game.seat
    while to_skip > 0 or not has_bit(seats, seat):
        to_skip -= has_bit(seats, seat)
        seat = (seat + 1) % game.players
    add_tokens(tables, game, seat)


@compiled
def town_is_complete(tables: RuleTables, game: GameRecord, root: int) -> bool:
    """Return whether all railroads that begin in a town are complete."""
    first, rails = game.first[game.home[root]], rails_of(tables, game, root)
    local = 0
    while rails >> local:
        if has_bit(rails, local) and is_open(tables, game, find_root(game, first + local)):
            return False
        local += 1
    return True


@compiled
def town_points(tables: RuleTables, game: GameRecord, root: int) -> int:
    """Return three points for every complete railroad that begins in a town, each once."""
    first, rails = game.first[game.home[root]], rails_of(tables, game, root)
    points, local = 0, 0
    while rails >> local:
        if is_another_rail(game, first, rails, local) and not is_open(tables, game, find_root(game, first + local)):
            points += RAILROAD
        local += 1
    return points


@compiled
def town_points_if_complete(tables: RuleTables, game: GameRecord, root: int) -> int:
    """Return the points of a town if all railroads that begin there were complete."""
    first, rails = game.first[game.home[root]], rails_of(tables, game, root)
    points, local = 0, 0
    while rails >> local:
        if is_another_rail(game, first, rails, local):
            points += RAILROAD
        local += 1
    return points


@compiled
def is_another_rail(game: GameRecord, first: int, rails: int, local: int) -> bool:
    """Return whether a segment of a tile begins in its town, as the first one of its railroad, given all that do."""
    before = rails & ((1 << local) - 1)
    return has_bit(rails, local) == 1 and not is_among(game, find_root(game, first + local), first, before)


@compiled
def rails_of(tables: RuleTables, game: GameRecord, town: int) -> int:
    """Return the segments of its tile that begin in a town, as a bit set."""
    home = game.home[town]
    return tables.touches[tile_of(game.laid[home]), town - game.first[home]]


@compiled
def is_among(game: GameRecord, root: int, first: int, segments: int) -> bool:
    """Return whether a feature has one of some segments of a tile, given its first segment and the bit set."""
    local = 0
    while segments >> local:
        if has_bit(segments, local) and find_root(game, first + local) == root:
            return True
        local += 1
    return False


# The end of the game


@compiled
def enter_leave(tables: RuleTables, game: GameRecord) -> None:
    """Tents and the tokens on the map are removed."""
    for at in range(game.standing - 1, -1, -1):
        kind = piece_kind(game.piece[at])
        if kind == tables.piece[TENT] or kind == tables.piece[GOLD]:
            lift(tables, game, at)


@compiled
def enter_reveal(tables: RuleTables, game: GameRecord) -> None:
    """All show their tokens and score the nuggets on them."""
    held = tables.column[GOLD_HELD]
    for seat in range(game.players):
        for number in range(len(VALUES)):
            game.score[seat] += VALUES[number] * game.ext[held + len(VALUES) * seat + number]


# What bots may hope for


@compiled
def prospect(tables: RuleTables, game: GameRecord, seat: int) -> float:
    """Gold that a seat has unseen, is about to dig, may dig with its tent, or may get when a mountain is complete."""
    nuggets, left, held = 0, 0, 0
    for number in range(len(VALUES)):
        tokens = unseen(tables, game, number)
        left += tokens
        nuggets += VALUES[number] * tokens
        held += game.ext[tables.column[GOLD_HELD] + len(VALUES) * seat + number]
    each = nuggets / max(1, left)
    hoped = float(game.ext[tables.column[GOLD_TAKEN] + seat] - held)
    if game.ext[tables.column[GOLD_DIGS]] and seat == game.seat:
        hoped += 1.0
    mountain = tent_mountain(tables, game, seat)
    if mountain >= 0:
        hoped += time_left(game, 3.0) * DUG * pile(tables, game, mountain)
    return each * (hoped + time_left(game, 6.0) * SHARED_OUT * tokens_held(tables, game, seat))


@compiled
def pile(tables: RuleTables, game: GameRecord, mountain: int) -> int:
    """Return the number of tokens on a mountain."""
    tokens = 0
    for at in range(game.standing):
        piece = game.piece[at]
        if piece_kind(piece) == tables.piece[GOLD] and find_root(game, piece_segment(piece)) == mountain:
            tokens += 1
    return tokens


@compiled
def tokens_held(tables: RuleTables, game: GameRecord, seat: int) -> int:
    """Return the number of tokens on the mountains that a seat holds."""
    tokens = 0
    for at in range(game.standing):
        piece = game.piece[at]
        if piece_kind(piece) == tables.piece[GOLD]:
            mountain = find_root(game, piece_segment(piece))
            if lane_of(game.followers[mountain], seat) > 0:
                judge_in(game, mountain)
                tokens += has_bit(winners(tables, game), seat)
    return tokens
