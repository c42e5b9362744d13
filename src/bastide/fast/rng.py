"""Random numbers: every game has its own SplitMix64 generator, so that its results do not depend on other games."""

from __future__ import annotations

from typing import Final

import numpy as np

from bastide.fast.compilation import compiled
from bastide.fast.layout import GameRecord

GOLDEN_GAMMA: Final = np.uint64(0x9E3779B97F4A7C15)
MIX_1: Final = np.uint64(0xBF58476D1CE4E5B9)
MIX_2: Final = np.uint64(0x94D049BB133111EB)
SHIFT_27: Final = np.uint64(27)
SHIFT_30: Final = np.uint64(30)
SHIFT_31: Final = np.uint64(31)
HALF_WORD: Final = np.uint64(32)


@compiled
def mix64(bits: np.uint64) -> np.uint64:
    """Return the output of the SplitMix64 finalizer, a bijection of 64-bit words."""
    bits = (bits ^ (bits >> SHIFT_30)) * MIX_1
    bits = (bits ^ (bits >> SHIFT_27)) * MIX_2
    return bits ^ (bits >> SHIFT_31)


@compiled
def initial_state(seed: int, stream: int) -> np.uint64:
    """Return the initial state of one of the streams of a seed."""
    return mix64(mix64(np.uint64(seed) + GOLDEN_GAMMA) + np.uint64(stream) * GOLDEN_GAMMA)


@compiled
def bounded(state: np.uint64, bound: int) -> int:
    """Return the number from 0 to ``bound`` exclusive that a state yields, uniform to one part in millions."""
    return int(((mix64(state) >> HALF_WORD) * np.uint64(bound)) >> HALF_WORD)


@compiled
def seed(game: GameRecord, base_seed: int, number: int) -> None:
    """Seed the generator of a game from the seed of its batch and its number there."""
    game.random = initial_state(base_seed, number)


@compiled
def random_below(game: GameRecord, bound: int) -> int:
    """Return a random number from 0 to ``bound`` exclusive."""
    game.random += GOLDEN_GAMMA
    return bounded(game.random, bound)
