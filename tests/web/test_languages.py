"""French pages have no English text, visible or for screen readers."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page

from bastide.rules.model import Json
from bastide.server.page_routes import OMITTED_SECTIONS
from bastide.words import catalogue
from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.tables import against_a_bot
from tests.web.visitor import SMALL

FRENCH = replace(SMALL, language="fr-FR")
TEXTS = """
() => {
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (element?.closest("noscript, script, body [lang=en], kbd, code")) continue;
    found.add(walker.currentNode.data.trim());
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt], [aria-valuetext]")) {
    for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"]) {
      found.add((element.getAttribute(name) ?? "").trim());
    }
  }
  found.add(document.title);
  return [...found].filter((text) => text);
}
"""
STOP_WORDS = re.compile(r"\b(the|and|your|you|with|of|for|is|are|this|that|it|has|have|wins|tiles)\b", re.IGNORECASE)


def english() -> tuple[set[str], list[str]]:
    """Return the English messages that are no French ones, and parts of two or more words of English templates."""
    en, fr = catalogue("en"), catalogue("fr")
    french = set(fr.values())
    said = {key: text for key, text in en.items() if key.split(".")[0] not in OMITTED_SECTIONS and text not in french}
    whole = {text for text in said.values() if "{" not in text}
    parts = [part.strip(" .,:;") for text in said.values() for part in re.split(r"\{[^}]*\}", text)]
    everything = " ".join(french)
    return whole, [part for part in parts if len(part) > 8 and " " in part and part not in everything]


def leaks(page: Page) -> list[str]:
    """Return the English texts on a page."""
    whole, parts = english()
    french = set(catalogue("fr").values())
    texts = [text for text in page.evaluate(TEXTS) if text not in french]
    return [text for text in texts if text in whole or STOP_WORDS.search(text) or any(part in text for part in parts)]


@pytest.mark.slow
def test_a_game_in_french_has_no_english_text(visit: Visit, server: Server) -> None:
    expansions: list[Json] = ["inns_and_cathedrals", "traders_and_builders", "abbot"]
    place = against_a_bot(server.address, expansions=expansions, tiles=["inns_and_cathedrals"])
    page = visit(FRENCH).sit(place)
    player = Player(page, seed=5)
    found: set[str] = set()
    while player.move():
        if len(player.done) % 4 == 0:
            found |= set(leaks(page))
    found |= set(leaks(page))
    assert found == set()


def test_a_table_speaks_with_the_words_of_its_edition(visit: Visit, server: Server) -> None:
    """At a table of the 20th Anniversary, the French for a thief is traveller; on other pages it is not."""
    spoken = "async () => (await import('/web/js/words.js')).say('role.thief')"
    straight: list[Json] = ["BA-CRFR", *["BA-FRFR"] * 3]
    page = visit(FRENCH).sit(against_a_bot(server.address, preset="anniversary", tiles=straight))
    player = Player(page, seed=1)
    player.move()
    assert page.evaluate(spoken) == "voyageur"
    page.click("a.brand")
    page.wait_for_selector('body[data-page="start"]')
    assert page.evaluate(spoken) == "voleur"
    page.goto(f"{server.address}/new?preset=gold_rush")
    page.click("#all-options")
    page.get_by_text("Fermiers").wait_for()
    assert page.get_by_text("Paysans").count() == 0


def test_the_language_can_be_changed_and_is_stored(visit: Visit) -> None:
    page = visit().open("/", "start")
    assert page.get_attribute("html", "lang") == "en"
    assert len(leaks(page)) > 8
    page.evaluate("() => localStorage.setItem('bastide.language', 'fr')")
    page.reload()
    page.wait_for_selector('html[lang="fr"] body[data-page="start"]')
    assert leaks(page) == []
