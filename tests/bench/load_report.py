"""Load tests by `bastide load`, and their reports."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import NotRequired, TypedDict


class Latencies(TypedDict):
    count: int
    per_second: float
    p50: float
    p95: float
    p99: float


class Use(TypedDict):
    memory: float
    tables: float
    milliseconds: float
    pauses: float
    longest_pause: float


class Report(TypedDict):
    actions: Latencies
    bots: NotRequired[Latencies]
    echo: Latencies
    games: int
    received: int
    server: Use


def load(*arguments: str) -> Report:
    """Run a load test, which must see no errors, and return its report."""
    command = [sys.executable, "-m", "bastide.cli", "load", *arguments, "--json"]
    process = subprocess.run(command, capture_output=True, text=True, timeout=1800, check=False)
    assert process.returncode == 0, process.stdout + process.stderr
    report: Report = json.loads(process.stdout)
    print(f"\nbastide load {' '.join(arguments)}")
    for part, values in report.items():
        print(f"{part} {values}")
    return report
