"""Chance: every game has a generator of its own in its record (SplitMix64), so that a batch can be played again."""

from __future__ import annotations

from typing import Final

import numpy as np

from bastide.fast.compiling import compiled
from bastide.fast.layout import Game

STEP: Final = np.uint64(0x9E3779B97F4A7C15)
FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
SECOND: Final = np.uint64(0x94D049BB133111EB)
S27: Final = np.uint64(27)
S30: Final = np.uint64(30)
S31: Final = np.uint64(31)
HALF: Final = np.uint64(32)


@compiled
def mixed(bits: np.uint64) -> np.uint64:
    """Return 64 bits that look like any others, different for different ones."""
    bits = (bits ^ (bits >> S30)) * FIRST
    bits = (bits ^ (bits >> S27)) * SECOND
    return bits ^ (bits >> S31)


@compiled
def seed(game: Game, batch: int, number: int) -> None:
    """Give a game its own generator, by the seed of its batch and its number there."""
    game.random = mixed(mixed(np.uint64(batch) + STEP) + np.uint64(number) * STEP)


@compiled
def below(game: Game, most: int) -> int:
    """Return a number from 0 on, smaller than ``most``, each as likely as any other (to one part in millions)."""
    game.random += STEP
    return int(((mixed(game.random) >> HALF) * np.uint64(most)) >> HALF)
