"""Backup and restore of an SQLite store, also while a server runs on it."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import chain, count
from pathlib import Path
from typing import Final

from sqlalchemy import create_engine

from bastide.errors import BastideError
from bastide.server.database import sqlite_path
from bastide.server.migrations_runner import known_revisions, upgrade

BUSY_SECONDS: Final = 30.0
"""Timeout for the locks of a running server."""
COMPANIONS: Final = ("-wal", "-shm", "-journal")
"""What SQLite adds to the name of a database in those of the files that it keeps beside it."""
REFUSALS: Final = {sqlite3.SQLITE_NOTADB: "backup_not_a_store", sqlite3.SQLITE_CORRUPT: "backup_damaged"}
"""The errors of files that cannot be copied, by the code of SQLite."""


def database_file(url: str) -> Path:
    """Return the file of a database. Raises BastideError if it is not an SQLite file."""
    path = sqlite_path(url)
    if path is None:
        raise BastideError("backup_not_sqlite")
    return path


def back_up(database: Path, target: Path, overwrite: bool = False) -> None:
    """Copy a store to a file, which is complete and sound once it exists. Raises BastideError if that fails."""
    if not database.is_file():
        raise BastideError("backup_no_store", path=str(database))
    _check_apart(target, database)
    if target.exists() and not target.is_file():
        raise BastideError("backup_not_a_store", path=str(target))
    if target.exists() and not overwrite:
        raise BastideError("backup_exists", path=str(target))
    with _reporting(target), _temporary_beside(target) as copy:
        _copy_checked(database, copy)
        os.replace(copy, target)


def restore(source: Path, database: Path) -> Path | None:
    """Replace the contents of a store by those of a backup. Return a copy of the store as it was, if there was one.

    A running server takes the restored tables up: the generation of the store changes with its contents.
    """
    if not source.is_file():
        raise BastideError("backup_no_store", path=str(source))
    _check_apart(source, database)
    with _reporting(database), _temporary_beside(database) as copy:
        _copy_checked(source, copy)
        _migrate(copy)
        safety_copy = _unused_name(database) if database.exists() else None
        database.touch(0o600)
        _replace_contents(database, copy, safety_copy)
    return safety_copy


def _check_apart(copy: Path, database: Path) -> None:
    """Raise BastideError if a file is a store itself, or one that SQLite keeps beside it."""
    beside = [database.with_name(database.name + suffix) for suffix in COMPANIONS]
    same = copy.exists() and database.exists() and copy.samefile(database)
    if same or copy.resolve() in [path.resolve() for path in beside]:
        raise BastideError("backup_onto_itself", path=str(copy))


def _unused_name(database: Path) -> Path:
    """Return the name of a new file beside a database, with the present time."""
    stem = f"{database.name}.{time.strftime('%Y%m%d-%H%M%S')}"
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    return next(path for name in names if not (path := database.with_name(name)).exists())


def _replace_contents(database: Path, source: Path, safety_copy: Path | None) -> None:
    """Overwrite a store, after a copy of it was made.

    The lock of the copy ends before that of the overwriting begins. A generation of its own in between makes sure that
    the entries which wait for the lock are refused: they would be in neither store.
    """
    with closing(_connect(database)) as live, closing(_connect(source)) as restored:
        live.execute("BEGIN IMMEDIATE")
        generation = int(live.execute("PRAGMA user_version").fetchone()[0])
        if safety_copy is not None:
            with _temporary_beside(safety_copy) as copy:
                _copy(database, copy)
                os.replace(copy, safety_copy)
        live.execute(f"PRAGMA user_version = {generation + 1}")
        live.commit()
        restored.execute(f"PRAGMA user_version = {generation + 2}")
        restored.backup(live)
        live.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _copy(source: Path, target: Path) -> None:
    """Copy a database into an empty file, synced to disk, without a write-ahead log beside it."""
    with closing(_connect(source, "ro")) as read, closing(_connect(target)) as written:
        read.backup(written)
        written.execute("PRAGMA journal_mode = DELETE")
    with open(target, "rb") as file:
        os.fsync(file.fileno())


def _copy_checked(source: Path, target: Path) -> None:
    """Copy a store. Raises BastideError if it is damaged, is not a store, or is that of a newer version."""
    try:
        _copy(source, target)
        with closing(_connect(target, "ro")) as connection:
            sound = connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok"
            named = connection.execute("SELECT name FROM sqlite_schema WHERE name = 'alembic_version'").fetchall()
            revisions = (
                {row[0] for row in connection.execute("SELECT version_num FROM alembic_version")} if named else {}
            )
    except sqlite3.DatabaseError as reason:
        if reason.sqlite_errorcode not in REFUSALS:
            raise
        raise BastideError(REFUSALS[reason.sqlite_errorcode], path=str(source)) from reason
    if not sound:
        raise BastideError("backup_damaged", path=str(source))
    if not revisions:
        raise BastideError("backup_not_a_store", path=str(source))
    if not known_revisions().issuperset(revisions):
        raise BastideError("backup_newer", path=str(source))


def _migrate(path: Path) -> None:
    """Upgrade a store to the schema of this version."""
    engine = create_engine(f"sqlite:///{path}")
    try:
        with engine.begin() as connection:
            upgrade(connection, "head")
    finally:
        engine.dispose()


def _connect(path: Path, mode: str = "rw") -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=BUSY_SECONDS)


@contextmanager
def _temporary_beside(path: Path) -> Iterator[Path]:
    """Create an empty file that its user alone can read; it is removed at the end unless it was renamed."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        for file in (name, f"{name}-journal"):
            with suppress(FileNotFoundError):
                os.unlink(file)


@contextmanager
def _reporting(path: Path) -> Iterator[None]:
    """Turn failures of reading and writing into a BastideError."""
    try:
        yield
    except OSError as reason:
        raise BastideError("file_write", path=str(path), reason=reason.strerror or str(reason)) from reason
    except sqlite3.Error as reason:
        raise BastideError("backup_failed", path=str(path), reason=str(reason)) from reason
