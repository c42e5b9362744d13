"""Acknowledged commands survive: servers are killed at random, and every table is restored."""

from __future__ import annotations

import asyncio
import json
import resource
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

from bastide.client import ApiError, Client, Connection, Snapshot
from bastide.play.verify import verify
from bastide.rules.model import Json
from bastide.server.database import make_engine
from bastide.server.expiry import lifetime
from bastide.server.messages import state_for
from bastide.server.options import read_options
from bastide.server.settings import Settings, sqlite_url
from bastide.server.store import Store
from bastide.server.table import Table
from tests.rulesets import FULL
from tests.server.players import Habits, Player, seated, to_the_end
from tests.server.running import Server

RESTLESS = Habits(chat=6, undo=10, takeback=4, end=1, grant=70)
LIVE: dict[str, Json] = {"kind": "live", "time": 3600, "increment": 2}
TABLES: list[dict[str, Json]] = [
    {"preset": "bigbox2014", "expansions": list(FULL[0]), "seats": 2, "clock": LIVE},
    {"preset": "bigbox2014", "expansions": list(FULL[1]), "seats": 3, "confirm": True},
    {"preset": "bigbox2014", "expansions": list(FULL[2]), "seats": 2},
    {"preset": "gold_rush", "seats": 4, "clock": {"kind": "days", "time": 3, "flag": "passes"}},
    {"preset": "second", "seats": 3, "bots": [None, "random"], "clock": {**LIVE, "flag": "passes"}},
    {"preset": "first", "seats": 2, "confirm": True, "bots": ["random"]},
]
TIMES = ("clocks",)


@dataclass
class Seen:
    """What one viewer of a table knew when the server was killed, and what they find when they come back."""

    table: str
    seat: int | None
    token: str | None
    before: Snapshot
    after: Snapshot | None = None


async def watch(client: Client, table: str, seat: int | None, token: str | None, seen: list[Seen]) -> None:
    """Follow a table to the last word that comes from the server."""
    connection: Connection | None = None
    try:
        async with client.connect(table, token) as connection:
            async for _ in connection:
                pass
    except (ConnectionClosed, OSError):
        pass
    finally:
        if connection is not None and connection.snapshot is not None:
            seen.append(Seen(table, seat, token, connection.snapshot))


async def play_until_killed(server: Server, people: list[Player], acknowledged: int) -> list[Seen]:
    """Play at all tables, kill the server after so many acknowledgements, and return what everybody knew then."""
    seen: list[Seen] = []
    viewers: list[tuple[str, int | None, str | None]] = [(p.table, p.seat, p.token) for p in people]
    viewers += [(table, None, None) for table in {p.table for p in people}]
    watching = [asyncio.create_task(watch(server.client, *viewer, seen)) for viewer in viewers]
    await asyncio.sleep(0.2)
    goal = acknowledged + sum(len(person.acknowledged) for person in people)
    playing = [asyncio.create_task(person.play()) for person in people]
    while sum(len(person.acknowledged) for person in people) < goal and not all(task.done() for task in playing):
        await asyncio.sleep(0.001)
    server.kill()
    for task in playing:
        task.cancel()
    results = await asyncio.gather(*playing, return_exceptions=True)
    assert [r for r in results if isinstance(r, Exception)] == []
    await asyncio.wait_for(asyncio.gather(*watching), 20)
    assert len(seen) == len(viewers)
    return seen


async def welcome(client: Client, table: str, token: str | None) -> Snapshot:
    async with client.connect(table, token) as connection:
        return await anext(aiter(connection))


async def replayed(database: Path, table_id: str, version: int | None = None) -> Table:
    """Return a table as its log in the store tells it, up to a version."""
    store = Store(make_engine(sqlite_url(database)))
    row = await store.table(table_id)
    assert row is not None
    table = Table(row.id, read_options(row.options), row.secret)
    table.updated, table.lifetime = row.opened, lifetime(table.options, Settings().expire_days)
    for entry in await store.entries_after(table_id, 0):
        if version is None or entry.version <= version:
            table.apply(entry)
    await store.engine.dispose()
    return table


def still(state: Mapping[str, object]) -> Json:
    """Return what a state says, without clocks, as it would be read from the wire."""
    found: Json = json.loads(json.dumps({name: value for name, value in state.items() if name not in TIMES}))
    return found


def whole(table: Table, seat: int | None) -> Json:
    return still({**state_for(table, seat), "board_from": 0})


