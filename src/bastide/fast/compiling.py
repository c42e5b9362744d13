"""Compiling with Numba: a function is compiled when it is first called, and the result is kept on disk.

Numba keeps what it compiled as long as the file of that function is unchanged, and does not look at the functions it
calls. So what is kept here lies in a folder named after the contents of all files of this package: change one of them,
and everything is compiled anew.
"""

from __future__ import annotations

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
except ImportError as reason:
    raise BastideError("extra_missing_fast", extra="bastide[fast]") from reason

Taken = ParamSpec("Taken")
Given = TypeVar("Given")
PACKAGE: Final = Path(__file__).parent
PREFIX: Final = "bastide-fast-"


def stamp(package: Path = PACKAGE) -> str:
    """Return what stands for the contents of all files of the package."""
    found = sha256()
    for path in sorted(package.glob("*.py")):
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
    """Return the folder where compiled code is kept, without what earlier versions left there; None if there is none.

    Then everything works as well, and is compiled again by every process.
    """
    for place in places():
        found = place / f"{PREFIX}{stamp()}"
        try:
            found.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=found).close()
        except OSError:
            continue
        for old in place.glob(f"{PREFIX}*"):
            if old != found:
                shutil.rmtree(old, ignore_errors=True)
        return found
    return None


FOLDER: Final = folder()


def compiled(function: Callable[Taken, Given]) -> Callable[Taken, Given]:
    """Have a function compiled; it runs without Python's lock, divides like C and does not watch its indices."""
    usual = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(FOLDER or "")
    try:
        made: Callable[Taken, Given] = numba.njit(nogil=True, error_model="numpy", cache=FOLDER is not None)(function)
    finally:
        numba.config.CACHE_DIR = usual
    return made
