"""Replays: slider, buttons and keys, links to a move, and downloads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.scenes import over
from tests.web.staged import staged
from tests.web.visitor import PHONE


def finished(server: Server) -> str:
    return staged(over, people=3).store(Path(str(server.database))).table.id


def at(page: Page, move: int) -> None:
    """Wait until a move is shown."""
    page.wait_for_selector(f'main#table[data-move="{move}"][data-busy=false]')


def tiles(page: Page) -> int:
    return page.locator(".tiles > *").count()


def test_keys_and_slider_go_through_the_game(visit: Visit, server: Server) -> None:
    page = visit().open(f"/replay/{finished(server)}", "replay")
    at(page, 0)
    first = tiles(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    page.keyboard.press("End")
    last = int(page.locator("input[type=range]").get_attribute("max") or 0)
    at(page, last)
    assert tiles(page) - first >= 60
    page.keyboard.press("Home")
    at(page, 0)
    assert tiles(page) == first
    box = page.locator("input[type=range]").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function("() => Number(document.querySelector('main#table').dataset.move) > 10")


def test_playback(visit: Visit, server: Server) -> None:
    page = visit().open(f"/replay/{finished(server)}", "replay")
    at(page, 0)
    page.click('[data-speed="4"]')
    page.click('[data-do="play"]')
    page.wait_for_function("() => Number(document.querySelector('main#table').dataset.move) >= 3")
    page.click('[data-do="play"]')
    stopped = page.get_attribute("main#table", "data-move")
    page.wait_for_timeout(500)
    assert page.get_attribute("main#table", "data-move") == stopped


def test_a_link_to_a_move(visit: Visit, server: Server) -> None:
    who = visit()
    who.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = who.open(f"/replay/{finished(server)}", "replay")
    at(page, 0)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    at(page, 3)
    page.click('[data-do="share"]')
    page.wait_for_selector(".toast")
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert "move=" in link
    other = visit(PHONE)
    other.open(link.removeprefix(server.address), "replay")
    at(other.page, 3)


FILES = {"record": b"{", "svg": b"<svg", "png": b"\x89PNG", "gif": b"GIF8"}
"""The first bytes of each download."""


@pytest.mark.slow
@pytest.mark.parametrize("names", [("record", "svg", "png"), pytest.param(("gif",), marks=pytest.mark.long)])
def test_downloads(names: tuple[str, ...], visit: Visit, server: Server) -> None:
    page = visit().open(f"/replay/{finished(server)}", "replay")
    at(page, 0)
    page.keyboard.press("End")
    for name in names:
        page.click('[data-do="save"]')
        with page.expect_download(timeout=60_000) as download:
            page.click(f'[data-save="{name}"]')
        data = Path(download.value.path()).read_bytes()
        assert data.startswith(FILES[name]), name
        if name == "record":
            assert json.loads(data)["seats"]
