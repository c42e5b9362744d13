"""The search for all other rules: the same tree of turns, on the engine.

Draws are fixed beforehand in several *worlds*, and every trial goes through one of them. At each turn the option with
the best outcome so far is followed, or one that promises more than was tried; the promise is what the turn comes to
one move deep. A trial ends where a turn begins that no trial has come to before.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import partial
from math import exp, sqrt, tanh
from random import Random
from typing import Final

from bastide.bots.greedy import outlook
from bastide.bots.interface import Budget
from bastide.bots.valuation import Chances, Values, Weights, expected, lead
from bastide.play.dealer import Seeded
from bastide.rules.engine import actor, apply, is_legal
from bastide.rules.model import CHANCE, OVER, Action, Seat
from bastide.rules.state import State

WORLDS: Final = 6


@dataclass
class Turn:
    """A turn that trials have come to: its options, what they promise, and what came of them."""

    seat: Seat
    options: list[Action]
    plans: list[list[Action]]
    """The choices that follow each of the options within the turn."""
    prior: list[float]
    hope: float
    best: Values
    """What the turn is worth to every seat, one move deep."""
    tried: list[int] = field(default_factory=list)
    total: list[float] = field(default_factory=list)
    behind: dict[tuple[int, int], Turn] = field(default_factory=dict)
    """The turns that follow, by option and world."""


class EngineSearch:
    """A search from one state; how it is steered are points of lead, curiosity and sharpness."""

    def __init__(self, weights: Weights, steer: tuple[float, float, float]) -> None:
        self.weights = weights
        self.scale, self.curiosity, self.sharp = steer

    def best(self, state: State, generator: Random, budget: Budget) -> Action:
        """Return the best action of the seat that is to choose."""
        began = time.perf_counter()
        worlds = [Seeded(generator.getrandbits(64)) for _ in range(WORLDS)]
        root = self._turn(state)
        done = 0
        while not budget.is_spent(began, done):
            self._trial(root, state.copy(), worlds[done % WORLDS], done % WORLDS)
            done += 1
        most = max(range(len(root.options)), key=lambda i: (root.tried[i], root.prior[i]))
        return root.options[most]

    def _turn(self, state: State) -> Turn:
        seat = actor(state)
        valued = partial(expected, seat=seat, weights=self.weights, chances=Chances(state, self.weights))
        found = outlook(state, seat, valued)
        leads = [lead(values, seat) for values, _ in found]
        best = max(leads)
        shares = [exp((one - best) / self.sharp) for one in leads]
        count = len(leads)
        return Turn(
            seat,
            list(state.legal),
            [plan for _, plan in found],
            [share / sum(shares) for share in shares],
            self._squash(best),
            found[leads.index(best)][0],
            [0] * count,
            [0.0] * count,
        )

    def _squash(self, points: float) -> float:
        return tanh(points / self.scale)

    def _select(self, turn: Turn) -> int:
        wide = self.curiosity * sqrt(sum(turn.tried) + 1)

        def score(i: int) -> float:
            tried = turn.tried[i]
            mean = turn.total[i] / tried if tried else turn.hope
            return mean + wide * turn.prior[i] / (1 + tried)

        return max(range(len(turn.options)), key=score)

    def _trial(self, root: Turn, state: State, dealer: Seeded, world: int) -> None:
        """Go once from the root through a world, to a turn that is new, and note what was found."""
        turn: Turn | None = root
        path: list[tuple[Turn, int]] = []
        while turn is not None:
            option = self._select(turn)
            path.append((turn, option))
            self._play(state, turn, option, dealer)
            turn = turn.behind.get((option, world))
        last, option = path[-1]
        if actor(state) == OVER:
            values: Values = [float(score) for score in state.score]
        else:
            last.behind[option, world] = self._turn(state)
            values = last.behind[option, world].best
        for passed, chosen in path:
            passed.tried[chosen] += 1
            passed.total[chosen] += self._squash(lead(values, passed.seat))

    def _play(self, state: State, turn: Turn, option: int, dealer: Seeded) -> None:
        """Play an option and what the plan adds, and all that is drawn up to the next turn's choice."""
        apply(state, turn.options[option])
        for action in turn.plans[option]:
            self._draw(state, dealer)
            if actor(state) == turn.seat and is_legal(state, action):
                apply(state, action)
        self._draw(state, dealer)

    @staticmethod
    def _draw(state: State, dealer: Seeded) -> None:
        count = 0
        while actor(state) == CHANCE:
            apply(state, dealer.pick(state, 64 * len(state.board.laid) + count))
            count += 1
