"""The store: tables and their logs, in SQLite or PostgreSQL. What is acknowledged is in it, for good."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    event,
    insert,
    select,
    update,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bastide.server.entries import TableEntry

BATCH: Final = 200
"""So many entries at most are stored at once."""

metadata = MetaData()
tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("opened", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("options", JSON, nullable=False),
    Column("secret", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("status", String(16), nullable=False),
    Column("rematch_of", String(32)),
    Index("tables_by_status", "public", "status", "updated"),
)
seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("stored", String(64), nullable=False),
    Index("seats_by_token", "stored"),
)
entries = Table(
    "entries",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("data", JSON, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("clocks", JSON, nullable=False),
)


class VersionConflict(Exception):
    """Another process stored an entry with that number first."""


@dataclass(frozen=True)
class TableRow:
    """A table as it was opened."""

    id: str
    opened: int
    updated: int
    options: Mapping[str, object]
    secret: str
    public: bool
    status: str
    rematch_of: str | None = None


@dataclass(frozen=True)
class Append:
    """An entry to be stored, and whose seat it is now, if that changes."""

    table_id: str
    entry: TableEntry
    stored: str | None = None
    """The hash of the token of a seat that was just taken or kept; empty if it was left."""
    opens: NewTable | None = None
    """A table that is opened together with the entry, or not at all."""


@dataclass(frozen=True)
class NewTable:
    """A table to be opened, and its first entries."""

    row: TableRow
    entries: Sequence[Append] = ()


def make_engine(url: str) -> AsyncEngine:
    """Return an engine for a database; SQLite writes ahead and waits until the disk has it."""
    engine = create_async_engine(url, json_serializer=_compact, hide_parameters=True)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _durable)
    return engine


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _durable(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class Store:
    """Reads and writes tables. Entries of many tables that come together are written in one transaction."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._waiting: asyncio.Queue[tuple[Append, asyncio.Future[None]]] = asyncio.Queue()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Store]:
        """Keep the writer at work; what waits is written before it ends."""
        writer = asyncio.create_task(self._write_on())
        try:
            yield self
        finally:
            await self._waiting.join()
            writer.cancel()
            with suppress(asyncio.CancelledError):
                await writer
            await self.engine.dispose()

    async def create_schema(self) -> None:
        """Make all tables that are not there yet."""
        async with self.engine.begin() as connection:
            await connection.run_sync(metadata.create_all)

    async def open_table(self, row: TableRow) -> None:
        """Store a new table."""
        async with self.engine.begin() as connection:
            await connection.execute(insert(tables).values(**vars(row)))

    async def append(self, item: Append) -> None:
        """Store an entry. Raises Overtaken if there is one with its number already; then nothing was stored.

        Whoever stops waiting does not know whether it was stored: look into the store.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._waiting.put((item, done))
        await done

    async def _write_on(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            while not self._waiting.empty() and len(batch) < BATCH:
                batch.append(self._waiting.get_nowait())
            try:
                await self._write([one for one in batch if not one[1].done()])
            finally:
                for _ in batch:
                    self._waiting.task_done()

    async def _write(self, batch: list[tuple[Append, asyncio.Future[None]]]) -> None:
        """Store entries together, and tell those who wait; whatever happens, the writer goes on."""
        failure: Exception | None = None
        try:
            if batch:
                async with self.engine.begin() as connection:
                    await self._insert(connection, [item for item, _ in batch])
        except IntegrityError as reason:
            if len(batch) > 1:
                for one in batch:
                    await self._write([one])
                return
            failure = VersionConflict(str(reason))
        except Exception as reason:
            failure = reason
        for _, done in batch:
            if done.done():
                continue
            if failure is None:
                done.set_result(None)
            else:
                done.set_exception(failure)

    async def _insert(self, connection: AsyncConnection, batch: Sequence[Append]) -> None:
        openings = [item.opens for item in batch if item.opens is not None]
        if openings:
            await connection.execute(insert(tables), [vars(opening.row) for opening in openings])
        items = [*batch, *(entry for opening in openings for entry in opening.entries)]
        rows = [
            {
                "table_id": item.table_id,
                "version": item.entry.version,
                "kind": item.entry.kind,
                "seat": item.entry.seat,
                "data": dict(item.entry.data),
                "at": item.entry.at,
                "clocks": list(item.entry.clocks),
            }
            for item in items
        ]
        await connection.execute(insert(entries), rows)
        for item in items:
            if item.stored is not None:
                await self._seat(connection, item)

    @staticmethod
    async def _seat(connection: AsyncConnection, item: Append) -> None:
        where = (seats.c.table_id == item.table_id) & (seats.c.seat == item.entry.seat)
        await connection.execute(seats.delete().where(where))
        if item.stored:
            row = {"table_id": item.table_id, "seat": item.entry.seat, "stored": item.stored}
            await connection.execute(insert(seats).values(**row))

    async def set_status(self, table_id: str, status: str, updated: int) -> None:
        """Note for lists of tables how far a table is."""
        async with self.engine.begin() as connection:
            change = update(tables).where(tables.c.id == table_id).values(status=status, updated=updated)
            await connection.execute(change)

    async def table(self, table_id: str) -> TableRow | None:
        """Return a table as it was opened, if there is one."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(tables).where(tables.c.id == table_id))).mappings().first()
        return None if row is None else TableRow(**row)

    async def entries_after(self, table_id: str, version: int) -> list[TableEntry]:
        """Return the entries of a table that follow a version, in order."""
        query = (
            select(entries)
            .where((entries.c.table_id == table_id) & (entries.c.version > version))
            .order_by(entries.c.version)
        )
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [TableEntry(r["version"], r["kind"], r["seat"], r["data"], r["at"], tuple(r["clocks"])) for r in rows]

    async def public_tables(self, most: int = 50) -> list[TableRow]:
        """Return the tables that anyone may join or watch, the latest first; those that are over come last."""
        ended = tables.c.status == "over"
        query = select(tables).where(tables.c.public).order_by(ended, tables.c.updated.desc()).limit(most)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [TableRow(**row) for row in rows]

    async def seats_of(self, stored: Sequence[str]) -> list[tuple[str, int, str]]:
        """Return the tables and seats that tokens belong to, given by their hashes; those of a table in order."""
        query = select(seats.c.table_id, seats.c.seat, seats.c.stored).where(seats.c.stored.in_(list(stored)))
        query = query.order_by(seats.c.table_id, seats.c.seat)
        async with self.engine.connect() as connection:
            return [(row[0], row[1], row[2]) for row in (await connection.execute(query)).all()]

    async def unfinished(self) -> list[str]:
        """Return the ids of all tables whose game has not ended."""
        query = select(tables.c.id).where(tables.c.status != "over")
        async with self.engine.connect() as connection:
            return [row[0] for row in (await connection.execute(query)).all()]
