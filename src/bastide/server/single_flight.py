"""Work that takes a while, done one piece after the other, and each once for all who ask for the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Generic, TypeVar

from bastide.errors import BastideError
from bastide.server.hub import shielded

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


Work = Callable[[], Coroutine[None, None, Made]]


class SingleFlight(Generic[Key, Made]):
    """A line of work."""

    def __init__(self) -> None:
        self.making: dict[Key, asyncio.Task[Made]] = {}
        """What is being made or waits for its turn."""
        self._turn = asyncio.Semaphore(1)

    async def made(self, key: Key, begin: Callable[[], Work[Made]], most: int) -> Made:
        """Return what is made under a key. Raises BastideError if so many others wait already.

        ``begin`` is called at once or, if there is nothing to do, not at all; the work that it returns when its turn
        comes.
        """
        task = self.making.get(key)
        if task is None:
            if len(self.making) >= most:
                raise BastideError("painting_busy")
            task = self.making[key] = asyncio.create_task(self._in_turn(begin()))
            task.add_done_callback(lambda _: self.making.pop(key, None))
        return await shielded(task)

    async def _in_turn(self, work: Work[Made]) -> Made:
        async with self._turn:
            return await work()
