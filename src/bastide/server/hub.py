"""The hub: the live tables of one process, and the commands that change them."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from bastide.errors import BastideError
from bastide.server.bus import Bus
from bastide.server.driver import Command, Driver
from bastide.server.entries import PendingEntry, TableEntry
from bastide.server.live_table import LiveTable
from bastide.server.loader import find_row, load_table
from bastide.server.logs import log_event, log_exception
from bastide.server.messages import status_of
from bastide.server.metrics import Metrics
from bastide.server.single_flight import SingleFlight
from bastide.server.store import NewEntry, NewTable, Store, TableRow, VersionConflict
from bastide.server.summaries import FinishedTables, TableSummary, summarize
from bastide.server.tasks import BackgroundTasks, shielded
from bastide.wire.messages import LookMessage

MAX_ATTEMPTS: Final = 20
"""Attempts at storing an entry while other processes store entries of the same table."""
PUBLISH_SECONDS: Final = 2.0
"""Timeout for publishing to the bus."""
EVICTION_SECONDS: Final = 60.0
"""Interval between evictions of idle tables."""


class Hub:
    """All live tables of this process."""

    def __init__(self, store: Store, bus: Bus, metrics: Metrics, bot_processes: int = 1) -> None:
        self.store, self.bus, self.metrics = store, bus, metrics
        self.live: dict[str, LiveTable] = {}
        self.finished = FinishedTables(store)
        self.background = BackgroundTasks()
        self.driver = Driver(self.execute, self.background, bot_processes)
        self._loading: SingleFlight[str, LiveTable] = SingleFlight()
        self._executing: set[asyncio.Task[TableEntry | None]] = set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Hub]:
        """Load all unfinished tables, and serve tables within the context."""
        async with self.bus.subscribed(self.refresh, self.receive_look):
            for table_id in await self.store.unfinished():
                try:
                    await self.get(table_id)
                except Exception:
                    log_exception("table load failed", table=table_id)
            self.background.spawn(self._evict_idle())
            try:
                yield self
            finally:
                await self._stop()

    async def _stop(self) -> None:
        """Finish the commands in progress, then disconnect all viewers."""
        for live in self.live.values():
            live.set_timer(None)
        await self.background.stop()
        loading = *self._loading.in_flight.values(), *self.finished.loading.in_flight.values()
        await asyncio.gather(*self._executing, *loading, return_exceptions=True)
        for live in self.live.values():
            live.close_viewers()
        self.driver.bots.stop()

    async def _evict_idle(self) -> None:
        while True:
            await asyncio.sleep(EVICTION_SECONDS)
            for live in list(self.live.values()):
                if live.idle():
                    self.evict(live)

    def evict(self, live: LiveTable) -> None:
        """Drop a table from memory. Its viewers reconnect, which loads it from the store."""
        live.evicted = True
        if self.live.get(live.table.id) is live:
            del self.live[live.table.id]
        live.set_timer(None)
        live.close_viewers()

    async def get(self, table_id: str) -> LiveTable:
        """Return a table, loaded from the store if it is not in memory. Raises BastideError if there is none."""
        live = await self._get(table_id)
        live.touched = time.monotonic()
        return live

    async def summary(self, table_id: str) -> TableSummary:
        """Return the summary of a table. Raises BastideError if there is none.

        This does not count as use of the table, and a finished table whose summary is cached is not loaded.
        """
        live = self.live.get(table_id)
        if live is None:
            cached = self.finished.get(table_id)
            if cached is not None:
                return cached
            row = await find_row(self.store, table_id)
            if row.status == "over":
                return await self.finished.load(row)
            live = await self._get(table_id)
        self.finished.update(live.table)
        return summarize(live.table)

    async def _get(self, table_id: str) -> LiveTable:
        live = self.live.get(table_id)
        return await self._loading.run(table_id, lambda: self._load(table_id)) if live is None else live

    async def _load(self, table_id: str) -> LiveTable:
        row = await find_row(self.store, table_id)
        live = LiveTable(await load_table(self.store, row), row.status)
        self.live[table_id] = live
        try:
            async with live.lock:
                await self._catch_up(live)
                await self._store_status(live)
        except BaseException:
            self.evict(live)
            raise
        self.driver.schedule(live)
        return live

    async def open(self, row: TableRow) -> LiveTable:
        """Store a new table and load it."""
        try:
            await self.store.open_table(row)
        except Exception as reason:
            log_exception("table insert failed", table=row.id)
            raise BastideError("store_failed") from reason
        self._count_opened(row)
        return await self.get(row.id)

    def _count_opened(self, row: TableRow) -> None:
        self.metrics.opened.inc()
        log_event("table opened", table=row.id)

    async def execute(self, live: LiveTable, command: Command, opens: NewTable | None = None) -> TableEntry | None:
        """Execute a command: its entry is stored, applied and broadcast. Raises BastideError if it is refused.

        Once started it completes even if the caller is cancelled. A table to be opened is stored in one transaction
        with the entry.
        """
        task = asyncio.create_task(self._execute(live, command, opens))
        self._executing.add(task)
        task.add_done_callback(self._executing.discard)
        return await shielded(task)

    async def _execute(self, live: LiveTable, command: Command, opens: NewTable | None) -> TableEntry | None:
        started = time.perf_counter()
        async with live.lock:
            pending = await self._append(live, command, opens)
            if pending is None:
                return None
            await self._apply(live, [pending])
        await self._publish(live.table.id)
        if opens is not None:
            self._count_opened(opens.row)
        entry = pending.entry
        self.metrics.entries.labels(entry.kind).inc()
        ms = round(1000 * (time.perf_counter() - started))
        log_event("entry appended", table=live.table.id, kind=entry.kind, seat=entry.seat, version=entry.version, ms=ms)
        return entry

    async def _append(self, live: LiveTable, command: Command, opens: NewTable | None) -> PendingEntry | None:
        """Store the entry of a command, which is computed again after every conflict. The table is not changed yet."""
        for _ in range(MAX_ATTEMPTS):
            if live.evicted:
                break
            clocks = live.table.clocks.all()
            pending = command(live.table)
            if pending is None:
                return None
            try:
                await self.store.append(NewEntry(live.table.id, pending.entry, opens))
            except VersionConflict:
                await self._catch_up(live)
            except Exception as reason:
                log_exception("entry append failed", table=live.table.id)
                self._pause(live, clocks)
                self.background.retry(lambda: self.refresh(live.table.id))
                raise BastideError("store_failed") from reason
            else:
                return pending
        raise BastideError("table_busy")

    def _pause(self, live: LiveTable, clocks: tuple[int, ...]) -> None:
        """Stop the clocks of a table that an entry could not be stored for, at what they showed then."""
        live.table.clocks.pause(clocks)
        live.broadcast_clocks()
        self.driver.schedule(live)

    async def _publish(self, table_id: str) -> None:
        """Notify the other processes; if that fails, they catch up with their next entry."""
        try:
            async with asyncio.timeout(PUBLISH_SECONDS):
                await self.bus.publish(table_id)
        except Exception:
            log_exception("bus publish failed", table=table_id)

    def relay_look(self, live: LiveTable, look: LookMessage) -> None:
        """Send a look to the other viewers of a table, here and in other processes. Nothing waits for it."""
        live.broadcast_look(look)
        if not self.background.stopping:
            self.background.spawn(self._publish_look(live.table.id, look))

    async def _publish_look(self, table_id: str, look: LookMessage) -> None:
        with suppress(Exception):  # the next look makes good for one that is lost
            async with asyncio.timeout(PUBLISH_SECONDS):
                await self.bus.publish_look(table_id, json.dumps(look))

    async def receive_look(self, table_id: str, text: str) -> None:
        """Send a look that another process has published to the viewers of a table."""
        live = self.live.get(table_id)
        if live is not None:
            live.broadcast_look(json.loads(text))

    async def refresh(self, table_id: str) -> None:
        """Apply entries that another process has stored."""
        live = self.live.get(table_id)
        if live is None:
            await self.finished.refresh(table_id)
            return
        async with live.lock:
            try:
                await self._catch_up(live)
            except Exception:
                log_exception("table read failed", table=table_id)

    async def _catch_up(self, live: LiveTable) -> None:
        missed = await self.store.entries_after(live.table.id, live.table.version)
        await self._apply(live, [PendingEntry(entry) for entry in missed])

    async def _apply(self, live: LiveTable, stored: list[PendingEntry]) -> None:
        """Apply and broadcast entries that have been stored."""
        try:
            for pending in stored:
                live.table.apply(pending.entry, pending.game)
                live.broadcast(pending.entry, pending.weighed)
        except Exception:
            self.evict(live)
            self.finished.drop(live.table.id)
            raise
        if stored:
            self.finished.update(live.table)
            self.driver.schedule(live)
            await self._store_status(live)

    async def _store_status(self, live: LiveTable) -> None:
        """Store the status of a table if it changed. Only lists read it: a failure is made good by the next entry."""
        status = status_of(live.table)
        if live.status != status:
            try:
                await self.store.set_status(live.table.id, status, live.table.updated)
                live.status = status
            except Exception:
                log_exception("status update failed", table=live.table.id)
