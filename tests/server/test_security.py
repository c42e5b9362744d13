"""Who may act, and what may come over the network: strangers, other pages, big and many and broken messages."""

from __future__ import annotations

import io
import json
import logging
import socket as plain_socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from hmac import compare_digest
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import positive_data_acceptance
from starlette.datastructures import Headers
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from bastide.errors import BastideError
from bastide.games import choose_rules
from bastide.rules.model import Json
from bastide.server import tokens
from bastide.server.limits import MOST_BODY, MOST_KNOWN, Pace, Paces
from bastide.server.logs import JsonLines, described
from bastide.server.settings import Settings
from bastide.server.socket import COMMANDS
from bastide.server.store import Store
from tests.play.strategies import FULL
from tests.server.inside import Answer, Inside, Party, Place, ask, party, socket_at
from tests.server.running import Server

FRIEND = "https://play.example"
STRANGER = {"X_Forwarded_For": "203.0.113.7"}
"""Who comes through a proxy on this machine, from elsewhere."""
QUICK = settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


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
    with Inside(tmp_path_factory.mktemp("fuzz") / "t.sqlite", Settings(messages_a_second=10**6)) as running:
        yield running
        assert ask(running.address, "GET", "/healthz").text == "well\n"


def facts(address: str, table: Party) -> dict[str, Json]:
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


# Seats


def wrong_tokens(table: Party, other: Party) -> dict[str, str]:
    token = table.tokens[0]
    return {
        "of another table": other.tokens[0],
        "guessed": tokens.new_token(),
        "empty": "",
        "its hash": tokens.hashed(token),
        "the hash of nothing": tokens.hashed(""),
        "cut": token[:-1],
        "longer": token + "A",
        "with a space": f" {token}",
        "in other letters": token.swapcase(),
        "the id of the table": table.id,
        "both": "".join(table.tokens),
    }


def test_nobody_acts_for_a_seat_without_its_token(server: Server) -> None:
    address = server.address
    table, other = party(address, 2), party(address, 2)
    before = facts(address, table)
    for what, token in wrong_tokens(table, other).items():
        assert refused_at(address, table, token) == "not_your_seat", what
        for method, path in (("DELETE", "seats"), ("POST", "rematch")):
            answer = ask(address, method, f"/api/tables/{table.id}/{path}", Authorization=f"Bearer {token}")
            assert (answer.code, answer.json()["error"]) == (403, "not_your_seat"), what
        if token != other.tokens[0]:
            assert ask(address, "POST", "/api/mine", {"tokens": [token]}).text == "[]"
    for header in ("", "Bearer", "Bearer ", f"Basic {table.tokens[0]}", table.tokens[0], "Bearer null"):
        answer = ask(address, "DELETE", f"/api/tables/{table.id}/seats", Authorization=header)
        assert (answer.code, answer.json()["error"]) == (403, "not_your_seat"), header
    assert ask(address, "DELETE", f"/api/tables/{table.id}/seats").code == 403
    cookie = ask(address, "DELETE", f"/api/tables/{table.id}/seats", Cookie=f"token={table.tokens[0]}")
    assert cookie.code == 403, "what a browser sends by itself opens nothing"
    assert facts(address, table) == before


@pytest.mark.parametrize("token", [0, 1, True, False, 1.5, [], {}, ["x"], {"token": "x"}])
def test_a_token_that_is_no_text_opens_nothing(server: Server, token: Json) -> None:
    assert refused_at(server.address, party(server.address, 2), token) == "bad_message"


def test_a_seat_acts_for_itself_alone_whatever_it_says(server: Server) -> None:
    table = party(server.address, 2)
    ann, bob = (Place(server.address, table.id, token) for token in table.tokens)
    state = ann.told("welcome")["state"]
    assert isinstance(state, dict)
    actor = state["actor"]
    assert isinstance(actor, int)
    other = (ann, bob)[1 - actor]
    other.told("welcome") if other is bob else None
    before = facts(server.address, table)
    for claim in ({"seat": actor}, {"token": "x"}, {"actor": actor}, {"viewer": actor}, {"seat": None}):
        other.send(type="act", option=0, moment=state["moment"], **claim)
        assert other.told("error")["error"] == "not_your_turn"
    other.send(type="hello", token=table.tokens[actor])
    assert other.told("error")["error"] == "bad_message", "one says once who one is"
    assert facts(server.address, table) == before


