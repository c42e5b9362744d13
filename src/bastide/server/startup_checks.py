"""Checks before a server is started: whether its database and its message bus can be what the settings say."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from bastide.errors import BastideError
from bastide.server.bus import RedisBus
from bastide.server.migrations_runner import known_revisions
from bastide.server.settings import DATABASE, Settings
from bastide.server.store import sqlite_path

DRIVERS: Final = ("sqlite+aiosqlite", "postgresql+asyncpg")


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
    try:
        driver = make_url(url).drivername
    except (ArgumentError, ValueError) as reason:
        raise BastideError("database_url", name=DATABASE) from reason
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
