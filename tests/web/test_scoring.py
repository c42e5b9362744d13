"""Scores: a pill tells them, their card says why, and the game does not wait."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest
from playwright.sync_api import Page

from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.scenes import about_to_score, database, over
from tests.web.staged import staged
from tests.web.visitor import DESKTOP, PHONE, Device

PILL: Final = ".score-pill:not(:empty)"
CARD: Final = ".scorecard"
RECORD: Final = """
() => {
  window.flights = new Set();
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (target.className === "flights")
        for (const node of addedNodes) window.flights.add(node.className || "tile");
  }).observe(document.querySelector("main#table"), { childList: true, subtree: true });
}
"""
INSIDE: Final = """
([inner, outer]) => {
  const [a, b] = [inner, outer].map((selector) => document.querySelector(selector).getBoundingClientRect());
  return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
}
"""


def ask_why(page: Page, device: Device) -> None:
    """Open the card of the newest score."""
    if device.touch:
        page.locator('[data-do="why"]').last.tap()
    else:
        page.keyboard.press("w")
    page.wait_for_selector(CARD)


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["mouse", "touch"])
def test_a_score_is_told_and_nobody_waits(device: Device, visit: Visit, server: Server) -> None:
    table = staged(about_to_score(12, 4)).store(database(server))
    seat = table.acting.seat
    mine, theirs = (
        visit(replace(device, reduced_motion=False)).sit(place) for place in (table.acting, table.place(1 - seat))
    )
    for page in (mine, theirs):
        page.wait_for_selector("main#table[data-busy=false]")
        page.evaluate(RECORD)
    mine.click('[data-do="skip"]')
    mine.locator('[data-do="why"]').last.focus()  # the pill stays while it has the focus
    assert mine.locator(".outline.drawn").count()
    theirs.wait_for_selector("main#table[data-busy=false][data-mine=true]")
    for page in (mine, theirs):
        page.wait_for_function("() => window.flights.has('fly') && window.flights.has('walker-home')")
        assert page.locator("[data-do=continue]").count() == 0
    told = mine.locator(".score-line").last
    spoken = mine.locator("[aria-live=polite] p").all_text_contents()
    title = told.locator("b").inner_text()
    assert sum(title in line for line in spoken) == 1, "announced once"
    points = told.locator(".num").inner_text().removeprefix("+")
    ask_why(mine, device)
    assert mine.locator(f"{CARD} .bigpts").inner_text() == points
    mine.wait_for_function(INSIDE, arg=[CARD, "body" if device.touch else ".rail"])
    if device.touch:
        mine.locator(f"{CARD} [data-do=close-card]").tap()
    else:
        mine.keyboard.press("Escape")
    mine.wait_for_selector(CARD, state="detached")
    theirs.wait_for_selector(PILL, state="detached")
    assert theirs.locator(".outline.drawn").count() == 0
    assert theirs.locator(".flights > *").count() == 0


def test_the_final_scoring_plays_on_the_portrait_until_a_key_ends_it(visit: Visit, server: Server) -> None:
    table = staged(over).store(database(server))
    page = visit(replace(DESKTOP, reduced_motion=False)).sit(table.place(0))
    page.locator(".steps .outline.drawn").first.wait_for(state="attached")
    page.keyboard.press("x")
    page.wait_for_selector(".steps .outline", state="detached")
    step, last = page.locator(".steps .cap").first.inner_text().split(" of ")
    assert step.split()[-1] == last
    page.click('[data-do="final-before"]')
    page.locator(".steps .outline.drawn").wait_for(state="attached")
    assert page.locator('[data-do="final-play"]').get_attribute("aria-label") == "Play"
