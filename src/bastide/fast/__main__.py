"""`python -m bastide.fast`: compile the simulator ahead of time."""

from __future__ import annotations

import time

from bastide.compile_cache import CompileCache
from bastide.fast.compilation import CACHE
from bastide.fast.warmup import compile_all


def report(cache: CompileCache, began: float) -> str:
    """Return the time that compilation took and where its results are cached."""
    cached = (
        f"kept in {cache.folder}" if cache.folder else "kept nowhere: no folder can be written to; set NUMBA_CACHE_DIR"
    )
    return f"Compiled in {time.perf_counter() - began:.1f} s, {cached}."


def main() -> None:
    """Compile everything and report the time."""
    began = time.perf_counter()
    compile_all()
    print(report(CACHE, began))


if __name__ == "__main__":
    main()
