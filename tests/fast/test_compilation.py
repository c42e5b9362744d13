"""Compilation, the compile cache, and installations without Numba."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bastide.compile_cache import SOURCES, CompileCache
from bastide.fast import compilation
from bastide.rl import compilation as rl_compilation


def completed(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a Python process of its own."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | environment,
    )


def run(code: str, **environment: str) -> str:
    """Return the output of code in a Python process of its own."""
    return completed(code, **environment).stdout.strip()


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
import bastide
try:
    import bastide.fast
except bastide.BastideError as reason:
    print(reason)
    print(reason.text("fr"))
"""


def test_without_numba_the_error_names_the_extra() -> None:
    english, french = run(WITHOUT_NUMBA).splitlines()
    assert english == "The compiled simulator needs more than comes with a plain install: pip install 'bastide[fast]'."
    assert french.startswith("Le simulateur compilé")


def test_the_engine_alone_needs_no_numba() -> None:
    assert run("import bastide, sys; print('numba' in sys.modules)") == "False"


COPY_GAME = """
import numpy as np
from bastide.fast import compilation, entry_points
from bastide.fast.layout import GAME_DTYPE
entry_points.copy_one(np.zeros(1, GAME_DTYPE), np.zeros(1, GAME_DTYPE))
stats = entry_points.copy_one.stats
print(compilation.CACHE.folder.parent, sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def test_compiled_functions_are_cached_and_compilation_is_logged(tmp_path: Path) -> None:
    folder = str(tmp_path)
    first, second = (completed(COPY_GAME, NUMBA_CACHE_DIR=folder) for _ in range(2))
    assert first.stdout.strip() == f"{folder} 0 1"
    assert first.stderr.strip() == "Compiling the simulator, once on this machine: up to three minutes."
    assert second.stdout.strip() == f"{folder} 1 0"
    assert second.stderr == ""


def test_the_digest_depends_on_all_sources(tmp_path: Path) -> None:
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
def test_compiled_code_imports_only_from_digested_files(cache: CompileCache) -> None:
    root = cache.package.parent
    digested = {path for pattern in cache.sources for path in root.glob(pattern)}
    compiled = [path for path in cache.package.rglob("*.py") if "@compiled" in path.read_text(encoding="utf-8")]
    assert compiled
    for path in compiled:
        text = path.read_text(encoding="utf-8")
        imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)]
        modules = {
            f"{node.module}.{alias.name}" if (root / _path(node.module)).is_dir() else str(node.module)
            for node in imports
            for alias in node.names
            if str(node.module).startswith("bastide.")
        }
        modules -= {"bastide.rl.compilation"}
        files = {root / f"{_path(module)}.py" for module in modules}
        assert {path, *files} <= digested, path.name


def _path(module: str | None) -> str:
    """Return the path of a module of the package below it, without its ending."""
    return str(module).removeprefix("bastide.").replace(".", "/")


def test_without_compilation_games_are_the_same() -> None:
    code = (
        "from bastide import make_rules; from bastide.fast import Batch; "
        "rules = make_rules('bigbox2014', expansions=['king_and_robber', 'traders_and_builders']); "
        "print(Batch(rules, 1, 3, seed=7).play_out(threads=1).tolist())"
    )
    assert completed(code, NUMBA_DISABLE_JIT="1").stdout == completed(code).stdout


def test_a_read_only_package_uses_the_cache_directory_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "package"
    blocked.mkdir()
    (blocked / "__pycache__").write_text("a file instead of a directory")
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    folder = CompileCache(blocked, ()).folder
    assert folder is not None
    assert folder.parent == tmp_path / "caches"
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
    current = CompileCache(tmp_path / "elsewhere" / "fast" if shared else package, ()).folder
    assert current is not None
    assert sorted(parent.iterdir()) == sorted([current, other, old] if shared else [current, other])


def test_without_a_writable_cache_directory_every_process_compiles() -> None:
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
    process = completed(code)
    assert process.stdout.strip() == "None"
    assert process.stderr.strip().startswith(
        "Compiling the simulator, in every process, as no cache directory is writable"
    )