def test_a_spectator_changes_nothing(server: Server) -> None:
    table = party(server.address, 2)
    watcher = Place(server.address, table.id, None)
    assert watcher.told("welcome")["seat"] is None
    before = facts(server.address, table)
    for kind in COMMANDS:
        watcher.send(type=kind, text="hello", yes=True, option=0, seat=0, moment=1)
        assert watcher.told("error")["error"] == "not_your_seat", kind
    assert facts(server.address, table) == before


def test_whoever_stood_up_sits_no_more(server: Server) -> None:
    opened = str(ask(server.address, "POST", "/api/tables", {"seats": 2}).json()["id"])
    sat = ask(server.address, "POST", f"/api/tables/{opened}/seats", {"name": "Ann"}).json()
    table = Party(opened, [str(sat["token"])], "")
    assert (
        ask(server.address, "DELETE", f"/api/tables/{opened}/seats", Authorization=f"Bearer {sat['token']}").code == 204
    )
    assert refused_at(server.address, table, table.tokens[0]) == "not_your_seat"
    assert ask(server.address, "POST", "/api/mine", {"tokens": table.tokens}).text == "[]"


def test_tokens_cannot_be_guessed_and_say_nothing() -> None:
    many = {tokens.new_token() for _ in range(2000)}
    assert len(many) == 2000
    assert {len(token) for token in many} == {32}
    assert len({token[:6] for token in many}) > 1990, "no part of them is the same"
    assert not {tokens.new_id() for _ in range(50)} & {token[:11] for token in many}


def test_tokens_are_compared_in_a_time_that_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[str, str]] = []

    def compare(a: str, b: str) -> bool:
        compared.append((a, b))
        return compare_digest(a, b)

    monkeypatch.setattr(tokens, "compare_digest", compare)
    stored = tokens.hashed("a")
    assert tokens.matches("a", stored)
    assert not tokens.matches("b", stored)
    assert compared == [(stored, stored), (tokens.hashed("b"), stored)]


# Pages of others


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        (None, True),
        ("http://{host}", True),
        (FRIEND, True),
        ("https://evil.example", False),
        (f"{FRIEND}.evil.example", False),
        ("http://play.example", False),
        ("http://{host}.evil.example", False),
        ("http://evil.example/{host}", False),
        ("http://evil.example#@{host}", False),
        ("http://me@{host}", False),
        ("http://127.0.0.1", False),
        ("null", False),
        ("", False),
        ("http://[", False),
    ],
)
def test_only_pages_of_this_server_and_of_friends_open_sockets(
    server: Server, origin: str | None, allowed: bool
) -> None:
    table = party(server.address, 2)
    named = {} if origin is None else {"Origin": origin.format(host=f"127.0.0.1:{server.port}")}
    if allowed:
        line = socket_at(server.address, table.id, **named)
        assert line.response is not None
        assert "set-cookie" not in line.response.headers
        line.close()
    else:
        with pytest.raises(InvalidStatus, match="403"):
            socket_at(server.address, table.id, **named)


def every_answer(address: str) -> Iterator[Answer]:
    """Ask for everything that the API describes, well and badly."""
    table = party(address, 2)
    paths = json.loads(ask(address, "GET", "/openapi.json").text)["paths"]
    for path, methods in paths.items():
        for method in methods:
            for body in ({"name": "Eve", "tokens": table.tokens}, {"tokens": table.tokens}, {}, {"name": 1}):
                sent = None if method == "get" else body
                where = path.replace("{table_id}", table.id)
                yield ask(address, method.upper(), where, sent, Origin="https://evil.example", Cookie="a=b")
    for path in ("/nowhere", "/docs", "/", "/api/tables/nobody"):
        yield ask(address, "GET", path, Origin="https://evil.example")
    yield ask(address, "OPTIONS", "/api/tables", Origin="https://evil.example", Access_Control_Request_Method="POST")


def test_no_cookie_is_ever_set_and_no_other_page_may_read(server: Server) -> None:
    """Browsers send nothing by themselves that would open a seat, so no page can act in somebody else's name."""
    answers = list(every_answer(server.address))
    assert len({answer.code for answer in answers}) > 5
    for answer in answers:
        headers = Headers(dict(answer.headers))
        assert "set-cookie" not in headers
        assert "access-control-allow-origin" not in headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"])
