"""The store: tables and their logs in the database. Entries are durable before they are acknowledged."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence, Set
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, Final, ParamSpec, TypeVar

import aiosqlite
from sqlalchemy import ColumnElement, delete, func, insert, select, union_all, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bastide.rules.model import Seat
from bastide.server.entries import TableEntry
from bastide.server.schema import connections, entries, processes, seats, tables
from bastide.server.tasks import shielded
from bastide.wire.messages import TableStatus

Params = ParamSpec("Params")
Result = TypeVar("Result")
MAX_BATCH: Final = 200
"""Number of entries that are written in one transaction."""
FAILURE_SECONDS: Final = 10.0
"""Time after a failure in which the store counts as not writable."""
STATUSES: Final[tuple[TableStatus, ...]] = ("open", "playing", "over")
"""The statuses of tables, in the order of a game."""
MAX_PARAMETERS: Final = 500
"""Number of ids in one query."""
GONE_SECONDS: Final = 300
"""Time after which a process that is not heard counts as gone."""


class VersionConflict(Exception):
    """Another process has stored an entry with the same version."""


class StoreReplaced(Exception):
    """The database was restored from a backup, and what was read from it before is outdated."""


@dataclass(frozen=True)
class TableRow:
    """A table without its log."""

    id: str
    opened: int
    updated: int
    options: Mapping[str, object]
    secret: str
    public: bool
    status: TableStatus
    rematch_of: str | None = None
    automatic: bool = False
    """Whether bots or clocks act at the table while nobody is connected."""


@dataclass(frozen=True)
class NewTable:
    """A table to be opened, and its first entries."""

    row: TableRow
    entries: Sequence[TableEntry] = ()


@dataclass(frozen=True)
class NewEntry:
    """An entry to be stored."""

    table_id: str
    entry: TableEntry
    opens: NewTable | None = None
    """A table to be opened in the same transaction."""
    generation: int = 0
    """The generation of the database that the table was read from."""


def uninterrupted(
    operation: Callable[Concatenate[Store, Params], Coroutine[None, None, Result]],
) -> Callable[Concatenate[Store, Params], Coroutine[None, None, Result]]:
    """Let an operation of the store go on if its caller is cancelled, since that would break off its connection."""

    @wraps(operation)
    async def run(store: Store, /, *args: Params.args, **kwargs: Params.kwargs) -> Result:
        task = asyncio.create_task(operation(store, *args, **kwargs))
        store.operations.add(task)
        task.add_done_callback(store.operations.discard)
        return await shielded(task)

    return run


class Store:
    """Reads and writes tables. Entries that arrive during a commit are written together by the next one."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._failed_at = -math.inf
        self._queue: asyncio.Queue[tuple[NewEntry, asyncio.Future[None]]] = asyncio.Queue()
        self.operations: Final[set[asyncio.Task[object]]] = set()
        """The operations that are under way, but for the writer's."""

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Store]:
        """Run the writer within the context; queued entries are written, and operations end, before it does."""
        writer = asyncio.create_task(self._write_loop())
        try:
            yield self
        finally:
            await self._queue.join()
            writer.cancel()
            with suppress(asyncio.CancelledError):
                await writer
            await asyncio.gather(*self.operations, return_exceptions=True)
            await self.engine.dispose()

    @uninterrupted
    async def open_table(self, row: TableRow) -> None:
        """Store a new table."""
        try:
            async with self.engine.begin() as connection:
                await connection.execute(insert(tables).values(**vars(row)))
        except Exception:
            self._failed_at = time.monotonic()
            raise
        self._failed_at = -math.inf

    async def append(self, item: NewEntry) -> None:
        """Store an entry. Raises VersionConflict, and stores nothing, if its version exists.

        Raises StoreReplaced, and stores nothing, if the database was restored since the table was read. If the caller
        is cancelled, the entry may or may not have been stored.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._queue.put((item, done))
        await done

    async def _write_loop(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while not self._queue.empty() and len(batch) < MAX_BATCH:
                batch.append(self._queue.get_nowait())
            try:
                await self._write([(item, done) for item, done in batch if not done.done()])
            finally:
                for _ in batch:
                    self._queue.task_done()

    async def _write(self, batch: list[tuple[NewEntry, asyncio.Future[None]]]) -> None:
        """Store entries in one transaction and resolve their futures. Never raises, so that the writer continues."""
        failure: Exception | None = None
        try:
            if batch:
                async with self.engine.begin() as connection:
                    await self._insert(connection, [item for item, _ in batch])
        except (IntegrityError, StoreReplaced) as reason:
            if len(batch) > 1:
                for item in batch:
                    await self._write([item])
                return
            failure = await self._conflict(batch[0][0], reason)
        except Exception as reason:
            failure = reason
            self._failed_at = time.monotonic()
        else:
            self._failed_at = -math.inf
        for _, done in batch:
            if done.done():
                continue
            if failure is None:
                done.set_result(None)
            else:
                done.set_exception(failure)

    @property
    def writable(self) -> bool:
        """Whether entries can be stored: false for a moment after a failure, unless one could be stored since."""
        return time.monotonic() - self._failed_at > FAILURE_SECONDS

    async def _conflict(self, item: NewEntry, reason: Exception) -> Exception:
        """Return why an entry was refused: its version exists, or it is of a generation before a restore."""
        try:
            replaced = await self.generation() != item.generation
        except Exception as failure:
            return failure
        return StoreReplaced() if replaced else VersionConflict(str(reason))

    async def _insert(self, connection: AsyncConnection, batch: Sequence[NewEntry]) -> None:
        opened = [item.opens for item in batch if item.opens is not None]
        if opened:
            await connection.execute(insert(tables), [vars(table.row) for table in opened])
        numbered = [(item.table_id, item.entry) for item in batch]
        numbered += [(table.row.id, entry) for table in opened for entry in table.entries]
        rows = [
            {
                "table_id": table_id,
                "version": entry.version,
                "kind": entry.kind,
                "seat": entry.seat,
                "data": dict(entry.data),
                "at": entry.at,
                "clocks": list(entry.clocks),
            }
            for table_id, entry in numbered
        ]
        await connection.execute(insert(entries), rows)
        for table_id, entry in numbered:
            if entry.new_token_hash is not None:
                await self._set_token(connection, table_id, entry.seat, entry.new_token_hash)
        generation = await self._generation(connection)
        if any(item.generation != generation for item in batch):
            raise StoreReplaced

    @uninterrupted
    async def generation(self) -> int:
        """Return the generation of the database: restoring an SQLite database from a backup begins another one."""
        if self.engine.dialect.name != "sqlite":
            return 0
        async with self.engine.connect() as connection:
            return await self._generation(connection)

    @staticmethod
    async def _generation(connection: AsyncConnection) -> int:
        driver = (await connection.get_raw_connection()).driver_connection
        if not isinstance(driver, aiosqlite.Connection):
            return 0
        ((generation,),) = await driver.execute_fetchall("PRAGMA user_version")  # one step in the thread of SQLite
        return int(generation)

    @staticmethod
    async def _set_token(connection: AsyncConnection, table_id: str, seat: int | None, token_hash: str) -> None:
        """Set the token hash of a seat; empty removes it."""
        await connection.execute(seats.delete().where((seats.c.table_id == table_id) & (seats.c.seat == seat)))
        if token_hash:
            await connection.execute(insert(seats).values(table_id=table_id, seat=seat, stored=token_hash))

    @uninterrupted
    async def set_status(self, table_id: str, status: TableStatus, automatic: bool, updated: int) -> None:
        """Set the status of a table, whether it is automatic, and the time of its last entry."""
        values = {"status": status, "automatic": automatic, "updated": updated}
        async with self.engine.begin() as connection:
            await connection.execute(update(tables).where(tables.c.id == table_id).values(values))

    @uninterrupted
    async def table(self, table_id: str) -> TableRow | None:
        """Return the row of a table, or None if there is none."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(tables).where(tables.c.id == table_id))).mappings().first()
        return None if row is None else TableRow(**row)

    @uninterrupted
    async def entries_after(self, table_id: str, version: int) -> list[TableEntry]:
        """Return the entries of a table after a version, in order."""
        query = (
            select(entries)
            .where((entries.c.table_id == table_id) & (entries.c.version > version))
            .order_by(entries.c.version)
        )
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [TableEntry(r["version"], r["kind"], r["seat"], r["data"], r["at"], tuple(r["clocks"])) for r in rows]

    @uninterrupted
    async def public_tables(self, limit: int = 50) -> list[TableRow]:
        """Return the public tables: unfinished ones before finished ones, the most recently updated first."""
        latest = [
            select(tables)
            .where(tables.c.public & (tables.c.status == status))
            .order_by(tables.c.updated.desc())
            .limit(limit)
            .subquery()
            for status in STATUSES
        ]
        found = union_all(*map(select, latest)).subquery()
        query = select(found).order_by(found.c.status == "over", found.c.updated.desc()).limit(limit)
        async with self.engine.connect() as connection:
            return [TableRow(**row) for row in (await connection.execute(query)).mappings()]

    @uninterrupted
    async def seats_by_token(self, token_hashes: Sequence[str]) -> list[tuple[str, int, str]]:
        """Return the seats that tokens open: table, seat and token hash, ordered by table and seat."""
        query = select(seats.c.table_id, seats.c.seat, seats.c.stored).where(seats.c.stored.in_(list(token_hashes)))
        query = query.order_by(seats.c.table_id, seats.c.seat)
        async with self.engine.connect() as connection:
            return [(row[0], row[1], row[2]) for row in (await connection.execute(query)).all()]

    @uninterrupted
    async def automatic(self) -> list[str]:
        """Return the ids of all tables where bots or clocks may be due."""
        query = select(tables.c.id).where(tables.c.automatic).order_by(tables.c.updated.desc())
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    @uninterrupted
    async def versions(self, table_ids: Sequence[str]) -> dict[str, int]:
        """Return the versions of tables by their ids; those that do not exist are left out."""
        last = select(func.max(entries.c.version)).where(entries.c.table_id == tables.c.id).scalar_subquery()
        found: dict[str, int] = {}
        async with self.engine.connect() as connection:
            for start in range(0, len(table_ids), MAX_PARAMETERS):
                chunk = table_ids[start : start + MAX_PARAMETERS]
                query = select(tables.c.id, func.coalesce(last, 0)).where(tables.c.id.in_(chunk))
                found |= {row[0]: row[1] for row in (await connection.execute(query)).all()}
        return found

    @uninterrupted
    async def idle_since(self, before: int) -> list[str]:
        """Return the ids of unfinished tables whose last entry is older than a time, as far as their rows tell."""
        idle = tables.c.status.in_(STATUSES[:-1]) & (tables.c.updated < before)
        async with self.engine.connect() as connection:
            return list((await connection.execute(select(tables.c.id).where(idle))).scalars())

    @uninterrupted
    async def last_entry(self, table_id: str) -> tuple[int, str, int]:
        """Return the version, the kind and the time of the last entry of a table; zeros and "" if it has none."""
        query = select(entries.c.version, entries.c.kind, entries.c.at).where(entries.c.table_id == table_id)
        async with self.engine.connect() as connection:
            row = (await connection.execute(query.order_by(entries.c.version.desc()).limit(1))).first()
        return (0, "", 0) if row is None else (row[0], row[1], row[2])

    @uninterrupted
    async def beat(
        self, process: str, connected: Set[tuple[str, Seat]], before: Set[tuple[str, Seat]] | None = None
    ) -> None:
        """Store that a process is there now, with the seats that are connected to it, and forget those that are gone.

        ``before`` are the seats that are stored for it already, if that is certain.
        """
        async with self.engine.begin() as connection:
            now = await self._clock(connection)
            await self._forget_processes(connection, processes.c.heard < now - 1000 * GONE_SECONDS)
            told = await connection.execute(update(processes).where(processes.c.id == process).values(heard=now))
            if not told.rowcount:
                await connection.execute(insert(processes).values(id=process, heard=now))
                before = set()
            elif before is None:
                await connection.execute(delete(connections).where(connections.c.process == process))
                before = set()
            rows = [{"table_id": table_id, "seat": seat, "process": process} for table_id, seat in connected - before]
            if rows:
                await connection.execute(insert(connections), rows)
            for table_id, seat in before - connected:
                row = (connections.c.table_id == table_id) & (connections.c.seat == seat)
                await connection.execute(delete(connections).where(row & (connections.c.process == process)))

    @uninterrupted
    async def forget_process(self, process: str) -> None:
        """Forget a process and the seats that were connected to it."""
        async with self.engine.begin() as connection:
            await self._forget_processes(connection, processes.c.id == process)

    @staticmethod
    async def _forget_processes(connection: AsyncConnection, chosen: ColumnElement[bool]) -> None:
        gone = select(processes.c.id).where(chosen)
        await connection.execute(delete(connections).where(connections.c.process.in_(gone)))
        await connection.execute(delete(processes).where(chosen))

    @uninterrupted
    async def elsewhere(self, process: str, table_id: str, seat: Seat, milliseconds: int) -> bool:
        """Return whether a seat may have been connected to a process other than this one since some time ago.

        It is connected to another one, or another one has not been heard since, though it does not count as gone.
        """
        row = (connections.c.table_id == table_id) & (connections.c.seat == seat)
        there = select(processes.c.id).join(connections, connections.c.process == processes.c.id).where(row)
        async with self.engine.connect() as connection:
            now = await self._clock(connection)
            other = (processes.c.id != process) & (processes.c.heard >= now - 1000 * GONE_SECONDS)
            silent = processes.c.heard < now - milliseconds
            found = select(processes.c.id).where(other & (silent | processes.c.id.in_(there))).limit(1)
            return (await connection.execute(found)).first() is not None

    async def _clock(self, connection: AsyncConnection) -> int:
        """Return the time in milliseconds, the same for all processes: that of PostgreSQL, or of the machine."""
        if self.engine.dialect.name == "sqlite":
            return time.time_ns() // 1_000_000
        seconds = await connection.execute(select(func.extract("epoch", func.clock_timestamp())))
        return int(1000 * seconds.scalar_one())

    @uninterrupted
    async def ping(self) -> None:
        """Read one row. Raises an exception if the store cannot be read."""
        async with self.engine.connect() as connection:
            await connection.execute(select(tables.c.id).limit(1))
