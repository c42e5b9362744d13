"""Compilation of the kernels of the vector environment, which have a cache of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bastide.compile_cache import SOURCES
from bastide.fast.compilation import NumbaCache

CACHE: Final = NumbaCache(Path(__file__).parent, ("rl/*_kernel.py", "rl/encoder_records.py", *SOURCES))
compiled: Final = CACHE.compiled
