"""A server with many stored tables is ready in two seconds, and about as soon as one with none."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

from bastide.server.bus import LocalBus
from bastide.server.database import make_engine
from bastide.server.hub import Hub
from bastide.server.metrics import Metrics
from bastide.server.migrations_runner import migrate
from bastide.server.settings import sqlite_url
from bastide.server.store import Store
from tests.server.running import Server
from tests.server.test_hub import opened

pytestmark = [pytest.mark.slow, pytest.mark.long]
TABLES = 50_000
CLOCKS = 500
"""Number of tables with a running clock."""
READY_SECONDS = 2.0
TOLERANCE_SECONDS = 0.5
"""What tables may cost on a machine where a server without any takes as long."""


async def first_tables(database: Path) -> None:
    """Store a game without a clock, and one with a clock."""
    store = Store(make_engine(sqlite_url(database)))
    await migrate(store.engine)
    async with store.running(), Hub(store, LocalBus(), Metrics()).running() as hub:
        await opened(hub, "plain")
        await opened(hub, "clock", clock={"kind": "days", "time": 3})


def multiply(database: Path) -> None:
    """Copy the stored tables until there are as many as are wanted."""
    with sqlite3.connect(database) as connection:
        connection.execute(
            "CREATE TEMP TABLE n AS WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k "
            f"WHERE i < {TABLES}) SELECT i FROM k"
        )
        source = f"CASE WHEN i <= {CLOCKS} THEN 'clock' ELSE 'plain' END"
        for name in ("tables", "entries"):
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            key = "id" if name == "tables" else "table_id"
            chosen = ", ".join(f"{source} || '-' || i" if column == key else f"{name}.{column}" for column in columns)
            connection.execute(f"INSERT INTO {name} SELECT {chosen} FROM n JOIN {name} ON {name}.{key} = {source}")


def seconds_to_start(database: Path) -> float:
    """Return the time until a server answers its health check."""
    start = time.monotonic()
    with Server(database) as server:
        with urlopen(f"{server.address}/healthz", timeout=30) as response:
            assert response.read() == b"well\n"
        ready = time.monotonic() - start
        with urlopen(f"{server.address}/api/tables", timeout=30) as response:
            assert len(response.read()) > 1
        return ready


def test_a_server_with_fifty_thousand_tables_is_ready_in_two_seconds(tmp_path: Path) -> None:
    """The best of three starts; with none of the tables, on a machine that is slow or busy, it may take longer."""
    empty, full = tmp_path / "empty.sqlite", tmp_path / "full.sqlite"
    asyncio.run(first_tables(full))
    multiply(full)
    seconds_to_start(empty)
    starts = [(seconds_to_start(empty), seconds_to_start(full)) for _ in range(3)]
    bare, many = map(min, zip(*starts, strict=True))
    print(f"\nready after {bare:.2f} s without tables, after {many:.2f} s with {TABLES}")
    assert many < max(READY_SECONDS, bare + TOLERANCE_SECONDS)
