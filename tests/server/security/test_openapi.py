"""The API matches its description; errors are sentences, sent and logged without what was typed."""

from __future__ import annotations

import io
import json
import logging
import re
import time
from pathlib import Path

import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import positive_data_acceptance

from bastide.errors import BastideError
from bastide.rules.model import Json
from bastide.server.logs import JsonFormatter, exception_facts
from tests.server.running import Server
from tests.server.security.sockets import QUICK
from tests.server.threaded_server import SocketClient, ThreadedServer, ask, seated_table

OPERATIONS = [
    ("GET", "/api/rules"),
    ("POST", "/api/tables"),
    ("GET", "/api/tables"),
    ("GET", "/api/tables/{table_id}"),
    ("POST", "/api/tables/{table_id}/seats"),
    ("DELETE", "/api/tables/{table_id}/seats"),
    ("PUT", "/api/tables/{table_id}/seats/{seat}/bot"),
    ("DELETE", "/api/tables/{table_id}/seats/{seat}/bot"),
    ("POST", "/api/mine"),
    ("POST", "/api/tables/{table_id}/rematch"),
    ("GET", "/api/tables/{table_id}/record"),
    ("GET", "/api/tables/{table_id}/result"),
    ("GET", "/api/tables/{table_id}/land"),
    ("GET", "/api/tables/{table_id}/replay"),
    ("GET", "/api/tables/{table_id}/picture.svg"),
    ("GET", "/api/tables/{table_id}/picture.png"),
    ("GET", "/api/tables/{table_id}/portrait.svg"),
    ("GET", "/api/tables/{table_id}/portrait.png"),
    ("GET", "/api/tables/{table_id}/game.gif"),
    ("GET", "/api/guide"),
    ("GET", "/api/lesson"),
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
    table = seated_table(server.address, 2)
    operation = schemathesis.openapi.from_url(f"{server.address}/openapi.json")[path][method]

    @settings(QUICK, max_examples=15)
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


def test_an_address_that_an_error_names_is_there(server: Server) -> None:
    for method, path, body in (("GET", "/nowhere", None), ("POST", "/api/tables", b"[]"), ("PUT", "/api/tables", None)):
        refusal = ask(server.address, method, path, body)
        (address,) = re.findall(r" (/[\w./]*\w)", str(refusal.json()["text"]))
        assert ask(server.address, "GET", address).code == 200


def test_an_error_inside_is_told_as_one_and_logged_without_what_was_typed(
    threaded: ThreadedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bastide.server.hub import Hub

    async def broken(hub: Hub, *args: object) -> None:
        raise ValueError("my secret word")

    table = seated_table(threaded.address, 2)
    place = SocketClient(threaded.address, table.id, table.tokens[0])
    place.receive_type("welcome")
    monkeypatch.setattr(Hub, "execute", broken)
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        place.send(type="say", text="another secret word")
        assert place.receive_type("error")["error"] == "server_error"
        answer = ask(
            threaded.address, "DELETE", f"/api/tables/{table.id}/seats", Authorization=f"Bearer {table.tokens[0]}"
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
    found = exception_facts(caught.value)
    assert (found["error"], found["id"]) == ("BastideError", "guest_name_taken")
    cause = found["cause"]
    assert isinstance(cause, dict)
    assert (cause["error"], cause["reason"]) == ("FileNotFoundError", "No such file or directory")
    assert "server/security/test_openapi.py" in str(cause["trace"])
    assert "my name" not in str(found)


def test_what_libraries_say_is_written_without_what_they_fill_in() -> None:
    def line(message: str, *values: object) -> dict[str, Json]:
        record = logging.LogRecord("asyncio", logging.ERROR, "x.py", 1, message, values, None)
        found = json.loads(JsonFormatter().format(record))
        assert isinstance(found, dict)
        return found

    assert line("went to %s", "a secret")["what"] == "went to %s"
    assert line("Task exception was never retrieved\nfuture: <Task 'a secret'>")["what"] == (
        "Task exception was never retrieved"
    )
    start = line("Traceback (most recent call last):\n  File x\nOSError: no disk")
    assert start["trace"] == ["Traceback (most recent call last):", "  File x", "OSError: no disk"]
