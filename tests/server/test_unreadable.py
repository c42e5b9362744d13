"""A table that cannot be read is left out of lists, logged and counted, and a request for it is answered."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from sqlalchemy import text

from bastide.rules.model import Json
from bastide.server import unreadable
from bastide.server.database import make_engine
from tests.server.api import Api, rows, serving
from tests.server.services import Postgres
from tests.server.sessions import SHORT

DAMAGES: dict[str, tuple[str, str, str | bytes]] = {
    "options that are no JSON": ("tables", "options", '{"seats":'),
    "options that are nothing": ("tables", "options", "null"),
    "options of no known kind": ("tables", "options", '{"chairs":2}'),
    "an unknown expansion": ("tables", "options", '{"expansions":["moon"],"seats":2}'),
    "a number of ten thousand digits": ("tables", "options", '{"seats":' + "9" * 10_000 + "}"),
    "an entry that is no JSON": ("entries", "data", "{"),
    "an entry that is a list": ("entries", "data", "[]"),
    "an entry without its fields": ("entries", "data", "{}"),
    "a time that is a word": ("tables", "updated", "yesterday"),
    "a time of an entry that is a word": ("entries", "at", "yesterday"),
    "a secret of bytes": ("tables", "secret", b"secret"),
    "clocks that are no list": ("entries", "clocks", "7"),
    "bytes that are no characters": ("entries", "data", b'{"name": "\xff'),
}


async def damage(url: str, table_id: str, damaged: tuple[str, str, str | bytes]) -> None:
    """Write something unreadable into a column of all rows of a table."""
    name, column, value = damaged
    engine = make_engine(url)
    key = "id" if name == "tables" else "table_id"
    cast = f"cast(:value as {'text' if url.startswith('sqlite') else 'json'})"
    async with engine.begin() as connection:
        await connection.execute(
            text(f"update {name} set {column} = {cast} where {key} = :id"), {"value": value, "id": table_id}
        )
    await engine.dispose()


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the tables that were logged as unreadable."""
    return [vars(record)["facts"]["table"] for record in caplog.records if record.msg == "table unreadable"]


async def check(api: Api, caplog: pytest.LogCaptureFixture, broken: str, tokens: list[str], well: set[str]) -> None:
    """Check the lists and the answers about a table that cannot be read, among others that can."""
    for _ in range(3):
        assert {row["id"] for row in rows(await api.get("/api/tables"))} == well
        assert {row["id"] for row in await api.mine(*tokens)} == well
    answers: list[Json] = []
    for language in ("en", "fr"):
        answer = await api.ask("GET", f"/api/tables/{broken}", language=language)
        assert (answer.status_code, answer.json()["error"]) == (500, "unreadable_table")
        answers.append(answer.json()["text"])
    assert answers[0] != answers[1]
    assert (await api.client.get(f"/table/{broken}")).status_code == 200
    assert logged(caplog) == [broken]
    assert b"bastide_tables_unreadable_total 1.0" in api.app.state.metrics.text()


@pytest.mark.parametrize("over", [False, True], ids=["playing", "over"])
def test_a_table_that_cannot_be_read_is_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture, over: bool) -> None:
    async def whole() -> None:
        async with serving(tmp_path) as api:
            tables = [await api.begun(**{**SHORT, "joining": "public"}) for _ in range(2 + len(DAMAGES))]
            if over:
                for table, _ in tables:
                    await api.resign(table, 0)
        well, tokens = {table for table, _ in tables[:2]}, [token for _, own in tables for token in own]
        for damaged, (broken, _) in zip(DAMAGES.values(), tables[2:], strict=True):
            await damage(f"sqlite+aiosqlite:///{tmp_path / 'api.sqlite'}", broken, damaged)
        async with serving(tmp_path) as api:
            assert {row["id"] for row in rows(await api.get("/api/tables"))} == well
            assert {row["id"] for row in await api.mine(*tokens)} == well
            assert sorted(logged(caplog)) == sorted(table for table, _ in tables[2:])

    asyncio.run(whole())


def test_what_waits_for_people_is_left_out_too(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'api.sqlite'}"

    async def whole() -> None:
        async with serving(tmp_path) as api:
            well, broken = [await api.open(joining="public") for _ in range(2)]
            tokens = [(await api.sit(table, "Anna"))[1] for table in (well, broken, await api.open())]
            (odd,) = {table for table, _ in await api.stored()} - {well, broken}
        await damage(url, broken, DAMAGES["a secret of bytes"])
        await damage(url, odd, ("seats", "seat", "9"))
        async with serving(tmp_path) as api:
            assert [row["id"] for row in rows(await api.get("/api/tables"))] == [well]
            assert [row["id"] for row in await api.mine(*tokens)] == [well]

    asyncio.run(whole())


def test_what_is_told_of_a_table_that_cannot_be_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'api.sqlite'}"

    async def whole() -> None:
        async with serving(tmp_path) as api:
            (well, own), (broken, others) = [await api.begun(**{**SHORT, "joining": "public"}) for _ in range(2)]
            stored = json.dumps((await api.facts(f"/api/tables/{broken}"))["options"])
        await damage(url, broken, DAMAGES["options that are no JSON"])
        async with serving(tmp_path) as api:
            await check(api, caplog, broken, [*own, *others], {well})
            await damage(url, broken, ("tables", "options", stored))
            await check(api, caplog, broken, [*own, *others], {well})
            monkeypatch.setattr(unreadable, "RETRY_SECONDS", 0)
            assert len(rows(await api.get("/api/tables"))) == 2, "it was repaired"

    asyncio.run(whole())


def test_a_table_that_cannot_be_read_is_left_out_with_postgres(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, postgres: Postgres
) -> None:
    async def whole(url: str) -> None:
        async with serving(tmp_path, database=url) as api:
            (well, own), (broken, others) = [await api.begun(**{**SHORT, "joining": "public"}) for _ in range(2)]
        await damage(url, broken, DAMAGES["a number of ten thousand digits"])
        async with serving(tmp_path, database=url) as api:
            await check(api, caplog, broken, [*own, *others], {well})

    with postgres.database() as url:
        asyncio.run(whole(url))
