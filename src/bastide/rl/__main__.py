"""`python -m bastide.rl`: compile the kernels of the vector environment ahead of time."""

from __future__ import annotations

import time

from bastide.fast.__main__ import report
from bastide.rl.compilation import CACHE
from bastide.rl.warmup import compile_all


def main() -> None:
    """Compile everything and report the time."""
    start = time.perf_counter()
    compile_all()
    print(report(CACHE, start))


if __name__ == "__main__":
    main()