def test_what_a_form_of_another_page_can_send_does_nothing(server: Server, kind: str) -> None:
    answer = ask(server.address, "POST", "/api/tables", b'{"seats": 2}', Content_Type=kind)
    assert (answer.code, answer.json()["error"]) == (422, "bad_request")


# Names and chat

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
    assert answer.json()["seats"] == [
        {"name": name, "bot": None, "out": None},
        {"name": "Bob", "bot": None, "out": None},
    ]
    place, watcher = Place(address, table, str(first["token"])), Place(address, table, None)
    place.send(type="say", text=name)
    happened = watcher.told("step")["happened"]
    assert isinstance(happened, dict)
    line = happened["line"]
    assert isinstance(line, dict)
    assert line["text"] == name
    chat = Place(address, table, None).told("welcome")["chat"]
    assert isinstance(chat, list)
    assert [entry["text"] for entry in chat if isinstance(entry, dict)] == [name]
    door = ask(address, "GET", "/")
    assert "<script" not in door.text
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
def test_chat_with_control_characters_is_refused(inside: Inside, text: str) -> None:
    table = party(inside.address, 2)
    place = Place(inside.address, table.id, table.tokens[0])
    place.send(type="say", text=text)
    assert place.told("error")["error"] in ("chat_text", "bad_message")
    assert inside.table(table.id).version == 2


def test_white_space_of_all_kinds_becomes_a_space(inside: Inside) -> None:
    table = party(inside.address, 2)
    place = Place(inside.address, table.id, table.tokens[0])
    place.send(type="say", text="  one\n\ttwo\r\n three\u2028four ")
    place.told("done")
    assert inside.table(table.id).chat[-1]["text"] == "one two three four"


# How big, how often


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
def test_a_broken_message_is_answered_with_an_error_and_does_nothing(inside: Inside, what: str) -> None:
    table = party(inside.address, 2)
    place = Place(inside.address, table.id, table.tokens[0], lang="fr")
    place.told("welcome")
    place.socket.send(BROKEN[what])
    error = json.loads(place.hear())
    assert (error["type"], error["error"]) == ("error", "bad_message")
    assert error["text"].startswith("Ce message")
    place.send(type="ping", ref="still here")
    assert place.told("pong")["ref"] == "still here"
    assert inside.table(table.id).version == 2


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_hello_is_answered_with_an_error(inside: Inside, what: str) -> None:
    line = socket_at(inside.address, party(inside.address, 2).id)
    line.send(BROKEN[what])
    assert json.loads(line.recv(10))["error"] == "bad_message"
    with pytest.raises(ConnectionClosed):
        line.recv(10)


def test_a_frame_that_is_far_too_big_closes_the_socket_and_no_other(server: Server) -> None:
    table = party(server.address, 2)
    ann, bob = (Place(server.address, table.id, token) for token in table.tokens)
    ann.told("welcome")
    assert closed_by(ann.socket, b"x" * 70_000) == 1009
    bob.send(type="ping")
    assert bob.told("pong")
    assert facts(server.address, table)["version"] == 2


def test_a_request_that_is_too_big_is_not_read(server: Server) -> None:
    answer = ask(server.address, "POST", "/api/tables", b" " * (MOST_BODY + 1))
    assert (answer.code, answer.json()["error"]) == (413, "too_big")
    assert ask(server.address, "POST", "/api/tables", b'{"seats":2}' + b" " * (MOST_BODY - 11)).code == 201


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
    table = party(server.address, 2)
    ann, bob = (Place(server.address, table.id, token) for token in table.tokens)
    ann.told("welcome")
    bob.told("welcome")
    for number in range(200):
        ann.send(type="ping", ref=number)
    begun = time.monotonic()
    bob.send(type="ping")
    bob.told("pong")
    assert time.monotonic() - begun < 5
    answers = [json.loads(ann.hear()) for _ in range(200)]
    assert [answer["ref"] for answer in answers] == list(range(200)), "every message has its answer"
    refused = [answer["error"] for answer in answers if answer["type"] == "error"]
    assert set(refused) == {"too_many_messages"}
    assert 0 < len(refused) <= 120
    time.sleep(0.2)
    ann.send(type="ping")
    assert ann.told("pong"), "a moment later all is well again"


