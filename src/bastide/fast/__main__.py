"""`python -m bastide.fast`: compile everything now, so that nobody waits for it later."""

from __future__ import annotations

import time

from bastide.fast.compiling import FOLDER
from bastide.fast.ready import compile_all


def main() -> None:
    """Compile everything, and say how long it took and where it is kept."""
    begun = time.perf_counter()
    compile_all()
    kept = f"kept in {FOLDER}" if FOLDER else "kept nowhere: no folder can be written to; set NUMBA_CACHE_DIR"
    print(f"Compiled in {time.perf_counter() - begun:.1f} s, {kept}.")


if __name__ == "__main__":
    main()
