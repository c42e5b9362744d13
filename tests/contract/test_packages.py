"""Packages and classes by name: docstrings list the modules that exist, and no two classes share a name."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

import bastide

ROOT = Path(bastide.__file__).parent
PACKAGES = sorted(path.parent for path in ROOT.rglob("__init__.py"))
ENTRY = re.compile(r"^`(\w+)`: \S", re.MULTILINE)


def modules_in(package: Path) -> set[str]:
    """Return the modules and subpackages of a package."""
    files = {path.stem for path in package.glob("*.py")} - {"__init__", "__main__"}
    return files | {path.parent.name for path in package.glob("*/__init__.py")}


def listed_in(package: Path) -> list[str]:
    """Return the modules that the docstring of a package lists, one per line."""
    return ENTRY.findall(ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))) or "")


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.relative_to(ROOT.parent).as_posix())
def test_the_docstring_of_a_package_lists_its_modules(package: Path) -> None:
    listed = listed_in(package)
    assert sorted(listed) == sorted(modules_in(package))


def test_no_two_classes_share_a_name() -> None:
    places = defaultdict(list)
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(str(path.relative_to(ROOT)))
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def test_no_package_hides_a_public_name() -> None:
    """Importing a package sets its name in the one above it, in place of a function of the same name."""
    assert not modules_in(ROOT) & set(bastide.__all__)
