"""Phones: touch input in portrait and landscape."""

from __future__ import annotations

import pytest

from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.tables import against_a_bot, ask
from tests.web.visitor import PHONE, Device

SMALL = """
() => [...document.querySelectorAll("[data-do], [data-slot], [data-piece], [data-choose]")].filter((e) => {
  const box = e.getBoundingClientRect();
  return e.checkVisibility() && box.width && (box.width < 36 || box.height < 36);
}).map((e) => e.outerHTML.slice(0, 80))
"""


@pytest.mark.slow
def test_a_game_by_touch(visit: Visit, server: Server) -> None:
    place = against_a_bot(server.address)
    page = visit(PHONE).sit(place)
    player = Player(page, seed=2, touch=True)
    small: set[str] = set()
    while player.move():
        if len(player.done) % 10 == 1:
            small |= set(page.evaluate(SMALL))
    facts = ask(server.address, f"/api/tables/{place.table}")
    assert isinstance(facts, dict)
    assert facts["status"] == "over"
    assert small == set()


def test_landscape(visit: Visit, server: Server) -> None:
    place = against_a_bot(server.address)
    player = Player(visit(Device(844, 390, touch=True)).sit(place), touch=True)
    assert player.play_some(12)
