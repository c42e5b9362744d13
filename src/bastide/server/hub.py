"""The hub: the live tables of one process, and the commands that change them."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from bastide.errors import BastideError
from bastide.rules.model import Seat
from bastide.server.bus import Bus
from bastide.server.clocks import monotonic
from bastide.server.commands import wall_clock
from bastide.server.driver import Command, Driver
from bastide.server.entries import PendingEntry, TableEntry
from bastide.server.expiry import expire_tables, lifetime
from bastide.server.heartbeat import Heartbeat
from bastide.server.live_table import LiveTable, Status, current_status
from bastide.server.loader import find_row, load_table
from bastide.server.logs import log_event, log_exception
from bastide.server.metrics import Metrics
from bastide.server.settings import Settings
from bastide.server.store import NewEntry, NewTable, Store, StoreReplaced, TableRow, VersionConflict
from bastide.server.summaries import FinishedTables, TableSummary, summarize
from bastide.server.synchronizer import Synchronizer
from bastide.server.table_cache import TableCache
from bastide.server.tasks import BackgroundTasks, shielded
from bastide.server.unreadable import UnreadableTables
from bastide.wire.messages import LookMessage

MAX_ATTEMPTS: Final = 20
"""Attempts at storing an entry while other processes store entries of the same table."""
WELCOME_SECONDS: Final = 2.0
"""Timeout for reading the entries of a table before a viewer is welcomed."""


class Hub:
    """All live tables of this process."""

    def __init__(self, store: Store, bus: Bus, metrics: Metrics, settings: Settings | None = None) -> None:
        self.store, self.bus, self.metrics, self.settings = store, bus, metrics, settings or Settings()
        self.finished = FinishedTables(store)
        self.unreadable = UnreadableTables(metrics)
        self.background = BackgroundTasks()
        self.live = TableCache(self._load, self.background, self.settings.tables_in_memory)
        self.synchronizer = Synchronizer(store, self.versions, self.refresh, self.reload)
        self.heartbeat = Heartbeat(store, self._connected, bus.shared)
        self.driver = Driver(self.execute, self.heartbeat.may_flag, self.background, self.settings.bot_processes)
        self.started = monotonic()
        self.generation = 0
        """The generation of the store that tables in memory were read from."""
        self._executing: set[asyncio.Task[TableEntry | None]] = set()
        metrics.live.set_function(lambda: len(self.live))
        metrics.bus.set_function(lambda: bus.connected)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Hub]:
        """Serve tables within the context. Those with bots or clocks are taken up in the background."""
        self.generation = await self.store.generation()
        async with self.bus.running(self):
            for job in (
                self.live.take_up(self.store.automatic),
                self.live.evict_idle(),
                self.synchronizer.poll(self.settings.poll_seconds),
                self._watch_generation(),
                self.heartbeat.beat_forever(self.settings.poll_seconds),
                expire_tables(self),
            ):
                self.background.spawn(job)
            try:
                yield self
            finally:
                await self._stop()

    async def _stop(self) -> None:
        """Finish the commands in progress, then disconnect all viewers."""
        self.live.stop_timers()
        await self.background.stop()
        await self.synchronizer.background.stop()
        await self.heartbeat.leave()
        loading = *self.live.in_flight, *self.finished.loading.in_flight.values()
        await asyncio.gather(*self._executing, *loading, return_exceptions=True)
        for live in self.live.values():
            live.close_viewers()
        self.driver.bots.stop()

    async def _watch_generation(self) -> None:
        while True:
            await asyncio.sleep(self.settings.poll_seconds)
            try:
                await self._check_generation()
            except Exception:
                log_exception("generation cannot be read")

    async def _check_generation(self) -> int:
        """Return the generation of the store; if it was restored since, drop what was read before, and start anew."""
        generation = await self.store.generation()
        if generation > self.generation:
            log_event("store restored", generation=generation)
            self.generation, self.started = generation, monotonic()
            self.finished = FinishedTables(self.store)
            for live in list(self.live.values()):
                if live.generation != generation:
                    self.live.evict(live)
            if not self.background.stopping:
                self.background.spawn(self.live.take_up(self.store.automatic))
        return generation

    def drop(self, table_id: str) -> None:
        """Drop all that is in memory of a table."""
        self.finished.drop(table_id)
        live = self.live.get(table_id)
        if live is not None:
            self.live.evict(live)

    def reload(self, table_id: str) -> None:
        """Drop all that is in memory of a table, and load it again if it was live: bots may be due there."""
        live = table_id in self.live
        self.drop(table_id)
        if live:
            self.live.wake(table_id)

    async def get(self, table_id: str) -> LiveTable:
        """Return a table, loaded from the store if it is not in memory. Raises BastideError if there is none."""
        live = await self.live.load(table_id)
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
                with self.unreadable.reading(table_id):
                    return await self.finished.load(row)
            live = await self.live.load(table_id)
        self.finished.update(live.table)
        return summarize(live.table)

    async def _load(self, table_id: str) -> LiveTable:
        generation = await self._check_generation()
        row = await find_row(self.store, table_id)
        with self.unreadable.reading(table_id):
            table = await load_table(self.store, row)
            table.elapse(self._uptime_since(table.updated))
            table.lifetime = lifetime(table.options, self.settings.expire_days)
        live = LiveTable(table, Status(row.status, row.automatic), generation)
        self.live.add(live)
        try:
            async with live.lock:
                await self._catch_up(live)
                if live.evicted:
                    raise BastideError("table_busy")
                await self._store_status(live)
        except BaseException:
            self.live.evict(live)
            raise
        self.driver.schedule(live)
        return live

    def _uptime_since(self, at: int) -> int:
        """Return the milliseconds since a time, of the wall clock, in which this process was running."""
        return max(0, min(wall_clock() - at, monotonic() - self.started))

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
        self.bus.publish_entries(live.table.id)
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
                try:
                    await self.store.append(NewEntry(live.table.id, pending.entry, opens, live.generation))
                except VersionConflict:
                    await self._catch_up(live)
                except StoreReplaced:
                    await self._check_generation()
                    self.live.evict(live)
                else:
                    return pending
            except Exception as reason:
                log_exception("entry append failed", table=live.table.id)
                self.metrics.store_failures.inc()
                self._pause(live, clocks)
                self.synchronizer.mark(live.table.id)
                raise BastideError("store_failed") from reason
        raise BastideError("table_busy")

    def _pause(self, live: LiveTable, clocks: tuple[int, ...]) -> None:
        """Stop the clocks of a table that an entry could not be stored for, at what they showed then."""
        live.table.clocks.pause(clocks)
        live.broadcast_clocks()
        self.driver.schedule(live)

    def relay_look(self, live: LiveTable, look: LookMessage) -> None:
        """Send a look to the other viewers of a table, here and in other processes. Nothing waits for it."""
        live.broadcast_look(look)
        self.bus.publish_look(live.table.id, json.dumps(look))

    def receive_look(self, table_id: str, look: str) -> None:
        """Send a look that another process has published to the viewers of a table."""
        live = self.live.get(table_id)
        if live is not None:
            live.broadcast_look(json.loads(look))

    def receive_entries(self, table_id: str) -> None:
        """Read a table that another process has stored entries of."""
        if table_id in self.live or self.finished.get(table_id) is not None:
            self.synchronizer.mark(table_id)

    def receive_gap(self) -> None:
        """Compare all tables with the store, because announcements may have been missed."""
        self.metrics.bus_gaps.inc()
        self.synchronizer.compare()

    def _connected(self) -> set[tuple[str, Seat]]:
        """Return the seats that are connected to this process at tables with clocks, each with the id of its table."""
        clocked = [live for live in self.live.values() if live.table.clocks.left and not live.table.ended]
        return {(live.table.id, viewer.seat) for live in clocked for viewer in live.viewers if viewer.seat is not None}

    def versions(self) -> dict[str, int]:
        """Return the version of every table in memory, by its id."""
        return self.finished.versions() | {table_id: live.table.version for table_id, live in self.live.items()}

    async def refresh(self, table_id: str) -> None:
        """Apply entries of a table that another process has stored. Raises an exception if they cannot be read."""
        live = self.live.get(table_id)
        if live is None:
            await self.finished.refresh(table_id)
            return
        async with live.lock:
            await self._catch_up(live)

    async def bring_up_to_date(self, live: LiveTable) -> None:
        """Apply new entries of a table now, or, while the store cannot be read, as soon as it can."""
        try:
            async with asyncio.timeout(WELCOME_SECONDS):
                await self.refresh(live.table.id)
        except Exception:
            self.synchronizer.mark(live.table.id)

    async def _catch_up(self, live: LiveTable) -> None:
        """Apply entries that were stored meanwhile, or drop the table if the store was restored."""
        missed = await self.store.entries_after(live.table.id, live.table.version)
        if await self._check_generation() != live.generation:
            self.live.evict(live)
            return
        await self._apply(live, [PendingEntry(entry) for entry in missed], elsewhere=True)

    async def _apply(self, live: LiveTable, stored: list[PendingEntry], elsewhere: bool = False) -> None:
        """Apply and broadcast entries that have been stored, here or elsewhere."""
        try:
            for pending in stored:
                if elsewhere:
                    live.apply_from_elsewhere(pending.entry)
                else:
                    live.table.apply(pending.entry, pending.game)
                live.broadcast(pending.entry, pending.weighed)
        except Exception:
            self.reload(live.table.id)
            raise
        if stored:
            self.finished.update(live.table)
            self.driver.schedule(live)
            await self._store_status(live)

    async def _store_status(self, live: LiveTable) -> None:
        """Store the status of a table if it changed; a failure is made good by the next entry, or the next loading."""
        status = current_status(live.table)
        if live.stored != status:
            try:
                await self.store.set_status(live.table.id, status.status, status.automatic, live.table.updated)
                live.stored = status
            except Exception:
                log_exception("status update failed", table=live.table.id)
