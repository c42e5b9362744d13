"""Static evaluation where rules go beyond those of `turn`: whoever may pass does, then the turn sheet scores the end.

What is hidden from the seat that looks counts for nothing there; expansions say what may be hoped for besides.
"""

from __future__ import annotations

from typing import Final

from bastide.fast import names
from bastide.fast.awards import is_complete, value
from bastide.fast.bit_fields import has_bit, piece_kind, piece_seat, piece_segment, tile_of
from bastide.fast.calls import FINISH, call
from bastide.fast.compilation import compiled
from bastide.fast.evaluation import (
    BACK,
    FEATURE,
    FIELD,
    GROWTH,
    SIDE,
    EvaluationScratch,
    chance_around,
    is_new_pair,
    reset_chances,
    scan_open_cells,
    supply_value,
)
from bastide.fast.expansions import count, gold_rush, hills_and_sheep, traders_and_builders, wheel_of_fortune
from bastide.fast.expansions.mage_and_witch import magic_points
from bastide.fast.features import RING_OFFSETS, find_root, is_open, size, worth_with
from bastide.fast.layout import OVER, FloatVector, GameRecord, RecordArray, RuleTables
from bastide.fast.majorities import judge_in, winners

NINE: Final = len(RING_OFFSETS) + 1
"""The tiles of a complete feature that is completed by the cells around it."""


# Features


@compiled
def feature_completion(
    tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, weights: FloatVector, root: int
) -> float:
    """Return the probability that a feature that waits for no others is completed."""
    if not is_open(tables, game, root):
        return 1.0
    if scratch.cells[root] > 0:
        return scratch.product[root] * weights[SIDE] ** (scratch.cells[root] - 1)
    return chance_around(tables, game, scratch, weights, game.cell[game.home[root]])


@compiled
def completion(
    tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, weights: FloatVector, root: int
) -> float:
    """Return the probability that a feature is completed."""
    if not tables.waits[game.kind[root]]:
        return feature_completion(tables, game, scratch, weights, root)
    first, rails = game.first[game.home[root]], gold_rush.rails_of(tables, game, root)
    chance, local = 1.0, 0
    while rails >> local:
        if gold_rush.is_another_rail(game, first, rails, local):
            chance *= feature_completion(tables, game, scratch, weights, find_root(game, first + local))
        local += 1
    return chance


@compiled
def value_if_complete(tables: RuleTables, game: GameRecord, root: int) -> int:
    """Return the points that a feature would be worth if nothing of it were open any more."""
    kind = game.kind[root]
    if tables.waits[kind]:
        return gold_rush.town_points_if_complete(tables, game, root)
    tiles = NINE if tables.surrounded[kind] else size(tables, game, root)
    points = worth_with(tables, kind, 1, game.marks[root], tiles)
    if tables.vineyards[kind]:
        points += hills_and_sheep.vineyard_points_if_complete(tables, game, root)
    return points + magic_points(tables, game, root, points)


@compiled
def gain(tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, weights: FloatVector, root: int) -> float:
    """Return the points that a feature gains when it is completed, including its expected growth."""
    complete = value_if_complete(tables, game, root)
    gained = float(complete - value(tables, game, root))
    if scratch.cells[root] > 0:
        gained += weights[GROWTH] * scratch.cells[root] * complete / size(tables, game, root)
    return gained


@compiled
def share_out(tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, root: int, points: float) -> None:
    """Add points to the values of the seats that hold a feature."""
    judge_in(game, root)
    seats = winners(tables, game)
    for seat in range(game.players):
        if has_bit(seats, seat):
            scratch.value[seat] += points


@compiled
def value_features(tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, weights: FloatVector) -> None:
    """Add the expected gains of occupied features, and the followers expected back from them."""
    for at in range(game.standing):
        piece = game.piece[at]
        root = find_root(game, piece_segment(piece))
        if tables.strength[piece_kind(piece)] == 0 or not tables.completes[game.kind[root]]:
            continue
        chance = completion(tables, game, scratch, weights, root)
        if piece_seat(piece) < game.players:
            scratch.back[piece_seat(piece)] += chance
        if scratch.last[root] == -1:
            scratch.last[root] = 0
            if chance > 0.0 and not is_complete(tables, game, root):
                points = weights[FEATURE] * chance * gain(tables, game, scratch, weights, root)
                share_out(tables, game, scratch, root, points)


