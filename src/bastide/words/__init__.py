"""The message catalogues: every sentence that players and users read, by message id, in English and French.

``en.toml`` and ``fr.toml`` hold the messages of the game, the library and the command line. The other files, such as
``lobby.en.toml``, hold those of one part of the browser client or of one package.

Where the rulebook of an edition has a word of its own, a file such as ``fr@anniversary.toml`` holds the messages that
are shown instead in its games. ``fr@anniversary``, which `in_edition` returns, can be used wherever a language can.

A message is a template. ``{name}`` is replaced by a value, and ``{n:tile|tiles}`` by a number with the singular or the
plural (``1 tile``, ``5 tiles``). If the value is a word, ``{piece:a|an}`` puts an article before it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from string import Formatter
from typing import Final, Protocol, runtime_checkable

LANGUAGES: Final = ("en", "fr")
EDITION: Final = "@"
"""Separates a language from the edition whose words are shown."""
OTHER_ARTICLE: Final = "other"


class Word(str):
    """The id of a message as a value: it is replaced by that message, in the language of the sentence around it."""

    __slots__ = ()


@runtime_checkable
class Translatable(Protocol):
    """A value with a text in every language, such as an error within another."""

    def text(self, language: str) -> str:
        """Return the text in a language."""


class _Template(Formatter):
    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: object, format_spec: str) -> str:
        if isinstance(value, Word):
            word = catalogue(self.language)[value]
            return f"{self._article(value, format_spec)} {word}" if "|" in format_spec else word
        if "|" not in format_spec:
            if isinstance(value, str | int):  # for speed: asking for a protocol takes most of the time of a sentence
                return str(value)
            return value.text(self.language) if isinstance(value, Translatable) else str(value)
        one, many = format_spec.split("|")
        number = int(str(value))
        singular = abs(number) == 1 if self.language.startswith("en") else abs(number) < 2
        return f"{number} {one if singular else many}"

    def _article(self, word: Word, articles: str) -> str:
        default, other = articles.split("|")
        return other if catalogue(self.language).get(f"article.{word}") == OTHER_ARTICLE else default


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Return all messages of a language by id, with the words of an edition if it names one.

    >>> catalogue("fr")["role.thief"], catalogue("fr@anniversary")["role.thief"]
    ('voleur', 'voyageur')
    """
    base, _, edition = language.partition(EDITION)
    return {**catalogue(base), **_messages(language)} if edition else _messages(language)


def _messages(language: str) -> dict[str, str]:
    files = [file for file in resources.files(__name__).iterdir() if f".{file.name}".endswith(f".{language}.toml")]
    tables = [item for file in files for item in tomllib.loads(file.read_text(encoding="utf-8")).items()]
    return {f"{table}.{key}": line for table, lines in tables for key, line in lines.items()}


@cache
def own_words(language: str) -> Mapping[str, Mapping[str, str]]:
    """Return, by edition, the messages of a language that games of this edition show instead of others."""
    names = sorted(file.name for file in resources.files(__name__).iterdir())
    editions = [name[len(language) + 1 : -len(".toml")] for name in names if name.startswith(language + EDITION)]
    return {edition: _messages(f"{language}{EDITION}{edition}") for edition in editions}


def in_edition(language: str, edition: str) -> str:
    """Return a language with the words of an edition, or the language alone if the edition has no words of its own.

    >>> in_edition("fr", "anniversary"), in_edition("fr", "bigbox2014")
    ('fr@anniversary', 'fr')
    """
    return f"{language}{EDITION}{edition}" if edition in own_words(language) else language


def say(language: str, message: str, values: Mapping[str, object] | None = None) -> str:
    """Return a message in a language, with values filled in.

    >>> say("en", "line.tiles", {"times": 3, "each": 2})
    '3 tiles × 2'
    """
    return _Template(language).vformat(catalogue(language)[message], (), values or {})
