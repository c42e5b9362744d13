"""The garbage collector of the server process: fewer full collections, and a record of its pauses.

A collection stops the event loop while it walks all objects in reach. Almost everything here is freed by reference
counting, and what stays is known: modules and rules, made at the start, and tables, evicted in time.
With the defaults of Python, full collections stop a server with many tables in memory for long. `bastide load` reports
the pauses of a server.
"""

from __future__ import annotations

import gc
import time
from typing import Final, Literal

THRESHOLDS: Final = (5_000, 2, 400)
"""Young collections come after so many new objects, older and full ones after so many younger ones.

An older one examines all objects since the one before: the fewer, the shorter its pause.
"""


def tune_collector() -> None:
    """Exempt all objects that exist now from collections, and make full collections rare.

    Call it once in a process, when everything is imported.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


class CollectorPauses:
    """The pauses of the collector, in seconds, since `watch` was called."""

    def __init__(self) -> None:
        self.longest = self.total = 0.0
        self._started = 0.0

    def watch(self) -> None:
        """Record all pauses of the process from now on."""
        gc.callbacks.append(self._record)

    def _record(self, phase: Literal["start", "stop"], info: object) -> None:
        if phase == "start":
            self._started = time.perf_counter()
        else:
            pause = time.perf_counter() - self._started
            self.total += pause
            self.longest = max(self.longest, pause)
