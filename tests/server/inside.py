"""A server in a thread of the test itself, on a real port: what it holds in memory can be looked at."""

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

import uvicorn
from websockets.sync.client import ClientConnection, connect

from bastide.play.game import Game
from bastide.rules.model import Json
from bastide.server.app import create_app
from bastide.server.hub import Hub
from bastide.server.settings import Settings, sqlite_url
from bastide.server.table import Table
from tests.server.services import free_port

MOST_BYTES = 1 << 24
NO_PINGS = None
"""Pings of either side draw from the generator that all of Python shares, and which Hypothesis keeps an eye on."""


@dataclass(frozen=True)
class Answer:
    """What a server answered over HTTP."""

    code: int
    headers: Mapping[str, str]
    text: str

    def json(self) -> dict[str, Json]:
        """Return the answer as plain data."""
        data = json.loads(self.text)
        assert isinstance(data, dict)
        return data


def ask(address: str, method: str, path: str, body: object = None, **headers: str) -> Answer:
    """Ask a server something; a body that is neither bytes nor None is sent as JSON."""
    sent = body if isinstance(body, bytes | None) else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = Request(address + path, sent, {"Content-Type": "application/json", **named}, method=method)
    try:
        with urlopen(request, timeout=30) as answer:
            return Answer(answer.status, dict(answer.headers.items()), answer.read().decode(errors="replace"))
    except HTTPError as refusal:
        return Answer(refusal.code, dict(refusal.headers.items()), refusal.read().decode())


def socket_at(address: str, table: str, **named: str) -> ClientConnection:
    """Open a socket at a table, and say nothing yet."""
    url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    headers = {name.replace("_", "-"): value for name, value in named.items()}
    line = connect(
        url, max_size=MOST_BYTES, compression=None, additional_headers=headers, proxy=None, ping_interval=NO_PINGS
    )
    return line.__enter__()


class Inside:
    """A server in this process."""

    def __init__(self, database: Path, settings: Settings | None = None) -> None:
        from dataclasses import replace

        self.app = create_app(replace(settings or Settings(), database=sqlite_url(database)))
        self.port = free_port()
        config = uvicorn.Config(
            self.app,
            "127.0.0.1",
            self.port,
            log_config=None,
            log_level="warning",
            access_log=False,
            ws_max_size=65536,
            ws_ping_interval=NO_PINGS,
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)

    @property
    def address(self) -> str:
        """Where it listens."""
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

    def __enter__(self) -> Inside:
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive()
            time.sleep(0.01)
        return self

    def __exit__(self, *reason: object) -> None:
        self.server.should_exit = True
        self.thread.join(20)


class Place:
    """A seat or a spectator at a table, and all that came over the socket."""

    def __init__(self, address: str, table: str, token: str | None, **hello: Json) -> None:
        self.token = token
        self.heard: list[str] = []
        self.socket = socket_at(address, table)
        self.send(type="hello", token=token, **hello)

    def send(self, **message: Json) -> None:
        """Send a message."""
        self.socket.send(json.dumps(message))

    def hear(self) -> str:
        """Return the next message, as it came."""
        text = self.socket.recv(20)
        assert isinstance(text, str)
        self.heard.append(text)
        return text

    def told(self, kind: str) -> dict[str, Json]:
        """Return the next message of a kind."""
        while True:
            message = json.loads(self.hear())
            assert isinstance(message, dict)
            if message["type"] == kind:
                return message


@dataclass
class Party:
    """A table with everybody who sits there."""

    id: str
    tokens: list[str]
    commitment: str

    def plain(self, text: str) -> str:
        """Return a message without what differs between any two tables: ids, promises and times, of the same size."""
        text = text.replace(self.id, "#" * len(self.id)).replace(self.commitment, "#" * 64)
        return re.sub(r'("(?:at|updated)":)\d{13}\b', r"\g<1>" + "0" * 13, text)


def party(address: str, seats: int, **wish: Json) -> Party:
    """Open a table and let guests sit down on all seats that are not a bot's."""
    opened = ask(address, "POST", "/api/tables", {"seats": seats, **wish})
    assert opened.code == 201, opened.text
    table = str(opened.json()["id"])
    bots = wish.get("bots")
    people = seats - len(bots) if isinstance(bots, list) else seats
    tokens = []
    for name in ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")[:people]:
        answer = ask(address, "POST", f"/api/tables/{table}/seats", {"name": name, "nonce": f"word of {name}"})
        assert answer.code == 201, answer.text
        tokens.append(str(answer.json()["token"]))
    return Party(table, tokens, str(ask(address, "GET", f"/api/tables/{table}").json()["commitment"]))
