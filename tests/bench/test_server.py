"""Bounds for the speed of the table server, well below that of an ordinary machine."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.server.running import Server
from tests.server.services import free_port

pytestmark = [pytest.mark.slow, pytest.mark.long]


def load(address: str, *arguments: str) -> Mapping[str, float]:
    """Run the load generator and return its measurements."""
    command = [sys.executable, "-m", "tests.bench.load", address, *arguments]
    process = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    measurements: Mapping[str, float] = json.loads(process.stdout)
    return measurements


@pytest.fixture
def echo_server() -> Iterator[str]:
    """Run a bare echo server and yield its address."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    process = subprocess.Popen([sys.executable, "-m", "tests.bench.echo_server", str(port)])
    for _ in range(200):
        try:
            with urlopen(f"{address}/healthz", timeout=5):
                break
        except (URLError, OSError):
            time.sleep(0.05)
    yield address
    process.kill()
    process.wait()


def test_actions_per_second_relative_to_a_bare_echo_server(tmp_path: Path, echo_server: str) -> None:
    bare = load(echo_server, "--echo", "--seconds", "4")
    with Server(tmp_path / "tables.sqlite") as server:
        played = load(server.address, "--seconds", "8")
    print(f"\nbare echo {bare}\ntables    {played}")
    assert played["per_second"] >= 150
    assert played["per_second"] >= bare["per_second"] / 200
    assert played["p99"] <= 400


def test_actions_per_second_with_postgresql(database_url: str) -> None:
    with Server(environment={"BASTIDE_DATABASE_URL": database_url}) as server:
        played = load(server.address, "--seconds", "8")
    print(f"\ntables on PostgreSQL {played}")
    assert played["per_second"] >= 120


def test_a_thousand_open_sockets(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as server:
        assert load(server.address, "--hold", "1000") == {"held": 1000}


def test_the_memory_of_an_idle_table(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as server:
        load(server.address, "--tables", "2", "--seconds", "2")
        before = memory(server)
        load(server.address, "--tables", "40", "--seconds", "6")
        opened = opened_tables(server)
        per_table = (memory(server) - before) / max(1, opened - 2)
        print(f"\n{opened:.0f} tables, {per_table:.0f} kB each")
        assert per_table < 2500


def memory(server: Server) -> float:
    """Return the resident memory of a server in kB."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    return float(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


def opened_tables(server: Server) -> float:
    """Return the number of tables that a server has opened."""
    with urlopen(f"{server.address}/metrics", timeout=5) as response:
        lines = response.read().decode().splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("bastide_tables_opened_total")))
