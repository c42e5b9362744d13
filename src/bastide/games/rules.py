"""From words to rules: which game, which expansions, which tile sets, which options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from bastide import tiles as tile_sets
from bastide.errors import BadRules
from bastide.games import carcassonne
from bastide.games.spec import GameSpec
from bastide.kernel.tile import Block, Tile
from bastide.rules.model import Json, OptionValue
from bastide.rules.ruleset import Ruleset, option_text
from bastide.text import whole_number

GAMES: Final[Mapping[str, GameSpec]] = {carcassonne.GAME.name: carcassonne.GAME}
DEFAULT_GAME: Final = carcassonne.GAME
MOST_TILES: Final = 4000


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

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        spec = GAMES[choice.game]
        by_id = {e.id: e for e in spec.expansions}
        for name in choice.expansions:
            if name not in by_id:
                raise BadRules("unknown_expansion", expansion=name, known=", ".join(sorted(by_id)) or "—")
        expansions = [*spec.base, *(by_id[name] for name in choice.expansions)]
        options = {**spec.presets[choice.preset], **dict(choice.options)}
        sets = choice.tiles or tuple(name for e in expansions for name in e.tiles)
        edition = str(options.get("tile_edition", ""))
        copies = _copies(sets, edition)
        start = next((s for s in map(tile_sets.load, sets) if s.start), None)
        if start is None or start.start is None:
            raise BadRules("no_start_tile", sets=", ".join(sets))
        super().__init__(expansions, copies, Block(((0, 0, start.start),)), options)

    def __reduce__(self) -> tuple[object, tuple[Choice]]:
        """Rules are written down as the choice they were made from."""
        return compile_choice, (self.choice,)


def _copies(sets: Sequence[str], edition: str) -> list[tuple[Tile, int]]:
    counts: dict[str, tuple[Tile, int]] = {}
    for name in sets:
        for tile, copies in tile_sets.load(name).copies(edition):
            _, before = counts.get(tile.id, (tile, 0))
            counts[tile.id] = (tile, before + copies)
    if (total := sum(n for _, n in counts.values())) > MOST_TILES:
        raise BadRules("too_many", what="tiles", count=total, most=MOST_TILES)
    return list(counts.values())


@cache
def compile_choice(choice: Choice) -> GameRules:
    """Return the rules of a choice; equal choices share one ruleset."""
    return GameRules(choice)


def presets() -> dict[str, GameSpec]:
    """Return all presets with the game each belongs to."""
    return {name: game for game in GAMES.values() for name in game.presets}


def make_rules(
    preset: str = DEFAULT_GAME.default_preset,
    *,
    expansions: Sequence[str] = (),
    tiles: Sequence[str] = (),
    **options: OptionValue,
) -> GameRules:
    """Return the rules of an edition, with expansions added and options changed.

    >>> make_rules("first", half_points=True).options["field_scoring"]
    'per_city_4'
    """
    if preset not in presets():
        raise BadRules("unknown_preset", preset=preset, known=", ".join(presets()))
    game = presets()[preset]
    usual = game.presets[preset]
    changed = tuple(sorted((name, value) for name, value in options.items() if not _same(usual.get(name), value)))
    return compile_choice(Choice(game.name, preset, tuple(sorted(expansions)), tuple(sorted(tiles)), changed))


def _same(a: OptionValue | None, b: OptionValue) -> bool:
    return a == b and type(a) is type(b)


def parse_rules(text: str) -> GameRules:
    """Read rules from one line: a preset, then ``option=value``; lists are separated by commas.

    >>> parse_rules("second hand_size=3 tiles=base,base").tiles_in_all
    144
    """
    words = text.split()
    preset = words.pop(0) if words and "=" not in words[0] else DEFAULT_GAME.default_preset
    lists: dict[str, list[str]] = {"expansions": [], "tiles": []}
    options: dict[str, OptionValue] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not value:
            raise BadRules("rules_word", word=word)
        if name in lists:
            lists[name] += value.split(",")
        else:
            options[name] = _option_value(value)
    return make_rules(preset, expansions=lists["expansions"], tiles=lists["tiles"], **options)


def _option_value(text: str) -> OptionValue:
    if text in ("on", "off"):
        return text == "on"
    found = whole_number(text)
    return text if found is None else found