def comparable(now: Snapshot) -> Json:
    return still({**now.state, "board_from": 0} if "view" in now.state else now.state)


def clocks(now: Snapshot) -> list[int]:
    return list(now.state["clocks"])


async def check_nothing_is_lost(database: Path, people: list[Player], seen: list[Seen], running: float) -> int:
    """Compare what everybody knew with what they find now; return how many tables were found exactly there."""
    same = set()
    for table_id in {viewer.table for viewer in seen}:
        viewers = [viewer for viewer in seen if viewer.table == table_id]
        acknowledged = [v for person in people if person.table == table_id for v in person.acknowledged]
        heard = max(acknowledged + [viewer.before.version for viewer in viewers])
        for viewer in viewers:
            assert viewer.after is not None
            assert viewer.after.version >= heard
            for now in (viewer.before, viewer.after):
                assert comparable(now) == whole(await replayed(database, table_id, now.version), viewer.seat)
            if viewer.after.version == viewer.before.version:
                assert comparable(viewer.after) == comparable(viewer.before)
                same.add(table_id)
                check_clocks(viewer, running)
    return len(same)


def check_clocks(viewer: Seen, running: float) -> None:
    """Only the clock of the seat that is to choose has run, and only while the server did."""
    assert viewer.after is not None
    for seat, (then, now) in enumerate(zip(clocks(viewer.before), clocks(viewer.after), strict=True)):
        used = then - now
        assert 0 <= used <= (1000 * running if seat == viewer.before.state["actor"] else 0)


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long), pytest.param(3, marks=pytest.mark.long)])
def test_servers_killed_after_random_acknowledgements_lose_nothing(tmp_path: Path, seed: int) -> None:
    database, rng = tmp_path / "t.sqlite", Random(seed)
    server = Server(database)

    async def all_games() -> None:
        people = [p for options in TABLES for p in await seated(server.client, rng, RESTLESS, **options)]
        found = 0
        for _ in range(3):
            seen = await play_until_killed(server, people, rng.randrange(1, 120))
            begun = time.monotonic()
            server.start()
            for viewer in seen:
                viewer.after = await welcome(server.client, viewer.table, viewer.token)
            found += await check_nothing_is_lost(database, people, seen, time.monotonic() - begun)
        assert found > 3, "most tables must be found exactly where they were seen"
        for person in people:
            person.habits = Habits(end=0, takeback=0)
        ends = await asyncio.wait_for(to_the_end(people), 120)
        for person, end in zip(people, ends, strict=True):
            record = await server.client.request("GET", f"/api/tables/{person.table}/record")
            checked = verify(record)
            assert checked.fair_so_far, str(checked)
            assert isinstance(record, Mapping)
            result = record["result"]
            assert isinstance(result, Mapping)
            assert result["scores"] == end.view["scores"]

    with server:
        asyncio.run(all_games())
        assert server.stop() is not None
        assert '"level": "error"' not in server.errors()


@pytest.mark.slow
def test_clocks_do_not_run_while_the_server_is_down(tmp_path: Path) -> None:
    """What is left is what the last entry said, though seconds pass before somebody starts the server again."""

    async def clocks_of(server: Server, people: list[Player]) -> tuple[list[int], Json]:
        now = await welcome(server.client, people[0].table, None)
        return clocks(now), now.state["actor"]

    async def one_game(server: Server) -> None:
        people = await seated(server.client, Random(5), preset="second", seats=2, clock=LIVE)
        async with server.client.session(people[0].table, people[0].token) as place:
            await place.execute("say", text="an entry that says what is left")
            before, actor = await clocks_of(server, people)
        server.kill()
        time.sleep(2)
        begun = time.monotonic()
        server.start()
        after, still_actor = await clocks_of(server, people)
        spent = 1000 * (time.monotonic() - begun)
        assert actor == still_actor
        for seat in range(2):
            assert before[seat] - after[seat] <= (spent if seat == actor else 0)

    with Server(tmp_path / "t.sqlite") as server:
        asyncio.run(one_game(server))


@pytest.mark.slow
def test_a_seat_that_was_out_of_time_soon_is_flagged_after_the_restart(tmp_path: Path) -> None:
    async def one_game(server: Server) -> None:
        short: dict[str, Json] = {"kind": "live", "time": 3, "flag": "loses"}
        people = await seated(server.client, Random(5), preset="second", seats=2, clock=short)
        server.kill()
        server.start()
        sessions = [server.client.session(person.table, person.token) for person in people]
        async with sessions[0] as place, sessions[1]:
            async for now in place:
                if now.ended:
                    break
        assert now.state["ended"] == "flagged"
        assert len(str(now.state["winners"])) == len("[0]")

    with Server(tmp_path / "t.sqlite") as server:
        asyncio.run(asyncio.wait_for(one_game(server), 20))


