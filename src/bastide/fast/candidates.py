"""Candidates: every way to play a whole turn, placement and piece, with the lead that static evaluation gives it.

Only passing is applied and evaluated in full for every placement. A piece goes to an unoccupied feature, so its value
is computed from that feature alone.
"""

from __future__ import annotations

from bastide.fast.actions import KIND_BITS, KIND_MASK, PIECE_BITS, SPOT_MASK, apply, list_legal
from bastide.fast.bit_fields import has_bit, tile_of
from bastide.fast.compilation import compiled
from bastide.fast.evaluation import (
    BACK,
    FEATURE,
    FIELD,
    EvaluationScratch,
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
from bastide.fast.layout import PIECE, FloatVector, GameRecord, RecordArray, RuleTables
from bastide.fast.workspace import MOST_CANDIDATES, Candidates, SearchWorkspace


@compiled
def add_candidate(candidates: Candidates, first: int, second: int, ahead: float) -> None:
    """Add a candidate unless the list is full."""
    if candidates.count < MOST_CANDIDATES:
        candidates.first[candidates.count] = first
        candidates.second[candidates.count] = second
        candidates.lead[candidates.count] = ahead
        candidates.count += 1


@compiled
def list_candidates(workspace: SearchWorkspace, game: GameRecord) -> None:
    """List the candidates for the current turn, or for the rest of it."""
    tables, candidates, spare = workspace.tables[0], workspace.candidates[0], workspace.spare[0]
    reset_chances(tables, workspace.scratch[0])
    candidates.count = 0
    if game.phase == PIECE:
        copy_game(game, spare)
        add_piece_candidates(workspace, -1)
        return
    for number in range(list_legal(tables, game, candidates.places)):
        copy_game(game, spare)
        apply(tables, spare, candidates.places[number])
        if spare.phase == PIECE:
            add_piece_candidates(workspace, candidates.places[number])
        else:
            value(tables, spare, workspace.scratch[0], workspace.weights)
            ahead = lead(workspace.scratch[0].value, game.seat, game.players)
            add_candidate(candidates, candidates.places[number], -1, ahead)


@compiled
def add_piece_candidates(workspace: SearchWorkspace, place: int) -> None:
    """Add a candidate for every choice of a piece in the first spare game, which is destroyed."""
    tables, candidates, scratch = workspace.tables[0], workspace.candidates[0], workspace.scratch[0]
    game, other, weights = workspace.spare[0], workspace.spare[1], workspace.weights
    seat, players = game.seat, game.players
    scan_open_cells(tables, game, scratch, weights)
    count = list_legal(tables, game, candidates.pieces)
    for number in range(1, count):
        action = candidates.pieces[number]
        if action & KIND_MASK == tables.deploy:
            root = find_root(game, game.first[game.tiles - 1] + (action >> KIND_BITS + PIECE_BITS & SPOT_MASK))
            if not (tables.by_city and not tables.completes[game.kind[root]]):
                estimate_piece(tables, game, candidates, number, scratch, weights, root)
                continue
        copy_game(game, other)
        apply(tables, other, action)
        value_scanned(tables, other, scratch, weights)
        add_piece_candidate(candidates, place, action, lead(scratch.value, seat, players))
        candidates.pieces[number] = -1
    apply(tables, game, tables.passing)
    value_scanned(tables, game, scratch, weights)
    ahead = lead(scratch.value, seat, players)
    add_piece_candidate(candidates, place, tables.passing, ahead)
    free = scratch.free[seat]
    for number in range(1, count):
        if candidates.pieces[number] != -1:
            after = worth_of_free(game, weights, free - candidates.bound[number])
            more = candidates.more[number] + after - worth_of_free(game, weights, free)
            add_piece_candidate(candidates, place, candidates.pieces[number], ahead + more)


@compiled
def add_piece_candidate(candidates: Candidates, place: int, action: int, ahead: float) -> None:
    """Add a candidate that ends with an action, after a placement unless that is -1."""
    if place == -1:
        add_candidate(candidates, action, -1, ahead)
    else:
        add_candidate(candidates, place, action, ahead)


@compiled
def estimate_piece(
    tables: RuleTables,
    game: GameRecord,
    candidates: Candidates,
    number: int,
    scratch: EvaluationScratch,
    weights: FloatVector,
    root: int,
) -> None:
    """Estimate the value that a follower adds in an unoccupied feature."""
    candidates.bound[number] = 1.0
    if not tables.completes[game.kind[root]]:
        candidates.more[number] = field_value(tables, game, scratch, weights, root, -1 - number)
        return
    candidates.more[number] = float(worth(tables, game, root))
    if not is_open(tables, game, root):
        candidates.bound[number] = 0.0
    elif game.left > 0:
        chance = completion(tables, game, scratch, weights, root)
        candidates.more[number] += weights[FEATURE] * chance * gain(tables, game, scratch, weights, root)
        candidates.bound[number] -= weights[BACK] * chance


@compiled
def field_value(
    tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, weights: FloatVector, field: int, mark: int
) -> float:
    """Return the value of an unoccupied field to a single owner, from complete cities and those likely to be.

    The mark, which must be unused so far, records the cities already counted.
    """
    found = 0.0
    for number in range(game.tiles):
        tile, first = tile_of(game.laid[number]), game.first[number]
        for local in range(tables.count[tile]):
            touches = tables.touches[tile, local]
            if touches == 0 or find_root(game, first + local) != field:
                continue
            for other in range(tables.count[tile]):
                city = find_root(game, first + other) if has_bit(touches, other) else -1
                if city == -1 or scratch.last[city] == mark:
                    continue
                scratch.last[city] = mark
                if game.unmet[city] == 0:
                    found += 1.0
                elif game.left > 0:
                    found += weights[FIELD] * completion(tables, game, scratch, weights, city)
    return found * tables.city_points


@compiled
def best_candidate(candidates: Candidates) -> int:
    """Return the index of the candidate with the greatest lead, the first among equals."""
    best = 0
    for number in range(1, candidates.count):
        if candidates.lead[number] > candidates.lead[best]:
            best = number
    return best


@compiled
def play_candidate(tables: RuleTables, game: GameRecord, first: int, second: int) -> None:
    """Apply the actions of a candidate."""
    apply(tables, game, first)
    if second != -1:
        apply(tables, game, second)


@compiled
def play_best_candidate(workspace: SearchWorkspace, game: GameRecord) -> None:
    """Play the rest of the current turn greedily."""
    list_candidates(workspace, game)
    candidates = workspace.candidates[0]
    best = best_candidate(candidates)
    play_candidate(workspace.tables[0], game, candidates.first[best], candidates.second[best])


@compiled
def list_root_candidates(workspace: SearchWorkspace, games: RecordArray[GameRecord]) -> None:
    """Entry point: list the candidates for the current turn of the single game of an array."""
    list_candidates(workspace, games[0])
