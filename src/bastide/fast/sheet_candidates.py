"""Candidates where rules go beyond those of `turn`: all that a seat chooses until another seat or chance is to act.

They are two choices deep; only after the best second choice are further choices made, each greedily. In rollouts only
promising options are considered.
"""

from __future__ import annotations

from typing import Final

from bastide.fast.actions import KIND_MASK, list_placements, unpack_placement
from bastide.fast.bit_fields import has_bit, opposite, tile_of
from bastide.fast.calls import call
from bastide.fast.compilation import compiled
from bastide.fast.evaluation import lead
from bastide.fast.features import RING_OFFSETS, SIDE_OFFSETS, find_root, grid_index, size
from bastide.fast.game_copy import copy_game
from bastide.fast.layout import OVER, PLACE, GameRecord, IntVector, RecordArray, RuleTables
from bastide.fast.options import segment_at
from bastide.fast.sheet_evaluation import forget_chances, scan, value_scanned
from bastide.fast.workspace import MAX_CANDIDATES, MAX_LENGTH, Options, SearchWorkspace, Turns

FIRST, TRIAL, REST, CHOSEN = 0, 1, 4, 5
"""The spare games: after the first choice, after an option that is evaluated, after further choices, at the end of the
best turn so far."""
MAX_PLACEMENTS: Final = 12
"""Placements that are evaluated for a turn of a rollout."""
MAX_EXPANDED: Final = 2
"""Options that are played to the end of the turn in a rollout."""
HELD_WEIGHT: Final = 4.0
"""Weight of a feature that somebody holds, when placements are sorted by what they touch."""
ROOT_SHIFT: Final = 40
"""Where a feature is packed in the key of an option, after the action without its spot."""


# Options


@compiled
def is_turn_of(game: GameRecord, seat: int, turn: int) -> bool:
    """Return whether a seat still has a choice in a turn."""
    return game.phase != OVER and game.asked == seat and game.turn == turn


@compiled
def list_distinct(tables: RuleTables, game: GameRecord, options: Options) -> None:
    """List the options without duplicates in effect: those of one kind in the same feature."""
    if game.phase == PLACE:
        options.count = list_placements(tables, game, options.action)
        return
    options.count = 0
    for number in range(game.choices):
        action = game.option[number]
        key = key_of(tables, game, action)
        if key < 0 or is_new_key(options, key):
            options.action[options.count] = action
            options.key[options.count] = key
            options.count += 1


@compiled
def key_of(tables: RuleTables, game: GameRecord, action: int) -> int:
    """Return what an action has in common with those of the same effect, or -1 if there are no such."""
    shift = tables.spot_shift[action & KIND_MASK]
    if shift < 0:
        return -1
    root = find_root(game, segment_at(game, action >> shift))
    return root << ROOT_SHIFT | action & ((1 << shift) - 1)


@compiled
def is_new_key(options: Options, key: int) -> bool:
    """Return whether none of the options has a key."""
    at = 0
    while at < options.count and options.key[at] != key:
        at += 1
    return at == options.count


@compiled
def weigh(workspace: SearchWorkspace, game: GameRecord, options: Options, seat: int) -> None:
    """Evaluate every option of a choice for a seat."""
    tables, scratch, trial = workspace.tables[0], workspace.scratch[0], workspace.spare[TRIAL]
    lays_tile = game.phase == PLACE
    if not lays_tile:
        scan(tables, game, scratch, workspace.weights)
    for number in range(options.count):
        copy_game(game, trial)
        call(tables.turn_sheet, tables, trial, options.action[number])
        if lays_tile:
            scan(tables, trial, scratch, workspace.weights)
        value_scanned(tables, trial, scratch, workspace.weights, seat)
        options.lead[number] = lead(scratch.value, seat, game.players)


@compiled
def best_option(options: Options) -> int:
    """Return the option with the greatest lead, the first of several."""
    best = 0
    for number in range(1, options.count):
        if options.lead[number] > options.lead[best]:
            best = number
    return best


@compiled
def finish_turn(workspace: SearchWorkspace, game: GameRecord, seat: int, turn: int, ahead: float, row: int) -> float:
    """Make the choices that a seat has left in a turn, each greedily; return the lead in the end.

    ``ahead`` is the present lead. The actions are added to those of the candidate of a row, or if it is -1, to none.
    """
    tables, turns, options = workspace.tables[0], workspace.turns[0], workspace.options[1]
    length = 2
    while length < MAX_LENGTH and is_turn_of(game, seat, turn):
        list_distinct(tables, game, options)
        weigh(workspace, game, options, seat)
        best = best_option(options)
        ahead = options.lead[best]
        if row >= 0:
            turns.action[row, length] = options.action[best]
        call(tables.turn_sheet, tables, game, options.action[best])
        length += 1
    if row >= 0 and length < MAX_LENGTH:
        turns.action[row, length] = -1
    return ahead


# All candidates


@compiled
def add_turn(turns: Turns, first: int, second: int, ahead: float) -> None:
    """Add a candidate of one or two actions unless the list is full."""
    if turns.count < MAX_CANDIDATES:
        turns.action[turns.count, 0] = first
        turns.action[turns.count, 1] = second
        turns.action[turns.count, 2] = -1
        turns.lead[turns.count] = ahead
        turns.count += 1


