"""Sockets and requests of the security tests."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, settings
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from bastide.rules.model import Json
from tests.server.threaded_server import SeatedTable, ask, socket_at

FRIEND = "https://play.example"
QUICK = settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def facts(address: str, table: SeatedTable) -> dict[str, Json]:
    """Return the public facts of a table."""
    return ask(address, "GET", f"/api/tables/{table.id}").json()


def refused_at(address: str, table: SeatedTable, token: Json) -> str:
    """Send a hello with a token; return the error that closes the socket."""
    line = socket_at(address, table.id)
    line.send(json.dumps({"type": "hello", "token": token}))
    error = json.loads(line.recv(10))
    assert error["type"] == "error"
    with pytest.raises(ConnectionClosed) as closed:
        line.recv(10)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008
    return str(error["error"])


def closed_by(line: ClientConnection, sent: bytes) -> int:
    """Send a text frame; return the close code, or 0 if the socket stays open."""
    try:
        line.send(sent, text=True)
        line.recv(10)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0
    return 0
