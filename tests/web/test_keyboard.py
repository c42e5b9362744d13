"""Keyboard only: from the start page through set-up to a table, and a whole game."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page

from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.player import Clickable, PageState, Player
from tests.web.tables import against_a_bot, ask
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
