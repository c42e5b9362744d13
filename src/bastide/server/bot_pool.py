"""Bots think in processes of their own, so that no table waits for another's bot."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from typing import Final

from bastide.bots import Budget, choose
from bastide.bots.compilation import load_in_background, start_compiler
from bastide.bots.processes import begin_worker
from bastide.rules.model import Json
from bastide.server.logs import failed
from bastide.wire.views import View

BOT_SECONDS: Final = 0.6
"""What a bot may think about a choice; most turns are two of them."""
BESIDES: Final = 0.02
"""What a choice takes besides: getting there and back, and seeing how things stand."""
PATIENCE: Final = 20.0
"""A process that has not answered after so long will not, and is ended; a new one takes some seconds to start."""
TRIES: Final = 2


class BotPool:
    """The processes in which bots think. One that crashes or hangs is replaced."""

    def __init__(self, processes: int = 1) -> None:
        self.processes = processes
        self.pool: ProcessPoolExecutor | None = None
        self.compiler: BaseProcess | None = None
        """Compiles the simulator if nobody has; bots search on the engine meanwhile."""
        self._free = asyncio.Semaphore(processes)
        """Whoever waits for a process waits here, so that only thinking is timed."""
        self._asked = 0

    async def choose(
        self, level: str, rules: str, view: View, options: Sequence[Mapping[str, Json]], seed: str
    ) -> int | None:
        """Return the number of the option that a bot chooses, the rules being a line of text, or None if it cannot."""
        self._asked += 1
        try:
            return await self._chosen(level, rules, view, options, seed)
        finally:
            self._asked -= 1

    def budget(self) -> Budget:
        """Return how long a bot may think now: the more are asked at once, the shorter, so that none is late.

        One that thinks alone may use several cores.
        """
        asked = max(1, self._asked)
        if asked <= self.processes:
            return Budget(BOT_SECONDS, cores=self.processes // asked)
        return Budget(max(0.0, BOT_SECONDS * self.processes / asked - BESIDES))

    async def _chosen(
        self, level: str, rules: str, view: View, options: Sequence[Mapping[str, Json]], seed: str
    ) -> int | None:
        for _ in range(TRIES):
            async with self._free:
                pool = self.pool = self.pool or self._new_pool()
                try:
                    job = pool.submit(choose, level, rules, view, options, self.budget(), seed)
                    async with asyncio.timeout(PATIENCE):
                        return await asyncio.wrap_future(job)
                except (BrokenProcessPool, TimeoutError):
                    failed("bot process lost")
                    if self.pool is pool:
                        self._stop_workers()
                except Exception:
                    failed("bot cannot choose", level=level)
                    return None
        return None

    def stop(self) -> None:
        """End all processes, whatever they do."""
        if self.compiler is not None:
            self.compiler.kill()
            self.compiler.join()
        self._stop_workers()

    def _stop_workers(self) -> None:
        pool, self.pool = self.pool, None
        if pool is None:
            return
        workers = list(pool._processes.values()) if pool._processes else []
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.kill()

    def _new_pool(self) -> ProcessPoolExecutor:
        if self.compiler is None:
            self.compiler = start_compiler()
        return ProcessPoolExecutor(self.processes, get_context("spawn"), initializer=_begin)


def _begin() -> None:
    """Set up a worker process; what is compiled is loaded while it answers."""
    begin_worker()
    load_in_background()
