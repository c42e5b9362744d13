"""Compiling and keeping what was compiled; and doing without."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from bastide.fast import compiling


def ran(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Return what became of a Python of its own."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | environment,
    )


def run(code: str, **environment: str) -> str:
    """Return what a Python of its own prints."""
    return ran(code, **environment).stdout.strip()


WITHOUT = """
import sys
sys.modules["numba"] = None
import bastide
try:
    import bastide.fast
except bastide.BastideError as reason:
    print(reason)
    print(reason.text("fr"))
"""


def test_without_numba_one_is_told_what_to_install() -> None:
    english, french = run(WITHOUT).splitlines()
    assert english == "The compiled simulator needs more than comes with a plain install: pip install 'bastide[fast]'."
    assert french.startswith("Le simulateur compilé")


def test_the_engine_alone_needs_no_numba() -> None:
    assert run("import bastide, sys; print('numba' in sys.modules)") == "False"


KEPT = """
import numpy as np
from bastide.fast import compiling, doors
from bastide.fast.layout import GAME
doors.copy_one(np.zeros(1, GAME), np.zeros(1, GAME))
stats = doors.copy_one.stats
print(compiling.FOLDER.parent, sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def test_what_was_compiled_is_kept_and_who_must_wait_is_told_so(tmp_path: Path) -> None:
    place = str(tmp_path)
    first, second = (ran(KEPT, NUMBA_CACHE_DIR=place) for _ in range(2))
    assert first.stdout.strip() == f"{place} 0 1"
    assert first.stderr.strip() == "Compiling the simulator, once on this machine: up to a minute."
    assert second.stdout.strip() == f"{place} 1 0"
    assert second.stderr == ""


def test_a_change_in_any_file_is_noticed(tmp_path: Path) -> None:
    package = tmp_path / "fast"
    package.mkdir()
    for name in ("fast/one.py", "fast/two.py", *compiling.CONSTANTS):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("a = 1")
    stamps = {compiling.stamp(package)}
    for name in ("fast/two.py", *compiling.CONSTANTS):
        (tmp_path / name).write_text("a = 2")
        stamps.add(compiling.stamp(package))
    (package / "two.py").rename(package / "three.py")
    stamps.add(compiling.stamp(package))
    assert len(stamps) == 3 + len(compiling.CONSTANTS)
    assert compiling.stamp(package) in stamps


def test_compiled_code_takes_numbers_from_known_files_only() -> None:
    known = {f"bastide.{name.removesuffix('.py').replace('/', '.')}" for name in compiling.CONSTANTS}
    for path in compiling.PACKAGE.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "@compiled" in text:
            found = re.findall(r"^from (bastide\.\S+) import (\w+)", text, re.MULTILINE)
            modules = {module if module != "bastide.rules" else f"{module}.{name}" for module, name in found}
            assert {module for module in modules if not module.startswith("bastide.fast")} <= known, path.name


def test_an_install_that_cannot_be_written_to_uses_the_caches_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "package"
    blocked.mkdir()
    (blocked / "__pycache__").write_text("a file, so that there can be no folder")
    monkeypatch.setattr(compiling, "PACKAGE", blocked)
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    found = compiling.folder()
    assert found is not None
    assert found.parent == tmp_path / "caches"
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked / "__pycache__"))
    assert compiling.folder() is None


@pytest.mark.parametrize("shared", [False, True])
def test_what_earlier_versions_left_beside_the_package_is_removed(
    shared: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "__pycache__"
    old, other = place / "bastide-fast-old", place / "other"
    for folder in (old, other):
        folder.mkdir(parents=True)
        (folder / "file").write_text("something")
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(place) if shared else "")
    monkeypatch.setattr(compiling, "PACKAGE", tmp_path / "elsewhere" if shared else tmp_path)
    found = compiling.folder()
    assert found is not None
    assert sorted(place.iterdir()) == sorted([found, other, old] if shared else [found, other])


def test_with_nowhere_to_keep_it_everything_works_all_the_same() -> None:
    code = """
import tempfile
def none(*args, **kwargs): raise OSError
tempfile.TemporaryFile = none
import numpy as np
from bastide.fast import compiling, doors
from bastide.fast.layout import GAME
doors.copy_one(np.zeros(1, GAME), np.zeros(1, GAME))
print(compiling.FOLDER)
"""
    told = ran(code)
    assert told.stdout.strip() == "None"
    assert told.stderr.strip().startswith("Compiling the simulator, in every process, since it can be kept nowhere")
