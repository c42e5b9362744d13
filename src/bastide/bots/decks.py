"""Decks that can be played again with the seats swapped: the same tiles come in the same order, whatever is chosen."""

from __future__ import annotations

from hashlib import blake2b

from bastide.rules.engine import chances, outcome
from bastide.rules.model import TILE, Action
from bastide.rules.state import State


class Deck:
    """Draws as from a shuffled deck. Every copy of every tile has a place in it that follows from the seed alone.

    A draw takes the first copy that is left of the tiles that may come now. So two games with one seed see the same
    tiles in the same order, however many of them fit nowhere, whoever gets them, and whatever else is drawn between.
    Other draws, such as throws, have an order of their own.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._places: dict[int, list[int]] = {}

    def pick(self, state: State, index: int) -> Action:
        """Return the tile that is next in the deck, or for any other draw the outcome that is next."""
        tiles = _tiles_of(state)
        if tiles:
            return min(tiles, key=lambda action: self._place(state, tiles[action]))
        other = index - (sum(state.rules.bag) - sum(state.bag))
        return outcome(state, self._number(f"other/{other}") % chances(state))

    def _place(self, state: State, tile: int) -> int:
        """Return the place in the deck of the first copy of a tile that is left."""
        if tile not in self._places:
            name = state.rules.catalogue.tiles[tile].id
            self._places[tile] = sorted(self._number(f"{name}/{copy}") for copy in range(state.rules.copies[tile]))
        return self._places[tile][-state.bag[tile]]

    def _number(self, what: str) -> int:
        """Return a number so large that no two are the same, and that any count of cases divides it evenly enough."""
        return int.from_bytes(blake2b(f"{self.seed}/{what}".encode()).digest())


def _tiles_of(state: State) -> dict[Action, int]:
    """Return the tile of every outcome of the draw that is due, or nothing if it is not tiles that are drawn."""
    found = {}
    for action in state.legal:
        kind = state.rules.kind_of(action)
        if not kind.fields or kind.fields[-1] is not TILE:
            return {}
        found[action] = kind.unpack(action)[-1]
    return found
