"""Parsing of numbers in text that people type."""

from __future__ import annotations

import re
from typing import Final

NUMBER: Final = "-?[0-9]{1,18}"
"""A pattern for whole numbers: ASCII digits, of limited length."""


def whole_number(text: str) -> int | None:
    """Return the whole number in a text, or None if the text is not one.

    >>> whole_number("-12"), whole_number("²"), whole_number("9" * 5000)
    (-12, None, None)
    """
    return int(text) if re.fullmatch(NUMBER, text) else None
