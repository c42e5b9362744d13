"""Phones: touch input in portrait and landscape."""

from __future__ import annotations

import pytest

from bastide.rules.model import Json
from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.tables import against_a_bot, ask
from tests.web.test_table import READY, at_table
from tests.web.visitor import PHONE, Device

SMALL = """
() => [...document.querySelectorAll("[data-do], [data-slot], [data-piece], [data-choose]")].filter((e) => {
  const box = e.getBoundingClientRect();
  return e.checkVisibility() && box.width && (box.width < 36 || box.height < 36);
}).map((e) => e.outerHTML.slice(0, 80))
"""


FOLLOWER = """
() => {
  const box = (element) => element.getBoundingClientRect();
  const board = box(document.querySelector(".board"));
  const tile = box([...document.querySelectorAll("[data-tile-at]")].at(-1));
  const slots = [...document.querySelectorAll("[data-slot] .slot")].map(box);
  const centre = (one) => [one.left + one.width / 2, one.top + one.height / 2];
  const apart = (a, b) => Math.hypot(centre(a)[0] - centre(b)[0], centre(a)[1] - centre(b)[1]);
  return {
    tile: tile.width,
    visible:
      tile.left >= board.left && tile.right <= board.right && tile.top >= board.top && tile.bottom <= board.bottom,
    sheet: box(document.querySelector(".dock")).height,
    slots: slots.map((slot) => slot.width),
    onTile: slots.every((slot) => slot.left >= tile.left && slot.right <= tile.right),
    apart: Math.min(...slots.flatMap((a, i) => slots.slice(i + 1).map((b) => apart(a, b)))),
    pictures: document.querySelectorAll(".magnifier, .dock .tile").length,
  };
}
"""


def test_the_follower_step_goes_close_to_the_tile_and_back(visit: Visit, server: Server) -> None:
    page = visit(PHONE).sit(at_table(server, "piece").acting)
    page.wait_for_selector(f'{READY}[data-step="piece"]')
    page.locator("[data-slot]").first.tap()
    page.locator('[data-slot][aria-pressed="true"]').wait_for()
    seen = page.evaluate(FOLLOWER)
    assert round(seen["tile"]) == 190
    assert seen["visible"]
    assert seen["sheet"] <= 200
    assert all(width >= 43.5 for width in seen["slots"])
    assert seen["onTile"]
    assert seen["apart"] >= 44
    assert seen["pictures"] == 0
    page.click('[data-do="skip"]')
    page.wait_for_selector("main#table[data-busy=false][data-mine=false]")
    assert page.evaluate(FOLLOWER)["tile"] < 120


@pytest.mark.slow
@pytest.mark.parametrize("tiles", [["inns_and_cathedrals"], pytest.param(["base"], marks=pytest.mark.long)], ids=str)
def test_a_game_by_touch(tiles: list[Json], visit: Visit, server: Server) -> None:
    place = against_a_bot(server.address, tiles=tiles)
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


LAYOUT = """
() => {
  const seen = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 0;
  const box = (e) => e.getBoundingClientRect();
  const board = box(document.querySelector(".board"));
  const covers = [...document.querySelectorAll(".dock, .rail, .seats")].filter(seen).map(box);
  let free = 0, all = 0;
  for (let x = 4; x < innerWidth; x += 8) for (let y = 4; y < innerHeight; y += 8) {
    all++;
    const inside = (b) => x > b.left && x < b.right && y > b.top && y < b.bottom;
    if (inside(board) && !covers.some(inside)) free++;
  }
  const controls = [...document.querySelectorAll(".topbar button, .tools button, .fab, .dock button")].filter(seen);
  const reachable = (e) => {
    const { left, top, width, height } = box(e);
    return e.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  return {
    free: free / all,
    unreachable: controls.filter((e) => !reachable(e)).map((e) => e.dataset.do ?? e.outerHTML.slice(0, 60)),
    overflow: document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight,
  };
}
"""


@pytest.mark.parametrize(
    ("width", "height", "least"),
    [(320, 568, 0.3), (720, 450, 0.35), (1024, 768, 0.5), (800, 1100, 0.5)],
)
def test_every_size_has_room_for_the_board_and_hides_no_button(
    width: int, height: int, least: float, visit: Visit, server: Server
) -> None:
    """Half of 1440 by 900 is what a zoom of 200 % leaves."""
    page = visit(Device(width, height, language="fr-FR")).sit(at_table(server, people=5).acting)
    page.wait_for_selector(READY)
    page.wait_for_selector("[data-cell]")
    found = page.evaluate(LAYOUT)
    assert found["free"] >= least
    assert (found["unreachable"], found["overflow"]) == ([], False)
    if width >= 760:
        page.click('[data-do="log"]')
        page.wait_for_selector(".rail.open")
        assert [name for name in page.evaluate(LAYOUT)["unreachable"] if name != "log"] == []
