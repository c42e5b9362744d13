"""`bastide serve`: its arguments, and the environment that they override. The server itself is tested elsewhere."""

from __future__ import annotations

import asyncio
import logging
import resource
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bastide.bots import compilation
from bastide.server import asgi_server, collector, logs, startup_checks
from bastide.server.database import make_engine
from bastide.server.settings import Settings, sqlite_url
from tests.cli.conftest import Bastide

SECRET = "postgresql+asyncpg://bastide:a-password@nowhere/bastide"


class Stub:
    """A server that stops at once."""

    started = True

    def run(self) -> None:
        """Do nothing."""


@pytest.fixture
def steps() -> list[str]:
    """What was done with the server and the garbage collector, in order."""
    return []


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, steps: list[str]) -> list[Settings]:
    """The settings of all servers that are started, none of which serves."""
    found: list[Settings] = []

    def stub(app: object, settings: Settings, host: str, port: int) -> Stub:
        found.append(settings)
        steps.append("made")
        return Stub()

    monkeypatch.setattr(asgi_server, "make_server", stub)
    monkeypatch.setattr(logs, "configure_logging", lambda level: None)
    monkeypatch.setattr(compilation, "start_compiler", lambda: None)
    monkeypatch.setattr(signal, "signal", lambda *given: None)
    monkeypatch.setattr(startup_checks, "prepare_store", lambda url: asyncio.sleep(0))
    monkeypatch.setattr(collector, "tune_collector", lambda: steps.append("tuned"))
    monkeypatch.setattr(collector.CollectorPauses, "watch", lambda pauses: steps.append("watched"))
    return found


