"""Loading: few bytes, from this server only, under a strict content security policy."""

from __future__ import annotations

from urllib.request import urlopen

import pytest

from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.counting_proxy import CountingProxy

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
