"""The examples run, and training improves the policies."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from bastide.play.verify import verify
from tests.server.running import Server

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name: str, *arguments: str, timeout: int = 1500) -> str:
    """Run an example and return its output."""
    process = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments], check=False, capture_output=True, text=True, timeout=timeout
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


@pytest.mark.parametrize("rules", ["second", "gold_rush"])
def test_a_random_rollout(rules: str) -> None:
    assert "'player_1': " in run("random_rollout.py", rules)


def win_rates(output: str) -> tuple[float, float]:
    """Return the win rates before and after training from the output of an example."""
    line = next(line for line in output.splitlines() if line.startswith("won against random: "))
    before, after = (float(word.rstrip("%")) / 100 for word in line.split() if word.endswith("%"))
    return before, after


async def play_at_a_table(server: Server, policy: Path) -> None:
    """Let a trained policy play a game on a server."""
    table = await server.client.open(preset="second", seats=2, bots=[None, "random"])
    command = [sys.executable, str(EXAMPLES / "policy_at_the_table.py"), server.address, table, "Learner", str(policy)]
    player = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    output, _ = await player.communicate()
    assert player.returncode == 0
    assert b"scores:" in output
    assert verify(await server.client.request("GET", f"/api/tables/{table}/record")).fair


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_maskable_ppo_learns_to_beat_random_and_plays_at_a_table(tmp_path: Path) -> None:
    output = run("train_maskable_ppo.py", "--steps", "60000", "--out", str(tmp_path), "--games", "200", timeout=3000)
    before, after = win_rates(output)
    assert after >= 0.7 > before + 0.1
    assert "<svg" in (tmp_path / "curve.svg").read_text(encoding="utf-8")
    with Server(tmp_path / "tables.sqlite") as server:
        asyncio.run(play_at_a_table(server, tmp_path / "policy.zip"))


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_self_play_learns_to_beat_random_and_plays_at_a_table(tmp_path: Path) -> None:
    before, after = win_rates(run("self_play.py", "--updates", "100", "--out", str(tmp_path), timeout=3000))
    assert after >= 0.7 > before + 0.1
    assert "<svg" in (tmp_path / "curve.svg").read_text(encoding="utf-8")
    with Server(tmp_path / "tables.sqlite") as server:
        asyncio.run(play_at_a_table(server, tmp_path / "policy.pt"))


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_the_environment_checker_of_stable_baselines_passes() -> None:
    from stable_baselines3.common.env_checker import check_env

    from bastide.rl import BastideEnv

    for rules in ("second", "gold_rush"):
        check_env(BastideEnv(rules), warn=True)
