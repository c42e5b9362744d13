"""The on-disk cache of compiled code: its location, and whether it is complete. This module does not import Numba.

Numba invalidates a cached function when its own file changes, but not when a function that it calls does. Therefore the
name of a package's cache directory contains a digest of all sources of its compiled code: a change in any of them
recompiles everything.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

try:
    import fcntl
except ImportError:  # on Windows, where two processes may compile at the same time
    fcntl = None  # type: ignore[assignment]

SOURCES: Final = (
    "fast/*.py",
    "fast/expansions/*.py",
    "expansions/catapult.py",
    "expansions/count.py",
    "expansions/gold_rush.py",
    "expansions/hills_and_sheep.py",
    "expansions/traders_and_builders.py",
    "expansions/wheel_of_fortune.py",
    "kernel/anchors.py",
    "kernel/ballistics.py",
    "kernel/geometry.py",
    "kernel/kinds.py",
    "rules/model.py",
    "rules/ruleset.py",
    "rules/sheet.py",
    "rules/state.py",
)
"""The sources of the compiled simulator; those outside the package contribute constants."""


def is_supported() -> bool:
    """Return whether Numba is installed."""
    return find_spec("numba") is not None


class CompileCache:
    """The on-disk cache of the compiled functions of a package."""

    def __init__(self, package: Path, sources: tuple[str, ...]) -> None:
        self.package: Final = package
        self.sources: Final = sources
        """Glob patterns of the source files, relative to the parent directory of the package."""
        self.prefix: Final = f"bastide-{package.name}-"

    def digest(self) -> str:
        """Return a digest of all source files."""
        digest = sha256()
        for pattern in self.sources:
            for path in sorted(self.package.parent.glob(pattern)):
                digest.update(path.name.encode() + b"\0" + path.read_bytes())
        return digest.hexdigest()[:16]

    def _parents(self) -> Iterator[Path]:
        """Yield the candidate parent directories: NUMBA_CACHE_DIR if set, else the package's own, else the user's."""
        if chosen := os.environ.get("NUMBA_CACHE_DIR"):
            yield Path(chosen)
            return
        yield self.package / "__pycache__"
        caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        if os.path.isabs(caches):
            yield Path(caches)

    @cached_property
    def folder(self) -> Path | None:
        """The cache directory, created if missing; None if none is writable, so that every process must compile."""
        for parent in self._parents():
            folder = parent / f"{self.prefix}{self.digest()}"
            try:
                folder.mkdir(parents=True, exist_ok=True)
                tempfile.TemporaryFile(dir=folder).close()
            except OSError:
                continue
            if parent.parent == self.package:
                self._remove_stale(folder)
            return folder
        return None

    def _remove_stale(self, current: Path) -> None:
        """Remove the caches of earlier sources in the package's own directory; the others may be shared by versions."""
        for old in current.parent.glob(f"{self.prefix}*"):
            if old != current:
                shutil.rmtree(old, ignore_errors=True)

    def is_complete(self) -> bool:
        """Return whether everything has been compiled from these sources with this Python and this Numba."""
        folder = f"{self.prefix}{self.digest()}"
        return is_supported() and any((parent / folder / _marker()).exists() for parent in self._parents())

    @contextmanager
    def filling(self) -> Iterator[None]:
        """Hold the lock of the cache while everything is compiled, then mark the cache as complete.

        Other processes wait for the lock, and then load the compiled code.
        """
        if self.folder is None:
            yield
            return
        with open(self.folder / "lock", "w", encoding="ascii") as lock:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        (self.folder / _marker()).touch()


def _marker() -> str:
    return f"complete-{sys.implementation.cache_tag}-numba-{version('numba')}"


SIMULATOR: Final = CompileCache(Path(__file__).parent / "fast", SOURCES)
"""The cache of the compiled simulator."""
