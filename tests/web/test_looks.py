"""A table that two share: the tile of the other and where they look, phrases, unread marks, Escape and toasts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.scenes import tiles
from tests.web.staged import staged
from tests.web.visitor import Device, Visitor

READY = "main#table[data-busy=false][data-mine=true]"
PHONE = Device(390, 844, language="fr-FR", touch=True)
DECISIONS = ".dock, [data-cell], .knob-hit, .magnifier, [data-slot], .offer"
COVERED = """
(selector) => {
  const toast = document.querySelector(".toast");
  if (!toast) return ["no toast"];
  const box = toast.getBoundingClientRect();
  return [...document.querySelectorAll(selector)].filter((e) => {
    const other = e.getBoundingClientRect();
    const board = e.closest(".board")?.getBoundingClientRect() ?? other;  // beyond it nothing is seen
    return e.checkVisibility() && Math.max(other.left, board.left) < box.right
      && Math.min(other.right, board.right) > box.left && Math.max(other.top, board.top) < box.bottom
      && Math.min(other.bottom, board.bottom) > box.top;
  }).map((e) => e.outerHTML.slice(0, 80));
}
"""
"""What a toast covers of a decision."""


def toasted(page: Page) -> list[str]:
    """Make a toast, and return what it covers of a decision."""
    page.keyboard.press("Shift+V")
    page.keyboard.press("Shift+V")
    page.wait_for_selector(".toast")
    covered = page.evaluate(COVERED, DECISIONS)
    assert isinstance(covered, list)
    return covered


def looks(frames: list[str]) -> list[str]:
    return [frame for frame in frames if json.loads(frame)["type"] == "look"]


def test_two_share_a_table(visit: Visit, server: Server) -> None:
    table = staged(tiles(6, "place"), {"looks": True}).store(Path(str(server.database)))
    mine, theirs = visit(), visit(PHONE)
    page, other = mine.sit(table.acting), theirs.sit(table.place(1 - table.acting.seat))
    page.wait_for_selector(READY)
    other.wait_for_selector(".dock.waiting .drawn.theirs .tile")
    places = len(
        {str(cell) for cell in page.locator("[data-cell]").evaluate_all("all => all.map(e => e.dataset.cell)")}
    )
    assert other.inner_text(".dock .meta").startswith(f"{places} emplacements possibles.")
    sheet = other.locator(".dock").bounding_box()
    assert sheet is not None
    assert 100 <= sheet["height"] <= 140

    sees_where_the_other_looks(mine, theirs)
    keeps_to_oneself_where_one_looks(mine)
    assert toasted(page) == []
    page.click('[data-do="place"]')
    other.wait_for_selector(".live-ghost", state="hidden")
    page.wait_for_selector(f'{READY}[data-step="piece"]')
    assert toasted(page) == []
    reads_a_phrase_in_french(page, other)
    Player(page, eager=0).play_turn()
    other.wait_for_selector(READY)
    assert toasted(other) == []
    assert not looks(mine.frames), "nobody is sent their own looks"


def sees_where_the_other_looks(mine: Visitor, theirs: Visitor) -> None:
    page, other = mine.page, theirs.page
    cell = page.locator("[data-cell]", has=page.locator("circle:nth-of-type(2)")).first
    at = cell.get_attribute("data-cell")
    cell.hover()
    ghost = f'.live-ghost[data-cell="{at}"]'
    other.wait_for_selector(ghost)
    assert other.inner_text(".live-plate").endswith("regarde ici")
    assert "dont 1 regardé." in other.inner_text(".dock .meta")
    cell.click()
    page.wait_for_selector("[data-ghost]")
    before = len(looks(theirs.frames))
    page.keyboard.press("r")
    other.wait_for_timeout(50)
    while len(looks(theirs.frames)) == before:
        other.wait_for_timeout(50)
    assert json.loads(looks(theirs.frames)[-1])["cell"] == [int(number) for number in str(at).split(",")]
    sees_an_arrow_if_it_is_out_of_view(other)
    other.keyboard.press("v")
    other.wait_for_selector(ghost, state="hidden")
    other.keyboard.press("v")
    other.wait_for_selector(ghost)
    assert page.locator(".live-ghost").is_hidden()


def sees_an_arrow_if_it_is_out_of_view(other: Page) -> None:
    other.mouse.move(200, 500)
    other.mouse.down()
    other.mouse.move(200, 100, steps=4)
    other.mouse.move(200, -600, steps=4)
    other.mouse.up()
    arrow = other.locator(".edges.live .edge.up")
    arrow.wait_for(state="visible")
    arrow.click()
    arrow.wait_for(state="detached")


def keeps_to_oneself_where_one_looks(mine: Visitor) -> None:
    mine.page.evaluate("localStorage.setItem('bastide.looks', 'false')")
    before = len(looks(mine.sent))
    mine.page.keyboard.press("r")
    mine.page.wait_for_timeout(400)
    assert len(looks(mine.sent)) == before > 0


def reads_a_phrase_in_french(page: Page, other: Page) -> None:
    """The number of unread messages is on the button, and gone once they are seen; Escape closes the sheet."""
    page.click("#chat-tab")
    page.click('[data-phrase="well_played"]')
    page.wait_for_selector('.said li:has-text("Well played!")')
    badge = other.locator(".fab .badge")
    badge.wait_for(state="visible")
    assert badge.inner_text().startswith("1")
    other.locator(".fab[data-do=log]").tap()
    other.locator("#chat-tab").tap()
    other.wait_for_selector('.said li:has-text("Bien joué\u202f!")')
    assert badge.is_hidden()
    other.locator(".chat-form input").focus()
    other.keyboard.press("Escape")
    other.wait_for_selector(".chat-panel", state="hidden")
    assert other.evaluate("document.activeElement.dataset.do") == "log"


@pytest.mark.parametrize("device", [Device(), Device(844, 390, touch=True)], ids=["desktop", "landscape"])
def test_escape_closes_what_covers_the_board_before_anything_else(device: Device, visit: Visit, server: Server) -> None:
    table = staged(tiles(20, "place"), {}).store(Path(str(server.database)))
    page = visit(device).sit(table.acting)
    page.wait_for_selector(READY)
    page.locator("[data-cell]").first.dispatch_event("click")
    page.wait_for_selector("[data-ghost]")
    assert toasted(page) == []
    page.keyboard.press("Shift+T")
    page.click(f'[data-score="{table.acting.seat}"]')
    page.click('[data-do="menu"]')
    covers = [".menu", ".breakdown", ".tiles-left", "[data-ghost]"]
    focused = ["menu", None, "tiles", None]
    for cover, name in zip(covers, focused, strict=True):
        page.wait_for_selector(cover)
        page.keyboard.press("Escape")
        page.wait_for_selector(cover, state="hidden")
        if name:
            assert page.evaluate("document.activeElement.dataset.do") == name
    page.wait_for_selector(READY)
