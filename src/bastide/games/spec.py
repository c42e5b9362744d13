"""From names to rules: which game, which tile sets, which expansions, which options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from bastide import tiles
from bastide.errors import BadRules
from bastide.kernel.tile import Block, Tile
from bastide.rules.model import Expansion, Json, OptionValue
from bastide.rules.ruleset import Ruleset, option_text

MOST_TILES = 4000


@dataclass(frozen=True)
class GameSpec:
    """A game that can be played: its base rules, the expansions it may be combined with, and its editions."""

    name: str
    base: tuple[Expansion, ...]
    expansions: tuple[Expansion, ...]
    presets: Mapping[str, Mapping[str, OptionValue]]
    default_preset: str


@dataclass(frozen=True)
class Choice:
    """What was asked for, in words that can be written down: everything needed to make the same rules again."""

    game: str
    preset: str
    expansions: tuple[str, ...]
    tiles: tuple[str, ...]
    options: tuple[tuple[str, OptionValue], ...]
    """The options that differ from the preset."""

    def __str__(self) -> str:
        """One line of text, as `parse_rules` reads it."""
        words = [self.preset]
        if self.expansions:
            words.append("expansions=" + ",".join(self.expansions))
        if self.tiles:
            words.append("tiles=" + ",".join(self.tiles))
        return " ".join([*words, *(f"{name}={option_text(value)}" for name, value in self.options)])

    def to_json(self) -> dict[str, Json]:
        """Return the choice as plain data."""
        return {
            "game": self.game,
            "preset": self.preset,
            "expansions": list(self.expansions),
            "tiles": list(self.tiles),
            "options": dict(self.options),
        }


class GameRules(Ruleset):
    """A ruleset together with the choice it was made from."""

    def __init__(self, choice: Choice, spec: GameSpec) -> None:
        self.choice = choice
        by_id = {e.id: e for e in spec.expansions}
        for name in choice.expansions:
            if name not in by_id:
                raise BadRules("unknown_expansion", expansion=name, known=", ".join(sorted(by_id)) or "—")
        expansions = [*spec.base, *(by_id[name] for name in choice.expansions)]
        options = {**spec.presets[choice.preset], **dict(choice.options)}
        sets = choice.tiles or tuple(name for e in expansions for name in e.tiles)
        edition = str(options.get("tile_edition", ""))
        copies = _copies(sets, edition)
        start = next((s for s in map(tiles.load, sets) if s.start), None)
        if start is None or start.start is None:
            raise BadRules("no_start_tile", sets=", ".join(sets))
        super().__init__(expansions, copies, Block(((0, 0, start.start),)), options)

    def __reduce__(self) -> tuple[object, tuple[Choice]]:
        """Rules are written down as the choice they were made from."""
        return compile_choice, (self.choice,)


def _copies(sets: Sequence[str], edition: str) -> list[tuple[Tile, int]]:
    counts: dict[str, tuple[Tile, int]] = {}
    for name in sets:
        for tile, copies in tiles.load(name).copies(edition):
            _, before = counts.get(tile.id, (tile, 0))
            counts[tile.id] = (tile, before + copies)
    if (total := sum(n for _, n in counts.values())) > MOST_TILES:
        raise BadRules("too_many", what="tiles", count=total, most=MOST_TILES)
    return list(counts.values())


@cache
def compile_choice(choice: Choice) -> GameRules:
    """Return the rules of a choice; equal choices share one ruleset."""
    from bastide.games import GAMES

    return GameRules(choice, GAMES[choice.game])
