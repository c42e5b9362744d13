"""From the start page to a table: playing at once, a table with options, and joining a table."""

from __future__ import annotations

import pytest

from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.tables import ask
from tests.web.visitor import DESKTOP, PHONE, Device

RECORD_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => entry.value)))
  .observe({ type: "layout-shift", buffered: true });
"""
SLOW_FETCH = """
const { fetch } = window;
window.fetch = async (...args) => {
  await new Promise((go) => setTimeout(go, String(args[0]).startsWith("/api/rules") ? 600 : 200));
  return fetch(...args);
};
"""


def test_play_now_is_one_click_from_the_start_page(visit: Visit) -> None:
    page = visit().open("/", "start")
    page.click('[data-do="play"]')
    page.wait_for_selector('body[data-page="table"]')
    player = Player(page)
    assert player.wait().all("cell")
    assert player.play_some(3)
    page.goto(page.url.split("/table")[0])
    page.wait_for_selector('body[data-page="start"] a[href^="/table/"]')


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("page", ["start", "new", "watch"])
def test_slow_responses_cause_no_layout_shift(visit: Visit, page: str, device: Device) -> None:
    who = visit(device)
    who.context.add_init_script(RECORD_SHIFTS + SLOW_FETCH)
    seen = who.open("/" if page == "start" else f"/{page}", page)
    seen.wait_for_timeout(1000)
    assert seen.evaluate("shifts") == []


def test_a_table_with_chosen_options(visit: Visit, server: Server) -> None:
    page = visit().open("/new", "new")
    for expansion in ("inns_and_cathedrals", "river"):
        page.locator(f"label:has(#ex-{expansion})").click()
    page.fill("#own", "Zoé")
    page.click('[data-do="start"]')
    page.wait_for_selector('body[data-page="table"], body[data-page="room"]')
    facts = ask(server.address, f"/api/tables/{page.url.rpartition('/')[2]}")
    assert isinstance(facts, dict)
    options, seats = facts["options"], facts["seats"]
    assert isinstance(options, dict)
    assert isinstance(seats, list)
    assert options["expansions"] == ["inns_and_cathedrals", "river"]
    assert isinstance(seats[0], dict)
    assert seats[0]["name"] == "Zoé"


def test_two_people_meet_in_the_waiting_room_and_play(visit: Visit) -> None:
    host, guest = visit(), visit()
    page = host.open("/new", "new")
    page.select_option("#place-1", "")
    page.fill("#own", "Ada")
    page.click('[data-do="start"]')
    page.wait_for_selector('body[data-page="room"]')
    other = guest.open(page.url.removeprefix(host.origin), "room")
    other.fill("#sit-name", "Ben")
    other.click('[data-do="sit"]')
    for seen in (page, other):
        seen.wait_for_selector('body[data-page="table"]')
    players = [Player(page), Player(other)]
    for player in players * 2:
        player.play_turn()
    assert "Ben" in page.locator("main#table").inner_text()


def test_a_dead_link_shows_an_error_page(visit: Visit) -> None:
    who = visit()
    who.ignore("404")
    page = who.open("/table/nobody-knows")
    page.wait_for_selector("h1")
    page.click('main a[href="/"]')
    page.wait_for_selector('body[data-page="start"]')
