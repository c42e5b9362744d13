"""Accessibility: no violations, and no overflow at any width."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.scenes import SCENES, Scene
from tests.web.test_languages import FRENCH, leaks

AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
RUN_AXE = """
async (rules) => (await axe.run(document, { resultTypes: ["violations"], ...rules })).violations
  .map((found) => `${found.id}: ${found.help} ${found.nodes.slice(0, 3).map((n) => n.target.join(" ")).join("; ")}`)
"""
WIDTHS = {1440: 900, 1180: 800, 390: 844, 360: 740}
OVERFLOWING = """
() => {
  const width = document.documentElement.clientWidth;
  const clipped = (element) => {
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowX !== "visible") return true;
    }
    return false;
  };
  const seen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const wide = [...document.body.querySelectorAll("*")].filter((e) => {
    const box = e.getBoundingClientRect();
    return box.width > 0 && box.right > width + 1 && seen(e) && !(e instanceof SVGElement) && !clipped(e);
  });
  const cut = [...document.body.querySelectorAll("button, a.btn, .btn, h1, h2, h3, label, th, td")].filter((e) =>
    seen(e) && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 && getComputedStyle(e).overflowX !== "visible"
    && getComputedStyle(e).display !== "inline");
  const name = (e) => `${e.tagName.toLowerCase()}.${[...e.classList].join(".")} ${e.textContent.trim().slice(0, 40)}`;
  const page = document.scrollingElement;
  const scrolls = page.scrollWidth > width + 1 ? [`the page is ${page.scrollWidth} wide`] : [];
  return [...scrolls, ...wide.map(name), ...cut.map((e) => `cut off: ${name(e)}`)];
}
"""

NO_TRANSITIONS = """
() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after { transition: none !important; animation: none !important; }");
  document.adoptedStyleSheets = [sheet];
}
"""
"""Disables transitions, whose intermediate colours would be checked otherwise."""


def overflowing(page: Page) -> dict[str, list[str]]:
    """Return the elements that overflow, at every width of the design."""
    found: dict[str, list[str]] = {}
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(60)
        found[f"{width} wide"] = page.evaluate(OVERFLOWING)
    return found


def violations(page: Page) -> dict[str, list[str]]:
    """Return the violations that axe finds on desktop and phone; in the dark, only those of contrast."""
    assert AXE.exists(), "make setup installs axe-core"
    page.evaluate(AXE.read_text(encoding="utf-8"))
    page.evaluate(NO_TRANSITIONS)
    found: dict[str, list[str]] = {}
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": WIDTHS[width]})
        for theme in ("light", "dark"):
            page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
            page.wait_for_timeout(60)
            rules = {"runOnly": ["color-contrast"]} if theme == "dark" else {}
            found[f"{theme}, {width} wide"] = page.evaluate(RUN_AXE, rules)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_page_is_accessible(scene: Scene, visit: Visit, server: Server) -> None:
    page = scene.open(visit(), server)
    found = {**overflowing(page), **violations(page)}
    assert {where: wrong for where, wrong in found.items() if wrong} == {}


@pytest.mark.slow
def test_what_opens_at_a_table_is_accessible(visit: Visit, server: Server) -> None:
    page = next(scene for scene in SCENES if scene.name == "follower").open(visit(), server)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    page.evaluate(NO_TRANSITIONS)
    found = {}
    for state, selector in {
        "the menu": '[data-do="menu"]',
        "the chat": "#chat-tab",
        "the story": "#log-tab",
        "a score": ".log .expand",
        "the time to undo": '[data-do="skip"]',
    }.items():
        page.locator(selector).last.click()
        found[state] = page.evaluate(RUN_AXE, {})
        if state == "the menu":
            page.keyboard.press("Escape")
    assert {where: wrong for where, wrong in found.items() if wrong} == {}


@pytest.mark.slow
def test_a_waiting_room_and_pages_of_errors_are_accessible(visit: Visit, server: Server) -> None:
    who = visit()
    who.ignore("404")
    page = who.open("/new", "new")
    page.click("#add-seat")
    page.click('[data-do="start"]')
    page.wait_for_selector('body[data-page="room"]')
    page.wait_for_load_state("networkidle")
    found = {"the waiting room": violations(page)}
    for path in ("/nowhere", "/table/nowhere"):
        page.goto(server.address + path)
        page.wait_for_selector("h1, h2")
        page.wait_for_load_state("networkidle")
        found[path] = violations(page)
    assert {where: wrong for where, wrong in found.items() if any(wrong.values())} == {}


@pytest.mark.long
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_page_is_accessible_in_french(scene: Scene, visit: Visit, server: Server) -> None:
    page = scene.open(visit(FRENCH), server)
    assert page.get_attribute("html", "lang") == "fr"
    found = {"English": leaks(page), **overflowing(page)}
    assert {where: wrong for where, wrong in found.items() if wrong} == {}


def test_violations_would_be_found(visit: Visit) -> None:
    page = visit().open("/rules", "rules")
    page.evaluate("() => { document.body.innerHTML = '<main><button></button><p>word</p></main>'; }")
    page.evaluate("() => { document.querySelector('p').style.setProperty('width', '3000px'); }")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert any(fault.startswith("button-name") for fault in page.evaluate(RUN_AXE, {}))
    assert any("3" in fault and "wide" in fault for fault in page.evaluate(OVERFLOWING))
