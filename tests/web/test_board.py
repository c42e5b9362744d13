"""The board at different sizes: detail, the size of pieces, and the centres that a catapult aims at."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from bastide.expansions.catapult import on_the_map
from bastide.kernel.ballistics import GRASP, HANDS, LANE, TOKEN
from bastide.play.game import Game
from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.staged import kinds, staged
from tests.web.visitor import SMALL

SCALES = """() => [...document.querySelectorAll(".pieces [data-piece-at] > *")].map((el) =>
  el instanceof SVGImageElement
    ? el.getBoundingClientRect().height / 80
    : el.getScreenCTM().a
)"""
"""Pixels per unit of the pieces, which are images of 80 units or references."""
COUNTER, DOLL = 24, 28.2 / 0.93
"""Units of a counter and of a doll; those that lie are longer and drawn smaller."""
SETTLED = "() => document.querySelector('.world').style.transform.includes('scale(1)')"
FINE = """() => {
  const fine = document.createElementNS("http://www.w3.org/2000/svg", "g");
  fine.setAttribute("class", "b-fine");
  document.querySelector(".tiles").append(fine);
  const { display } = getComputedStyle(fine);
  fine.remove();
  return display;
}"""
LENGTHS = """async () => {
  const { TOKEN, REACH, HANDS, LANE } = await import("/web/js/expansions/trajectory.js");
  return [TOKEN, REACH, HANDS, LANE];
}"""
CENTRES = """() => [...document.querySelectorAll(".centres > g")].map((el) => {
  const { e, f } = el.transform.baseVal.consolidate().matrix;
  return [Math.round(10 * e), Math.round(10 * f)];
})"""


def aiming(game: Game) -> bool:
    """Return whether somebody throws over a board with several followers."""
    return not game.over and kinds(game) == {"hurl"} and len(on_the_map(game.state)) > 5


def detail(page: Page) -> set[str]:
    """Return the classes of the board that say how much detail it shows."""
    names: list[str] = page.evaluate("() => [...document.querySelector('.board').classList]")
    return {"far", "small"} & set(names)


def test_pieces_and_detail_follow_the_zoom_and_the_catapult_shows_true_centres(visit: Visit, server: Server) -> None:
    table = staged(aiming, {"expansions": ["catapult"]}, 3, seed=1).store(Path(str(server.database)))
    page = visit(SMALL).sit(table.acting)
    page.wait_for_selector(".centres")
    expected = sorted(list(there.centre) for there in on_the_map(table.game.state))
    assert sorted(page.evaluate(CENTRES)) == expected
    assert page.locator(".dim").count() == 0
    assert page.locator(".aim-disc").get_attribute("r") == str(TOKEN / 10).removesuffix(".0")
    assert page.evaluate(LENGTHS) == [TOKEN, GRASP, HANDS._asdict(), LANE._asdict()]
    for key, far, small in (("+", False, False), ("-", True, False), ("-", True, True)):
        names = {name for name, holds in (("far", far), ("small", small)) if holds}
        for _ in range(12):
            if detail(page) != names:
                page.keyboard.press(key)
                page.wait_for_function(SETTLED)
        assert detail(page) == names
        assert page.evaluate(FINE) == ("none" if far else "inline")
        scales = page.evaluate(SCALES)
        assert scales
        assert min(scales) * (COUNTER if small else DOLL) >= 24 - 0.01
