"""Exceptions. The message of each is a sentence: what was wrong, what was expected, and what to do."""

from __future__ import annotations

from bastide import words


class BastideError(Exception):
    """The base class of all errors: a request cannot be fulfilled, and nothing has changed."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message)
        self.message = message
        self.values = values

    def text(self, language: str = "en") -> str:
        """Return the message in a language."""
        return words.say(language, f"error.{self.message}", self.values)

    def __str__(self) -> str:
        return self.text()


class IllegalAction(BastideError):
    """An action is not one of the options; the message names the rule that forbids it."""


class BadRules(BastideError):
    """A combination of expansions or options is invalid."""


class BadTiles(BastideError):
    """A tile file is invalid; the message names the tile and the reason."""


class BadNotation(BastideError):
    """A text cannot be parsed as a position, a turn or an action."""


class BadRecord(BastideError):
    """A record is damaged, of a newer version, or cannot be replayed."""


class BeyondWindow(BastideError):
    """A game extends beyond the window of the board that environments observe."""
