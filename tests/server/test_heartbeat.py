"""Nobody is flagged by a process that cannot know what the player's own process has heard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from bastide.errors import BastideError
from bastide.server import commands, store, tasks
from bastide.server.database import make_engine
from bastide.server.hub import Hub
from bastide.server.live_table import LiveTable, Viewer
from bastide.server.store import Store
from tests.server.test_hub import opened, until
from tests.server.test_synchronizer import cut, two_hubs

POLL_SECONDS = 0.05
NEVER = 3600.0
MINUTE = 60_000


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "RETRY_SECONDS", 0.02)


@contextmanager
def without_store(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A process cannot reach the store, nor hears from others, within the context."""

    async def failing(*_: object) -> None:
        raise OSError

    cut(hub)
    with monkeypatch.context() as broken:
        for name in ("append", "beat", "elsewhere", "entries_after", "generation", "set_status", "table", "versions"):
            broken.setattr(hub.store, name, failing)
        yield
    cut(hub, connected=True)
    hub.receive_gap()


async def heard(hub: Hub) -> None:
    """Wait until other processes can know who is connected to this one."""
    await hub.heartbeat.beat()


@asynccontextmanager
async def minute_game(
    tmp_path: Path, poll: float = POLL_SECONDS
) -> AsyncIterator[tuple[LiveTable, LiveTable, Hub, Hub]]:
    """A game of two with a minute for each, in the memory of two processes; the table in each, and they."""
    async with asyncio.timeout(20), two_hubs(tmp_path / "t.sqlite", poll) as (first, second):
        while len(await stored(first.store, "processes")) < 2:
            await asyncio.sleep(0.005)
        here = await opened(first, clock={"kind": "live", "time": 60})
        yield here, await second.get("here"), first, second


def connect(live: LiveTable, seat: int | None = None) -> Viewer:
    """Connect a seat, by default the one on turn."""
    viewer = Viewer(live.table.actor if seat is None else seat, "en")
    live.viewers.add(viewer)
    return viewer


def run_out(live: LiveTable) -> None:
    """Let the time of the running clock run out in one process."""
    live.table.clocks.since -= MINUTE


async def look_at_the_clock(hub: Hub, live: LiveTable, times: int = 3) -> None:
    """Do what is due by time several times."""
    for _ in range(times):
        await hub.driver._expire(live)


