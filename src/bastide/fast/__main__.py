"""`python -m bastide.fast`: compile everything now, so that nobody waits for it later."""

from __future__ import annotations

import time

from bastide.fast.batch import Batch
from bastide.fast.compiling import FOLDER
from bastide.games import make_rules


def main() -> None:
    """Use everything there is in the simulator once."""
    begun = time.perf_counter()
    batch = Batch(make_rules(), games=2)
    batch.put(1, batch.to_engine(0))
    batch.apply(0, batch.legal(0)[0])
    batch.copy_game(0, into=1)
    batch.apply_all(batch.random_actions())
    batch.playouts(0, times=1)
    batch.play_out()
    kept = f"kept in {FOLDER}" if FOLDER else "kept nowhere: no folder can be written to; set NUMBA_CACHE_DIR"
    print(f"Compiled in {time.perf_counter() - begun:.1f} s, {kept}.")


if __name__ == "__main__":
    main()
