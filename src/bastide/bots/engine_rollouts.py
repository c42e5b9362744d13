"""Trials for all rules, on the engine: some dozens a second."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from bastide.bots.candidates import Way, after_turn, list_ways, unlike
from bastide.bots.evaluation import JUDGING, Weights, expected, lead, valuing
from bastide.bots.interface import Budget
from bastide.bots.sequential_halving import GOLDEN, decisive
from bastide.play.dealer import Seeded
from bastide.rules.engine import actor, apply, chances, outcome
from bastide.rules.model import CHANCE, OVER, Action, chance
from bastide.rules.state import State

DRAW: Final = "draw"
QUICK_LOOK: Final = 40
"""About how many states are valued to play a turn in a trial."""
LISTING: Final = 0.5
"""The share of the time in which the ways are listed."""
FAR: Final = 2
"""How many turns everybody plays on at most: turns take long here, and more trials are better than longer ones."""


class World:
    """One way in which the draws may come, whatever is chosen.

    What is drawn follows from how many tiles lie on the board and from what is drawn for the how manieth time now. So
    whether somebody draws a token or not, the next tile is the same. The very next one, unless it goes to a hand, is a
    share of all that may come, in order: with shares that lie evenly, every kind is tried as often as it is likely.
    """

    def __init__(self, seed: str, share: float) -> None:
        self.dealer = Seeded(seed)
        self.share: float | None = share

    def draw(self, state: State) -> None:
        """Draw what comes until somebody has a choice or the game is over."""
        times = Counter[int]()
        while actor(state) == CHANCE:
            step = state.pc
            if self.share is not None and step == state.rules.at.get(DRAW):
                drawn, self.share = outcome(state, int(self.share * chances(state))), None
            else:
                drawn = self.dealer.pick(state, len(state.board.laid) << 16 | step << 8 | times[step])
            times[step] += 1
            apply(state, drawn)


class EngineTrials:
    """The ways to play the turn at hand, tried out by everybody playing on for some turns as looks best.

    All is done on one core, however many there are. To list the ways takes at most a half of the time.
    """

    def __init__(
        self, state: State, generator: Random, weights: Weights, far: int, budget: Budget, began: float
    ) -> None:
        listing = time.perf_counter()
        self.state = state
        self.weights = weights
        self.far = min(far, FAR)
        self.seed, self.offset = generator.getrandbits(64), generator.random()
        self.seat = actor(state)
        self.certain = state.left <= 1 and sum(step.actor is chance for step in state.rules.program) == 1
        ways = list_ways(state, self.seat, valuing(state, self.seat, weights), budget.until(began, LISTING))
        self.ways: list[Way] = ways if self.certain else unlike(ways)
        self.promises: Sequence[float] = [way.ahead for way in self.ways]
        self.decisive = decisive(state.rules.tiles_in_all)
        self.seconds = (time.perf_counter() - listing) / len(ways) * QUICK_LOOK * self.far

    def actions(self, way: int) -> list[Action]:
        """Return the choices that make up a way."""
        return list(self.ways[way].actions)

    def try_out(self, ways: Sequence[int], world: int) -> Sequence[float]:
        """Return how far ahead some ways lead in a world."""
        began = time.perf_counter()
        share = (self.offset + world * GOLDEN) % 1.0
        found = [self._try(self.ways[way], World(f"{self.seed}/{world}", share)) for way in ways]
        self.seconds = (time.perf_counter() - began) / len(ways)
        return found

    def _try(self, way: Way, world: World) -> float:
        """Play a turn in a way, let everybody play on, and return how far ahead the seat is then."""
        state, turn = self.state.copy(), self.state.turn
        for action in way.actions:
            apply(state, action)
        world.draw(state)
        while state.turn <= turn + self.far and (seat := actor(state)) != OVER:
            state = after_turn(state, seat, valuing(state, seat, self.weights), thorough=self.certain)
            world.draw(state)
        return lead(expected(state, self.seat, JUDGING), self.seat)
