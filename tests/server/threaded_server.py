"""A server in a thread of the test process, on a real port, so that tests can inspect its memory."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

from bastide.play.game import Game
from bastide.rules.model import Json
from bastide.server.app import create_app
from bastide.server.asgi_server import make_server
from bastide.server.hub import Hub
from bastide.server.settings import Settings, sqlite_url
from bastide.server.table import Table
from tests.server.services import free_port

MAX_BYTES = 1 << 24
NO_PINGS = None
"""Pings would use the global random generator, which Hypothesis monitors."""


@dataclass(frozen=True)
class Answer:
    """An HTTP response."""

    code: int
    headers: Mapping[str, str]
    text: str

    def json(self) -> dict[str, Json]:
        """Return the body as a JSON object."""
        data = json.loads(self.text)
        assert isinstance(data, dict)
        return data


def ask(address: str, method: str, path: str, body: object = None, **headers: str) -> Answer:
    """Send a request; a body that is neither bytes nor None is sent as JSON."""
    data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = Request(address + path, data, {"Content-Type": "application/json", **named}, method=method)
    try:
        with urlopen(request, timeout=30) as answer:
            return Answer(answer.status, dict(answer.headers.items()), answer.read().decode(errors="replace"))
    except HTTPError as refusal:
        return Answer(refusal.code, dict(refusal.headers.items()), refusal.read().decode())


def socket_at(address: str, table: str, **named: str) -> ClientConnection:
    """Open a socket at a table without sending a hello."""
    url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    headers = {name.replace("_", "-"): value for name, value in named.items()}
    connection = connect(
        url, max_size=MAX_BYTES, compression=None, additional_headers=headers, proxy=None, ping_interval=NO_PINGS
    )
    return connection.__enter__()


class ThreadedServer:
    """A server in a thread of this process, with an SQLite file or the database of its settings."""

    def __init__(self, database: Path | None, settings: Settings | None = None) -> None:
        from dataclasses import replace

        settings = settings or Settings()
        if database is not None:
            settings = replace(settings, database=sqlite_url(database))
        self.app = create_app(settings)
        self.port = free_port()
        self.server = make_server(self.app, settings, "127.0.0.1", self.port)
        self.server.config.ws_ping_interval = NO_PINGS
        self.thread = threading.Thread(target=self.server.run, daemon=True)

    @property
    def address(self) -> str:
        """Its URL."""
        return f"http://127.0.0.1:{self.port}"

    def table(self, table_id: str) -> Table:
        """Return a table as it is in memory."""
        hub: Hub = self.app.state.hub
        return hub.live[table_id].table

    def game(self, table_id: str) -> Game:
        """Return the game of a table."""
        game = self.table(table_id).game
        assert game is not None
        return game

    def __enter__(self) -> ThreadedServer:
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive()
            time.sleep(0.01)
        return self

    def __exit__(self, *reason: object) -> None:
        self.server.should_exit = True
        self.thread.join(20)


class SocketClient:
    """The socket of a seat or a spectator, with all messages it received."""

    def __init__(self, address: str, table: str, token: str | None, **hello: Json) -> None:
        self.token = token
        self.received: list[str] = []
        self.socket = socket_at(address, table)
        self.send(type="hello", token=token, **hello)

    def send(self, **message: Json) -> None:
        """Send a message."""
        self.socket.send(json.dumps(message))

    def receive(self) -> str:
        """Return the text of the next message."""
        text = self.socket.recv(20)
        assert isinstance(text, str)
        self.received.append(text)
        return text

    def receive_type(self, kind: str) -> dict[str, Json]:
        """Return the next message of a type, skipping others."""
        while True:
            message = json.loads(self.receive())
            assert isinstance(message, dict)
            if message["type"] == kind:
                return message


@dataclass
class SeatedTable:
    """A table with the tokens of its seats."""

    id: str
    tokens: list[str]
    commitment: str

    def plain(self, text: str) -> str:
        """Return a message with the id, the commitment and all times replaced by constants of the same length."""
        text = text.replace(self.id, "#" * len(self.id)).replace(self.commitment, "#" * 64)
        return re.sub(r'("(?:at|updated)":)\d{13}\b', r"\g<1>" + "0" * 13, text)


def seated_table(address: str, seats: int, **options: Json) -> SeatedTable:
    """Open a table and take all seats that are not for bots."""
    opened = ask(address, "POST", "/api/tables", {"seats": seats, **options})
    assert opened.code == 201, opened.text
    table = str(opened.json()["id"])
    bots = options.get("bots")
    people = seats - len(bots) if isinstance(bots, list) else seats
    tokens = []
    for name in ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")[:people]:
        answer = ask(address, "POST", f"/api/tables/{table}/seats", {"name": name, "nonce": f"word of {name}"})
        assert answer.code == 201, answer.text
        tokens.append(str(answer.json()["token"]))
    return SeatedTable(table, tokens, str(ask(address, "GET", f"/api/tables/{table}").json()["commitment"]))
