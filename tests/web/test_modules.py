"""docs/web.md lists the modules of the client."""

from __future__ import annotations

import re
from pathlib import Path

import bastide

JS = Path(bastide.__file__).parent / "web" / "js"
GUIDE = Path(__file__).parents[2] / "docs" / "web.md"


def named() -> set[str]:
    """Return the modules in the table of docs/web.md, with their folders."""
    found, folder = set(), ""
    for first in re.findall(r"^\| (.+?) \|", GUIDE.read_text(encoding="utf-8"), re.MULTILINE):
        folder = next(iter(re.findall(r"\*\*`([\w-]+/)`\*\*", first)), folder)
        found |= {folder + name for name in re.findall(r"`([\w-]+\.js)`", first)}
    return found


def test_the_guide_names_every_module() -> None:
    assert named() == {str(file.relative_to(JS)) for file in JS.rglob("*.js")}
