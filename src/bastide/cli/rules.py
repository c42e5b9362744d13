"""`bastide rules`: the index of rules, and the rules that no test cites."""

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
    """Add the subcommand and its arguments."""
    parser = commands.add_parser(
        "rules",
        help="list the rules, or those that no test cites",
        description="List the rules by id, or those that no test cites.",
    )
    parser.add_argument("ids", nargs="*", metavar="ID", help="show only these rules, such as BASE-CITY-2")
    parser.add_argument("--missing", action="store_true", help="list the rules in force that no test cites")
    parser.add_argument("--tests", default="tests", metavar="DIR", help="folder with the tests (default: tests)")
    parser.add_argument("--json", action="store_true", help="print a JSON list of objects")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the rules. Return 1 if rules without a test were asked for and there are any."""
    present = expansions_present()
    selected = named_rules(args.ids) if args.ids else list(rulebook.every_rule())
    listed = selected
    if args.missing:
        uncited = set(rulebook.missing(Path(args.tests), present))
        listed = [rule for rule in selected if rule in uncited]
    if args.json:
        print(json.dumps([_as_data(rule, present) for rule in listed], ensure_ascii=False, indent=2))
    elif listed:
        print("\n".join(_listing(listed, not args.ids, args.lang)))
    if args.missing and not args.json:
        print(_verdict(listed, sum(in_force(rule, present) for rule in selected), args.lang))
    return 1 if args.missing and listed else 0


def expansions_present() -> set[str]:
    """Return the ids of all expansions, base games included."""
    return {expansion.id for game in GAMES.values() for expansion in (*game.base, *game.expansions)}


def named_rules(ids: Sequence[str]) -> list[Rule]:
    """Return the rules with these ids. Raises BastideError, naming the nearest ones, if one is unknown."""
    by_id = {rule.id: rule for rule in rulebook.every_rule()}
    for name in ids:
        if name.upper() not in by_id:
            nearest = get_close_matches(name.upper(), by_id, cutoff=0)
            raise BastideError("rule_unknown", rule=name, known=", ".join(nearest))
    return [by_id[name.upper()] for name in ids]


def _listing(rules: Sequence[Rule], with_modules: bool, language: str) -> list[str]:
    lines: list[str] = []
    width = max((len(rule.id) for rule in rules), default=0)
    module = ""
    for rule in rules:
        if with_modules and rule.module != module:
            lines += ["", rule.module] if lines else [rule.module]
            module = rule.module
        needs = f" ({say(language, 'rulebook.needs', {'needs': ', '.join(rule.needs)})})" if rule.needs else ""
        lines.append(f"{'  ' if with_modules else ''}{rule.id:<{width}}  {rule.text}{needs}")
    return lines


def _verdict(uncited: Sequence[Rule], count: int, language: str) -> str:
    if uncited:
        return f"\n{say(language, 'rulebook.not_cited', {'count': len(uncited)})}"
    return say(language, "rulebook.all_cited", {"count": count})


def _as_data(rule: Rule, present: Collection[str]) -> dict[str, object]:
    return {
        "id": rule.id,
        "module": rule.module,
        "text": rule.text,
        "needs": list(rule.needs),
        "in_force": in_force(rule, present),
    }
