"""The pages around the game: start, set-up, waiting room, own games and rematches."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, Route

from bastide.rules.model import Json
from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.scenes import database, over
from tests.web.staged import staged
from tests.web.tables import Place, against_a_bot, ask, opened, sat
from tests.web.test_table import at_table
from tests.web.visitor import DESKTOP, PHONE, Device


def facts(page: Page, server: Server) -> dict[str, Json]:
    """Return the facts of the table that a page shows."""
    found = ask(server.address, f"/api/tables/{page.url.rsplit('/', 1)[-1]}")
    assert isinstance(found, dict)
    return found


def options(page: Page, server: Server) -> dict[str, Json]:
    """Return the options of the table that a page shows."""
    found = facts(page, server)["options"]
    assert isinstance(found, dict)
    return found


def test_two_clicks_lead_to_the_first_tile(visit: Visit, server: Server) -> None:
    page = visit().open("/", "start")
    page.click('[data-do="play"]')
    page.wait_for_selector('body[data-page="table"]')
    page.wait_for_selector("[data-cell]")
    assert [options(page, server)[name] for name in ("preset", "bots")] == ["second", [None, "aubin"]]


def test_a_table_is_set_up_as_it_was_chosen(visit: Visit, server: Server) -> None:
    page = visit().open("/new", "new")
    page.fill("#own", "Ada")
    page.check("#box-bigbox", force=True)
    page.uncheck("#ex-wheel_of_fortune", force=True)
    page.check("#ex-crop_circles", force=True)
    page.click("#add-bot")
    page.click("#add-seat")
    page.select_option("#clock", label="15 min + 5 s")
    page.select_option("#flag", "passes")
    page.click("#confirm")
    page.click("#looks")
    page.click("#spectators")
    page.click("#aid-forecast")
    page.check("#joining-public", force=True)
    page.click("#all-options")
    assert page.input_value("#option-builders") == "1"
    page.check("#circles-first")
    page.click("#option-half_points")
    page.select_option("#option-first_player", "2")
    assert page.locator("#option-tiny_city_pennants, #option-hand_end, #option-garden_vineyards").count() == 0
    page.select_option("#option-tiny_city", "2")
    page.click("#option-tiny_city_pennants")
    page.click("#option-hand_size")
    page.select_option("#option-hand_end", "drawn")
    page.select_option("#option-builders", "2")
    page.select_option("#option-unfinished_inns", "ignored")
    page.click("#option-hand_size")
    assert page.locator("#option-hand_end").count() == 0, "which changes nothing without hands"
    assert page.inner_text("label[for=option-builders]").startswith("Builders each")
    tiles = 72 + 18 + 24 + 18 + 12 + 12
    assert page.inner_text(".heading .chip").startswith(f"{tiles} tiles")
    page.click('[data-do="start"]')
    page.wait_for_selector('body[data-page="room"]')
    expansions = ["inns_and_cathedrals", "traders_and_builders", "hills_and_sheep", "river", "crop_circles"]
    assert options(page, server) == {
        "preset": "bigbox2014",
        "expansions": expansions,
        "tiles": [],
        "options": {
            "builders": 2,
            "circles": "both",
            "first_player": 2,
            "half_points": True,
            "tiny_city": 2,
            "tiny_city_pennants": True,
            "unfinished_inns": "ignored",
        },
        "seats": 4,
        "bots": [None, None, "aubin", None],
        "joining": "public",
        "spectators": False,
        "aids": ["tiles_left", "fields", "holes"],
        "confirm": True,
        "looks": False,
        "clock": {"kind": "live", "time": 900, "increment": 5, "flag": "passes"},
    }
    shown = page.inner_text(".facts")
    assert "Builders each: 2" in shown
    assert "Unfinished inns and cathedrals: as without them" in shown
    assert "Pennants in such cities" in shown
    seats = facts(page, server)["seats"]
    assert isinstance(seats, list)
    assert (seats[0]["name"], seats[0]["bot"]) == ("Ada", None)
    assert "Crop Circles: Both series" in shown
    assert "Who begins: Seat 3, Green" in shown


def test_single_crop_circles_are_chosen_by_their_pictures(visit: Visit, server: Server) -> None:
    page = visit(replace(PHONE, language="fr-FR")).open("/new?expansions=crop_circles", "new")
    page.wait_for_selector(
        '[aria-label^="Agroglyphe à l’écu"][aria-label$="Ville nord et sud, pré est et ouest."]', state="attached"
    )
    assert page.locator("#choice-circles :checked").count() == 1 + 6
    page.locator("label:has(#circle-K2-CFDF)").tap()
    assert page.evaluate("document.getElementById('circles-second').indeterminate")
    page.check("#circles-second")
    page.click("#circles-second", force=True)
    assert page.locator("#choice-circles :checked").count() == 1 + 6, "the last series stays"
    for tile in ("K2-RSTT", "K2-CFRF", "K2-CRFS", "K2-CFDF", "K2-CDDC"):
        page.locator(f"label:has(#circle-{tile})").tap()
    page.locator("label:has(#circle-K2-FRSS)").tap(force=True)
    assert page.is_checked("#circle-K2-FRSS"), "the last tile stays"
    assert re.fullmatch(r"\+\s1", page.inner_text("label:has(#ex-crop_circles) .tl"))
    page.locator("label:has(#circle-K1-CFFC)").tap()
    assert "74 tuiles" in page.inner_text(".startbar")
    page.click('[data-do="start"]')
    page.wait_for_selector('body[data-page="room"], body[data-page="table"]')
    assert options(page, server)["options"] == {"circles": "K1-CFFC,K2-FRSS"}


def test_the_source_lies_where_it_was_chosen_with_the_keyboard(visit: Visit, server: Server) -> None:
    page = visit().open("/new?expansions=river,wheel_of_fortune", "new")
    page.focus("#source-name")
    page.keyboard.press("Enter")
    assert "East of the wheel, cell 2" in page.inner_text("#source-name")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "source-e2"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.id") == "source-n2"
    assert "North of the wheel, cell 2 from the west" in page.inner_text("#source-name")
    page.select_option("#place-1", "")
    page.click('[data-do="start"]')
    page.wait_for_selector('body[data-page="room"]')
    assert options(page, server)["options"] == {"source": "n2"}
    assert "Where the river begins: North of the wheel, cell 2 from the west" in page.inner_text(".facts")


def test_only_possible_places_of_the_source_are_offered(visit: Visit) -> None:
    page = visit().open("/new?expansions=river_2,wheel_of_fortune", "new")
    page.click("#source-name")
    assert page.locator("#choice-source input").count() == 9
    page.locator("label:has(#source-w3)").click()
    page.locator("label:has(#ex-river_2)").click()
    page.wait_for_selector("#choice-source", state="detached")
    page.locator("label:has(#ex-river_20)").click()
    assert page.locator("#choice-source").count() == 0, "the double source has one place"
    page.locator("label:has(#ex-river_20)").click()
    page.locator("label:has(#ex-river)").click()
    assert "East of the wheel" in page.inner_text("#source-name"), "what does not apply is forgotten"


def test_conflicting_expansions_are_disabled_and_advice_is_given(visit: Visit) -> None:
    page = visit().open("/new?expansions=count,river", "new")
    page.wait_for_selector(".note")
    assert page.inner_text(".note").startswith("The Count and The River")
    assert "we advise against it" in page.inner_text(".note"), "COUNT-INT-14: no rulebook does"
    wheel = page.locator("#ex-wheel_of_fortune")
    assert wheel.get_attribute("aria-disabled") == "true"
    wheel.focus()
    page.keyboard.press("Space")
    assert not wheel.is_checked()
    page.locator("#ex-count").focus()
    page.keyboard.press("Space")
    assert page.evaluate("document.activeElement.id") == "ex-count"
    assert page.locator(".note").count() == 0
    assert wheel.get_attribute("aria-disabled") is None


def test_rivers_share_an_option_and_one_has_a_volcano(visit: Visit, server: Server) -> None:
    """RIV-PLACE-3 and RIV20-PLACE-2 have one option, and the River II has none of it (RIV2-VOLC-6)."""
    page = visit().open("/new?expansions=river", "new")
    page.click("#all-options")
    assert page.locator("#option-river_bends").count() == 1
    assert page.locator("#option-dormant_volcano").count() == 0
    page.click("label:has(#ex-river)")
    page.click("label:has(#ex-river_2)")
    assert page.locator("#option-river_bends").count() == 0
    assert page.locator("#option-dormant_volcano").count() == 1
    page.click("label:has(#ex-river_2)")
    page.click("label:has(#ex-river_20)")
    assert page.inner_text(".heading .chip").startswith(f"{72 - 1 + 18} tiles")
    page.select_option("#option-river_bends", "immediate")
    page.click('[data-do="start"]')
    page.wait_for_selector('body[data-page="table"], body[data-page="room"]')
    assert options(page, server)["options"] == {"river_bends": "immediate"}


def test_another_language_keeps_what_was_chosen(visit: Visit) -> None:
    page = visit(PHONE).open("/new", "new")
    page.check("#ex-abbot", force=True)
    page.click("#add-bot")
    page.select_option("#language", "fr")
    page.wait_for_selector('html[lang="fr"]')
    page.wait_for_selector("text=Une nouvelle table")
    assert page.is_checked("#ex-abbot")
    assert page.locator(".sl").count() == 3
    assert "3 joueurs" in page.inner_text(".startbar")


def test_the_game_begins_once_all_seats_are_taken(visit: Visit, server: Server) -> None:
    table = opened(server.address, seats=3, bots=[None, None, "random"])
    ada, boris = visit().open(f"/table/{table}", "room"), visit(PHONE).open(f"/table/{table}", "room")
    ada.fill("#sit-name", "Ada")
    ada.select_option("#sit-seat", "1")
    ada.click('[data-do="sit"]')
    boris.wait_for_selector('[data-seat="1"]:has-text("Ada")')
    boris.wait_for_selector('[data-seat="1"]:has-text("here")')
    assert ada.input_value("#link") == ada.url
    boris.fill("#sit-name", "Boris")
    boris.click('[data-do="sit"]')
    for page in (ada, boris):
        page.wait_for_selector('body[data-page="table"]')


def test_a_name_that_is_taken_is_reported_in_the_form(visit: Visit, server: Server) -> None:
    table = opened(server.address, seats=3)
    sat(server.address, table, "Ada")
    somebody = visit()
    somebody.ignore(r"409")
    page = somebody.open(f"/table/{table}", "room")
    page.fill("#sit-name", "Ada")
    page.click('[data-do="sit"]')
    page.wait_for_selector(".seat-form .error-text:not(:empty)")
    assert "Ada" in page.inner_text(".seat-form .error-text")
    page.fill("#sit-name", "Eve")
    page.click('[data-do="sit"]')
    page.wait_for_selector('[data-do="leave"]')
    page.click('[data-do="leave"]')
    page.wait_for_selector("#sit-name")


def test_a_game_that_waits_comes_first(visit: Visit, server: Server) -> None:
    """The one with the shortest clock is on top; the others are in the list."""
    clock: dict[str, Json] = {"kind": "live", "time": 240}
    slow = against_a_bot(server.address, "Ada", expansions=["river"])
    quick = against_a_bot(server.address, "Ada", clock=clock)
    somebody = visit()
    somebody.context.add_init_script(slow.storage_script() + quick.storage_script())
    page = somebody.open("/", "start")
    first = page.locator(".waiting-game")
    assert re.search(r"Your turn · [34] min left", first.inner_text())
    assert "1 more game waits" in first.inner_text()
    row = page.locator(f'.own-games [data-game="{slow.table}"]')
    assert "The River" in row.inner_text()
    assert "Your turn" in row.inner_text()
    page.keyboard.press("c")
    page.wait_for_selector('body[data-page="table"]')
    assert page.url.endswith(quick.table)


@pytest.mark.parametrize(("width", "height", "lowest"), [(390, 844, 480), (360, 640, 584)])
def test_play_is_above_the_fold_on_a_phone(width: int, height: int, lowest: int, visit: Visit, server: Server) -> None:
    place = against_a_bot(server.address)
    somebody = visit(Device(width, height, language="fr-FR", touch=True))
    somebody.context.add_init_script(place.storage_script())
    page = somebody.open("/", "start")
    assert page.locator(".waiting-game .btn").count() == 1
    box = page.locator('[data-do="play"]').bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= lowest
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_the_start_page_promises_what_the_set_up_says(visit: Visit) -> None:
    page = visit().open("/", "start")
    for box in ("classic", "bigbox"):
        page.check(f'input[name="box"][value="{box}"]', force=True)
        promised = re.findall(r"\d+", page.locator(".hero .intro").inner_text())
        page.goto(f"{page.url}new?box={box}")
        page.wait_for_selector('body[data-page="new"] .startbar')
        page.click("#add-bot")
        page.get_by_label("Remove seat 2").click()
        assert re.findall(r"(\d+) min", page.locator(".chip.act").inner_text()) == promised
        page.go_back()
        page.wait_for_selector('body[data-page="start"] main')


def test_a_rematch(visit: Visit, server: Server) -> None:
    """A rematch is listed on the start page by the token of the old seat, and begins once all seats are taken again."""
    before = staged(over, people=2).store(database(server))
    headers = {"Authorization": f"Bearer {before.place(1).token}"}
    path = f"{server.address}/api/tables/{before.table.id}/rematch"
    with urlopen(Request(path, b"", headers), timeout=30) as answer:
        table = json.load(answer)["id"]
    pages = []
    for seat in (0, 1):
        somebody = visit()
        somebody.context.add_init_script(before.place(seat).storage_script())
        page = somebody.open("/", "start")
        page.click(f'.waiting-game:has-text("Rematch") [data-game="{table}"]')
        page.wait_for_selector('body[data-page="room"]')
        page.click('[data-do="sit"]')
        pages.append(page)
    for page in pages:
        page.wait_for_selector('body[data-page="table"]')
        assert page.url.endswith(table)


def test_a_link_or_a_code_leads_to_the_table(visit: Visit, server: Server) -> None:
    table, somebody = opened(server.address), visit()
    for typed in (table, f"{server.address}/table/{table}", f" {table} "):
        page = somebody.open("/", "start")
        page.fill("#code", typed)
        page.press("#code", "Enter")
        page.wait_for_selector('body[data-page="room"]')
        assert page.url.endswith(f"/table/{table}")


def test_the_waiting_room_says_until_when_the_table_is_open(visit: Visit, server: Server) -> None:
    page = visit().open(f"/table/{opened(server.address)}", "room")
    table = facts(page, server)
    assert table["lifetime"] == 60 * 24 * 3600 * 1000
    day = page.evaluate(
        "at => new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })",
        int(str(table["updated"])) + int(str(table["lifetime"])),
    )
    assert f"Open until\n{day} if nobody comes" in page.inner_text(".facts")


def test_a_public_table_is_joined_and_then_watched(visit: Visit, server: Server) -> None:
    table = opened(server.address, joining="public")
    sat(server.address, table, "Ada")
    page = visit().open("/", "start")
    page.click('[data-do="name"]')
    page.fill("#own-name", "Boris")
    page.press("#own-name", "Enter")
    page.click(f'[data-sit="{table}"]')
    page.wait_for_selector('body[data-page="table"]')
    other = visit(Device(language="fr-FR")).open("/watch", "watch")
    other.click(f'[data-game="{table}"]')
    other.wait_for_selector('body[data-page="table"]')


def test_every_trouble_has_its_own_page_with_a_way_on(visit: Visit, server: Server) -> None:
    table = at_table(server, spectators=False)
    somebody = visit()
    somebody.ignore("404")
    somebody.context.add_init_script(Place("lost", 0, "token", "Ada").storage_script())
    for path, trouble, way in (
        ("/nowhere", "nowhere", "/"),
        ("/table/unknown", "unknown", "/"),
        ("/replay/unknown", "unknown", "/"),
        ("/table/lost", "expired", "/new"),
        (f"/table/{table.table.id}", "full", "/new?preset=second&expansions="),
    ):
        page = somebody.open(path)
        page.wait_for_selector(f'[data-trouble="{trouble}"]')
        assert page.locator("main h1").inner_text() in page.title()
        page.click(f'.gone a[href="{way}"]')
        page.wait_for_selector(f'body[data-page="{"new" if "new" in way else "start"}"] main')


NEEDS_THE_STORE = re.compile(r"/(healthz|api/(tables|mine).*)$")


def store_away(route: Route) -> None:
    """Respond like a server whose store is away."""
    route.fulfill(status=503, json={"error": "store_away", "text": "Try again in a moment."})


def test_the_start_page_has_what_needs_no_store_while_it_is_away(visit: Visit, server: Server) -> None:
    table, somebody = opened(server.address, joining="public"), visit()
    somebody.ignore("503")
    somebody.context.route(NEEDS_THE_STORE, store_away)
    page = somebody.open("/", "start")
    page.wait_for_selector(".hero-board img")
    page.wait_for_selector('.open-tables:has-text("Try again in a moment.")')
    page.click("[data-do=play]")
    page.wait_for_selector('.hero [role=alert]:has-text("Try again in a moment.")')
    somebody.context.unroute(NEEDS_THE_STORE)
    page.evaluate("dispatchEvent(new Event('online'))")  # rather than wait for the next refresh
    page.wait_for_selector(f'[data-sit="{table}"]')


@pytest.mark.parametrize("width", [1280, 390, 360])
def test_a_page_that_needs_the_store_opens_by_itself_once_it_is_back(visit: Visit, server: Server, width: int) -> None:
    """Meanwhile the header says that there is no connection, and fits."""
    table, somebody = opened(server.address), visit(Device(width, 800))
    somebody.ignore("503")
    somebody.context.route(NEEDS_THE_STORE, store_away)
    page = somebody.open(f"/table/{table}")
    page.wait_for_selector('[data-trouble="away"]')
    page.wait_for_selector(".unreachable", state="visible")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    somebody.context.unroute(NEEDS_THE_STORE)
    page.wait_for_selector('body[data-page="room"] [data-do="sit"]')


CLIENT_CACHED = """
async () => {
  const cache = await caches.open("bastide");
  const isCached = async () => {
    if (!navigator.serviceWorker.controller) return false;
    const every = performance.getEntriesByType("resource").map(({ name }) => name);
    const fetched = every.filter((name) => /\\/(web|art)\\//.test(name));
    const cached = await Promise.all(fetched.map((name) => cache.match(name, { ignoreVary: true })));
    return fetched.length > 20 && cached.every(Boolean);
  };
  while (!await isCached()) await new Promise((again) => setTimeout(again, 100));
}
"""
"""Waits until everything that the page fetched is cached."""


def test_pages_open_offline_and_say_so(visit: Visit) -> None:
    somebody = visit(replace(DESKTOP, service_worker=True))
    page = somebody.open("/", "start")
    page.wait_for_selector("[data-do=play]")
    page.wait_for_load_state("networkidle")
    page.evaluate(CLIENT_CACHED)
    somebody.ignore()
    somebody.context.set_offline(True)
    page.reload()
    page.wait_for_selector('body[data-page="start"]')
    page.wait_for_selector(".unreachable", state="visible")
    somebody.context.set_offline(False)
    page.wait_for_selector("[name=bot]", state="attached")
    page.wait_for_selector(".unreachable", state="hidden")
    somebody.context.set_offline(True)
    page.goto(f"{somebody.origin}/watch")
    page.wait_for_selector(".gate, .quiet-note")
    somebody.context.set_offline(False)
    page.wait_for_selector("#playing")


def test_a_page_that_is_not_cached_opens_after_reconnecting(visit: Visit) -> None:
    somebody = visit(replace(DESKTOP, service_worker=True))
    page = somebody.open("/", "start")
    page.wait_for_selector("[data-do=play]")
    somebody.ignore()
    somebody.context.set_offline(True)
    page.click('nav a[href="/watch"]')
    page.wait_for_selector(".gate")
    page.wait_for_selector(".unreachable", state="visible")
    somebody.context.set_offline(False)
    page.wait_for_selector("#playing")
    page.wait_for_selector(".unreachable", state="hidden")
