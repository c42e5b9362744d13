"""The vector environment beside the single one: how many times as many steps a second, in the same run."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from bastide.cli.measure import side_by_side, timed
from bastide.rl import bastide_v0
from bastide.rl.bastide_v0 import BastideAEC
from bastide.rl.vector import BastideVectorEnv

pytestmark = pytest.mark.slow

GAMES = 1024
SINGLE_STEPS = 1200
VECTOR_STEPS = 120
"""About a game in each, since games become slower as boards grow."""


def step_single(env: BastideAEC, generator: np.random.Generator) -> None:
    """Let agents choose at random, each looking at what it sees."""
    for _ in range(SINGLE_STEPS):
        if any(env.terminations.values()):
            env.reset()
        mask = np.array(env.observe(env.agent_selection)["action_mask"])
        env.step(generator.choice(np.flatnonzero(mask)))


def step_all(env: BastideVectorEnv, steps: int) -> None:
    """Choose at random in all games."""
    for _ in range(steps):
        env.step(env.sample_actions())


def test_steps_a_second() -> None:
    single, copying = bastide_v0.raw_env(), BastideVectorEnv(GAMES, copy=True, threads=1)
    vector = BastideVectorEnv(GAMES, threads=1)
    for env in (single, copying, vector):
        env.reset(seed=1)
    step_all(vector, 1)
    found = side_by_side(
        {
            "single": partial(timed, lambda: step_single(single, np.random.default_rng(1))),
            "vector": partial(timed, lambda: step_all(vector, VECTOR_STEPS)),
            "vector, copied": partial(timed, lambda: step_all(copying, VECTOR_STEPS // 8)),
        },
        seconds=10,
    )
    speed = {
        "single": SINGLE_STEPS / found["single"].seconds,
        "vector": VECTOR_STEPS * GAMES / found["vector"].seconds,
        "vector, copied": VECTOR_STEPS // 8 * GAMES / found["vector, copied"].seconds,
    }
    for name, steps in speed.items():
        print(f"{name}: {steps:,.0f} steps a second, {steps / speed['single']:.0f} times the single environment")
    assert speed["vector"] >= 100 * speed["single"]
