"""Reading numbers in text that people type."""

from __future__ import annotations

import re
from typing import Final

NUMBER: Final = "-?[0-9]{1,18}"
"""A pattern for whole numbers as people type them: plain digits, and not endlessly many."""


def whole_number(text: str) -> int | None:
    """Return the whole number that a text is, or None if it is none.

    >>> whole_number("-12"), whole_number("²"), whole_number("9" * 5000)
    (-12, None, None)
    """
    return int(text) if re.fullmatch(NUMBER, text) else None