@pytest.mark.slow
def test_a_server_that_is_asked_to_stop_finishes_what_it_stores(tmp_path: Path) -> None:
    database, rng = tmp_path / "t.sqlite", Random(4)
    server = Server(database)

    async def stopped_while_playing() -> None:
        people = [p for o in TABLES[2:5] for p in await seated(server.client, rng, RESTLESS, **o)]
        for _ in range(2):
            playing = [asyncio.create_task(person.play()) for person in people]
            await asyncio.sleep(rng.uniform(0.3, 1))
            assert await asyncio.to_thread(server.stop) == 0
            for task in playing:
                task.cancel()
            results = await asyncio.gather(*playing, return_exceptions=True)
            assert [r for r in results if isinstance(r, Exception)] == []
            assert server.errors().count('"level": "error"') == 0
            server.start()
            for person in people:
                log = await replayed(database, person.table)
                assert log.version >= max(person.acknowledged, default=0)
                now = await welcome(server.client, person.table, person.token)
                if now.version == log.version:
                    assert comparable(now) == whole(log, person.seat)

    with server:
        asyncio.run(stopped_while_playing())


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux lets one fill a disk for one process")
def test_on_a_full_disk_nothing_happens_and_people_are_told(tmp_path: Path) -> None:
    """The server may not write one byte more to its files; once it may again, the game goes on."""
    database = tmp_path / "t.sqlite"

    async def one_game(server: Server) -> None:
        assert server.process is not None
        people = await seated(server.client, Random(3), preset="second", seats=2)
        before = await welcome(server.client, people[0].table, people[0].token)
        usual = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1024, usual[1]))
        async with server.client.connect(people[0].table, people[0].token) as connection:
            await connection.send("say", text="into the void", ref="1")
            while not connection.errors:
                connection.handle(json.loads(await connection.socket.recv()))
        assert [(e["error"], e["ref"]) for e in connection.errors] == [("store_failed", "1")]
        with pytest.raises(ApiError) as refusal:
            await server.client.open(preset="second")
        assert refusal.value.error == "store_failed"
        during = await welcome(server.client, people[0].table, people[0].token)
        assert comparable(during) == comparable(before)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, usual)
        await asyncio.wait_for(to_the_end(people), 60)
        record = await server.client.request("GET", f"/api/tables/{people[0].table}/record")
        assert verify(record).fair
        server.kill()
        assert (await replayed(database, people[0].table)).ended == "played"

    with Server(database) as server:
        asyncio.run(one_game(server))


@pytest.mark.long
def test_while_another_process_locks_the_store_clocks_stand_still_and_people_are_told(tmp_path: Path) -> None:
    database = tmp_path / "t.sqlite"

    async def one_game(server: Server) -> None:
        clock: Json = {"kind": "live", "time": 600}
        people = await seated(server.client, Random(3), Habits(takeback=0), preset="second", seats=2, clock=clock)
        for person in people:
            person.pause = 0.02
        playing = asyncio.create_task(to_the_end(people))
        while sum(len(person.acknowledged) for person in people) < 20:
            await asyncio.sleep(0.01)
        other = sqlite3.connect(database, isolation_level=None, timeout=30)
        other.execute("BEGIN EXCLUSIVE")
        locked, session = time.monotonic(), people[0].session
        assert session is not None
        assert session.snapshot is not None
        before = session.snapshot
        async with server.client.connect(people[0].table, people[0].token) as connection:
            await connection.send("say", text="not now", ref="1")
            paused: list[int] = []
            while not connection.errors:
                message = json.loads(await connection.socket.recv())
                paused = message["clocks"] if message["type"] == "paused" else paused
                connection.handle(message)
        assert [error["error"] for error in connection.errors] == ["store_failed"]
        lasted = 1000 * (time.monotonic() - locked)
        other.close()
        assert sum(clocks(before)) - sum(paused) < lasted / 2, "no clock runs while nothing can be stored"
        ends = await asyncio.wait_for(playing, 60)
        assert [end.state["ended"] for end in ends] == ["played", "played"]
        assert verify(await server.client.request("GET", f"/api/tables/{people[0].table}/record")).fair

    with Server(database) as server:
        asyncio.run(one_game(server))
