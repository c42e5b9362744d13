"""The rule index: every rule by its stable id, in one short sentence, and the rules that no test cites.

Each module of the rules has a file, such as `base.rules`, with one line per rule: the id, in brackets the expansions
that it needs, and the sentence. Lines that begin with ``#`` are comments.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from bastide.errors import BastideError

LINE: Final = re.compile(
    r"(?P<id>[A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)*-[0-9]+)"
    r"(?: \[(?P<needs>[a-z][a-z0-9_]*(?:, [a-z][a-z0-9_]*)*)\])?"
    r"  (?P<text>\S.*)"
)


@dataclass(frozen=True)
class Rule:
    """One rule: its id, its text, and the expansions that it needs to have any effect."""

    id: str
    text: str
    needs: tuple[str, ...]
    module: str


def parse(text: str, module: str) -> list[Rule]:
    """Read a file of rules. Raises BastideError, naming the line, if anything about it is wrong."""
    found: dict[str, Rule] = {}
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.rstrip()
        if not line or line.startswith("#"):
            continue
        parts = LINE.fullmatch(line)
        if parts is None:
            raise BastideError("rulebook_line", module=module, line=number, found=line)
        if parts["id"] in found:
            raise BastideError("rulebook_twice", module=module, line=number, rule=parts["id"])
        needs = tuple(parts["needs"].split(", ")) if parts["needs"] else ()
        found[parts["id"]] = Rule(parts["id"], parts["text"], needs, module)
    return list(found.values())


def modules() -> tuple[str, ...]:
    """Return the names of all files of the index."""
    files = resources.files(__name__).iterdir()
    return tuple(sorted(f.name.removesuffix(".rules") for f in files if f.name.endswith(".rules")))


@cache
def every_rule() -> tuple[Rule, ...]:
    """Return all rules of the index, whether their expansions exist or not.

    >>> next(rule.text for rule in every_rule() if rule.id == "BASE-SCORE-4")
    'Completing an empty feature earns nothing.'
    """
    files = resources.files(__name__)
    return tuple(
        rule for module in modules() for rule in parse((files / f"{module}.rules").read_text(encoding="utf-8"), module)
    )


def in_force(rule: Rule, present: Collection[str]) -> bool:
    """Return whether a rule has any effect when these expansions exist."""
    return all(needed in present for needed in rule.needs)


def rules(present: Collection[str]) -> list[Rule]:
    """Return the rules in force when these expansions exist."""
    return [rule for rule in every_rule() if in_force(rule, present)]


def missing(tests: Path, present: Collection[str]) -> list[Rule]:
    """Return the rules in force that no Python file under a folder cites, with dashes or with underscores."""
    if not tests.is_dir():
        raise BastideError("tests_folder", path=tests)
    wanted = rules(present)
    for path in sorted(tests.rglob("*.py")):
        text = path.read_text(encoding="utf-8", errors="replace").replace("_", "-")
        wanted = [rule for rule in wanted if not cites(text, rule.id)]
    return wanted


def cites(text: str, rule: str) -> bool:
    """Return whether a text cites a rule: its whole id, not as a part of another one."""
    return rule in text and re.search(rf"(?<![A-Za-z0-9]){re.escape(rule)}(?![0-9])", text) is not None
