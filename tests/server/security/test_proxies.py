"""Clients are counted by the address that a trusted proxy gives, and by no address that they make up."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from fastapi import FastAPI, Request
from httpx import ASGITransport, AsyncClient

from bastide.server.app import create_app
from bastide.server.asgi_server import make_server
from bastide.server.settings import Settings, parse_networks, sqlite_url

PROXY = "172.18.0.5"
"""An address in the network of compose.yaml."""
TRUSTED = parse_networks("172.16.0.0/12")


def client_of(app: FastAPI, settings: Settings, peer: str) -> AsyncClient:
    """Return a client whose requests reach an application through the server, from an address."""
    config = make_server(app, settings, "127.0.0.1", 1).config
    config.load()
    return AsyncClient(transport=ASGITransport(config.loaded_app, client=(peer, 1)), base_url="http://bastide")


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "counted"),
    [
        (TRUSTED, PROXY, ["203.0.113.7"], "203.0.113.7"),
        (TRUSTED, PROXY, ["198.51.100.9, 203.0.113.7"], "203.0.113.7"),
        (TRUSTED, PROXY, ["198.51.100.9", "203.0.113.7"], "203.0.113.7"),
        (TRUSTED, PROXY, ["127.0.0.1, 203.0.113.7"], "203.0.113.7"),
        (TRUSTED, PROXY, ["203.0.113.7, 172.18.0.9"], "203.0.113.7"),
        (TRUSTED, PROXY, [], PROXY),
        (TRUSTED, "203.0.113.7", ["198.51.100.9"], "203.0.113.7"),
        (TRUSTED, "203.0.113.7", ["127.0.0.1"], "203.0.113.7"),
        ((), PROXY, ["203.0.113.7"], PROXY),
        ((), "127.0.0.1", ["203.0.113.7"], "203.0.113.7"),
        ((), "::1", ["203.0.113.7"], "203.0.113.7"),
        ((), "203.0.113.7", ["127.0.0.1"], "203.0.113.7"),
    ],
)
def test_a_client_has_the_address_that_a_trusted_proxy_tells(
    trusted: tuple[str, ...], peer: str, forwarded: list[str], counted: str
) -> None:
    app = FastAPI()

    @app.get("/")
    async def address(request: Request) -> str:
        return request.client.host if request.client else ""

    async def ask() -> str:
        async with client_of(app, Settings(trusted_proxies=trusted), peer) as client:
            answer = await client.get("/", headers=[("X-Forwarded-For", value) for value in forwarded])
        return str(answer.json())

    assert asyncio.run(ask()) == counted


@pytest.mark.parametrize(("trusted", "codes"), [(TRUSTED, [201, 429, 201]), ((), [201, 429, 429])])
def test_people_behind_a_trusted_proxy_are_counted_apart(
    tmp_path: Path, trusted: tuple[str, ...], codes: list[int]
) -> None:
    settings = Settings(sqlite_url(tmp_path / "t.sqlite"), tables_per_minute=1, trusted_proxies=trusted)

    async def open_tables() -> list[int]:
        app = create_app(settings)
        async with app.router.lifespan_context(app), client_of(app, settings, PROXY) as client:
            people = [{"X-Forwarded-For": address} for address in ("203.0.113.7", "203.0.113.7", "203.0.113.8")]
            return [(await client.post("/api/tables", json={}, headers=person)).status_code for person in people]

    assert asyncio.run(open_tables()) == codes
