"""The games that can be played, by name, and the one line of text that chooses rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bastide.errors import BadRules
from bastide.games import carcassonne
from bastide.games.spec import Choice, GameRules, GameSpec, compile_choice
from bastide.rules.model import OptionValue

GAMES: Final[Mapping[str, GameSpec]] = {carcassonne.GAME.name: carcassonne.GAME}
DEFAULT_GAME: Final = carcassonne.GAME

__all__ = ["DEFAULT_GAME", "GAMES", "Choice", "GameRules", "GameSpec", "make_rules", "parse_rules", "presets"]


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
    return int(text) if text.lstrip("-").isdigit() else text