def test_a_player_whose_process_does_not_reach_the_store_is_not_flagged_by_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their process tried to store what they chose in time; it is stored later, and the game goes on."""

    async def play() -> None:
        async with minute_game(tmp_path) as (here, there, first, second):
            seat = connect(there).seat
            assert seat is not None
            await heard(second)
            with without_store(second, monkeypatch):
                there.table.clocks.since -= MINUTE - 1000
                with pytest.raises(BastideError, match="could not be stored"):
                    await second.execute(there, lambda table: commands.say(table, seat, "I am here"))
                assert there.table.clocks.paused
                run_out(here)
                await look_at_the_clock(first, here)
                assert not here.table.ended
                await first.execute(here, lambda table: commands.say(table, 1 - seat, "where are you?"))
            await until(lambda: there.table.version >= here.table.version and not there.table.clocks.paused)
            assert 0 < there.table.clocks.remaining(seat) <= 1000
            await look_at_the_clock(first, here)
            await second.execute(there, lambda table: commands.play_default(table, seat))
            await until(lambda: here.table.version == there.table.version)
            assert not here.table.ended
            assert here.table.actor != seat or here.table.clocks.remaining(seat) > 0

    asyncio.run(play())


def test_a_player_who_was_not_told_that_it_is_their_turn_keeps_their_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with minute_game(tmp_path) as (here, there, first, second):
            mover = here.table.actor
            assert mover is not None
            connect(there, 1 - mover)
            await heard(second)
            with without_store(second, monkeypatch):
                while here.table.actor == mover:
                    await first.execute(here, lambda table: commands.play_default(table, mover))
                run_out(here)
                await look_at_the_clock(first, here)
                await first.execute(here, lambda table: commands.say(table, mover, "your turn"))
                assert here.table.clocks.remaining(1 - mover) == 0
            await until(lambda: there.table.version == here.table.version)
            await look_at_the_clock(first, here)
            assert not there.table.ended
            assert there.table.clocks.remaining(1 - mover) > MINUTE - 5000

    asyncio.run(play())


def test_a_player_is_flagged_by_the_process_they_are_connected_to(tmp_path: Path) -> None:
    async def play() -> None:
        async with minute_game(tmp_path, NEVER) as (here, there, first, second):
            connect(there)
            await heard(second)
            run_out(here)
            await look_at_the_clock(first, here)
            assert not here.table.ended
            run_out(there)
            await look_at_the_clock(second, there)
            await until(lambda: here.table.ended == there.table.ended == "flagged")

    asyncio.run(play())


def test_a_player_who_is_connected_nowhere_is_flagged_once_all_processes_were_heard(tmp_path: Path) -> None:
    async def play() -> None:
        async with minute_game(tmp_path, NEVER) as (here, _, first, second):
            run_out(here)
            await look_at_the_clock(first, here)
            assert here.table.ended == "", "the player may be connected there by now"
            await heard(second)
            await look_at_the_clock(first, here, 1)
            assert str(here.table.ended) == "flagged"

    asyncio.run(play())


def test_a_process_that_stops_or_is_silent_for_long_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(stops: bool) -> None:
        async with minute_game(tmp_path / str(stops), NEVER) as (here, there, first, second):
            connect(there)
            await heard(second)
            run_out(here)
            await look_at_the_clock(first, here)
            assert here.table.ended == ""
            if stops:
                await second.heartbeat.leave()
            else:
                monkeypatch.setattr(store, "GONE_SECONDS", 0)
                await asyncio.sleep(0.01)
            await look_at_the_clock(first, here, 1)
            assert str(here.table.ended) == "flagged"

    for stops in (True, False):
        (tmp_path / str(stops)).mkdir()
        asyncio.run(play(stops))


async def stored(database: Store, name: str = "connections") -> list[tuple[object, ...]]:
    """Return the rows of a table of the database."""
    async with database.engine.connect() as connection:
        return sorted(tuple(row) for row in await connection.exec_driver_sql(f"SELECT * FROM {name}"))


async def check_connections(database: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b, c = ("a", 0), ("b", 1), ("c", 2)
    await database.beat("one", {a, b})
    await database.beat("two", {b})
    assert await stored(database) == [("a", 0, "one"), ("b", 1, "one"), ("b", 1, "two")]
    await database.beat("one", {b, c}, before={a, b})
    assert await stored(database) == [("b", 1, "one"), ("b", 1, "two"), ("c", 2, "one")]
    await database.beat("one", {a, b})
    assert await stored(database) == [("a", 0, "one"), ("b", 1, "one"), ("b", 1, "two")]
    assert await database.elsewhere("two", "a", 0, 0)
    assert not await database.elsewhere("one", "a", 0, MINUTE - 1)
    await database.forget_process("one")
    assert await stored(database) == [("b", 1, "two")]
    await database.beat("one", {a, b}, before={a})
    assert await stored(database) == [("a", 0, "one"), ("b", 1, "one"), ("b", 1, "two")], "it was forgotten"
    monkeypatch.setattr(store, "GONE_SECONDS", -1)
    await database.beat("three", {c})
    assert await stored(database) == [("c", 2, "three")]


def test_the_store_knows_the_seats_that_are_connected_to_each_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        async with two_hubs(tmp_path / "t.sqlite", NEVER) as (first, _):
            await asyncio.sleep(0.05)
            async with first.store.engine.begin() as connection:
                await connection.exec_driver_sql("DELETE FROM processes")
            await check_connections(first.store, monkeypatch)

    asyncio.run(check())


@pytest.mark.slow
def test_so_does_postgresql(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from bastide.server.migrations_runner import migrate

    async def check() -> None:
        database = Store(make_engine(database_url))
        await migrate(database.engine)
        await check_connections(database, monkeypatch)
        await database.engine.dispose()

    asyncio.run(check())
