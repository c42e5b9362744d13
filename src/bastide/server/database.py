"""The database of the store, SQLite or PostgreSQL: its URL, its connections, and waiting for it while it is away."""

from __future__ import annotations

import asyncio
import json
import os
import stat
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bastide.errors import BastideError
from bastide.server.logs import log_event, log_exception
from bastide.server.settings import DATABASE
from bastide.server.tasks import RETRY_SECONDS

Result = TypeVar("Result")
CONNECT_SECONDS: Final = 5.0
"""Timeout for connecting to PostgreSQL."""
COMMAND_SECONDS: Final = 10.0
"""Timeout for a command of PostgreSQL."""
UNAVAILABLE: Final = (SQLAlchemyError, OSError, TimeoutError)
"""The exceptions of a store that cannot be reached or used."""


def make_engine(url: str) -> AsyncEngine:
    """Return an engine for a database; SQLite uses a write-ahead log and syncs every commit to disk.

    The file of an SQLite database is made readable by its user alone.
    """
    path = sqlite_path(url)
    if path is not None:
        _make_private(path)
    if make_url(url).get_backend_name() == "postgresql":
        limits = {"timeout": CONNECT_SECONDS, "command_timeout": COMMAND_SECONDS}
        options: dict[str, object] = {"pool_pre_ping": True, "pool_timeout": COMMAND_SECONDS, "connect_args": limits}
    else:
        options = {}
    engine = create_async_engine(
        url, json_serializer=_compact, json_deserializer=_parse, hide_parameters=True, **options
    )
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _set_up_connection)
    return engine


def parse_url(url: str) -> URL:
    """Return the parts of the URL of a database. Raises BastideError, without what may be secret, if it is none."""
    try:
        return make_url(url)
    except (ArgumentError, ValueError) as reason:
        raise BastideError("database_url", name=DATABASE) from reason


def sqlite_path(url: str) -> Path | None:
    """Return the file of an SQLite database, or None for another database or one in memory."""
    parsed = parse_url(url)
    named = parsed.get_backend_name() == "sqlite" and parsed.database not in (None, "", ":memory:")
    return Path(str(parsed.database)) if named else None


def _make_private(path: Path) -> None:
    """Create a file that its user alone can read, or make it one; SQLite gives the files beside it the same mode."""
    with suppress(OSError):  # of a file that cannot be created, SQLite tells
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for file in (path, *(path.with_name(path.name + suffix) for suffix in ("-wal", "-shm"))):
        with suppress(OSError):
            mode = file.stat().st_mode
            if stat.S_ISREG(mode) and stat.S_IMODE(mode) & 0o077:
                file.chmod(0o600)
                log_event("store made private", file=file.name)


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _parse(text: str) -> object:
    """Return the value of a JSON column, None if it is damaged: other rows of the result can still be read."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _decode(text: bytes) -> str:
    """Return a text even if it is damaged: other rows of the result can still be read."""
    return text.decode(errors="replace")


def _set_up_connection(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
    connection.driver_connection.text_factory = _decode
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def when_available(work: Callable[[], Awaitable[Result]]) -> Result:
    """Return the result of work with the store, which is repeated until the store is available."""
    while True:
        try:
            return await work()
        except UNAVAILABLE:
            log_exception("store unavailable")
            await asyncio.sleep(RETRY_SECONDS)
