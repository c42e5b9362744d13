"""Random numbers: every game holds the state of its own SplitMix64 generator, so that a batch is reproducible."""

from __future__ import annotations

from typing import Final

import numpy as np

from bastide.fast.compilation import compiled
from bastide.fast.layout import GameRecord

GOLDEN_GAMMA: Final = np.uint64(0x9E3779B97F4A7C15)
MIX_1: Final = np.uint64(0xBF58476D1CE4E5B9)
MIX_2: Final = np.uint64(0x94D049BB133111EB)
S27: Final = np.uint64(27)
S30: Final = np.uint64(30)
S31: Final = np.uint64(31)
HALF: Final = np.uint64(32)


@compiled
def mix64(bits: np.uint64) -> np.uint64:
    """Return 64 bits mixed by the SplitMix64 finalizer, which is a bijection."""
    bits = (bits ^ (bits >> S30)) * MIX_1
    bits = (bits ^ (bits >> S27)) * MIX_2
    return bits ^ (bits >> S31)


@compiled
def seed(game: GameRecord, batch: int, number: int) -> None:
    """Seed the generator of a game from the seed of its batch and its number there."""
    game.random = mix64(mix64(np.uint64(batch) + GOLDEN_GAMMA) + np.uint64(number) * GOLDEN_GAMMA)


@compiled
def random_below(game: GameRecord, most: int) -> int:
    """Return a random number from 0 to ``most`` exclusive, uniform to one part in millions."""
    game.random += GOLDEN_GAMMA
    return int(((mix64(game.random) >> HALF) * np.uint64(most)) >> HALF)
