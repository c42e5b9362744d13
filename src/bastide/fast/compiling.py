"""Compiling with Numba: a function is compiled when it is first called, and the result is kept on disk.

Numba keeps what it compiled as long as the file of that function is unchanged, and does not look at the functions it
calls. So what is kept here lies in a folder named after the contents of all files that compiled code is made from: if
one of them changes, everything is compiled anew. Whoever has to wait for it is told why.
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

Taken = ParamSpec("Taken")
Given = TypeVar("Given")
PACKAGE: Final = Path(__file__).parent
CONSTANTS: Final = ("kernel/geometry.py", "rules/model.py", "rules/ruleset.py")
"""The files elsewhere of which numbers are compiled in: sizes of fields, steps from cell to cell."""
PREFIX: Final = "bastide-fast-"


def stamp(package: Path = PACKAGE) -> str:
    """Return what stands for the contents of all files that compiled code is made from."""
    found = sha256()
    for path in (*sorted(package.glob("*.py")), *(package.parent / name for name in CONSTANTS)):
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def places() -> Iterator[Path]:
    """Yield where compiled code may be kept: where the user says, beside the package, or among the user's caches."""
    if numba.config.CACHE_DIR:
        yield Path(numba.config.CACHE_DIR)
        return
    yield PACKAGE / "__pycache__"
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    if os.path.isabs(caches):
        yield Path(caches)


def folder() -> Path | None:
    """Return the folder where compiled code is kept; if there can be none, every process compiles for itself."""
    for place in places():
        found = place / f"{PREFIX}{stamp()}"
        try:
            found.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=found).close()
        except OSError:
            continue
        if place.parent == PACKAGE:
            _remove_others(found)
        return found
    return None


def _remove_others(kept: Path) -> None:
    """Remove what earlier versions of the package left beside it; other places may be shared by several versions."""
    for old in kept.parent.glob(f"{PREFIX}*"):
        if old != kept:
            shutil.rmtree(old, ignore_errors=True)


FOLDER: Final = folder()


class Notice(Listener):  # type: ignore[misc]
    """Says once, in the log ``bastide.fast``, that something is being compiled and not only loaded."""

    told = False

    def on_start(self, event: Event) -> None:
        """Speak when a function of this package is the first to be compiled."""
        if not self.told and event.data["dispatcher"].py_func.__module__.startswith(__package__):
            self.told = True
            often = "once on this machine" if FOLDER else "in every process, since it can be kept nowhere"
            logging.getLogger(__package__).warning("Compiling the simulator, %s: up to a minute.", often)

    def on_end(self, event: Event) -> None:
        """Say nothing more."""


register("numba:compile", Notice())


def compiled(function: Callable[Taken, Given]) -> Callable[Taken, Given]:
    """Have a function compiled; it runs without Python's lock, divides like C and does not watch its indices."""
    usual = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(FOLDER or "")
    try:
        made: Callable[Taken, Given] = numba.njit(nogil=True, error_model="numpy", cache=FOLDER is not None)(function)
    finally:
        numba.config.CACHE_DIR = usual
    return made
