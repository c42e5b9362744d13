"""Candidates: all combinations of a placement and a choice of a piece, each with its static evaluation.

For every placement, only passing is applied and evaluated in full. A piece is deployed in an unoccupied feature, so
its value is computed from that feature alone.
"""

from __future__ import annotations

from bastide.fast.actions import action_kind, apply, list_legal, unpack_deployment
from bastide.fast.bit_fields import has_bit, spot_segment, tile_of
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
    supply_value,
    value,
    value_scanned,
)
from bastide.fast.features import find_root, is_open, worth
from bastide.fast.game_copy import copy_game
from bastide.fast.layout import PIECE, FloatVector, GameRecord, RecordArray, RuleTables
from bastide.fast.workspace import MAX_CANDIDATES, Candidates, SearchWorkspace


@compiled
def add_candidate(candidates: Candidates, first: int, second: int, ahead: float) -> None:
    """Add a candidate unless the list is full."""
    if candidates.count < MAX_CANDIDATES:
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
    """Add a candidate for every legal action of the first spare game, which is no longer usable afterwards."""
    tables, candidates, scratch = workspace.tables[0], workspace.candidates[0], workspace.scratch[0]
    game, other, weights = workspace.spare[0], workspace.spare[1], workspace.weights
    seat, players = game.seat, game.players
    scan_open_cells(tables, game, scratch, weights)
    count = list_legal(tables, game, candidates.pieces)
    for number in range(1, count):
        action = candidates.pieces[number]
        if action_kind(action) == tables.deploy:
            _, spot = unpack_deployment(action)
            root = find_root(game, game.first[game.tiles - 1] + spot_segment(spot))
            if tables.completes[game.kind[root]] or not tables.by_city:
                estimate_deployment(workspace, game, number, root)
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
            supply_after = supply_value(game, weights, free - candidates.committed[number])
            total_gain = candidates.gain[number] + supply_after - supply_value(game, weights, free)
            add_piece_candidate(candidates, place, candidates.pieces[number], ahead + total_gain)


@compiled
def add_piece_candidate(candidates: Candidates, place: int, action: int, ahead: float) -> None:
    """Add a candidate of a placement and an action, or of the action alone if the placement is -1."""
    if place == -1:
        add_candidate(candidates, action, -1, ahead)
    else:
        add_candidate(candidates, place, action, ahead)


@compiled
def estimate_deployment(workspace: SearchWorkspace, game: GameRecord, number: int, root: int) -> None:
    """Estimate the gain of the deployment with a number, in an unoccupied feature."""
    tables, candidates, scratch = workspace.tables[0], workspace.candidates[0], workspace.scratch[0]
    weights = workspace.weights
    candidates.committed[number] = 1.0
    if not tables.completes[game.kind[root]]:
        candidates.gain[number] = field_value(tables, game, scratch, weights, root, -1 - number)
        return
    candidates.gain[number] = float(worth(tables, game, root))
    if not is_open(tables, game, root):
        candidates.committed[number] = 0.0
    elif game.left > 0:
        chance = completion(tables, game, scratch, weights, root)
        candidates.gain[number] += weights[FEATURE] * chance * gain(tables, game, scratch, weights, root)
        candidates.committed[number] -= weights[BACK] * chance


@compiled
def field_value(
    tables: RuleTables, game: GameRecord, scratch: EvaluationScratch, weights: FloatVector, field: int, mark: int
) -> float:
    """Return the value of an unoccupied field to a single owner, from complete and incomplete cities.

    The mark, which must be unused so far, records the cities already counted.
    """
    cities = 0.0
    for number in range(game.tiles):
        tile, first = tile_of(game.laid[number]), game.first[number]
        for local in range(tables.segment_count[tile]):
            touches = tables.touches[tile, local]
            if touches == 0 or find_root(game, first + local) != field:
                continue
            for other in range(tables.segment_count[tile]):
                city = find_root(game, first + other) if has_bit(touches, other) else -1
                if city == -1 or scratch.last[city] == mark:
                    continue
                scratch.last[city] = mark
                if game.unmet[city] == 0:
                    cities += 1.0
                elif game.left > 0:
                    cities += weights[FIELD] * completion(tables, game, scratch, weights, city)
    return cities * tables.city_points


@compiled
def best_candidate(candidates: Candidates) -> int:
    """Return the index of the candidate with the greatest lead, the first of several."""
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
    """Play the rest of the current turn greedily, by static evaluation."""
    list_candidates(workspace, game)
    candidates = workspace.candidates[0]
    best = best_candidate(candidates)
    play_candidate(workspace.tables[0], game, candidates.first[best], candidates.second[best])


@compiled
def list_root_candidates(workspace: SearchWorkspace, games: RecordArray[GameRecord]) -> None:
    """List the candidates for the current turn of the single game of an array."""
    list_candidates(workspace, games[0])
