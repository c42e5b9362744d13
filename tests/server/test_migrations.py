"""The database schema is migrated from every earlier revision, with the games in it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from bastide.server.bus import LocalBus
from bastide.server.database import make_engine
from bastide.server.hub import Hub
from bastide.server.metrics import Metrics
from bastide.server.migrations_runner import migrate
from bastide.server.schema import metadata
from bastide.server.settings import sqlite_url
from bastide.server.store import Store

FIRST = Path(__file__).parent / "stores" / "0001.sql"
"""A store as the first version wrote it: a game in the middle, one that has ended, and a table with a free seat."""


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection)
    return list(compare_metadata(context, metadata))


async def migrated(url: str) -> list[object]:
    engine = make_engine(url)
    await migrate(engine)
    await migrate(engine)
    async with engine.connect() as connection:
        found = await connection.run_sync(differences)
    await engine.dispose()
    return found


def test_migrations_make_the_schema_that_the_server_uses(tmp_path: Path) -> None:
    assert asyncio.run(migrated(sqlite_url(tmp_path / "new.sqlite"))) == []


@pytest.mark.slow
def test_migrations_make_the_schema_that_the_server_uses_in_postgresql(database_url: str) -> None:
    assert asyncio.run(migrated(database_url)) == []


async def states(url: str) -> dict[str, tuple[int, str, list[int]]]:
    engine = make_engine(url)
    await migrate(engine)
    store = Store(engine)
    found = {}
    async with store.running(), Hub(store, LocalBus(), Metrics()).running() as hub:
        for table_id in ("middle", "over", "open"):
            table = (await hub.get(table_id)).table
            scores = list(table.game.scores) if table.game else []
            found[table_id] = table.version, table.ended, scores
    return found


def test_games_of_the_first_schema_go_on(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    with sqlite3.connect(path) as old:
        old.executescript(FIRST.read_text(encoding="utf-8"))
    expected = json.loads((FIRST.parent / "0001.json").read_text(encoding="utf-8"))
    found = asyncio.run(states(sqlite_url(path)))
    assert {name: list(facts) for name, facts in found.items()} == expected
