"""`bastide rules`: the rules the engine plays, by id, and which of them no test cites."""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from pathlib import Path

from bastide import rulebook
from bastide.errors import BastideError
from bastide.games import GAMES
from bastide.rulebook import Rule, in_force
from bastide.words import say


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "rules",
        help="list the rules by their ids, or those that no test cites",
        description="List the rules by their ids, or those that no test cites.",
    )
    parser.add_argument("ids", nargs="*", metavar="ID", help="show only these rules, such as BASE-CITY-2")
    parser.add_argument("--missing", action="store_true", help="list the rules in force that no test cites")
    parser.add_argument("--tests", default="tests", metavar="DIR", help="where to look for tests (default: tests)")
    parser.add_argument("--json", action="store_true", help="write a JSON list of objects")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print what was asked for; 1 if a rule in force has no test, else 0."""
    present = expansions_present()
    asked = named_rules(args.ids) if args.ids else list(rulebook.every_rule())
    found = asked
    if args.missing:
        uncited = set(rulebook.missing(Path(args.tests), present))
        found = [rule for rule in asked if rule in uncited]
    if args.json:
        print(json.dumps([_as_data(rule, present) for rule in found], ensure_ascii=False, indent=2))
    elif found:
        print("\n".join(_listing(found, not args.ids, args.lang)))
    if args.missing and not args.json:
        print(_verdict(found, sum(in_force(rule, present) for rule in asked), args.lang))
    return 1 if args.missing and found else 0


def expansions_present() -> set[str]:
    """Return the ids of all expansions that can be played, the base games among them."""
    return {expansion.id for game in GAMES.values() for expansion in (*game.base, *game.expansions)}


def named_rules(ids: Sequence[str]) -> list[Rule]:
    """Return the rules with these ids. Raises BastideError, naming the nearest ones, if one is unknown."""
    by_id = {rule.id: rule for rule in rulebook.every_rule()}
    for name in ids:
        if name.upper() not in by_id:
            nearest = get_close_matches(name.upper(), by_id, cutoff=0)
            raise BastideError("rule_unknown", rule=name, known=", ".join(nearest))
    return [by_id[name.upper()] for name in ids]


def _listing(found: Sequence[Rule], with_modules: bool, language: str) -> list[str]:
    lines: list[str] = []
    width = max((len(rule.id) for rule in found), default=0)
    module = ""
    for rule in found:
        if with_modules and rule.module != module:
            lines += ["", rule.module] if lines else [rule.module]
            module = rule.module
        needs = f" ({say(language, 'rulebook.needs', {'needs': ', '.join(rule.needs)})})" if rule.needs else ""
        lines.append(f"{'  ' if with_modules else ''}{rule.id:<{width}}  {rule.text}{needs}")
    return lines


def _verdict(found: Sequence[Rule], count: int, language: str) -> str:
    if found:
        return f"\n{say(language, 'rulebook.not_cited', {'count': len(found)})}"
    return say(language, "rulebook.all_cited", {"count": count})


def _as_data(rule: Rule, present: Collection[str]) -> dict[str, object]:
    return {
        "id": rule.id,
        "module": rule.module,
        "text": rule.text,
        "needs": list(rule.needs),
        "in_force": in_force(rule, present),
    }
