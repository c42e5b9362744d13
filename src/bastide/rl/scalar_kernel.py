"""Compiled scalars: what `scalars` says of a state, written into a preallocated array."""

from __future__ import annotations

from bastide.fast.bag import bag_size
from bastide.fast.bit_fields import tile_of
from bastide.fast.expansions.hand import held
from bastide.fast.layout import OVER, FloatVector, GameRecord
from bastide.rl.action_kernel import acting_seat, relative_seat
from bastide.rl.compilation import compiled
from bastide.rl.encoder_records import ABSENT, FLAG, SEAT_NUMBER, EncoderLayout, EncoderTables, EnvState
from bastide.rules.state import HAND_SLOTS, NO_TILE


@compiled
def write_scalars(tables: EncoderTables, game: GameRecord, env: EnvState, seat: int, scalars: FloatVector) -> None:
    """Write the scalars from the perspective of a seat."""
    encoder, rules = tables.encoder[0], tables.rules[0]
    write_step(encoder, game, env, scalars)
    acting = acting_seat(rules, game)
    if env.left != game.left or encoder.hands:
        write_bag(encoder, game, seat, scalars)
        env.left = game.left
    for other in range(game.players):
        place = relative_seat(game.players, seat, other)
        scalars[encoder.acts + place] = 1.0 if other == acting and game.phase != OVER else 0.0
        scalars[encoder.on_turn + place] = 1.0 if other == game.seat else 0.0
        scalars[encoder.score + place] = game.score[other] / encoder.score_scale
        for kind in range(rules.pieces):
            scalars[encoder.supply + place * rules.pieces + kind] = (
                game.supply[other, kind] / encoder.supply_scale[kind]
            )
        if encoder.resting != ABSENT:
            scalars[encoder.resting + place] = game.resting[other] / encoder.resting_scale
    if encoder.recalled != ABSENT:
        scalars[encoder.recalled] = 1.0 if game.recalled else 0.0
    if encoder.erupted != ABSENT:
        scalars[encoder.erupted] = 1.0 if game.erupted else 0.0
    if not rules.plain:
        scalars[encoder.part] = float(game.part)
        if encoder.hands:
            write_hands(encoder, game, seat, scalars)
        write_numbers(encoder, game, seat, scalars)


@compiled
def write_step(encoder: EncoderLayout, game: GameRecord, env: EnvState, scalars: FloatVector) -> None:
    """Write the step of the turn, the tile to lay and the newest tile."""
    scalars[env.step] = 0.0
    if encoder.step[game.phase] != ABSENT:
        env.step = encoder.step[game.phase]
        scalars[env.step] = 1.0
    for tile in range(encoder.kinds):
        scalars[encoder.to_lay + tile] = 0.0
        scalars[encoder.newest_tile + tile] = 0.0
    scalars[encoder.newest_tile + tile_of(game.laid[game.tiles - 1])] = 1.0
    if game.tile >= 0:
        scalars[encoder.to_lay + game.tile] = 1.0


@compiled
def write_bag(encoder: EncoderLayout, game: GameRecord, seat: int, scalars: FloatVector) -> None:
    """Write the contents of the bag, with which a seat counts what others hold."""
    scalars[encoder.left] = game.left / encoder.left_scale
    for tile in range(encoder.kinds):
        scalars[encoder.unseen + tile] = 0.0
    for at in range(bag_size(game)):
        scalars[encoder.unseen + game.bag[at]] += 1.0
    if encoder.hands:
        for other in range(game.players):
            if other != seat:
                count_hand(game, other, encoder.unseen, scalars)
    for tile in range(encoder.kinds):
        scalars[encoder.unseen + tile] /= encoder.unseen_scale[tile]


@compiled
def count_hand(game: GameRecord, seat: int, first: int, scalars: FloatVector) -> None:
    """Add the tiles in the hand of a seat to the scalars of tiles that begin at an index."""
    for slot in range(HAND_SLOTS):
        tile = game.hand[seat, slot]
        if tile != NO_TILE:
            scalars[first + tile] += 1.0


@compiled
def write_hands(encoder: EncoderLayout, game: GameRecord, seat: int, scalars: FloatVector) -> None:
    """Write the hand of the observing seat, and how many tiles every seat holds."""
    for tile in range(encoder.kinds):
        scalars[encoder.own_hand + tile] = 0.0
    count_hand(game, seat, encoder.own_hand, scalars)
    for tile in range(encoder.kinds):
        scalars[encoder.own_hand + tile] /= HAND_SLOTS
    for other in range(game.players):
        scalars[encoder.hand + relative_seat(game.players, seat, other)] = held(game, other) / HAND_SLOTS


@compiled
def write_numbers(encoder: EncoderLayout, game: GameRecord, seat: int, scalars: FloatVector) -> None:
    """Write the columns that expansions keep."""
    for number in range(encoder.numbers):
        value = visible_number(encoder, game, seat, number)
        how = encoder.number_how[number]
        if how == FLAG:
            value = 1 if value != 0 else 0
        elif how == SEAT_NUMBER:
            value = 0 if is_initial(encoder, game, number) else relative_seat(game.players, seat, value) + 1
        scalars[encoder.number_at[number]] = value / encoder.number_scale[number]


@compiled
def visible_number(encoder: EncoderLayout, game: GameRecord, seat: int, number: int) -> int:
    """Return a number of a column as a seat sees it: the secrets of others are initial until the game is over."""
    away = encoder.number_seat[number]
    if away > 0 and encoder.number_secret[number] and game.phase != OVER:
        return encoder.number_initial[number]
    owner = (seat + away) % game.players
    return game.ext[encoder.number_from[number] + encoder.number_stride[number] * owner]


@compiled
def is_initial(encoder: EncoderLayout, game: GameRecord, number: int) -> bool:
    """Return whether all numbers of the column of a number, which is not a column per seat, are initial."""
    first = number - encoder.number_rank[number]
    other, last = first, first + encoder.number_count[number]
    while other < last and game.ext[encoder.number_from[other]] == encoder.number_initial[other]:
        other += 1
    return other == last
