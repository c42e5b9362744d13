"""The table of marks: what is printed on tiles besides features, and its signs in text pictures.

A sign is one or more characters, each one column wide in every terminal. No two marks share a sign, none is that of a
feature, and none is a digit or a small letter, which stand for pieces.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Mark:
    """A kind of mark, as text pictures need it."""

    name: str
    """The word in tile files. ``mark.<name>`` is the message id of its name."""
    signs: tuple[str, ...]
    """The sign of each value from 1, or the only one for all values."""
    colour: int
    """The ANSI colour code of the signs."""
    counted: bool = False
    """Whether its value is a number of things, shown by as many signs."""
    central: bool = False
    """Whether it stands in the middle of its feature."""

    def sign(self, value: int) -> str:
        """Return the sign of a value.

        >>> MARKS["nuggets"].sign(3), MARKS["circle"].sign(2), MARKS["hill"].sign(1)
        ('$$$', '(-)', '/\\\\')
        """
        if self.counted:
            return self.signs[0] * value
        return self.signs[min(value, len(self.signs)) - 1]


MARKS: Final[Mapping[str, Mark]] = {
    mark.name: mark
    for mark in (
        Mark("pennant", ("^",), 91),
        Mark("cathedral", ("C",), 95, central=True),
        Mark("wine", ("Y",), 95),
        Mark("grain", ("%",), 93),
        Mark("cloth", ("=",), 96),
        Mark("inn", ("I",), 91),
        Mark("hill", ("/\\",), 93),
        Mark("vineyard", ("V",), 95),
        Mark("sheep", ("&",), 97, counted=True),
        Mark("pigsty", ("P",), 95),
        Mark("icon", ("¹", "²", "³"), 96),
        Mark("volcano", ("/^\\",), 91),
        Mark("magic", ("!",), 95),
        Mark("fair", ("F",), 91),
        Mark("circle", ("(#)", "(-)", "(.)"), 93),
        Mark("arrow", ("↑", "→", "↓", "←"), 96),
        Mark("pair", ('"',), 96),
        Mark("remote", ("R",), 96),
        Mark("again", ("@",), 96),
        Mark("nuggets", ("$",), 93, counted=True),
        Mark("locomotive", ("L",), 91),
        Mark("camps", ("X",), 91, counted=True),
        Mark("horses", ("H",), 93, counted=True),
    )
}
"""All marks with a sign, in display order. Others, such as a bridge or the source of a river, show in the features."""
