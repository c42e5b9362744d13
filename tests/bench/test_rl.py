"""The speed of the vector environment relative to the single one, in the same run.

Times are wall-clock times, since the vector environment uses all cores by default.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random

import numpy as np
import pytest

from bastide.cli.timings import interleaved, timed
from bastide.fast import Batch
from bastide.games import GameRules, make_rules
from bastide.play.dealer import drawn_at_random
from bastide.rl import bastide_v0
from bastide.rl.bastide_v0 import BastideAEC
from bastide.rl.vector_env import BastideVectorEnv
from bastide.rules import engine
from bastide.rules.model import CHANCE, OVER

pytestmark = [pytest.mark.slow, pytest.mark.long]

GAMES = 1024
SINGLE_STEPS = 1200
VECTOR_STEPS = 120
"""About one game each, since steps become slower as boards grow."""
ENGINE_GAMES = 20


def step_single(env: BastideAEC, generator: np.random.Generator) -> None:
    """Play at random in the single environment, with an observation for every step."""
    for _ in range(SINGLE_STEPS):
        if any(env.terminations.values()):
            env.reset()
        mask = np.array(env.observe(env.agent_selection)["action_mask"])
        env.step(generator.choice(np.flatnonzero(mask)))


def step_all(env: BastideVectorEnv, steps: int) -> None:
    """Play at random in the vector environment."""
    for _ in range(steps):
        env.step(env.sample_actions())


def random_choices(rules: GameRules, games: int) -> int:
    """Play games at random on the engine, and return the number of choices."""
    choices = 0
    for seed in range(games):
        generator, state = Random(seed), engine.start(rules, 2)
        while (actor := engine.actor(state)) != OVER:
            drawn = actor == CHANCE
            choices += not drawn
            engine.apply(state, drawn_at_random(state, generator) if drawn else generator.choice(state.legal))
    return choices


def replay(batch: Batch) -> None:
    """Reset all games of the compiled simulator and play them at random."""
    batch.reset(1)
    batch.play_out(threads=1)


def test_steps_per_second() -> None:
    rules, batch, single = make_rules("second"), Batch(make_rules("second"), GAMES, 2), bastide_v0.raw_env()
    batch.play_out(threads=1)
    choices = random_choices(rules, ENGINE_GAMES)
    vectors = {
        "vector": BastideVectorEnv(GAMES),
        "vector, one core": BastideVectorEnv(GAMES, threads=1),
        "vector, copied": BastideVectorEnv(GAMES, copy=True),
    }
    single.reset(seed=1)
    for env in vectors.values():
        env.reset(seed=1)
    jobs: dict[str, tuple[float, Callable[[], object]]] = {
        "engine, one core": (choices, lambda: random_choices(rules, ENGINE_GAMES)),
        "simulator, one core": (choices / ENGINE_GAMES * GAMES, lambda: replay(batch)),
        "single": (SINGLE_STEPS, lambda: step_single(single, np.random.default_rng(1))),
        **{name: (VECTOR_STEPS * GAMES, partial(step_all, env, VECTOR_STEPS)) for name, env in vectors.items()},
    }
    timed_jobs = {name: partial(timed, work, time.perf_counter) for name, (_, work) in jobs.items()}
    timings = interleaved(timed_jobs, seconds=4)
    speed = {name: steps / timings[name].seconds for name, (steps, _) in jobs.items()}
    for name, steps in speed.items():
        print(f"{name}: {steps:,.0f} steps per second, {steps / speed['single']:.0f} times the single environment")
    assert speed["vector"] >= 100 * speed["single"]
