"""Only the token of a seat gives the right to act for it."""

from __future__ import annotations

from hmac import compare_digest

import pytest

from bastide.rules.model import Json
from bastide.server import tokens
from bastide.server.socket import COMMANDS
from tests.server.running import Server
from tests.server.security.sockets import facts, refused_at
from tests.server.threaded_server import SeatedTable, SocketClient, ask, seated_table


def wrong_tokens(table: SeatedTable, other: SeatedTable) -> dict[str, str]:
    token = table.tokens[0]
    return {
        "of another table": other.tokens[0],
        "guessed": tokens.new_token(),
        "empty": "",
        "its hash": tokens.hash_token(token),
        "the hash of nothing": tokens.hash_token(""),
        "cut": token[:-1],
        "longer": token + "A",
        "with a space": f" {token}",
        "in other letters": token.swapcase(),
        "the id of the table": table.id,
        "both": "".join(table.tokens),
    }


def test_nobody_acts_for_a_seat_without_its_token(server: Server) -> None:
    address = server.address
    table, other = seated_table(address, 2), seated_table(address, 2)
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
    assert refused_at(server.address, seated_table(server.address, 2), token) == "bad_message"


def test_a_seat_acts_for_itself_alone_whatever_it_says(server: Server) -> None:
    table = seated_table(server.address, 2)
    ann, bob = (SocketClient(server.address, table.id, token) for token in table.tokens)
    state = ann.receive_type("welcome")["state"]
    assert isinstance(state, dict)
    actor = state["actor"]
    assert isinstance(actor, int)
    other = (ann, bob)[1 - actor]
    other.receive_type("welcome") if other is bob else None
    before = facts(server.address, table)
    for claim in ({"seat": actor}, {"token": "x"}, {"actor": actor}, {"viewer": actor}, {"seat": None}):
        other.send(type="act", option=0, moment=state["moment"], **claim)
        assert other.receive_type("error")["error"] == "not_your_turn"
    other.send(type="hello", token=table.tokens[actor])
    assert other.receive_type("error")["error"] == "bad_message", "one says once who one is"
    assert facts(server.address, table) == before


def test_a_spectator_changes_nothing(server: Server) -> None:
    table = seated_table(server.address, 2)
    watcher = SocketClient(server.address, table.id, None)
    assert watcher.receive_type("welcome")["seat"] is None
    before = facts(server.address, table)
    for kind in COMMANDS:
        watcher.send(type=kind, text="hello", yes=True, option=0, seat=0, moment=1)
        assert watcher.receive_type("error")["error"] == "not_your_seat", kind
    assert facts(server.address, table) == before


def test_whoever_stood_up_sits_no_more(server: Server) -> None:
    opened = str(ask(server.address, "POST", "/api/tables", {"seats": 2}).json()["id"])
    sat = ask(server.address, "POST", f"/api/tables/{opened}/seats", {"name": "Ann"}).json()
    table = SeatedTable(opened, [str(sat["token"])], "")
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
    stored = tokens.hash_token("a")
    assert tokens.token_matches("a", stored)
    assert not tokens.token_matches("b", stored)
    assert compared == [(stored, stored), (tokens.hash_token("b"), stored)]
