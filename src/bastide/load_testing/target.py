"""The servers under test: tables and sockets on them, and their metrics."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPException
from typing import Final
from urllib.parse import urlsplit
from urllib.request import urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from bastide.client import MAX_MESSAGE_BYTES, ApiError, Client
from bastide.errors import BastideError
from bastide.load_testing.options import LoadOptions
from bastide.wire.messages import HelloMessage

NAMES: Final = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
RATE_LIMITED: Final = "too_often"
"""The id of the error of a client that exceeds a rate limit."""
METRICS_TIMEOUT: Final = 5.0
SAMPLE: Final = re.compile(r"^(\w+) ([0-9.eE+-]+)$", re.MULTILINE)
"""A sample of a metric without labels, in the text format of Prometheus."""


@dataclass(frozen=True)
class SeatedTable:
    """A table whose game has begun, with the tokens of the people at it."""

    id: str
    home: int
    """The number of the server that it was opened on."""
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class ServerMetrics:
    """The state of all servers together, as far as they tell it."""

    memory: float | None
    """The resident memory in bytes."""
    processor: float | None
    """The processor time so far, in seconds."""
    tables: float | None
    """The number of tables in memory."""
    pauses: float | None
    """The time of all garbage collections so far, in seconds."""
    longest_pause: float | None
    """The longest garbage collection so far, in seconds."""


class Target:
    """The servers under test."""

    def __init__(self, options: LoadOptions) -> None:
        self.options = options
        self.clients = [Client(server_url(url)) for url in options.urls]
        self.opened = 0

    async def check(self) -> None:
        """Check that the servers run, and that they are table servers. Raises BastideError."""
        for client in self.clients:
            try:
                description = await client.request("GET", "/openapi.json")
            except (ApiError, ValueError, HTTPException) as reason:
                raise BastideError("load_other_server", url=client.address) from reason
            except OSError as reason:
                raise BastideError("load_no_server", url=client.address, reason=cause(reason)) from reason
            info = description.get("info") if isinstance(description, dict) else None
            if not isinstance(info, dict) or info.get("title") != "Bastide":
                raise BastideError("load_other_server", url=client.address)

    async def seated_table(self, people: int, bots: int = 0) -> SeatedTable:
        """Open a table and take all its seats. Raises BastideError if that is refused, OSError if nobody answers."""
        home = self.opened % len(self.clients)
        self.opened += 1
        client, options = self.clients[home], self.options
        levels = [None] * people + [options.bots] * bots
        try:
            table = await client.open(seats=people + bots, bots=levels if bots else [], expansions=options.expansions)
            return SeatedTable(
                table, home, tuple([(await client.take_seat(table, name)).token for name in NAMES[:people]])
            )
        except ApiError as reason:
            raise refusal(client.address, reason.error, str(reason)) from reason
        except (ValueError, HTTPException) as reason:
            raise ConnectionError(client.address) from reason

    def client(self, table: SeatedTable, number: int) -> Client:
        """Return the client of the server that a viewer of a table, counted from 0, connects to."""
        return self.clients[(table.home + (number if self.options.spread else 0)) % len(self.clients)]

    @asynccontextmanager
    async def socket(self, table: SeatedTable, number: int, token: str | None) -> AsyncIterator[ClientConnection]:
        """Connect to a table as one of its viewers, counted from 0, and say hello."""
        client = self.client(table, number)
        address = f"{client.websocket_address}/api/tables/{table.id}/socket"
        hello: HelloMessage = {"type": "hello", "token": token}
        try:
            async with connect(address, max_size=MAX_MESSAGE_BYTES, compression=None, ping_interval=None) as socket:
                await socket.send(json.dumps(hello))
                yield socket
        except InvalidStatus as reason:
            if reason.response.status_code == HTTPStatus.TOO_MANY_REQUESTS:
                raise refusal(client.address, RATE_LIMITED, "") from reason
            raise

    async def metrics(self) -> ServerMetrics:
        """Return the metrics of the servers, without those that they do not publish."""
        samples = [await self._samples(client) for client in self.clients]

        def of_all(name: str, combined: Callable[[list[float]], float] = sum) -> float | None:
            found = [sample[name] for sample in samples if name in sample]
            return combined(found) if len(found) == len(samples) else None

        return ServerMetrics(
            memory=of_all("process_resident_memory_bytes"),
            processor=of_all("process_cpu_seconds_total"),
            tables=of_all("bastide_live_tables"),
            pauses=of_all("bastide_gc_pause_seconds"),
            longest_pause=of_all("bastide_gc_longest_pause_seconds", max),
        )

    async def _samples(self, client: Client) -> dict[str, float]:
        try:
            text = await asyncio.to_thread(fetch_text, f"{client.address}/metrics")
        except (ValueError, HTTPException, OSError):
            return {}
        return {name: float(number) for name, number in SAMPLE.findall(text)}


def server_url(url: str) -> str:
    """Return the URL of a server. Raises BastideError if it is not one.

    >>> server_url("http://localhost:8000/")
    'http://localhost:8000'
    """
    try:
        parts = urlsplit(url)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError as reason:
        raise BastideError("load_url", url=url) from reason
    if not valid or not url.isascii() or not url.isprintable() or re.search(r"[ ?#]", url):
        raise BastideError("load_url", url=url)
    return url.rstrip("/")


def fetch_text(url: str) -> str:
    """Return the text at a URL. Raises OSError, HTTPException or ValueError if there is none."""
    with urlopen(url, timeout=METRICS_TIMEOUT) as response:
        text: str = response.read().decode()
    return text


def cause(error: OSError) -> str:
    """Return why a connection failed, in the words of the system."""
    reason = getattr(error, "reason", error)
    return (reason.strerror if isinstance(reason, OSError) else None) or str(reason)


def refusal(url: str, error: str, text: str) -> BastideError:
    """Return the error for a request that a server refused."""
    if error == RATE_LIMITED:
        return BastideError("load_limited", url=url)
    return BastideError("load_refused", url=url, reason=text)
