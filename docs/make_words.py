"""Generates the table of French words, ``docs/words.md``, from ``docs/words.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).with_name("words.toml")
PAGE: Final = Path(__file__).with_name("words.md")
HEAD: Final = """\
# French words

<!-- Generated from words.toml by docs/make_words.py: run `make types` after a change. -->

What the French rulebooks print, and what we say. The columns are the booklets that [rulings.md](rulings.md)
lists; Count, King & Cohorts stands for all that is in that box. Where booklets differ, we say what the Big Box
of 2014 prints, which is the default edition, or else what the booklet prints that brings the thing. Names that
stand by themselves follow the edition that is played: its words are in `src/bastide/words/fr@….toml`.
Everything else has one name at all tables, since editions and expansions can be mixed. The Catapult is printed
in English only; its French is ours. The words *bourg*, *étoffe* and *impôts* were looked for in all booklets as well:
none prints them.
"""


def page() -> str:
    """Return the page."""
    data = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    booklets = data["booklets"]
    lines = [HEAD]
    for part in data["part"].values():
        words = part["word"]
        shown = [name for name in booklets if any(name in word["printed"] for word in words)]
        with_why = any("why" in word for word in words)
        heads = ["", *(booklets[name] for name in shown), "we say", *(["because"] if with_why else [])]
        lines += [f"## {part['title']}", "", _row(heads), _row(["---"] * len(heads))]
        for word in words:
            others = [f"{other} ({booklets[name]})" for name, other in word.get("editions", {}).items()]
            cells = [word["en"], *(word["printed"].get(name, "") for name in shown)]
            said = ", ".join([f"**{word['fr']}**", *others])
            lines.append(_row([*cells, said, *([word.get("why", "")] if with_why else [])]))
        lines.append("")
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
