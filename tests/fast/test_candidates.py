"""Candidates: all legal turns are listed, with the leads of a full evaluation."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from bastide.bots.evaluation import WEIGHTS
from bastide.fast import entry_points
from bastide.fast.batch import Batch
from bastide.fast.candidates import list_root_candidates
from bastide.fast.evaluation import EVALUATION_DTYPE, value_position
from bastide.fast.layout import GAME_DTYPE, OVER, PIECE, PLACE
from bastide.fast.rollouts import evaluate_candidates
from bastide.fast.rule_tables import Array, tables_of
from bastide.fast.workspace import listed_candidates, make_workspace
from bastide.games import GameRules, make_rules

RULES = [
    make_rules("first"),
    make_rules("second", half_points=True),
    make_rules("bigbox2014", expansions=("inns_and_cathedrals", "river_2")),
    make_rules("second", expansions=("river_20",)),
    make_rules("anniversary", expansions=("abbot",)),
]


class Position:
    """A game with a workspace for its candidates."""

    def __init__(self, rules: GameRules, players: int, seed: int = 5) -> None:
        self.tables, self.weights = tables_of(rules), np.array(WEIGHTS.row())
        self.batch = Batch(rules, 1, players, seed=seed)
        self.workspace = make_workspace(self.tables, self.weights, self.weights)
        self.players = players

    def candidates(self) -> tuple[npt.NDArray[np.int64], list[float]]:
        """Return the candidates for the current turn and their leads."""
        list_root_candidates(self.workspace, self.batch.games)
        return listed_candidates(self.workspace)

    def after(self, *actions: int) -> Array:
        """Return the game after some actions."""
        game = np.zeros(1, GAME_DTYPE)
        entry_points.copy_one(self.batch.games, game)
        for action in actions:
            entry_points.apply_actions(self.tables, game, np.array([action]))
        return game

    def lead(self, game: Array, seat: int) -> float:
        """Return the lead of a seat by full evaluation."""
        values = np.zeros(8)
        value_position(self.tables, game, np.zeros(1, EVALUATION_DTYPE), self.weights, values)
        return float(values[seat] - max(values[other] for other in range(self.players) if other != seat))


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(rules.choice))
@pytest.mark.parametrize("players", [2, 3])
def test_the_lead_of_a_candidate_is_that_of_a_full_evaluation(rules: GameRules, players: int) -> None:
    position, generator = Position(rules, players), np.random.default_rng(1)
    while position.batch.games["phase"][0] != OVER:
        if position.batch.games["phase"][0] in (PLACE, PIECE):
            candidates, leads = position.candidates()
            for number in generator.choice(len(candidates), 4):
                actions = [int(action) for action in candidates[number] if action != -1]
                lead = position.lead(position.after(*actions), int(position.batch.games["seat"][0]))
                assert leads[number] == pytest.approx(lead, abs=1e-9)
        position.batch.apply_all(position.batch.random_actions())


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(rules.choice))
def test_every_legal_turn_is_listed_once(rules: GameRules) -> None:
    position = Position(rules, 2)
    for _ in range(60):
        if position.batch.games["phase"][0] == PLACE:
            listed = [(int(first), int(second)) for first, second in position.candidates()[0]]
            expected = []
            for place in position.batch.legal(0):
                after = position.after(place)
                if after["phase"][0] == PIECE:
                    pieces, count = np.zeros((1, 1200), np.int64), np.zeros(1, np.int64)
                    entry_points.list_actions(position.tables, after, pieces, count)
                    expected += [(place, int(piece)) for piece in pieces[0, : count[0]]]
                else:
                    expected.append((place, -1))
            assert sorted(listed) == sorted(expected)
        position.batch.apply_all(position.batch.random_actions())


def test_a_rollout_depends_only_on_the_candidate_and_the_determinization() -> None:
    position = Position(make_rules("second"), 2)
    while position.batch.games["phase"][0] != PLACE or position.batch.games["tiles"][0] < 12:
        position.batch.apply_all(position.batch.random_actions())
    candidates, _ = position.candidates()

    def evaluated(numbers: list[int], quantile: float) -> list[float]:
        leads = np.zeros(len(numbers))
        evaluate_candidates(position.workspace, position.batch.games, candidates[numbers], quantile, 3, leads)
        values: list[float] = leads.tolist()
        return values

    together = evaluated([0, 1, 2, 3], 0.3)
    assert [evaluated([number], 0.3)[0] for number in (3, 2, 1, 0)] == together[::-1]
    assert evaluated([0, 1, 2, 3], 0.9) != together
