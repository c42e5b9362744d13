"""Pages of other origins have no access."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from starlette.datastructures import Headers
from websockets.exceptions import InvalidStatus

from tests.server.running import Server
from tests.server.security.sockets import FRIEND
from tests.server.threaded_server import Answer, ask, seated_table, socket_at


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
    table = seated_table(server.address, 2)
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
    table = seated_table(address, 2)
    paths = json.loads(ask(address, "GET", "/openapi.json").text)["paths"]
    for path, methods in paths.items():
        for method in methods:
            for body in ({"name": "Eve", "tokens": table.tokens}, {"tokens": table.tokens}, {}, {"name": 1}):
                sent = None if method == "get" else body
                where = path.replace("{table_id}", table.id)
                yield ask(address, method.upper(), where, sent, Origin="https://evil.example", Cookie="a=b")
    for path in ("/nowhere", "/docs", "/api/tables/nobody"):
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
        assert headers["cache-control"] in (("no-store", "no-cache") if "etag" in headers else ("no-store",))


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"])
def test_what_a_form_of_another_page_can_send_does_nothing(server: Server, kind: str) -> None:
    answer = ask(server.address, "POST", "/api/tables", b'{"seats": 2}', Content_Type=kind)
    assert (answer.code, answer.json()["error"]) == (422, "bad_request")


def test_pages_and_pictures_are_kept_but_asked_for_again(server: Server) -> None:
    """Nothing of them is secret; a browser asks each time whether they are still the same."""
    for path in (
        "/",
        "/table/any",
        "/web/words/fr.json",
        "/web/js/main.js",
        "/art/another-version/pieces.json",
    ):
        answer = ask(server.address, "GET", path)
        headers = Headers(dict(answer.headers))
        assert (answer.code, headers["cache-control"]) == (200, "no-cache"), path
        assert ask(server.address, "GET", path, If_None_Match=headers["etag"]).code == 304, path


def test_pages_may_load_nothing_from_elsewhere(server: Server) -> None:
    for path in ("/", "/new", "/table/any", "/replay/any", "/rules", "/rules/river", "/learn", "/watch"):
        policy = Headers(dict(ask(server.address, "GET", path).headers))["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy


def test_an_address_that_is_none_of_ours_is_a_page_for_browsers_and_an_error_for_programs(server: Server) -> None:
    page = ask(server.address, "GET", "/blah", Accept="text/html,*/*")
    assert (page.code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert ask(server.address, "GET", "/blah").json()["error"] == "no_such_page"
    assert ask(server.address, "GET", "/api/blah", Accept="text/html").json()["error"] == "no_such_page"
