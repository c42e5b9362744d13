"""What a position is worth to every seat: the points if the game ended now, and what may still come of it.

This is the valuation of `bots/evaluation.py` for the rules that are played here, compiled; a test holds the two
together. The chances are guesses: how likely it is that open cells are filled in time, given the tiles that are left.
"""

from __future__ import annotations

from math import exp
from typing import Annotated, Final, Protocol

from bastide.fast.compilation import compiled
from bastide.fast.features import RING, SIDES, find_root, grid_index, size, worth
from bastide.fast.layout import MOST_SEGMENTS, MOST_WANTS, GameRecord, IntArray, RecordArray, RuleTables, record_dtype
from bastide.fast.scoring import LANE_MASK, strongest
from bastide.fast.turn import finish
from bastide.rules.ruleset import LANE, MOST_SEATS

MOST_PAIRS: Final = 512

DRAWS, FREE, SIDE, GROWTH, FEATURE, FIELD, BACK, FOLLOWER, ENOUGH, HORIZON = range(10)
"""The weights, by their places; `bots/evaluation.py` says what each means."""


class FloatVector(Protocol):
    """A row of numbers that are not whole."""

    def __getitem__(self, at: int, /) -> float:
        """Return the number at a place."""

    def __setitem__(self, at: int, number: float, /) -> None:
        """Put a number at a place."""


class EvaluationScratch(Protocol):
    """What is noted while a position is valued."""

    chance: Annotated[FloatVector, "f8", MOST_WANTS]
    """Per want of an open cell: how likely it is that the cell is filled in time; negative if not worked out yet."""
    product: Annotated[FloatVector, "f8", MOST_SEGMENTS]
    """Per feature: how likely it is that all its open cells are filled."""
    cells: Annotated[IntArray[int], "i2", MOST_SEGMENTS]
    """Per feature: how many open cells it has."""
    last: Annotated[IntArray[int], "i4", MOST_SEGMENTS]
    """Per feature: the open cell that was counted last; then, what it was last valued for."""
    pair: Annotated[IntArray[int], "i4", MOST_PAIRS]
    """Fields and the cities they touch, each pair once."""
    value: Annotated[FloatVector, "f8", MOST_SEATS]
    """What the position is worth to every seat."""
    back: Annotated[FloatVector, "f8", MOST_SEATS]
    """How many followers each seat may expect back."""
    free: Annotated[FloatVector, "f8", MOST_SEATS]
    """How many followers each seat can put down, those that it may expect back counted in part."""


EVALUATION_DTYPE: Final = record_dtype(EvaluationScratch)


@compiled
def reset_chances(tables: RuleTables, notes: EvaluationScratch) -> None:
    """The bag is another one: chances are to be worked out anew."""
    for want in range(tables.wants):
        notes.chance[want] = -1.0


@compiled
def fill_chance(
    tables: RuleTables, game: GameRecord, notes: EvaluationScratch, weights: FloatVector, want: int
) -> float:
    """Return how likely it is that an open cell with a want is filled in time."""
    if notes.chance[want] < 0:
        fitting = 0
        for at in range(game.left):
            if tables.fits[game.bag[at] * tables.wants + want]:
                fitting += 1
        missed = 1.0 - fitting / max(game.left, 1)
        notes.chance[want] = 1.0 - missed ** (weights[DRAWS] * game.left / game.players)
    return notes.chance[want]


@compiled
def scan_open_cells(tables: RuleTables, game: GameRecord, notes: EvaluationScratch, weights: FloatVector) -> None:
    """Note for every feature that sides complete how likely that is, and how many cells it takes."""
    for segment in range(game.segments):
        notes.product[segment] = 1.0
        notes.cells[segment] = 0
        notes.last[segment] = -1
    for number in range(game.open):
        chance = fill_chance(tables, game, notes, weights, game.want[number])
        for side in range(4):
            beyond = game.grid[grid_index(game.open_cell[number] + SIDES[side])] - 1
            if beyond >= 0:
                local = tables.through[game.laid[beyond], side ^ 2]
                if local >= 0:
                    root = find_root(game, game.first[beyond] + local)
                    if notes.last[root] != number:
                        notes.last[root] = number
                        notes.product[root] *= chance
                        notes.cells[root] += 1


@compiled
def chance_around(
    tables: RuleTables, game: GameRecord, notes: EvaluationScratch, weights: FloatVector, cell: int
) -> float:
    """Return how likely it is that all cells around a cell are filled."""
    chance = 1.0
    for step in RING:
        there = game.grid[grid_index(cell + step)]
        if there == 0:
            chance *= weights[FREE]
        elif there < 0:
            chance *= fill_chance(tables, game, notes, weights, game.want[-1 - there])
    return chance


@compiled
def completion(
    tables: RuleTables, game: GameRecord, notes: EvaluationScratch, weights: FloatVector, root: int
) -> float:
    """Return how likely it is that a feature is completed."""
    if tables.around[game.kind[root]]:
        return chance_around(tables, game, notes, weights, game.cell[game.home[root]])
    if game.unmet[root] == 0:
        return 1.0
    return notes.product[root] * weights[SIDE] ** (notes.cells[root] - 1)


