"""Limits on the size and rate of messages and requests."""

from __future__ import annotations

import json
import socket as plain_socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import cycle, islice
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from bastide.errors import BastideError
from bastide.rules.model import Json
from bastide.server.limits import MAX_NETWORKS, RateLimiter, TokenBucket
from bastide.server.middleware import MAX_BODY_BYTES
from bastide.server.settings import Settings
from bastide.server.socket import ClientMessage, parse_message
from tests.server.running import Server
from tests.server.security.sockets import closed_by, facts
from tests.server.threaded_server import SocketClient, ThreadedServer, ask, seated_table, socket_at

STRANGER = {"X_Forwarded_For": "203.0.113.7"}
"""Who comes through a proxy on this machine, from elsewhere."""


BROKEN = {
    "not JSON": "{",
    "no message": "",
    "a list": "[]",
    "a number": "1",
    "nothing": "null",
    "a text": '"act"',
    "no kind": "{}",
    "an unknown kind": '{"type":"sudo"}',
    "a kind that is no text": '{"type":["act"]}',
    "not a number": '{"type":"act","option":NaN,"moment":1}',
    "infinity": '{"type":"act","option":-Infinity,"moment":1}',
    "a huge number": '{"type":"act","option":' + "9" * 5000 + "}",
    "a huge reference": '{"type":"ping","ref":"' + "9" * 5000 + '"}',
    "deep lists": '{"type":"act","action":' + "[" * 8000 + "]" * 8000 + "}",
    "deep objects": '{"a":' * 2600 + "1" + "}" * 2600,
    "half a character": '{"type":"ping","ref":"\\ud83c"}',
    "too big": '{"type":"ping","ref":"' + "x" * 17_000 + '"}',
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_message_is_answered_with_an_error_and_does_nothing(threaded: ThreadedServer, what: str) -> None:
    table = seated_table(threaded.address, 2)
    place = SocketClient(threaded.address, table.id, table.tokens[0], lang="fr")
    place.receive_type("welcome")
    place.socket.send(BROKEN[what])
    error = json.loads(place.receive())
    assert (error["type"], error["error"]) == ("error", "bad_message")
    assert error["text"].startswith("Ce message")
    place.send(type="ping", ref="still here")
    assert place.receive_type("pong")["ref"] == "still here"
    assert threaded.table(table.id).version == 2


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_hello_is_answered_with_an_error(threaded: ThreadedServer, what: str) -> None:
    line = socket_at(threaded.address, seated_table(threaded.address, 2).id)
    line.send(BROKEN[what])
    assert json.loads(line.recv(10))["error"] == "bad_message"
    with pytest.raises(ConnectionClosed):
        line.recv(10)


def test_a_frame_that_is_far_too_big_closes_the_socket_and_no_other(server: Server) -> None:
    table = seated_table(server.address, 2)
    ann, bob = (SocketClient(server.address, table.id, token) for token in table.tokens)
    ann.receive_type("welcome")
    assert closed_by(ann.socket, b"x" * 70_000) == 1009
    bob.send(type="ping")
    assert bob.receive_type("pong")
    assert facts(server.address, table)["version"] == 2


def test_a_request_that_is_too_big_is_not_read(server: Server) -> None:
    answer = ask(server.address, "POST", "/api/tables", b" " * (MAX_BODY_BYTES + 1))
    assert (answer.code, answer.json()["error"]) == (413, "too_big")
    assert ask(server.address, "POST", "/api/tables", b'{"seats":2}' + b" " * (MAX_BODY_BYTES - 11)).code == 201


def test_a_request_that_does_not_say_how_big_it_is_is_not_read_either(server: Server) -> None:
    with plain_socket.create_connection(("127.0.0.1", server.port), 10) as line:
        line.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n")
        line.sendall(b"Transfer-Encoding: chunked\r\n\r\n" + (b"4000\r\n" + b" " * 0x4000 + b"\r\n") * 6)
        answer = line.recv(4096)
    assert answer.startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("size", ["-1", "1e9", "x", "99999999999999999999999"])
def test_a_request_that_lies_about_its_size_does_no_harm(server: Server, size: str) -> None:
    with plain_socket.create_connection(("127.0.0.1", server.port), 10) as line:
        line.sendall(f"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: {size}\r\n\r\n{{}}".encode())
        answer = line.recv(4096)
    assert answer[:10] == b"HTTP/1.1 4"


def test_many_messages_a_second_are_refused_and_hinder_nobody_else(server: Server) -> None:
    table = seated_table(server.address, 2)
    ann, bob = (SocketClient(server.address, table.id, token) for token in table.tokens)
    ann.receive_type("welcome")
    bob.receive_type("welcome")
    for number in range(200):
        ann.send(type="ping", ref=number)
    begun = time.monotonic()
    bob.send(type="ping")
    bob.receive_type("pong")
    assert time.monotonic() - begun < 5
    error = ann.receive_type("error")
    assert (error["error"], error["ref"]) == ("too_many_messages", None)
    time.sleep(0.2)
    ann.send(type="ping", ref="later")
    while ann.receive_type("pong")["ref"] != "later":
        pass
    received = [json.loads(text) for text in ann.received]
    answered = [answer["ref"] for answer in received if answer["type"] == "pong"]
    assert answered[:80] == list(range(80)), "a moment later all is well again"
    assert len(answered) < 201
    assert [answer["type"] for answer in received].count("error") < 5, "not every message has its answer"


def test_messages_beyond_the_limit_are_not_parsed_and_whoever_goes_on_is_cut_off(
    timeless: ThreadedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated_table(timeless.address, 2)
    ann, bob = (SocketClient(timeless.address, table.id, token, lang="fr") for token in table.tokens)
    ann.receive_type("welcome")
    bob.receive_type("welcome")
    parsed: list[str | None] = []

    def counted(text: str | None) -> ClientMessage:
        parsed.append(text)
        return parse_message(text)

    monkeypatch.setattr("bastide.server.socket.parse_message", counted)
    rate = int(Settings.messages_per_second)
    with suppress(ConnectionClosed):
        for _ in range(20 * rate):
            ann.send(type="ping")
    with pytest.raises(ConnectionClosed) as closed:
        ann.receive_type("nothing of this kind")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008
    answers = [json.loads(text) for text in ann.received]
    assert [answer["error"] for answer in answers if answer["type"] == "error"] == ["too_many_messages", "cut_off"]
    assert answers[-1]["text"].startswith("Beaucoup trop de messages")
    assert len(parsed) == 2 * rate
    bob.send(type="ping", ref="well")
    assert bob.receive_type("pong")["ref"] == "well"


@pytest.fixture(scope="module")
def timeless(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadedServer]:
    """A server for which no time goes by between two requests or messages, however busy the machine is."""
    with (
        pytest.MonkeyPatch.context() as patch,
        ThreadedServer(tmp_path_factory.mktemp("timeless") / "t.sqlite") as running,
    ):
        for paces in running.app.state.limits.limiters.values():
            paces.now = lambda: 0.0
        patch.setattr("bastide.server.socket.TokenBucket", partial(TokenBucket, now=lambda: 0.0))
        yield running


def until_refused(once: Callable[[], str]) -> dict[str, int]:
    """Do something again and again until it was too often; return what came of it before, and how often."""
    found = Counter(islice(iter(once, "too_often"), 400))
    assert once() == "too_often"
    return found


def test_an_address_opens_so_many_tables_a_minute(timeless: ThreadedServer) -> None:
    def once() -> str:
        return str(ask(timeless.address, "POST", "/api/tables", {}, **STRANGER).json().get("error", "opened"))

    assert until_refused(once) == {"opened": Settings.tables_per_minute}
    answer = ask(timeless.address, "POST", "/api/tables", {}, **STRANGER, Accept_Language="fr")
    assert answer.code == 429
    assert answer.json()["text"] == "Cela a été demandé trop souvent depuis votre adresse : attendez une minute."
    assert ask(timeless.address, "POST", "/api/tables", {}, X_Forwarded_For="203.0.113.8").code == 201


def test_an_address_sits_down_so_often_a_minute(timeless: ThreadedServer) -> None:
    table = str(ask(timeless.address, "POST", "/api/tables", {}).json()["id"])

    def once() -> str:
        answer = ask(timeless.address, "POST", f"/api/tables/{table}/seats", {"name": ""}, **STRANGER)
        return str(answer.json()["error"])

    assert until_refused(once) == {"guest_name": Settings.seats_per_minute}


def test_an_address_says_hello_so_often_a_minute(timeless: ThreadedServer) -> None:
    table = seated_table(timeless.address, 2)

    def once() -> str:
        line = socket_at(timeless.address, table.id, **STRANGER)
        with suppress(ConnectionClosed):
            line.send('{"type":"hello"}')
        answer = json.loads(line.recv(10))
        line.close()
        return str(answer.get("error", answer["type"]))

    assert until_refused(once) == {"welcome": Settings.sockets_per_minute}


@pytest.mark.parametrize(
    ("pages", "most"),
    [
        (("picture.svg", "picture.png", "portrait.png"), Settings.pictures_per_minute),
        (("game.gif", "replay"), Settings.animations_per_minute),
    ],
    ids=["pictures", "films"],
)
def test_an_address_looks_so_often_a_minute(timeless: ThreadedServer, pages: tuple[str, ...], most: float) -> None:
    paths = cycle(f"/api/tables/nowhere/{page}" for page in pages)

    def once() -> str:
        return str(ask(timeless.address, "GET", next(paths), **STRANGER).json()["error"])

    assert until_refused(once) == {"no_such_table": most}
    for page in pages:
        answer = ask(timeless.address, "GET", f"/api/tables/nowhere/{page}", **STRANGER)
        assert (answer.code, answer.json()["error"]) == (429, "too_often")
        assert ask(timeless.address, "GET", f"/api/tables/nowhere/{page}").code == 404, "this machine is not counted"


def test_an_address_reads_lists_so_often_a_minute(timeless: ThreadedServer) -> None:
    both: list[tuple[str, str, Json]] = [("GET", "/api/tables", None), ("POST", "/api/mine", {"tokens": []})]
    ways = cycle(both)

    def once() -> str:
        return "too_often" if ask(timeless.address, *next(ways), **STRANGER).code == 429 else "told"

    assert until_refused(once) == {"told": Settings.lists_per_minute}
    for _ in range(2):
        way = next(ways)
        assert ask(timeless.address, *way, **STRANGER).json()["error"] == "too_often"
        assert ask(timeless.address, *way, X_Forwarded_For="203.0.113.8").code == 200


def test_whoever_says_nothing_is_sent_away(tmp_path: Path) -> None:
    with ThreadedServer(tmp_path / "t.sqlite", Settings(hello_seconds=0.3)) as impatient:
        line = socket_at(impatient.address, seated_table(impatient.address, 2).id)
        assert json.loads(line.recv(10))["error"] == "bad_message"
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(10)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


def test_a_pace_allows_a_burst_and_then_a_rate() -> None:
    now = [0.0]
    pace = TokenBucket(10, now=lambda: now[0])
    assert [pace.take() for _ in range(25)] == [True] * 20 + [False] * 5
    now[0] = 0.35
    assert [pace.take() for _ in range(5)] == [True] * 3 + [False] * 2, "what was refused does not count"
    now[0] = 1000
    assert sum(pace.take() for _ in range(100)) == 20


def test_addresses_are_counted_apart_and_forgotten_in_time() -> None:
    now = [0.0]
    paces = RateLimiter(2, lambda: now[0])

    def allowed(address: str | None) -> bool:
        try:
            paces.check(address)
        except BastideError as reason:
            return reason.message != "too_often"
        return True

    assert [allowed("198.51.100.1") for _ in range(3)] == [True, True, False]
    assert allowed("198.51.100.2")
    assert [allowed(f"2001:db8:0:1::{n}") for n in range(1, 4)] == [True, True, False], "a network of IPv6 is one"
    assert allowed("2001:db8:0:2::1")
    assert not allowed("::ffff:198.51.100.1"), "the same, written otherwise"
    assert all(allowed(address) for address in ("127.0.0.1", "::1", "127.9.9.9", "::ffff:127.0.0.1", None) * 5)
    now[0] = 31
    assert [allowed("198.51.100.1") for _ in range(2)] == [True, False]
    for number in range(MAX_NETWORKS + 10):
        paces.check(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert len(paces.buckets) == MAX_NETWORKS
    assert [allowed("10.0.39.25") for _ in range(2)] == [True, False], "the most recent ones are not forgotten"
