"""The examples run, and those that learn have learnt something."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from bastide.play.verify import verify
from tests.server.running import Server

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name: str, *words: str, timeout: int = 1500) -> str:
    """Run an example to its end and return what it said."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *words], check=False, capture_output=True, text=True, timeout=timeout
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("rules", ["second", "gold_rush"])
def test_a_random_game_from_start_to_end(rules: str) -> None:
    assert "'player_1': " in run("random_rollout.py", rules)


def shares_won(said: str) -> tuple[float, float]:
    """Return the shares of games won before and after, as an example told them."""
    line = next(line for line in said.splitlines() if line.startswith("won against random: "))
    before, after = (float(word.rstrip("%")) / 100 for word in line.split() if word.endswith("%"))
    return before, after


async def plays_at_a_table(server: Server, policy: Path) -> None:
    table = await server.client.open(preset="second", seats=2, bots=[None, "random"])
    command = [sys.executable, str(EXAMPLES / "policy_at_the_table.py"), server.address, table, "Learner", str(policy)]
    player = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    said, _ = await player.communicate()
    assert player.returncode == 0
    assert b"scores:" in said
    assert verify(await server.client.request("GET", f"/api/tables/{table}/record")).fair


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_maskable_ppo_learns_to_beat_random_and_plays_at_a_table(tmp_path: Path) -> None:
    said = run("train_maskable_ppo.py", "--steps", "60000", "--out", str(tmp_path), "--games", "200", timeout=3000)
    before, after = shares_won(said)
    assert after >= 0.7 > before + 0.1
    assert "<svg" in (tmp_path / "curve.svg").read_text(encoding="utf-8")
    with Server(tmp_path / "tables.sqlite") as server:
        asyncio.run(plays_at_a_table(server, tmp_path / "policy.zip"))


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_self_play_learns_to_beat_random_and_plays_at_a_table(tmp_path: Path) -> None:
    before, after = shares_won(run("self_play.py", "--updates", "100", "--out", str(tmp_path), timeout=3000))
    assert after >= 0.7 > before + 0.1
    assert "<svg" in (tmp_path / "curve.svg").read_text(encoding="utf-8")
    with Server(tmp_path / "tables.sqlite") as server:
        asyncio.run(plays_at_a_table(server, tmp_path / "policy.pt"))


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_the_checker_of_stable_baselines_finds_nothing() -> None:
    from stable_baselines3.common.env_checker import check_env

    from bastide.rl import BastideEnv

    for rules in ("second", "gold_rush"):
        check_env(BastideEnv(rules), warn=True)
