"""What the tests want from the machine besides Python: servers, a browser, typefaces, and how to do without."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True)
class Need:
    """A program or a file that some tests need, and the Debian package that brings it."""

    name: str
    package: str
    tests: str
    """Which tests need it."""
    file: str = ""
    """Where it is found below the folders of typefaces; empty if it is a program."""
    others: tuple[str, ...] = ()
    """Programs that do as well."""


NEEDS = {
    need.name: need
    for need in (
        Need("postgres", "postgresql", "cluster"),
        Need("redis-server", "redis-server", "cluster"),
        Need("chromium", "chromium", "browser", others=("chromium-browser", "google-chrome", "google-chrome-stable")),
        Need("P052", "fonts-urw-base35", "browser", file="**/P052-Roman.otf"),
        Need("Noto Sans", "fonts-noto-core", "browser", file="**/NotoSans-Regular.ttf"),
    )
}


def version_of(folder: Path) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", folder.parent.name))


def places() -> list[str]:
    """Return the folders where programs may be: those of the PATH, and those that Debian keeps out of it."""
    kept_out = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=version_of, reverse=True)
    return [*os.get_exec_path(), "/usr/local/bin", "/usr/bin", "/usr/sbin", *map(str, kept_out)]


def typefaces() -> list[Path]:
    """Return the folders where typefaces may be."""
    return [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".local/share/fonts"]


def program(name: str) -> Path | None:
    """Return where a program is, links followed so that its companions are found beside it."""
    found = shutil.which(name, path=os.pathsep.join(places()))
    if found is None:
        return None
    resolved = Path(found).resolve()  # one program may play several parts, told by its name: then the link is meant
    return resolved if resolved.name == name else Path(found)


def found(need: Need) -> Path | None:
    """Return where something that the tests need is."""
    if need.file:
        return next((path for folder in typefaces() if folder.is_dir() for path in folder.glob(need.file)), None)
    return next((path for name in (need.name, *need.others) if (path := program(name))), None)


def missing() -> list[Need]:
    """Return what is not on this machine."""
    return [need for need in NEEDS.values() if found(need) is None]


def in_ci() -> bool:
    return os.environ.get("CI", "").lower() in {"1", "true"}


def complaint(needs: list[Need]) -> tuple[str, str, str]:
    """Return what is missing, how to install it, and what follows."""
    packages = " ".join(need.package for need in needs)
    return (
        f"MISSING: {' and '.join(need.name for need in needs)}.",
        f"TO INSTALL: apt-get install {packages} (as root, or what your system calls these packages).",
        consequence(needs),
    )


def consequence(needs: list[Need]) -> str:
    """Return what follows if something is missing: without a program tests cannot run, without a typeface they can."""
    tests = " and ".join(dict.fromkeys(need.tests for need in needs if in_ci() or not need.file))
    if not tests:
        return "The browser tests will see pages in other typefaces than they should."
    return f"The {tests} tests will FAIL, because this is CI." if in_ci() else f"The {tests} tests will be SKIPPED."


def require(name: str) -> Path:
    """Return where something is that a test needs; without it the test is skipped, and fails in CI."""
    need = NEEDS[name]
    path = found(need)
    if path is None:
        reason = " ".join(complaint([need]))
        if in_ci():
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    return path
