"""How the tests of what may come over the network knock at the door of a server."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, settings
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from bastide.rules.model import Json
from tests.server.inside import Party, ask, socket_at

FRIEND = "https://play.example"
QUICK = settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def facts(address: str, table: Party) -> dict[str, Json]:
    """Return what everybody may know of a table."""
    return ask(address, "GET", f"/api/tables/{table.id}").json()


def refused_at(address: str, table: Party, token: Json) -> str:
    """Say hello with a token; return the error with which the socket was closed."""
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
    """Send a frame of text; return the code with which the socket was closed at once."""
    try:
        line.send(sent, text=True)
        line.recv(10)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0
    return 0
