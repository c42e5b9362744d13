"""The specification of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bastide.rules.model import Expansion, OptionValue


@dataclass(frozen=True)
class GameSpec:
    """A game: its base rules, its expansions, and its editions as presets."""

    name: str
    base: tuple[Expansion, ...]
    expansions: tuple[Expansion, ...]
    presets: Mapping[str, Mapping[str, OptionValue]]
    default_preset: str

    def together(self) -> list[str]:
        """Return a maximal list of expansions that can be played together, in their order."""
        chosen: list[Expansion] = []
        for expansion in self.expansions:
            if not any(expansion.id in other.excludes or other.id in expansion.excludes for other in chosen):
                chosen.append(expansion)
        return [expansion.id for expansion in chosen]
