"""Tables apart from decisions: undo, plans, offers, chat, resigning, aids and tooltips."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page

from bastide.rules.model import Json
from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.scenes import tiles
from tests.web.staged import Staged, staged

READY = "main#table[data-busy=false][data-mine=true]"


def at_table(server: Server, step: str = "place", people: int = 2, **settings: Json) -> Staged:
    return staged(tiles(20, step), settings, people=people).store(Path(str(server.database)))


def version(page: Page) -> str | None:
    page.wait_for_selector("main#table[data-busy=false]")
    return page.get_attribute("main#table", "data-version")


def test_a_choice_is_taken_back_within_the_turn(visit: Visit, server: Server) -> None:
    page = visit().sit(at_table(server, "piece").acting)
    page.wait_for_selector(f'{READY}[data-step="piece"]')
    page.click('[data-do="undo"]')
    page.wait_for_selector(f'{READY}[data-step="place"]')
    assert page.locator("[data-cell]").count()


def test_a_chat_message_does_not_move_the_ghost(visit: Visit, server: Server) -> None:
    table = at_table(server)
    page = visit().sit(table.acting)
    page.wait_for_selector(READY)
    page.locator("[data-cell]", has=page.locator("circle:nth-of-type(2)")).first.click()
    page.wait_for_selector("[data-ghost]")
    other = visit().sit(table.place(1 - table.acting.seat))
    other.locator("#chat-tab, [role=tab]").last.click()
    other.locator(".chat-form input").fill("Bonjour")
    other.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('main#table').textContent.includes('Bonjour')")
    before = version(page)
    page.click('[data-do="place"]')
    page.wait_for_function("(before) => document.querySelector('main#table').dataset.version !== before", arg=before)


def test_others_are_asked_for_a_takeback(visit: Visit, server: Server) -> None:
    table = at_table(server)
    seat = table.acting.seat
    pages = [visit().sit(table.place(number)) for number in range(2)]
    Player(pages[seat], eager=0).play_turn()
    pages[seat].click('[data-do="menu"]')
    pages[seat].click('[data-do="takeback"]')
    pages[1 - seat].click('[data-do="allow"]')
    pages[seat].wait_for_selector(READY)


def test_resigning_must_be_confirmed(visit: Visit, server: Server) -> None:
    table = at_table(server)
    page = visit().sit(table.acting)
    page.click('[data-do="menu"]')
    page.click('[data-do="resign"]')
    page.click('[data-do="resign-now"]')
    page.wait_for_selector("[data-final]")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-final]", state="hidden")
    assert page.evaluate("document.activeElement.dataset.do") == "result"


def test_the_menu_and_shortcuts_work_before_the_welcome(visit: Visit, server: Server) -> None:
    who = visit()
    who.context.route_web_socket(re.compile("/socket"), lambda _: None)
    page = who.sit(at_table(server).acting)
    page.click('[data-do="menu"]')
    page.wait_for_selector(".menu-items")
    assert page.locator('[data-do="resign"]').count() == 0
    page.keyboard.press("Escape")
    for key in "zLFTPHM0+-?":
        page.keyboard.press(key)


def test_skipping_the_next_follower_can_be_planned(visit: Visit, server: Server) -> None:
    table = at_table(server)
    me = 1 - table.acting.seat
    other, page = visit().sit(table.acting), visit().sit(table.place(me))
    page.click('[data-do="plan"]')
    Player(other, eager=0).play_turn()
    player = Player(page, eager=1)
    player.play_turn()
    assert not any(done.startswith(("slot", "target")) for done in player.done)


def test_aids_are_shown_if_the_table_allows_them(visit: Visit, server: Server) -> None:
    page, bare = visit().sit(at_table(server).acting), visit().sit(at_table(server, aids=[]).acting)
    bare.wait_for_selector(READY)
    for aid in ("owners", "tiles", "forecast", "holes"):
        page.click(f'[data-do="{aid}"]')
        assert page.get_attribute(f'[data-do="{aid}"]', "aria-pressed") == "true"
        assert bare.locator(f'[data-do="{aid}"]:visible').count() == 0


def test_the_title_says_whose_turn_it_is(visit: Visit, server: Server) -> None:
    table = at_table(server)
    mine, theirs = visit().sit(table.acting), visit().sit(table.place(1 - table.acting.seat))
    mine.wait_for_selector(READY)
    theirs.wait_for_selector("main#table[data-busy=false]")
    assert mine.title().startswith("●")
    assert not theirs.title().startswith("●")


MARK = """async ({ tile, options }) => {
  const { loadTiles, tileArt } = await import("/web/js/art.js");
  const { markRule } = await import("/web/js/game/rule-texts.js");
  await loadTiles([tile], []);
  const [[, x, y]] = tileArt(tile).marks;
  return markRule({ state: { table: { options } } }, { tile, cell: [0, 0], rotation: 0 }, x, y);
}"""


FEATURE = """async ({ kind, options }) => {
  const { featureRule } = await import("/web/js/game/rule-texts.js");
  return featureRule({ state: { table: { options } }, tileAt: () => undefined }, kind, [0, 0, 0]);
}"""


def test_sentences_on_features_are_about_the_rules_of_the_table(visit: Visit) -> None:
    """BASE-FINAL-3, BASE-FINAL-7: where both options are on, cities alone count."""
    page = visit().open("/rules", "rules")

    def said(kind: str, **options: bool | str) -> str:
        table = {"preset": "first", "expansions": [], "options": options}
        return str(page.evaluate(FEATURE, {"kind": kind, "options": table}))

    assert "Unfinished at the end: the same." in said("road")
    for kind in ("road", "monastery"):
        assert said(kind, half_points=False) == said(kind)
        assert "half of" in said(kind, half_points=True)
        assert "Unfinished at the end: nothing." in said(kind, half_points=True, unfinished="cities")
        assert "half of" in said(kind, half_points=True, unfinished="all")
    assert "gives 2 points, and 1 a pennant" in said("city", tiny_city_pennants=True)


def test_sentences_on_pennants_are_about_the_edition_of_the_table(visit: Visit) -> None:
    """BASE-RUL-4, BASE-CITY-4: a pennant in a city of two tiles."""
    page = visit().open("/rules", "rules")

    def said(preset: str, **options: bool | int) -> str:
        table = {"preset": preset, "expansions": [], "options": options}
        return str(page.evaluate(MARK, {"tile": "BA-CCCC-pennant", "options": table}))

    assert "2 points more for a complete city, 1 for" in said("bigbox2014")
    assert said("bigbox2014", tiny_city_pennants=True) == said("second", tiny_city=4) == said("bigbox2014")
    assert "of three tiles or more, 1 for an unfinished city" in said("second")
    assert "1 for one of two tiles or an unfinished city" in said("second", tiny_city_pennants=True)


def test_sentences_on_marks_are_about_the_rules_of_the_table(visit: Visit) -> None:
    page = visit().open("/rules", "rules")

    def said(tile: str, *expansions: str, **options: bool | str) -> str:
        table = {"expansions": [*expansions], "options": options}
        return str(page.evaluate(MARK, {"tile": tile, "options": table}))

    assert "counts in every herding" in said("R1-FWFW-sheep", "river", "hills_and_sheep")
    assert "counts only with Hills and Sheep" in said("R1-FWFW-sheep", "river")
    assert "counts only with Hills and Sheep" in said("R1-FFWW-vineyard", "river")
    assert "counts only with Inns and Cathedrals" in said("R2-WRWR-inn", "river_2")
    ignored = said("R2-WRWR-inn", "river_2", "inns_and_cathedrals", unfinished_inns="ignored")
    assert "it counts as without it" in ignored
    assert "a lake like any other" in said("R2-FFFW-volcano-lake", "river_2", dormant_volcano=True)


def test_a_tooltip_describes_the_feature_under_the_pointer(visit: Visit, server: Server) -> None:
    page = visit().sit(at_table(server).acting)
    page.wait_for_selector(READY)
    box = page.locator(".tiles > *").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector("[role=tooltip]:visible, .tip:visible")
