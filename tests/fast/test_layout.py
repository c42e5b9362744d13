"""The layout of game records is documented, and large enough."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from bastide.fast.layout import GAME_DTYPE, GRID_SIDE, MASK_WORDS, MAX_OPEN, MAX_TILES, RULE_TABLES_DTYPE

DOCUMENT = Path(__file__).parents[2] / "docs" / "fast.md"


def test_the_documented_layout_is_the_layout() -> None:
    page = DOCUMENT.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\w\d(?: × \d+)*) \|", page, re.MULTILINE)
    documented = np.dtype([(name, *_type(text)) for name, text in rows], align=True)
    assert documented == GAME_DTYPE
    assert f"{GAME_DTYPE.itemsize:,} bytes" in page


def _type(text: str) -> tuple[str, tuple[int, ...]]:
    code, *shape = text.split(" × ")
    return code, tuple(map(int, shape))


def test_all_boards_fit_the_record() -> None:
    assert MAX_TILES + 2 < GRID_SIDE
    assert MAX_OPEN >= 2 * MAX_TILES + 2
    assert MAX_TILES <= MASK_WORDS * 64
    assert np.zeros(1, RULE_TABLES_DTYPE).nbytes < 3_000_000