def until_refused(once: Callable[[], str], most: int = 400) -> list[str]:
    """Do something again and again until it was too often; return what came of it before."""
    found: list[str] = []
    while len(found) < most and (outcome := once()) != "too_often":
        found.append(outcome)
    return found


def test_an_address_opens_so_many_tables_a_minute(server: Server) -> None:
    def once() -> str:
        return str(ask(server.address, "POST", "/api/tables", {}, **STRANGER).json().get("error", "opened"))

    assert 20 <= len(opened := until_refused(once)) < 60
    assert set(opened) == {"opened"}
    answer = ask(server.address, "POST", "/api/tables", {}, **STRANGER, Accept_Language="fr")
    assert answer.code == 429
    assert answer.json()["text"] == "Cela a été demandé trop souvent depuis votre adresse : attendez une minute."
    assert ask(server.address, "POST", "/api/tables", {}, X_Forwarded_For="203.0.113.8").code == 201


def test_an_address_sits_down_so_often_a_minute(server: Server) -> None:
    table = str(ask(server.address, "POST", "/api/tables", {}).json()["id"])

    def once() -> str:
        return str(ask(server.address, "POST", f"/api/tables/{table}/seats", {"name": ""}, **STRANGER).json()["error"])

    assert 60 <= len(until_refused(once)) < 150


def test_an_address_says_hello_so_often_a_minute(server: Server) -> None:
    table = party(server.address, 2)

    def once() -> str:
        line = socket_at(server.address, table.id, **STRANGER)
        with suppress(ConnectionClosed):
            line.send('{"type":"hello"}')
        answer = json.loads(line.recv(10))
        line.close()
        return str(answer.get("error", answer["type"]))

    assert 120 <= len(hellos := until_refused(once)) < 300
    assert set(hellos) == {"welcome"}


def test_whoever_says_nothing_is_sent_away(tmp_path: Path) -> None:
    with Inside(tmp_path / "t.sqlite", Settings(hello_seconds=0.3)) as impatient:
        line = socket_at(impatient.address, party(impatient.address, 2).id)
        assert json.loads(line.recv(10))["error"] == "bad_message"
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(10)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


def test_a_pace_allows_a_burst_and_then_a_rate() -> None:
    now = [0.0]
    pace = Pace(10, now=lambda: now[0])
    assert [pace.allows() for _ in range(25)] == [True] * 20 + [False] * 5
    now[0] = 0.35
    assert [pace.allows() for _ in range(5)] == [True] * 3 + [False] * 2, "what was refused does not count"
    now[0] = 1000
    assert sum(pace.allows() for _ in range(100)) == 20


