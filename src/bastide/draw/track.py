"""The score track: fifty stones, a token for every seat, and flags for laps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from bastide.draw import palette as ink
from bastide.draw.svg import TextStyle, disc, document, moved, rect, text
from bastide.draw.tokens import token

LAP: Final = 50
STEP: Final = 20.0
WIDTH: Final = LAP * STEP + 40
HEIGHT: Final = 160.0
STONES: Final = 76.0
"""The y coordinate of the row of stones."""
NUMBER: Final = TextStyle(9, ink.INK, "middle", "bold")
STACK: Final = 36.0
"""Height of a stack of tokens on one stone."""


def track_shapes(scores: Sequence[int], names: Sequence[str] = ()) -> str:
    """Return the shapes of the score track: a row of 50 stones, tokens above it, names and totals below."""
    parts = [rect(0, 0, WIDTH, HEIGHT, ink.PAPER), rect(8, STONES - 12, WIDTH - 16, 24, ink.YARD, ink.RIM, 1.2)]
    for stone in range(LAP):
        x, fifth = 30 + stone * STEP, stone % 5 == 0
        parts.append(disc(x, STONES, 8.2 if fifth else 6.6, ink.STONE_LIT if fifth else ink.STONE, ink.INK, 0.9))
        if stone % 10 == 0:
            parts.append(text(str(stone), x, STONES + 3.8, NUMBER))
    crowds, stacked = Counter(score % LAP for score in scores), Counter[int]()
    for seat, score in enumerate(scores):
        laps, stone = divmod(score, LAP)
        step = min(11.0, STACK / max(crowds[stone] - 1, 1))
        x, y = 30 + stone * STEP, STONES - 15 - step * stacked[stone]
        stacked[stone] += 1
        parts.append(moved(token("seat", seat=seat), x, y, 0.95))
        if laps > 0:
            parts.append(moved(token("lap", laps, seat), x + 15, y - 8, 0.8))
    parts += _legend(scores, names)
    return "".join(parts)


def _legend(scores: Sequence[int], names: Sequence[str]) -> list[str]:
    """Return the legend: token, name and total of every seat."""
    wide = (WIDTH - 40) / max(len(scores), 1)
    parts = []
    for seat, score in enumerate(scores):
        x, y = 34 + seat * wide, STONES + 44
        name = f"{names[seat]} " if seat < len(names) else ""
        parts.append(moved(token("seat", seat=seat), x, y, 1.3))
        parts.append(text(f"{name}{score}", x + 20, y + 8, TextStyle(22, ink.INK, serif=True, most=wide - 44)))
    return parts


def track(scores: Sequence[int], names: Sequence[str] = (), pixels: float = 1040) -> str:
    """Return the score track as an SVG document."""
    return document(track_shapes(scores, names), 0, 0, WIDTH, HEIGHT, pixels)
