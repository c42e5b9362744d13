"""Rewards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, get_args

from bastide.rules.engine import actor
from bastide.rules.model import OVER
from bastide.rules.scoring import leaders
from bastide.rules.state import State

Reward = Literal["win", "margin", "score"]
REWARDS: Final[tuple[Reward, ...]] = get_args(Reward)


def rewards(kind: Reward, before: Sequence[int], state: State) -> list[float]:
    """Return the rewards of all seats for an action, given the scores before it.

    "score" rewards the points gained. "margin" rewards, at the end of the game, the lead over the best of the others.
    "win" rewards, at the end, winning with 1 and losing with -1 divided by the number of opponents; winners share, so
    that rewards are zero-sum.
    """
    if kind == "score":
        return [float(now - then) for now, then in zip(state.score, before, strict=True)]
    if actor(state) != OVER:
        return [0.0] * state.players
    if kind == "margin":
        return [float(own - max(other_scores(state.score, seat))) for seat, own in enumerate(state.score)]
    winners = leaders(state)
    lost = -1.0 / (state.players - 1)
    won = -lost * (state.players - len(winners)) / len(winners)
    return [won if seat in winners else lost for seat in range(state.players)] if won else [0.0] * state.players


def other_scores(scores: Sequence[int], seat: int) -> list[int]:
    """Return the scores of all other seats."""
    return [score for other, score in enumerate(scores) if other != seat]
