"""Servers under test: one in its own process, and one in a thread of this process."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from bastide.server.settings import Settings
from tests.server.running import Server
from tests.server.security.sockets import FRIEND
from tests.server.threaded_server import ThreadedServer, ask


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server process whose log has no errors at the end."""
    database = tmp_path_factory.mktemp("security") / "t.sqlite"
    with Server(database, {"BASTIDE_ORIGINS": FRIEND}) as running:
        yield running
        assert ask(running.address, "GET", "/healthz").text == "well\n"
        running.stop()
        lines = [json.loads(line) for line in running.errors().splitlines()]
        assert {line["what"] for line in lines if line["level"] != "info"} <= {"Invalid HTTP request received."}


@pytest.fixture(scope="module")
def threaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadedServer]:
    with ThreadedServer(tmp_path_factory.mktemp("fuzz") / "t.sqlite", Settings(messages_per_second=10**6)) as running:
        yield running
        assert ask(running.address, "GET", "/healthz").text == "well\n"
