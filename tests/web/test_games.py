"""Whole games in the browser."""

from __future__ import annotations

import pytest

from bastide.games import GAMES
from bastide.rules.model import Json
from bastide.tiles import available
from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.tables import against_a_bot, ask, opened, sat
from tests.web.visitor import SMALL

pytestmark = pytest.mark.slow
BOXES = {
    "Big Box": ["inns_and_cathedrals", "traders_and_builders", "hills_and_sheep", "wheel_of_fortune"],
    "Count, King & Cohorts": ["king_and_robber", "cult", "count", "river_2"],
    "magic and games": ["mage_and_witch", "catapult", "crop_circles", "river"],
    "anniversary": ["river_20", "abbot", "anniversary_mini"],
}
"""Every expansion, grouped into games; all but the last play without the tiles of the base game."""


def facts(server: Server, table: str) -> dict[str, Json]:
    found = ask(server.address, f"/api/tables/{table}")
    assert isinstance(found, dict)
    return found


@pytest.mark.long
@pytest.mark.parametrize("tiles", [["inns_and_cathedrals"], ["base"]], ids=str)
def test_two_browsers_play_a_whole_game(tiles: list[Json], visit: Visit, server: Server) -> None:
    """By the base rules, with few tiles or all tiles."""
    table = opened(server.address, seats=2, tiles=tiles)
    people = [visit(SMALL), visit(SMALL)]
    players = []
    for number, (who, name) in enumerate(zip(people, ("Ada", "Ben"), strict=True)):
        place = sat(server.address, table, name)
        who.context.add_init_script(place.storage_script())
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


def test_every_expansion_is_in_a_box() -> None:
    every = [expansion.id for expansion in GAMES["carcassonne"].expansions]
    assert sorted(expansion for box in BOXES.values() for expansion in box) == sorted(every)


@pytest.mark.timeout(300)
@pytest.mark.long
@pytest.mark.parametrize("box", BOXES)
def test_one_browser_plays_every_expansion_against_a_bot(box: str, visit: Visit, server: Server) -> None:
    """See `test_decisions.py` for tests of each control."""
    own = [name for name in BOXES[box] if name in available()]
    tiles = ["base", *own] if "abbot" in BOXES[box] else own  # gardens are on the tiles of the base game
    place = against_a_bot(server.address, expansions=BOXES[box], tiles=tiles)
    who = visit(SMALL)
    player = Player(who.sit(place), seed=len(box))
    player.play()
    assert facts(server, place.table)["status"] == "over"
    assert all(expansion in str(facts(server, place.table)["rules"]) for expansion in BOXES[box])


def test_one_browser_plays_some_expansions_against_a_bot(visit: Visit, server: Server) -> None:
    place = against_a_bot(
        server.address, expansions=["count", "cult", "king_and_robber"], tiles=["cult", "king_and_robber"]
    )
    Player(visit(SMALL).sit(place), seed=1).play()
    assert facts(server, place.table)["status"] == "over"


@pytest.mark.long
def test_one_browser_plays_gold_rush_against_a_bot(visit: Visit, server: Server) -> None:
    place = against_a_bot(server.address, preset="gold_rush")
    player = Player(visit(SMALL).sit(place))
    player.play()
    assert facts(server, place.table)["status"] == "over"


@pytest.mark.long
def test_a_hand_of_three_with_confirmed_turns(visit: Visit, server: Server) -> None:
    place = against_a_bot(server.address, options={"hand_size": 3}, confirm=True, tiles=["traders_and_builders"] * 2)
    player = Player(visit(SMALL).sit(place))
    player.play()
    assert facts(server, place.table)["status"] == "over"
    assert "do:confirm" in player.done
