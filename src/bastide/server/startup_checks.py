"""Checks before a server is started: whether its database and its message bus can be what the settings say.

The store is migrated here as well. PostgreSQL that cannot be reached is waited for, since it may be starting, too.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from alembic.util import CommandError
from sqlalchemy.exc import DBAPIError

from bastide.errors import BastideError
from bastide.server.bus import RedisBus
from bastide.server.database import UNAVAILABLE, make_engine, parse_url, sqlite_path
from bastide.server.logs import log_warning
from bastide.server.migrations_runner import known_revisions, migrate
from bastide.server.settings import DATABASE, Settings
from bastide.server.tasks import RETRY_SECONDS

DRIVERS: Final = ("sqlite+aiosqlite", "postgresql+asyncpg")
REFUSALS: Final = ("28", "3D", "3F", "42")
"""The classes of errors of PostgreSQL that last: its user, password, database, schema or privileges are not right."""


def check_settings(settings: Settings) -> None:
    """Raise BastideError if no server can run with these settings. A service that is away may come back."""
    check_database_url(settings.database)
    path = sqlite_path(settings.database)
    if path is not None:
        check_file(path)
    if settings.redis:
        RedisBus(settings.redis)


def check_database_url(url: str) -> None:
    """Raise BastideError if a URL is not that of a database that a server can use."""
    driver = parse_url(url).drivername
    if driver not in DRIVERS:
        raise BastideError("database_url", name=DATABASE)
    if driver.endswith("asyncpg") and find_spec("asyncpg") is None:
        raise BastideError("extra_missing_cluster", extra="bastide[cluster]")


def check_file(path: Path) -> None:
    """Raise BastideError if a file cannot be the store of a server: it need not exist."""
    folder = path.absolute().parent
    if not folder.is_dir():
        raise BastideError("store_unusable", path=str(path), reason=f"{folder}: {os.strerror(2)}")
    if not path.exists():
        if not os.access(folder, os.W_OK | os.X_OK):
            raise BastideError("store_unusable", path=str(path), reason=f"{folder}: {os.strerror(13)}")
        return
    if not path.is_file():
        raise BastideError("backup_not_a_store", path=str(path))
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as connection:
            names = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema")}
            stored = "SELECT version_num FROM alembic_version"
            revisions = {row[0] for row in connection.execute(stored)} if "alembic_version" in names else set()
    except sqlite3.Error as reason:
        if reason.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
            raise BastideError("backup_not_a_store", path=str(path)) from reason
        raise BastideError("store_unusable", path=str(path), reason=str(reason)) from reason
    if names and not revisions:
        raise BastideError("backup_not_a_store", path=str(path))
    if not known_revisions().issuperset(revisions):
        raise BastideError("backup_newer", path=str(path))


async def prepare_store(url: str) -> None:
    """Migrate the store as soon as it can be reached. Raises BastideError if it cannot be used."""
    engine, where, told = make_engine(url), _public_name(url), ""
    try:
        while True:
            try:
                return await migrate(engine)
            except CommandError as reason:
                raise BastideError("backup_newer", path=where) from reason
            except UNAVAILABLE as reason:
                text = _driver_message(reason)
                if sqlite_path(url) is not None or _is_refusal(reason):
                    raise BastideError("store_unusable", path=where, reason=text) from reason
            if text != told:
                log_warning("store cannot be reached and is waited for", store=where, reason=text)
                told = text
            await asyncio.sleep(RETRY_SECONDS)
    finally:
        await engine.dispose()


def _public_name(url: str) -> str:
    """Return the file of a database, or its URL without the password.

    >>> _public_name("postgresql+asyncpg://bastide:secret@host/bastide?password=secret")
    'postgresql+asyncpg://bastide:***@host/bastide'
    """
    return str(sqlite_path(url) or parse_url(url).set(query={}).render_as_string())


def _is_refusal(reason: Exception) -> bool:
    """Return whether PostgreSQL has answered, and will answer the same again."""
    state = getattr(reason.orig, "sqlstate", None) if isinstance(reason, DBAPIError) else None
    return state is not None and state.startswith(REFUSALS)


def _driver_message(reason: Exception) -> str:
    """Return the first line of what the driver of the database says, without the statement and its values."""
    cause: BaseException | None = reason
    if isinstance(reason, DBAPIError):
        cause = reason.orig.__cause__ or reason.orig if reason.orig else None
    return (str(cause).splitlines() or [type(cause).__name__])[0]
