"""The message catalogues: every sentence that players and users read, by message id, in English and French.

``en.toml`` and ``fr.toml`` hold the messages of the game, the library and the command line. The other files, such as
``lobby.en.toml``, hold those of one part of the browser client or of one package.

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
        singular = abs(number) == 1 if self.language == "en" else abs(number) < 2
        return f"{number} {one if singular else many}"

    def _article(self, word: Word, articles: str) -> str:
        default, other = articles.split("|")
        return other if catalogue(self.language).get(f"article.{word}") == OTHER_ARTICLE else default


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Return all messages of a language by id."""
    files = [file for file in resources.files(__name__).iterdir() if f".{file.name}".endswith(f".{language}.toml")]
    tables = [item for file in files for item in tomllib.loads(file.read_text(encoding="utf-8")).items()]
    return {f"{table}.{key}": line for table, lines in tables for key, line in lines.items()}


def say(language: str, message: str, values: Mapping[str, object] | None = None) -> str:
    """Return a message in a language, with values filled in.

    >>> say("en", "line.tiles", {"times": 3, "each": 2})
    '3 tiles × 2'
    """
    return _Template(language).vformat(catalogue(language)[message], (), values or {})
