"""The record of a game is what the documentation says it is."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from bastide.fast.layout import GAME_DTYPE, MOST_OPEN, MOST_TILES, RULE_TABLES_DTYPE, SIDE

DOCUMENT = Path(__file__).parents[2] / "docs" / "fast.md"


def test_the_table_of_the_documentation_is_the_layout() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\w\d(?: × \d+)*) \|", text, re.MULTILINE)
    told = np.dtype([(name, *_type(stored)) for name, stored in rows], align=True)
    assert told == GAME_DTYPE
    assert f"{GAME_DTYPE.itemsize:,} bytes" in text


def _type(told: str) -> tuple[str, tuple[int, ...]]:
    stored, *shape = told.split(" × ")
    return stored, tuple(map(int, shape))


def test_there_is_room_for_any_board() -> None:
    assert MOST_TILES + 2 < SIDE
    assert MOST_OPEN >= 2 * MOST_TILES + 2
    assert MOST_TILES <= 128
    assert np.zeros(1, RULE_TABLES_DTYPE).nbytes < 200_000
