"""Compiling and keeping what was compiled; and doing without."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bastide.compile_cache import SOURCES, CompileCache
from bastide.fast import compilation
from bastide.rl import compilation as rl_compilation


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
from bastide.fast import compilation, entry_points
from bastide.fast.layout import GAME_DTYPE
entry_points.copy_one(np.zeros(1, GAME_DTYPE), np.zeros(1, GAME_DTYPE))
stats = entry_points.copy_one.stats
print(compilation.CACHE.folder.parent, sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
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
    constants = SOURCES[1:]
    for name in ("fast/one.py", "fast/two.py", *constants):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("a = 1")
    cache = CompileCache(package, SOURCES)
    digests = {cache.digest()}
    for name in ("fast/two.py", *constants):
        (tmp_path / name).write_text("a = 2")
        digests.add(cache.digest())
    (package / "two.py").rename(package / "three.py")
    digests.add(cache.digest())
    assert len(digests) == 3 + len(constants)
    assert cache.digest() in digests


@pytest.mark.parametrize("cache", [compilation.CACHE, rl_compilation.CACHE], ids=["fast", "rl"])
def test_compiled_code_takes_constants_only_from_digested_files(cache: CompileCache) -> None:
    root = cache.package.parent
    digested = {path for pattern in cache.sources for path in root.glob(pattern)}
    compiled = [path for path in cache.package.glob("*.py") if "@compiled" in path.read_text(encoding="utf-8")]
    assert compiled
    for path in compiled:
        text = path.read_text(encoding="utf-8")
        found = re.findall(r"^from (bastide\.\S+) import (\w+)", text, re.MULTILINE)
        modules = {module if module != "bastide.rules" else f"{module}.{name}" for module, name in found}
        modules.discard("bastide.rl.compilation")
        files = {root / f"{module.removeprefix('bastide.').replace('.', '/')}.py" for module in modules}
        assert {path, *files} <= digested, path.name


def test_an_install_that_cannot_be_written_to_uses_the_caches_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "package"
    blocked.mkdir()
    (blocked / "__pycache__").write_text("a file, so that there can be no folder")
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    found = CompileCache(blocked, ()).folder
    assert found is not None
    assert found.parent == tmp_path / "caches"
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked / "__pycache__"))
    assert CompileCache(blocked, ()).folder is None


@pytest.mark.parametrize("shared", [False, True])
def test_caches_of_earlier_versions_beside_the_package_are_removed(
    shared: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "fast"
    parent = package / "__pycache__"
    old, other = parent / "bastide-fast-old", parent / "other"
    for folder in (old, other):
        folder.mkdir(parents=True)
        (folder / "file").write_text("something")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(parent) if shared else "")
    found = CompileCache(tmp_path / "elsewhere" / "fast" if shared else package, ()).folder
    assert found is not None
    assert sorted(parent.iterdir()) == sorted([found, other, old] if shared else [found, other])


def test_with_nowhere_to_keep_it_everything_works_all_the_same() -> None:
    code = """
import tempfile
def none(*args, **kwargs): raise OSError
tempfile.TemporaryFile = none
import numpy as np
from bastide.fast import compilation, entry_points
from bastide.fast.layout import GAME_DTYPE
entry_points.copy_one(np.zeros(1, GAME_DTYPE), np.zeros(1, GAME_DTYPE))
print(compilation.CACHE.folder)
"""
    told = ran(code)
    assert told.stdout.strip() == "None"
    assert told.stderr.strip().startswith("Compiling the simulator, in every process, since it can be kept nowhere")
