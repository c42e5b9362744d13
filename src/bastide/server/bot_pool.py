"""The process pool in which bots choose, so that no table waits for the bot of another."""

from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from typing import Final

from bastide.bots import Bot, Budget
from bastide.bots.compilation import load_in_background, start_compiler
from bastide.bots.processes import begin_worker
from bastide.rules.model import Action
from bastide.rules.state import State
from bastide.server.logs import log_exception

BOT_SECONDS: Final = 0.6
"""Time for a choice; most turns have two."""
MIN_SECONDS: Final = 0.02
"""Least time for a choice, however many are pending: enough to look at the most promising options."""
OVERHEAD_SECONDS: Final = 0.02
"""Time for passing a choice to a process and back."""
TIMEOUT_SECONDS: Final = 20.0
"""Timeout after which a process is replaced; starting one takes some seconds."""
MAX_ATTEMPTS: Final = 2

Move = tuple[Action, Bot]
"""A chosen action, and the bot with what it remembers for its next choice."""


class BotPool:
    """A pool of processes without state: bots travel there and back. A process that crashes or hangs is replaced."""

    def __init__(self, processes: int = 1) -> None:
        self.processes = processes
        self.pool: ProcessPoolExecutor | None = None
        self.compiler: BaseProcess | None = None
        """The process that compiles the simulator, if needed; bots search on the engine meanwhile."""
        self._free = asyncio.Semaphore(processes)
        """Limits the choices in progress, so that the timeout does not include queueing."""
        self._pending = 0

    async def choose(self, bot: Bot, state: State) -> Move | None:
        """Return what a bot chooses in a state that is determinized for it, or None if it fails."""
        self._pending += 1
        try:
            return await self._choose(bot, state)
        finally:
            self._pending -= 1

    def budget(self) -> Budget:
        """Return the budget of a choice: time is shared by all pending choices, and idle cores are used."""
        pending = max(1, self._pending)
        if pending <= self.processes:
            return Budget(BOT_SECONDS, cores=self.processes // pending)
        return Budget(max(MIN_SECONDS, BOT_SECONDS * self.processes / pending - OVERHEAD_SECONDS))

    async def _choose(self, bot: Bot, state: State) -> Move | None:
        for _ in range(MAX_ATTEMPTS):
            async with self._free:
                pool = self.pool = self.pool or self._new_pool()
                try:
                    job = pool.submit(move, bot, state, self.budget())
                    async with asyncio.timeout(TIMEOUT_SECONDS):
                        return await asyncio.wrap_future(job)
                except (BrokenProcessPool, TimeoutError):
                    log_exception("bot process lost")
                    if self.pool is pool:
                        self._stop_workers()
                except Exception:
                    log_exception("bot cannot choose", bot=type(bot).__name__)
                    return None
        return None

    def stop(self) -> None:
        """Kill all processes."""
        if self.compiler is not None:
            self.compiler.kill()
            self.compiler.join()
        self._stop_workers()

    def _stop_workers(self) -> None:
        pool, self.pool = self.pool, None
        if pool is None:
            return
        workers = list(pool._processes.values()) if pool._processes else []
        pool.shutdown(wait=False)
        for worker in workers:
            worker.kill()

    def _new_pool(self) -> ProcessPoolExecutor:
        if self.compiler is None:
            self.compiler = start_compiler()
        return ProcessPoolExecutor(self.processes, get_context("spawn"), initializer=_begin)


def _begin() -> None:
    """Set up a worker process; it loads the compiled simulator in the background."""
    begin_worker()
    load_in_background()


def move(bot: Bot, state: State, budget: Budget) -> Move:
    """Return what a bot chooses, in a worker process."""
    return bot.choose(state, budget), bot
