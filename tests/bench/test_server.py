"""The table server under load, measured by `bastide load` beside a bare echo on the same machine.

The server and the load generator share the cores. A busy machine slows the echo, too, so that bounds on latencies are
relative to it.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from bastide.load_testing.options import LoadOptions
from bastide.load_testing.target import ServerMetrics, Target
from tests.bench.load_report import Report, load
from tests.server.running import Server

pytestmark = [pytest.mark.slow, pytest.mark.long]
QUIET_ECHO = 45_000
"""Messages a second of the bare echo on two cores with nothing else to do."""
LEAST_ECHO = 15_000
"""Messages a second of the bare echo below which a machine is too busy to say anything of the server."""
IDLE = 1000
"""Idle sockets."""
MAX_PAUSE = 100.0
"""Milliseconds of a garbage collection that nobody notices, on a quiet machine."""


def best_rate(*reports: Report) -> float:
    """Return the actions a second that a quiet machine would have; skip the test if this one is too busy to tell."""
    echoes = [report["echo"]["per_second"] for report in reports]
    if max(echoes) < LEAST_ECHO:
        pytest.skip(f"the machine is too busy: {max(echoes):.0f} echoes a second")
    rates = [report["actions"]["per_second"] for report in reports]
    pairs = zip(rates, echoes, strict=True)
    return max(rate / min(1.0, echo / QUIET_ECHO) for rate, echo in pairs if echo >= LEAST_ECHO)


def test_six_hundred_actions_a_second_on_sqlite(tmp_path: Path) -> None:
    """The best of three runs; fewer on a machine that is too busy for the echo of a quiet one."""
    with Server(tmp_path / "tables.sqlite") as server:
        reports = [load(server.address, "--seconds", "12") for _ in range(3)]
    print(f"{stored_per_action(tmp_path / 'tables.sqlite'):.0f} bytes stored for an action")
    assert best_rate(*reports) >= 600


def stored_per_action(store: Path) -> float:
    """Return the size of a store divided by the number of actions in it."""
    with closing(sqlite3.connect(store)) as connection:
        size = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        bytes_stored: int = connection.execute(size).fetchone()[0]
        actions: int = connection.execute("SELECT count(*) FROM entries WHERE kind = 'acted'").fetchone()[0]
    return bytes_stored / actions


def test_fifty_active_tables_with_a_thousand_idle_sockets_after_five_hundred_games(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as server:
        played = load(server.address, "--games", "500")
        report = load(server.address, "--tables", "50", "--rate", "1", "--idle", str(IDLE), "--seconds", "30")
    assert played["games"] == 500
    assert report["actions"]["count"] >= 1400
    assert report["actions"]["p99"] < 50 + report["echo"]["p99"]
    assert report["server"]["longest_pause"] < MAX_PAUSE * max(1.0, QUIET_ECHO / played["echo"]["per_second"])


def test_memory_is_flat_over_five_thousand_games(tmp_path: Path) -> None:
    """Short games: what is left of a game after its end does not depend on its length."""
    short = "--players", "2", "--resign-after", "20"
    with Server(tmp_path / "tables.sqlite") as server:
        first = load(server.address, *short, "--games", "1000")["server"]["memory"]
        last = load(server.address, *short, "--games", "4000")["server"]["memory"]
    assert last < 1.2 * first


def test_actions_per_second_with_postgresql(database_url: str) -> None:
    with Server(environment={"BASTIDE_DATABASE_URL": database_url}) as server:
        report = load(server.address, "--seconds", "15")
    assert best_rate(report) >= 300


def test_two_processes_on_postgresql_and_redis(database_url: str, redis_url: str) -> None:
    cluster = {"BASTIDE_DATABASE_URL": database_url, "BASTIDE_REDIS_URL": redis_url}
    with Server(environment=cluster) as one, Server(environment=cluster) as other:
        print(f"{processor_share(other, 10):.2%} of a core without anybody, {memory(other):.0f} MB")
        before = processor_seconds(other)
        alone = load(one.address, "--seconds", "10")
        announced = 1000 * (processor_seconds(other) - before) / alone["actions"]["count"]
        print(f"{announced:.2f} ms at the other process for an action")
        together = load(one.address, other.address, "--seconds", "10")
        spread = load(one.address, other.address, "--spread", "--seconds", "10")
    costs = [report["server"]["milliseconds"] for report in (alone, together, spread)]
    assert costs[1] < 2 * costs[0]
    assert costs[2] < 4 * costs[0]


def metrics(server: Server) -> ServerMetrics:
    """Return the metrics of a server."""
    return asyncio.run(Target(LoadOptions(urls=(server.address,))).metrics())


def memory(server: Server) -> float:
    """Return the resident memory of a server in megabytes."""
    return (metrics(server).memory or 0.0) / 1_000_000


def processor_seconds(server: Server) -> float:
    """Return the processor time of a server so far."""
    return metrics(server).processor or 0.0


def processor_share(server: Server, seconds: float) -> float:
    """Return the share of a core that a server uses for some time."""
    before = processor_seconds(server)
    time.sleep(seconds)
    return (processor_seconds(server) - before) / seconds


def test_the_memory_of_an_idle_socket(tmp_path: Path) -> None:
    """Its share of a table included."""
    with Server(tmp_path / "tables.sqlite") as server:
        few = load(server.address, "--tables", "2", "--seconds", "2")["server"]
        many = load(server.address, "--tables", "2", "--seconds", "2", "--idle", str(IDLE))["server"]
    per_socket = 1000 * (many["memory"] - few["memory"]) / IDLE
    print(f"{per_socket:.0f} kB a socket")
    assert per_socket < 100


def test_the_memory_of_a_live_table(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as server:
        few = load(server.address, "--tables", "2", "--seconds", "3")["server"]
        many = load(server.address, "--tables", "40", "--seconds", "8")["server"]
    per_table = (many["memory"] - few["memory"]) / (many["tables"] - few["tables"])
    print(f"{per_table:.2f} MB a table")
    assert per_table < 1
