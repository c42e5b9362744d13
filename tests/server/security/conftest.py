"""The servers that are put to the test: one in a process of its own, one in this process."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from bastide.server.settings import Settings
from tests.server.inside import Inside, ask
from tests.server.running import Server
from tests.server.security.knocking import FRIEND


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server, whose log is looked through once all is done: nothing went wrong inside."""
    database = tmp_path_factory.mktemp("security") / "t.sqlite"
    with Server(database, {"BASTIDE_ORIGINS": FRIEND}) as running:
        yield running
        assert ask(running.address, "GET", "/healthz").text == "well\n"
        running.stop()
        lines = [json.loads(line) for line in running.errors().splitlines()]
        assert {line["what"] for line in lines if line["level"] != "info"} <= {"Invalid HTTP request received."}


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with Inside(tmp_path_factory.mktemp("fuzz") / "t.sqlite", Settings(messages_per_second=10**6)) as running:
        yield running
        assert ask(running.address, "GET", "/healthz").text == "well\n"
