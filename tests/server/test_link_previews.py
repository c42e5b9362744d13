"""Links to tables have previews: title, description and picture, in the language asked for, without secrets."""

from __future__ import annotations

import asyncio
import re
from html import unescape

import pytest

from bastide.server import link_previews
from bastide.server.store import TableRow
from tests.server.api import Api, Run

META = re.compile(r'<meta (?:name|property)="([^"]*)" content="([^"]*)">')
NAME = '<b>"Ann" & Co'


async def head(api: Api, path: str, language: str = "en") -> dict[str, str]:
    answer = await api.client.get(path, headers={"Accept-Language": language, "Accept": "text/html"})
    assert answer.headers["vary"] == "Accept-Encoding, Accept-Language"
    assert answer.headers["cache-control"] == "no-cache"
    assert NAME not in answer.text
    found = {name: unescape(text) for name, text in META.findall(answer.text)}
    title = re.search(r"<title>(.*)</title>", answer.text)
    assert title is not None
    return {**found, "title": unescape(title[1])}


def test_pages_that_are_about_no_table(run: Run) -> None:
    async def test(api: Api) -> None:
        for path in ("/", "/table/none", "/replay/none", "/nowhere"):
            found = await head(api, path)
            assert (found["title"], found["twitter:card"]) == ("Bastide", "summary")
            assert found["og:image"] == "http://bastide/web/icons/bastide-512.png"
            assert (await api.client.get(found["og:image"])).status_code == 200
        assert "navigateur" in (await head(api, "/", "fr"))["og:description"]

    run(test)


def test_a_page_does_not_wait_for_a_store_that_does_not_answer(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_previews, "TABLE_SECONDS", 0.05)

    async def test(api: Api) -> None:
        table, answers = await api.open(), asyncio.Event()
        api.hub.drop(table)
        read = api.hub.store.table

        async def silent(table_id: str) -> TableRow | None:
            await answers.wait()
            return await read(table_id)

        monkeypatch.setattr(api.hub.store, "table", silent)
        try:
            async with asyncio.timeout(5):
                assert (await head(api, f"/table/{table}"))["og:title"] == "Bastide"
        finally:
            answers.set()
        assert (await head(api, f"/table/{table}"))["og:title"] == "A seat is free at this table"

    run(test)


def test_a_table_from_its_opening_to_its_end(run: Run) -> None:
    async def test(api: Api) -> None:
        table = await api.open(seats=2, preset="second")
        assert (await head(api, f"/table/{table}"))["og:title"] == "A seat is free at this table"
        assert (await api.client.get(f"/api/tables/{table}/portrait.png")).status_code == 409
        for name in (NAME, "Zoé"):
            await api.sit(table, name)
        playing = await head(api, f"/table/{table}")
        assert playing["og:title"] == f"{NAME} and Zoé: a game in progress"
        await api.play(table)
        over = await head(api, f"/replay/{table}", "fr")
        game = (await api.live(table)).table.game
        assert game is not None
        assert over["og:title"] == f"{NAME} {game.scores[0]}, Zoé {game.scores[1]}"
        assert over["title"] == f"{over['og:title']} · Bastide"
        assert (over["og:locale"], over["twitter:card"]) == ("fr_FR", "summary_large_image")
        assert over["og:url"] == f"http://bastide/replay/{table}"
        assert f"{len(game.state.board.laid)} tuiles" in over["og:image:alt"]
        assert over["og:image"] != playing["og:image"]
        picture = await api.client.get(over["og:image"])
        assert picture.headers["content-type"] == "image/png"
        assert [int.from_bytes(picture.content[at : at + 4]) for at in (16, 20)] == [1200, 630]
        etag = {"If-None-Match": picture.headers["etag"]}
        assert (await api.client.get(over["og:image"], headers=etag)).status_code == 304
        svg = await api.client.get(f"/api/tables/{table}/portrait.svg", headers={"Accept-Language": "fr"})
        assert "Le pays de" in svg.text
        assert "&lt;b>" in svg.text or "&lt;b&gt;" in svg.text

    run(test)


def test_a_table_without_spectators_shows_nothing_before_its_end(run: Run) -> None:
    async def test(api: Api) -> None:
        table, _ = await api.begun(seats=2, preset="second", spectators=False)
        found = await head(api, f"/table/{table}")
        assert found["og:title"] == "A table on Bastide"
        assert "Anna" not in str(found)
        assert (await api.client.get(f"/api/tables/{table}/portrait.svg")).status_code == 403
        await api.resign(table, 0)
        assert "Anna" in (await head(api, f"/table/{table}"))["og:title"]

    run(test)
