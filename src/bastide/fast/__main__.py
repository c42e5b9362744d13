"""`python -m bastide.fast`: compile the simulator ahead of time."""

from __future__ import annotations

import time

from bastide.compile_cache import CompileCache
from bastide.fast.compilation import CACHE
from bastide.fast.warmup import compile_all


def report(cache: CompileCache, start: float) -> str:
    """Return a line with the time since the start of compilation and the directory of the cache."""
    cached = (
        f"cached in {cache.folder}" if cache.folder else "not cached: no directory is writable; set NUMBA_CACHE_DIR"
    )
    return f"Compiled in {time.perf_counter() - start:.1f} s, {cached}."


def main() -> None:
    """Compile everything and report the time."""
    start = time.perf_counter()
    compile_all()
    print(report(CACHE, start))


if __name__ == "__main__":
    main()