@compiled
def gain(tables: RuleTables, game: GameRecord, notes: EvaluationScratch, weights: FloatVector, root: int) -> float:
    """Return how many points more a feature would be worth if it were complete."""
    kind, special = game.kind[root], game.special[root]
    now = worth(tables, game, root)
    if tables.around[kind]:
        return float(tables.worth[kind, 1, special, len(RING) + 1] - now)
    tiles = size(tables, game, root)
    each = tables.shield_worth[kind, 1, special, tiles]
    full = tables.worth[kind, 1, special, tiles] + game.shields[root] * each
    return full - now + weights[GROWTH] * notes.cells[root] * full / tiles


@compiled
def add_for_owners(game: GameRecord, notes: EvaluationScratch, followers: int, points: float) -> None:
    """Add points for the seats with the strongest followers."""
    best = strongest(game, followers)
    for seat in range(game.players):
        if followers >> LANE * seat & LANE_MASK == best:
            notes.value[seat] += points


@compiled
def value_features(tables: RuleTables, game: GameRecord, notes: EvaluationScratch, weights: FloatVector) -> None:
    """Add what may come of features that can be completed, and count the followers that may come back."""
    for at in range(game.standing):
        piece = game.piece[at]
        root = find_root(game, piece >> 9)
        if not tables.completes[game.kind[root]]:
            continue
        chance = completion(tables, game, notes, weights, root)
        notes.back[piece >> 4 & 15] += chance
        if notes.last[root] == -1:
            notes.last[root] = 0
            points = weights[FEATURE] * chance * gain(tables, game, notes, weights, root)
            add_for_owners(game, notes, game.followers[root], points)


@compiled
def value_fields(tables: RuleTables, game: GameRecord, notes: EvaluationScratch, weights: FloatVector) -> None:
    """Add what cities may bring to the fields around them that are not complete yet."""
    pairs = 0
    for number in range(game.tiles):
        tile, first = game.laid[number] >> 2, game.first[number]
        for local in range(tables.count[tile]):
            touches = tables.touches[tile, local]
            if touches == 0:
                continue
            field = find_root(game, first + local)
            if game.followers[field] == 0:
                continue
            for other in range(tables.count[tile]):
                if touches >> other & 1:
                    city = find_root(game, first + other)
                    if game.unmet[city] != 0:
                        pairs = value_pair(tables, game, notes, weights, field, city, pairs)


@compiled
def value_pair(
    tables: RuleTables,
    game: GameRecord,
    notes: EvaluationScratch,
    weights: FloatVector,
    field: int,
    city: int,
    pairs: int,
) -> int:
    """Add what a city may bring to a field, if that was not done before; return how many pairs there are now."""
    pair = field * MOST_SEGMENTS + city
    for at in range(pairs):
        if notes.pair[at] == pair:
            return pairs
    if pairs == MOST_PAIRS:
        return pairs
    notes.pair[pairs] = pair
    chance = completion(tables, game, notes, weights, city)
    add_for_owners(game, notes, game.followers[field], weights[FIELD] * chance * tables.city_points)
    return pairs + 1


@compiled
def value_supplies(tables: RuleTables, game: GameRecord, notes: EvaluationScratch, weights: FloatVector) -> None:
    """Add what followers are worth that can still be put down, now or when they come back."""
    for seat in range(game.players):
        notes.free[seat] = weights[BACK] * notes.back[seat]
        for kind in range(tables.pieces):
            notes.free[seat] += game.supply[seat, kind]
        notes.value[seat] += worth_of_free(game, weights, notes.free[seat])


@compiled
def worth_of_free(game: GameRecord, weights: FloatVector, free: float) -> float:
    """Return what so many followers are worth to a seat that can put them down."""
    share = min(1.0, game.left / game.players / weights[HORIZON])
    return weights[FOLLOWER] * share * (1.0 - exp(-free / weights[ENOUGH]))


@compiled
def value(tables: RuleTables, game: GameRecord, notes: EvaluationScratch, weights: FloatVector) -> None:
    """Note what a position is worth to every seat. The game is spoilt by it: its end is scored."""
    scan_open_cells(tables, game, notes, weights)
    value_scanned(tables, game, notes, weights)


@compiled
def value_scanned(tables: RuleTables, game: GameRecord, notes: EvaluationScratch, weights: FloatVector) -> None:
    """The same, the open cells having been noted before."""
    for seat in range(game.players):
        notes.value[seat] = 0.0
        notes.back[seat] = 0.0
        notes.free[seat] = 0.0
    if game.left > 0:
        for segment in range(game.segments):
            notes.last[segment] = -1
        value_features(tables, game, notes, weights)
        value_fields(tables, game, notes, weights)
        value_supplies(tables, game, notes, weights)
        finish(tables, game)
    for seat in range(game.players):
        notes.value[seat] += game.score[seat]


@compiled
def value_position(
    tables: RecordArray[RuleTables],
    games: RecordArray[GameRecord],
    notes: RecordArray[EvaluationScratch],
    weights: FloatVector,
    values: FloatVector,
) -> None:
    """Tell what the only game of an array is worth to every seat. The game is spoilt by it."""
    reset_chances(tables[0], notes[0])
    value(tables[0], games[0], notes[0], weights)
    for seat in range(games[0].players):
        values[seat] = notes[0].value[seat]


@compiled
def lead(values: FloatVector, seat: int, players: int) -> float:
    """Return how far a seat is ahead of the best of the others."""
    best = -1e9
    for other in range(players):
        if other != seat:
            best = max(best, values[other])
    return values[seat] - best
