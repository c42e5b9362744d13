"""Tables opened over HTTP for tests, and what their seats are remembered as in a browser."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.request import Request, urlopen

from bastide.rules.model import Json


@dataclass(frozen=True)
class Place:
    """A seat at a table, and the secret that opens it."""

    table: str
    seat: int
    token: str
    name: str

    def remembered(self) -> str:
        """Return the script that lets a browser remember the seat, as if it had sat down there itself."""
        seat = json.dumps({"token": self.token, "seat": self.seat, "name": self.name})
        return (
            "(() => {"
            'if (location.protocol === "about:") return;'
            'const seats = JSON.parse(localStorage.getItem("bastide.seats") ?? "{}");'
            f"seats[{json.dumps(self.table)}] ??= {seat};"
            'localStorage.setItem("bastide.seats", JSON.stringify(seats));'
            "})();"
        )


def ask(address: str, path: str, body: Mapping[str, Json] | None = None) -> Json:
    """Ask a server; with a body, tell it something."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"{address}{path}", data, {"Content-Type": "application/json"})
    with urlopen(request, timeout=30) as answer:
        found: Json = json.load(answer)
    return found


def opened(address: str, **wish: Json) -> str:
    """Open a table and return its id."""
    found = ask(address, "/api/tables", wish)
    assert isinstance(found, dict)
    return str(found["id"])


def sat(address: str, table: str, name: str) -> Place:
    """Sit down at a table."""
    found = ask(address, f"/api/tables/{table}/seats", {"name": name})
    assert isinstance(found, dict)
    seat = found["seat"]
    assert isinstance(seat, int)
    return Place(table, seat, str(found["token"]), name)


def against_a_bot(address: str, name: str = "Ada", **wish: Json) -> Place:
    """Open a table for one person and one bot, and sit down there."""
    return sat(address, opened(address, **{"seats": 2, "bots": [None, "random"], **wish}), name)
