"""The French index of rules says what the English one says: the same rules in the same places, in other words."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from bastide import rulebook
from bastide.rulebook import parse

FOLDER = resources.files(rulebook)


def modules_in(language: str) -> list[str]:
    names = (path.name for path in (FOLDER / language).iterdir())
    return sorted(name.removesuffix(".rules") for name in names if name.endswith(".rules"))


def text_of(module: str, language: str) -> str:
    return (FOLDER / language / f"{module}.rules").read_text(encoding="utf-8")


def outline(text: str) -> list[str]:
    """Return the ids of a file in their order, and a # for each heading."""
    return [line.split()[0] for line in text.splitlines() if line]


def test_every_module_is_there_in_french() -> None:
    assert modules_in("fr") == modules_in("en")


@pytest.mark.parametrize("module", modules_in("fr"))
def test_a_french_file_has_the_ids_and_the_headings_of_the_english_one(module: str) -> None:
    english, french = outline(text_of(module, "en")), outline(text_of(module, "fr"))
    assert [line for line in french if line != "#"] == [line for line in english if line != "#"]
    assert french.count("#") == english.count("#")
    assert french == english, "a heading stands before another rule"


@pytest.mark.parametrize("module", modules_in("fr"))
def test_no_french_line_is_the_english_one(module: str) -> None:
    english = {line for line in text_of(module, "en").splitlines() if line}
    assert [line for line in text_of(module, "fr").splitlines() if line in english] == []
    sentences = {rule.id: rule.text for rule in parse(text_of(module, "en"), module)}
    assert [rule.id for rule in parse(text_of(module, "fr"), module) if rule.text == sentences.get(rule.id)] == []


@pytest.mark.parametrize("module", modules_in("fr"))
def test_what_a_rule_needs_is_said_in_english_alone(module: str) -> None:
    assert [rule.id for rule in parse(text_of(module, "fr"), module) if rule.needs] == []


@pytest.mark.parametrize("module", modules_in("fr"))
def test_the_numbers_of_a_rule_are_the_same(module: str) -> None:
    french = {rule.id: set(re.findall(r"\d+", rule.text)) for rule in parse(text_of(module, "fr"), module)}
    for rule in parse(text_of(module, "en"), module):
        assert set(re.findall(r"\d+", rule.text)) == french[rule.id], rule.id


@pytest.mark.parametrize("language", ["en", "fr"])
def test_examples_are_sentences(language: str) -> None:
    examples = [rule for rule in rulebook.every_rule(language) if rule.is_example]
    assert len(examples) > 200
    assert [rule.id for rule in examples if not re.fullmatch(r"[A-ZÀÉ].*\.", rule.text)] == []
