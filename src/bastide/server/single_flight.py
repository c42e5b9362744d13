"""Single flight: concurrent requests for the same key share one task."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Generic, TypeVar

from bastide.errors import BastideError
from bastide.server.tasks import shielded

Key = TypeVar("Key", bound=Hashable)
Result = TypeVar("Result")
Work = Callable[[], Coroutine[None, None, Result]]


class SingleFlight(Generic[Key, Result]):
    """Runs one task per key; callers that come while it runs share its result."""

    def __init__(self) -> None:
        self.in_flight: dict[Key, asyncio.Task[Result]] = {}

    async def run(self, key: Key, work: Work[Result]) -> Result:
        """Return the result for a key. The task continues even if its caller is cancelled."""
        task = self.in_flight.get(key)
        if task is None:
            task = self.in_flight[key] = asyncio.create_task(work())
            task.add_done_callback(lambda _: self.in_flight.pop(key, None))
        return await shielded(task)


class WorkQueue(SingleFlight[Key, Result]):
    """A single flight that runs one task at a time and has a limited backlog."""

    def __init__(self) -> None:
        super().__init__()
        self._turn = asyncio.Semaphore(1)

    async def submit(self, key: Key, prepare: Callable[[], Work[Result]], limit: int) -> Result:
        """Return the result for a key. Raises BastideError if ``limit`` other keys are queued.

        ``prepare`` is called immediately unless the key is in flight; the work that it returns waits for its turn.
        """
        if key not in self.in_flight and len(self.in_flight) >= limit:
            raise BastideError("painting_busy")
        return await self.run(key, lambda: self._in_turn(prepare()))

    async def _in_turn(self, work: Work[Result]) -> Result:
        async with self._turn:
            return await work()
