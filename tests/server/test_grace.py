"""Graces and clocks at a running hub: timers, restarts, several processes, bots, and a store that fails."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from bastide.errors import BastideError
from bastide.rules.model import Json
from bastide.server import commands, tasks
from bastide.server.bus import LocalBus
from bastide.server.database import make_engine
from bastide.server.entries import PendingEntry
from bastide.server.hub import Hub
from bastide.server.live_table import LiveTable, Viewer
from bastide.server.metrics import Metrics
from bastide.server.settings import sqlite_url
from bastide.server.store import NewEntry, Store
from bastide.server.table import Table
from tests.server.test_hub import ScriptedBots, opened, tables, until


def choose(table: Table) -> PendingEntry:
    """Choose the first option for the seat that is to act, with a grace."""
    assert table.actor is not None
    return commands.act(table, table.actor, {"moment": table.position_version, "option": 0, "hold": True})


async def end_turn(hub: Hub, live: LiveTable) -> None:
    """Choose until the turn is over and may still be undone."""
    while live.table.grace is None:
        await hub.execute(live, choose)


def test_a_grace_ends_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "GRACE", 50)

    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            live = await opened(hub)
            await end_turn(hub, live)
            await until(lambda: live.table.actor == 1)
            await hub.execute(live, choose)
            assert live.table.grace is None
            assert live.table.actor == 1

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_grace_is_taken_up_again_after_a_restart(tmp_path: Path) -> None:
    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            live = await opened(hub, clock={"kind": "days", "time": 1})
            await end_turn(hub, live)
        async with tables(tmp_path / "t.sqlite") as hub:
            live = await hub.get("here")
            assert live.table.grace is not None
            assert live.timer is not None
            await hub.execute(live, lambda table: commands.undo(table, 0))
            assert live.table.actor == 0

    asyncio.run(asyncio.wait_for(play(), 20))


def test_two_processes_end_a_grace_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "GRACE", 100)

    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            live = await opened(hub)
            store = Store(make_engine(sqlite_url(tmp_path / "t.sqlite")))
            other = Hub(store, LocalBus(), Metrics())
            async with store.running(), other.running():
                there = await other.get("here")
                await end_turn(hub, live)
                await other.refresh("here")
                assert there.table.grace is not None
                await until(lambda: live.table.actor == 1)
                await asyncio.sleep(0.2)  # both timers have fired
                await other.refresh("here")
                assert there.table.version == live.table.version
                assert there.table.actor == 1
                kinds = [entry.kind for entry in await store.entries_after("here", 0)]
                assert kinds.count("confirmed") == 1
                await end_turn(other, there)
                await hub.refresh("here")
                await hub.execute(live, lambda table: commands.undo(table, 1))
                await other.refresh("here")
                assert there.table.actor == live.table.actor == 1

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_bot_waits_for_the_end_of_the_grace(tmp_path: Path) -> None:
    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            hub.driver.bots = bots = ScriptedBots()
            live = await opened(hub, bots=[None, "random"])
            await end_turn(hub, live)
            await asyncio.sleep(0.05)
            assert not bots.thoughts
            await hub.execute(live, lambda table: commands.confirm(table, 0))
            await until(lambda: bool(bots.thoughts))

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_choice_that_cannot_be_stored_costs_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the player chooses with a second left, and the store is gone for longer."""
    monkeypatch.setattr(tasks, "RETRY_SECONDS", 0.05)

    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            live = await opened(hub, clock={"kind": "live", "time": 1, "increment": 0})
            viewer = Viewer(0, "en")
            live.viewers.add(viewer)
            append, refused = hub.store.append, 0

            async def gone(item: NewEntry) -> None:
                nonlocal refused
                refused += 1
                await asyncio.sleep(0.1)
                raise OSError

            monkeypatch.setattr(hub.store, "append", gone)
            with pytest.raises(BastideError, match="could not be stored"):
                await hub.execute(live, choose)
            left = live.table.clocks.remaining(0)
            paused: dict[str, Json] = json.loads(viewer.queue.get_nowait() or "")
            assert paused == {"type": "paused", "clocks": [left, 1000]}
            await asyncio.sleep(1.2)
            assert refused > 3, "it is tried again and again"
            assert live.table.clocks.all() == (left, 1000)
            assert not live.table.ended
            monkeypatch.setattr(hub.store, "append", append)
            await until(lambda: live.table.clocks.running == 0)
            entry = (await hub.store.entries_after("here", 0))[-1]
            assert (entry.kind, entry.clocks) == ("resumed", (left, 1000))
            await until(lambda: live.table.ended == "flagged")

    asyncio.run(asyncio.wait_for(play(), 20))
