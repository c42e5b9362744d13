"""The end of a game: the portrait of the land, the result, and the picture to share."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.scenes import over
from tests.web.staged import staged
from tests.web.visitor import PHONE, SMALL


def test_the_portrait_shows_owners_grows_and_is_saved(visit: Visit, server: Server) -> None:
    table = staged(over).store(Path(str(server.database)))
    winner = table.game.winners[0]
    page = visit(replace(SMALL, reduced_motion=False)).sit(table.place(winner))
    assert page.locator(".outcome h1").inner_text().startswith("You win by ")
    page.keyboard.press("x")  # ends the final scoring
    tiles = page.locator(".portrait .tiles > *")
    assert tiles.count() == len(table.game.state.board.laid)
    assert page.locator(".portrait .pieces > *").count() >= len(table.game.view(None)["pieces"])
    page.click('.portrait [data-do="owners"]')
    page.wait_for_selector(".portrait .owned", state="attached")
    page.click('.portrait [data-do="owners"]')
    page.wait_for_selector(".portrait .owned", state="detached")
    page.click('.portrait [data-do="grow"]')
    page.wait_for_selector(".portrait .later", state="attached")
    page.click('.portrait [data-do="grow"]')
    page.wait_for_selector(".portrait .later", state="detached")
    with page.expect_download() as saved:
        page.click('.portrait [data-do="save"]')
    picture = Path(saved.value.path()).read_bytes()
    assert [int.from_bytes(picture[at : at + 4]) for at in (16, 20)] == [1200, 630]
    assert page.locator('[data-do="replay"]').get_attribute("href") == f"/replay/{table.place(0).table}"
    page.click('[data-do="another"]')
    page.wait_for_selector('body[data-page="start"]')


def test_on_a_phone_the_result_follows_the_portrait_and_the_next_game_is_at_hand(visit: Visit, server: Server) -> None:
    table = staged(over).store(Path(str(server.database)))
    page = visit(PHONE).sit(table.place(0))
    tops = [page.locator(part).bounding_box() for part in (".portrait .frame", ".outcome", ".scoring", ".plot-box")]
    order = [box["y"] for box in tops if box]
    assert order == sorted(order)
    assert len(order) == 4
    for name in ("rematch", "replay"):
        box = page.locator(f'[data-do="{name}"]').bounding_box()
        assert box
        assert box["y"] + box["height"] <= PHONE.height
    assert page.evaluate("document.querySelector('.final').scrollWidth") <= PHONE.width
    inside = """() => [...document.querySelectorAll(".ranking li")].every((card) =>
      [...card.children].every((part) => part.getBoundingClientRect().right <= card.getBoundingClientRect().right))"""
    page.locator(".ranking .nm b").last.evaluate("(name) => { name.textContent = 'Bartholomé de la Tour'; }")
    assert page.evaluate(inside)
