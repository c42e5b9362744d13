"""Rollouts on the engine, for all rules: some dozens a second."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from bastide.bots.candidates import Candidate, after_turn, distinct_candidates, list_candidates
from bastide.bots.evaluation import LEAF_WEIGHTS, Weights, evaluate, lead, make_evaluator
from bastide.bots.sequential_halving import GOLDEN_RATIO, saturation
from bastide.bots.time_limit import UNLIMITED, TimeLimit
from bastide.play.dealer import Seeded
from bastide.rules.engine import actor, apply, chances, outcome
from bastide.rules.model import CHANCE, OVER, Action, chance
from bastide.rules.state import State

DRAW: Final = "draw"
EVALUATIONS_PER_TURN: Final = 40
"""Approximate number of evaluations for one turn of a rollout."""
LISTING_SHARE: Final = 0.5
"""Share of the time in which candidates are listed."""
MAX_DEPTH: Final = 2
"""Limit on the number of turns in a rollout: turns are slow here, and more rollouts are better than longer ones."""


def is_deterministic(state: State) -> bool:
    """Return whether nothing is left to chance but at most one tile, which everybody knows."""
    return state.left <= 1 and sum(step.actor is chance for step in state.rules.program) == 1


class DrawSample:
    """One sample of the draws to come, the same whatever is played.

    A draw depends on the number of tiles on the board, the step, and how often that step has drawn since the last tile.
    So the next tile is the same whether or not a token is drawn before it. The very first tile, unless it goes to a
    hand, is a quantile of the distribution: evenly spaced quantiles sample every tile as often as it is likely.
    """

    def __init__(self, seed: str, quantile: float) -> None:
        self.dealer = Seeded(seed)
        self.quantile: float | None = quantile

    def draw(self, state: State) -> None:
        """Make draws until somebody has a choice or the game is over."""
        times = Counter[int]()
        while actor(state) == CHANCE:
            step = state.pc
            if self.quantile is not None and step == state.rules.at.get(DRAW):
                drawn, self.quantile = outcome(state, int(self.quantile * chances(state))), None
            else:
                drawn = self.dealer.pick(state, len(state.board.laid) << 16 | step << 8 | times[step])
            times[step] += 1
            apply(state, drawn)


class EngineRollouts:
    """The candidates for a turn, evaluated by rollouts in which all seats play greedily for some turns.

    Everything runs on one core. Listing the candidates takes at most half of the time.
    """

    def __init__(
        self,
        state: State,
        generator: Random,
        weights: Weights,
        depth: int,
        limit: TimeLimit = UNLIMITED,
        cores: int = 1,
    ) -> None:
        self.state = state
        self.weights = weights
        self.depth = min(depth, MAX_DEPTH)
        self.seed, self.offset = generator.getrandbits(64), generator.random()
        self.seat = actor(state)
        self.deterministic = is_deterministic(state)
        evaluator, before = make_evaluator(state, self.seat, weights), limit.spent()
        listed = list_candidates(state, self.seat, evaluator, limit.part(LISTING_SHARE))
        self.candidates: list[Candidate] = listed if self.deterministic else distinct_candidates(listed)
        self.static_leads: Sequence[float] = [candidate.lead for candidate in self.candidates]
        self.saturation = saturation(state.rules.tiles_in_all)
        self.seconds = (limit.spent() - before) / len(listed) * EVALUATIONS_PER_TURN * self.depth

    def actions(self, candidate: int) -> Sequence[Action]:
        """Return the actions of a candidate."""
        return self.candidates[candidate].actions

    def evaluate(self, candidates: Sequence[int], sample: int) -> Sequence[float]:
        """Return the lead after a rollout of each candidate with one sample of the draws to come."""
        quantile = (self.offset + sample * GOLDEN_RATIO) % 1.0
        return [self._rollout(self.candidates[n], DrawSample(f"{self.seed}/{sample}", quantile)) for n in candidates]

    def _rollout(self, candidate: Candidate, draws: DrawSample) -> float:
        state, turn = self.state.copy(), self.state.turn
        for action in candidate.actions:
            apply(state, action)
        draws.draw(state)
        while state.turn <= turn + self.depth and (seat := actor(state)) != OVER:
            evaluator = make_evaluator(state, seat, self.weights)
            state = after_turn(state, seat, evaluator, exhaustive=self.deterministic)
            draws.draw(state)
        return lead(evaluate(state, self.seat, LEAF_WEIGHTS), self.seat)
