"""Tables created over HTTP, and their seats in local storage."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.request import Request, urlopen

from bastide.rules.model import Json


@dataclass(frozen=True)
class Place:
    """A seat at a table, with its token."""

    table: str
    seat: int
    token: str
    name: str

    def storage_script(self) -> str:
        """Return a script that saves the seat in local storage."""
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
    """Send a request: GET, or POST with a body."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"{address}{path}", data, {"Content-Type": "application/json"})
    with urlopen(request, timeout=30) as answer:
        found: Json = json.load(answer)
    return found


def opened(address: str, **options: Json) -> str:
    """Create a table and return its id."""
    found = ask(address, "/api/tables", options)
    assert isinstance(found, dict)
    return str(found["id"])


def sat(address: str, table: str, name: str) -> Place:
    """Take a seat at a table."""
    found = ask(address, f"/api/tables/{table}/seats", {"name": name})
    assert isinstance(found, dict)
    seat = found["seat"]
    assert isinstance(seat, int)
    return Place(table, seat, str(found["token"]), name)


def against_a_bot(address: str, name: str = "Ada", **options: Json) -> Place:
    """Create a table for one person and one bot, and take a seat."""
    return sat(address, opened(address, **{"seats": 2, "bots": [None, "random"], **options}), name)
