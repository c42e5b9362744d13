"""Rewards: exact values of all kinds."""

from __future__ import annotations

import pytest

from bastide.games import make_rules
from bastide.rl.rewards import REWARDS, Reward, rewards
from bastide.rules import engine
from bastide.rules.state import State


def ended(*scores: int) -> State:
    """Return a state at the end of a game with some scores."""
    state = engine.start(make_rules(), len(scores))
    state.score, state.pc = list(scores), len(state.rules.program)
    return state


@pytest.mark.parametrize(
    ("kind", "scores", "expected"),
    [
        ("win", [9, 4], [1, -1]),
        ("win", [5, 5], [0, 0]),
        ("win", [4, 9, 4], [-0.5, 1, -0.5]),
        ("win", [9, 9, 4], [0.25, 0.25, -0.5]),
        ("margin", [9, 4, 6], [3, -5, -3]),
        ("margin", [5, 5], [0, 0]),
        ("score", [9, 4], [6, 1]),
    ],
)
def test_rewards_at_the_end(kind: Reward, scores: list[int], expected: list[float]) -> None:
    assert rewards(kind, [3] * len(scores), ended(*scores)) == expected


@pytest.mark.parametrize("kind", REWARDS)
def test_before_the_end_only_score_rewards_are_paid(kind: Reward) -> None:
    state = engine.start(make_rules(), 2)
    state.score = [4, 0]
    assert rewards(kind, [1, 0], state) == ([3, 0] if kind == "score" else [0, 0])
