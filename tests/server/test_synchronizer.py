"""Tables in memory follow the store, whoever writes to it and whatever is away meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bastide.play.game import Game
from bastide.server import commands, synchronizer
from bastide.server.bus import LocalBus, Subscriber
from bastide.server.database import make_engine
from bastide.server.entries import TableEntry
from bastide.server.hub import Hub
from bastide.server.live_table import Viewer
from bastide.server.metrics import Metrics
from bastide.server.migrations_runner import migrate
from bastide.server.settings import Settings, sqlite_url
from bastide.server.store import Store
from tests.server.test_hub import ScriptedBots, opened, say, until


class SharedBus(LocalBus):
    """A bus of hubs in this process, which can be cut."""

    shared = True
    hubs: list[tuple[SharedBus, Subscriber]]

    def __init__(self, hubs: list[tuple[SharedBus, Subscriber]]) -> None:
        self.hubs = hubs

    def publish_entries(self, table_id: str) -> None:
        """Call all other hubs at once."""
        for bus, hub in self.hubs:
            if bus is not self and bus.connected and self.connected:
                hub.receive_entries(table_id)

    @asynccontextmanager
    async def running(self, subscriber: Subscriber) -> AsyncIterator[None]:
        """Take part within the context."""
        self.hubs.append((self, subscriber))
        yield


@asynccontextmanager
async def two_hubs(database: Path, poll_seconds: float) -> AsyncIterator[tuple[Hub, Hub]]:
    """Two hubs on one store, with a bus between them."""
    hubs: list[tuple[SharedBus, Subscriber]] = []

    @asynccontextmanager
    async def one() -> AsyncIterator[Hub]:
        store = Store(make_engine(sqlite_url(database)))
        await migrate(store.engine)
        hub = Hub(store, SharedBus(hubs), Metrics(), Settings(poll_seconds=poll_seconds))
        async with store.running(), hub.running():
            yield hub

    async with one() as first, one() as second:
        yield first, second


def cut(hub: Hub, connected: bool = False) -> None:
    """Cut the bus of a hub, or connect it again."""
    assert isinstance(hub.bus, SharedBus)
    hub.bus.connected = connected


def test_entries_arrive_by_comparison_if_nothing_announces_them(tmp_path: Path) -> None:
    async def play() -> None:
        async with two_hubs(tmp_path / "t.sqlite", poll_seconds=0.1) as (first, second):
            here = await opened(first)
            there = await second.get("here")
            cut(first)
            await first.execute(here, say)
            await until(lambda: there.table.version == here.table.version)
            assert there.table.chat == here.table.chat

    asyncio.run(asyncio.wait_for(play(), 20))


def test_after_a_gap_all_tables_are_compared_at_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with two_hubs(tmp_path / "t.sqlite", poll_seconds=3600) as (first, second):
            lives = [await opened(first, name) for name in "abc"]
            there = [await second.get(name) for name in "abc"]
            cut(second)
            for live in lives:
                await first.execute(live, say)
            await asyncio.sleep(0.05)
            assert [table.table.chat for table in there] == [[], [], []]
            cut(second, connected=True)
            second.receive_gap()
            await until(lambda: all(len(table.table.chat) == 1 for table in there))

    asyncio.run(asyncio.wait_for(play(), 20))


def test_what_could_not_be_read_is_read_again_until_it_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(synchronizer, "RETRY_SECONDS", 0.02)

    async def play() -> None:
        async with two_hubs(tmp_path / "t.sqlite", poll_seconds=3600) as (first, second):
            here = await opened(first)
            there = await second.get("here")
            read, attempts = second.store.entries_after, 0

            async def failing(table_id: str, version: int) -> list[TableEntry]:
                nonlocal attempts
                attempts += 1
                if attempts < 4:
                    raise OSError
                return await read(table_id, version)

            monkeypatch.setattr(second.store, "entries_after", failing)
            await first.execute(here, say)
            await until(lambda: there.table.version == here.table.version)
            assert attempts == 4

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_conflict_while_the_store_cannot_be_read_is_a_failure_of_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Clocks go on afterwards: a timer that met with it is set again."""

    async def play() -> None:
        async with two_hubs(tmp_path / "t.sqlite", poll_seconds=3600) as (first, second):
            here = await opened(first, clock={"kind": "live", "time": 60})
            there = await second.get("here")
            cut(first)
            await first.execute(here, say)

            async def failing(table_id: str, version: int) -> list[TableEntry]:
                raise OSError

            with monkeypatch.context() as broken:
                broken.setattr(second.store, "entries_after", failing)
                await second.driver._expire(there)
                there.table.clocks.since -= 120_000
                await second.driver._expire(there)
                assert there.timer is not None
                assert there.table.clocks.paused
            await until(lambda: not there.table.clocks.paused and not there.table.ended)

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_table_that_the_store_has_set_back_is_loaded_anew(tmp_path: Path) -> None:
    async def play() -> None:
        async with two_hubs(tmp_path / "t.sqlite", poll_seconds=0.1) as (first, _):
            live = await opened(first)
            for _number in range(3):
                await first.execute(live, say)
            viewer = Viewer(None, "en")
            live.viewers.add(viewer)
            version = live.table.version
            async with first.store.engine.begin() as connection:
                await connection.exec_driver_sql("DELETE FROM entries WHERE version > ?", (version - 2,))
            await until(lambda: live.evicted)
            assert viewer.queue.get_nowait() is None, "the viewer reconnects"
            again = await first.get("here")
            assert (again.table.version, len(again.table.chat)) == (version - 2, 1)

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_welcome_reads_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with two_hubs(tmp_path / "t.sqlite", poll_seconds=3600) as (first, second):
            here = await opened(first)
            there = await second.get("here")
            cut(first)
            await first.execute(here, say)
            await second.bring_up_to_date(there)
            assert there.table.version == here.table.version
            await first.execute(here, say)

            async def failing(table_id: str, version: int) -> list[TableEntry]:
                raise OSError

            with monkeypatch.context() as broken:
                broken.setattr(second.store, "entries_after", failing)
                await second.bring_up_to_date(there)
                assert there.table.version == here.table.version - 1, "what is in memory is shown meanwhile"
            await until(lambda: there.table.version == here.table.version)

    asyncio.run(asyncio.wait_for(play(), 20))


