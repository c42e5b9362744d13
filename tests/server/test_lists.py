"""Lists of tables do not keep tables in memory or load finished games repeatedly."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bastide.rules.model import Json
from bastide.server import commands, live_table, summaries, table_cache
from bastide.server.hub import Hub
from bastide.server.live_table import LiveTable
from bastide.server.loader import load_table
from bastide.server.messages import public_facts
from bastide.server.store import Store, TableRow
from bastide.server.table import Table
from tests.server.api import Api, Run, rows, serving
from tests.server.sessions import SHORT


async def ended(api: Api, **options: Json) -> tuple[str, list[str]]:
    """Return a public table whose game has ended, and the tokens of its seats."""
    table, tokens = await api.begun(**{**SHORT, "joining": "public", **options})
    await api.resign(table, 0)
    return table, tokens


async def listed(api: Api, *tokens: str) -> tuple[list[dict[str, Json]], list[dict[str, Json]]]:
    """Return the public list and one's own."""
    return rows(await api.get("/api/tables")), await api.mine(*tokens)


def forget(hub: Hub, *tables: str) -> None:
    """Let a while pass in which nobody asked for tables."""
    for table in tables:
        hub.live.evict(hub.live[table])


def readings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the tables that are read whole from now on."""
    found: list[str] = []
    read = Store.entries_after

    async def counted(store: Store, table_id: str, version: int) -> object:
        if not version:
            found.append(table_id)
        return await read(store, table_id, version)

    monkeypatch.setattr(Store, "entries_after", counted)
    return found


def test_looking_at_lists_keeps_no_table_in_memory(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_cache, "EVICTION_SECONDS", 0.02)
    monkeypatch.setattr(live_table, "FINISHED_SECONDS", 0.3)

    async def test(api: Api) -> None:
        over, tokens = await ended(api)
        waiting = await api.open(joining="public")
        lives = [api.hub.live[over], api.hub.live[waiting]]
        touched = [live.touched for live in lives]
        async with asyncio.timeout(10):
            while over in api.hub.live:
                await listed(api, *tokens)
                assert [live.touched for live in lives] == touched
                await asyncio.sleep(0.01)
        for _ in range(3):
            public, mine = await listed(api, *tokens)
            assert {row["id"] for row in public} == {over, waiting}
            assert [(row["id"], row["seat"]) for row in mine] == [(over, 0), (over, 1)]
            assert over not in api.hub.live

    run(test)


def test_a_finished_game_is_told_of_as_before_and_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def whole() -> None:
        async with serving(tmp_path) as api:
            over, tokens = await ended(api, seats=3)
            await api.resign(over, 1)
            before = await listed(api, *tokens)
            assert before[0] == [public_facts((await api.live(over)).table)]
            assert [row["winners"] for row in before[1]] == [[2]] * 3
            forget(api.hub, over)
            read = readings(monkeypatch)
            assert await listed(api, *tokens) == before
            assert read == [], "a game that ended here is known"
        async with serving(tmp_path) as api:
            many = await asyncio.gather(*(listed(api, *tokens) for _ in range(4)))
            assert many == [before] * 4
            assert read == [over]
            assert over not in api.hub.live, "nobody asked for the game itself"
            assert await api.facts(f"/api/tables/{over}") == before[0][0]
            assert await listed(api, *tokens) == before

    asyncio.run(whole())


def test_what_still_happens_after_the_end_is_told_in_lists(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(api: Api) -> None:
        over, tokens = await ended(api)
        version = (await listed(api))[0][0]["version"]
        forget(api.hub, over)
        await api.hub.execute(await api.live(over), lambda table: commands.say(table, 0, "Well played"))
        forget(api.hub, over)
        read = readings(monkeypatch)
        public, mine = await listed(api, *tokens)
        assert [row["version"] for row in (*public, *mine)] == [int(str(version)) + 1] * 3
        other = await api.rematch(over, tokens[0])
        forget(api.hub, over)
        public, mine = await listed(api, *tokens)
        told = {row["id"]: row for row in public}
        assert told.keys() == {over, other}
        assert told[over]["version"] == int(str(version)) + 2
        assert sorted((str(row["id"]), bool(row["kept"])) for row in mine) == sorted(
            [(over, False), (over, False), (other, True), (other, True)]
        )
        assert read.count(over) == 1, "for the rematch, and for no list"

    run(test)


def test_what_happens_elsewhere_after_the_end_is_told_in_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def whole() -> None:
        async with serving(tmp_path) as one, serving(tmp_path) as two:
            over, tokens = await ended(one)
            await listed(two)
            assert over not in two.hub.live
            read = readings(monkeypatch)
            for text in ("Well played", "Thank you"):
                await one.hub.execute(await one.live(over), lambda table, t=text: commands.say(table, 1, t))  # type: ignore[misc]
                await two.hub.refresh(over)
                assert await listed(two, *tokens) == await listed(one, *tokens)
            assert read == []

            async def broken(*_: object) -> None:
                raise OSError

            await one.hub.execute(await one.live(over), lambda table: commands.say(table, 1, "Bye"))
            with monkeypatch.context() as now:
                now.setattr(Store, "entries_after", broken)
                await two.hub.refresh(over)
            assert await listed(two, *tokens) == await listed(one, *tokens), "what may be wrong is read again"

    asyncio.run(whole())


def test_what_happens_elsewhere_while_a_finished_game_is_read_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def whole() -> None:
        async with serving(tmp_path) as one, serving(tmp_path) as two:
            over, _ = await ended(one)
            hub = two.hub

            async def slowly(store: Store, row: TableRow) -> Table:
                table = await load_table(store, row)
                await one.hub.execute(await one.live(over), lambda t: commands.say(t, 1, "Meanwhile"))
                await hub.refresh(over)
                return table

            monkeypatch.setattr(summaries, "load_table", slowly)
            assert await listed(two) == await listed(one)
            assert over not in hub.live

    asyncio.run(whole())


def test_memory_that_may_be_wrong_is_no_memory_of_lists_either(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(api: Api) -> None:
        over, _ = await ended(api)
        live = await api.live(over)
        await listed(api)
        assert api.hub.finished.get(over) is not None

        def wrong(live: LiveTable, entry: object, weighed: object) -> None:
            raise ValueError("wrong")

        with monkeypatch.context() as now:
            now.setattr(LiveTable, "broadcast", wrong)
            with pytest.raises(ValueError, match="wrong"):
                await api.hub.execute(live, lambda table: commands.say(table, 0, "word"))
        assert api.hub.finished.get(over) is None
        assert (await listed(api))[0] == [await api.facts(f"/api/tables/{over}")]

    run(test)


def test_only_so_many_finished_games_are_remembered(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summaries, "MAX_FINISHED", 2)

    async def test(api: Api) -> None:
        tables = [(await ended(api))[0] for _ in range(3)]
        assert [table for table in tables if api.hub.finished.get(table)] == tables[1:]
        api.hub.finished.get(tables[1])
        await ended(api)
        assert [table for table in tables if api.hub.finished.get(table)] == [tables[1]], (
            "those that are asked for stay"
        )

    run(test)
