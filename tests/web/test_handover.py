"""Seats are handed over in the browser: to bots and to people, before and during a game."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.tables import opened, sat
from tests.web.visitor import DESKTOP, PHONE


def give(page: Page, seat: int, bot: str) -> None:
    """Give a seat to a character."""
    page.click(f'[data-pick="{seat}"] summary')
    page.click(f'[data-pick="{seat}"] [data-bot="{bot}"]')


def test_seats_go_to_bots_and_people_before_and_during_a_game(visit: Visit, server: Server) -> None:
    table = opened(server.address, seats=3, bots=[None, "pepin", None])
    place = sat(server.address, table, "Ada")
    somebody = visit(DESKTOP)
    somebody.context.add_init_script(place.storage_script())
    ada = somebody.open(f"/table/{table}", "room")

    ada.click('[data-seat="1"] [data-do="open-seat"]')
    ada.wait_for_selector('[data-seat="1"] [data-pick]')
    ada.locator('[data-pick="1"] summary').focus()
    ada.keyboard.press("Enter")
    ada.keyboard.press("Tab")
    ada.keyboard.press("Enter")
    ada.wait_for_selector('[data-seat="1"]:has-text("Pépin") [data-face="pepin"] svg')
    give(ada, 2, "odile")
    ada.wait_for_selector('.pl[data-seat="2"] [data-face="odile"] svg')
    ada.wait_for_selector("[aria-live]:has-text('Odile says')", state="attached")

    ada.click('[data-do="menu"]')
    ada.click('[data-do="seats"]')
    ada.click('[data-seat-row="2"] [data-do="open-seat"]')
    ben = visit(PHONE).open(f"/table/{table}", "table")
    ben.click('[data-sit="2"]')
    ada.wait_for_selector('.pl[data-seat="2"]:not(:has(.face))')
    expect(ben.locator('.pl[data-seat="2"] .tag').first).to_have_text("you")
    assert ben.locator("[data-sit]").count() == 0

    give(ada, 0, "aubin")
    ada.wait_for_selector('.pl[data-seat="0"] [data-face="aubin"]')
    ben.wait_for_selector('.pl[data-seat="0"]:has-text("Aubin")')
    assert ben.locator('[data-sit="0"]').count() == 0, "the seat is kept for Ada"
    ada.click('[data-sit="0"]')
    expect(ada.locator('.pl[data-seat="0"] .nm b')).to_have_text("Ada")
    ben.wait_for_selector('.pl[data-seat="0"]:has-text("Ada")')
    expect(ada.locator('.pl[data-seat="0"] .tag').first).to_have_text("you")
