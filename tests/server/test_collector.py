"""The garbage collector of the server process."""

from __future__ import annotations

import gc
import math
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

from bastide.server.collector import CollectorPauses
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


def test_a_server_tells_its_pauses(tmp_path: Path) -> None:
    with Server(tmp_path / "t.sqlite") as server, urlopen(f"{server.address}/metrics", timeout=5) as response:
        lines = dict(line.rsplit(" ", 1) for line in response.read().decode().splitlines() if line[0] != "#")
    assert 0 < float(lines["bastide_gc_longest_pause_seconds"]) < 5