@pytest.mark.parametrize(
    "arguments",
    [
        ["serve", "--port", "0"],
        ["serve", "--port", "-1"],
        ["serve", "--port", "65536"],
        ["serve", "--port", "http"],
        ["serve", "--port", "٣"],
        ["serve", "--port", "9" * 5000],
        ["serve", "--bots", "0"],
        ["serve", "--bots", "1000000"],
        ["serve", "--bots", "-1"],
        ["serve", "--bots", "1.5"],
        ["bench", "--seconds", "0"],
        ["bench", "--seconds", "nan"],
        ["bench", "--seconds", "inf"],
        ["bench", "--seconds", "soon"],
    ],
    ids=lambda arguments: " ".join(arguments)[:30],
)
def test_numbers_that_make_no_sense_are_refused(
    bastide: Bastide, served: list[Settings], monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setattr("bastide.cli.bench.measure", lambda seconds: pytest.fail("measured"))
    ran = bastide(*arguments)
    assert ran.code == 2
    assert f"argument {arguments[1]}: {arguments[2]} is not a" in ran.err
    assert served == []


@pytest.mark.parametrize("text", ["", "a..b", "x" * 64, ".", "\udcff"])
def test_a_host_that_cannot_have_an_address_is_refused(bastide: Bastide, served: list[Settings], text: str) -> None:
    ran = bastide("serve", "--host", text)
    assert ran.code == 2
    assert "argument --host: " in ran.err
    assert "is not an address or the name of a host" in ran.err
    assert served == []


def test_the_garbage_collector_is_tuned_when_the_server_is_made_and_watched_afterwards(
    bastide: Bastide, served: list[Settings], steps: list[str]
) -> None:
    """The collection that tuning begins with stops nobody, so it is no pause of the server."""
    assert bastide("serve").code == 0
    assert (steps, len(served)) == (["made", "tuned", "watched"], 1)


def test_a_flag_that_overrides_the_environment_says_so(
    bastide: Bastide,
    served: list[Settings],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("BASTIDE_DATABASE_URL", SECRET)
    monkeypatch.setenv("BASTIDE_TRUSTED_PROXIES", "192.0.2.1")
    assert bastide("serve").code == 0
    assert (served[-1].database, served[-1].trusted_proxies) == (SECRET, ("192.0.2.1/32",))
    assert not caplog.records
    assert bastide("serve", "--database", "t.sqlite", "--trust-proxy", "10.0.0.0/8, ::2", "--log", "errors").code == 0
    assert served[-1].database == "sqlite+aiosqlite:///t.sqlite"
    assert served[-1].trusted_proxies == ("10.0.0.0/8", "::2/128")
    warnings = [record for record in caplog.records if record.levelno == logging.WARNING]
    assert [vars(record)["facts"] for record in warnings] == [
        {"flag": "--database", "variable": "BASTIDE_DATABASE_URL"},
        {"flag": "--trust-proxy", "variable": "BASTIDE_TRUSTED_PROXIES"},
    ]
    assert "a-password" not in str([logs.JsonFormatter().format(record) for record in caplog.records])


@pytest.mark.parametrize(
    ("variable", "text", "field", "value"),
    [
        ("BASTIDE_EXPIRE_DAYS", "0", "expire_days", 0),
        ("BASTIDE_EXPIRE_DAYS", "3650", "expire_days", 3650),
        ("BASTIDE_EXPIRE_DAYS", "", "expire_days", 60),
        ("BASTIDE_TABLES_IN_MEMORY", "1", "tables_in_memory", 1),
        ("BASTIDE_TABLES_IN_MEMORY", "1000000", "tables_in_memory", 1_000_000),
        ("BASTIDE_TABLES_IN_MEMORY", "", "tables_in_memory", 300),
        ("BASTIDE_POLL_SECONDS", "0.1", "poll_seconds", 0.1),
        ("BASTIDE_POLL_SECONDS", "60", "poll_seconds", 60),
        ("BASTIDE_POLL_SECONDS", "", "poll_seconds", 3),
    ],
)
def test_numbers_of_the_environment(
    bastide: Bastide,
    served: list[Settings],
    monkeypatch: pytest.MonkeyPatch,
    variable: str,
    text: str,
    field: str,
    value: float,
) -> None:
    monkeypatch.setenv(variable, text)
    assert bastide("serve").code == 0
    assert vars(served[-1])[field] == value


@pytest.mark.parametrize(
    ("variable", "texts", "expected"),
    [
        ("BASTIDE_EXPIRE_DAYS", ["0.5", "1.0", "-1", "3651", "soon", "nan"], "a whole number from 0 to 3650"),
        ("BASTIDE_TABLES_IN_MEMORY", ["0", "2.5", "1e3", "1000001", "all"], "a whole number from 1 to 1000000"),
        ("BASTIDE_POLL_SECONDS", ["0", "0.09", "61", "nan", "inf", "often"], "a number from 0.1 to 60"),
    ],
)
def test_numbers_of_the_environment_that_make_no_sense_are_refused(
    bastide: Bastide,
    served: list[Settings],
    monkeypatch: pytest.MonkeyPatch,
    variable: str,
    texts: list[str],
    expected: str,
) -> None:
    for text in texts:
        monkeypatch.setenv(variable, text)
        ran = bastide("serve")
        assert (ran.code, " ".join(ran.err.split())) == (2, f"{variable} is {text}, but must be {expected}.")
    assert served == []


def database(path: Path, statement: str) -> Path:
    """Make an SQLite database."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(statement)
    return path


def test_what_cannot_be_a_store_is_refused_and_left_alone(
    bastide: Bastide, served: list[Settings], tmp_path: Path
) -> None:
    folder, text, alien = tmp_path / "folder", tmp_path / "text", tmp_path / "alien"
    folder.mkdir(mode=0o755)
    text.write_text("no database, whatever its name " * 9, encoding="utf-8")
    newer = "CREATE TABLE alembic_version (version_num); INSERT INTO alembic_version VALUES ('9999')"
    said = {
        folder: "is not a store of Bastide",
        text: "is not a store of Bastide",
        database(alien, "CREATE TABLE bookmarks (url)"): "is not a store of Bastide",
        database(tmp_path / "newer", newer): "was made by a newer version of Bastide",
        tmp_path / "nowhere" / "t.sqlite": f"cannot be used: {tmp_path / 'nowhere'}: No such file or directory",
    }
    modes = {path: path.stat().st_mode for path in said if path.exists()}
    for path, sentence in said.items():
        ran = bastide("serve", "--database", str(path))
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert sentence in ran.err
        assert str(path) in ran.err
    assert served == []
    assert {path: path.stat().st_mode for path in said if path.exists()} == modes
    assert bastide("serve", "--database", str(database(tmp_path / "empty", ""))).code == 0


@pytest.mark.parametrize(
    ("variable", "url"),
    [
        ("BASTIDE_DATABASE_URL", "a-password"),
        ("BASTIDE_DATABASE_URL", "mysql://user:a-password@host/bastide"),
        ("BASTIDE_DATABASE_URL", "postgresql://user:a-password@host/bastide"),
        ("BASTIDE_DATABASE_URL", "postgresql+asyncpg://user:a-password@host:port/bastide"),
        ("BASTIDE_REDIS_URL", "a-password"),
        ("BASTIDE_REDIS_URL", "http://user:a-password@host"),
        ("BASTIDE_REDIS_URL", "redis://user:a-password@host:port/0"),
    ],
)
def test_a_url_of_no_service_is_refused_without_being_told(
    bastide: Bastide, served: list[Settings], monkeypatch: pytest.MonkeyPatch, variable: str, url: str
) -> None:
    monkeypatch.setenv(variable, url)
    ran = bastide("serve")
    assert ran.code == 2
    assert ran.err.startswith(f"{variable} is not the URL of a")
    assert "a-password" not in ran.err + ran.out
    assert served == []


def test_a_store_made_private_is_a_file(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    make_engine(sqlite_url(tmp_path))
    assert tmp_path.stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("text", ["*", "nowhere", "10.0.0.0/33", "1.2.3.4;1.2.3.5"])
def test_proxies_are_addresses_or_networks(bastide: Bastide, served: list[Settings], text: str) -> None:
    ran = bastide("serve", "--trust-proxy", text)
    assert ran.code == 2
    assert ran.err.startswith(f"“{text}” is no address of a proxy")
    assert served == []


def test_there_are_no_more_connections_than_open_files(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = {"soft": 1024, "hard": 4096}

    def change(kind: int, pair: tuple[int, int]) -> None:
        limits["soft"] = pair[0]

    monkeypatch.setattr(resource, "getrlimit", lambda kind: (limits["soft"], limits["hard"]))
    monkeypatch.setattr(resource, "setrlimit", change)
    assert asgi_server.allow_connections(500) == 500
    assert limits["soft"] == 1024
    assert asgi_server.allow_connections(10_000) == 4096 - asgi_server.RESERVED_FILES
    assert limits["soft"] == 4096
