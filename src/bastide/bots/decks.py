"""Decks for paired games: the same tiles in the same order, whatever is played."""

from __future__ import annotations

from hashlib import blake2b

from bastide.rules.engine import chances, outcome
from bastide.rules.model import TILE, Action
from bastide.rules.state import State


class Deck:
    """A dealer with a shuffled deck, in which the position of every copy of a tile depends on the seed alone.

    A draw takes the first remaining copy of the tiles that can be drawn. So two games with one seed see the same tiles
    in the same order, whether they fit, whoever gets them, and whatever else is drawn in between. Other draws, such as
    throws, have a separate order.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._positions: dict[int, list[int]] = {}

    def pick(self, state: State, index: int) -> Action:
        """Return the next tile of the deck or, for other draws, the next outcome."""
        tiles = _tiles_of(state)
        if tiles:
            return min(tiles, key=lambda action: self._position(state, tiles[action]))
        other = index - (sum(state.rules.bag) - sum(state.bag))
        return outcome(state, self._number(f"other/{other}") % chances(state))

    def _position(self, state: State, tile: int) -> int:
        """Return the position in the deck of the first remaining copy of a tile."""
        if tile not in self._positions:
            name = state.rules.catalogue.tiles[tile].id
            self._positions[tile] = sorted(self._number(f"{name}/{copy}") for copy in range(state.rules.copies[tile]))
        return self._positions[tile][-state.bag[tile]]

    def _number(self, what: str) -> int:
        """Return a random number, large enough to be unique and to have no bias modulo the number of outcomes."""
        return int.from_bytes(blake2b(f"{self.seed}/{what}".encode()).digest())


def _tiles_of(state: State) -> dict[Action, int]:
    """Return the tile of every outcome of the draw that is due, or nothing if it is another draw."""
    found = {}
    for action in state.legal:
        kind = state.rules.kind_of(action)
        if not kind.fields or kind.fields[-1] is not TILE:
            return {}
        found[action] = kind.unpack(action)[-1]
    return found
