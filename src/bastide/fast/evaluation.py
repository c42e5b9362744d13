"""Static evaluation of a position for every seat: the score if the game ended now, plus expected gains.

This is the compiled version of `bots/evaluation.py` for the supported rules; a test compares the two. Expected gains
come from heuristic probabilities that open cells are filled in time, given the tiles left.
"""

from __future__ import annotations

from math import exp
from typing import Annotated, Final, Protocol

from bastide.fast.bag import bag_size
from bastide.fast.bit_fields import has_bit, lane_of, opposite, piece_seat, piece_segment, tile_of
from bastide.fast.compilation import compiled
from bastide.fast.features import RING_OFFSETS, SIDE_OFFSETS, find_root, grid_index, size, worth, worth_with
from bastide.fast.layout import (
    MAX_SEGMENTS,
    MAX_WANTS,
    FloatVector,
    GameRecord,
    IntVector,
    RecordArray,
    RuleTables,
    record_dtype,
)
from bastide.fast.scoring import strongest
from bastide.fast.turn import finish
from bastide.rules.ruleset import MOST_SEATS

MAX_PAIRS: Final = 512
"""Pairs of a field and a city; those beyond this number are ignored."""

DRAWS, FREE, SIDE, GROWTH, FEATURE, FIELD, BACK, FOLLOWER, ENOUGH, HORIZON = range(10)
"""The indices of the weights, in the order of `bots.evaluation.Weights`."""


class EvaluationScratch(Protocol):
    """The scratch memory of an evaluation."""

    chance: Annotated[FloatVector, "f8", MAX_WANTS]
    """Per want: the probability that an open cell is filled in time; negative if not computed yet."""
    product: Annotated[FloatVector, "f8", MAX_SEGMENTS]
    """Per feature: the probability that all its open cells are filled."""
    cells: Annotated[IntVector, "i2", MAX_SEGMENTS]
    """Per feature: its number of open cells."""
    last: Annotated[IntVector, "i4", MAX_SEGMENTS]
    """Per feature: the last open cell counted; later, whether the feature was evaluated (not -1)."""
    left: Annotated[int, "i4"]
    buried: Annotated[int, "i4"]
    """The numbers of tiles left and buried to which the probabilities belong; not used by the rules of `turn`."""
    pairs: Annotated[int, "i4"]
    """The number of evaluated pairs."""
    pair: Annotated[IntVector, "i4", MAX_PAIRS]
    """The evaluated pairs of a field and a city that it touches."""
    value: Annotated[FloatVector, "f8", MOST_SEATS]
    """The value of the position for every seat."""
    back: Annotated[FloatVector, "f8", MOST_SEATS]
    """The expected number of followers that each seat gets back."""
    free: Annotated[FloatVector, "f8", MOST_SEATS]
    """The number of followers that each seat can deploy, including a share of those expected back."""


EVALUATION_DTYPE: Final = record_dtype(EvaluationScratch)


@compiled
def reset_chances(tables: RuleTables, scratch: EvaluationScratch) -> None:
    """Invalidate the probabilities after a change of the bag."""
    for want in range(tables.wants):
        scratch.chance[want] = -1.0


@compiled
def fill_chance(
    tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, weights: FloatVector, want: int
) -> float:
    """Return the probability that an open cell with a want is filled in time."""
    if scratch.chance[want] < 0:
        fitting = 0
        for at in range(bag_size(game)):
            if tables.fits[game.bag[at] * tables.wants + want]:
                fitting += 1
        missed = 1.0 - fitting / max(bag_size(game), 1)
        scratch.chance[want] = 1.0 - missed ** (weights[DRAWS] * game.left / game.players)
    return scratch.chance[want]


@compiled
def scan_open_cells(tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, weights: FloatVector) -> None:
    """Count the open cells of every city and road, and compute the probability that all of them are filled."""
    for segment in range(game.segments):
        scratch.product[segment] = 1.0
        scratch.cells[segment] = 0
        scratch.last[segment] = -1
    for number in range(game.open):
        chance = fill_chance(tables, game, scratch, weights, game.want[number])
        for side in range(4):
            beyond = game.grid[grid_index(game.open_cell[number] + SIDE_OFFSETS[side])] - 1
            if beyond >= 0:
                local = tables.inner[game.laid[beyond], opposite(side)]
                if local >= 0:
                    root = find_root(game, game.first[beyond] + local)
                    if scratch.last[root] != number:
                        scratch.last[root] = number
                        scratch.product[root] *= chance
                        scratch.cells[root] += 1


@compiled
def chance_around(
    tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, weights: FloatVector, cell: int
) -> float:
    """Return the probability that all eight cells around a cell are filled."""
    chance = 1.0
    for step in RING_OFFSETS:
        there = game.grid[grid_index(cell + step)]
        if there == 0:
            chance *= weights[FREE]
        elif there < 0:
            chance *= fill_chance(tables, game, scratch, weights, game.want[-1 - there])
    return chance


@compiled
def completion(
    tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, weights: FloatVector, root: int
) -> float:
    """Return the probability that a feature is completed."""
    if tables.surrounded[game.kind[root]]:
        return chance_around(tables, game, scratch, weights, game.cell[game.home[root]])
    if game.unmet[root] == 0:
        return 1.0
    return scratch.product[root] * weights[SIDE] ** (scratch.cells[root] - 1)


