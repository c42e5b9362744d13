"""Keeps the tables in memory up to date with the store, to which other processes write as well.

A table is read again when the bus announces new entries, and when its version in the store differs, which is compared
every few seconds. What cannot be read is read again until it can.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Final

from bastide.server.logs import log_event, log_exception
from bastide.server.store import Store
from bastide.server.tasks import RETRY_SECONDS, BackgroundTasks

MAX_READS: Final = 8
"""Number of tables that are read at the same time."""
Versions = Callable[[], Mapping[str, int]]
"""Returns the version of every table in memory, by its id."""
Read = Callable[[str], Awaitable[None]]
"""Applies the entries of a table that are in the store but not in memory, if it is there. May raise anything."""
Reload = Callable[[str], None]
"""Drops a table from memory, if it is there, and loads it anew."""


class Synchronizer:
    """Compares the tables in memory with the store, and reads those that differ."""

    def __init__(self, store: Store, versions: Versions, read: Read, reload: Reload) -> None:
        self.store, self.versions, self.read, self.reload = store, versions, read, reload
        self.background = BackgroundTasks()
        self._marked: set[str] = set()
        """Tables that may have new entries."""
        self._reading: set[str] = set()
        self._free = asyncio.Semaphore(MAX_READS)
        self._wake = asyncio.Event()

    def mark(self, table_id: str) -> None:
        """Read a table as soon as possible: it may have new entries."""
        self._marked.add(table_id)
        if table_id not in self._reading and not self.background.stopping:
            self._reading.add(table_id)
            self.background.spawn(self._read(table_id))

    async def _read(self, table_id: str) -> None:
        try:
            while table_id in self._marked:
                self._marked.remove(table_id)
                try:
                    async with self._free:
                        await self.read(table_id)
                except Exception:
                    log_exception("table read failed", table=table_id)
                    self._marked.add(table_id)
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._reading.discard(table_id)

    def compare(self) -> None:
        """Compare all tables as soon as possible: any of them may have new entries."""
        self._wake.set()

    async def poll(self, seconds: float) -> None:
        """Compare all tables at an interval, for ever."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._wake.wait()
            self._wake.clear()
            try:
                await self._compare()
            except Exception:
                log_exception("versions cannot be read")

    async def _compare(self) -> None:
        """Mark the tables that have new entries in the store, and reload those that the store has set back."""
        known = self.versions()
        stored = await self.store.versions(list(known))
        for table_id, version in known.items():
            found = stored.get(table_id, -1)
            if found > version:
                self.mark(table_id)
            elif found < version:
                log_event("table set back", table=table_id, version=version, stored=found)
                self.reload(table_id)
