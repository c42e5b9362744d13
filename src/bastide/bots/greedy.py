"""Bots that look one move deep: whatever looks best at the end of their own turn."""

from __future__ import annotations

from bastide.bots.candidates import list_ways
from bastide.bots.evaluation import Valued, Values, valuing
from bastide.bots.imagining import Imagining
from bastide.bots.interface import Budget
from bastide.rules.engine import actor
from bastide.rules.model import Action, Seat
from bastide.rules.scoring import majority, points, value
from bastide.rules.state import State


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


class Greedy(Imagining):
    """Chooses what makes its own turn end best."""

    def pick(self, state: State, budget: Budget, began: float) -> Action:
        """Return the best option; among equal ones, any."""
        seat = actor(state)
        ways = list_ways(state, seat, self.valued(state, seat), budget.until(began))
        best = max(way.ahead for way in ways)
        equal = {way.actions[0] for way in ways if way.ahead > best - 1e-9}
        return self.generator.choice(sorted(equal))

    def valued(self, state: State, seat: Seat) -> Valued:
        """Return what values the states that follow from one."""
        return valuing(state, seat)


class Novice(Greedy):
    """Chooses what brings most points in plain sight, and forgets fields and what may come."""

    def valued(self, state: State, seat: Seat) -> Valued:
        """Return what values the states that follow from one."""
        return plain_sight
