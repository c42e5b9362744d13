"""Whole turns: every way to lay a tile and put a piece down, and how far ahead each leaves whoever plays it.

Only passing is played and valued in full for every place. A piece goes to a feature that nobody holds, so what it adds
can be told from that feature alone.
"""

from __future__ import annotations

from typing import Annotated, Final, Protocol

from bastide.fast.actions import KIND_BITS, KIND_MASK, PIECE_BITS, SPOT_MASK, apply, list_legal
from bastide.fast.compilation import compiled
from bastide.fast.evaluation import (
    BACK,
    FEATURE,
    FIELD,
    EvaluationScratch,
    FloatVector,
    completion,
    gain,
    lead,
    reset_chances,
    scan_open_cells,
    value,
    value_scanned,
    worth_of_free,
)
from bastide.fast.features import find_root, is_open, worth
from bastide.fast.game_copy import copy_game
from bastide.fast.layout import MOST_ACTIONS, PIECE, GameRecord, IntArray, RecordArray, RuleTables, record_dtype

MAX_CANDIDATES: Final = 8192
"""Ways to play a turn; if there are more, the rest is not thought of."""
MOST_CHOICES: Final = 64
"""Pieces and spots to choose from, once a tile is laid."""


class Candidates(Protocol):
    """Every way to play the turn at hand."""

    count: Annotated[int, "i4"]
    first: Annotated[IntArray[int], "i8", MAX_CANDIDATES]
    """The action at hand."""
    second: Annotated[IntArray[int], "i8", MAX_CANDIDATES]
    """The one that follows in the same turn, or -1."""
    lead: Annotated[FloatVector, "f8", MAX_CANDIDATES]
    """How far ahead of the best of the others that leaves whoever plays it."""
    places: Annotated[IntArray[int], "i8", MOST_ACTIONS]
    pieces: Annotated[IntArray[int], "i8", MOST_CHOICES]
    more: Annotated[FloatVector, "f8", MOST_CHOICES]
    """Per choice of a piece: the points that it adds for sure or by guess, passing compared."""
    bound: Annotated[FloatVector, "f8", MOST_CHOICES]
    """And how much of a follower is bound by it: 0 if it comes back at once."""


CANDIDATES_DTYPE: Final = record_dtype(Candidates)


@compiled
def add_candidate(turns: Candidates, first: int, second: int, ahead: float) -> None:
    """Add a way to play the turn, if there is room."""
    if turns.count < MAX_CANDIDATES:
        turns.first[turns.count] = first
        turns.second[turns.count] = second
        turns.lead[turns.count] = ahead
        turns.count += 1


@compiled
def list_candidates(
    tables: RuleTables,
    game: GameRecord,
    spare: RecordArray[GameRecord],
    turns: Candidates,
    notes: EvaluationScratch,
    weights: FloatVector,
) -> None:
    """List every way to play the turn at hand, or what is left of it."""
    reset_chances(tables, notes)
    turns.count = 0
    if game.phase == PIECE:
        copy_game(game, spare[0])
        add_piece_candidates(tables, spare, -1, turns, notes, weights)
        return
    for number in range(list_legal(tables, game, turns.places)):
        copy_game(game, spare[0])
        apply(tables, spare[0], turns.places[number])
        if spare[0].phase == PIECE:
            add_piece_candidates(tables, spare, turns.places[number], turns, notes, weights)
        else:
            value(tables, spare[0], notes, weights)
            add_candidate(turns, turns.places[number], -1, lead(notes.value, game.seat, game.players))


@compiled
def add_piece_candidates(
    tables: RuleTables,
    spare: RecordArray[GameRecord],
    place: int,
    turns: Candidates,
    notes: EvaluationScratch,
    weights: FloatVector,
) -> None:
    """Add a way for every choice of a piece in the first of the spare games, which is spoilt."""
    game = spare[0]
    seat, players = game.seat, game.players
    scan_open_cells(tables, game, notes, weights)
    count = list_legal(tables, game, turns.pieces)
    for number in range(1, count):
        action = turns.pieces[number]
        if action & KIND_MASK == tables.deploy:
            root = find_root(game, game.first[game.tiles - 1] + (action >> KIND_BITS + PIECE_BITS & SPOT_MASK))
            if not (tables.by_city and not tables.completes[game.kind[root]]):
                estimate_piece(tables, game, turns, number, notes, weights, root)
                continue
        copy_game(game, spare[1])
        apply(tables, spare[1], action)
        value_scanned(tables, spare[1], notes, weights)
        add_piece_candidate(turns, place, action, lead(notes.value, seat, players))
        turns.pieces[number] = -1
    apply(tables, game, tables.passing)
    value_scanned(tables, game, notes, weights)
    ahead = lead(notes.value, seat, players)
    add_piece_candidate(turns, place, tables.passing, ahead)
    free = notes.free[seat]
    for number in range(1, count):
        if turns.pieces[number] != -1:
            after = worth_of_free(game, weights, free - turns.bound[number])
            more = turns.more[number] + after - worth_of_free(game, weights, free)
            add_piece_candidate(turns, place, turns.pieces[number], ahead + more)


@compiled
def add_piece_candidate(turns: Candidates, place: int, action: int, ahead: float) -> None:
    """Add a way that ends with an action, after a place if there is one."""
    if place == -1:
        add_candidate(turns, action, -1, ahead)
    else:
        add_candidate(turns, place, action, ahead)


@compiled
def estimate_piece(
    tables: RuleTables,
    game: GameRecord,
    turns: Candidates,
    number: int,
    notes: EvaluationScratch,
    weights: FloatVector,
    root: int,
) -> None:
    """Note what a follower adds that goes to a feature which nobody holds."""
    turns.bound[number] = 1.0
    if not tables.completes[game.kind[root]]:
        turns.more[number] = field_value(tables, game, notes, weights, root, -1 - number)
        return
    turns.more[number] = float(worth(tables, game, root))
    if not is_open(tables, game, root):
        turns.bound[number] = 0.0
    elif game.left > 0:
        chance = completion(tables, game, notes, weights, root)
        turns.more[number] += weights[FEATURE] * chance * gain(tables, game, notes, weights, root)
        turns.bound[number] -= weights[BACK] * chance


@compiled
def field_value(
    tables: RuleTables, game: GameRecord, notes: EvaluationScratch, weights: FloatVector, field: int, mark: int
) -> float:
    """Return what a field is worth that is held alone: for complete cities, and for those that may be completed.

    The mark, which is not in use yet, tells which cities were counted.
    """
    found = 0.0
    for number in range(game.tiles):
        tile, first = game.laid[number] >> 2, game.first[number]
        for local in range(tables.count[tile]):
            touches = tables.touches[tile, local]
            if touches == 0 or find_root(game, first + local) != field:
                continue
            for other in range(tables.count[tile]):
                city = find_root(game, first + other) if touches >> other & 1 else -1
                if city == -1 or notes.last[city] == mark:
                    continue
                notes.last[city] = mark
                if game.unmet[city] == 0:
                    found += 1.0
                elif game.left > 0:
                    found += weights[FIELD] * completion(tables, game, notes, weights, city)
    return found * tables.city_points


@compiled
def best_candidate(turns: Candidates) -> int:
    """Return the number of the way that leads furthest; the first of equal ones."""
    best = 0
    for number in range(1, turns.count):
        if turns.lead[number] > turns.lead[best]:
            best = number
    return best


@compiled
def play_candidate(tables: RuleTables, game: GameRecord, first: int, second: int) -> None:
    """Play a turn in one of the ways that were listed."""
    apply(tables, game, first)
    if second != -1:
        apply(tables, game, second)
