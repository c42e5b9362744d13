"""docs/terminal.md shows what the commands print, and so do its pictures."""

from __future__ import annotations

import importlib.util
from types import ModuleType
from xml.etree import ElementTree

import pytest

from bastide.cli.inputs import read_game
from bastide.kernel.marks import MARKS
from tests.cli.test_rules import TESTS

DOCS = TESTS.parent / "docs"


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_terminal", DOCS / "make_terminal.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand where the commands of the page are meant to be run."""
    monkeypatch.chdir(DOCS.parent)


@pytest.mark.usefixtures("at_the_root")
def test_the_page_is_as_generated(maker: ModuleType) -> None:
    text = maker.PAGE.read_text(encoding="utf-8")
    assert (
        text.count("```console\n$ bastide") + text.count("```console\n$ printf") == len(maker.BLOCK.findall(text)) > 2
    )
    assert maker.page(text) == text, "run docs/make_terminal.py"
    assert all(f"`{sign}`" in text for mark in MARKS.values() for sign in mark.signs)


@pytest.mark.usefixtures("at_the_root")
def test_the_pictures_are_as_generated(maker: ModuleType) -> None:
    page = maker.PAGE.read_text(encoding="utf-8")
    for path, drawn in maker.pictures().items():
        assert path.read_text(encoding="utf-8") == drawn, "run docs/make_terminal.py"
        assert f"(screens/{path.name})" in page
        texts = [element.text or "" for element in ElementTree.fromstring(drawn).iter() if element.tag.endswith("text")]
        assert len(texts) > 50


def test_the_page_would_notice_a_change(maker: ModuleType) -> None:
    block = "```console\n$ bastide show 'D(0,0)'\nstale\n```\n"
    assert "Turn 1, Red" in maker.page(block)
    assert "stale" not in maker.page(block)


def test_the_positions_of_the_documentation_are_read() -> None:
    games = {path.stem: read_game(str(path), "en") for path in sorted((DOCS / "positions").glob("*.txt"))}
    assert sorted(games) == ["big_box", "gold_rush"]
    assert len(games["big_box"].state.board.laid) > 40
    assert games["gold_rush"].rules.choice.preset == "gold_rush"
