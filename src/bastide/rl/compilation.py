"""Compilation of the kernels of the vector environment, with a cache of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bastide.fast.compilation import SOURCES, CompileCache

CACHE: Final = CompileCache(Path(__file__).parent, ("rl/*_kernel.py", *SOURCES))
compiled: Final = CACHE.compiled
