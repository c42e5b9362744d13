"""Random playouts, and single random actions."""

from __future__ import annotations

from bastide.fast.actions import draw_action, draws_tile, piece_action, place_action
from bastide.fast.bag import random_tile
from bastide.fast.bit_fields import nth_set_bit, popcount, tile_of
from bastide.fast.calls import call
from bastide.fast.compilation import compiled
from bastide.fast.layout import DRAW, OVER, PLACE, GameRecord, RuleTables
from bastide.fast.pieces import legal_segments
from bastide.fast.rng import random_below
from bastide.fast.turn import apply_pass, apply_piece, apply_place, apply_recall, draw_random


@compiled
def nth_placement(game: GameRecord, number: int) -> tuple[int, int]:
    """Return the rotation and the cell of the legal placement with a number."""
    at = 0
    while True:
        fit = game.fit[at]
        count = popcount(fit)
        if number < count:
            return nth_set_bit(fit, number), game.open_cell[at]
        number -= count
        at += 1


@compiled
def nth_piece(tables: RuleTables, game: GameRecord, number: int) -> tuple[int, int]:
    """Return the kind and the segment of the legal deployment with a number; kind -1 is the recall of the abbot."""
    tile = tile_of(game.laid[game.tiles - 1])
    for kind in range(tables.pieces):
        allowed = legal_segments(tables, game, kind, tile)
        count = popcount(allowed)
        if number < count:
            return kind, nth_set_bit(allowed, number)
        number -= count
    return -1, 0


@compiled
def place_random(tables: RuleTables, game: GameRecord) -> None:
    """Apply a uniformly random placement."""
    rotation, cell = nth_placement(game, random_below(game, game.choices))
    apply_place(tables, game, rotation, cell)


@compiled
def piece_random(tables: RuleTables, game: GameRecord) -> None:
    """Apply a uniformly random choice of a deployment, a recall or passing."""
    number = random_below(game, game.choices + 1)
    if number == game.choices:
        apply_pass(tables, game)
        return
    kind, local = nth_piece(tables, game, number)
    if kind < 0:
        apply_recall(tables, game)
    else:
        apply_piece(tables, game, kind, local)


@compiled
def play_out(tables: RuleTables, game: GameRecord) -> None:
    """Play a game at random to its end."""
    if not tables.plain:
        while game.phase != OVER:
            call(tables.turn_sheet, tables, game, random_action(tables, game))
        return
    while game.phase != OVER:
        if game.phase == DRAW:
            draw_random(tables, game)
        elif game.phase == PLACE:
            place_random(tables, game)
        else:
            piece_random(tables, game)


@compiled
def random_draw(game: GameRecord) -> int:
    """Return a random outcome of a draw of anything but a tile of the current stage."""
    cases = 0
    for number in range(game.choices):
        cases += game.weight[number]
    case = random_below(game, cases)
    for number in range(game.choices):
        case -= game.weight[number]
        if case < 0:
            return game.option[number]
    return -1


@compiled
def random_action(tables: RuleTables, game: GameRecord) -> int:
    """Return a random action: draws by their probabilities, other actions uniformly."""
    if draws_tile(game):
        return draw_action(tables, game.bag[random_tile(tables, game)])
    if game.phase == PLACE:
        rotation, cell = nth_placement(game, random_below(game, game.choices))
        return place_action(tables, rotation, cell)
    if not tables.plain:
        return random_draw(game) if tables.is_draw[game.phase] else game.option[random_below(game, game.choices)]
    number = random_below(game, game.choices + 1)
    if number == game.choices:
        return tables.passing
    kind, local = nth_piece(tables, game, number)
    return tables.recall if kind < 0 else piece_action(tables, game, kind, local)
