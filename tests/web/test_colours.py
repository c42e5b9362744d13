"""Every colour of the pages is a token of style/tokens.css."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import bastide

WEB = Path(bastide.__file__).parent / "web"
TOKENS = WEB / "style/tokens.css"
FILES = sorted(file for kind in ("css", "js") for file in WEB.rglob(f"*.{kind}") if file != TOKENS)
NAMED = "white|black|red|green|blue|yellow|orange|purple|brown|pink|gr[ae]y|silver|gold|navy|teal|maroon|beige|ivory"
COLOURS = ("color", "background", "fill", "stroke", "border", "outline", "box-shadow", "text-shadow", "filter")
RAW = re.compile(
    r"(?<![\w(\"'`/-])#[0-9a-f]{3,8}\b(?!\()|\b(?:rgb|hsl)a?\(|\b(?:hwb|lab|lch|oklab|oklch)\(", re.IGNORECASE
)
QUOTED = re.compile(r"[\"'`]#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})[\"'`]", re.IGNORECASE)
DECLARED = re.compile(rf"(?:^|[;{{\s])(?:{'|'.join(COLOURS)})[\w-]*\s*:[^;}}]*?(?<![\w-])(?:{NAMED})(?![\w-])")


def raw_colours(text: str, kind: str) -> list[str]:
    """Return all raw colours in a style sheet or a script."""
    bare = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    patterns = (RAW, DECLARED) if kind == ".css" else (RAW, QUOTED)
    return [match.group().strip() for pattern in patterns for match in pattern.finditer(bare)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a { color: #abc }", ".css"),
        ("a { box-shadow: 0 0 2px rgb(0 0 0 / 0.5) }", ".css"),
        ("a { border: 1px solid red }", ".css"),
        ("a {\n  background: white;\n}", ".css"),
        ('const ink = "#2a1d14";', ".js"),
        ('el.style.color = "hsl(10 20% 30%)";', ".js"),
    ],
)
def test_raw_colours_are_found(text: str, kind: str) -> None:
    assert raw_colours(text, kind)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a { color: var(--seat-ink); fill: none; stroke: currentColor }", ".css"),
        (".gold { background: transparent }", ".css"),
        ("#page { color: var(--plot-rose) }", ".css"),
        ("s('use', { href: `#${id}`, fill: 'url(#weave)' });", ".js"),
    ],
)
def test_tokens_are_no_raw_colours(text: str, kind: str) -> None:
    assert raw_colours(text, kind) == []


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(WEB)) for file in FILES])
def test_only_tokens_are_used(file: Path) -> None:
    assert raw_colours(file.read_text(encoding="utf-8"), file.suffix) == []


def test_every_token_that_is_used_exists() -> None:
    texts = [file.read_text(encoding="utf-8") for file in [TOKENS, *FILES]]
    made = {name for text in texts for name in re.findall(r"(--[\w-]+)[\"\s]*[:,]", text)}
    assert {name for text in texts for name in re.findall(r"var\((--[\w-]+)\)", text)} - made == set()


def test_every_colour_token_is_used() -> None:
    texts = "".join(file.read_text(encoding="utf-8") for file in [TOKENS, *FILES])
    made = set(re.findall(r"(--(?:mark|art|plot|sh)-[\w-]+):", TOKENS.read_text(encoding="utf-8")))
    assert {name for name in made if f"var({name})" not in texts} == set()


def test_the_theme_colour_is_that_of_the_table() -> None:
    table = re.search(r"--table: (#\w+);", TOKENS.read_text(encoding="utf-8"))
    assert table
    manifest = json.loads((WEB / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["theme_color"] == table[1]
    assert f'<meta name="theme-color" content="{table[1]}">' in (WEB / "index.html").read_text(encoding="utf-8")
