"""Odd strings anywhere in a request, halves of characters above all, are answered with a sentence."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from itertools import chain
from urllib.parse import quote

import pytest

from bastide.rules.model import Json
from tests.server.api import Api, Run, mapping

ODD = ["\ud800", "a\udfffb", "\udc80\ud800", "\0", "x" * 5000]
"""As they are written in JSON; the first ones are halves of characters."""
PATHS = ["%ff", "%ed%a0%80", "%00", "%zz", "..%2f..", "x" * 3000]
"""As they are written in a URL."""
HEADERS = [b"Bearer \xed\xa0\x80", b"\xff", b"Bearer " + b"x" * 5000]


def bodies() -> Iterator[Json]:
    """Yield bodies with odd strings as values, as keys, and deep inside."""
    for odd in ODD:
        for name in ("name", "nonce", "preset", "bot", odd):
            yield {name: odd}
        yield {"tokens": [odd, "x", odd]}
        yield {"options": {odd: odd}, "expansions": [odd], "tiles": [odd]}
        yield {"options": {odd: 1}}
        yield {"bots": [odd], "aids": [odd], "clock": {"kind": odd, odd: 1}}
        yield odd
        yield [odd]


def written(body: Json) -> Iterator[bytes]:
    """Yield a body as JSON with escapes, and with halves of characters as they are."""
    yield json.dumps(body).encode()
    yield json.dumps(body, ensure_ascii=False).encode(errors="surrogatepass")


def operations(description: Mapping[str, Json]) -> list[tuple[str, str]]:
    paths = mapping(description["paths"])
    return [(method.upper(), path) for path, methods in paths.items() for method in mapping(methods)]


def test_odd_strings_never_break_the_server(run: Run, caplog: pytest.LogCaptureFixture) -> None:
    async def test(api: Api) -> None:
        table, tokens = await api.begun()
        requests = 0

        async def ask(method: str, url: str, body: bytes = b"", header: bytes = b"") -> None:
            nonlocal requests
            credentials = header or f"Bearer {tokens[0]}".encode()
            headers = {b"Content-Type": b"application/json", b"Authorization": credentials}
            answer = await api.client.request(method, url, content=body or None, headers=headers)
            requests += 1
            assert answer.status_code < 500, (method, url, body, answer.text)
            if answer.status_code >= 400:
                assert set(answer.json()) == {"error", "text"}

        for method, path in operations(await api.facts("/openapi.json")):
            at_table = path.replace("{table_id}", table).replace("{seat}", "1")
            if method in ("POST", "PUT"):
                for body in chain.from_iterable(written(body) for body in bodies()):
                    await ask(method, at_table, body)
            if method == "GET" and path.rpartition(".")[2] in ("gif", "png"):
                continue
            for odd in PATHS:
                if "{table_id}" in path:
                    await ask(method, path.replace("{table_id}", odd).replace("{seat}", odd), b"{}")
                await ask(method, f"{at_table}?lang={odd}&move={odd}&{odd}={odd}", b"{}", b"Bearer x")
            for header in HEADERS:
                await ask(method, at_table, b"{}", header)
        assert requests > 500

    run(test)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize("odd", ODD[:3])
def test_an_unknown_field_whose_name_is_half_a_character_is_named_in_a_sentence(run: Run, odd: str) -> None:
    async def test(api: Api) -> None:
        answer = await api.ask("POST", "/api/tables", body=json.dumps({odd: 1}).encode())
        assert (answer.status_code, answer.json()["error"]) == (422, "bad_request")

    run(test)


def test_odd_addresses_of_pages(run: Run) -> None:
    async def test(api: Api) -> None:
        pages = [f"{start}{odd}" for start in ("/table/", "/", "/web/", "/art/", "/web/words/") for odd in PATHS]
        answers = await asyncio.gather(*(api.client.get(quote(page, safe="/%.")) for page in pages))
        assert {answer.status_code for answer in answers} <= {200, 307, 404}

    run(test)
