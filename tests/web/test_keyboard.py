"""A game without a mouse: from the start page over the set-up page to the table, and one to its final score."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page

from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.player import Player, Seen, Thing
from tests.web.tables import against_a_bot, ask
from tests.web.visitor import SMALL

pytestmark = pytest.mark.slow
FOCUSED = """
() => {
  const focused = document.activeElement;
  return focused?.closest("[data-do]")?.dataset.do ?? focused?.getAttribute("href") ?? (focused?.id || null);
}
"""


def tab_to(page: Page, wanted: str, most: int = 120) -> None:
    """Press Tab until something has the focus: a button by its `data-do`, a link by where it leads."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED) == wanted:
            return
    raise AssertionError(f"{wanted} cannot be reached by Tab")


@dataclass
class Typist(Player):
    """Somebody who plays with the keyboard alone."""

    def click(self, thing: Thing) -> None:
        """Press the keys that do what a click would."""
        self.done.append(f"{thing.kind}:{thing.name}")
        keys = {"do:turn": "r", "do:skip": "s", "do:fit": "0"}
        if thing.kind in ("cell", "slot", "target"):
            self.press("a", *self.random.choices(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], k=2), "Enter")
        else:
            self.press(keys.get(self.last, "Enter"))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def choose(self, seen: Seen) -> None:
        """Choose with a letter, arrows and Enter."""
        if not seen.all("ghost") and self.last.startswith("cell:") and self.page.evaluate(FOCUSED) is not None:
            self.page.keyboard.press("Escape")
        super().choose(seen)


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