def test_versions_are_those_of_the_last_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bastide.server.store.MAX_PARAMETERS", 2)

    async def compare() -> None:
        async with two_hubs(tmp_path / "t.sqlite", poll_seconds=3600) as (hub, _):
            names: Sequence[str] = ("a", "b", "c")
            expected = {}
            for words, name in enumerate(names):
                live = await opened(hub, name)
                for _number in range(words):
                    await hub.execute(live, lambda table: commands.say(table, 0, "word"))
                expected[name] = live.table.version
            assert await hub.store.versions([*names, "nowhere"]) == expected
            assert await hub.store.versions([]) == {}

    asyncio.run(asyncio.wait_for(compare(), 20))


def test_bots_and_clocks_go_on_at_a_table_that_is_set_back_though_nobody_is_connected(tmp_path: Path) -> None:
    async def play() -> None:
        async with two_hubs(tmp_path / "t.sqlite", poll_seconds=0.05) as (hub, _):
            bots = ScriptedBots()
            hub.driver.bots = bots
            live = await opened(hub, bots=["random"], options={"first_player": 0})
            await until(lambda: len(bots.thoughts) == 1)
            turn = live.table.version
            bots.thoughts[0].set_result(0)
            await until(lambda: live.table.version > turn)
            async with hub.store.engine.begin() as connection:
                await connection.exec_driver_sql(f"DELETE FROM entries WHERE version > {turn}")
            await until(lambda: live.evicted and "here" in hub.live)
            await until(lambda: hub.live["here"].driven)

    asyncio.run(asyncio.wait_for(play(), 20))


def test_bots_go_on_at_a_table_that_an_entry_could_not_be_applied_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with two_hubs(tmp_path / "t.sqlite", poll_seconds=3600) as (hub, _):
            bots = ScriptedBots()
            hub.driver.bots = bots
            live = await opened(hub, bots=["random"], options={"first_player": 0})
            await until(lambda: len(bots.thoughts) == 1)
            with monkeypatch.context() as failing:

                def apply(entry: TableEntry, game: Game | None = None) -> None:
                    raise MemoryError

                failing.setattr(live.table, "apply", apply)
                with pytest.raises(MemoryError):
                    await hub.execute(live, say)
            assert live.evicted
            await until(lambda: "here" in hub.live and hub.live["here"].driven)
            assert len(hub.live["here"].table.chat) == 1

    asyncio.run(asyncio.wait_for(play(), 20))
