"""Keyboard only: from the start page through set-up to a table, and a whole game."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page

from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.player import Clickable, PageState, Player
from tests.web.scenes import SCENES
from tests.web.tables import against_a_bot, ask
from tests.web.test_access import violations
from tests.web.visitor import SMALL

pytestmark = pytest.mark.slow
FOCUSED = """
() => {
  const focused = document.activeElement;
  return focused?.closest("[data-do]")?.dataset.do ?? focused?.getAttribute("href") ?? (focused?.id || null);
}
"""


def tab_to(page: Page, wanted: str, presses: int = 120) -> None:
    """Press Tab until an element has the focus: a button by its `data-do`, a link by its `href`."""
    for _ in range(presses):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED) == wanted:
            return
    raise AssertionError(f"{wanted} cannot be reached by Tab")


@dataclass
class Typist(Player):
    """A player who uses only the keyboard."""

    def click(self, element: Clickable) -> None:
        """Press the keys that are equivalent to a click."""
        self.done.append(f"{element.kind}:{element.name}")
        keys = {"do:turn": "r", "do:skip": "s", "do:fit": "0"}
        if element.kind in ("cell", "slot", "target"):
            self.press("a", *self.random.choices(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], k=2), "Enter")
        else:
            self.press(keys.get(self.last, "Enter"))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def choose(self, state: PageState) -> None:
        """Choose with a letter, arrows and Enter."""
        if not state.all("ghost") and self.last.startswith("cell:") and self.page.evaluate(FOCUSED) is not None:
            self.page.keyboard.press("Escape")
        super().choose(state)


def test_a_game_by_keyboard_alone(visit: Visit, server: Server) -> None:
    page = visit(SMALL).open("/", "start")
    tab_to(page, "/new")
    page.keyboard.press("Enter")
    page.wait_for_selector('body[data-page="new"]')
    tab_to(page, "place-1")
    page.keyboard.press("ArrowDown")
    tab_to(page, "start")
    page.keyboard.press("Enter")
    page.wait_for_selector('body[data-page="table"]')
    assert Typist(page, seed=3).play_some(6)
    place = against_a_bot(server.address, tiles=["inns_and_cathedrals"])
    page = visit(SMALL).sit(place)
    Typist(page, seed=3).play()
    facts = ask(server.address, f"/api/tables/{place.table}")
    assert isinstance(facts, dict)
    assert facts["status"] == "over"
    tab_to(page, "replay")
    page.keyboard.press("Enter")
    page.wait_for_selector('body[data-page="replay"]')


def test_printed_keys_places_in_the_story_and_the_board_as_a_tree(visit: Visit, server: Server) -> None:
    page = next(scene for scene in SCENES if scene.name == "placing").open(visit(), server)
    for key in ("f", "F", "Shift+F"):
        before = page.get_attribute('[data-do="owners"]', "aria-pressed")
        page.keyboard.press(key)
        assert page.get_attribute('[data-do="owners"]', "aria-pressed") != before, key
    page.keyboard.press("R")
    assert page.locator("[data-ghost]").count() == 1, "the first R shows a ghost"
    page.keyboard.press("Escape")

    place = page.locator(".log .place").last
    place.focus()
    page.wait_for_selector(".outline.dashed")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.matches('.log .place, .log .expand')")
    assert page.locator('.log [tabindex="0"]:is(.place, .expand)').count() == 1, "the story is one tab stop"
    assert "(" not in page.inner_text(".log ol.lines")

    page.focus(".board-tree")
    page.wait_for_selector('.board-tree [role="treeitem"]:focus')
    assert page.locator('.board-tree [aria-level="1"]').count() >= 4
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector(".outline.dashed")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    snapshot = page.locator(".board-tree").aria_snapshot()
    assert 'tree "The land, feature by feature"' in snapshot
    assert 'treeitem "Cities: ' in snapshot
    assert re.search(r'treeitem "[^"]* city, \d tiles?\. [^"]*"', snapshot), snapshot
    assert " of the start, " in snapshot or "The start tile, " in snapshot
    assert not any(violations(page).values())
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.get_attribute(".board-tree li:focus", "aria-level") == "2"
