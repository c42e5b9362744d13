"""`bastide load`: a load test is complete, leaves finished games alone behind, and fails in sentences."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from bastide.cli.load import allow_files
from bastide.cli.load_report import LoadReport
from bastide.errors import BastideError
from bastide.load_testing.load_test import LoadResult
from bastide.load_testing.options import LoadOptions
from bastide.load_testing.tally import Tally
from bastide.load_testing.target import ServerMetrics, Target
from tests.cli.conftest import Bastide
from tests.server.services import free_port
from tests.server.threaded_server import ThreadedServer


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("load") / "tables.sqlite"


@pytest.fixture(scope="module")
def server(store: Path) -> Iterator[ThreadedServer]:
    with ThreadedServer(store) as running:
        yield running


def finished_tables(store: Path) -> int:
    """Return the number of stored tables once all of them are over; that is stored after the players know it."""
    end = time.monotonic() + 10
    while True:
        with sqlite3.connect(store) as connection:
            rows = connection.execute("select status, count(*) from tables group by status").fetchall()
        if [status for status, _ in rows] == ["over"]:
            return int(rows[0][1])
        assert time.monotonic() < end, rows
        time.sleep(0.02)


def test_a_load_test_measures_and_leaves_finished_games(bastide: Bastide, server: ThreadedServer, store: Path) -> None:
    ran = bastide(
        "load", server.address, "--tables", "2", "--seconds", "0.5", "--idle", "3", "--warm-up", "1", "--resign-after",
        "5", "--players", "2", "--json"
    )  # fmt: skip
    assert ran.err == ""
    assert ran.code == 0
    report = json.loads(ran.out)
    assert report["actions"]["count"] > 5
    assert 0 < report["actions"]["p50"] <= report["actions"]["p99"] <= report["actions"]["max"]
    assert report["echo"]["per_second"] > report["actions"]["per_second"]
    assert (report["errors"], report["disconnects"], report["idle_lost"], report["unfinished"]) == ({}, 0, 0, 0)
    assert report["server"]["memory"] > 10
    assert report["server"]["milliseconds"] > 0
    assert report["server"]["longest_pause"] >= 0
    assert report["server"]["pauses"] >= 0
    assert report["received"] > 2 * 1000
    assert 0 < report["generator_share"] < 2
    assert finished_tables(store) >= 4


def test_what_was_measured_before_an_interrupt_is_printed(
    bastide: Bastide, server: ThreadedServer, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = Tally.begin

    def begin_and_interrupt(tally: Tally) -> None:
        begin(tally)
        signal.raise_signal(signal.SIGINT)

    async def no_echo(options: LoadOptions, seconds: float) -> Tally:
        return Tally()

    monkeypatch.setattr(Tally, "begin", begin_and_interrupt)
    monkeypatch.setattr("bastide.load_testing.load_test.measure_echo", no_echo)
    ran = bastide("load", server.address, "--tables", "2", "--seconds", "600")
    assert ran.code == 130
    assert ran.out.startswith("2 tables of 4 players for 0.")
    assert finished_tables(store) >= 2


def test_a_nonsensical_url(bastide: Bastide) -> None:
    for url in (
        "nonsense",
        "ftp://localhost",
        "http://",
        "http://localhost:99999",
        "http://a b",
        "http://[",
        "http://a?b",
    ):
        ran = bastide("load", url)
        assert ran.code == 2
        assert "is not the URL of a server" in ran.err


def test_no_server(bastide: Bastide) -> None:
    ran = bastide("load", f"http://127.0.0.1:{free_port()}")
    assert ran.code == 2
    assert "No server answers" in ran.err
    assert "Connection refused" in ran.err


@pytest.mark.parametrize(
    "arguments", [("--tables", "0"), ("--players", "9"), ("--seconds", "nan"), ("--rate", "0"), ("--games", "many")]
)
def test_numbers_out_of_range(bastide: Bastide, arguments: tuple[str, str]) -> None:
    ran = bastide("load", *arguments)
    assert ran.code == 2
    assert f"argument {arguments[0]}: {arguments[1]} is not a" in ran.err


class Impostor(BaseHTTPRequestHandler):
    """A server that describes itself as ours if its path says so, and opens no table."""

    def do_GET(self) -> None:
        title = "Bastide" if self.path.startswith(("/limited", "/broken")) else "Something else"
        self.answer(200, json.dumps({"info": {"title": title}}) if "json" in self.path else "<html>")

    def do_POST(self) -> None:
        if self.path.startswith("/limited"):
            self.answer(429, json.dumps({"error": "too_often", "text": "Too often."}))
        else:
            self.answer(502, "<html>")

    def answer(self, status: int, body: str) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Log nothing."""


