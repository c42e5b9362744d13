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
"""Words that programs say too; all others are there for the pages alone."""
TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`""", re.DOTALL)
KEY = re.compile(r"[a-z_]+\.[\w.]+")


def strings(module: Path) -> list[str]:
    """Return all texts in quotes of a module; what is filled in is written as a star."""
    found = []
    for match in TOKEN.finditer(module.read_text(encoding="utf-8")):
        text = next((group for group in match.groups() if group is not None), None)
        if text is None:
            continue
        found.append(re.sub(r"\$\{(?:[^{}`]|\{[^{}]*\})*\}", "*", text))
        if match.group(3) is not None:  # texts within what is filled in
            found += [inner for pair in re.findall(r'"([^"\n]*)"|\'([^\'\n]*)\'', text) for inner in pair if inner]
    return found


@cache
def names_of_rules() -> set[str]:
    """Return the names of steps and columns, which look like ids of messages."""
    found = set()
    for game in GAMES.values():
        for expansions in ([], *([expansion.id] for expansion in game.expansions)):
            rules = choose_rules(next(iter(game.presets)), expansions, [], {})
            found |= {step.name for step in rules.program} | {column.name for column in rules.columns}
    return found


@cache
def used() -> set[str]:
    """Return all texts of all modules that look like the id of a message, or like a pattern of ids."""
    sections = {key.split(".")[0] for key in catalogue("en")}
    texts = {text.removeprefix("@") for module in MODULES for text in strings(module)}
    ids = {text for text in texts if text.split(".")[0] in sections and KEY.fullmatch(text.replace("*", "x"))}
    return {text for text in ids if text in catalogue("en") or text not in names_of_rules()}


@cache
def used_in_python() -> set[str]:
    """Return all texts of the package itself, with a star for what is filled in."""
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
def test_everything_that_is_said_has_words(language: str) -> None:
    known = catalogue(language)
    assert [text for text in sorted(used()) if "*" not in text and text not in known] == []
    patterns = [text for text in sorted(used()) if "*" in text]
    assert [pattern for pattern in patterns if not any(fits(key, pattern) for key in known)] == []


def test_no_words_of_the_pages_are_there_for_nothing() -> None:
    files = [file for file in sorted((ROOT / "words").glob("*.en.toml")) if file.name not in SHARED]
    own = {key for file in files for key in keys_in(file)}
    said = used() | used_in_python()
    patterns = [text for text in said if "*" in text and KEY.fullmatch(text.replace("*", "x"))]
    unused = {key for key in own - said if not any(fits(key, pattern) for pattern in patterns)}
    assert sorted(unused) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_said_in_two_files(language: str) -> None:
    files = [file for file in (ROOT / "words").glob("*.toml") if f".{file.name}".endswith(f".{language}.toml")]
    counts = Counter(key for file in files for key in keys_in(file))
    assert [key for key, count in counts.items() if count > 1] == []


def test_no_sentence_is_written_into_a_module() -> None:
    """Texts with a blank between two words of letters are for the catalogue; those for developers are errors."""
    sentence = re.compile(r"[A-ZÀ-Ý][a-zà-ÿ’']*( [a-zà-ÿ’']{2,}){2,}[.?!…]?")
    found = [f"{module.name}: {text}" for module in MODULES for text in strings(module) if sentence.fullmatch(text)]
    assert found == []
