"""Layout of text in a terminal: blocks side by side, columns, and the width of the window."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Final

ESCAPE: Final = re.compile(r"\033\[[0-9;]*m")
DEFAULT_WIDTH: Final = 100
GAP: Final = "   "
NO_BREAK: Final = "\ue000"
"""Stands for a space at which a line must not break. Rich would break one at a no-break space."""
FRENCH_SPACE: Final = re.compile(r"[\u00a0\u202f]| (?=[;:?!»])|(?<=«) ")
BELOW: Final = "    "
"""Indentation of a text below its head."""


def window_width() -> int:
    """Return the width of the terminal, or 0 if the output is not a terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 0


def clear_screen() -> None:
    """Clear the terminal and its scrollback, if the output is one."""
    if sys.stdout.isatty():
        print("\033[2J\033[3J\033[H", end="")


def shown_length(text: str) -> int:
    """Return the visible length of a text, without escape sequences.

    >>> shown_length("\\033[32m...\\033[0m")
    3
    """
    return len(ESCAPE.sub("", text))


def padded(text: str, width: int) -> str:
    """Return a text padded with blanks to a visible width."""
    return text + " " * (width - shown_length(text))


def glued(text: str) -> str:
    """Return a text that is not broken at its no-break spaces, nor at spaces beside French signs."""
    return FRENCH_SPACE.sub(NO_BREAK, text)


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Return a text in lines of a width, all but the first indented; in one line if the width is 0.

    >>> wrapped("Chute : qui est touché rentre.", 7)
    ['Chute :', 'qui est', 'touché', 'rentre.']
    """
    lines = wrap(glued(text), width, subsequent_indent=indent) if width else [text]
    return [line.replace(NO_BREAK, " ") for line in lines] or [""]


def print_error(text: str) -> None:
    """Print paragraphs to standard error, in lines that fit the terminal."""
    for paragraph in text.splitlines():
        for line in wrapped(paragraph, window_width()):
            print(line, file=sys.stderr)


def hanging(head: str, text: str, width: int) -> list[str]:
    """Return a text after a head, in lines of a width that begin below its start; in one line if the width is 0.

    After a head that takes more than half of the width, the text begins on the next line.

    >>> hanging("> ", "a road of two tiles", 14)
    ['> a road of', '  two tiles']
    """
    indent = shown_length(head)
    if width and indent > width // 2:
        return [head.rstrip(), *(BELOW + line for line in wrapped(text, max(width - len(BELOW), 1)))]
    first, *others = wrapped(text, width and width - indent)
    return [head + first, *(" " * indent + line for line in others)]


def fitted(text: str, width: int) -> list[str]:
    """Return the lines of a text in lines of a width; a line in columns goes on below its last column.

    >>> fitted("u  undo   take back the last choice\\nh  help   this page", 28)
    ['u  undo   take back the last', '          choice', 'h  help   this page']
    """
    rows = [line.rpartition("  ") for line in text.split("\n")]
    return [line for head, gap, last in rows for line in hanging(head + gap, last, width)]


def unbroken_items(text: str) -> str:
    """Return a list as text in which `hanging` breaks lines only between items.

    >>> hanging("> ", unbroken_items("1 × pig; 1 × 2 sheep"), 20)
    ['> 1 × pig;', '  1 × 2 sheep']
    """
    return re.sub("(?<![,;]) ", NO_BREAK, text)


def flowing(blocks: Iterable[Sequence[str]], width: int) -> list[str]:
    """Return blocks of lines from left to right, in as many rows as the width needs; in one row if it is 0.

    >>> flowing([["one", "two"], ["three"], ["four"]], 12)
    ['one   three', 'two', 'four']
    """
    rows: list[list[Sequence[str]]] = []
    used = 0
    for block in blocks:
        needed = max(map(shown_length, block), default=0)
        if rows and (not width or used + len(GAP) + needed <= width):
            rows[-1].append(block)
            used += len(GAP) + needed
        else:
            rows.append([block])
            used = needed
    return [line for row in rows for line in side_by_side(row)]


def side_by_side(blocks: Sequence[Sequence[str]]) -> list[str]:
    """Return blocks of lines as one block, from left to right.

    >>> side_by_side([["one", "two"], ["three"]])
    ['one   three', 'two']
    """
    widths = [max(map(shown_length, block), default=0) for block in blocks]
    rows = zip_longest(*blocks, fillvalue="")
    return [GAP.join(map(padded, row, widths)).rstrip() for row in rows]


def in_columns(texts: Sequence[str]) -> list[str]:
    """Return short texts in columns of equal width, column by column."""
    width = window_width() or DEFAULT_WIDTH
    cell = max(map(shown_length, texts), default=0)
    columns = max(1, (width + len(GAP)) // (cell + len(GAP)))
    height = -(-len(texts) // columns)
    return side_by_side([texts[i : i + height] for i in range(0, len(texts), height)]) if texts else []
