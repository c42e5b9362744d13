"""PostgreSQL and Redis for tests: they answer, are private, and leave nothing behind."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import redis
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from tests import machine
from tests.server import services
from tests.server.services import LOOPBACK, Postgres, Redis, Service


async def rows(url: str, *statements: str) -> list[str]:
    """Run statements over one connection, as the server would, and return the first column of the last answer."""
    engine = create_async_engine(url)
    try:
        async with engine.begin() as connection:
            for statement in statements[:-1]:
                await connection.execute(text(statement))
            return [str(row[0]) for row in await connection.execute(text(statements[-1]))]
    finally:
        await engine.dispose()


def answers(url: str) -> bool:
    client = redis.Redis.from_url(url)
    try:
        return bool(client.ping())
    finally:
        client.close()


def alive(pid: int) -> bool:
    """Tell whether a process runs; one that has ended and that nobody has asked about does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def reachable(port: int) -> bool:
    try:
        socket.create_connection((LOOPBACK, port), timeout=1).close()
    except OSError:
        return False
    return True


def pid_of(service: Service) -> int:
    assert service.process is not None
    return service.process.pid


def test_postgres_answers_the_driver_of_the_server(database_url: str) -> None:
    assert asyncio.run(rows(database_url, "SELECT 6 * 7")) == ["42"]


def test_redis_answers_its_client(redis_url: str) -> None:
    assert answers(redis_url)


def test_two_databases_know_nothing_of_each_other(postgres: Postgres) -> None:
    tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    with postgres.database() as one, postgres.database() as other:
        assert asyncio.run(rows(one, "CREATE TABLE seats (name text)", tables)) == ["seats"]
        assert asyncio.run(rows(other, tables)) == []


def test_a_database_is_dropped_though_somebody_is_still_connected(postgres: Postgres) -> None:
    async def leave_a_connection_open() -> None:
        with postgres.database() as url:
            engine = create_async_engine(url)
            connection = await engine.connect()
            await connection.execute(text("SELECT 1"))
        await connection.invalidate()
        await connection.close()
        await engine.dispose()

    asyncio.run(leave_a_connection_open())
    assert postgres.sql("SELECT count(*) FROM pg_database WHERE datname LIKE 'test%'") == "0"


def test_a_test_finds_an_empty_redis(redis_server: Redis, request: pytest.FixtureRequest) -> None:
    assert redis_server.ask("SET table open") == ["+OK"]
    request.getfixturevalue("redis_url")
    assert redis_server.ask("DBSIZE") == [":0"]


def test_nobody_enters_without_the_password(postgres: Postgres, redis_server: Redis) -> None:
    with pytest.raises(redis.AuthenticationError):
        answers(redis_server.url.replace(redis_server.password, "wrong"))
    with pytest.raises(Exception, match="password authentication failed"):
        asyncio.run(rows(postgres.url("postgres").replace(postgres.password, "wrong"), "SELECT 1"))


@pytest.mark.parametrize("kind", [Postgres, Redis])
def test_a_server_runs_unprivileged_and_is_gone_afterwards(kind: type[Service]) -> None:
    with kind() as service:
        pid = pid_of(service)
        assert alive(pid)
        assert reachable(service.port)
        assert service.data.is_dir()
        assert Path(f"/proc/{pid}").stat().st_uid != 0
    assert not alive(pid)
    assert not reachable(service.port)
    assert not service.folder.exists()
    assert service.will.returncode == 0


@pytest.mark.parametrize("kind", [Postgres, Redis])
def test_a_server_may_find_its_port_taken(kind: type[Service]) -> None:
    with socket.create_server((LOOPBACK, 0)) as taken:
        service = kind()
        service.port = taken.getsockname()[1]
        with service:
            assert service.port != taken.getsockname()[1]
            assert reachable(service.port)


def test_what_postgres_has_committed_survives_its_death() -> None:
    with Postgres() as server, server.database() as url:
        asyncio.run(rows(url, "CREATE TABLE moves (n int)", "INSERT INTO moves VALUES (7) RETURNING n"))
        for _ in range(3):
            server.kill()
            assert not reachable(server.port)
            server.start()
            assert asyncio.run(rows(url, "SELECT n FROM moves")) == ["7"]


def test_redis_comes_back_at_the_same_address() -> None:
    with Redis() as server:
        url = server.url
        server.stop()
        assert not reachable(server.port)
        server.start()
        assert answers(url)


def test_servers_are_gone_even_if_the_tests_are_killed() -> None:
    script = """if True:
        import time
        from tests.server.services import Postgres, Redis
        with Postgres() as one, Redis() as other:
            for service in (one, other):
                print(service.process.pid, service.folder)
            print("ready", flush=True)
            time.sleep(600)
    """
    machine.require("postgres")
    machine.require("redis-server")
    here = Path(__file__).parents[2]
    with subprocess.Popen([sys.executable, "-c", script], cwd=here, stdout=subprocess.PIPE, text=True) as tests:
        assert tests.stdout is not None
        *said, last = [tests.stdout.readline().split() for _ in range(3)]
        assert last == ["ready"]
        assert all(alive(int(pid)) and Path(folder).is_dir() for pid, folder in said)
        tests.kill()
    end = time.monotonic() + 20
    while any(alive(int(pid)) or Path(folder).exists() for pid, folder in said):
        assert time.monotonic() < end, said
        time.sleep(0.05)


def test_the_newest_postgres_of_debian_is_found_without_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [tmp_path / version / "bin" for version in ("9.6", "17", "16")]
    for folder in folders:
        folder.mkdir(parents=True)
    assert max(folders, key=machine.version_of) == tmp_path / "17" / "bin"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert machine.program("sh") is not None
    debian = set(map(str, Path("/usr/lib/postgresql").glob("*/bin")))
    assert debian <= set(machine.places())


def test_a_server_that_does_not_start_says_why_and_leaves_nothing() -> None:
    server = Postgres(shared_buffers="nonsense")
    with pytest.raises(RuntimeError, match="shared_buffers"):
        server.__enter__()
    assert not server.folder.exists()


def test_a_server_that_will_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    with Redis() as server:
        pid = pid_of(server)
        os.kill(pid, signal.SIGSTOP)
        monkeypatch.setattr(services, "PATIENCE", 0.2)
        server.stop()
        assert not alive(pid)
