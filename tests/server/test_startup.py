"""Starting a server: a store that is away is waited for, and one that cannot be used is refused in a sentence."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bastide.rules.model import Json
from bastide.server.migrations_runner import known_revisions
from tests.server.running import Server
from tests.server.services import Postgres

PATIENCE = 30.0


@pytest.fixture
def away() -> Iterator[Postgres]:
    """A PostgreSQL that is not running."""
    with Postgres() as server:
        server.sql("CREATE DATABASE bastide TEMPLATE template0")
        server.stop()
        yield server


@pytest.fixture
def waiting(away: Postgres) -> Iterator[Server]:
    """A server that has said why it waits for that PostgreSQL."""
    server = Server(environment={"BASTIDE_DATABASE_URL": away.url("bastide")})
    with closing(server.said):
        server.launch()
        try:
            deadline = time.monotonic() + PATIENCE
            while not server.errors().endswith("\n"):
                assert time.monotonic() < deadline
                time.sleep(0.05)
            yield server
        finally:
            server.kill()


def lines(server: Server) -> list[dict[str, Json]]:
    return [json.loads(line) for line in server.errors().splitlines()]


def test_a_store_that_is_away_is_waited_for(away: Postgres, waiting: Server) -> None:
    time.sleep(2.5)  # one line, however often it is tried
    (line,) = lines(waiting)
    assert (line["level"], line["what"]) == ("warning", "store cannot be reached and is waited for")
    assert line["store"] == f"postgresql+asyncpg://bastide:***@127.0.0.1:{away.port}/bastide"
    assert "Connect call failed" in str(line["reason"])
    away.start()
    waiting.wait_until_healthy()
    assert waiting.stop() == 0
    told = [line["what"] for line in lines(waiting)]
    assert told[0] == "store cannot be reached and is waited for"
    assert told[-2:] == ["server started", "server stopped"]
    assert away.password not in waiting.errors()


@pytest.mark.parametrize(("how", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_server_that_waits_for_its_store_can_be_stopped(waiting: Server, how: signal.Signals, code: int) -> None:
    assert waiting.process is not None
    waiting.process.send_signal(how)
    assert waiting.process.wait(10) == code
    assert len(waiting.errors().strip().splitlines()) == 1


def refusal(url: str, language: str = "en") -> str:
    """Return what a server says that exits because of its store, without its password."""
    command = [sys.executable, "-m", "bastide.cli", "serve", "--port", "9", "--lang", language]
    environment = {**os.environ, "BASTIDE_DATABASE_URL": url}
    ran = subprocess.run(command, env=environment, capture_output=True, timeout=PATIENCE, check=False)
    said = ran.stderr.decode()
    assert (ran.returncode, said.count("\n")) == (2, 1), said
    return said


def test_what_postgresql_refuses_is_told_in_a_sentence_without_the_password(
    postgres: Postgres, database_url: str
) -> None:
    name = database_url.rpartition("/")[2]
    where = f"postgresql+asyncpg://bastide:***@127.0.0.1:{postgres.port}"
    wrong = database_url.replace(postgres.password, "another-password")
    reason = 'password authentication failed for user "bastide"'
    assert refusal(wrong) == f"The store {where}/{name} cannot be used: {reason}\n"
    assert refusal(wrong, "fr") == f"La base {where}/{name} est inutilisable : {reason}\n"
    reason = 'database "nothing" does not exist'
    assert refusal(postgres.url("nothing")) == f"The store {where}/nothing cannot be used: {reason}\n"
    postgres.sql("CREATE TABLE tables (id text)", name)
    reason = 'relation "tables" already exists'
    assert refusal(database_url) == f"The store {where}/{name} cannot be used: {reason}\n"


def test_a_store_in_postgresql_of_a_newer_version_is_refused(postgres: Postgres, database_url: str) -> None:
    name = database_url.rpartition("/")[2]
    postgres.sql("CREATE TABLE alembic_version (version_num text)", name)
    postgres.sql("INSERT INTO alembic_version VALUES ('9999')", name)
    assert "was made by a newer version of Bastide: update this one first." in refusal(database_url)


def test_a_file_that_cannot_be_migrated_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"
    first = min(known_revisions())
    path.touch(0o600)
    with closing(sqlite3.connect(path)) as store:
        store.executescript(
            f"CREATE TABLE alembic_version (version_num); INSERT INTO alembic_version VALUES ('{first}')"
        )
    assert refusal(f"sqlite+aiosqlite:///{path}") == f"The store {path} cannot be used: no such table: tables\n"
