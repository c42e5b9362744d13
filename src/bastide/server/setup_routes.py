"""Routes of the setup page: everything that can be chosen when a table is opened, each with a sentence."""

from __future__ import annotations

from fastapi import APIRouter

from bastide.games import GAMES, GameSpec, choose_rules, tiles_added
from bastide.rules.model import Expansion, Option, OptionValue
from bastide.rules.ruleset import advice
from bastide.server.dependencies import Language
from bastide.server.http_errors import ERROR_RESPONSES
from bastide.server.options import table_choices
from bastide.tiles import load
from bastide.wire.setup import ExpansionAdvice, PresetChoice, RuleChoice, SetupChoices, TableChoice
from bastide.words import Word, say

router = APIRouter(prefix="/api", responses=ERROR_RESPONSES)


@router.get("/rules", response_model=None)
async def get_rules(language: Language) -> SetupChoices:
    """Return everything that can be chosen when a table is opened, each with a sentence."""
    presets: list[PresetChoice] = [
        {
            "preset": preset,
            "game": game.name,
            "text": say(language, f"preset.{preset}"),
            "options": dict(choose_rules(preset, [], [], {}).options),
            "expansions": sorted(e.id for e in game.expansions),
            "tiles": choose_rules(preset, [], [], {}).box_tiles,
        }
        for game in GAMES.values()
        for preset in game.presets
    ]
    return {
        "presets": presets,
        "expansions": {
            e.id: {
                "text": say(language, f"expansion.{e.id}"),
                "excludes": sorted(e.excludes),
                "needs": sorted(e.needs),
                "prefers": dict(e.prefers),
                "tiles": tiles_added(game, e.id),
            }
            for game in GAMES.values()
            for e in game.expansions
        },
        "advice": [_advice(e, *found, language) for g in GAMES.values() for e in g.expansions for found in advice(e)],
        "options": {game.name: _options_of(game, language) for game in GAMES.values()},
        "choices": _choices(language),
    }


def _advice(expansion: Expansion, message: str, other: str, language: str) -> ExpansionAdvice:
    """Return the advice of a rulebook, or ours, against combining two expansions."""
    values = {"expansion": Word(f"title.{expansion.id}"), "other": Word(f"title.{other}")}
    return {"together": [expansion.id, other], "text": say(language, f"warning.{message}", values)}


def _options_of(game: GameSpec, language: str) -> dict[str, RuleChoice]:
    """Return the options of the rules of a game, by name."""
    choices: dict[str, RuleChoice] = {}
    every = [(e, option) for e in (*game.base, *game.expansions) for option in e.options]
    for _, option in every:
        owners = [e for e, other in every if other.name == option.name and e in game.expansions]
        choices[option.name] = {
            "text": say(language, f"option.{option.name}"),
            "values": list(option.values),
            "default": option.default,
            "expansions": [e.id for e in owners],
            "beside": dict(option.beside) or None,
            "tiles": [len(_parts(option, value)) for value in option.values] if option.parts else None,
            "parts": [_parts(option, value) for value in option.values] if option.parts else None,
            "under": None if option.under is None else {"option": option.under[0], "value": option.under[1]},
        }
    return choices


def _parts(option: Option, value: OptionValue) -> list[str]:
    """Return the ids of the tiles that a value of an option stands for."""
    sets = [name for part in option.brought(value) for name in part.tiles]
    return [tile.id for name in sets for tile in load(name).tiles]


def _choices(language: str) -> dict[str, TableChoice]:
    """Return the options that do not depend on the game, by name, with a sentence for each value."""
    choices: dict[str, TableChoice] = {}
    for name, values in table_choices():
        meanings = {value: say(language, f"choice.{name}.{value}") for value in values}
        choices[name] = {"text": say(language, f"choice.{name}"), "values": meanings}
    return choices
