"""Compiled action masks, and conversion between actions and their numbers.

Placements, which are many, and the choices of `fast.turn` are numbered directly. The number of any other action is
computed from its fields, and numbers are in the order of the game's options.
"""

from __future__ import annotations

from bastide.fast.actions import piece_action, place_action
from bastide.fast.bit_fields import has_bit, spot_cell, spot_segment, tile_of
from bastide.fast.layout import OVER, PIECE, PLACE, GameRecord, IntVector, RuleTables
from bastide.fast.pieces import legal_segments, recallable_piece
from bastide.rl.compilation import compiled
from bastide.rl.encoder_records import ABSENT, CELL, NEW_SPOT, POINT, SEAT, SPOT, EncoderLayout, EncoderTables, EnvState
from bastide.rl.window_kernel import point_index, window_cell, window_index
from bastide.rules.model import KIND_MASK, NOBODY


@compiled
def acting_seat(rules: RuleTables, game: GameRecord) -> int:
    """Return the seat to act, or the one on turn if the game is over."""
    return game.seat if rules.plain or game.phase == OVER else game.asked


@compiled
def relative_seat(players: int, seat: int, other: int) -> int:
    """Return a seat counted from another one; NOBODY comes last."""
    if other == NOBODY:
        return players
    return other - seat if other >= seat else other - seat + players


@compiled
def axis_index(encoder: EncoderLayout, game: GameRecord, axis: int, value: int) -> int:
    """Return the index of the value of a field on its axis."""
    if axis == CELL:
        return window_index(encoder, value)
    if axis == POINT:
        return point_index(encoder, value)
    if axis == SEAT:
        return relative_seat(game.players, game.asked, value)
    if axis == SPOT:
        return window_index(encoder, spot_cell(value)) * encoder.on_tile + spot_segment(value)
    return spot_segment(value) if axis == NEW_SPOT else value


@compiled
def action_number(encoder: EncoderLayout, game: GameRecord, action: int) -> int:
    """Return the number of an action, whose cells must lie in the window."""
    code = action & KIND_MASK
    offset = 0
    for field in range(encoder.axes[code]):
        value = action >> encoder.shift[code, field] & encoder.bits[code, field]
        index = axis_index(encoder, game, encoder.axis[code, field], value)
        offset = offset * encoder.axis_size[code, field] + index
    return encoder.first[code] + offset


@compiled
def list_placements(encoder: EncoderLayout, game: GameRecord, env: EnvState) -> None:
    """List the numbers of the legal placements.

    Illegal ones are written, too, and then overwritten, which avoids unpredictable branches.
    """
    count = 0
    for number in range(game.open):
        fit = game.fit[number]
        first = encoder.place + window_index(encoder, game.open_cell[number]) * encoder.by_cell
        for rotation in range(4):
            env.action[count] = first + rotation * encoder.by_rotation
            count += has_bit(fit, rotation)
    env.choices = count


@compiled
def list_pieces(tables: EncoderTables, game: GameRecord, env: EnvState) -> None:
    """List the numbers of passing and of the legal deployments and recalls."""
    encoder, rules = tables.encoder[0], tables.rules[0]
    env.action[0] = encoder.passing
    count = 1
    tile = tile_of(game.laid[game.tiles - 1])
    for kind in range(rules.pieces):
        allowed = legal_segments(rules, game, kind, tile)
        for segment in range(rules.segment_count[tile]):
            env.action[count] = encoder.deploy + kind * encoder.by_piece + segment * encoder.by_segment
            count += has_bit(allowed, segment)
    if encoder.recall != ABSENT and recallable_piece(rules, game) >= 0:
        env.action[count] = encoder.recall
        count += 1
    env.choices = count


@compiled
def list_options(encoder: EncoderLayout, game: GameRecord, env: EnvState) -> None:
    """List the numbers of the game's options."""
    for number in range(game.choices):
        env.action[number] = action_number(encoder, game, game.option[number])
    env.choices = game.choices


@compiled
def write_mask(tables: EncoderTables, game: GameRecord, env: EnvState, mask: IntVector) -> None:
    """Write the action mask; all placements must lie in the window."""
    if game.phase == PLACE:
        list_placements(tables.encoder[0], game, env)
    elif not tables.rules[0].plain:
        list_options(tables.encoder[0], game, env)
    elif game.phase == PIECE:
        list_pieces(tables, game, env)
    for at in range(env.choices):
        mask[env.action[at]] = 1


@compiled
def clear_mask(env: EnvState, mask: IntVector) -> None:
    """Clear the action mask written last."""
    for at in range(env.choices):
        mask[env.action[at]] = 0
    env.choices = 0


@compiled
def find_number(env: EnvState, number: int) -> int:
    """Return the position of a number among those of the mask written last, or their count."""
    at = 0
    while at < env.choices and env.action[at] != number:
        at += 1
    return at


@compiled
def is_legal_number(env: EnvState, number: int) -> bool:
    """Return whether the mask written last allows the action with a number."""
    return find_number(env, number) < env.choices


@compiled
def decode_action(encoder: EncoderLayout, rules: RuleTables, game: GameRecord, env: EnvState, number: int) -> int:
    """Return the engine's action for the number of a legal action."""
    if game.phase == PLACE:
        rest = number - encoder.place
        index, rotation = rest // encoder.by_cell % (encoder.side * encoder.side), rest // encoder.by_rotation % 4
        return place_action(rules, rotation, window_cell(encoder, index))
    if not rules.plain:
        return game.option[find_number(env, number)]
    if number == encoder.passing:
        return rules.passing
    if number == encoder.recall:
        return rules.recall
    rest = number - encoder.deploy
    kind, segment = rest // encoder.by_piece % rules.pieces, rest // encoder.by_segment % encoder.on_tile
    return piece_action(rules, game, kind, segment)
