"""The address of the compiled turn sheet (`calls`)."""

from __future__ import annotations

from functools import lru_cache

import numba
from numba import types

from bastide.fast.compilation import CACHE
from bastide.fast.layout import GAME_DTYPE, RULE_TABLES_DTYPE
from bastide.fast.turn_sheet import play


def play_records(tables: object, game: object, action: int) -> None:
    """Apply an action, or RESUME, to a game; tables and game are pointers to records."""
    play(numba.carray(tables, 1)[0], numba.carray(game, 1)[0], action)


@lru_cache(maxsize=1)
def turn_address() -> int:
    """Return the address of the turn sheet, which is compiled on the first call; 0 where nothing is compiled."""
    if numba.config.DISABLE_JIT:
        return 0
    records = (types.CPointer(numba.from_dtype(dtype)) for dtype in (RULE_TABLES_DTYPE, GAME_DTYPE))
    return CACHE.callback(types.void(*records, types.int64), play_records)
