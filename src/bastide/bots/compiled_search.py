"""The search for rules that the compiled simulator plays: thousands of trials a second."""

from __future__ import annotations

import time
from functools import cache
from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt

from bastide.bots.interface import Budget
from bastide.bots.valuation import Weights
from bastide.fast.converting import from_state
from bastide.fast.layout import GAME
from bastide.fast.searching import TREE, WIDE, WORLDS, grow, plant, solve
from bastide.fast.tables import Array, tables_of
from bastide.fast.valuing import NOTES
from bastide.rules.model import Action
from bastide.rules.state import State

SHARE: Final = 64
"""Trials between two looks at the clock."""
FEW: Final = 1
"""With so many tiles left in the bag, everything that can follow is tried."""


class Room:
    """What a search needs to work in, kept from one to the next."""

    def __init__(self) -> None:
        self.roots: Array = np.zeros(WORLDS, GAME)
        self.spare: Array = np.zeros(3, GAME)
        self.tree: Array = np.zeros(1, TREE)
        self.notes: Array = np.zeros(1, NOTES)


@cache
def room() -> Room:
    """Return the room of this process."""
    return Room()


class CompiledSearch:
    """A search from one state; how it is steered are points of lead, curiosity and sharpness."""

    def __init__(self, weights: Weights, steer: tuple[float, float, float]) -> None:
        self.weights: npt.NDArray[np.float64] = np.array(weights.row())
        self.steer: npt.NDArray[np.float64] = np.array(steer)

    def best(self, state: State, generator: Random, budget: Budget) -> Action:
        """Return the best action of the seat that is to choose."""
        began = time.perf_counter()
        roots = room().roots
        for world in range(WORLDS):
            from_state(state, roots[world : world + 1])
            roots["random"][world] = np.uint64(generator.getrandbits(64))
        return self._solved(state) if state.left <= FEW else self._tried(state, budget, began)

    def _solved(self, state: State) -> Action:
        """Return the best action, everything having been tried."""
        here, tables, leads = room(), tables_of(state.rules), np.zeros(WIDE)
        solve(tables, here.roots, here.spare, here.tree, here.notes, self.weights, self.steer, leads)
        return int(here.tree["options"][0, np.argmax(leads[: len(state.legal)])])

    def _tried(self, state: State, budget: Budget, began: float) -> Action:
        """Return the action that most trials followed."""
        here, tables = room(), tables_of(state.rules)
        plant(tables, here.roots, here.spare, here.tree, here.notes, self.weights, self.steer)
        done = 0
        while not budget.is_spent(began, done):
            times = SHARE if budget.simulations is None else min(SHARE, budget.simulations - done)
            grow(tables, here.roots, here.spare, here.tree, here.notes, self.weights, self.steer, done, times)
            done += times
        tree = here.tree[0]
        count = int(tree["count"][0])
        order = np.lexsort((tree["prior"][:count], tree["tried"][:count]))
        return int(tree["action"][order[-1]])
