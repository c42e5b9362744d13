"""The directory with the painted files. `python -m bastide.server.art_folder` paints all of them ahead.

Its name contains the version of the files, so a new version has a directory of its own. Files are compressed, and
renamed once they are complete: several processes may paint into the same directory.
"""

from __future__ import annotations

import gzip
import os
import shutil
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final

from bastide.server.art_files import SETS, art_names, art_version, paint

try:
    import fcntl
except ImportError:  # on Windows, where two processes may paint the same files
    fcntl = None  # type: ignore[assignment]

ART: Final = "BASTIDE_ART_DIR"
PREFIX: Final = "bastide-art-"
UNUSED_SECONDS: Final = 30 * 86_400
"""Age at which a directory counts as unused; opening one renews it."""
NICENESS: Final = 10
"""Niceness of the process that paints sets ahead, so that it does not slow down games."""


def parent_folders() -> Iterator[Path]:
    """Yield the candidate parent directories: BASTIDE_ART_DIR if set, else the package's own, else the user's."""
    if chosen := os.environ.get(ART):
        yield Path(chosen)
        return
    yield Path(__file__).parent / "__pycache__"
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    if os.path.isabs(caches):
        yield Path(caches)


class ArtFolder:
    """A directory of painted files of one version."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.marker = path / "complete"

    @classmethod
    def open(cls) -> ArtFolder:
        """Return the directory, created if missing. Raises OSError if no parent directory is writable."""
        failure: OSError | None = None
        for parent in parent_folders():
            folder = cls(parent / f"{PREFIX}{art_version()}")
            try:
                folder.path.mkdir(parents=True, exist_ok=True)
                tempfile.TemporaryFile(dir=folder.path).close()
            except OSError as reason:
                failure = failure or reason
                continue
            folder.remove_others()
            return folder
        raise failure or FileNotFoundError("no directory")

    def remove_others(self) -> None:
        """Remove the directories of other versions; in the user's directory, which installations share, unused ones."""
        os.utime(self.path)
        shared = not os.environ.get(ART) and self.path.parent.parent != Path(__file__).parent
        for other in self.path.parent.glob(f"{PREFIX}*"):
            if other != self.path and not (shared and time.time() - other.stat().st_mtime < UNUSED_SECONDS):
                shutil.rmtree(other, ignore_errors=True)

    def read(self, name: str) -> bytes | None:
        """Return a compressed file, or None if it is not there or damaged."""
        try:
            compressed = self._file(name).read_bytes()
            content = gzip.decompress(compressed)
        except (OSError, EOFError, zlib.error):
            return None
        return compressed if content else None

    def write(self, name: str, compressed: bytes) -> None:
        """Store a compressed file. Raises OSError if that is not possible, for example because the disk is full."""
        path = self._file(name)
        self.path.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=self.path, prefix=".")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(compressed)
            os.chmod(temporary, 0o644)
            os.replace(temporary, path)
        except OSError:
            with suppress(OSError):
                os.unlink(temporary)
            raise

    def fill(self) -> None:
        """Paint all files that are missing. Raises OSError like `write`."""
        with self._lock():
            if self.marker.exists():
                return
            for name in art_names():
                if name.startswith(SETS):
                    lower_priority()
                if self.read(name) is None:
                    self.write(name, compress(paint(name)))
            self.marker.touch()

    def is_complete(self) -> bool:
        """Return whether all files were painted."""
        return self.marker.exists()

    def _file(self, name: str) -> Path:
        return self.path / f"{name.replace('/', '.')}.gz"

    @contextmanager
    def _lock(self) -> Iterator[None]:
        """Hold the lock of the directory; other processes that paint ahead wait for it."""
        with open(self.path / "lock", "w", encoding="ascii") as lock:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def compress(content: bytes) -> bytes:
    """Return the compressed content of a file."""
    return gzip.compress(content, 9, mtime=0)


@cache
def lower_priority() -> None:
    """Lower the priority of this process, once."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def main() -> int:
    """Paint ahead. Return the exit status."""
    try:
        ArtFolder.open().fill()
    except OSError as reason:
        print(f"{reason.filename or ART}: {reason.strerror}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
