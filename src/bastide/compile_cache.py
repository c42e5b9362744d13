"""The on-disk cache of compiled code: where it lies and whether it is complete. Asking takes neither Numba nor time.

Numba invalidates a cached function when its own file changes, but not when a function that it calls does. So the cache
directory of a package is named after a digest of all sources that its compiled code is made from: a change in any of
them recompiles everything.
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
except ImportError:  # on Windows, where two processes may compile the same
    fcntl = None  # type: ignore[assignment]

SOURCES: Final = ("fast/*.py", "kernel/geometry.py", "rules/model.py", "rules/ruleset.py")
"""The files that the compiled simulator is made from; those outside the package contribute constants."""


def is_supported() -> bool:
    """Say whether Numba is installed."""
    return find_spec("numba") is not None


class CompileCache:
    """The on-disk cache of the compiled functions of a package."""

    def __init__(self, package: Path, sources: tuple[str, ...]) -> None:
        self.package: Final = package
        self.sources: Final = sources
        """Patterns of the source files, relative to the folder that the package lies in."""
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
        """The cache directory, made if missing, or None if none is writable: then every process compiles for itself."""
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
        """Remove the caches of earlier versions beside the package; other directories may be shared by versions."""
        for old in current.parent.glob(f"{self.prefix}*"):
            if old != current:
                shutil.rmtree(old, ignore_errors=True)

    def is_complete(self) -> bool:
        """Say whether everything has been compiled from these sources, by this Python and this Numba."""
        folder = f"{self.prefix}{self.digest()}"
        return is_supported() and any((parent / folder / _marker()).exists() for parent in self._parents())

    @contextmanager
    def filling(self) -> Iterator[None]:
        """Hold the lock of the cache while everything is compiled, and mark the cache as complete afterwards.

        Processes that come meanwhile wait, and then load what this one has compiled.
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
