"""Trials for all rules, on the engine: some dozens a second."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from bastide.bots.turns import Way, after_turn, finish_turn, goes_on, list_ways
from bastide.bots.valuation import JUDGING, Weights, expected, lead, valuing
from bastide.play.dealer import Seeded
from bastide.rules.engine import actor, apply
from bastide.rules.model import CHANCE, OVER, Action, chance
from bastide.rules.state import State

FAR: Final = 2
"""How many turns everybody plays on at most: turns take long here, and more trials are better than longer ones."""


class EngineTrials:
    """The ways to play the turn at hand, tried out by everybody playing on for some turns as looks best.

    All is done on one core, however many there are.
    """

    def __init__(self, state: State, generator: Random, weights: Weights, far: int, cores: int = 1) -> None:
        began = time.perf_counter()
        self.state = state
        self.weights = weights
        self.far = min(far, FAR)
        self.seed = generator.getrandbits(64)
        self.seat = actor(state)
        self.ways: list[Way] = list_ways(state, self.seat, valuing(state, self.seat, weights))
        self.promises: Sequence[float] = [way.ahead for way in self.ways]
        self.certain = state.left <= 1 and sum(step.actor is chance for step in state.rules.program) == 1
        self.seconds = (time.perf_counter() - began) * self.far

    def actions(self, way: int) -> list[Action]:
        """Return the choices that make up a way."""
        return list(self.ways[way].actions)

    def try_out(self, ways: Sequence[int], world: int) -> Sequence[float]:
        """Return how far ahead some ways lead in a world."""
        began = time.perf_counter()
        found = [self._try(self.ways[way], Seeded(f"{self.seed}/{world}")) for way in ways]
        self.seconds = (time.perf_counter() - began) / len(ways)
        return found

    def _try(self, way: Way, dealer: Seeded) -> float:
        """Play a turn in a way, let everybody play on, and return how far ahead the seat is then."""
        state, turn = self.state.copy(), self.state.turn
        for action in way.actions:
            apply(state, action)
        _draw(state, dealer)
        while goes_on(state, self.seat, turn):
            finish_turn(state, self.seat, turn, valuing(state, self.seat, self.weights), 0.0)
            _draw(state, dealer)
        for _ in range(self.far):
            seat = actor(state)
            if seat == OVER:
                break
            state = after_turn(state, seat, valuing(state, seat, self.weights), thorough=self.certain)
            _draw(state, dealer)
        return lead(expected(state, self.seat, JUDGING), self.seat)


def _draw(state: State, dealer: Seeded) -> None:
    """Draw what comes in a world, whatever was chosen before.

    That follows from how many tiles lie on the board and from what is drawn for the how manieth time now. So whether
    somebody draws a token or not, the next tile is the same.
    """
    times = Counter[int]()
    while actor(state) == CHANCE:
        number = len(state.board.laid) << 16 | state.pc << 8 | times[state.pc]
        times[state.pc] += 1
        apply(state, dealer.pick(state, number))
