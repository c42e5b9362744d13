"""Bots think in processes of their own, share the time, and are replaced when they fail."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Awaitable
from pathlib import Path

import pytest

from bastide.rules.model import Json
from bastide.server import thinking
from bastide.server.thinking import Thinkers
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
    thinkers = Thinkers(2)
    given = []
    for asked in (0, 1, 2, 4, 20):
        thinkers._asked = asked
        given.append(thinkers.budget().seconds)
    whole, besides = thinking.BOT_SECONDS, thinking.BESIDES
    assert given == [whole, whole, whole, whole / 2 - besides, whole / 10 - besides]


def test_a_bot_that_thinks_alone_may_use_all_cores() -> None:
    thinkers = Thinkers(4)
    cores = []
    for asked in (1, 2, 3, 9):
        thinkers._asked = asked
        cores.append(thinkers.budget().cores)
    assert cores == [4, 2, 1, 1]


@pytest.mark.slow
def test_a_bot_that_searches_gets_ready_before_its_time_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What getting ready takes is not counted against its patience."""
    monkeypatch.setattr(thinking, "get_ready", take_long)
    monkeypatch.setattr(thinking, "PATIENCE", 2.0)
    monkeypatch.setattr(thinking, "choose", the_second)

    async def think() -> None:
        thinkers = Thinkers(1)
        assert await thinkers.choose("master", "second", NOTHING, [{"do": "this"}, {"do": "that"}], "seed") == 1
        thinkers.stop()

    asyncio.run(think())


def take_long() -> None:
    """Take longer than patience lasts."""
    time.sleep(2.5)


def the_second(*_: object) -> int:
    """Choose the second option."""
    return 1


@pytest.mark.slow
def test_processes_of_bots_that_crash_or_hang_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    options: list[dict[str, Json]] = [{"do": "this"}]

    async def think() -> None:
        thinkers = Thinkers(1)

        def ask() -> Awaitable[int | None]:
            return thinkers.choose("random", "second", NOTHING, options, "seed")

        assert await ask() == 0
        for harm in (crash, fail, fall_asleep):
            with monkeypatch.context() as harmed:
                harmed.setattr(thinking, "choose", harm)
                harmed.setattr(thinking, "PATIENCE", 2.0 if harm is fall_asleep else 20.0)
                assert await ask() is None
            assert await ask() == 0
        thinkers.stop()

    asyncio.run(asyncio.wait_for(think(), 40))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes where Linux lists them")
def test_processes_of_bots_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    def children(pid: int) -> list[str]:
        return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()

    async def begin(server: Server) -> None:
        table = await server.client.open(**WITH_BOT)
        seat = await server.client.sit(table, "person")
        async with server.client.stay(table, seat.token) as place:
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