@pytest.fixture
def impostor() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Impostor) as server:
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_another_server(bastide: Bastide, impostor: str) -> None:
    ran = bastide("load", impostor)
    assert (ran.code, ran.out) == (2, "")
    assert "is not a Bastide server" in ran.err


def test_a_server_with_limits(bastide: Bastide, impostor: str) -> None:
    ran = bastide("load", f"{impostor}/limited", "--warm-up", "1")
    assert (ran.code, ran.out) == (2, "")
    assert "run the load test on the machine of the server" in ran.err


def test_a_server_that_stops_answering(bastide: Bastide, impostor: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bastide.load_testing.period.OPEN_RETRY_SECONDS", 0.0)
    ran = bastide("load", f"{impostor}/broken", "--warm-up", "1")
    assert (ran.code, ran.out) == (2, "")
    assert "has stopped answering" in ran.err


def test_a_refused_request(bastide: Bastide, server: ThreadedServer) -> None:
    ran = bastide("load", server.address, "--warm-up", "1", "--expansions", "castles")
    assert (ran.code, ran.out) == (2, "")
    assert "refuses: There is no expansion castles" in ran.err


def test_too_many_sockets_for_this_process() -> None:
    with pytest.raises(BastideError, match="ulimit -n"):
        allow_files(1 << 40)


def result(**tables: float) -> LoadResult:
    """Return a result of two actions in four seconds."""
    tally = Tally(games=1, disconnects=1, started=10.0, ended=14.0, processor=1.0)
    tally.latencies.extend([0.010, 0.030])
    tally.bot_latencies.append(0.5)
    tally.errors.update(["table_busy", "table_busy"])
    echo = Tally(started=1.0, ended=2.0)
    echo.latencies.extend([0.001, 0.001])
    tally.received = 33_000
    before = ServerMetrics(200e6, 3.0, None, pauses=0.5, longest_pause=0.02)
    after = ServerMetrics(201e6, 3.1, tables.get("tables"), pauses=0.62, longest_pause=0.0304)
    return LoadResult(tally, echo, before, after, idle_lost=2, unfinished=1)


def test_the_report_as_text() -> None:
    options = LoadOptions(tables=3, rate=0.5, idle=20, bots="greedy")
    report = LoadReport(options, result(tables=7))
    assert report.failures == 2 + 1 + 2 + 1
    assert report.text("en").splitlines() == [
        "3 tables of 4 players for 4.0 s, an action every 2 s at each, 20 idle sockets",
        "",
        "                        per second        50 %        95 %        99 %     longest",
        "actions                        0.5     10.0 ms     30.0 ms     30.0 ms     30.0 ms",
        "choices of bots                0.2    500.0 ms    500.0 ms    500.0 ms    500.0 ms",
        "bare echo                      2.0      1.0 ms      1.0 ms      1.0 ms      1.0 ms",
        "ratio                         0.25          10          30          30          30",
        "",
        "1 game finished, 2 errors, 3 lost connections (table_busy × 2)",
        "1 game could not be ended and will expire.",
        "16.5 kB per action sent to the players at its table",
        "server: 201 MB of memory (+1 MB), 50.00 ms of processor time per action",
        "server: 7 tables in memory",
        "server: 120 ms of garbage collections, the longest since its start 30.4 ms",
        "load generator: 0.25 of a core",
    ]


def test_the_report_in_french_without_metrics() -> None:
    found = result()
    found.before = None
    lines = LoadReport(LoadOptions(), found).text("fr").splitlines()
    assert lines[0] == "16 tables de 4 joueurs pendant 4.0 s"
    assert "serveur : pas de métriques" in lines


def test_pauses_of_several_servers_are_the_longest_and_the_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    longest = iter([0.25, 0.5])

    def fetch(url: str) -> str:
        return f"bastide_gc_pause_seconds 2.0\nbastide_gc_longest_pause_seconds {next(longest)}\n"

    monkeypatch.setattr("bastide.load_testing.target.fetch_text", fetch)
    metrics = asyncio.run(Target(LoadOptions(urls=("http://one", "http://other"))).metrics())
    assert metrics == ServerMetrics(None, None, None, pauses=4.0, longest_pause=0.5)
