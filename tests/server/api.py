"""A server in this process, with a client that records all HTTP responses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient, Response

from bastide.rules.model import Json
from bastide.server import commands
from bastide.server.app import create_app
from bastide.server.hub import Hub
from bastide.server.live_table import LiveTable
from bastide.server.settings import Settings, sqlite_url
from bastide.server.tokens import hash_token
from bastide.words import LANGUAGES


class Api:
    """Sends requests to the server, and records all responses."""

    def __init__(self, app: FastAPI, client: AsyncClient) -> None:
        self.app, self.client = app, client
        self.answers: list[str] = []
        self.tokens: list[str] = []
        """The tokens of all seats that were taken."""

    @property
    def hub(self) -> Hub:
        hub: Hub = self.app.state.hub
        return hub

    async def ask(
        self, method: str, path: str, data: Json = None, token: str = "", language: str = "", body: bytes | None = None
    ) -> Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if language:
            headers["Accept-Language"] = language
        if body is not None:
            headers["Content-Type"] = "application/json"
            answer = await self.client.request(method, path, headers=headers, content=body)
        else:
            answer = await self.client.request(method, path, headers=headers, json=data)
        self.answers.append(answer.text)
        return answer

    async def get(self, path: str, language: str = "") -> Json:
        answer = await self.ask("GET", path, language=language)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    async def facts(self, path: str, language: str = "") -> dict[str, Json]:
        found = await self.get(path, language)
        assert isinstance(found, dict)
        return found

    async def refusal(self, code: int, method: str, path: str, data: Json = None, token: str = "") -> str:
        """Return the error of a request, after checking that it has a sentence in every language and stores nothing."""
        before = await self.stored()
        answers = [await self.ask(method, path, data, token, language) for language in LANGUAGES]
        assert [answer.status_code for answer in answers] == [code] * len(answers), answers[0].text
        errors = [answer.json() for answer in answers]
        assert all(error.keys() == {"error", "text"} for error in errors)
        assert len({error["error"] for error in errors}) == 1
        assert len({error["text"] for error in errors}) == len(LANGUAGES)
        assert await self.stored() == before
        return str(errors[0]["error"])

    async def stored(self) -> list[tuple[str, int]]:
        """Return all unfinished tables with their versions."""
        return sorted([(i, (await self.hub.get(i)).table.version) for i in await self.hub.store.idle_since(10**15)])

    async def open(self, **options: Json) -> str:
        answer = await self.ask("POST", "/api/tables", options)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def sit(self, table: str, name: str, **fields: Json) -> tuple[int, str]:
        return await self._seated(table, {"name": name, **fields})

    async def come(self, table: str, token: str, **fields: Json) -> tuple[int, str]:
        """Take the seat that is reserved for a token."""
        return await self._seated(table, fields, token)

    async def _seated(self, table: str, fields: dict[str, Json], token: str = "") -> tuple[int, str]:
        answer = await self.ask("POST", f"/api/tables/{table}/seats", fields, token)
        assert answer.status_code == 201, answer.text
        self.answers.pop()
        taken = answer.json()
        assert taken.keys() == {"seat", "token"}
        self.tokens.append(taken["token"])
        return taken["seat"], taken["token"]

    async def rematch(self, table: str, token: str) -> str:
        """Open the rematch of a game, and return the id of its table."""
        answer = await self.ask("POST", f"/api/tables/{table}/rematch", token=token)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def mine(self, *tokens: str) -> list[dict[str, Json]]:
        """Return the tables where tokens open a seat."""
        return rows((await self.ask("POST", "/api/mine", {"tokens": list(tokens)})).json())

    async def live(self, table: str) -> LiveTable:
        return await self.hub.get(table)

    async def play(self, table: str, seed: int = 0) -> None:
        """Play a game to its end."""
        live, rng = await self.live(table), Random(seed)
        while live.table.actor is not None and live.table.game is not None:
            number = rng.randrange(len(live.table.game.options()))
            seat = live.table.actor
            message: dict[str, Json] = {"moment": live.table.position_version, "option": number}
            await self.hub.execute(live, lambda t, s=seat, m=message: commands.act(t, s, m))  # type: ignore[misc]

    async def resign(self, table: str, seat: int) -> None:
        await self.hub.execute(await self.live(table), lambda t: commands.resign(t, seat))

    async def begun(self, **options: Json) -> tuple[str, list[str]]:
        """Open a table, take all its seats and return their tokens."""
        table = await self.open(**options)
        names = ["Anna", "Boris", "Chloé"][: (await self.live(table)).table.options.seats]
        return table, [(await self.sit(table, name))[1] for name in names]


@asynccontextmanager
async def serving(path: Path, poll_seconds: float = 3.0, database: str = "") -> AsyncIterator[Api]:
    app = create_app(Settings(database or sqlite_url(path / "api.sqlite"), poll_seconds=poll_seconds))
    transport = ASGITransport(app, raise_app_exceptions=False)
    async with app.router.lifespan_context(app), AsyncClient(transport=transport, base_url="http://bastide") as client:
        yield Api(app, client)


@pytest.fixture
def run(tmp_path: Path) -> Callable[[Callable[[Api], Awaitable[None]]], None]:
    """Run a test against a server, then check that no response contained a token."""

    async def run_test(test: Callable[[Api], Awaitable[None]]) -> None:
        async with serving(tmp_path) as api:
            await test(api)
            responses = "\n".join(api.answers)
            assert not any(secret in responses for token in api.tokens for secret in (token, hash_token(token)))

    return lambda test: asyncio.run(run_test(test))


Run = Callable[[Callable[[Api], Awaitable[None]]], None]


def mapping(value: Json) -> dict[str, Json]:
    assert isinstance(value, dict)
    return value


def rows(value: Json) -> list[dict[str, Json]]:
    assert isinstance(value, list)
    return [mapping(row) for row in value]
