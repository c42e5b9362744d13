"""`bastide bench`: the report is complete."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bastide.cli.bench import Speed
from bastide.cli.timings import Timing, copy_seconds, final_state_bytes, interleaved, open_cells, states_at
from bastide.games import make_rules


def reported(*arguments: str) -> str:
    """Return the output of the command in a process of its own, where garbage collection is quick."""
    command = [str(Path(sys.executable).with_name("bastide")), "bench", "--seconds", "0.01", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stderr == ""
    return ran.stdout


@pytest.mark.long
def test_the_report_as_text() -> None:
    words = reported()
    assert all(
        word in words for word in ("base games", "a turn", "with all expansions", "copy in mid-game", "open cells")
    )


@pytest.mark.long
def test_the_report_as_data() -> None:
    found = json.loads(reported("--json"))
    assert list(found) == [
        "unit_nanoseconds",
        "games_per_second",
        "game_units",
        "turn_microseconds",
        "turn_units",
        "full_games_per_second",
        "full_game_units",
        "full_tiles",
        "copy_microseconds",
        "copy_units",
        "compiled_games_per_second",
        "compiled_times_as_fast",
        "growth",
    ]
    assert found["full_tiles"] == 222
    assert 0 < found["full_games_per_second"] < found["games_per_second"]
    assert found["compiled_times_as_fast"] > 5
    assert [row["tiles"] for row in found["growth"]] == [72, 144, 288]
    assert all(value > 0 for row in found["growth"] for value in row.values())


def test_jobs_are_measured_against_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "collect", lambda: 0)  # among the tests there is much to collect
    times = iter([4.0, 2.0, 3.0])
    found = interleaved({"job": lambda: next(times)}, seconds=0)
    assert found["job"].seconds == 2.0
    assert isinstance(found["job"], Timing)
    assert found["job"].units > 0


def test_states_in_mid_game_are_what_they_should_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "collect", lambda: 0)
    rules = make_rules()
    states = states_at(rules, 36, range(3))
    assert [state.turn for state in states] == [36, 36, 36]
    assert copy_seconds(states) > 0
    assert 20 < open_cells(rules, [1]) < 60
    assert 10_000 < final_state_bytes(rules, 1) < 200_000


def test_without_the_compiled_simulator_the_engine_is_measured_alone() -> None:
    game = Timing(0.002, 20.0)
    speed = Speed(unit=1e-7, game=game, turn=game, full=game, full_tiles=222, copy=game, compiled=None, growth=())
    assert speed.to_json()["compiled_games_per_second"] is None
    assert "bastide[fast]" in speed.text()
    speed = replace(speed, compiled=Timing(0.00002, 0.2))
    assert speed.to_json()["compiled_times_as_fast"] == 100
    assert "50000.0 /s" in speed.text()
    assert "100 times as fast" in speed.text()
