"""`bastide games`: presets, options with their values, expansions and tile sets."""

from __future__ import annotations

import argparse
import json

from bastide.cli.layout import fitted, window_width
from bastide.games import GAMES, GameSpec, tiles_added
from bastide.rules.model import Option, OptionValue
from bastide.rules.ruleset import option_text, values_text
from bastide.tiles import available, load
from bastide.words import say


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand and its arguments."""
    parser = commands.add_parser(
        "games",
        help="list presets, options, expansions and tile sets",
        description="List the presets, options with their values, expansions and tile sets that --rules accepts.",
        epilog='example:\n  bastide play --rules "first half_points=on tiles=base,base"',
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the list."""
    if args.json:
        print(json.dumps({name: as_data(game) for name, game in GAMES.items()}, indent=1))
    else:
        for game in GAMES.values():
            print("\n".join(fitted("\n".join(listing(game, args.lang)), window_width())))
    return 0


def options_of(game: GameSpec) -> list[Option]:
    """Return the options of a game and all its expansions, sorted by name."""
    every = {option.name: option for e in (*game.base, *game.expansions) for option in e.options}
    return sorted(every.values(), key=lambda option: option.name)


def preset_values(game: GameSpec, preset: str) -> dict[str, OptionValue]:
    """Return the values of all options under a preset."""
    return {option.name: game.presets[preset].get(option.name, option.default) for option in options_of(game)}


def as_data(game: GameSpec) -> dict[str, object]:
    """Return the presets, options, expansions and tile sets of a game as plain data."""
    return {
        "presets": {name: preset_values(game, name) for name in game.presets},
        "options": {option.name: list(option.values) for option in options_of(game)},
        "expansions": {e.id: {"tiles": tiles_added(game, e.id)} for e in game.expansions},
        "tiles": {name: list(load(name).editions) for name in available()},
    }


def listing(game: GameSpec, language: str) -> list[str]:
    """Return the same as text, with a table of the options of each preset."""
    options = options_of(game)
    columns = {name: preset_values(game, name) for name in game.presets}
    width = max(len(option.name) for option in options) + 2
    lines = [say(language, "games.title", {"game": game.name}), ""]
    lines.append(" " * width + "".join(name.ljust(14) for name in columns).rstrip())
    for option in options:
        cells = "".join(option_text(values[option.name]).ljust(14) for values in columns.values())
        lines.append(f"{option.name:<{width}}{cells}".rstrip())
    lines.append("")
    for option in options:
        about = say(language, f"option.{option.name}")
        lines.append(f"{option.name:<{width}}{values_text(option.values)}")
        if option.parts:
            lines.append(f"{'':<{width}}{say(language, 'games.parts', {'parts': ', '.join(option.parts)})}")
        lines.append(f"{'':<{width}}{about}")
    lines += ["", *expansion_lines(game, language)]
    lines.append(say(language, "games.tiles", {"tiles": ", ".join(available())}))
    return lines


def expansion_lines(game: GameSpec, language: str) -> list[str]:
    """Return the expansions of a game, each with the number of tiles that it adds."""
    if not game.expansions:
        return [say(language, "games.expansions", {"expansions": "—"})]
    width = max(len(e.id) for e in game.expansions) + 2
    head = say(language, "games.expansions", {"expansions": ""}).rstrip()
    added = {e.id: tiles_added(game, e.id) for e in game.expansions}
    texts = {name: say(language, "games.added" if n else "games.adds_none", {"n": n}) for name, n in added.items()}
    return [head, *(f"  {name:<{width}}{text}" for name, text in texts.items())]
