"""Names that look alike, after the skeletons of Unicode's UTS #39, and characters that nobody can see."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Final
from unicodedata import category, normalize

VARIATION: Final = re.compile("[\ufe0e\ufe0f]")
"""The variation selectors that choose between a symbol and an emoji."""
INVISIBLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\U0001d159\U000e0000-\U000e0fff]"
)
"""Characters that show nothing although they count as printable: fillers, blanks and variation selectors."""


def clean_name(name: str) -> str:
    """Return a name with single spaces, and without selectors of emoji.

    >>> clean_name("  Anna \\u3000 B. ")
    'Anna B.'
    """
    return " ".join(VARIATION.sub("", name).split())


def is_visible(name: str) -> bool:
    """Return whether all characters of a name can be seen, and not all of them are marks on others."""
    return name.isprintable() and not INVISIBLE.search(name) and any(category(each)[0] not in "MZ" for each in name)


def find_lookalike(name: str, others: Iterable[str]) -> str | None:
    """Return the first of other names that looks like a name: in another case, width or script, or spaced otherwise.

    >>> find_lookalike("Аnnа", ["Boris", "ANNA"])
    'ANNA'
    """
    return next((other for other in others if skeletons(name) & skeletons(other)), None)


@lru_cache(maxsize=1024)
def skeletons(name: str) -> frozenset[str]:
    """Return what a name looks like as it is written, and in small letters. Names that share a skeleton look alike."""
    written = _prototype(name).casefold()
    small = _prototype(normalize("NFKC", name).casefold()).casefold()
    return frozenset({written, small})


def _prototype(name: str) -> str:
    """Return a name with every character replaced by the one that it looks like, without spaces."""
    shown = INVISIBLE.sub("", normalize("NFKD", name))
    prototypes = _prototypes()
    return "".join(prototypes.get(each, each) for each in shown if not each.isspace())


@cache
def _prototypes() -> Mapping[str, str]:
    """Return the prototype of every character that looks like another."""
    text = resources.files(__package__).joinpath("confusables.txt").read_text(encoding="utf-8")
    rows = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return {each: prototype for prototype, characters in rows for each in characters}
