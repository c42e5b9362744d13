"""Layers: imports point one way, and the core names no expansion."""

import ast
import re
from pathlib import Path

import bastide
from bastide.games import GAMES

ROOT = Path(bastide.__file__).parent
LAYERS = [
    {"words", "text", "wire"},
    {"errors", "compile_cache"},
    {"kernel", "rulebook"},
    {"tiles"},
    {"rules"},
    {"expansions"},
    {"games"},
    {"play"},
    {"draw", "fast"},
    {"bots"},
    {"rl"},
    {"server", "client"},
    {"load_testing"},
    {"cli"},
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
MODULES = sorted(ROOT.rglob("*.py"))


def part_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """Return the parts of the package that a module imports, at any level."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} imports relatively"
            if node.module == "bastide":
                found |= {alias.name for alias in node.names}
            elif node.module and node.module.startswith("bastide."):
                found.add(node.module.split(".")[1])
        elif isinstance(node, ast.Import):
            found |= {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("bastide.")}
    return found


def test_every_part_has_a_level() -> None:
    assert {part_of(path) for path in MODULES} - {"__init__"} <= LEVEL.keys()


def test_imports_point_one_way() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {other}"
        for path in MODULES
        if part_of(path) != "__init__"
        for other in imported(path) & LEVEL.keys()
        if LEVEL[other] > LEVEL[part_of(path)] or (LEVEL[other] == LEVEL[part_of(path)] and other != part_of(path))
    ]
    assert wrong == []


def test_expansions_never_import_each_other() -> None:
    for path in (ROOT / "expansions").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        own = re.findall(r"bastide\.expansions\.(\w+)", text)
        assert all(path.stem.startswith(f"{name}_") for name in own), path.name
        assert text.count("bastide.expansions") == len(own), path.name


def names_of_expansions() -> set[str]:
    every = [e for game in GAMES.values() for e in (*game.base, *game.expansions)]
    brought = [part for e in every for option in e.options for _, part in option.brings]
    files = {path.stem for path in (ROOT / "expansions").glob("*.py")} - {"__init__"}
    return files | {e.id for e in every} | {e.id for e in brought}


def words_in(path: Path) -> set[str]:
    """Return the imported names and the strings without spaces of a module."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value:
            found.add(node.value)
        elif isinstance(node, ast.alias):
            found |= set(node.name.split("."))
    return found


def test_only_expansions_games_the_simulator_and_the_turn_sheet_name_an_expansion() -> None:
    # Plain words of the game, too: a tile set, what a seat holds, what is printed on tiles, and a number of things.
    names = names_of_expansions() - {"base", "hand", "river", "count", "abbot"}
    assert "base.farmers" in names
    allowed = {"expansions", "games", "fast"}
    wrong = [
        f"{path.relative_to(ROOT)} names {name}"
        for path in MODULES
        if part_of(path) not in allowed and path != ROOT / "rules" / "sheet.py"
        for name in words_in(path) & names
    ]
    assert wrong == []


def test_the_core_imports_no_expansion() -> None:
    for part in ("kernel", "tiles", "rules"):
        for path in (ROOT / part).glob("*.py"):
            assert not imported(path) & {"expansions", "games"}, path.name


def test_no_unfinished_work_is_marked_in_the_package() -> None:
    for path in [*MODULES, *ROOT.rglob("*.toml"), *ROOT.rglob("*.tiles")]:
        text = path.read_text(encoding="utf-8")
        assert not any(word in text for word in ("TODO", "FIXME", "XXX", "NotImplementedError")), path.name
