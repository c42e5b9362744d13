"""The French of the product says what docs/words.md promises: the words of the rulebooks, and none beside them."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NotRequired, TypedDict, cast

import pytest

import bastide
from bastide.games import GAMES, presets
from bastide.words import EDITION, LANGUAGES, catalogue, in_edition, own_words, say
from tests.contract.test_words import values_in

ROOT = Path(bastide.__file__).parents[2]
PAGES = ("guide", "lesson", "title", "rules")
"""Sections that no table shows, where a page about an edition has texts of its own."""
ONE_FOR_ALL = ("table.help",)
"""Messages that are about all games at once."""


class FrenchWord(TypedDict):
    """A word in docs/words.toml."""

    en: str
    fr: str
    printed: dict[str, str]
    message: NotRequired[str]
    editions: NotRequired[dict[str, str]]
    never: NotRequired[list[str]]
    why: NotRequired[str]


EXCEPT = "except"
ABOUT = {
    "first": ("guide.first.",),
    "anniversary": ("guide.anniversary.", "ANNED-"),
    "gold_rush": ("guide.gold_rush.", "GOLD-"),
}
"""How the texts about an edition begin: its page, and its rules."""


def words() -> list[FrenchWord]:
    table = tomllib.loads((ROOT / "docs" / "words.toml").read_text(encoding="utf-8"))
    return [cast("FrenchWord", word) for part in table["part"].values() for word in part["word"]]


def excepted(word: FrenchWord) -> list[str]:
    return cast("dict[str, list[str]]", word).get(EXCEPT, [])


def says(text: str, pattern: str) -> bool:
    return re.search(rf"(?<!\w)(?:{pattern})(?!\w)", text, re.IGNORECASE) is not None


def forms(word: str) -> str:
    """Return a pattern of the singular and the plural of a word."""
    return " ".join(rf"{re.escape(part)}[sx]?" for part in word.split())


def texts() -> Iterator[tuple[str, str]]:
    """Return all French texts for readers, by the id of the message or of the rule."""
    yield from catalogue("fr").items()
    for path in sorted((ROOT / "src" / "bastide" / "rulebook" / "fr").glob("*.rules")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield line.split(" ")[0], line


def test_the_page_is_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("make_words", ROOT / "docs" / "make_words.py")
    assert spec is not None
    assert spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    assert maker.PAGE.read_text(encoding="utf-8") == maker.page(), "run docs/make_words.py"


def test_a_word_is_the_big_box_s_or_the_only_printed_one_or_has_a_reason() -> None:
    for word in words():
        printed = {name: each.lower().replace("&", "et").split(", ") for name, each in word["printed"].items()}
        assert printed, word["en"]
        deciding = [printed["bigbox2014"]] if "bigbox2014" in printed else list(printed.values())
        if not all(word["fr"].lower() in each for each in deciding):
            assert "why" in word, word["en"]


def test_words_are_used() -> None:
    said = [text for _, text in texts()]
    assert [word["fr"] for word in words() if not any(says(text, forms(word["fr"])) for text in said)] == []


def test_messages_that_are_a_word_say_that_word() -> None:
    for word in words():
        if "message" in word:
            assert catalogue("fr")[word["message"]] == word["fr"]
            for edition, other in word.get("editions", {}).items():
                assert catalogue(f"fr@{edition}")[word["message"]] == other


@pytest.mark.parametrize("word", [word for word in words() if "never" in word], ids=lambda word: word["fr"])
def test_no_other_word_is_said(word: FrenchWord) -> None:
    found = {key for key, text in texts() if any(says(text, other) for other in word["never"])}
    own = {key for key in found for edition in word.get("editions", {}) if key.startswith(ABOUT[edition])}
    excluded = excepted(word)
    assert {key for key in found - own if not any(fnmatchcase(key, pattern) for pattern in excluded)} == set()
    assert [key for key in excluded if key in catalogue("fr") and key not in found] == [], "no exceptions"


# Editions


@pytest.mark.parametrize("language", LANGUAGES)
def test_editions_replace_messages_that_exist_by_others_with_the_same_values(language: str) -> None:
    base = catalogue(language)
    for edition, own in own_words(language).items():
        assert edition in presets()
        assert own.keys() <= base.keys()
        for key, text in own.items():
            assert text != base[key], key
            assert values_in(text) == values_in(base[key]), key


def test_an_edition_has_words_of_its_own_in_french_if_the_table_says_so() -> None:
    assert {edition for word in words() for edition in word.get("editions", {})} == own_words("fr").keys()


@pytest.mark.parametrize("edition", own_words("fr"))
def test_a_table_of_an_edition_shows_its_word_everywhere(edition: str) -> None:
    changed = [word for word in words() if edition in word.get("editions", {})]
    assert changed
    shown = catalogue(in_edition("fr", edition))
    for word in changed:
        own = word.get("editions", {})[edition]
        allowed = rf"(?:Chevaliers? ){forms(word['fr'])}"
        for key, text in own_words("fr")[edition].items():
            assert not says(re.sub(allowed, "", text), forms(word["fr"])), key
            if says(re.sub(allowed, "", catalogue("fr")[key]), forms(word["fr"])):
                assert says(text, forms(own)), key
        if edition not in GAMES:  # a game of its own has its own sentences
            left = {key for key, text in shown.items() if says(re.sub(allowed, "", text), forms(word["fr"]))}
            assert {key for key in left if not key.startswith(PAGES)} <= set(ONE_FOR_ALL), word["fr"]
        page = {key: text for key, text in shown.items() if key.startswith(f"guide.{edition}.")}
        assert page
        assert not any(says(text, forms(word["fr"])) for text in page.values())


def test_meeple_is_invariable() -> None:
    """The 20th Anniversary says so where it introduces the word."""
    editions = [item for own in own_words("fr").values() for item in own.items()]
    assert [key for key, text in [*texts(), *editions] if says(text, "meeples")] == []
    assert say("fr@anniversary", "line.storm", {"times": 2, "each": 1}) == "tempête : 2 meeple en réserve × 1"


def test_a_language_stands_for_itself_where_an_edition_has_no_other_words() -> None:
    assert in_edition("fr", "second") == "fr"
    assert in_edition("fr", "bigbox2014") == "fr"
    assert in_edition("fr", "anniversary") == f"fr{EDITION}anniversary"
    assert in_edition("en", "anniversary") == "en"


def test_sentences_of_an_edition_count_and_decline_as_its_language_does() -> None:
    values = {"times": 0, "each": 2}
    assert say("fr@anniversary", "line.pennants", values) == "0 blason × 2"
    assert say("fr@first", "line.pennants", {"times": 2, "each": 2}) == "2 étendards × 2"
    assert say("fr@anniversary", "line.tiles", values) == say("fr", "line.tiles", values)
    assert say("en@gold_rush", "line.tiles", values) == "0 tiles × 2"
