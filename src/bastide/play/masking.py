"""Secrets: hands of other seats, secret columns and private facts of events are removed here and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bastide.errors import BastideError
from bastide.rules.engine import actor
from bastide.rules.events import Event
from bastide.rules.model import Seat, StateColumn
from bastide.rules.state import HAND_SLOTS, NO_TILE, State

HIDDEN: Final = -2
"""In the hand of another seat: a tile that only its owner knows."""


def mask(state: State, viewer: Seat | None) -> State:
    """Return a copy of a state without what a viewer may not know; None is a spectator.

    Tiles in the hands of others become HIDDEN and are counted in the bag. Secret columns of others have their initial
    numbers until the game is over. Nobody but the actor has options. Masking a masked state changes nothing.
    """
    if viewer is not None and not 0 <= viewer < state.players:
        raise BastideError("no_such_seat", seat=viewer, last=state.players - 1)
    masked = state.copy()
    for seat in range(state.players):
        if seat != viewer and (tiles := state.hand_of(seat)):
            slots = [HIDDEN] * len(tiles) + [NO_TILE] * (HAND_SLOTS - len(tiles))
            masked.hand[seat * HAND_SLOTS : (seat + 1) * HAND_SLOTS] = slots
            for tile in tiles:
                if tile != HIDDEN:
                    masked.bag[tile] += 1
    for column in state.rules.columns:
        numbers, size = masked.ext[column.name], len(column.initial)
        for place in hidden_places(state, column, viewer):
            numbers[place] = column.initial[place % size]
    if viewer != actor(state):
        masked.legal = []
    return masked


def hidden_places(state: State, column: StateColumn, viewer: Seat | None) -> Sequence[int]:
    """Return the indexes of the numbers in a column that a viewer may not know: none once the game is over."""
    if not column.secret or state.pc >= len(state.rules.program):
        return ()
    size = len(column.initial)
    return [place for place in range(size * state.players) if place // size != viewer]


def has_secrets(state: State) -> bool:
    """Return whether some seat may know more of a state than spectators."""
    return any(tile != NO_TILE for tile in state.hand) or any(column.secret for column in state.rules.columns)


def redact(event: Event, viewer: Seat | None) -> Event:
    """Return an event without facts that are private to a seat other than the viewer's; None is a spectator."""
    return event if viewer is not None and event.seat == viewer else Event(event.name, event.seat, event.facts)


def redact_all(events: Sequence[Event], viewer: Seat | None) -> list[Event]:
    """Return events without facts that are private to seats other than the viewer's."""
    return [redact(event, viewer) for event in events]
