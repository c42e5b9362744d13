"""What a game is made of: its base rules, the expansions it may be combined with, and its editions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bastide.rules.model import Expansion, OptionValue


@dataclass(frozen=True)
class GameSpec:
    """A game that can be played: its base rules, the expansions it may be combined with, and its editions."""

    name: str
    base: tuple[Expansion, ...]
    expansions: tuple[Expansion, ...]
    presets: Mapping[str, Mapping[str, OptionValue]]
    default_preset: str
