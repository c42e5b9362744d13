"""The bag: copies of tiles, drawn stage by stage."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.rules.model import Action
from bastide.rules.state import State


def to_draw(state: State) -> tuple[int, ...]:
    """Return the tiles of the stage that is being drawn: the first with a copy left, or the last, the ordinary ones."""
    stages, bag = state.rules.stages, state.bag
    if len(stages) == 1:
        return stages[0]
    for tiles in stages[:-1]:
        if any(bag[tile] for tile in tiles):
            return tiles
    return stages[-1]


def main_left(state: State) -> int:
    """Return how many ordinary tiles can still be drawn."""
    if len(state.rules.stages) == 1:
        return state.left
    bag = state.bag
    return state.left - sum(bag[tile] for tiles in state.rules.stages[:-1] for tile in tiles)


def time_left(state: State, turns: float) -> float:
    """Return which share of so many turns every seat can still expect, 1 at most."""
    return min(1.0, state.left / state.players / turns)


def draws(state: State, tiles: Sequence[int], kind: str, *values: int) -> list[Action]:
    """Return an action of a kind for every tile that has a copy left: its other values, then the tile."""
    rules, bag = state.rules, state.bag
    return [rules.pack(kind, *values, tile) for tile in tiles if bag[tile]]


def copies(state: State, tiles: Sequence[int]) -> list[int]:
    """Return how likely each of those draws is: the copies left."""
    bag = state.bag
    return [bag[tile] for tile in tiles if bag[tile]]


def take(state: State, tile: int) -> None:
    """Remove a copy of a tile from the bag."""
    state.bag[tile] -= 1
    state.left -= 1


def bury(state: State) -> None:
    """Remove an ordinary tile from the bag that nobody sees.

    Since it is never shown, it does not matter which one it is: what is drawn later is as likely as if it had been
    picked now. So only their number is kept, and there is no secret to guard.
    """
    state.buried += 1
    state.left -= 1
