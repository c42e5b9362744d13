"""What is made from the declarations is not older than they are."""

from __future__ import annotations

import importlib.util
import re
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import bastide

ROOT = Path(bastide.__file__).parent
DOCS = ROOT.parents[1] / "docs"


@cache
def make_types() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_types", DOCS / "make_types.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("path", "make"), [(ROOT / "web" / "js" / "types.js", "script"), (DOCS / "events.md", "page")])
def test_what_is_generated_is_up_to_date(path: Path, make: str) -> None:
    assert path.read_text(encoding="utf-8") == getattr(make_types(), make)(), "run docs/make_types.py"


def test_the_browser_reads_no_numbers_of_the_engine() -> None:
    """Views have `columns` for programs; the browser reads facts that have names."""
    reads = re.compile(r"\.columns\b|\{[^}\n]*\bcolumns\b[^}\n]*\} =|\bcolumns\[|\bcolumns:")
    scripts = list((ROOT / "web" / "js").rglob("*.js"))
    assert len(scripts) > 40
    assert [path.name for path in scripts if reads.search(path.read_text(encoding="utf-8"))] == []
