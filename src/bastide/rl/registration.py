"""The names under which Gymnasium finds the game: ``gymnasium.make("bastide.rl:bastide/Second-v0")``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import gymnasium

from bastide.games import GAMES

VERSION: Final = 0
"""It grows when the same actions no longer lead to the same observations and rewards."""
IDS: Final[Mapping[str, str]] = {
    f"bastide/{preset.replace('_', ' ').title().replace(' ', '')}-v{VERSION}": preset
    for game in GAMES.values()
    for preset in game.presets
}
"""By name, the rules, which may be chosen differently: ``make(name, rules="second expansions=river")``."""


def register() -> None:
    """Tell Gymnasium the names, unless it knows them."""
    for name, rules in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="bastide.rl.gymnasium_env:BastideEnv",
                vector_entry_point="bastide.rl.vector_env:against_bots",
                kwargs={"rules": rules},
            )
