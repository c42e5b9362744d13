"""The health check and the metrics."""

from __future__ import annotations

import pytest
from sqlalchemy import event

from tests.server.api import Api, Run


def test_a_server_whose_entries_are_refused_is_not_well(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*_: object) -> None:
        raise OSError

    async def test(api: Api) -> None:
        table = await api.open()
        with monkeypatch.context() as broken:
            broken.setattr(api.hub.store, "_insert", failing)
            answer = await api.ask("POST", f"/api/tables/{table}/seats", {"name": "Anna"})
            assert answer.status_code == 503
        answer = await api.ask("GET", "/healthz")
        assert (answer.status_code, answer.text) == (503, "Entries cannot be stored.\n")
        await api.sit(table, "Anna")
        assert (await api.ask("GET", "/healthz")).text == "well\n"

    run(test)


def test_a_health_check_costs_one_query_however_many_tables_there_are(run: Run) -> None:
    async def test(api: Api) -> None:
        for _ in range(3):
            await api.open()
        asked: list[str] = []
        statements = api.hub.store.engine.sync_engine, "before_cursor_execute", lambda *given: asked.append(given[2])
        event.listen(*statements)
        assert (await api.ask("GET", "/healthz")).status_code == 200
        event.remove(*statements)
        assert len(asked) == 1
        assert "LIMIT" in asked[0]

    run(test)


def test_a_server_whose_new_tables_are_refused_is_not_well(run: Run) -> None:
    async def test(api: Api) -> None:
        async with api.hub.store.engine.begin() as connection:
            await connection.exec_driver_sql("ALTER TABLE tables RENAME TO away")
            await connection.exec_driver_sql("CREATE TABLE tables (id)")
        assert (await api.ask("POST", "/api/tables", {"preset": "second"})).status_code == 503
        answer = await api.ask("GET", "/healthz")
        assert (answer.status_code, answer.text) == (503, "Entries cannot be stored.\n")
        async with api.hub.store.engine.begin() as connection:
            await connection.exec_driver_sql("DROP TABLE tables")
            await connection.exec_driver_sql("ALTER TABLE away RENAME TO tables")
        await api.open()
        assert (await api.ask("GET", "/healthz")).text == "well\n"

    run(test)


def test_the_server_says_that_it_is_well_and_counts(run: Run) -> None:
    async def test(api: Api) -> None:
        assert (await api.ask("GET", "/healthz")).text == "well\n"
        await api.begun()
        await api.ask("GET", "/api/tables/nowhere")
        answer = await api.ask("GET", "/metrics")
        assert answer.headers["content-type"].startswith("text/plain")
        for line in (
            "bastide_tables_opened_total 1.0",
            'bastide_entries_total{kind="sat"} 2.0',
            'bastide_refused_total{reason="no_such_table"} 1.0',
            "bastide_sockets 0.0",
        ):
            assert line in answer.text.splitlines()
        assert {"process_resident_memory_bytes", "process_cpu_seconds_total"} <= set(answer.text.split())

    run(test)
