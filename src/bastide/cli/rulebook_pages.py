"""Pages of the rulebook for the terminal: an overview of its modules, and rules under their headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import groupby
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.rule import Rule as Line
from rich.table import Table
from rich.text import Text

from bastide import rulebook
from bastide.cli.layout import NO_BREAK, glued, hanging
from bastide.rulebook import Rule
from bastide.words import catalogue, say

WIDEST: Final = 100
"""The greatest width of a page: longer lines are hard to read."""
NARROW: Final = 80
"""The width of a terminal below which the overview leaves out its numbers."""
BULLET: Final = "•"
QUIET: Final = "dim"
BLANK: Final = re.compile(r"(\s|\033\[[0-9;]*m\s*\033\[0m)+$")
"""Blanks at the end of a line, with the escape sequences around them."""


def printed(parts: Iterator[RenderableType], width: int, colour: bool) -> str:
    """Return the text of a page, no wider than the terminal."""
    console = Console(
        file=StringIO(),
        width=min(width, WIDEST),
        force_terminal=colour,
        color_system="standard" if colour else None,
        legacy_windows=False,
        highlight=False,
        markup=False,
        emoji=False,
    )
    with console.capture() as capture:
        for part in parts:
            console.print(part)
    return "".join(f"{BLANK.sub('', line)}\n" for line in capture.get().replace(NO_BREAK, " ").splitlines())


def title(module: str, language: str) -> str:
    """Return the name of a module in words.

    >>> title("gold_rush", "fr")
    'La Ruée vers l’or'
    """
    own = f"rulebook.title_{module}"
    return say(language, own if own in catalogue(language) else f"title.{module}")


def overview(modules: Sequence[str], language: str, width: int) -> Iterator[RenderableType]:
    """Yield the names of modules with, if there is room, the numbers of their rules, worked examples and rulings."""
    yield _numbers(modules, language) if width >= NARROW else _names(modules, language, width)
    yield ""
    yield Text(glued(say(language, "rulebook.how")))


def _names(modules: Sequence[str], language: str, width: int) -> Text:
    longest = max(map(len, modules))
    lines = [hanging(f"{module:<{longest}}  ", title(module, language), width) for module in modules]
    return Text("\n".join(line for module in lines for line in module))


def _numbers(modules: Sequence[str], language: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, show_footer=True)
    every = rulebook.every_rule(language)
    counts = {module: _counts([rule for rule in every if rule.module == module]) for module in modules}
    sums = [sum(column) for column in zip(*counts.values(), strict=True)]
    table.add_column(say(language, "rulebook.module"), say(language, "rulebook.together"), ratio=1)
    table.add_column(no_wrap=True, min_width=max(map(len, modules)))
    for name, total in zip(("rules", "examples", "rulings"), sums, strict=True):
        table.add_column(say(language, f"rulebook.{name}"), str(total), justify="right")
    for module, numbers in counts.items():
        table.add_row(title(module, language), module, *map(str, numbers))
    return table


def _counts(rules: Sequence[Rule]) -> tuple[int, int, int]:
    examples, rulings = sum(rule.is_example for rule in rules), sum(rule.is_ruling for rule in rules)
    return len(rules) - examples - rulings, examples, rulings


def pages(rules: Sequence[Rule], language: str) -> Iterator[RenderableType]:
    """Yield rules under the titles of their modules and their headings, with their ids at the right."""
    ids = max(len(rule.id) for rule in rules)
    for number, (module, in_module) in enumerate(groupby(rules, key=lambda rule: rule.module)):
        if number:
            yield ""
        yield Line(Text(title(module, language), style="bold"), align="left", style=QUIET)
        for heading, in_section in groupby(in_module, key=lambda rule: rule.heading):
            yield ""
            if heading:
                yield Text(heading, style="bold")
            yield _section(list(in_section), ids, language)


def _section(rules: Sequence[Rule], ids: int, language: str) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    table.add_column()
    table.add_column(ratio=1)
    table.add_column(justify="right", no_wrap=True, width=ids, style=QUIET)
    for rule in rules:
        table.add_row(BULLET, Text.assemble(glued(rule.text), (glued(needs(rule, language)), "italic")), rule.id)
    return table


def needs(rule: Rule, language: str) -> str:
    """Return the expansions that a rule needs, in words; empty if it needs none."""
    titles = ", ".join(title(expansion, language) for expansion in rule.needs)
    return f" ({say(language, 'rulebook.needs', {'needs': titles})})" if titles else ""
