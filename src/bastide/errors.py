"""One family of errors, each a sentence that says what was wrong, what was expected and what to do."""

from __future__ import annotations

from bastide import words


class BastideError(Exception):
    """Something asked of Bastide cannot be done; nothing was changed."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message)
        self.message = message
        self.values = values

    def text(self, language: str = "en") -> str:
        """Return the sentence in a language."""
        return words.say(language, f"error.{self.message}", self.values)

    def __str__(self) -> str:
        return self.text()


class IllegalAction(BastideError):
    """The action is not one of the options; the message says which rule stands against it."""


class BadRules(BastideError):
    """The expansions or options asked for do not make a game."""


class BadTiles(BastideError):
    """A tile file is broken; the message names the tile and the reason."""


class BadNotation(BastideError):
    """A text cannot be read as a position, a turn or an action."""


class BadRecord(BastideError):
    """A saved game is damaged, from the future, or cannot be replayed."""


class BeyondWindow(BastideError):
    """A game has left the part of the board that learners look at."""
