"""Bots that look one move deep: whatever looks best at the end of their own turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from bastide.bots.imagining import Imagining
from bastide.bots.interface import Budget
from bastide.bots.valuation import WEIGHTS, Chances, Values, Weights, expected, lead
from bastide.rules.engine import actor, apply
from bastide.rules.model import Action, Seat
from bastide.rules.scoring import majority, points, value
from bastide.rules.state import State

Valued = Callable[[State], Values]
"""Says what a state is worth to every seat."""
LONGEST: Final = 12
"""Choices of one seat in one turn that are thought through."""


def plain_sight(state: State) -> Values:
    """Return what a beginner sees: points made, and points in roads, cities and monasteries as they are; no fields."""
    values = [float(score) for score in state.score]
    sites, features = state.rules.sites, state.board.features
    for feature in {features.root[piece >> 9] for piece in state.pieces}:
        site = sites[features.kind[feature]]
        if site is not None and site.completes:
            worth = points(value(state, feature))
            for seat in majority(state, [feature])[0]:
                values[seat] += worth
    return values


def played(state: State, action: Action) -> State:
    """Return a state after an action, leaving it as it was."""
    after = state.copy()
    apply(after, action)
    return after


def finish_turn(state: State, seat: Seat, valued: Valued) -> tuple[Values, list[Action]]:
    """Make the choices that a seat has left in its turn, each for the best; return what that is worth, and the choices.

    The state is played on.
    """
    turn, values = state.turn, None
    chosen: list[Action] = []
    while len(chosen) < LONGEST and state.turn == turn and actor(state) == seat:
        best = [(lead(found, seat), -number, found) for number, found in enumerate(_each(state, valued))]
        _, number, values = max(best)
        chosen.append(state.legal[-number])
        apply(state, chosen[-1])
    return valued(state) if values is None else values, chosen


def _each(state: State, valued: Valued) -> list[Values]:
    return [valued(played(state, action)) for action in state.legal]


def outlook(state: State, seat: Seat, valued: Valued) -> list[tuple[Values, list[Action]]]:
    """Return, for every option, what a seat's turn comes to with it, and the choices that then follow."""
    return [finish_turn(played(state, action), seat, valued) for action in state.legal]


class Greedy(Imagining):
    """Chooses what makes its own turn end best."""

    weights: Weights = WEIGHTS

    def pick(self, state: State, budget: Budget) -> int:
        """Return the number of the best option; among equal ones, any."""
        seat = actor(state)
        leads = [lead(values, seat) for values, _ in outlook(state, seat, self.valued(state, seat))]
        best = max(leads)
        return self.generator.choice([number for number, found in enumerate(leads) if found > best - 1e-9])

    def valued(self, state: State, seat: Seat) -> Valued:
        """Return what values the states that follow from one."""
        return partial(expected, seat=seat, weights=self.weights, chances=Chances(state, self.weights))


class Novice(Greedy):
    """Chooses what brings most points in plain sight, and forgets fields and what may come."""

    def valued(self, state: State, seat: Seat) -> Valued:
        """Return what values the states that follow from one."""
        return plain_sight
