"""Which tables are in memory: those that somebody needs, or where something is due; the others are loaded on demand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from bastide.client import Client
from bastide.errors import BastideError
from bastide.rules.model import Json
from bastide.server import commands, live_table, table_cache
from bastide.server.bus import LocalBus
from bastide.server.database import make_engine
from bastide.server.entries import TableEntry
from bastide.server.hub import Hub
from bastide.server.live_table import LiveTable, Viewer
from bastide.server.metrics import Metrics
from bastide.server.migrations_runner import migrate
from bastide.server.settings import Settings, sqlite_url
from bastide.server.store import Store
from tests.server.cluster_games import audit, play_all, seat_everybody
from tests.server.players import Habits
from tests.server.test_hub import ScriptedBots, opened, say, until
from tests.server.test_outages import SHORT
from tests.server.threaded_server import ThreadedServer

LIVE: Json = {"kind": "live", "time": 600}


@asynccontextmanager
async def tables(database: Path, **settings: int) -> AsyncIterator[Hub]:
    """A hub of its own on a database, whose bots do not answer."""
    store = Store(make_engine(sqlite_url(database)))
    await migrate(store.engine)
    hub = Hub(store, LocalBus(), Metrics(), Settings(**settings))  # type: ignore[arg-type]
    hub.driver.bots = ScriptedBots()
    async with store.running(), hub.running():
        yield hub


def test_only_tables_with_bots_or_clocks_are_taken_up_at_the_start(tmp_path: Path) -> None:
    async def start() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            await opened(hub, "plain")
            await opened(hub, "clock", clock=LIVE)
            await opened(hub, "bot", bots=["random"], options={"first_player": 0})
            over = await opened(hub, "over", clock=LIVE)
            await hub.execute(over, lambda table: commands.resign(table, 0))
            alone = await opened(hub, "alone", seats=3, bots=["random", "random"])
            await hub.execute(alone, lambda table: commands.resign(table, 2))
        async with tables(tmp_path / "t.sqlite") as hub:
            assert not hub.live, "the port opens before any table is loaded"
            await until(lambda: set(hub.live) == {"clock", "bot"})
            assert await hub.store.automatic() in (["clock", "bot"], ["bot", "clock"])
            await asyncio.sleep(3 * table_cache.PAUSE_SECONDS)
            assert set(hub.live) == {"clock", "bot"}
            assert (await hub.get("plain")).table.game is not None

    asyncio.run(asyncio.wait_for(start(), 20))


def test_a_table_that_cannot_be_taken_up_keeps_no_other_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_cache, "RETRY_SECONDS", 0.01)

    async def start() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            for name in ("broken", "well", "sound"):
                await opened(hub, name, clock=LIVE)
        read, torn = Store.entries_after, True

        async def entries_after(store: Store, table_id: str, version: int) -> list[TableEntry]:
            if table_id == "broken" and torn:
                raise OSError
            return await read(store, table_id, version)

        monkeypatch.setattr(Store, "entries_after", entries_after)
        async with tables(tmp_path / "t.sqlite") as hub:
            await until(lambda: set(hub.live) == {"well", "sound"})
            torn = False
            await until(lambda: set(hub.live) == {"broken", "well", "sound"})

    asyncio.run(asyncio.wait_for(start(), 20))


def test_bots_stop_when_the_last_person_has_left_and_go_on_for_a_spectator(tmp_path: Path) -> None:
    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            bots = hub.driver.bots
            assert isinstance(bots, ScriptedBots)
            options: Json = {"first_player": 1}
            live = await opened(hub, seats=3, bots=["random", "random"], options=options)
            await until(lambda: len(bots.thoughts) == 1)
            await hub.execute(live, lambda table: commands.resign(table, 2))
            bots.thoughts[0].set_result(0)
            await until(lambda: not live.driven)
            asked, version = len(bots.thoughts), live.table.version
            await asyncio.sleep(0.05)
            assert (len(bots.thoughts), live.table.version) == (asked, version)
            viewer = Viewer(None, "en")
            live.viewers.add(viewer)
            hub.driver.schedule(live)
            await until(lambda: len(bots.thoughts) == asked + 1)
            live.viewers.discard(viewer)
            bots.thoughts[-1].set_result(0)
            await until(lambda: not live.driven)

    asyncio.run(asyncio.wait_for(play(), 20))


def test_the_least_recently_used_tables_leave_memory_beyond_the_limit(tmp_path: Path) -> None:
    async def play() -> None:
        async with tables(tmp_path / "t.sqlite", tables_in_memory=3) as hub:
            first = await opened(hub, "0")
            first.viewers.add(Viewer(None, "en"))
            for number in range(1, 6):
                await opened(hub, str(number))
            assert set(hub.live) == {"0", "3", "4", "5"}
            await hub.get("3")
            await opened(hub, "6")
            assert set(hub.live) == {"0", "3", "5", "6"}
            again = await hub.get("1")
            assert await hub.execute(again, say) is not None

    asyncio.run(asyncio.wait_for(play(), 20))


def test_tables_that_somebody_is_connected_to_do_not_count_for_the_limit(tmp_path: Path) -> None:
    async def play() -> None:
        async with tables(tmp_path / "t.sqlite", tables_in_memory=2) as hub:
            for number in range(3):
                (await opened(hub, f"attended {number}")).viewers.add(Viewer(None, "en"))
            for number in range(3):
                await opened(hub, str(number))
            assert set(hub.live) == {"attended 0", "attended 1", "attended 2", "1", "2"}

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_table_is_in_use_until_the_last_viewer_leaves(tmp_path: Path) -> None:
    async def play() -> None:
        async with tables(tmp_path / "t.sqlite", tables_in_memory=2) as hub:
            first, viewer = await opened(hub, "first"), Viewer(None, "en")
            first.viewers.add(viewer)
            await opened(hub, "second")
            first.remove(viewer)
            await opened(hub, "third")
            assert set(hub.live) == {"first", "third"}

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_clock_runs_on_though_its_table_could_not_be_loaded_for_somebody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_table, "WAKE_SECONDS", 0.0)

    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            hub.live.evict(await opened(hub, clock={"kind": "live", "time": 1}))
            with monkeypatch.context() as failing:

                async def entries_after(store: Store, table_id: str, version: int) -> list[TableEntry]:
                    if version:
                        raise OSError("away")
                    return await read(store, table_id, version)

                read = Store.entries_after
                failing.setattr(Store, "entries_after", entries_after)
                with pytest.raises(OSError, match="away"):
                    await hub.get("here")
            await until(lambda: "here" in hub.live and hub.live["here"].table.ended == "flagged")

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_clock_runs_on_while_its_table_is_not_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "WAKE_SECONDS", 0.0)

    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            clock: Json = {"kind": "live", "time": 1}
            live = await opened(hub, clock=clock)
            actor = live.table.actor
            assert live.droppable()
            start = time.monotonic()
            hub.live.evict(live)
            assert not hub.live
            await until(lambda: "here" in hub.live and bool(hub.live["here"].table.ended))
            again = hub.live["here"].table
            assert again.ended == "flagged"
            assert again.seats[actor or 0] is not None
            assert 0.5 < time.monotonic() - start < 8

    asyncio.run(asyncio.wait_for(play(), 20))


def test_time_before_the_process_was_started_is_not_counted(tmp_path: Path) -> None:
    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            await opened(hub, clock=LIVE)
            async with hub.store.engine.begin() as connection:
                await connection.exec_driver_sql("UPDATE entries SET at = at - 3600000")
        async with tables(tmp_path / "t.sqlite") as hub:
            table = (await hub.get("here")).table
            assert table.clocks.running is not None
            assert table.clocks.remaining(table.clocks.running) > 590_000

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_command_for_a_table_that_was_dropped_meanwhile_is_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            live: LiveTable = await opened(hub)
            hub.drop("here")
            with pytest.raises(BastideError) as refused:
                await hub.execute(live, say)
            assert refused.value.message == "table_busy"
            hub.drop("nowhere")

    asyncio.run(asyncio.wait_for(play(), 20))


def test_games_go_on_though_their_tables_leave_memory_at_any_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(1)
    monkeypatch.setattr(table_cache, "EVICTION_SECONDS", 0.1)
    monkeypatch.setattr(LiveTable, "idle", lambda live: rng.random() < 0.2)
    kinds: list[dict[str, Json]] = [{"clock": LIVE}, {"confirm": True}, {"bots": [None, "random"], "confirm": True}]

    async def play() -> None:
        clients = [Client(server.address)]
        games = [await seat_everybody(clients, rng, Habits(chat=5, takeback=3), 0.5, **SHORT, **kind) for kind in kinds]
        await play_all(games, 60)
        await audit(sqlite_url(tmp_path / "t.sqlite"), clients, games)

    with ThreadedServer(tmp_path / "t.sqlite") as server:
        asyncio.run(play())
