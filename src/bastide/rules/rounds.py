"""A round of the table: seats are asked one after the other, and whoever has nothing to choose is passed over.

A round belongs to one step that repeats. It begins when the step is entered and is forgotten with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bastide.rules import engine
from bastide.rules.model import Action, Holds, Scope, Seat, StateColumn
from bastide.rules.state import State
from bastide.wire.views import ViewFacts

LEFT: Final = "round.left"
ROUND: Final = StateColumn(LEFT, initial=(0, 0), until=Scope.STEP, holds=(Holds.NUMBER, Holds.SEAT))
"""How many seats are still to be asked, and with which the round began; for expansions to declare that have rounds."""

Asked = Callable[[State, Seat], list[Action]]
"""What a seat can do when its turn in the round comes; nothing if it is to be passed over."""


def begin(state: State, first: Seat) -> None:
    """Begin a round with a seat."""
    state.ext[LEFT][:] = state.players, first


def asked(state: State, can_do: Asked) -> Seat | None:
    """Return the seat that is asked now, or None when the round is over."""
    left, first = state.ext[LEFT]
    order = state.seats_from(first)[state.players - left :]
    return next((seat for seat in order if can_do(state, seat)), None)


def asked_next(state: State) -> ViewFacts:
    """Return, for a view, the seats that come after the one that acts in a round."""
    left, first = state.ext[LEFT]
    order = state.seats_from(first)
    return {"asked_next": order[order.index(engine.actor(state)) + 1 :]} if left else {}


def actor(can_do: Asked) -> Callable[[State], int]:
    """Return, for a step that is a round, who acts in it."""

    def seat_asked(state: State) -> int:
        seat = asked(state, can_do)
        return state.seat if seat is None else seat

    return seat_asked


def options(can_do: Asked) -> Callable[[State], list[Action]]:
    """Return, for a step that is a round, what can be done in it."""

    def choices(state: State) -> list[Action]:
        seat = asked(state, can_do)
        return [] if seat is None else can_do(state, seat)

    return choices


def done(state: State) -> None:
    """The seat that is asked has had its turn in the round."""
    state.ext[LEFT][0] = state.players - 1 - state.seats_from(state.ext[LEFT][1]).index(engine.actor(state))


def passed(state: State) -> None:
    """The seat that acts does nothing, or nothing more; outside rounds that is all there is to it."""
    if state.ext[LEFT][0]:
        done(state)
