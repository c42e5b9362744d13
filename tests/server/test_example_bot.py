"""The example bot plays a game."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from bastide.play.verify import verify
from tests.server.running import Server

BOT = Path(__file__).parents[2] / "examples" / "random_bot.py"


@pytest.mark.slow
def test_two_bots_play_a_whole_game(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as server:
        table = asyncio.run(server.client.open(preset="second", seats=2, expansions=["river"]))
        commands = [[sys.executable, str(BOT), server.address, table, name] for name in ("one", "two")]
        bots = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for command in commands]
        said = [bot.communicate(timeout=100)[0] for bot in bots]
        record = asyncio.run(server.client.request("GET", f"/api/tables/{table}/record"))
    assert [bot.returncode for bot in bots] == [0, 0]
    assert said[0].splitlines()[-1] == said[1].splitlines()[-1]
    assert verify(record).fair


def test_the_example_is_short() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= 30
