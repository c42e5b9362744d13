"""Whole turns: every way to lay a tile and put a piece down, and how far ahead each leaves whoever plays it.

Only passing is played and valued in full for every place. A piece goes to a feature that nobody holds, so what it adds
can be told from that feature alone.
"""

from __future__ import annotations

from typing import Annotated, Final, Protocol

from bastide.fast.compiling import compiled
from bastide.fast.copying import copy_game
from bastide.fast.features import is_open, root_of, worth
from bastide.fast.layout import MOST_ACTIONS, PIECE, Game, Numbers, Records, Tables, record
from bastide.fast.moves import KIND_BITS, KIND_MASK, PIECE_BITS, SPOT_MASK, apply, list_legal
from bastide.fast.valuing import (
    BACK,
    FEATURE,
    FIELD,
    Notes,
    Reals,
    completion,
    forget_chances,
    gain,
    lead,
    note_open_cells,
    value,
    value_noted,
    worth_of_free,
)

MOST_TURNS: Final = 8192
"""Ways to play a turn; if there are more, the rest is not thought of."""
MOST_CHOICES: Final = 64
"""Pieces and spots to choose from, once a tile is laid."""


class Turns(Protocol):
    """Every way to play the turn at hand."""

    count: Annotated[int, "i4"]
    first: Annotated[Numbers[int], "i8", MOST_TURNS]
    """The action at hand."""
    second: Annotated[Numbers[int], "i8", MOST_TURNS]
    """The one that follows in the same turn, or -1."""
    lead: Annotated[Reals, "f8", MOST_TURNS]
    """How far ahead of the best of the others that leaves whoever plays it."""
    places: Annotated[Numbers[int], "i8", MOST_ACTIONS]
    pieces: Annotated[Numbers[int], "i8", MOST_CHOICES]
    more: Annotated[Reals, "f8", MOST_CHOICES]
    """Per choice of a piece: the points that it adds for sure or by guess, passing compared."""
    bound: Annotated[Reals, "f8", MOST_CHOICES]
    """And how much of a follower is bound by it: 0 if it comes back at once."""


TURNS: Final = record(Turns)


@compiled
def add_turn(turns: Turns, first: int, second: int, ahead: float) -> None:
    """Add a way to play the turn, if there is room."""
    if turns.count < MOST_TURNS:
        turns.first[turns.count] = first
        turns.second[turns.count] = second
        turns.lead[turns.count] = ahead
        turns.count += 1


@compiled
def list_turns(tables: Tables, game: Game, spare: Records[Game], turns: Turns, notes: Notes, weights: Reals) -> None:
    """List every way to play the turn at hand, or what is left of it."""
    forget_chances(tables, notes)
    turns.count = 0
    if game.phase == PIECE:
        copy_game(game, spare[0])
        add_pieces(tables, spare, -1, turns, notes, weights)
        return
    for number in range(list_legal(tables, game, turns.places)):
        copy_game(game, spare[0])
        apply(tables, spare[0], turns.places[number])
        if spare[0].phase == PIECE:
            add_pieces(tables, spare, turns.places[number], turns, notes, weights)
        else:
            value(tables, spare[0], notes, weights)
            add_turn(turns, turns.places[number], -1, lead(notes.value, game.seat, game.players))


@compiled
def add_pieces(tables: Tables, spare: Records[Game], place: int, turns: Turns, notes: Notes, weights: Reals) -> None:
    """Add a way for every choice of a piece in the first of the spare games, which is spoilt."""
    game = spare[0]
    seat, players = game.seat, game.players
    note_open_cells(tables, game, notes, weights)
    count = list_legal(tables, game, turns.pieces)
    for number in range(1, count):
        action = turns.pieces[number]
        if action & KIND_MASK == tables.deploy:
            root = root_of(game, game.first[game.tiles - 1] + (action >> KIND_BITS + PIECE_BITS & SPOT_MASK))
            if not (tables.by_city and not tables.completes[game.kind[root]]):
                note_piece(tables, game, turns, number, notes, weights, root)
                continue
        copy_game(game, spare[1])
        apply(tables, spare[1], action)
        value_noted(tables, spare[1], notes, weights)
        add_piece(turns, place, action, lead(notes.value, seat, players))
        turns.pieces[number] = -1
    apply(tables, game, tables.passing)
    value_noted(tables, game, notes, weights)
    ahead = lead(notes.value, seat, players)
    add_piece(turns, place, tables.passing, ahead)
    free = notes.free[seat]
    for number in range(1, count):
        if turns.pieces[number] != -1:
            after = worth_of_free(game, weights, free - turns.bound[number])
            more = turns.more[number] + after - worth_of_free(game, weights, free)
            add_piece(turns, place, turns.pieces[number], ahead + more)


@compiled
def add_piece(turns: Turns, place: int, action: int, ahead: float) -> None:
    """Add a way that ends with an action, after a place if there is one."""
    if place == -1:
        add_turn(turns, action, -1, ahead)
    else:
        add_turn(turns, place, action, ahead)


@compiled
def note_piece(tables: Tables, game: Game, turns: Turns, number: int, notes: Notes, weights: Reals, root: int) -> None:
    """Note what a follower adds that goes to a feature which nobody holds."""
    turns.bound[number] = 1.0
    if not tables.completes[game.kind[root]]:
        turns.more[number] = field_worth(tables, game, notes, weights, root, -1 - number)
        return
    turns.more[number] = float(worth(tables, game, root))
    if not is_open(tables, game, root):
        turns.bound[number] = 0.0
    elif game.left > 0:
        chance = completion(tables, game, notes, weights, root)
        turns.more[number] += weights[FEATURE] * chance * gain(tables, game, notes, weights, root)
        turns.bound[number] -= weights[BACK] * chance


@compiled
def field_worth(tables: Tables, game: Game, notes: Notes, weights: Reals, field: int, mark: int) -> float:
    """Return what a field is worth that is held alone: for complete cities, and for those that may be completed.

    The mark, which is not in use yet, tells which cities were counted.
    """
    found = 0.0
    for number in range(game.tiles):
        tile, first = game.laid[number] >> 2, game.first[number]
        for local in range(tables.count[tile]):
            touches = tables.touches[tile, local]
            if touches == 0 or root_of(game, first + local) != field:
                continue
            for other in range(tables.count[tile]):
                city = root_of(game, first + other) if touches >> other & 1 else -1
                if city == -1 or notes.last[city] == mark:
                    continue
                notes.last[city] = mark
                if game.unmet[city] == 0:
                    found += 1.0
                elif game.left > 0:
                    found += weights[FIELD] * completion(tables, game, notes, weights, city)
    return found * tables.city_points


@compiled
def best_turn(turns: Turns) -> int:
    """Return the number of the way that leads furthest; the first of equal ones."""
    best = 0
    for number in range(1, turns.count):
        if turns.lead[number] > turns.lead[best]:
            best = number
    return best


@compiled
def play_turn(tables: Tables, game: Game, first: int, second: int) -> None:
    """Play a turn in one of the ways that were listed."""
    apply(tables, game, first)
    if second != -1:
        apply(tables, game, second)