def test_addresses_are_counted_apart_and_forgotten_in_time() -> None:
    now = [0.0]
    paces = Paces(2, lambda: now[0])

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
    for number in range(MOST_KNOWN + 10):
        paces.check(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert len(paces.known) == MOST_KNOWN


# Anything at all


TEXTS = st.text(st.characters(), max_size=12)
"""Halves of characters too."""
VALUES: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.integers(-(10**40), 10**40) | st.floats() | TEXTS,  # type: ignore[arg-type]
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
FIELDS = ("type", "ref", "version", "moment", "option", "action", "yes", "text", "token", "since", "lang", "seat")
RULES = choose_rules("second", list(FULL[1]), [], {"hand_size": 3})
KINDS = tuple(RULES.code)
ACTION_FIELDS = sorted(
    {part.name for kind in RULES.kinds for part in kind.fields} | {"cell", "segment", "tile", "piece"}
)


class Fuzzed:
    """A table with all expansions, and sockets of the seat on turn, of another seat and of a spectator."""

    def __init__(self, inside: Inside) -> None:
        self.inside = inside
        wish: dict[str, Json] = {"expansions": list(FULL[1]), "options": {"hand_size": 3}, "confirm": True}
        self.table = party(inside.address, 2, **wish)
        places = [Place(inside.address, self.table.id, token) for token in self.table.tokens]
        welcomes = [place.told("welcome")["state"] for place in places]
        actor = inside.table(self.table.id).actor
        assert actor is not None
        state = welcomes[actor]
        assert isinstance(state, dict)
        self.options, self.moment = state["options"], state["moment"]
        watcher = Place(inside.address, self.table.id, None)
        watcher.told("welcome")
        self.places = {"actor": places[actor], "other": places[1 - actor], "watcher": watcher}

    def answers(self, who: str, text: str | bytes) -> dict[str, Json]:
        """Send something; see that it is answered, once, and changes nothing."""
        place = self.places[who]
        place.socket.send(text)
        answer = json.loads(place.hear())
        assert isinstance(answer, dict)
        place.heard.clear()
        assert answer["type"] in ("error", "pong"), answer
        assert answer.get("error") != "server_error", answer
        if answer["type"] == "error":
            assert isinstance(answer["text"], str)
            assert len(answer["text"]) > 10
        assert self.inside.table(self.table.id).version == 2
        return answer


@pytest.fixture(scope="module")
def fuzzed(inside: Inside) -> Fuzzed:
    return Fuzzed(inside)


def may_happen(who: str, message: Mapping[str, Json], options: Json) -> bool:
    """Say whether a message is one that rightly does something."""
    kind, text, option = message.get("type"), message.get("text"), message.get("option")
    if who == "watcher":
        return False
    legal = isinstance(options, list) and (
        message.get("action") in options or (type(option) is int and 0 <= option < len(options))
    )
    return (
        kind in ("resign", "offer_end")
        or (kind == "say" and isinstance(text, str))
        or (kind == "act" and who == "actor" and legal)
    )


@QUICK
@given(
    st.sampled_from(["actor", "other", "watcher"]),
    st.sampled_from([*COMMANDS, "ping", "hello"]) | VALUES,
    st.dictionaries(st.sampled_from(FIELDS) | TEXTS, VALUES, max_size=6),
    st.booleans(),
)
@example("actor", "say", {"text": {"a": 1}}, True)
@example("actor", "answer", {"yes": "no"}, True)
@example("actor", "act", {"option": True}, True)
@example("actor", "act", {"option": 0.0}, True)
@example("actor", "act", {"option": "0"}, True)
@example("actor", "act", {"action": "pass"}, True)
@example("watcher", "resign", {"token": "x"}, False)
def test_any_message_is_answered_and_none_does_what_it_may_not(
    fuzzed: Fuzzed, who: str, kind: Json, fields: dict[str, Json], in_time: bool
) -> None:
    message = {**fields, "type": kind}
    if in_time:
        message["moment"] = fuzzed.moment
    assume(not may_happen(who, message, fuzzed.options))
    fuzzed.answers(who, json.dumps(message))


@QUICK
@given(st.data())
def test_any_action_that_is_no_option_is_refused(fuzzed: Fuzzed, data: st.DataObject) -> None:
    """Actions of all kinds with anything in their fields, and options with one field changed."""
    options = fuzzed.options
    assert isinstance(options, list)
    numbers = st.integers(-3, 70) | st.integers()
    likely: st.SearchStrategy[Json] = st.one_of(
        VALUES, numbers, st.tuples(numbers, numbers).map(list), st.sampled_from(sorted(RULES.piece_number))
    )
    if data.draw(st.booleans()):
        base = data.draw(st.sampled_from(options))
        assert isinstance(base, dict)
        action: dict[str, Json] = {**base, data.draw(st.sampled_from([*base, "extra"])): data.draw(likely)}
    else:
        kind = RULES.kinds[RULES.code[data.draw(st.sampled_from(KINDS))]]
        action = {"do": kind.name}
        for part in kind.fields:
            action[part.name] = data.draw(likely)
        for name in data.draw(st.lists(st.sampled_from(ACTION_FIELDS), max_size=3)):
            action[name] = data.draw(likely)
    assume(action not in options)
    text = json.dumps({"type": "act", "action": action, "moment": fuzzed.moment})
    assert fuzzed.answers("actor", text)["type"] == "error"


@QUICK
@given(st.sampled_from(["actor", "watcher"]), st.binary(max_size=200) | st.text(max_size=100))
@example("actor", b'{"type":"resign"}')
@example("actor", b"")
def test_any_bytes_and_any_text_are_answered(fuzzed: Fuzzed, who: str, sent: bytes | str) -> None:
    assert fuzzed.answers(who, sent)["error"] == "bad_message"


@settings(QUICK, max_examples=60)
@given(st.dictionaries(st.sampled_from(("token", "lang", "since", "seat", "type")), VALUES, max_size=4))
@example({"since": -1})
@example({"since": 10**30, "lang": "de"})
@example({"lang": ["fr"], "token": None})
def test_any_hello_gives_no_seat(inside: Inside, fuzzed: Fuzzed, fields: dict[str, Json]) -> None:
    line = socket_at(inside.address, fuzzed.table.id)
    line.send(json.dumps({"type": "hello", **fields}))
    answer = json.loads(line.recv(10))
    line.close()
    if answer["type"] == "welcome":
        assert answer["seat"] is None
        assert fields.get("token") is None
    else:
        assert answer["error"] in ("bad_message", "not_your_seat")
    assert inside.table(fuzzed.table.id).version == 2


@settings(QUICK, max_examples=40)
@given(st.binary(min_size=1, max_size=50).filter(lambda sent: not is_text(sent)))
def test_text_that_is_none_closes_the_socket(inside: Inside, fuzzed: Fuzzed, sent: bytes) -> None:
    line = socket_at(inside.address, fuzzed.table.id)
    assert closed_by(line, sent) == 1007
    assert inside.table(fuzzed.table.id).version == 2


def is_text(sent: bytes) -> bool:
    try:
        sent.decode()
    except UnicodeDecodeError:
        return False
    return True


@settings(QUICK, max_examples=40)
@given(st.binary(min_size=1, max_size=300))
def test_any_bytes_may_come_instead_of_a_request(inside: Inside, sent: bytes) -> None:
    with plain_socket.create_connection(("127.0.0.1", inside.port), 10) as line:
        line.sendall(sent)
        line.shutdown(plain_socket.SHUT_WR)
        while line.recv(4096):
            pass


@settings(QUICK, max_examples=60)
@given(TEXTS.filter(lambda name: not any("\ud800" <= c <= "\udfff" for c in name)))
@example("\0")
@example("../../etc/passwd")
@example("x" * 3000)
def test_any_id_of_a_table_is_none(inside: Inside, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The store is not even asked: not every one of them can be."""
    from urllib.parse import quote

    asked: list[str] = []
    monkeypatch.setattr(Store, "table", lambda store, table_id: asked.append(table_id))
    answer = ask(inside.address, "GET", f"/api/tables/{quote('?' + name, safe='')}")
    assert answer.code == 404
    assert answer.json()["error"] in ("no_such_table", "no_such_page")
    assert asked == []


# The API as it is described


OPERATIONS = [
    ("GET", "/api/rules"),
    ("POST", "/api/tables"),
    ("GET", "/api/tables"),
    ("GET", "/api/tables/{table_id}"),
    ("POST", "/api/tables/{table_id}/seats"),
    ("DELETE", "/api/tables/{table_id}/seats"),
    ("POST", "/api/mine"),
    ("POST", "/api/tables/{table_id}/rematch"),
    ("GET", "/api/tables/{table_id}/record"),
    ("GET", "/api/tables/{table_id}/result"),
    ("GET", "/healthz"),
    ("GET", "/metrics"),
]


def test_these_are_all_operations(server: Server) -> None:
    described_ones = json.loads(ask(server.address, "GET", "/openapi.json").text)["paths"]
    assert {(method.upper(), path) for path, ways in described_ones.items() for method in ways} == set(OPERATIONS)


@pytest.mark.slow
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_the_api_does_what_it_says(server: Server, method: str, path: str) -> None:
    """Whatever is asked: no error of the server, and every answer is one that is described.

    That a request of the right shape is granted is not asked for: a schema does not know the rules of the game.
    """
    table = party(server.address, 2)
    operation = schemathesis.openapi.from_url(f"{server.address}/openapi.json")[path][method]

    @settings(QUICK, max_examples=25)
    @given(operation.as_strategy(), st.booleans())
    def run(case: schemathesis.Case, real: bool) -> None:  # type: ignore[type-arg]
        if real and "table_id" in case.path_parameters:
            case.path_parameters["table_id"] = table.id
        headers = {"Authorization": f"Bearer {table.tokens[0]}"} if real else None
        answer = case.call_and_validate(headers=headers, excluded_checks=[positive_data_acceptance])
        assert answer.status_code < 500
        if answer.status_code >= 400:
            assert set(answer.json()) == {"error", "text"}

    run()


@pytest.mark.parametrize(
    ("method", "path", "body", "code", "error"),
    [
        ("GET", "/nowhere", None, 404, "no_such_page"),
        ("GET", "/api/nowhere", None, 404, "no_such_page"),
        ("PUT", "/api/tables", b"{}", 405, "wrong_method"),
        ("POST", "/api/tables", b"{", 422, "bad_request"),
        ("POST", "/api/tables", b"[" * 30_000, 422, "bad_request"),
        ("POST", "/api/tables", b'{"seats":' + b"9" * 5000 + b"}", 422, "bad_request"),
        ("POST", "/api/tables", b'{"seats":NaN}', 422, "bad_request"),
        ("POST", "/api/tables", b'{"seats":1e999}', 422, "bad_request"),
        ("POST", "/api/tables", b'{"preset":"\\ud800"}', 422, "bad_request"),
        ("POST", "/api/tables", b'{"preset":"\xff"}', 422, "bad_request"),
        ("POST", "/api/tables", b'{"seats":"2"}', 422, "bad_request"),
        ("POST", "/api/tables", b'{"seats":9}', 422, None),
        ("POST", "/api/tables", b'{"chairs":2}', 422, "bad_request"),
        ("POST", "/api/tables", b"[]", 422, "bad_request"),
        ("POST", "/api/tables", b"", 422, "bad_request"),
        ("POST", "/api/tables", b'{"preset":"third"}', 422, None),
        ("GET", "/api/tables/%00", None, 404, "no_such_table"),
        ("GET", "/api/tables/%ff%fe", None, 404, "no_such_table"),
    ],
)
def test_every_error_over_http_is_a_sentence_with_a_name(
    server: Server, method: str, path: str, body: bytes | None, code: int, error: str | None
) -> None:
    sentences = []
    for language in ("en", "fr"):
        answer = ask(server.address, method, path, body, Accept_Language=language)
        assert answer.code == code
        assert answer.json().keys() == {"error", "text"}
        assert error is None or answer.json()["error"] == error
        sentences.append(answer.json()["text"])
    assert sentences[0] != sentences[1]


def test_an_error_inside_is_told_as_one_and_logged_without_what_was_typed(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bastide.server.hub import Hub

    async def broken(hub: Hub, *args: object) -> None:
        raise ValueError("my secret word")

    table = party(inside.address, 2)
    place = Place(inside.address, table.id, table.tokens[0])
    place.told("welcome")
    monkeypatch.setattr(Hub, "do", broken)
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        place.send(type="say", text="another secret word")
        assert place.told("error")["error"] == "server_error"
        answer = ask(
            inside.address, "DELETE", f"/api/tables/{table.id}/seats", Authorization=f"Bearer {table.tokens[0]}"
        )
        deadline = time.monotonic() + 5
        while "uvicorn" not in written.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
    finally:
        root.removeHandler(handler)
    assert (answer.code, answer.json()["error"]) == (500, "server_error")
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert [(line["from"], line["error"]) for line in lines] == [
        ("bastide", "ValueError"),
        ("uvicorn.error", "ValueError"),
    ]
    for line in lines:
        assert any(frame.endswith(" broken") for frame in line["trace"])
    for word in ("secret word", *table.tokens, "Ann"):
        assert word not in written.getvalue()


def test_errors_are_described_by_kind_and_place_down_to_their_cause() -> None:
    def fail() -> None:
        try:
            Path("no such place", "my name").read_text(encoding="utf-8")
        except OSError as reason:
            raise BastideError("guest_name_taken", name="my name") from reason

    with pytest.raises(BastideError) as caught:
        fail()
    found = described(caught.value)
    assert (found["error"], found["id"]) == ("BastideError", "guest_name_taken")
    cause = found["cause"]
    assert isinstance(cause, dict)
    assert (cause["error"], cause["reason"]) == ("FileNotFoundError", "No such file or directory")
    assert "tests/server/test_security.py" in str(cause["trace"])
    assert "my name" not in str(found)


def test_what_libraries_say_is_written_without_what_they_fill_in() -> None:
    def line(message: str, *values: object) -> dict[str, Json]:
        record = logging.LogRecord("asyncio", logging.ERROR, "x.py", 1, message, values, None)
        found = json.loads(JsonLines().format(record))
        assert isinstance(found, dict)
        return found

    assert line("went to %s", "a secret")["what"] == "went to %s"
    assert line("Task exception was never retrieved\nfuture: <Task 'a secret'>")["what"] == (
        "Task exception was never retrieved"
    )
    start = line("Traceback (most recent call last):\n  File x\nOSError: no disk")
    assert start["trace"] == ["Traceback (most recent call last):", "  File x", "OSError: no disk"]
