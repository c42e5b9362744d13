"""Compilation with Numba: functions are compiled on first call and cached on disk.

Numba invalidates a cached function when its own file changes, but not when a function that it calls does. So the cache
directory of a package is named after a digest of all sources that its compiled code is made from: a change in any of
them recompiles everything. A process that has to wait for the compiler logs why.
"""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

from bastide.errors import BastideError

try:
    import numba
    from numba.core.event import Event, Listener, register
except ImportError as reason:
    raise BastideError("extra_missing_fast", extra="bastide[fast]") from reason

Params = ParamSpec("Params")
Result = TypeVar("Result")
PACKAGE: Final = Path(__file__).parent
SOURCES: Final = ("fast/*.py", "kernel/geometry.py", "rules/model.py", "rules/ruleset.py")
"""The files that the compiled code of this package is made from; those outside it contribute constants."""


class CompileCache:
    """The on-disk cache of the compiled functions of a package."""

    def __init__(self, package: Path, sources: tuple[str, ...]) -> None:
        self.package: Final = package
        self.sources: Final = sources
        """Patterns of the source files, relative to the folder that the package lies in."""
        self.prefix: Final = f"bastide-{package.name}-"
        self.folder: Final = self._folder()
        """The cache directory, or None if none is writable: then every process compiles for itself."""

    def digest(self) -> str:
        """Return a digest of all source files."""
        digest = sha256()
        for pattern in self.sources:
            for path in sorted(self.package.parent.glob(pattern)):
                digest.update(path.name.encode() + b"\0" + path.read_bytes())
        return digest.hexdigest()[:16]

    def _parents(self) -> Iterator[Path]:
        """Yield the candidate parent directories: NUMBA_CACHE_DIR if set, else the package's own, else the user's."""
        if numba.config.CACHE_DIR:
            yield Path(numba.config.CACHE_DIR)
            return
        yield self.package / "__pycache__"
        caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        if os.path.isabs(caches):
            yield Path(caches)

    def _folder(self) -> Path | None:
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

    def compiled(self, function: Callable[Params, Result]) -> Callable[Params, Result]:
        """Compile a function on first call; it releases the GIL, divides like C and does not check bounds."""
        configured = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(self.folder or "")
        try:
            made: Callable[Params, Result] = numba.njit(nogil=True, error_model="numpy", cache=self.folder is not None)(
                function
            )
        finally:
            numba.config.CACHE_DIR = configured
        return made


CACHE: Final = CompileCache(PACKAGE, SOURCES)
compiled: Final = CACHE.compiled


class CompileNotice(Listener):  # type: ignore[misc]
    """Logs once, to ``bastide.fast``, that functions are being compiled and not only loaded."""

    logged = False

    def on_start(self, event: Event) -> None:
        """Log when the first function of Bastide's is compiled."""
        if not self.logged and event.data["dispatcher"].py_func.__module__.startswith("bastide."):
            self.logged = True
            often = "once on this machine" if CACHE.folder else "in every process, since it can be kept nowhere"
            logging.getLogger(__package__).warning("Compiling the simulator, %s: up to a minute.", often)

    def on_end(self, event: Event) -> None:
        """Do nothing."""


register("numba:compile", CompileNotice())
