"""What the tests need besides Python packages: servers, a browser and typefaces. Without them, tests are skipped."""

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
    """The tests that need it."""
    file: str = ""
    """A pattern below the folders of typefaces; empty for a program."""
    others: tuple[str, ...] = ()
    """Names of equivalent programs."""


NEEDS = {
    need.name: need
    for need in (
        Need("postgres", "postgresql", "cluster"),
        Need("redis-server", "redis-server", "cluster"),
        Need("chromium", "chromium", "browser", others=("chromium-browser", "google-chrome", "google-chrome-stable")),
        Need("firefox-esr", "firefox-esr", "browser", others=("firefox",)),
        Need("P052", "fonts-urw-base35", "browser", file="**/P052-Roman.otf"),
        Need("Noto Sans", "fonts-noto-core", "browser", file="**/NotoSans-Regular.ttf"),
    )
}


def version_of(folder: Path) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", folder.parent.name))


def places() -> list[str]:
    """Return the folders to search for programs: those of the PATH, and those that Debian does not put there."""
    postgres = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=version_of, reverse=True)
    return [*os.get_exec_path(), "/usr/local/bin", "/usr/bin", "/usr/sbin", *map(str, postgres)]


def typefaces() -> list[Path]:
    """Return the folders to search for typefaces."""
    return [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".local/share/fonts"]


def program(name: str) -> Path | None:
    """Return the path of a program, with links resolved, so that its companions are beside it."""
    found = shutil.which(name, path=os.pathsep.join(places()))
    if found is None:
        return None
    resolved = Path(found).resolve()  # some programs behave according to their name: then the link is meant
    return resolved if resolved.name == name else Path(found)


def find(need: Need) -> Path | None:
    """Return the path of a program or file that the tests need."""
    if need.file:
        return next((path for folder in typefaces() if folder.is_dir() for path in folder.glob(need.file)), None)
    return next((path for name in (need.name, *need.others) if (path := program(name))), None)


def missing() -> list[Need]:
    """Return what is missing on this machine."""
    return [need for need in NEEDS.values() if find(need) is None]


def in_ci() -> bool:
    return os.environ.get("CI", "").lower() in {"1", "true"}


def complaint(needs: list[Need]) -> tuple[str, str, str]:
    """Return three lines: what is missing, how to install it, and the consequence."""
    packages = " ".join(need.package for need in needs)
    return (
        f"MISSING: {' and '.join(need.name for need in needs)}.",
        f"TO INSTALL: apt-get install {packages} (as root, or what your system calls these packages).",
        consequence(needs),
    )


def consequence(needs: list[Need]) -> str:
    """Return the consequence of missing needs: without a program, tests cannot run; without a typeface, they can."""
    tests = " and ".join(dict.fromkeys(need.tests for need in needs if in_ci() or not need.file))
    if not tests:
        return "The browser tests will see pages in other typefaces than they should."
    return f"The {tests} tests will FAIL, because this is CI." if in_ci() else f"The {tests} tests will be SKIPPED."


def require(name: str) -> Path:
    """Return the path of something that a test needs; without it, the test is skipped, or fails in CI."""
    need = NEEDS[name]
    path = find(need)
    if path is None:
        reason = " ".join(complaint([need]))
        if in_ci():
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    return path
