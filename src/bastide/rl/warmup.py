"""Warm-up: compilation of the kernels ahead of time, or loading them from the cache."""

from __future__ import annotations

from bastide.rl.vector_env import BastideVectorEnv


def compile_all() -> None:
    """Call every kernel once, in a vector environment of one game."""
    env = BastideVectorEnv(1, threads=1)
    env.reset(seed=0)
    env.step(env.sample_actions())
