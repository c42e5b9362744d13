"""Bots that look one turn ahead: they maximize the evaluation at the end of their turn."""

from __future__ import annotations

from random import Random

from bastide.bots.candidates import first_actions, list_candidates
from bastide.bots.evaluation import Evaluator, Values, make_evaluator
from bastide.bots.interface import Budget
from bastide.games import GameRules
from bastide.rules.engine import actor
from bastide.rules.model import Action, Seat
from bastide.rules.pieces import segment_of
from bastide.rules.scoring import majority, points, value
from bastide.rules.state import State


def current_points(state: State) -> Values:
    """Return the scores plus the present value of unfinished features, without fields."""
    values = [float(score) for score in state.score]
    sites, features = state.rules.sites, state.board.features
    for feature in {features.root[segment_of(piece)] for piece in state.pieces}:
        site = sites[features.kind[feature]]
        if site is not None and site.completes:
            worth = points(value(state, feature))
            for seat in majority(state, [feature])[0]:
                values[seat] += worth
    return values


class Greedy:
    """Maximizes the evaluation at the end of its turn."""

    def __init__(self, rules: GameRules, generator: Random) -> None:
        self.generator = generator
        self.weighed: tuple[Action, ...] = ()

    def choose(self, state: State, budget: Budget) -> Action:
        """Return the first action of the best candidate; among equally good ones, a random one."""
        self.weighed = ()
        if len(state.legal) == 1:
            return state.legal[0]
        seat, limit = actor(state), budget.start()
        candidates = list_candidates(state, seat, self.evaluator(state, seat), limit)
        best = max(candidate.lead for candidate in candidates)
        ranked = sorted(candidates, key=lambda candidate: -candidate.lead)
        self.weighed = first_actions(candidate.actions for candidate in ranked)
        equal = {candidate.actions[0] for candidate in candidates if candidate.lead > best - 1e-9}
        return self.generator.choice(sorted(equal))

    def evaluator(self, state: State, seat: Seat) -> Evaluator:
        """Return the evaluation of states that follow from a state."""
        return make_evaluator(state, seat)


class Novice(Greedy):
    """Maximizes the points on the board, and ignores fields and the future."""

    def evaluator(self, state: State, seat: Seat) -> Evaluator:
        """Return the evaluation of states that follow from a state."""
        return current_points
