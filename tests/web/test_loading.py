"""Loading: few bytes, from this server only, under a strict content security policy."""

from __future__ import annotations

from urllib.request import urlopen

import pytest
from playwright.sync_api import Route

from tests.rulesets import FULL
from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.counting_proxy import CountingProxy
from tests.web.player import Player
from tests.web.tables import against_a_bot
from tests.web.visitor import SMALL

MAX_BYTES = 300_000
PAGES = ("/", "/new", "/table/none", "/replay/none", "/rules", "/rules/river", "/learn", "/watch")


def test_a_first_base_game_loads_little(visit: Visit, server: Server) -> None:
    with CountingProxy(server) as proxy:
        who = visit(at=proxy.address)
        page = who.open("/", "start")
        page.wait_for_load_state("networkidle")
        at_start = proxy.bytes
        page.click('[data-do="play"]')
        page.wait_for_selector("[data-cell]", state="attached")
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(500)
        print(f"\n{at_start / 1000:.0f} kB at the start page, {proxy.bytes / 1000:.0f} kB with the table")
        assert proxy.bytes < MAX_BYTES
        who.context.close()


def test_a_board_is_shown_and_played_on_while_the_sets_are_still_painted(visit: Visit, server: Server) -> None:
    """With twelve expansions, and under outlines until the first tiles have arrived."""
    who, held, painted = visit(SMALL), [], False

    def hold(route: Route) -> None:
        held.append(route)

    def refuse(route: Route) -> None:
        route.continue_() if painted else route.fulfill(status=202)

    who.context.route("**/art/*/tiles/*", hold)
    who.context.route("**/art/*/sets/*", refuse)
    place = against_a_bot(server.address, preset="bigbox2014", expansions=list(FULL[1]))
    who.context.add_init_script(place.storage_script())
    page = who.open(f"/table/{place.table}")
    page.wait_for_selector("#table .bones .cell")
    assert page.locator(".board [data-tile-at]").count() == 0
    who.context.unroute("**/art/*/tiles/*")
    for route in held:
        route.continue_()
    page.wait_for_selector("main#table[data-busy=false][data-mine=true]")
    assert page.locator(".bones").count() == 0
    assert page.locator(".board [data-tile-at]").count() >= 17
    Player(page).play_turn()
    with page.expect_response(lambda response: "/sets/wheel_of_fortune" in response.url and response.status == 200):
        painted = True


@pytest.mark.parametrize("path", PAGES)
def test_the_policy_allows_no_inline_code_and_no_other_host(path: str, server: Server) -> None:
    with urlopen(f"{server.address}{path}", timeout=5) as answer:
        policy = answer.headers["Content-Security-Policy"]
        text = answer.read().decode()
    directives = {name: sources for name, *sources in (part.split() for part in policy.split(";"))}
    assert directives["default-src"] in (["'none'"], ["'self'"])
    assert directives["script-src"] == ["'self'"]
    assert directives["style-src"] == ["'self'"]
    assert directives["connect-src"] == ["'self'"]
    assert "unsafe" not in policy
    assert "http" not in policy
    assert "<style" not in text
    assert " style=" not in text
    assert " onclick" not in text
