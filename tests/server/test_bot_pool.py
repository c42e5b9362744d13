"""Bots think in processes of their own, share the time, and are replaced when they fail."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Awaitable
from pathlib import Path

import pytest

from bastide.compile_cache import SIMULATOR
from bastide.play.dealer import Seeded
from bastide.play.game import Game
from bastide.rules.model import Json
from bastide.server import bot_pool
from bastide.server.bot_pool import BotPool
from bastide.wire.views import View
from tests.server.running import Server
from tests.server.test_hub import WITH_BOT, until

NOTHING: View = json.loads("{}")
"""A view that no bot here reads."""


def fall_asleep(*_: object) -> int:
    time.sleep(60)
    return 0


def crash(*_: object) -> int:
    os._exit(1)


def fail(*_: object) -> int:
    raise ValueError


def test_bots_share_the_time_to_think_when_many_are_asked_at_once() -> None:
    pool = BotPool(2)
    given = []
    for asked in (0, 1, 2, 4, 20):
        pool._asked = asked
        given.append(pool.budget().seconds)
    whole, besides = bot_pool.BOT_SECONDS, bot_pool.BESIDES
    assert given == [whole, whole, whole, whole / 2 - besides, whole / 10 - besides]


def test_a_bot_that_thinks_alone_may_use_all_cores() -> None:
    pool = BotPool(4)
    cores = []
    for asked in (1, 2, 3, 9):
        pool._asked = asked
        cores.append(pool.budget().cores)
    assert cores == [4, 2, 1, 1]


@pytest.mark.slow
def test_nobody_waits_for_the_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where nothing is compiled yet, a bot that searches answers at once: on the engine."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    game = Game("second", 2, Seeded(1))
    options = [game.json(option) for option in game.options()]

    async def think() -> None:
        pool = BotPool(1)
        assert await pool.choose("random", "second", game.view(game.actor), options, "seed") is not None
        began = time.monotonic()
        assert await pool.choose("master", "second", game.view(game.actor), options, "seed") is not None
        taken = time.monotonic() - began
        assert pool.compiler is not None
        assert pool.compiler.is_alive(), "it is still at work"
        assert not SIMULATOR.is_complete()
        pool.stop()
        assert taken < 10, "compiling alone takes longer"

    asyncio.run(think())


@pytest.mark.slow
def test_processes_of_bots_that_crash_or_hang_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    options: list[dict[str, Json]] = [{"do": "this"}]

    async def think() -> None:
        pool = BotPool(1)

        def ask() -> Awaitable[int | None]:
            return pool.choose("random", "second", NOTHING, options, "seed")

        assert await ask() == 0
        for harm in (crash, fail, fall_asleep):
            with monkeypatch.context() as harmed:
                harmed.setattr(bot_pool, "choose", harm)
                harmed.setattr(bot_pool, "PATIENCE", 2.0 if harm is fall_asleep else 20.0)
                assert await ask() is None
            assert await ask() == 0
        pool.stop()

    asyncio.run(asyncio.wait_for(think(), 40))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes where Linux lists them")
def test_processes_of_bots_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    def children(pid: int) -> list[str]:
        return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()

    async def begin(server: Server) -> None:
        table = await server.client.open(**WITH_BOT)
        seat = await server.client.take_seat(table, "person")
        async with server.client.session(table, seat.token) as place:
            async for now in place:
                if now.options and now.version > 1:
                    await place.act(0)
                if now.version > 6:
                    return

    with Server(tmp_path / "t.sqlite") as server:
        asyncio.run(asyncio.wait_for(begin(server), 30))
        assert server.process is not None
        workers = [Path("/proc") / pid for pid in children(server.process.pid)]
        assert workers
        server.kill()
        asyncio.run(until(lambda: not any(worker.exists() for worker in workers)))