@compiled
def value_fields(tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, weights: FloatVector) -> None:
    """Add the expected gains of occupied fields from incomplete cities."""
    scratch.pairs = 0
    for number in range(game.tiles):
        tile, first = tile_of(game.laid[number]), game.first[number]
        for local in range(tables.segment_count[tile]):
            touches = tables.touches[tile, local]
            if touches == 0:
                continue
            field = find_root(game, first + local)
            if game.followers[field] == 0 or tables.completes[game.kind[field]]:
                continue
            for other in range(tables.segment_count[tile]):
                city = find_root(game, first + other) if has_bit(touches, other) else -1
                if city >= 0 and game.unmet[city] != 0 and is_new_pair(scratch, field, city):
                    chance = feature_completion(tables, game, scratch, weights, city)
                    share_out(tables, game, scratch, field, weights[FIELD] * chance * tables.city_points)


@compiled
def value_supplies(tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, weights: FloatVector) -> None:
    """Add the value of the followers that each seat can deploy, now or when they are expected back."""
    for seat in range(game.players):
        scratch.free[seat] = weights[BACK] * scratch.back[seat]
        for kind in range(tables.pieces):
            if tables.strength[kind] > 0:
                scratch.free[seat] += game.supply[seat, kind]
        scratch.value[seat] += supply_value(game, weights, scratch.free[seat])


# Expansions


@compiled
def value_prospects(tables: RuleTables, game: GameRecord, scratch: EvaluationScratch) -> None:
    """Add what the expansions in play let each seat hope for."""
    for seat in range(game.players):
        if tables.column[names.GOODS_HELD] >= 0:
            scratch.value[seat] += traders_and_builders.prospect(tables, game, seat)
        if tables.column[names.SHEEP_FLOCK] >= 0:
            scratch.value[seat] += hills_and_sheep.prospect(tables, game, seat)
        if tables.column[names.WHEEL_PIG] >= 0:
            scratch.value[seat] += wheel_of_fortune.prospect(tables, game, seat)
        if tables.column[names.COUNT_STANDS] >= 0:
            scratch.value[seat] += count.prospect(tables, game, seat)
        if tables.column[names.GOLD_HELD] >= 0:
            scratch.value[seat] += gold_rush.prospect(tables, game, seat)


@compiled
def hide(tables: RuleTables, game: GameRecord, viewer: int) -> None:
    """Forget what seats other than the viewer's keep to themselves and would score at the end."""
    first, width = tables.column[names.GOLD_HELD], tables.width[names.GOLD_HELD]
    if first < 0:
        return
    for seat in range(game.players):
        if seat != viewer:
            for at in range(first + width * seat, first + width * (seat + 1)):
                game.ext[at] = 0


# Positions


@compiled
def scan(tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, weights: FloatVector) -> None:
    """Look at the open cells of a board; the probabilities that they are filled last as long as the bag."""
    if scratch.left != game.left or scratch.buried != game.buried:
        forget_chances(tables, game, scratch)
    scan_open_cells(tables, game, scratch, weights)


@compiled
def forget_chances(tables: RuleTables, game: GameRecord, scratch: EvaluationScratch) -> None:
    """Invalidate the probabilities, those to come being for the bag of a game."""
    scratch.left, scratch.buried = game.left, game.buried
    reset_chances(tables, scratch)


@compiled
def value_scanned(
    tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, weights: FloatVector, viewer: int
) -> None:
    """Evaluate a position for every seat, as far as a viewer knows, given the results of `scan`.

    The game is played to its final scoring and no longer usable.
    """
    for seat in range(game.players):
        scratch.value[seat] = 0.0
        scratch.back[seat] = 0.0
    if game.left > 0:
        for segment in range(game.segments):
            scratch.last[segment] = -1
        value_features(tables, game, scratch, weights)
        if tables.city_points > 0:
            value_fields(tables, game, scratch, weights)
        value_supplies(tables, game, scratch, weights)
    value_prospects(tables, game, scratch)
    if game.phase != OVER:
        hide(tables, game, viewer)
    while game.phase != OVER:
        call(tables.turn_sheet, tables, game, FINISH)
    for seat in range(game.players):
        scratch.value[seat] += game.score[seat]


@compiled
def value_sheet_position(
    tables: RecordArray[RuleTables],
    games: RecordArray[GameRecord],
    scratch: RecordArray[EvaluationScratch],
    weights: FloatVector,
    viewer: int,
    values: FloatVector,
) -> None:
    """Evaluate the single game of an array for every seat, as far as a viewer knows. The game is no longer usable."""
    forget_chances(tables[0], games[0], scratch[0])
    scan(tables[0], games[0], scratch[0], weights)
    value_scanned(tables[0], games[0], scratch[0], weights, viewer)
    for seat in range(games[0].players):
        values[seat] = scratch[0].value[seat]