@compiled
def gain(tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, weights: FloatVector, root: int) -> float:
    """Return the points that a feature gains when it is completed, including its expected growth."""
    kind, marks = game.kind[root], game.marks[root]
    now = worth(tables, game, root)
    if tables.surrounded[kind]:
        return float(worth_with(tables, kind, 1, marks, len(RING_OFFSETS) + 1) - now)
    tiles = size(tables, game, root)
    complete = worth_with(tables, kind, 1, marks, tiles)
    return complete - now + weights[GROWTH] * scratch.cells[root] * complete / tiles


@compiled
def add_for_owners(game: GameRecord, scratch: EvaluationScratch, followers: int, points: float) -> None:
    """Add points to the values of the seats with the strongest followers."""
    best = strongest(game, followers)
    for seat in range(game.players):
        if lane_of(followers, seat) == best:
            scratch.value[seat] += points


@compiled
def value_features(tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, weights: FloatVector) -> None:
    """Add the expected gains of occupied features, and the followers expected back from them."""
    for at in range(game.standing):
        piece = game.piece[at]
        root = find_root(game, piece_segment(piece))
        if not tables.completes[game.kind[root]]:
            continue
        chance = completion(tables, game, scratch, weights, root)
        scratch.back[piece_seat(piece)] += chance
        if scratch.last[root] == -1:
            scratch.last[root] = 0
            points = weights[FEATURE] * chance * gain(tables, game, scratch, weights, root)
            add_for_owners(game, scratch, game.followers[root], points)


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
            if game.followers[field] == 0:
                continue
            for other in range(tables.segment_count[tile]):
                if has_bit(touches, other):
                    city = find_root(game, first + other)
                    if game.unmet[city] != 0:
                        value_pair(tables, game, scratch, weights, field, city)


@compiled
def value_pair(
    tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, weights: FloatVector, field: int, city: int
) -> None:
    """Add the expected gain of a field from an incomplete city, unless the pair was evaluated before."""
    if is_new_pair(scratch, field, city):
        chance = completion(tables, game, scratch, weights, city)
        add_for_owners(game, scratch, game.followers[field], weights[FIELD] * chance * tables.city_points)


@compiled
def is_new_pair(scratch: EvaluationScratch, field: int, city: int) -> bool:
    """Record that a pair of a field and a city is evaluated; return False if it was before or there are too many."""
    pair = field * MAX_SEGMENTS + city
    for at in range(scratch.pairs):
        if scratch.pair[at] == pair:
            return False
    if scratch.pairs == MAX_PAIRS:
        return False
    scratch.pair[scratch.pairs] = pair
    scratch.pairs += 1
    return True


@compiled
def value_supplies(tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, weights: FloatVector) -> None:
    """Add the value of the followers that each seat can deploy, now or when they are expected back."""
    for seat in range(game.players):
        scratch.free[seat] = weights[BACK] * scratch.back[seat]
        for kind in range(tables.pieces):
            scratch.free[seat] += game.supply[seat, kind]
        scratch.value[seat] += supply_value(game, weights, scratch.free[seat])


@compiled
def supply_value(game: GameRecord, weights: FloatVector, free: float) -> float:
    """Return the value of a number of deployable followers, at the present stage of the game."""
    share = min(1.0, game.left / game.players / weights[HORIZON])
    return weights[FOLLOWER] * share * (1.0 - exp(-free / weights[ENOUGH]))


@compiled
def value(tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, weights: FloatVector) -> None:
    """Evaluate a position for every seat. The game is played to its final scoring and no longer usable."""
    scan_open_cells(tables, game, scratch, weights)
    value_scanned(tables, game, scratch, weights)


@compiled
def value_scanned(tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, weights: FloatVector) -> None:
    """Evaluate a position like `value`, given the results of `scan_open_cells`."""
    for seat in range(game.players):
        scratch.value[seat] = 0.0
        scratch.back[seat] = 0.0
        scratch.free[seat] = 0.0
    if game.left > 0:
        for segment in range(game.segments):
            scratch.last[segment] = -1
        value_features(tables, game, scratch, weights)
        value_fields(tables, game, scratch, weights)
        value_supplies(tables, game, scratch, weights)
        finish(tables, game)
    for seat in range(game.players):
        scratch.value[seat] += game.score[seat]


@compiled
def value_position(
    tables: RecordArray[RuleTables],
    games: RecordArray[GameRecord],
    scratch: RecordArray[EvaluationScratch],
    weights: FloatVector,
    values: FloatVector,
) -> None:
    """Evaluate the single game of an array for every seat. The game is no longer usable."""
    reset_chances(tables[0], scratch[0])
    value(tables[0], games[0], scratch[0], weights)
    for seat in range(games[0].players):
        values[seat] = scratch[0].value[seat]


@compiled
def lead(values: FloatVector, seat: int, players: int) -> float:
    """Return the lead of a seat over the best of the others; alone, its value."""
    if players == 1:
        return values[seat]
    best_other = -1e9
    for other in range(players):
        if other != seat:
            best_other = max(best_other, values[other])
    return values[seat] - best_other
