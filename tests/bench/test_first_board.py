"""The time from the click to the board at the first table of a cold server: a new process with no pictures in store.

Set BASTIDE_BASELINE to the `src` directory of another version to measure both, side by side.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import Browser, sync_playwright

from bastide.server.art_folder import ART
from tests.machine import require
from tests.rulesets import FULL
from tests.server.running import Server
from tests.web.conftest import FLAGS
from tests.web.visitor import Device, visitor

pytestmark = [pytest.mark.slow, pytest.mark.long]
BASELINE = os.environ.get("BASTIDE_BASELINE", "")
ROUNDS = int(os.environ.get("BASTIDE_ROUNDS", "3"))
MAX_SECONDS = 1.0
TWELVE = FULL[1]
DRAFT = {
    "box": "bigbox",
    "preset": "bigbox2014",
    "expansions": list(TWELVE),
    "options": {},
    "bots": [None, "aubin"],
    "clock": {"kind": "none", "time": 0, "increment": 0, "flag": "loses"},
    "confirm": False,
    "aids": [],
    "spectators": True,
    "joining": "link",
}
FROM_CLICK_TO_BOARD = """
(button) => new Promise((resolve) => {
  const times = {};
  let start = 0;
  const since = () => (performance.now() - start) / 1000;
  const look = () => {
    const shown = (selector) => document.querySelector(selector)?.checkVisibility() ?? false;
    if (shown("#table")) times.table ??= since();
    if (shown(".board [data-tile-at]")) requestAnimationFrame(() => resolve({ ...times, board: since() }));
    else requestAnimationFrame(look);
  };
  document.addEventListener("click", () => { start = performance.now(); look(); }, { capture: true, once: true });
  document.querySelector(button).click();
})
"""
"""Resolves to the seconds until the table and until its first tiles are drawn."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = require("chromium")
    with sync_playwright() as driver:
        yield driver.chromium.launch(executable_path=path, args=FLAGS)


def measure(browser: Browser, folder: Path, source: str, twelve: bool) -> dict[str, float]:
    """Return the seconds until the table and until its board are shown, on a new server with nothing in store."""
    folder.mkdir()
    environment = {ART: str(folder / "art"), **({"PYTHONPATH": source} if source else {})}
    with Server(folder / "tables.sqlite", environment) as server:
        who = visitor(browser, server.address, Device(reduced_motion=False))
        page = who.open("/", "start")
        if twelve:
            page.evaluate("(draft) => sessionStorage.setItem('bastide.draft', draft)", json.dumps(DRAFT))
            page = who.open("/new", "new")
        page.wait_for_load_state("networkidle")
        times: dict[str, float] = page.evaluate(FROM_CLICK_TO_BOARD, f'[data-do="{"start" if twelve else "play"}"]')
        who.context.close()
    return times


@pytest.mark.parametrize("twelve", [False, True], ids=["base game", "twelve expansions"])
def test_the_first_board_of_a_cold_server(browser: Browser, tmp_path: Path, twelve: bool) -> None:
    sources = {"this version": "", **({"the other version": BASELINE} if BASELINE else {})}
    found: dict[str, list[dict[str, float]]] = {name: [] for name in sources}
    for number in range(ROUNDS):
        for name, source in sources.items():
            found[name].append(measure(browser, tmp_path / f"{number} {name}", source, twelve))
    boards = {name: median(times["board"] for times in runs) for name, runs in found.items()}
    print(f"\n{'twelve expansions' if twelve else 'base game'}, {ROUNDS} cold servers each")
    for name, runs in found.items():
        table, each = median(run.get("table", run["board"]) for run in runs), [f"{run['board']:.2f}" for run in runs]
        print(f"{name}: table after {table:.2f} s, board after {boards[name]:.2f} s ({', '.join(each)})")
    if BASELINE:
        print(f"ratio: {boards['this version'] / boards['the other version']:.2f}")
    assert boards["this version"] < MAX_SECONDS
