"""Conversion between states of the engine and game records."""

from __future__ import annotations

import numpy as np

from bastide.errors import BastideError
from bastide.expansions.abbot import RECALLED
from bastide.expansions.river_2 import VOLCANO
from bastide.fast.bit_fields import ROTATION_BITS, ROTATION_MASK
from bastide.fast.entry_points import build_board
from bastide.fast.layout import GRID_SIDE, MAX_ENDS, MAX_ON_TILE, MAX_OPEN, MAX_SEGMENTS, MAX_TILES, OVER
from bastide.fast.rule_tables import Array, columns_of, extras_of, tables_of
from bastide.fast.support import is_plain
from bastide.kernel.geometry import xy
from bastide.rules.engine import is_held, settle
from bastide.rules.pieces import is_guest, put, unpack_piece
from bastide.rules.rivers import WATER, open_ends
from bastide.rules.ruleset import Ruleset
from bastide.rules.scoring import completed_by_last_tile
from bastide.rules.sheet import SHEET
from bastide.rules.state import NO_TILE, State
from bastide.rules.turn import AGAIN, RESTING


def to_state(rules: Ruleset, games: Array) -> State:
    """Return the single game of an array as a state of the engine."""
    game = games[0]
    state = State(rules, int(game["players"]))
    tiles = int(game["tiles"])
    for laid, cell in zip(game["laid"][:tiles].tolist(), game["cell"][:tiles].tolist(), strict=True):
        state.board.place(laid >> ROTATION_BITS, laid & ROTATION_MASK, cell)
    for piece in game["piece"][: int(game["standing"])].tolist():
        segment, seat, kind = unpack_piece(piece)
        put(state, seat, kind, segment, is_guest(piece))
    state.supply = game["supply"][: state.players, : len(rules.pieces)].ravel().tolist()
    state.score = game["score"][: state.players].tolist()
    state.seat, state.turn, state.tile = int(game["seat"]), int(game["turn"]), int(game["tile"])
    state.left, state.buried = int(game["left"]), int(game["buried"])
    state.bag = np.bincount(game["bag"][: state.left + state.buried], minlength=len(rules.bag)).tolist()
    if RECALLED in state.ext:
        state.ext[RECALLED] = [int(game["recalled"])]
        state.ext[RESTING] = game["resting"][: state.players].tolist()
    if VOLCANO in state.ext:
        state.ext[VOLCANO] = [int(game["erupted"])]
    if extras_of(rules):
        _restore_extras(state, game)
    state.completed = completed_by_last_tile(state)
    phase = int(game["phase"])
    state.pc = len(rules.program) if phase == OVER else rules.at[SHEET[phase]]
    settle(state, arrived=False)
    return state


def _restore_extras(state: State, game: np.void) -> None:
    """Restore what only rules beyond those of `turn` use."""
    state.part = int(game["part"])
    state.hand = game["hand"][: state.players].ravel().tolist()
    for name, (first, size) in columns_of(state.rules).items():
        state.ext[name] = game["ext"][first : first + size].tolist()[: len(state.ext[name])]


def from_state(state: State, games: Array) -> None:
    """Copy a state of the engine into the single game of an array; its generator is unchanged."""
    _check(state)
    rules, game = state.rules, games[0]
    tables = tables_of(rules)
    game["players"], game["seat"], game["turn"], game["tile"] = state.players, state.seat, state.turn, state.tile
    game["phase"] = phase_of(state)
    game["score"][: state.players] = state.score
    game["supply"][: state.players, : len(rules.pieces)] = np.reshape(state.supply, (state.players, -1))
    _fill_bag(state, game)
    game["recalled"] = state.ext.get(RECALLED, [0])[0]
    game["erupted"] = state.ext.get(VOLCANO, [0])[0]
    game["resting"][: state.players] = state.ext.get(RESTING, 0)
    game["part"], game["extras"], game["hand"] = state.part, extras_of(rules), NO_TILE
    game["hand"][: state.players] = np.reshape(state.hand, (state.players, -1))
    for name, (first, _) in columns_of(rules).items():
        game["ext"][first : first + len(state.ext[name])] = state.ext[name]
    arrays = [np.array(row, dtype=np.int64) for row in (state.board.laid, state.board.cell, state.pieces)]
    build_board(tables, games, *arrays)


def _check(state: State) -> None:
    """Raise BastideError if a state does not fit a record or is unreachable with its rules.

    Both occur only for positions written by hand.
    """
    board = state.board
    to_come = state.left + sum(tile != NO_TILE for tile in (state.tile, *state.hand))
    columns_and_rows = zip(*map(xy, board.cell), strict=True)
    extent = max(max(numbers) - min(numbers) for numbers in columns_and_rows) + to_come + 3
    counts = state.rules.catalogue.segment_count
    segments = len(board.features.root) + sum(n * count for n, count in zip(state.bag, counts, strict=True))
    fits = (
        extent <= GRID_SIDE
        and len(board.laid) + to_come <= MAX_TILES
        and len(board.wanted) + 2 * to_come <= MAX_OPEN
        and segments + MAX_ON_TILE <= MAX_SEGMENTS
        and _most_ends(state) <= MAX_ENDS
    )
    over = state.pc >= len(state.rules.program)
    unfinished = not over and (any(state.ext.get(RECALLED, ())) or any(state.ext.get(VOLCANO, ())))
    beyond_the_turn = (
        state.buried
        or state.part
        or state.ext[AGAIN][0]
        or any(t != NO_TILE for t in state.hand)
        or unfinished
        or any(is_guest(piece) for piece in state.pieces)
    )
    if not fits or is_held(state) or (is_plain(state.rules) and beyond_the_turn):
        raise BastideError("fast_state")


def _most_ends(state: State) -> int:
    """Return a bound of the number of open ends that the river may ever have."""
    sides = state.board.catalogue.sides(WATER)
    forks = sum(copies for tile, copies in enumerate(state.bag) if len(sides[4 * tile]) > 2)
    return len(open_ends(state)) + forks + 2


def phase_of(state: State) -> int:
    """Return the phase of a state."""
    over = state.pc >= len(state.rules.program)
    return OVER if over else SHEET.index(state.rules.program[state.pc].name)


def _fill_bag(state: State, game: np.void) -> None:
    """Fill the bag; the stage to be drawn first comes last."""
    bag: list[int] = []
    stages = state.rules.stages
    for stage in reversed(range(len(stages))):
        game["stage"][stage] = len(bag)
        bag += [tile for tile in stages[stage] for _ in range(state.bag[tile])]
    game["left"], game["buried"] = state.left, state.buried
    game["bag"][: len(bag)] = bag
