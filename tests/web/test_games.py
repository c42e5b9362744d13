"""Whole games in the browser, from the first tile to the final score, by clicking."""

from __future__ import annotations

import pytest

from bastide.games import GAMES
from bastide.rules.model import Json
from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.tables import against_a_bot, ask, opened, sat
from tests.web.visitor import Device

pytestmark = pytest.mark.slow
EXPANSIONS = [expansion.id for expansion in GAMES["carcassonne"].expansions]
SMALL = Device(1180, 760)
"""The smallest window with all panels, which is the quickest to paint."""


def facts(server: Server, table: str) -> dict[str, Json]:
    found = ask(server.address, f"/api/tables/{table}")
    assert isinstance(found, dict)
    return found


def test_two_browsers_play_a_whole_base_game(visit: Visit, server: Server) -> None:
    table = opened(server.address, seats=2)
    people = [visit(SMALL), visit(SMALL)]
    players = []
    for number, (who, name) in enumerate(zip(people, ("Ada", "Ben"), strict=True)):
        place = sat(server.address, table, name)
        who.context.add_init_script(place.remembered())
        players.append(Player(who.page, seed=number))
    for who in people:
        who.open(f"/table/{table}", "table")
    while facts(server, table)["status"] != "over":
        for player in players:
            player.play_turn()
    for player in players:
        player.play()  # the final scoring is shown step by step
    scores = [who.page.locator("[data-final]").inner_text() for who in people]
    assert all("Ada" in text and "Ben" in text for text in scores)


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_one_browser_plays_every_expansion_against_a_bot(expansion: str, visit: Visit, server: Server) -> None:
    place = against_a_bot(server.address, expansions=[expansion])
    who = visit(SMALL)
    player = Player(who.sit(place), seed=EXPANSIONS.index(expansion))
    player.play()
    assert facts(server, place.table)["status"] == "over"
    assert expansion in str(facts(server, place.table)["rules"])


def test_one_browser_plays_gold_rush_against_a_bot(visit: Visit, server: Server) -> None:
    place = against_a_bot(server.address, preset="gold_rush")
    player = Player(visit(SMALL).sit(place))
    player.play()
    assert facts(server, place.table)["status"] == "over"


def test_a_hand_of_three_with_confirmed_turns(visit: Visit, server: Server) -> None:
    place = against_a_bot(server.address, options={"hand_size": 3}, confirm=True)
    player = Player(visit(SMALL).sit(place))
    player.play()
    assert facts(server, place.table)["status"] == "over"
    assert "do:confirm" in player.done
