"""Arbitrary input from the network is answered and changes nothing."""

from __future__ import annotations

import json
import socket as plain_socket
from collections.abc import Mapping

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from bastide.games import choose_rules
from bastide.rules.model import Json
from bastide.server.socket import COMMANDS
from bastide.server.store import Store
from tests.rulesets import FULL
from tests.server.security.sockets import QUICK, closed_by
from tests.server.threaded_server import SocketClient, ThreadedServer, ask, seated_table, socket_at

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

    def __init__(self, threaded: ThreadedServer) -> None:
        self.server = threaded
        options: dict[str, Json] = {"expansions": list(FULL[1]), "options": {"hand_size": 3}, "confirm": True}
        self.table = seated_table(threaded.address, 2, **options)
        places = [SocketClient(threaded.address, self.table.id, token) for token in self.table.tokens]
        welcomes = [place.receive_type("welcome")["state"] for place in places]
        actor = threaded.table(self.table.id).actor
        assert actor is not None
        state = welcomes[actor]
        assert isinstance(state, dict)
        self.options, self.position_version = state["options"], state["moment"]
        watcher = SocketClient(threaded.address, self.table.id, None)
        watcher.receive_type("welcome")
        self.places = {"actor": places[actor], "other": places[1 - actor], "watcher": watcher}

    def answers(self, who: str, text: str | bytes) -> dict[str, Json]:
        """Send something; see that it is answered, once, and changes nothing."""
        place = self.places[who]
        place.socket.send(text)
        answer = json.loads(place.receive())
        assert isinstance(answer, dict)
        place.received.clear()
        assert answer["type"] in ("error", "pong"), answer
        assert answer.get("error") != "server_error", answer
        if answer["type"] == "error":
            assert isinstance(answer["text"], str)
            assert len(answer["text"]) > 10
        assert self.server.table(self.table.id).version == 2
        return answer


@pytest.fixture(scope="module")
def fuzzed(threaded: ThreadedServer) -> Fuzzed:
    return Fuzzed(threaded)


def may_happen(who: str, message: Mapping[str, Json], options: Json) -> bool:
    """Say whether a message is one that rightly does something."""
    kind, text, option = message.get("type"), message.get("text"), message.get("option")
    if who == "watcher":
        return False
    legal = isinstance(options, list) and (
        message.get("action") in options or (type(option) is int and 0 <= option < len(options))
    )
    return (
        kind in ("resign", "offer_end", "ready")
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
        message["moment"] = fuzzed.position_version
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
    text = json.dumps({"type": "act", "action": action, "moment": fuzzed.position_version})
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
def test_any_hello_gives_no_seat(threaded: ThreadedServer, fuzzed: Fuzzed, fields: dict[str, Json]) -> None:
    line = socket_at(threaded.address, fuzzed.table.id)
    line.send(json.dumps({"type": "hello", **fields}))
    answer = json.loads(line.recv(10))
    line.close()
    if answer["type"] == "welcome":
        assert answer["seat"] is None
        assert fields.get("token") is None
    else:
        assert answer["error"] in ("bad_message", "not_your_seat")
    assert threaded.table(fuzzed.table.id).version == 2


@settings(QUICK, max_examples=40)
@given(st.binary(min_size=1, max_size=50).filter(lambda sent: not is_text(sent)))
def test_text_that_is_none_closes_the_socket(threaded: ThreadedServer, fuzzed: Fuzzed, sent: bytes) -> None:
    line = socket_at(threaded.address, fuzzed.table.id)
    assert closed_by(line, sent) == 1007
    assert threaded.table(fuzzed.table.id).version == 2


def is_text(sent: bytes) -> bool:
    try:
        sent.decode()
    except UnicodeDecodeError:
        return False
    return True


@settings(QUICK, max_examples=40)
@given(st.binary(min_size=1, max_size=300))
def test_any_bytes_may_come_instead_of_a_request(threaded: ThreadedServer, sent: bytes) -> None:
    with plain_socket.create_connection(("127.0.0.1", threaded.port), 10) as line:
        line.sendall(sent)
        line.shutdown(plain_socket.SHUT_WR)
        while line.recv(4096):
            pass


@settings(QUICK, max_examples=60)
@given(TEXTS.filter(lambda name: not any("\ud800" <= c <= "\udfff" for c in name)))
@example("\0")
@example("../../etc/passwd")
@example("x" * 3000)
def test_any_id_of_a_table_is_none(threaded: ThreadedServer, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The store is not even asked: not every one of them can be."""
    from urllib.parse import quote

    asked: list[str] = []
    monkeypatch.setattr(Store, "table", lambda store, table_id: asked.append(table_id))
    answer = ask(threaded.address, "GET", f"/api/tables/{quote('?' + name, safe='')}")
    assert answer.code == 404
    assert answer.json()["error"] in ("no_such_table", "no_such_page")
    assert asked == []
