"""Failures of the hub and the store: memory agrees with the store, and tables recover."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import ConnectionPoolEntry

from bastide.bots import Bot
from bastide.errors import BastideError
from bastide.play.fair import Fair
from bastide.rules.model import Json
from bastide.rules.state import State
from bastide.server import commands, live_table, table_cache, tasks
from bastide.server.bot_pool import BotPool, Move
from bastide.server.bus import LocalBus
from bastide.server.database import make_engine
from bastide.server.entries import PendingEntry, TableEntry
from bastide.server.hub import Hub
from bastide.server.live_table import LiveTable, Viewer
from bastide.server.metrics import Metrics
from bastide.server.migrations_runner import migrate
from bastide.server.options import read_options
from bastide.server.settings import sqlite_url
from bastide.server.store import NewEntry, Store, TableRow, VersionConflict
from bastide.server.table import Table
from tests.server.running import Server

WITH_BOT: dict[str, Json] = {"preset": "second", "bots": ["random"]}


@asynccontextmanager
async def tables(database: Path) -> AsyncIterator[Hub]:
    """A hub of its own on a database."""
    store = Store(make_engine(sqlite_url(database)))
    await migrate(store.engine)
    hub = Hub(store, LocalBus(), Metrics())
    async with store.running(), hub.running():
        yield hub


async def opened(hub: Hub, table_id: str = "here", **options: Json) -> LiveTable:
    """Open a table and let people sit down until the game begins."""
    made = read_options({"preset": "second", **options})
    live = await hub.open(TableRow(table_id, 1, 1, made.to_json(), Fair.fresh().secret, True, "open"))
    for number in range(made.bots.count(None)):
        await hub.execute(live, lambda table, n=number: commands.take_seat(table, None, f"person {n}", f"hash {n}", ""))  # type: ignore[misc]
    for seat in sorted(live.table.awaited):
        await hub.execute(live, lambda table, s=seat: commands.ready(table, s))  # type: ignore[misc]
    return live


async def until(is_so: Callable[[], bool], seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not is_so():
            await asyncio.sleep(0.005)


def row(table_id: str = "here") -> TableRow:
    return TableRow(table_id, 1, 1, read_options({"preset": "second"}).to_json(), Fair.fresh().secret, True, "open")


def word(version: int, table_id: str = "here") -> NewEntry:
    return NewEntry(table_id, TableEntry(version, "said", None, {"text": "word", "name": ""}, 1))


def say(table: Table) -> PendingEntry:
    return commands.say(table, 0, "word")


class ScriptedBots(BotPool):
    """Bots that answer when the test says so: with the index of an option, or with nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.thoughts: list[asyncio.Future[int | None]] = []

    async def choose(self, bot: Bot, state: State) -> Move | None:
        self.thoughts.append(asyncio.get_running_loop().create_future())
        index = await self.thoughts[-1]
        if index is None:
            return None
        return (state.legal[index] if index < len(state.legal) else -1), bot


def test_the_writer_goes_on_though_nobody_waits_for_what_was_overtaken(tmp_path: Path) -> None:
    async def write() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            await hub.store.open_table(row())
            await hub.store.append(word(1))
            waiting = asyncio.create_task(hub.store.append(word(1)))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            waiting.cancel()
            with suppress(asyncio.CancelledError):
                await waiting
            await hub.store.append(word(2))
            with pytest.raises(VersionConflict):
                await hub.store.append(word(2))

    asyncio.run(asyncio.wait_for(write(), 10))


def test_entries_that_come_together_are_overtaken_one_by_one(tmp_path: Path) -> None:
    async def write() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            for name in "abc":
                await hub.store.open_table(row(name))
            await hub.store.append(word(1, "b"))
            together = [hub.store.append(word(1, name)) for name in "abc"]
            found = await asyncio.gather(*together, return_exceptions=True)
            assert [type(f) for f in found] == [type(None), VersionConflict, type(None)]
            assert [len(await hub.store.entries_after(name, 0)) for name in "abc"] == [1, 1, 1]

    asyncio.run(asyncio.wait_for(write(), 10))


def test_an_operation_goes_on_when_its_caller_is_cancelled_and_the_store_waits_for_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "t.sqlite"

    async def stop() -> None:
        async with tables(path) as hub:
            await hub.store.open_table(row())
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN EXCLUSIVE")
                blocked = asyncio.create_task(hub.store.set_status("here", "over", automatic=False, updated=2))
                await asyncio.sleep(0.05)
                blocked.cancel()
                await asyncio.wait([blocked], timeout=0.05)
                other.execute("COMMIT")

    asyncio.run(asyncio.wait_for(stop(), 20))
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT status FROM tables").fetchone() == ("over",)
    assert not [record for record in caplog.records if record.name.startswith("sqlalchemy")]


