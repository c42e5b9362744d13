"""Every message that a page uses exists in both languages, and every message is used."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import bastide
from bastide.games import GAMES, choose_rules
from bastide.words import LANGUAGES, catalogue

ROOT = Path(bastide.__file__).parent
MODULES = sorted((ROOT / "web").rglob("*.js"))
SHARED = ("en.toml", "guide.en.toml", "lesson.en.toml")
"""Files with messages that are also used outside the pages."""
TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`""", re.DOTALL)
KEY = re.compile(r"[a-z_]+\.[\w.]+")


def strings(module: Path) -> list[str]:
    """Return all string literals of a module, with a star for each substitution."""
    found = []
    for match in TOKEN.finditer(module.read_text(encoding="utf-8")):
        text = next((group for group in match.groups() if group is not None), None)
        if text is None:
            continue
        found.append(re.sub(r"\$\{(?:[^{}`]|\{[^{}]*\})*\}", "*", text))
        if match.group(3) is not None:  # literals inside substitutions
            found += [inner for pair in re.findall(r'"([^"\n]*)"|\'([^\'\n]*)\'', text) for inner in pair if inner]
    return found


@cache
def rule_names() -> set[str]:
    """Return the names of steps and columns, which look like message ids."""
    found = set()
    for game in GAMES.values():
        for expansions in ([], *([expansion.id] for expansion in game.expansions)):
            rules = choose_rules(next(iter(game.presets)), expansions, [], {})
            found |= {step.name for step in rules.program} | {column.name for column in rules.columns}
    return found


@cache
def used() -> set[str]:
    """Return all literals that are message ids or patterns of them."""
    sections = {key.split(".")[0] for key in catalogue("en")}
    texts = {text.removeprefix("@") for module in MODULES for text in strings(module)}
    ids = {text for text in texts if text.split(".")[0] in sections and KEY.fullmatch(text.replace("*", "x"))}
    return {text for text in ids if text in catalogue("en") or text not in rule_names()}


@cache
def used_in_python() -> set[str]:
    """Return all string literals of the Python package, with a star for each substitution."""
    found = set()
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                found.add("".join(str(v.value) if isinstance(v, ast.Constant) else "*" for v in node.values))
    return found


def keys_in(file: Path) -> list[str]:
    """Return the ids of the messages in a file."""
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    return [f"{table}.{key}" for table, lines in tables.items() for key in lines]


def fits(key: str, pattern: str) -> bool:
    return re.fullmatch(re.escape(pattern).replace(r"\*", ".+"), key) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_that_is_used_exists(language: str) -> None:
    known = catalogue(language)
    assert [text for text in sorted(used()) if "*" not in text and text not in known] == []
    patterns = [text for text in sorted(used()) if "*" in text]
    assert [pattern for pattern in patterns if not any(fits(key, pattern) for key in known)] == []


def test_every_message_of_the_pages_is_used() -> None:
    files = [file for file in sorted((ROOT / "words").glob("*.en.toml")) if file.name not in SHARED]
    own = {key for file in files for key in keys_in(file)}
    said = used() | used_in_python()
    patterns = [text for text in said if "*" in text and KEY.fullmatch(text.replace("*", "x"))]
    unused = {key for key in own - said if not any(fits(key, pattern) for pattern in patterns)}
    assert sorted(unused) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_in_two_files(language: str) -> None:
    files = [file for file in (ROOT / "words").glob("*.toml") if f".{file.name}".endswith(f".{language}.toml")]
    counts = Counter(key for file in files for key in keys_in(file))
    assert [key for key, count in counts.items() if count > 1] == []


def test_no_sentence_is_in_a_module() -> None:
    """Literals that look like sentences belong in the catalogue; messages of errors are for developers."""
    sentence = re.compile(r"[A-ZÀ-Ý][a-zà-ÿ’']*( [a-zà-ÿ’']{2,}){2,}[.?!…]?")
    found = [f"{module.name}: {text}" for module in MODULES for text in strings(module) if sentence.fullmatch(text)]
    assert found == []
