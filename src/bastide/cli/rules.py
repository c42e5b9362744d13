"""`bastide rules`: the rulebook in the terminal, and the rules that no test cites."""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from itertools import groupby
from pathlib import Path
from typing import Final

from bastide import rulebook
from bastide.cli.arguments import add_colour, in_colour
from bastide.cli.layout import DEFAULT_WIDTH, window_width
from bastide.cli.rulebook_pages import needs, overview, pages, printed, title
from bastide.errors import BastideError
from bastide.games import GAMES
from bastide.rulebook import Rule, in_force
from bastide.words import say

NEAREST: Final = 3
"""How many modules and how many rules are suggested for an unknown word."""


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand and its arguments."""
    parser = commands.add_parser(
        "rules",
        help="read the rules, or list those that no test cites",
        description="Without arguments, print an overview of the rulebook. With modules and ids, print these rules.",
        epilog="examples:\n  bastide rules gold_rush\n  bastide rules river BASE-FARM-2 --lang fr\n"
        "  bastide rules --missing\n  bastide rules --json",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "words", nargs="*", metavar="MODULE|ID", help="a module such as gold_rush, or a rule such as BASE-CITY-2"
    )
    parser.add_argument("--missing", action="store_true", help="list the rules in force that no test cites")
    parser.add_argument("--tests", default="tests", metavar="DIR", help="folder with the tests (default: tests)")
    parser.add_argument("--json", action="store_true", help="print a JSON list of objects")
    add_colour(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the rules. Return 1 if rules without a test were asked for and there are any."""
    present = expansions_present()
    selected = named_rules(args.words, args.lang) if args.words else list(rulebook.every_rule(args.lang))
    listed = selected
    if args.missing:
        uncited = {rule.id for rule in rulebook.missing(Path(args.tests), present)}
        listed = [rule for rule in selected if rule.id in uncited]
    width = window_width() or DEFAULT_WIDTH
    if args.json:
        print(json.dumps([_as_data(rule, present) for rule in listed], ensure_ascii=False, indent=2))
    elif args.missing and listed:
        print("\n".join(_listing(listed, not args.words, args.lang)))
    elif args.words and not args.missing:
        print(printed(pages(listed, args.lang), width, in_colour(args.color)), end="")
    elif not args.missing:
        print(printed(overview(reading_order(), args.lang, width), width, in_colour(args.color)), end="")
    if args.missing and not args.json:
        print(_verdict(listed, sum(in_force(rule, present) for rule in selected), args.lang))
    return 1 if args.missing and listed else 0


def expansions_present() -> set[str]:
    """Return the ids of all expansions, base games included."""
    return {expansion.id for game in GAMES.values() for expansion in (*game.base, *game.expansions)}


def reading_order() -> list[str]:
    """Return the modules as one reads them: the base game, what concerns all games, expansions, other games."""
    known = rulebook.modules()
    order = [expansion.id for game in GAMES.values() for expansion in (*game.base, *game.expansions)]
    games = [name for name in order if name in known]
    return [*games[:1], *(name for name in known if name not in order), *games[1:]]


def named_rules(words: Sequence[str], language: str) -> list[Rule]:
    """Return the rules of modules and with ids, each once. Raises BastideError, naming the nearest ones, for others."""
    by_id = {rule.id: rule for rule in rulebook.every_rule(language)}
    by_name = module_names(language)
    found: dict[str, Rule] = {}
    for word in words:
        name, rule = _name(word), word.upper().replace("_", "-")
        if name in by_name:
            found |= {rule.id: rule for rule in rulebook.module_rules(by_name[name], language)}
        elif rule in by_id:
            found[rule] = by_id[rule]
        else:
            nearest = {
                "modules": nearest_modules(name, by_name),
                "rules": get_close_matches(rule, by_id, NEAREST, cutoff=0),
            }
            raise BastideError("rule_unknown", word=word, **{name: ", ".join(near) for name, near in nearest.items()})
    return list(found.values())


def module_names(language: str) -> dict[str, str]:
    """Map the ids of modules and their titles in a language, spelled like ids, to the ids."""
    known = rulebook.modules()
    return {_name(title(module, language)): module for module in known} | {module: module for module in known}


def nearest_modules(word: str, names: Mapping[str, str]) -> list[str]:
    """Return the modules nearest to a word: those with names that contain it, then those that look like it.

    >>> nearest_modules("wheel", module_names("en"))[0], nearest_modules("gold_rsh", module_names("fr"))[0]
    ('wheel_of_fortune', 'gold_rush')
    """
    containing = [name for name in names if word in name] if word else []
    alike = get_close_matches(word, names, NEAREST) or get_close_matches(word, names, 1, cutoff=0)
    return list(dict.fromkeys(names[name] for name in [*containing, *alike]))[:NEAREST]


def _name(word: str) -> str:
    return word.lower().replace("-", "_").replace(" ", "_").replace("’", "'")


def _listing(rules: Sequence[Rule], with_modules: bool, language: str) -> list[str]:
    """Return one line per rule, its id first."""
    lines: list[str] = []
    width = max(len(rule.id) for rule in rules)
    for module, in_module in groupby(rules, key=lambda rule: rule.module):
        if with_modules:
            lines += ["", module] if lines else [module]
        lines += [f"{'  ' if with_modules else ''}{r.id:<{width}}  {r.text}{needs(r, language)}" for r in in_module]
    return lines


def _verdict(uncited: Sequence[Rule], count: int, language: str) -> str:
    if uncited:
        return f"\n{say(language, 'rulebook.not_cited', {'count': len(uncited)})}"
    return say(language, "rulebook.all_cited", {"count": count})


def _as_data(rule: Rule, present: Collection[str]) -> dict[str, object]:
    return {
        "id": rule.id,
        "module": rule.module,
        "heading": rule.heading,
        "language": rule.language,
        "text": rule.text,
        "needs": list(rule.needs),
        "in_force": in_force(rule, present),
    }
