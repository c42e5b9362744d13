"""No move by accident: a first press shows, a second one does, by mouse, touch and keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from bastide.play.game import Game
from bastide.rules.model import Json
from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.player import DOUBLE_CLICK, TURN_GUARD, Player
from tests.web.staged import staged
from tests.web.test_table import READY, at_table, version
from tests.web.visitor import DESKTOP, PHONE, Device

DEVICES = pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["mouse", "touch"])
CHANGED = "(before) => document.querySelector('main#table').dataset.version !== before"
ONE_WAY = ".cell-mark:not(:has(circle:nth-of-type(2)))"
OTHER_SLOT = '[data-slot]:not([aria-pressed="true"])'
TWO_WAYS = ".cell-mark:has(circle:nth-of-type(2))"


def press(page: Page, device: Device, selector: str) -> None:
    """Click or tap the centre of the first element that a selector finds in view."""
    element = page.locator(selector).first
    element.scroll_into_view_if_needed()
    box = element.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(x, y) if device.touch else page.mouse.click(x, y)


def at_once(page: Page, *selectors: str) -> None:
    """Click the first element of each selector, all within one task of the page."""
    page.evaluate(
        """(selectors) => {
          for (const selector of selectors)
            document.querySelector(selector)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        }""",
        selectors,
    )


def opened(visit: Visit, server: Server, device: Device, step: str = "place") -> Page:
    page = visit(device).sit(at_table(server, step).acting)
    page.wait_for_selector(f'{READY}[data-step="{step}"]')
    page.wait_for_selector("[data-cell], [data-slot]")
    page.wait_for_timeout(500)  # until the camera rests
    return page


def still_at(page: Page, before: str | None) -> bool:
    """Return whether nothing was played within a moment."""
    page.wait_for_timeout(300)
    return version(page) == before


@DEVICES
@pytest.mark.parametrize("cells", [ONE_WAY, TWO_WAYS])
def test_the_first_press_on_a_cell_shows_a_ghost_and_the_second_lays(
    cells: str, device: Device, visit: Visit, server: Server
) -> None:
    page = opened(visit, server, device)
    before = version(page)
    cell = page.locator(cells).first.get_attribute("data-cell")
    press(page, device, cells)
    assert page.locator("[data-ghost]").get_attribute("data-at") == cell
    assert still_at(page, before)
    press(page, device, "[data-ghost] .ghost-tile")
    page.wait_for_function(CHANGED, arg=before)


def test_a_double_click_is_one_press(visit: Visit, server: Server) -> None:
    page = opened(visit, server, DESKTOP)
    before = version(page)
    at_once(page, ONE_WAY, "[data-ghost]", ONE_WAY)
    assert still_at(page, before)
    assert page.locator("[data-ghost]").count() == 1


@DEVICES
def test_turning_never_lays(device: Device, visit: Visit, server: Server) -> None:
    page = opened(visit, server, device)
    before = version(page)
    press(page, device, '[data-do="turn"]')
    assert page.locator("[data-ghost]").count() == 1, "a first turn shows the ghost"
    at_once(page, *['[data-do="turn"]'] * 4, '[data-do="place"]', "[data-ghost]")
    assert still_at(page, before), "not within a moment of a turn"
    page.wait_for_timeout(TURN_GUARD)
    press(page, device, '[data-do="place"]')
    page.wait_for_function(CHANGED, arg=before)


def test_the_key_r_shows_the_aimed_cell_and_never_lays(visit: Visit, server: Server) -> None:
    page = opened(visit, server, DESKTOP)
    before = version(page)
    cells = page.locator(ONE_WAY)
    cells.last.focus()
    aimed = cells.last.get_attribute("data-cell")
    for _ in range(5):
        page.keyboard.press("r")
    assert page.locator("[data-ghost]").get_attribute("data-at") == aimed
    assert still_at(page, before)
    page.keyboard.press("Enter")
    page.wait_for_function(CHANGED, arg=before)


def test_dragging_drops_a_ghost(visit: Visit, server: Server) -> None:
    page = opened(visit, server, DESKTOP)
    before = version(page)
    start, end = page.locator(".drawn").bounding_box(), page.locator(ONE_WAY).first.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()
    assert page.locator("[data-ghost]").count() == 1
    assert still_at(page, before)


def test_laying_at_the_first_click_is_a_setting(visit: Visit, server: Server) -> None:
    page = opened(visit, server, DESKTOP)
    page.click('[data-do="menu"]')
    page.click('[role="switch"][aria-label^="Lay at the first click"]')
    page.keyboard.press("Escape")
    before = version(page)
    press(page, DESKTOP, ONE_WAY)
    page.wait_for_function(CHANGED, arg=before)


@DEVICES
def test_a_follower_is_chosen_then_confirmed(device: Device, visit: Visit, server: Server) -> None:
    page = opened(visit, server, device, "piece")
    before = version(page)
    press(page, device, "[data-slot]")
    assert still_at(page, before)
    other = f'[data-slot="{page.locator(OTHER_SLOT).first.get_attribute("data-slot")}"]'
    at_once(page, other, other)
    assert still_at(page, before), "a double click chooses"
    assert page.locator('[data-slot][aria-pressed="true"]').count() == 1
    page.wait_for_timeout(DOUBLE_CLICK)
    press(page, device, '[data-slot][aria-pressed="true"]')
    page.wait_for_function(CHANGED, arg=before)


@DEVICES
def test_a_follower_is_confirmed_by_the_button(device: Device, visit: Visit, server: Server) -> None:
    page = opened(visit, server, device, "piece")
    before = version(page)
    press(page, device, '[data-do="go"]')
    assert still_at(page, before), "nothing is chosen yet"
    press(page, device, "[data-slot]")
    press(page, device, '[data-do="go"]')
    page.wait_for_function(CHANGED, arg=before)


def test_a_follower_by_keyboard(visit: Visit, server: Server) -> None:
    page = opened(visit, server, DESKTOP, "piece")
    before = version(page)
    page.locator("[data-slot]").first.focus()
    page.keyboard.press("Enter")
    assert still_at(page, before)
    page.keyboard.press("Escape")
    assert page.locator('[data-slot][aria-pressed="true"]').count() == 0
    page.keyboard.press("Enter")
    page.wait_for_timeout(DOUBLE_CLICK)
    page.keyboard.press("Enter")
    page.wait_for_function(CHANGED, arg=before)


# Undo until the next draw. With days for a move there is plenty of time for it.

SLOW: dict[str, Json] = {"kind": "days", "time": 3}
HELD = f'{READY}:has([data-do="confirm"])'


def no_follower(game: Game) -> bool:
    """Return whether the turn passes by itself once the tile is laid."""
    view = game.view(None)
    return view["step"] == "place" and view["actor"] >= 0 and not any(view["supply"][view["actor"]].values())


@DEVICES
def test_a_turn_is_undone_step_by_step_until_it_is_done(device: Device, visit: Visit, server: Server) -> None:
    table = at_table(server, "piece", clock=SLOW)
    page, other = visit(device).sit(table.acting), visit(device).sit(table.place(1 - table.acting.seat))
    page.wait_for_selector(f'{READY}[data-step="piece"]')
    for taken_back in (True, False):
        press(page, device, '[data-do="skip"]')
        page.wait_for_selector(HELD)
        assert "draws next" in page.locator(".dock h2").inner_text()
        other.wait_for_selector(".frames.held")
        assert "may still undo" in other.locator(".dock h2").inner_text()
        assert other.locator("[data-cell]").count() == 0, "nothing is drawn yet"
        if taken_back:
            press(page, device, '[data-do="undo"]')
            page.wait_for_selector(f'{READY}[data-step="piece"]')
            other.wait_for_selector(".frames:not(.held)")
    page.wait_for_timeout(DOUBLE_CLICK)
    press(page, device, '[data-do="confirm"]')
    other.wait_for_selector(READY)
    page.wait_for_selector('[data-do="undo"]', state="detached")
    for seen in (page, other):
        seen.wait_for_selector(".frames:not(.held)")


@DEVICES
def test_a_turn_that_passed_by_itself_is_undone(device: Device, visit: Visit, server: Server) -> None:
    table = staged(no_follower, {"options": {"followers": 1}, "clock": SLOW}).store(Path(str(server.database)))
    page = visit(device).sit(table.acting)
    page.wait_for_selector(f'{READY}[data-step="place"]')
    tiles = page.locator(".tiles > *").count()
    page.wait_for_timeout(500)  # until the camera rests
    press(page, device, "[data-cell]")
    page.wait_for_timeout(DOUBLE_CLICK)
    press(page, device, '[data-do="place"]')
    page.wait_for_selector(HELD)
    assert page.locator(".tiles > *").count() == tiles + 1
    press(page, device, '[data-do="undo"]')
    page.wait_for_selector(f'{READY}[data-step="place"]:has([data-cell])')
    assert page.locator(".tiles > *").count() == tiles


def test_a_turn_is_undone_and_done_by_keyboard(visit: Visit, server: Server) -> None:
    table = at_table(server, "piece", clock=SLOW)
    page, other = visit().sit(table.acting), visit().sit(table.place(1 - table.acting.seat))
    page.wait_for_selector(f'{READY}[data-step="piece"]')
    page.keyboard.press("s")
    page.wait_for_selector(HELD)
    assert "Z takes it back" in page.locator("[aria-live=polite]").last.inner_text()
    page.keyboard.press("z")
    page.wait_for_selector(f'{READY}[data-step="piece"]')
    page.keyboard.press("z")
    page.wait_for_selector(f'{READY}[data-step="place"]')
    page.locator("[data-cell]").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_timeout(DOUBLE_CLICK)
    page.keyboard.press("Enter")
    page.wait_for_selector(f'{READY}[data-step="piece"]')
    page.keyboard.press("s")
    page.wait_for_selector(HELD)
    page.wait_for_timeout(DOUBLE_CLICK)
    page.keyboard.press("Enter")
    other.wait_for_selector(READY)


def test_the_next_tile_is_drawn_after_a_moment_and_at_once_by_a_setting(visit: Visit, server: Server) -> None:
    table = at_table(server, "piece")
    page, other = visit().sit(table.acting), visit().sit(table.place(1 - table.acting.seat))
    page.wait_for_selector(f'{READY}[data-step="piece"]')
    page.click('[data-do="skip"]')
    other.wait_for_selector(READY)
    other.evaluate("localStorage.setItem('bastide.quick', 'true')")
    Player(other, eager=0).play_turn()
    page.wait_for_selector(f'{READY}[data-step="place"]')
