"""States that differ only in what is hidden from a viewer."""

from __future__ import annotations

from random import Random

from bastide.rules.model import Seat
from bastide.rules.state import HAND_SLOTS, NO_TILE, State


def with_other_secrets(state: State, viewer: Seat | None, rng: Random) -> State:
    """Return a copy of a state with new random values for all that a seat, or a spectator, may not know."""
    new = state.copy()
    for column in new.rules.columns if new.legal else ():
        if column.secret:
            numbers, size = new.ext[column.name], len(column.initial)
            new.ext[column.name] = [
                number if place // size == viewer else rng.randrange(column.most + 1)
                for place, number in enumerate(numbers)
            ]
    slots = [i for i, tile in enumerate(new.hand) if tile != NO_TILE and i // HAND_SLOTS != viewer]
    hidden = [new.hand[i] for i in slots] + [tile for tile, n in enumerate(new.bag) for _ in range(n)]
    rng.shuffle(hidden)
    for slot in slots:
        new.hand[slot] = hidden.pop()
    new.bag = [hidden.count(tile) for tile in range(len(new.bag))]
    return new
