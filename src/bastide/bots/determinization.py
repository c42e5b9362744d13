"""Determinization: a state that a seat cannot tell from the real one, with everything hidden drawn at random."""

from __future__ import annotations

from random import Random

from bastide.play.masking import HIDDEN, mask
from bastide.rules.model import Seat
from bastide.rules.state import State


def determinize(state: State, seat: Seat, generator: Random) -> State:
    """Return a state in which a seat knows as much as in the given one, and nothing depends on what is hidden from it.

    Hands of others are drawn from the tiles that the seat has not seen. Other secrets have their initial values. The
    given state may be masked already, such as one parsed from a view.
    """
    sampled = mask(state, seat)
    for slot, tile in enumerate(sampled.hand):
        if tile == HIDDEN:
            sampled.hand[slot] = _draw(sampled, generator)
    return sampled


def _draw(state: State, generator: Random) -> int:
    """Draw a tile that may be in a hand from the bag: hands get tiles of the last stage only."""
    tiles = state.rules.stages[-1]
    tile = generator.choices(tiles, [state.bag[tile] for tile in tiles])[0]
    state.bag[tile] -= 1
    return tile
