"""Tasks of asyncio: awaiting without cancelling, and background tasks that end with the server."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Final, TypeVar

RETRY_SECONDS: Final = 1.0
"""Delay before failed background work is retried."""
Result = TypeVar("Result")


async def shielded(task: asyncio.Task[Result]) -> Result:
    """Await a task that continues if the caller is cancelled; its exception is then not reported as unretrieved."""
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    await asyncio.wait({task})
    return task.result()


class BackgroundTasks:
    """Tasks without a caller; all are cancelled when the server stops."""

    def __init__(self) -> None:
        self.stopping = False
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, job: Coroutine[None, None, None]) -> None:
        """Start a task."""
        task = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Cancel all tasks and wait for them to finish."""
        self.stopping = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
