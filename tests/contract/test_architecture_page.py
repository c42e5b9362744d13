"""docs/architecture.md is true of the tree: its packages, who imports whom, and the files that its walks name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.contract.test_architecture import MODULES, ROOT, imported, part_of

PAGE = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(?P<name>[\w.]+)/?` \| [^|]+ \| (?P<imports>[^|]*) \|$", re.MULTILINE)
TABLE = {row["name"].removesuffix(".py"): row["imports"].replace("`", "") for row in ROW.finditer(PAGE)}
WALKS = PAGE.partition("## Three walks")[2].partition("\n## ")[0]
FILES = re.findall(r"`([\w/.-]+/[\w.-]+\.\w+)`", WALKS)


def parts_on_disk() -> set[str]:
    found = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name != "__pycache__"}
    return found | {path.stem for path in ROOT.glob("*.py")} - {"__init__"}


def test_every_part_has_a_row() -> None:
    assert TABLE.keys() == parts_on_disk()


@pytest.mark.parametrize("part", TABLE)
def test_a_row_names_what_its_part_imports(part: str) -> None:
    found = {name for path in MODULES if part_of(path) == part for name in imported(path)} & TABLE.keys() - {part}
    assert TABLE[part] == ", ".join(name for name in TABLE if name in found)


def test_imports_point_down_the_table() -> None:
    rows = list(TABLE)
    for part, imports in TABLE.items():
        assert all(rows.index(name) > rows.index(part) for name in imports.split(", ") if name), part


def test_the_walks_name_files_that_exist() -> None:
    assert len(FILES) > 30
    assert [name for name in FILES if not (ROOT / name).is_file()] == []
