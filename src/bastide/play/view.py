"""What one seat may see. These three functions are the only doors to browsers, bots and learners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bastide.errors import BastideError
from bastide.kernel.geometry import xy
from bastide.rules.engine import actor
from bastide.rules.events import Event
from bastide.rules.model import NOBODY, Seat, StateColumn, Token
from bastide.rules.pieces import is_guest, tokens, unpack_piece, where
from bastide.rules.state import HAND_SLOTS, NO_TILE, State
from bastide.wire.views import PlacedPiece, ShownToken, View, ViewFacts

HIDDEN: Final = -2
"""In the hand of another seat: a tile that only its owner knows."""


def view(state: State, seat: Seat | None) -> View:
    """Return what a seat may know of the game, as plain data; None is a spectator.

    Hands of others appear as numbers of tiles. What is in the bag and in hidden hands together is public knowledge and
    given as ``unseen``; which of the two a tile is in is not.
    """
    if seat is not None and not 0 <= seat < state.players:
        raise BastideError("no_such_seat", seat=seat, last=state.players - 1)
    rules, board = state.rules, state.board
    tiles = rules.catalogue.tiles
    hands = [state.hand[s * HAND_SLOTS : (s + 1) * HAND_SLOTS] for s in range(state.players)]
    unseen = list(state.bag)
    for owner, hand in enumerate(hands):
        for tile in hand:
            if tile != NO_TILE and owner != seat:
                unseen[tile] += 1
    over = state.pc >= len(rules.program)
    return {
        "seat": seat,
        "turn": state.turn,
        "part": state.part,
        "step": "over" if over else rules.program[state.pc].name,
        "actor": actor(state),
        "on_turn": state.seat,
        "tile": _tile_id(state, state.tile),
        "board": [
            {"tile": board.tile(n).id, "cell": list(xy(cell)), "rotation": board.rotation(n)}
            for n, cell in enumerate(board.cell)
        ],
        "pieces": [_piece(state, piece) for piece in state.pieces],
        "tokens": [_token(state, token) for token in tokens(state)],
        "scores": list(state.score),
        "supply": [
            {piece.name: state.supply[s * len(rules.pieces) + i] for i, piece in enumerate(rules.pieces)}
            for s in range(state.players)
        ],
        "hand": None if seat is None else [_tile_id(state, tile) for tile in hands[seat]],
        "hand_sizes": [sum(tile != NO_TILE for tile in hand) for hand in hands],
        "left": state.left,
        "unseen": {tiles[i].id: copies for i, copies in enumerate(unseen) if copies},
        "facts": _facts(seen(state, seat)) if rules.facts else {},
        "columns": {column.name: _column(state, column, seat) for column in rules.columns},
    }


def seen(state: State, seat: Seat | None) -> State:
    """Return a copy of a state from which all is taken that a seat may not know; None is a spectator.

    It is the view once more, for those who look at many states a second. Tiles in hidden hands are in the bag, as they
    are among the unseen tiles of the view, HIDDEN takes their places, and secret numbers are as they were at the start.
    """
    if seat is not None and not 0 <= seat < state.players:
        raise BastideError("no_such_seat", seat=seat, last=state.players - 1)
    copy = state.copy()
    for other in range(state.players):
        if other != seat and (hidden := state.hand_of(other)):
            empty = [NO_TILE] * (HAND_SLOTS - len(hidden))
            copy.hand[other * HAND_SLOTS : (other + 1) * HAND_SLOTS] = [HIDDEN] * len(hidden) + empty
            for tile in hidden:
                copy.bag[tile] += 1
    for column in state.rules.columns:
        if column.secret and state.pc < len(state.rules.program):
            size = len(column.initial)
            copy.ext[column.name] = [
                number if place // size == seat else column.initial[place % size]
                for place, number in enumerate(state.ext[column.name])
            ]
    if seat != actor(state):
        copy.legal = []
    return copy


def _tile_id(state: State, tile: int) -> str | None:
    return None if tile == NO_TILE else state.rules.catalogue.tiles[tile].id


def _column(state: State, column: StateColumn, seat: Seat | None) -> list[int | None]:
    """Return the numbers of a column; of a secret one, until the game is over, only those of the seat that looks."""
    numbers: list[int | None] = list(state.ext[column.name])
    if not column.secret or state.pc >= len(state.rules.program):
        return numbers
    size = len(column.initial)
    return [number if place // size == seat else None for place, number in enumerate(numbers)]


def _piece(state: State, piece: int) -> PlacedPiece:
    segment, seat, kind = unpack_piece(piece)
    owner = None if seat == NOBODY else seat
    return {
        "seat": owner,
        "piece": state.rules.pieces[kind].name,
        "strength": state.rules.pieces[kind].strength,
        "guest": is_guest(piece),
        **where(state, segment),
    }


def _token(state: State, token: Token) -> ShownToken:
    shown: ShownToken = {"token": token.name, "number": token.number, "seat": token.seat}
    return shown if token.segment is None else {**shown, **where(state, token.segment)}


def _facts(known: State) -> ViewFacts:
    """Return what expansions tell of a state from which all is taken that the viewer may not know."""
    facts: ViewFacts = {}
    for told in known.rules.facts:
        facts.update(told(known))
    return facts


def redact(event: Event, seat: Seat | None) -> Event:
    """Return an event as a seat may see it: without what is private to another seat."""
    return event if seat is not None and event.seat == seat else Event(event.name, event.seat, event.facts)


def redact_all(events: Sequence[Event], seat: Seat | None) -> list[Event]:
    """Return events as a seat may see them."""
    return [redact(event, seat) for event in events]
