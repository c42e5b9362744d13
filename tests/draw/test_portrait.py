"""Portraits: the land with all followers as they stood last, names and points, also on machines without fonts."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from bastide.draw import export
from bastide.draw.portrait import Caption, last_view, portrait
from bastide.play.dealer import Given, Seeded
from bastide.play.game import Game

SVG = "{http://www.w3.org/2000/svg}"
CAPTION = Caption("The land of Maïa & <Odile>", ("72 tiles",))


def finished(rules: str = "second", seats: int = 2) -> Game:
    game = Game(rules, [f"Player <{number}> é" for number in range(seats)], Seeded(1))
    rng = Random(1)
    while not game.over:
        game.play(rng.choice(game.options()))
    return game


@pytest.fixture(scope="module")
def game() -> Game:
    return finished()


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_a_portrait_has_the_size_of_a_link_card_with_names_and_points(game: Game) -> None:
    svg = portrait(game, CAPTION)
    root = ElementTree.fromstring(svg)
    assert (root.get("width"), root.get("height")) == ("1200", "630")
    words = texts(svg)
    assert " ".join(words).startswith("Bastide The land of Maïa & <Odile> Player <0> é")
    assert [str(points) for points in game.scores] == [word for word in words if word.isdecimal()]
    assert words[-1] == "72 tiles"


def test_followers_stand_as_they_did_before_the_final_scoring(game: Game) -> None:
    before = game.branch(len(game.log) - 1, Given())
    standing = [(piece["seat"], *piece["cell"], piece["segment"]) for piece in last_view(game)["pieces"]]
    assert not before.over
    assert {(piece["seat"], *piece["cell"], piece["segment"]) for piece in before.view(None)["pieces"]} <= set(standing)
    assert len(standing) == len(set(standing)) > 0
    running = game.branch(len(game.log) // 2, Given())
    assert last_view(running) == running.view(None)


def test_eight_long_names_fit(game: Game) -> None:
    svg = portrait(game, Caption("The land of " + " and ".join(["Bartholomew the Third"] * 8)))
    title = [word for word in texts(svg) if word != "Bastide"][:3]
    assert title[-1].endswith("…")
    assert all(len(line) <= 17 for line in title)


def test_a_machine_without_fonts_shows_letters_without_accents(monkeypatch: pytest.MonkeyPatch) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><text y="16">{}</text></svg>'
    monkeypatch.setattr(export, "_has_accented_letters", lambda: False)
    assert export.png(svg.format("Maïa’s")) == export.png(svg.format("Maia's")) != export.png(svg.format(""))
