"""The index of rules: a stable id and a short sentence for every rule, and the rules that no test cites.

The index is a file per expansion, such as ``en/base.rules``, with one line per rule: its id, the expansions that it
needs in brackets, and the sentence. Lines that begin with ``#`` are comments.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
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
    """A rule: its id, its text, the expansions without which it has no effect, and the file it is in."""

    id: str
    text: str
    needs: tuple[str, ...]
    module: str


def parse(text: str, module: str) -> list[Rule]:
    """Parse a file of the index. Raises BastideError, naming the line, if it is not valid."""
    rules: dict[str, Rule] = {}
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.rstrip()
        if not line or line.startswith("#"):
            continue
        parts = LINE.fullmatch(line)
        if parts is None:
            raise BastideError("rulebook_line", module=module, line=number, found=line)
        if parts["id"] in rules:
            raise BastideError("rulebook_twice", module=module, line=number, rule=parts["id"])
        needs = tuple(parts["needs"].split(", ")) if parts["needs"] else ()
        rules[parts["id"]] = Rule(parts["id"], parts["text"], needs, module)
    return list(rules.values())


def modules() -> tuple[str, ...]:
    """Return the names of the files of the index."""
    files = _folder().iterdir()
    return tuple(sorted(f.name.removesuffix(".rules") for f in files if f.name.endswith(".rules")))


@cache
def every_rule() -> tuple[Rule, ...]:
    """Return all rules of the index, including those of expansions that do not exist.

    >>> next(rule.text for rule in every_rule() if rule.id == "BASE-SCORE-4")
    'Completing an empty feature earns nothing.'
    """
    files = _folder()
    return tuple(
        rule for module in modules() for rule in parse((files / f"{module}.rules").read_text(encoding="utf-8"), module)
    )


def _folder() -> Traversable:
    return resources.files(__name__) / "en"


def in_force(rule: Rule, present: Collection[str]) -> bool:
    """Return whether a rule has an effect, given the expansions that exist."""
    return all(needed in present for needed in rule.needs)


def rules(present: Collection[str]) -> list[Rule]:
    """Return the rules in force, given the expansions that exist."""
    return [rule for rule in every_rule() if in_force(rule, present)]


def missing(tests: Path, present: Collection[str]) -> list[Rule]:
    """Return the rules in force that no Python file in a folder cites, with hyphens or underscores."""
    if not tests.is_dir():
        raise BastideError("tests_folder", path=tests)
    wanted = rules(present)
    for path in sorted(tests.rglob("*.py")):
        text = path.read_text(encoding="utf-8", errors="replace").replace("_", "-")
        wanted = [rule for rule in wanted if not cites(text, rule.id)]
    return wanted


def cites(text: str, rule: str) -> bool:
    """Return whether a text contains the id of a rule, and not just as part of another id."""
    return rule in text and re.search(rf"(?<![A-Za-z0-9]){re.escape(rule)}(?![0-9])", text) is not None
