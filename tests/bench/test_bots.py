"""Bots keep their time budget while ten other tables are played."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.server.bot_pool import BOT_SECONDS
from tests.bench.load_report import load
from tests.server.running import Server

pytestmark = [pytest.mark.slow, pytest.mark.long]


BIG_BOX = "inns_and_cathedrals,traders_and_builders,hills_and_sheep,wheel_of_fortune,river"


@pytest.mark.parametrize("expansions", ["", BIG_BOX, "mage_and_witch,catapult"])
@pytest.mark.parametrize("level", ["greedy", "strong", "master"])
def test_bots_keep_their_budget_at_eleven_tables(tmp_path: Path, level: str, expansions: str) -> None:
    arguments = ("--bots", level, "--players", "2", "--expansions", expansions)
    with Server(tmp_path / "tables.sqlite") as server:
        load(server.address, "--tables", "1", "--seconds", "5", *arguments)
        load(server.address, "--tables", "1", "--seconds", "5", *arguments)
        choices = load(server.address, "--tables", "11", "--seconds", "15", *arguments)["bots"]
    assert choices["count"] > 100
    assert choices["p95"] <= 1000 * BOT_SECONDS
    assert choices["p99"] <= 2000 * BOT_SECONDS
