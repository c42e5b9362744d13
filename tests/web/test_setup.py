"""From the start page to a table: two clicks to the first tile, a table with chosen options, and joining one."""

from __future__ import annotations

import pytest

from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.tables import ask
from tests.web.visitor import DESKTOP, PHONE, Device

NOTE_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => entry.value)))
  .observe({ type: "layout-shift", buffered: true });
"""
LATE = """
const { fetch } = window;
window.fetch = async (...asked) => {
  await new Promise((go) => setTimeout(go, String(asked[0]).startsWith("/api/rules") ? 600 : 200));
  return fetch(...asked);
};
"""


def test_play_now_is_one_click_from_the_door(visit: Visit) -> None:
    page = visit().open("/", "start")
    page.click('[data-do="play"]')
    page.wait_for_selector('body[data-page="table"]')
    player = Player(page)
    assert player.look().all("cell")
    assert player.play_some(3)
    page.goto(page.url.split("/table")[0])
    page.wait_for_selector('body[data-page="start"] a[href^="/table/"]')


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("page", ["start", "new", "watch"])
def test_nothing_moves_away_from_under_a_finger_when_answers_come_late(visit: Visit, page: str, device: Device) -> None:
    who = visit(device)
    who.context.add_init_script(NOTE_SHIFTS + LATE)
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


def test_two_people_meet_in_the_room_and_play(visit: Visit) -> None:
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


def test_a_dead_link_says_so(visit: Visit) -> None:
    who = visit()
    who.ignore("404")
    page = who.open("/table/nobody-knows")
    page.wait_for_selector("h1")
    page.click('main a[href="/"]')
    page.wait_for_selector('body[data-page="start"]')
