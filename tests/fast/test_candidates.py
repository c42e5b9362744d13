"""Ways to play a turn: all that are legal, each leading as far as if it were played and valued in full."""

from __future__ import annotations

import numpy as np
import pytest

from bastide.bots.evaluation import WEIGHTS
from bastide.fast import entry_points
from bastide.fast.batch import Batch
from bastide.fast.candidates import CANDIDATES_DTYPE
from bastide.fast.evaluation import EVALUATION_DTYPE, value_position
from bastide.fast.layout import GAME_DTYPE, OVER, PIECE, PLACE
from bastide.fast.rollouts import evaluate_candidates, list_root_candidates
from bastide.fast.rule_tables import Array, tables_of
from bastide.games import GameRules, make_rules

RULES = [
    make_rules("first"),
    make_rules("second", half_points=True),
    make_rules("bigbox2014", expansions=("inns_and_cathedrals", "river")),
    make_rules("anniversary", expansions=("abbot",)),
]


class Desk:
    """A game and all that is needed to look at its turns."""

    def __init__(self, rules: GameRules, players: int, seed: int = 5) -> None:
        self.tables = tables_of(rules)
        self.batch = Batch(rules, 1, players, seed=seed)
        self.spare, self.turns = np.zeros(4, GAME_DTYPE), np.zeros(1, CANDIDATES_DTYPE)
        self.notes, self.weights = np.zeros(1, EVALUATION_DTYPE), np.array(WEIGHTS.row())
        self.players = players

    def list_root_candidates(self) -> Array:
        """List the ways to play the turn at hand."""
        list_root_candidates(self.tables, self.batch.games, self.spare, self.turns, self.notes, self.weights)
        found: Array = self.turns[0]
        return found

    def after(self, *actions: int) -> Array:
        """Return the game after some actions."""
        game = np.zeros(1, GAME_DTYPE)
        entry_points.copy_one(self.batch.games, game)
        for action in actions:
            entry_points.play(self.tables, game, np.array([action]))
        return game

    def ahead(self, game: Array, seat: int) -> float:
        """Return how far a seat is ahead by the full valuation."""
        values = np.zeros(8)
        value_position(self.tables, game, self.notes, self.weights, values)
        return float(values[seat] - max(values[other] for other in range(self.players) if other != seat))


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(rules.choice))
@pytest.mark.parametrize("players", [2, 3])
def test_a_way_leads_as_far_as_if_it_were_played(rules: GameRules, players: int) -> None:
    desk, generator = Desk(rules, players), np.random.default_rng(1)
    while desk.batch.games["phase"][0] != OVER:
        if desk.batch.games["phase"][0] in (PLACE, PIECE):
            turns = desk.list_root_candidates()
            for way in generator.choice(int(turns["count"]), 4):
                actions = [int(turns[part][way]) for part in ("first", "second") if turns[part][way] != -1]
                ahead = desk.ahead(desk.after(*actions), int(desk.batch.games["seat"][0]))
                assert turns["lead"][way] == pytest.approx(ahead, abs=1e-9)
        desk.batch.apply_all(desk.batch.random_actions())


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(rules.choice))
def test_every_way_is_listed_once(rules: GameRules) -> None:
    desk = Desk(rules, 2)
    for _ in range(60):
        if desk.batch.games["phase"][0] == PLACE:
            turns = desk.list_root_candidates()
            listed = [(int(turns["first"][way]), int(turns["second"][way])) for way in range(int(turns["count"]))]
            expected = []
            for place in desk.batch.legal(0):
                after = desk.after(place)
                if after["phase"][0] == PIECE:
                    pieces, count = np.zeros((1, 1200), np.int64), np.zeros(1, np.int64)
                    entry_points.legal(desk.tables, after, pieces, count)
                    expected += [(place, int(piece)) for piece in pieces[0, : count[0]]]
                else:
                    expected.append((place, -1))
            assert sorted(listed) == sorted(expected)
        desk.batch.apply_all(desk.batch.random_actions())


def test_a_trial_is_the_same_in_the_same_world_whoever_else_runs() -> None:
    desk = Desk(make_rules("second"), 2)
    while desk.batch.games["phase"][0] != PLACE or desk.batch.games["tiles"][0] < 12:
        desk.batch.apply_all(desk.batch.random_actions())
    turns = desk.list_root_candidates()
    first, second = turns["first"][:4].copy(), turns["second"][:4].copy()

    def tried(ways: list[int], share: float) -> list[float]:
        found = np.zeros(len(ways))
        room = (desk.spare, desk.turns, desk.notes, desk.weights, desk.weights)
        evaluate_candidates(desk.tables, desk.batch.games, *room, share, first[ways], second[ways], 3, found)
        numbers: list[float] = found.tolist()
        return numbers

    together = tried([0, 1, 2, 3], 0.3)
    assert [tried([way], 0.3)[0] for way in (3, 2, 1, 0)] == together[::-1]
    assert tried([0, 1, 2, 3], 0.9) != together
