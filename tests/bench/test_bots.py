"""Bots answer in time, though ten other tables are being played."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.server.thinking import BOT_SECONDS
from tests.bench.test_server import load
from tests.server.running import Server

pytestmark = [pytest.mark.slow, pytest.mark.long]


@pytest.mark.parametrize("level", ["strong", "master"])
def test_bots_answer_within_their_budget_at_eleven_tables(tmp_path: Path, level: str) -> None:
    with Server(tmp_path / "tables.sqlite") as server:
        load(server.address, "--tables", "1", "--seconds", "5", "--bots", level)
        alone = load(server.address, "--tables", "1", "--seconds", "5", "--bots", level)
        many = load(server.address, "--tables", "11", "--seconds", "15", "--bots", level)
    print(f"\n{level} alone     {alone}\n{level} at eleven {many}")
    assert many["actions"] > 100
    assert many["p50"] <= 1000 * BOT_SECONDS
    assert many["p99"] <= 2000 * BOT_SECONDS
