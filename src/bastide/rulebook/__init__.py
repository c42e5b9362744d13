"""The index of rules: a stable id and a short sentence for every rule, and the rules that no test cites.

The index is a module per expansion, in English (``en/base.rules``) and translated (``fr/base.rules``), with a line for
every rule: its id, the expansions that it needs in brackets, and the sentence. A line that begins with ``#`` directly
above a rule is a heading; others are comments. Translations have the same rules and headings, without brackets.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
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
ORIGINAL: Final = "en"
"""The language of the original; the index in any other is its translation."""


@dataclass(frozen=True)
class Rule:
    """A rule: its id, its text, the expansions without which it has no effect, and where it is in the index."""

    id: str
    text: str
    needs: tuple[str, ...]
    module: str
    heading: str = ""
    """The heading of its section, empty above the first one."""
    language: str = ORIGINAL
    """The language of its text and heading."""

    @property
    def is_example(self) -> bool:
        """Whether it is a worked example."""
        return "-EX-" in self.id

    @property
    def is_ruling(self) -> bool:
        """Whether it is a ruling on a question that the rulebooks leave open."""
        return "-RUL-" in self.id


def parse(text: str, module: str, language: str = ORIGINAL) -> list[Rule]:
    """Parse a file of the index. Raises BastideError, naming the line, if it is not valid."""
    rules: dict[str, Rule] = {}
    heading = comment = ""
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.rstrip()
        if not line or line.startswith("#"):
            comment = line.lstrip("# ")
            continue
        heading, comment = comment or heading, ""
        parts = LINE.fullmatch(line)
        if parts is None:
            raise BastideError("rulebook_line", module=module, line=number, found=line)
        if parts["id"] in rules:
            raise BastideError("rulebook_twice", module=module, line=number, rule=parts["id"])
        needs = tuple(parts["needs"].split(", ")) if parts["needs"] else ()
        rules[parts["id"]] = Rule(parts["id"], parts["text"], needs, module, heading, language)
    return list(rules.values())


def modules() -> tuple[str, ...]:
    """Return the names of the modules of the index."""
    files = (resources.files(__name__) / ORIGINAL).iterdir()
    return tuple(sorted(f.name.removesuffix(".rules") for f in files if f.name.endswith(".rules")))


def _file(module: str, language: str) -> Traversable:
    return resources.files(__name__) / language / f"{module}.rules"


@cache
def module_rules(module: str, language: str = ORIGINAL) -> tuple[Rule, ...]:
    """Return the rules of a module. What is not translated is in English."""
    rules = tuple(parse(_file(module, ORIGINAL).read_text(encoding="utf-8"), module))
    file = _file(module, language)
    if language == ORIGINAL or not file.is_file():
        return rules
    return translated(rules, parse(file.read_text(encoding="utf-8"), module, language))


def translated(rules: Iterable[Rule], translation: Iterable[Rule]) -> tuple[Rule, ...]:
    """Return rules with the headings and texts of their translations, where there are any."""
    found = {rule.id: rule for rule in translation}
    return tuple(replace(found[rule.id], needs=rule.needs) if rule.id in found else rule for rule in rules)


@cache
def every_rule(language: str = ORIGINAL) -> tuple[Rule, ...]:
    """Return all rules of the index, including those of expansions that do not exist.

    >>> next(rule.text for rule in every_rule() if rule.id == "BASE-SCORE-4")
    'Completing an empty feature earns nothing.'
    """
    return tuple(rule for module in modules() for rule in module_rules(module, language))


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
