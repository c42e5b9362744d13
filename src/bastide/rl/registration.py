"""Registration with Gymnasium: ``gymnasium.make("bastide.rl:bastide/Second-v0")``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import gymnasium

from bastide.games import GAMES

VERSION: Final = 0
"""Incremented when the same actions no longer give the same observations and rewards."""
IDS: Final[Mapping[str, str]] = {
    f"bastide/{preset.replace('_', ' ').title().replace(' ', '')}-v{VERSION}": preset
    for game in GAMES.values()
    for preset in game.presets
}
"""The default rules by id; others are given as ``make(id, rules="second expansions=river")``."""


def register() -> None:
    """Register all ids with Gymnasium that are not registered yet."""
    for name, rules in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="bastide.rl.gymnasium_env:BastideEnv",
                vector_entry_point="bastide.rl.vector_env:against_bots",
                kwargs={"rules": rules},
            )
