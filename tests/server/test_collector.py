"""The garbage collector of the server process."""

from __future__ import annotations

import gc
import json
import math
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from bastide.server.collector import THRESHOLDS, CollectorPauses
from bastide.server.metrics import Metrics
from tests.server.running import Server


def test_what_was_made_at_the_start_is_not_collected_and_full_collections_are_rare() -> None:
    """In a process of its own: a pytest whose objects are frozen would find no leaks."""
    code = (
        "import gc; from bastide.server.collector import tune_collector; usual = gc.get_threshold(); tune_collector(); "
        "print(gc.get_freeze_count(), *usual, *gc.get_threshold())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    frozen, *thresholds = map(int, done.stdout.split())
    assert frozen > 10_000
    usual, tuned = math.prod(thresholds[:3]), math.prod(thresholds[3:])
    assert tuned > 50 * usual


def test_pauses_are_recorded() -> None:
    pauses = CollectorPauses()
    pauses.watch()
    try:
        gc.collect()
        first = pauses.total
        gc.collect()
    finally:
        gc.callbacks.remove(pauses._record)
    assert 0 < first < pauses.total
    assert 0 < pauses.longest <= pauses.total


def test_reading_metrics_during_a_collection_does_not_wait_for_itself() -> None:
    metrics = Metrics()
    metrics.pauses.watch()
    before = gc.get_threshold()
    gc.set_threshold(1)
    try:
        assert b"bastide_gc_longest_pause_seconds" in metrics.text()
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(metrics.pauses._record)


def pauses_of(server: Server) -> tuple[float, float]:
    """Return the longest pause of a server and the time of all, in seconds."""
    with urlopen(f"{server.address}/metrics", timeout=5) as response:
        lines = dict(line.rsplit(" ", 1) for line in response.read().decode().splitlines() if line[0] != "#")
    return float(lines["bastide_gc_longest_pause_seconds"]), float(lines["bastide_gc_pause_seconds"])


def test_a_server_tells_the_pauses_that_it_makes_while_it_serves(tmp_path: Path) -> None:
    """A request of more lists than a young collection waits for makes one."""
    lists = json.dumps([[]] * (2 * THRESHOLDS[0]), separators=(",", ":")).encode()
    with Server(tmp_path / "t.sqlite") as server:
        _, before = pauses_of(server)
        request = Request(f"{server.address}/api/tables", lists, {"Content-Type": "application/json"})
        with pytest.raises(HTTPError, match="422"):
            urlopen(request, timeout=5)
        longest, total = pauses_of(server)
    assert before < total
    assert 0 < longest <= total < 5
