"""The lesson: it can be completed in both languages, and leads to a real game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.visitor import DESKTOP, PHONE, Device


@pytest.mark.parametrize(
    "device",
    [pytest.param(DESKTOP, marks=pytest.mark.long), replace(PHONE, language="fr-FR")],
    ids=["English on a desktop", "French on a phone"],
)
def test_the_lesson_is_completed_and_leads_to_a_game(device: Device, visit: Visit) -> None:
    page = visit(device).open("/learn", "learn")
    player = Player(page, touch=device.touch, eager=1.0)
    for _ in range(200):
        state = player.wait(idle=True)
        if state.button("again"):
            break
        player.act(state)
    chosen = [done for done in player.done if done.startswith(("cell", "ghost", "slot", "target", "do:place"))]
    assert len(chosen) >= 10
    page.click('[data-do="play"]')
    page.wait_for_selector('body[data-page="table"]')
    assert Player(page, touch=device.touch).play_some(4)
