"""The table of feature kinds: it is whole, it agrees with the rules, and nobody keeps a list beside it."""

from __future__ import annotations

import ast
import importlib.util
import re
from collections import Counter
from pathlib import Path

import bastide
from bastide.games import GAMES, sites
from bastide.kernel.kinds import BUILDINGS, KINDS, LAND, PATHS, REGIONS, ROADS, SPACES, Shape, of_shape
from bastide.tiles import available, load

ROOT = Path(bastide.__file__).parent
OWN_LISTS = {"kernel/kinds.py"}


def test_letters_of_sides_are_unique() -> None:
    letters = Counter(letter for kind in KINDS.values() for letter in kind.letters)
    assert set(letters.values()) == {1}
    assert {kind.name for kind in KINDS.values() if kind.letters} == {*REGIONS, *PATHS, *LAND}


def test_lands_and_contacts_are_kinds() -> None:
    for kind in KINDS.values():
        assert kind.land in LAND
        assert kind.touches in {"", *KINDS}
        assert len(kind.characters) == (3 if kind.name in ROADS else 1)


def test_every_kind_has_one_shape() -> None:
    plots_and_walls = of_shape(Shape.PLOT, Shape.WALL)
    assert sorted([*REGIONS, *PATHS, *LAND, *BUILDINGS, *SPACES, *plots_and_walls]) == sorted(KINDS)
    assert set(ROADS) < set(PATHS)


def test_every_kind_is_printed_somewhere() -> None:
    sets = [load(name) for name in available()]
    tiles = [tile for one in sets for tile in one.tiles]
    tiles += [cell for one in sets if one.block for _, _, cell in one.block.parts]
    assert {segment.kind for tile in tiles for segment in tile.segments} == KINDS.keys()


def test_expansions_agree_on_roles() -> None:
    every = [part for game in GAMES.values() for part in (*game.base, *game.expansions)]
    every += [part for e in every for option in e.options for _, part in option.brings]
    declared = {site for part in every for site in part.sites}
    assert declared == set(sites().values())
    assert sites().keys() <= KINDS.keys()
    assert {kind for kind, site in sites().items() if not site.completes} == set(LAND)
    assert sites()["shrine"].role == "heretic"


def test_the_browser_has_the_same_table() -> None:
    spec = importlib.util.spec_from_file_location("make_kinds", ROOT.parents[1] / "docs" / "make_kinds.py")
    assert spec is not None
    assert spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    assert maker.SCRIPT.read_text(encoding="utf-8") == maker.script(), "run docs/make_kinds.py"


def test_no_script_keeps_a_list_of_kinds() -> None:
    of_kinds = "|".join(KINDS)
    listed = re.compile(rf'"({of_kinds})",\s*"({of_kinds})"|\b({of_kinds}): "\w+",\s*({of_kinds}): "')
    scripts = sorted((ROOT / "web" / "js").rglob("*.js"))
    assert scripts
    assert [path.name for path in scripts if listed.search(path.read_text(encoding="utf-8"))] == []


def test_no_module_keeps_a_list_of_kinds() -> None:
    """Expansions name the kinds that their rules concern; others derive theirs from the table."""
    wrong = []
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name in OWN_LISTS or name.startswith("expansions/"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Tuple | ast.List | ast.Set):
                values = [part.value for part in node.elts if isinstance(part, ast.Constant)]
                if sum(value in KINDS for value in values if isinstance(value, str)) > 1:
                    wrong.append(f"{name}:{node.lineno}")
    assert wrong == []