@compiled
def list_turns(workspace: SearchWorkspace, game: GameRecord) -> None:
    """List the candidates for the current turn, or for the rest of it."""
    tables, options, spare = workspace.tables[0], workspace.options[0], workspace.spare[FIRST]
    workspace.turns[0].count = 0
    forget_chances(tables, game, workspace.scratch[0])
    list_distinct(tables, game, options)
    for number in range(options.count):
        copy_game(game, spare)
        call(tables.turn_sheet, tables, spare, options.action[number])
        add_turns(workspace, spare, options.action[number], game.asked, game.turn)


@compiled
def add_turns(workspace: SearchWorkspace, game: GameRecord, first: int, seat: int, turn: int) -> None:
    """Add the candidates that begin with an action, given the game after it."""
    tables, scratch, turns = workspace.tables[0], workspace.scratch[0], workspace.turns[0]
    options, rest = workspace.options[1], workspace.spare[REST]
    if not is_turn_of(game, seat, turn):
        scan(tables, game, scratch, workspace.weights)
        value_scanned(tables, game, scratch, workspace.weights, seat)
        add_turn(turns, first, -1, lead(scratch.value, seat, game.players))
        return
    list_distinct(tables, game, options)
    weigh(workspace, game, options, seat)
    best, row = best_option(options), turns.count
    for number in range(options.count):
        add_turn(turns, first, options.action[number], options.lead[number])
    row += best
    if row < turns.count:
        copy_game(game, rest)
        call(tables.turn_sheet, tables, rest, options.action[best])
        turns.lead[row] = finish_turn(workspace, rest, seat, turn, options.lead[best], row)


@compiled
def list_root_turns(workspace: SearchWorkspace, games: RecordArray[GameRecord]) -> None:
    """List the candidates for the current turn of the single game of an array."""
    list_turns(workspace, games[0])


@compiled
def play_turn(tables: RuleTables, game: GameRecord, actions: IntVector) -> None:
    """Apply the actions of a candidate."""
    at = 0
    while at < len(actions) and actions[at] != -1:
        call(tables.turn_sheet, tables, game, actions[at])
        at += 1


# Turns of rollouts


@compiled
def play_best_turn(workspace: SearchWorkspace, game: GameRecord, exhaustive: bool) -> None:
    """Play the rest of a turn greedily; unless exhaustive, among promising options only."""
    tables, options = workspace.tables[0], workspace.options[0]
    spare, chosen = workspace.spare[FIRST], workspace.spare[CHOSEN]
    seat, turn, best_ahead = game.asked, game.turn, -1e18
    forget_chances(tables, game, workspace.scratch[0])
    list_distinct(tables, game, options)
    if game.phase == PLACE and not exhaustive:
        keep_promising(tables, game, options)
    weigh(workspace, game, options, seat)
    expanded = options.count if exhaustive else min(options.count, MAX_EXPANDED)
    for _ in range(expanded):
        best = best_option(options)
        copy_game(game, spare)
        call(tables.turn_sheet, tables, spare, options.action[best])
        ahead = finish_turn(workspace, spare, seat, turn, options.lead[best], -1)
        options.lead[best] = -1e18
        if ahead > best_ahead:
            best_ahead = ahead
            copy_game(spare, chosen)
    copy_game(chosen, game)


@compiled
def keep_promising(tables: RuleTables, game: GameRecord, options: Options) -> None:
    """Of many placements, keep those with the highest stakes."""
    if options.count <= MAX_PLACEMENTS:
        return
    for number in range(options.count):
        _, cell = unpack_placement(options.action[number])
        same = number > 0 and unpack_placement(options.action[number - 1])[1] == cell
        options.lead[number] = options.lead[number - 1] if same else stakes(tables, game, cell)
    for rank in range(MAX_PLACEMENTS):
        best = rank
        for number in range(rank + 1, options.count):
            if options.lead[number] > options.lead[best]:
                best = number
        options.action[rank], options.action[best] = options.action[best], options.action[rank]
        options.lead[rank], options.lead[best] = options.lead[best], options.lead[rank]
    options.count = MAX_PLACEMENTS


@compiled
def stakes(tables: RuleTables, game: GameRecord, cell: int) -> float:
    """Return the total size of the features that lead to an open cell, weighted if somebody holds them."""
    found = 0.0
    for step in RING_OFFSETS:
        there = game.grid[grid_index(cell + step)] - 1
        if there >= 0:
            found += HELD_WEIGHT * held_buildings(tables, game, there)
    for side in range(4):
        there = game.grid[grid_index(cell + SIDE_OFFSETS[side])] - 1
        local = tables.inner[game.laid[there], opposite(side)] if there >= 0 else -1
        if local >= 0:
            root = find_root(game, game.first[there] + local)
            found += size(tables, game, root) * (HELD_WEIGHT if game.followers[root] != 0 else 1.0)
    return found


@compiled
def held_buildings(tables: RuleTables, game: GameRecord, number: int) -> int:
    """Return the number of occupied features of a tile that are completed by the cells around it."""
    segments, held, local = tables.surrounded_here[tile_of(game.laid[number])], 0, 0
    while segments >> local:
        if has_bit(segments, local) and game.followers[game.first[number] + local] != 0:
            held += 1
        local += 1
    return held