def test_while_the_database_is_locked_nothing_happens_and_then_all_goes_on(tmp_path: Path) -> None:
    def impatient(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
        connection.cursor().execute("PRAGMA busy_timeout=50")

    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            live = await opened(hub)
            event.listen(hub.store.engine.sync_engine, "connect", impatient)
            await hub.store.engine.dispose()
            before = live.table.version
            viewer = Viewer(None, "en")
            live.viewers.add(viewer)
            lock = sqlite3.connect(tmp_path / "t.sqlite", isolation_level=None)
            lock.execute("BEGIN IMMEDIATE")
            with pytest.raises(BastideError, match="could not be stored"):
                await hub.execute(live, say)
            assert (live.table.version, live.table.chat, viewer.queue.qsize()) == (before, [], 0)
            lock.rollback()
            lock.close()
            entry = await hub.execute(live, say)
            assert entry is not None
            assert entry.version == before + 1
            assert viewer.queue.qsize() == 1

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_commit_of_which_nobody_knows_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store says that it failed, but the entry is there: it is taken up, and told."""
    monkeypatch.setattr(tasks, "RETRY_SECONDS", 0.05)

    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            live = await opened(hub)
            before, append = live.table.version, hub.store.append

            async def lost_answer(item: NewEntry) -> None:
                await append(item)
                raise ConnectionResetError

            monkeypatch.setattr(hub.store, "append", lost_answer)
            with pytest.raises(BastideError):
                await hub.execute(live, say)
            assert live.table.version == before
            monkeypatch.setattr(hub.store, "append", append)
            await until(lambda: live.table.version == before + 1)
            assert len(live.table.chat) == 1

    asyncio.run(asyncio.wait_for(play(), 20))


def test_what_was_begun_is_finished_though_nobody_waits_for_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            live = await opened(hub)
            before, viewer = live.table.version, Viewer(None, "en")
            live.viewers.add(viewer)
            for _ in range(20):
                waiting = asyncio.create_task(hub.execute(live, say))
                await asyncio.sleep(0.0005)
                waiting.cancel()
                with suppress(asyncio.CancelledError):
                    await waiting
            await until(lambda: live.table.version == before + 20)
            assert len(await hub.store.entries_after("here", 0)) == before + 20
            assert viewer.queue.qsize() == 20, "all of it was told"

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_table_is_read_once_though_those_who_asked_first_went_away(tmp_path: Path) -> None:
    async def read() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            await hub.store.open_table(row())
            read, gate = hub.store.entries_after, asyncio.Event()

            async def slowly(table_id: str, version: int) -> list[TableEntry]:
                await gate.wait()
                return await read(table_id, version)

            hub.store.entries_after = slowly  # type: ignore[method-assign]
            first, second = asyncio.create_task(hub.get("here")), asyncio.create_task(hub.get("here"))
            await asyncio.sleep(0.05)
            first.cancel()
            await asyncio.sleep(0.05)
            others = [second, *(asyncio.create_task(hub.get("here")) for _ in range(3))]
            await asyncio.sleep(0.05)
            gate.set()
            assert len({id(live) for live in await asyncio.gather(*others)} | {id(hub.live["here"])}) == 1

    asyncio.run(asyncio.wait_for(read(), 10))


def test_what_another_process_stores_while_a_table_is_read_is_not_missed(tmp_path: Path) -> None:
    async def read() -> None:
        async with tables(tmp_path / "t.sqlite") as hub, tables(tmp_path / "t.sqlite") as other:
            await hub.store.open_table(row())
            read = hub.store.entries_after

            async def overtaken(table_id: str, version: int) -> list[TableEntry]:
                found = await read(table_id, version)
                if not version and not found:
                    await other.store.append(word(1))
                    await hub.refresh(table_id)
                return found

            hub.store.entries_after = overtaken  # type: ignore[method-assign]
            assert (await hub.get("here")).table.version == 1

    asyncio.run(asyncio.wait_for(read(), 10))


def test_a_table_that_cannot_be_read_does_not_keep_the_server_from_starting(tmp_path: Path) -> None:
    async def start() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            clock: Json = {"kind": "live"}
            await opened(hub, "sound", clock=clock)
            broken = await opened(hub, "broken", clock=clock)
            version = broken.table.version + 1
            await hub.store.append(
                NewEntry("broken", TableEntry(version, "acted", 0, {"actions": [{"do": "nothing known"}]}, 1))
            )
        async with tables(tmp_path / "t.sqlite") as hub:
            await until(lambda: "sound" in hub.live)
            await asyncio.sleep(3 * table_cache.PAUSE_SECONDS)
            assert set(hub.live) == {"sound"}
            with pytest.raises(BastideError):
                await hub.get("broken")

    asyncio.run(asyncio.wait_for(start(), 20))


def test_memory_that_may_be_wrong_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            live = await opened(hub)
            viewer = Viewer(None, "en")
            live.viewers.add(viewer)
            with monkeypatch.context() as broken:
                broken.setattr(Table, "apply", lambda *_: 1 / 0)
                with pytest.raises(ZeroDivisionError):
                    await hub.execute(live, say)
            assert viewer.queue.get_nowait() is None, "whoever watched must come back"
            with pytest.raises(BastideError):
                await hub.execute(live, say)
            again = await hub.get("here")
            assert again is not live
            assert len(again.table.chat) == 1

    asyncio.run(asyncio.wait_for(play(), 20))


def test_lists_know_of_the_end_though_that_could_not_be_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            live = await opened(hub)

            async def failing(*_: object) -> None:
                raise OSError

            with monkeypatch.context() as broken:
                broken.setattr(hub.store, "set_status", failing)
                await hub.execute(live, lambda table: commands.resign(table, 0))
            assert live.table.ended
            assert await hub.store.idle_since(10**15) == ["here"]
        async with tables(tmp_path / "t.sqlite") as hub:
            assert (await hub.summary("here")).facts["status"] == "over"
            assert await hub.store.idle_since(10**15) == []

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_bot_thinks_anew_when_the_table_went_back_meanwhile(tmp_path: Path) -> None:
    """What it thought of a position that is no more does not count, and nobody waits for it for ever."""

    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            hub.driver.bots = bots = ScriptedBots()
            live = await opened(hub, bots=[None, "random"], options={"first_player": 0})
            table = live.table

            async def turn() -> None:
                while table.actor == 0:
                    await hub.execute(live, lambda t: commands.act(t, 0, {"option": 0, "moment": t.position_version}))

            await turn()
            await until(lambda: len(bots.thoughts) == 1)
            await hub.execute(live, lambda t: commands.propose_takeback(t, 0))
            assert table.actor == 0
            bots.thoughts[0].set_result(0)
            await asyncio.sleep(0.05)
            assert table.actor == 0
            await turn()
            await until(lambda: len(bots.thoughts) == 2)
            await hub.execute(live, lambda t: commands.propose_takeback(t, 0))
            await turn()
            before = table.version
            bots.thoughts[1].set_result(0)
            await until(lambda: len(bots.thoughts) == 3)
            assert table.version == before, "the second thought was of the past"
            bots.thoughts[2].set_result(0)
            await until(lambda: table.version > before)

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_bot_is_asked_again_when_its_choice_was_cancelled(tmp_path: Path) -> None:
    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            bots = hub.driver.bots = ScriptedBots()
            live = await opened(hub, bots=["random"], options={"first_player": 0})
            await until(lambda: len(bots.thoughts) == 1)
            bots.thoughts[0].cancel()
            await until(lambda: len(bots.thoughts) == 2)
            version = live.table.version
            bots.thoughts[1].set_result(0)
            await until(lambda: live.table.version > version)

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_bot_that_fails_or_chooses_nonsense_passes(tmp_path: Path) -> None:
    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            hub.driver.bots = bots = ScriptedBots()
            live = await opened(hub, bots=["random"], options={"first_player": 0})
            for answer in (10**6, None):
                before = live.table.version
                await until(lambda: bool(bots.thoughts) and not bots.thoughts[-1].done())
                bots.thoughts[-1].set_result(answer)
                await until(lambda: live.table.version > before)  # noqa: B023
                if live.table.actor != 0:
                    break

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_bot_moves_though_its_move_could_not_be_stored_at_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "RETRY_SECONDS", 0.02)

    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            hub.driver.bots = bots = ScriptedBots()
            live = await opened(hub, bots=["random"], options={"first_player": 0})
            insert, failures = hub.store._insert, 3

            async def failing(connection: AsyncConnection, items: Sequence[NewEntry]) -> None:
                nonlocal failures
                failures -= 1
                if failures >= 0:
                    raise OSError
                await insert(connection, items)

            monkeypatch.setattr(hub.store, "_insert", failing)
            before = live.table.version
            for number in range(4):
                await until(lambda: len(bots.thoughts) > number)  # noqa: B023
                assert live.table.version == before
                bots.thoughts[number].set_result(0)
            await until(lambda: live.table.version > before)

    asyncio.run(asyncio.wait_for(play(), 20))


def test_time_is_over_though_that_could_not_be_stored_at_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "RETRY_SECONDS", 0.02)

    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            live = await opened(hub, clock={"kind": "live", "time": 1})
            append, failures = hub.store.append, 2

            async def failing(item: NewEntry) -> None:
                nonlocal failures
                failures -= 1
                if failures >= 0:
                    raise OSError
                await append(item)

            monkeypatch.setattr(hub.store, "append", failing)
            await until(lambda: live.table.ended == "flagged")

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_timer_that_comes_too_early_is_set_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            live = await opened(hub, clock={"kind": "live", "time": 1})
            assert live.timer is not None
            live.timer.cancel()
            hub.driver.set_timer(live, 0.01)
            await asyncio.sleep(0.1)
            assert not live.table.ended
            await until(lambda: live.table.ended == "flagged")

    asyncio.run(asyncio.wait_for(play(), 20))


def test_tables_where_nothing_happens_are_forgotten_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_cache, "EVICTION_SECONDS", 0.02)

    async def play() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            hub.driver.bots = ScriptedBots()
            over, watched = await opened(hub, "over"), await opened(hub, "watched")
            await opened(hub, "timed", clock={"kind": "days", "time": 1})
            await opened(hub, "bot", bots=["random"], options={"first_player": 0})
            viewer = Viewer(None, "en")
            watched.viewers.add(viewer)
            for live in (over, watched):
                await hub.execute(live, lambda table: commands.resign(table, 0))
            version = over.table.version
            monkeypatch.setattr(live_table, "IDLE_SECONDS", 0.3)
            monkeypatch.setattr(live_table, "FINISHED_SECONDS", 0.3)
            await until(lambda: "over" not in hub.live)
            await asyncio.sleep(0.4)
            assert set(hub.live) == {"watched", "bot"}
            again = await hub.get("over")
            assert (again.table.version, again.table.ended) == (version, "resigned")
            watched.viewers.discard(viewer)
            await until(lambda: set(hub.live) == {"bot"})

    asyncio.run(asyncio.wait_for(play(), 20))


def test_whoever_does_not_keep_up_gets_no_message_after_a_gap() -> None:
    async def overflow() -> None:
        viewer = Viewer(None, "en")
        for number in range(live_table.BACKLOG + 50):
            viewer.send(str(number))
        assert viewer.overflowed.is_set()
        assert viewer.queue.get_nowait() is None
        assert viewer.queue.empty()

    asyncio.run(overflow())


def test_whoever_stood_up_speaks_for_no_seat(tmp_path: Path) -> None:
    async def leave() -> None:
        async with tables(tmp_path / "t.sqlite") as hub:
            live = await hub.open(row())
            await hub.execute(live, lambda table: commands.take_seat(table, 0, "person", "hash", ""))
            viewers = [Viewer(0, "en"), Viewer(1, "en"), Viewer(None, "en")]
            live.viewers.update(viewers)
            await hub.execute(live, lambda table: commands.leave_seat(table, 0))
            assert [viewer.seat for viewer in viewers] == [None, 1, None]

    asyncio.run(asyncio.wait_for(leave(), 10))


def test_names_of_commands_are_nobody_elses_business(tmp_path: Path) -> None:
    """A line of chat is told without the name that its sender gave the command."""

    async def talk(server: Server) -> None:
        table = await server.client.open(preset="second")
        seat = await server.client.take_seat(table, "person")
        async with server.client.connect(table) as other, server.client.session(table, seat.token) as place:
            looks = aiter(other)
            await anext(looks)
            await place.execute("say", text="hello")
            await anext(looks)
        async with server.client.connect(table) as later:
            await anext(aiter(later))
        assert other.chat == later.chat
        assert "ref" not in json.dumps(other.chat)

    with Server(tmp_path / "t.sqlite") as server:
        asyncio.run(asyncio.wait_for(talk(server), 20))
