"""The cache of live tables: each is loaded when somebody needs it or something is due there, and evicted otherwise."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from typing import Final

from bastide.server.database import UNAVAILABLE, when_available
from bastide.server.live_table import LiveTable
from bastide.server.logs import log_exception
from bastide.server.single_flight import SingleFlight
from bastide.server.tasks import RETRY_SECONDS, BackgroundTasks

EVICTION_SECONDS: Final = 10.0
"""Interval between evictions of idle tables."""
PAUSE_SECONDS: Final = 0.01
"""Pause after each table that is taken up, so that people are served first."""
Load = Callable[[str], Coroutine[None, None, LiveTable]]
"""Reads a table from the store and adds it to the cache. May raise anything."""


class TableCache(Mapping[str, LiveTable]):
    """The live tables of one process by their ids."""

    def __init__(self, load: Load, background: BackgroundTasks, capacity: int) -> None:
        self.background, self.capacity = background, capacity
        self._load = load
        self._tables: dict[str, LiveTable] = {}
        self._loading: SingleFlight[str, LiveTable] = SingleFlight()
        self._wakes: dict[str, asyncio.TimerHandle] = {}
        """Timers of tables that are not in memory, by id: something is due there."""

    def __getitem__(self, table_id: str) -> LiveTable:
        return self._tables[table_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def add(self, live: LiveTable) -> None:
        """Add a table. For one that nobody needs the least recently used of these make room."""
        droppable = [live for live in self.values() if live.droppable()]
        excess = len(droppable) + 1 - self.capacity
        if excess > 0:
            for least in sorted(droppable, key=lambda live: live.touched)[:excess]:
                self.evict(least)
        self._tables[live.table.id] = live

    async def load(self, table_id: str) -> LiveTable:
        """Return a table, loaded from the store if it is not in memory. Raises what loading does."""
        live = self.get(table_id)
        return await self._loading.run(table_id, lambda: self._load_new(table_id)) if live is None else live

    async def _load_new(self, table_id: str) -> LiveTable:
        live = await self._load(table_id)
        if (timer := self._wakes.pop(table_id, None)) is not None:
            timer.cancel()
        return live

    def evict(self, live: LiveTable) -> None:
        """Drop a table from memory. Its viewers reconnect, which loads it from the store; so does what is due there."""
        table_id, timer = live.table.id, live.timer
        live.evicted = True
        if self.get(table_id) is live:
            del self._tables[table_id]
            if timer is not None and not self.background.stopping:
                loop = asyncio.get_running_loop()
                self._wakes[table_id] = loop.call_at(timer.when(), self._start_wake, table_id)
        live.set_timer(None)
        live.close_viewers()

    async def evict_idle(self) -> None:
        """Drop the tables that nobody has needed for some time, for ever."""
        while True:
            await asyncio.sleep(EVICTION_SECONDS)
            for live in list(self.values()):
                if live.idle():
                    self.evict(live)

    def _start_wake(self, table_id: str) -> None:
        del self._wakes[table_id]
        self.wake(table_id)

    def wake(self, table_id: str) -> None:
        """Load a table in the background, because something is due there."""
        if not self.background.stopping:
            self.background.spawn(self._wake(table_id))

    async def _wake(self, table_id: str) -> None:
        try:
            await when_available(lambda: self.load(table_id))
        except Exception:
            log_exception("table load failed", table=table_id)

    async def take_up(self, find: Callable[[], Awaitable[Sequence[str]]]) -> None:
        """Load the tables that are found, one after the other: last those that fail."""
        waiting = deque(await when_available(find))
        while waiting:
            table_id = waiting.popleft()
            try:
                await self.load(table_id)
            except UNAVAILABLE:
                log_exception("store unavailable")
                waiting.append(table_id)
                await asyncio.sleep(RETRY_SECONDS)
            except Exception:
                log_exception("table load failed", table=table_id)
            await asyncio.sleep(PAUSE_SECONDS)

    def stop_timers(self) -> None:
        """Let nothing fall due any more."""
        for live in self.values():
            live.set_timer(None)
        for timer in self._wakes.values():
            timer.cancel()

    @property
    def in_flight(self) -> list[asyncio.Task[LiveTable]]:
        """The tables that are being loaded."""
        return list(self._loading.in_flight.values())
