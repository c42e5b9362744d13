"""Tables where nothing happens for long are closed: whoever sat there is told, and what was played stays."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bastide.rules.model import Json
from bastide.server import commands, expiry
from bastide.server.expiry import DAY, lifetime
from bastide.server.hub import Hub
from bastide.server.live_table import Viewer
from bastide.server.messages import public_facts
from bastide.server.options import read_options
from tests.server.api import Api, Run
from tests.server.test_hub import opened, say, until
from tests.server.test_residence import tables


async def age(hub: Hub, days: float) -> None:
    """Let time go by for all that is stored, and forget what is in memory."""
    past = int(days * DAY)
    async with hub.store.engine.begin() as connection:
        await connection.exec_driver_sql(f"UPDATE entries SET at = at - {past}")
        await connection.exec_driver_sql(f"UPDATE tables SET opened = opened - {past}, updated = updated - {past}")
    for table_id in list(hub.live):
        hub.drop(table_id)


async def statuses(hub: Hub) -> dict[str, str]:
    return {name: (await hub.get(name)).table.ended for name in ("played", "fresh", "slow", "timed")}


def test_tables_are_closed_after_their_lifetime_and_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expiry, "FIRST_SECONDS", 0.05)
    monkeypatch.setattr(expiry, "INTERVAL_SECONDS", 0.05)

    async def play() -> None:
        path = tmp_path / "t.sqlite"
        async with tables(path, expire_days=0) as hub:
            for name in ("played", "fresh", "slow"):
                await opened(hub, name)
            await opened(hub, "timed", clock={"kind": "days", "time": 3})
            await age(hub, 31)
            await hub.execute(await hub.get("fresh"), say)
            await asyncio.sleep(0.2)
            assert set((await statuses(hub)).values()) == {""}
        async with tables(path, expire_days=32) as hub:
            await asyncio.sleep(0.3)
            assert set((await statuses(hub)).values()) == {""}
            assert public_facts((await hub.get("slow")).table)["lifetime"] == 32 * DAY
        async with tables(path, expire_days=30) as hub:
            live, fresh = await hub.get("slow"), await hub.get("fresh")
            viewer = Viewer(None, "en")
            live.viewers.add(viewer)
            fresh.viewers.add(Viewer(None, "en"))
            await until(lambda: live.evicted)
            assert '"ended":"expired"' in (viewer.queue.get_nowait() or ""), "who watches is told"
            await until(lambda: hub.metrics.expired._value.get() == 2)
            assert await statuses(hub) == {"played": "expired", "fresh": "", "slow": "expired", "timed": ""}
            assert not fresh.evicted, "nobody is disconnected for a look at the clock"
            played = (await hub.get("played")).table
            assert played.game is not None
            assert public_facts(played)["lifetime"] is None
            assert await hub.store.idle_since(10**15) in (["fresh", "timed"], ["timed", "fresh"])

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_clock_is_waited_for() -> None:
    clock: Json = {"kind": "days", "time": 14}
    assert lifetime(read_options({"clock": clock}), 7) == 21 * DAY
    assert lifetime(read_options({}), 7) == 7 * DAY
    assert lifetime(read_options({}), 0) is None


def test_a_table_that_is_damaged_keeps_no_other_from_being_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expiry, "FIRST_SECONDS", 0.05)
    monkeypatch.setattr(expiry, "INTERVAL_SECONDS", 0.05)

    async def play() -> None:
        async with tables(tmp_path / "t.sqlite", expire_days=0) as hub:
            for name in ("a", "b", "c"):
                await opened(hub, name)
            await age(hub, 40)
            async with hub.store.engine.begin() as connection:
                await connection.exec_driver_sql("UPDATE tables SET options = '{\"preset\": \"none\"}' WHERE id = 'b'")
        async with tables(tmp_path / "t.sqlite", expire_days=30) as hub:
            await until(lambda: hub.metrics.expired._value.get() == 2)
            assert await hub.store.idle_since(10**15) == ["b"]

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_table_that_was_closed_before_its_game_says_so_and_is_in_no_list(run: Run) -> None:
    async def test(api: Api) -> None:
        table = await api.open(joining="public")
        _, token = await api.sit(table, "Anna")
        await age(api.hub, 400)
        await expiry._close_if_expired(api.hub, table)
        assert await api.refusal(410, "GET", f"/api/tables/{table}") == "table_expired"
        assert await api.refusal(410, "POST", f"/api/tables/{table}/seats", {"name": "Boris"}) == "table_expired"
        assert await api.get("/api/tables") == []
        assert (await api.ask("POST", "/api/mine", {"tokens": [token]})).json() == []

    run(test)


def test_a_process_that_dies_while_it_closes_a_table_leaves_that_to_the_next_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def died(*given: object, **named: object) -> None:
        raise OSError("away")

    async def play() -> None:
        async with tables(tmp_path / "t.sqlite", expire_days=30) as hub:
            for name in ("stored", "in memory"):
                await opened(hub, name)
            await age(hub, 31)
            await hub.get("in memory")
            with monkeypatch.context() as dying:
                dying.setattr(hub.store, "set_status", died)
                with pytest.raises(OSError, match="away"):
                    await expiry._close_if_expired(hub, "stored")
                await expiry._close_if_expired(hub, "in memory")
            assert sorted(await hub.store.idle_since(10**15)) == ["in memory", "stored"]
            for name in ("in memory", "stored"):
                await expiry._close_if_expired(hub, name)
                assert not hub.live, "it is not loaded for it"
            assert await hub.store.idle_since(10**15) == []
            for name in ("in memory", "stored"):
                entries = await hub.store.entries_after(name, 0)
                assert [entry.kind for entry in entries].count("expired") == 1

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_game_that_has_ended_stays_as_it_ended_though_its_row_says_that_it_is_played(tmp_path: Path) -> None:
    async def play() -> None:
        async with tables(tmp_path / "t.sqlite", expire_days=30) as hub:
            await hub.execute(await opened(hub), lambda table: commands.resign(table, 0))
            async with hub.store.engine.begin() as connection:
                await connection.exec_driver_sql("UPDATE tables SET status = 'playing'")
            await age(hub, 31)
            await expiry._close_if_expired(hub, "here")
            assert await hub.store.idle_since(10**15) == []
            assert (await hub.get("here")).table.ended == "resigned"

    asyncio.run(asyncio.wait_for(play(), 20))
