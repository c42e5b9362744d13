"""Reconnection: after a reload, a server crash, flight mode and in a second tab the version is the same."""

from __future__ import annotations

from pathlib import Path

from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.scenes import tiles
from tests.web.staged import Staged, staged

IDLE = "main#table[data-busy=false]"


def table_in_play(server: Server, step: str = "place") -> Staged:
    assert server.database is not None
    return staged(tiles(12, step)).store(Path(server.database))


def test_a_reload_comes_back_to_the_same_version(visit: Visit, server: Server) -> None:
    table = table_in_play(server, "piece")
    page = visit().sit(table.acting)
    page.wait_for_selector(f"{IDLE}[data-mine=true]")
    version, step = (page.get_attribute("main#table", f"data-{name}") for name in ("version", "step"))
    page.reload()
    page.wait_for_selector(f'{IDLE}[data-version="{version}"][data-step="{step}"]')
    Player(page).play_turn()


def test_a_killed_server_comes_back_with_the_table_in_mid_turn(visit: Visit, tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as server:
        table = table_in_play(server)
        who = visit(at=server.address)
        who.ignore()
        page = who.sit(table.acting)
        player = Player(page)
        player.aim(player.wait().all("cell"))
        player.wait()
        server.kill()
        page.wait_for_selector('[role="status"], [role="alert"]')
        server.start()
        page.wait_for_selector(f"{IDLE}[data-mine=true]")
        other = visit(at=server.address)
        other.ignore()
        partner = Player(other.sit(table.place(1 - table.acting.seat)))
        take_turns([player, partner], 2)


def take_turns(players: list[Player], turns: int) -> None:
    """Play turns in alternation, until all pages show the same version."""
    for _ in range(turns):
        for player in players:
            player.play_turn()
    for _ in range(200):
        if len({player.page.get_attribute("main#table", "data-version") for player in players}) == 1:
            return
        for player in players:
            player.wait(idle=True)
    raise AssertionError("not all see the same")


def test_flight_mode_in_mid_turn(visit: Visit, server: Server) -> None:
    table = table_in_play(server)
    people = [visit(), visit()]
    pages = [people[seat].sit(table.place(seat)) for seat in range(2)]
    me, partner = table.acting.seat, 1 - table.acting.seat
    people[me].ignore()
    players = [Player(page) for page in pages]
    players[me].aim(players[me].wait().all("cell"))
    people[me].context.set_offline(True)
    pages[me].wait_for_timeout(300)
    players[me].wait(2000)
    people[me].context.set_offline(False)
    take_turns([players[me], players[partner]], 2)


def test_the_newer_tab_plays_and_the_older_can_take_over(visit: Visit, server: Server) -> None:
    table = table_in_play(server)
    who = visit()
    first = who.sit(table.acting)
    first.wait_for_selector(f"{IDLE}[data-mine=true]")
    second = who.context.new_page()
    second.goto(first.url)
    second.wait_for_selector(f"{IDLE}[data-mine=true]")
    first.wait_for_selector('[data-do="here"]')
    first.click('[data-do="here"]')
    first.wait_for_selector(f"{IDLE}[data-mine=true]")
    second.wait_for_selector('[data-do="here"]')
    Player(first).play_turn()
