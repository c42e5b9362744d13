"""Names and chat are printable plain text."""

from __future__ import annotations

import pytest

from tests.server.running import Server
from tests.server.threaded_server import SocketClient, ThreadedServer, ask, seated_table

MARKUP = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><b>',
    "{{7*7}} ${7*7} %s {name} {0}",
    "'; drop table tables --",
    "Zoë 🏰 名前",
]


@pytest.mark.parametrize("name", MARKUP)
def test_names_and_chat_come_back_as_plain_text(server: Server, name: str) -> None:
    address = server.address
    table = str(ask(address, "POST", "/api/tables", {"seats": 2, "joining": "public"}).json()["id"])
    first = ask(address, "POST", f"/api/tables/{table}/seats", {"name": name}).json()
    ask(address, "POST", f"/api/tables/{table}/seats", {"name": "Bob"})
    answer = ask(address, "GET", f"/api/tables/{table}")
    assert answer.headers["content-type"] == "application/json"
    seats = answer.json()["seats"]
    assert isinstance(seats, list)
    assert [seat["name"] for seat in seats if isinstance(seat, dict)] == [name, "Bob"]
    place, watcher = SocketClient(address, table, str(first["token"])), SocketClient(address, table, None)
    place.send(type="say", text=name)
    line = watcher.receive_type("said")["line"]
    assert isinstance(line, dict)
    assert line["text"] == name
    chat = SocketClient(address, table, None).receive_type("welcome")["chat"]
    assert isinstance(chat, list)
    assert [entry["text"] for entry in chat if isinstance(entry, dict)] == [name]
    door = ask(address, "GET", "/")
    assert name not in door.text
    assert "alert(" not in door.text
    assert "onerror" not in door.text


BAD_TEXTS = ["", " ", "\0", "a\0b", "\x1b[31mred", "a\x7fb", "\u202eabc", "a\u200bb", "\ufeff", "\ud800", "\x85\x9b"]


@pytest.mark.parametrize("text", [*BAD_TEXTS, "x" * 41, "a,b"])
def test_names_with_control_characters_are_refused(server: Server, text: str) -> None:
    address = server.address
    table = str(ask(address, "POST", "/api/tables", {"seats": 2}).json()["id"])
    answer = ask(address, "POST", f"/api/tables/{table}/seats", {"name": text})
    assert answer.code in (409, 422)
    assert answer.json()["error"] in ("guest_name", "bad_request")
    assert ask(address, "GET", f"/api/tables/{table}").json()["version"] == 0


@pytest.mark.parametrize("text", [*BAD_TEXTS, "x" * 501])
def test_chat_with_control_characters_is_refused(threaded: ThreadedServer, text: str) -> None:
    table = seated_table(threaded.address, 2)
    place = SocketClient(threaded.address, table.id, table.tokens[0])
    place.send(type="say", text=text)
    assert place.receive_type("error")["error"] in ("chat_text", "bad_message")
    assert threaded.table(table.id).version == 2


def test_white_space_of_all_kinds_becomes_a_space(threaded: ThreadedServer) -> None:
    table = seated_table(threaded.address, 2)
    place = SocketClient(threaded.address, table.id, table.tokens[0])
    place.send(type="say", text="  one\n\ttwo\r\n three\u2028four ")
    place.receive_type("done")
    assert threaded.table(table.id).chat[-1]["text"] == "one two three four"
