"""A fixture that runs the command: arguments and input lines in, exit code and output out."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import pytest

from bastide.cli.main import main


class Ran(NamedTuple):
    code: int
    out: str
    err: str


class Bastide(Protocol):
    def __call__(self, *arguments: str, typed: Sequence[str] = ()) -> Ran: ...


@pytest.fixture
def bastide(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Bastide:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: str, typed: Sequence[str] = ()) -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        code = main(arguments)
        return Ran(code, *capsys.readouterr())

    return run
