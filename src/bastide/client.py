"""A small client of the table server, for bots and other programs.

    client = Client("http://localhost:8000")
    table = await client.open(seats=2)
    seat = await client.sit(table, "Robot")
    async with client.stay(table, seat.token) as place:
        async for now in place:
            if now.options:
                await place.act(0)

`Client.stay` comes back by itself when a connection is lost; `Client.at` is one connection and no more.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from random import random
from secrets import token_hex
from typing import Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from bastide.rules.model import Json

MOST_BYTES: Final = 1 << 24
PATIENCE: Final = 5.0
HANDSHAKE: Final = 10.0
FIRST_PAUSE: Final = 0.05
MOST_PAUSE: Final = 10.0
"""A lost connection is taken up again after a short pause; if that fails, after longer and longer ones."""
CLOSED: Final = ("not_your_seat", "no_such_table", "no_spectators")
"""Whoever is greeted with one of these need not come back."""
AGAIN: Final = ("too_many_messages", "table_busy", "store_failed")
"""A command that is answered with one of these is sent again, soon."""
SOON: Final = 0.5


class Refusal(Exception):
    """The server said no, and why."""

    def __init__(self, error: str, text: str) -> None:
        super().__init__(text)
        self.error = error


@dataclass(frozen=True)
class Taken:
    """A seat that was taken, and the secret that opens it."""

    seat: int
    token: str


@dataclass
class Now:
    """How things stand for one viewer."""

    version: int
    state: dict[str, Json]
    events: list[Json] = field(default_factory=list)
    """What has just happened."""

    @property
    def view(self) -> dict[str, Json]:
        """What one may see of the game; empty before it begins."""
        view = self.state.get("view")
        return view if isinstance(view, dict) else {}

    @property
    def options(self) -> Sequence[Json]:
        """What one may choose from; empty if it is not one's turn."""
        options = self.state.get("options")
        return options if isinstance(options, list) else []

    @property
    def moment(self) -> Json:
        """The moment that the options belong to."""
        return self.state.get("moment")

    @property
    def ended(self) -> bool:
        """Whether the game has ended."""
        return self.state.get("ended") is not None


class Chair:
    """A socket at a table: read how things stand from it, and say what one chooses."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.now: Now | None = None
        self.chat: list[Json] = []
        self.errors: list[dict[str, Json]] = []
        self.behind = False
        """Whether something was missed: how things stand is known only after coming back."""
        self._board: list[Json] = []
        self._names = names()

    async def __aiter__(self) -> AsyncIterator[Now]:
        """Yield how things stand, now and after everything that happens, until the socket closes."""
        async for text in self.socket:
            if self.heard(json.loads(text)) and self.now is not None:
                yield self.now

    def heard(self, message: dict[str, Json]) -> bool:
        """Take in a message; say whether things stand differently now. What was heard before is not heard again."""
        kind, version = message["type"], message.get("version")
        if kind == "error":
            self.errors.append(message)
        known = self.now.version if self.now is not None else -1
        if kind in ("done", "pong") and isinstance(version, int) and version > known:
            self.behind = True
        if kind not in ("welcome", "step") or not isinstance(state := message["state"], dict):
            return False
        if kind == "step" and (self.now is None or version != known + 1):
            self.behind = self.behind or not isinstance(version, int) or version > known
            return False
        if kind == "welcome" and self.now is not None:
            return False
        self._complete(state)
        self._hear_chat(message)
        events = message.get("events") or message.get("missed")
        self.now = Now(_number(version), state, events if isinstance(events, list) else [])
        return True

    def _hear_chat(self, message: Mapping[str, Json]) -> None:
        chat, happened = message.get("chat"), message.get("happened")
        if isinstance(chat, list):
            self.chat = chat
        if isinstance(happened, Mapping) and "line" in happened:
            self.chat.append(happened["line"])

    def _complete(self, state: dict[str, Json]) -> None:
        """Put the part of the board that came with what was known before."""
        view = state.get("view")
        if isinstance(view, dict) and isinstance(new := view["board"], list):
            self._board = self._board[: _number(state["board_from"])] + new
            view["board"] = list(self._board)

    async def send(self, kind: str, **wish: Json) -> None:
        """Send a message to the table."""
        await self.socket.send(json.dumps({"type": kind, **wish}))

    async def act(self, option: int) -> None:
        """Choose an option by its number."""
        if self.now is None:
            raise ValueError(option)
        await self.send("act", option=option, moment=self.now.moment, ref=next(self._names))


def names() -> Iterator[str]:
    """Yield names for commands that nobody else uses: a command that comes twice happens once."""
    mine = token_hex(8)
    return (f"{mine}/{number}" for number in count(1))


@dataclass
class Waiting:
    """A command that the server has not answered yet."""

    text: str
    answer: asyncio.Future[int]
    due: float = 0.0
    """When it is to be sent again."""


class Place:
    """A place at a table that is kept: lost connections are taken up again, and no command is lost or doubled.

    Iterate over it to see how things stand; what happens while one looks away comes together. Commands wait until the
    server has answered them: they return the version they made, or raise Refusal.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self.patience = patience
        """Seconds until a silent server is asked whether it is there, and until a command is sent again."""
        self.now: Now | None = None
        self.chat: list[Json] = []
        self.connections = 0
        """How often a connection was made."""
        self._shown: Now | None = None
        self._events: list[Json] = []
        self._chair: Chair | None = None
        self._waiting: dict[str, Waiting] = {}
        self._names = names()
        self._news = asyncio.Event()
        self._end: Exception | None = None

    async def __aiter__(self) -> AsyncIterator[Now]:
        """Yield how things stand, now and whenever that changes. Raises Refusal if the server lets nobody in here."""
        while True:
            await self._news.wait()
            self._news.clear()
            if self._end is not None:
                raise self._end
            if self.now is not None:
                events, self._events = self._events, []
                self._shown = Now(self.now.version, self.now.state, events)
                yield self._shown

    async def act(self, option: int) -> int:
        """Choose an option, by its number, of what was seen last."""
        seen = self._shown or self.now
        if seen is None:
            raise ValueError(option)
        return await self.do("act", option=option, moment=seen.moment)

    async def do(self, kind: str, **wish: Json) -> int:
        """Send a command, again if need be, and return the version it made. Raises Refusal if the server says no."""
        if self._end is not None:
            raise self._end
        ref = next(self._names)
        waiting = Waiting(json.dumps({"type": kind, "ref": ref, **wish}), asyncio.get_running_loop().create_future())
        self._waiting[ref] = waiting
        try:
            await self._send(waiting)
            return await waiting.answer
        finally:
            del self._waiting[ref]

    async def _send(self, waiting: Waiting) -> None:
        if self._chair is not None:
            waiting.due = time.monotonic() + self.patience
            with suppress(ConnectionClosed):
                await self._chair.socket.send(waiting.text)

    async def _send_again(self) -> None:
        for waiting in list(self._waiting.values()):
            if time.monotonic() >= waiting.due:
                await self._send(waiting)

    def _until_due(self) -> float:
        """Return for how many seconds there is nothing to send."""
        due = min((waiting.due for waiting in self._waiting.values()), default=float("inf"))
        return min(self.patience, max(0.0, due - time.monotonic()))

    async def keep(self, client: Client, table: str, token: str | None) -> None:
        """Connect, and connect again whenever that ends, until the server says that nobody is let in here."""
        pause = FIRST_PAUSE
        while self._end is None:
            before = self.connections
            with suppress(OSError, TimeoutError, WebSocketException):
                since = self.now.version if self.now else None
                async with asyncio.timeout(HANDSHAKE) as opening, client.at(table, token, since) as chair:
                    opening.reschedule(None)
                    await self._attend(chair)
            self._chair = None
            pause = FIRST_PAUSE if self.connections > before else min(2 * pause, MOST_PAUSE)
            if self._end is None:
                await asyncio.sleep(pause * (0.5 + random()))

    async def _attend(self, chair: Chair) -> None:
        """Listen to a connection until it ends, misses something, or is silent although it was asked."""
        heard, asked = time.monotonic(), False
        while not chair.behind and self._end is None:
            try:
                async with asyncio.timeout(self._until_due() if chair.now else self.patience):
                    message: dict[str, Json] = json.loads(await chair.socket.recv())
            except TimeoutError:
                silence = time.monotonic() - heard
                if silence >= 2 * self.patience or chair.now is None:
                    return
                if silence >= self.patience and not asked:
                    asked = True
                    await chair.send("ping")
            else:
                heard, asked = time.monotonic(), False
                await self._hear(chair, message)
            if self._chair is chair:
                await self._send_again()

    async def _hear(self, chair: Chair, message: dict[str, Json]) -> None:
        if chair.heard(message) and chair.now is not None:
            if self.now is None or chair.now.version != self.now.version:
                self._news.set()
            self._events += chair.now.events
            self.now, self.chat = chair.now, chair.chat
            if message["type"] == "welcome":
                self.connections += 1
                self._chair = chair
                for waiting in list(self._waiting.values()):
                    await self._send(waiting)
        if message["type"] in ("done", "error"):
            self._answered(message, chair.now is not None)

    def _answered(self, message: Mapping[str, Json], welcome: bool) -> None:
        error = str(message.get("error", ""))
        refusal = Refusal(error, str(message.get("text", "")))
        if error in CLOSED and not welcome:
            self._end = refusal
            self._news.set()
            for waiting in self._waiting.values():
                if not waiting.answer.done():
                    waiting.answer.set_exception(refusal)
        asked = self._waiting.get(str(message.get("ref")))
        if asked is None or asked.answer.done():
            return
        if error in AGAIN:
            asked.due = time.monotonic() + min(SOON, self.patience)
        elif error:
            asked.answer.set_exception(refusal)
        else:
            asked.answer.set_result(_number(message["version"]))


class Client:
    """Speaks to one server."""

    def __init__(self, address: str = "http://localhost:8000") -> None:
        self.address = address.rstrip("/")

    @property
    def sockets(self) -> str:
        """Where sockets are opened."""
        return self.address.replace("http", "ws", 1)

    async def ask(self, method: str, path: str, data: Json = None, token: str = "") -> Json:
        """Ask the server something over HTTP. Raises Refusal if it says no."""
        return await asyncio.to_thread(self._ask, method, path, data, token)

    def _ask(self, method: str, path: str, data: Json, token: str) -> Json:
        body = None if data is None else json.dumps(data).encode()
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        try:
            with urlopen(Request(self.address + path, body, headers, method=method), timeout=30) as answer:
                text: str = answer.read().decode()
        except HTTPError as reason:
            said = json.loads(reason.read() or b"{}")
            raise Refusal(str(said.get("error", reason.code)), str(said.get("text", said))) from reason
        found: Json = json.loads(text) if text else None
        return found

    async def open(self, **wish: Json) -> str:
        """Open a table and return its id."""
        return str(_mapping(await self.ask("POST", "/api/tables", wish))["id"])

    async def sit(
        self, table: str, name: str | None = None, seat: int | None = None, nonce: str = "", token: str = ""
    ) -> Taken:
        """Sit down at a table; a token takes the seat that is kept for it, under the name that one had."""
        wish: Json = {"name": name, "seat": seat, "nonce": nonce}
        taken = _mapping(await self.ask("POST", f"/api/tables/{table}/seats", wish, token))
        return Taken(_number(taken["seat"]), str(taken["token"]))

    async def rematch(self, table: str, token: str) -> str:
        """Open another table like one whose game has ended, and return its id; a seat there is kept for everybody."""
        return str(_mapping(await self.ask("POST", f"/api/tables/{table}/rematch", token=token))["id"])

    @asynccontextmanager
    async def at(self, table: str, token: str | None = None, since: int | None = None) -> AsyncIterator[Chair]:
        """Watch a table, or play at it with the token of a seat."""
        socket = await connect(f"{self.sockets}/api/tables/{table}/socket", max_size=MOST_BYTES)
        try:
            await socket.send(json.dumps({"type": "hello", "token": token, "since": since}))
            yield Chair(socket)
        finally:
            try:
                await socket.close()
            finally:  # Whoever is interrupted while saying goodbye hangs up.
                socket.transport.abort()

    @asynccontextmanager
    async def stay(self, table: str, token: str | None = None, patience: float = PATIENCE) -> AsyncIterator[Place]:
        """Watch a table, or play at it with the token of a seat, however often the connection is lost."""
        place = Place(patience)
        keeper = asyncio.create_task(place.keep(self, table, token))
        try:
            yield place
        finally:
            keeper.cancel()
            await asyncio.gather(keeper, return_exceptions=True)


def _mapping(value: Json) -> Mapping[str, Json]:
    if not isinstance(value, Mapping):
        raise TypeError(value)
    return value


def _number(value: Json) -> int:
    if not isinstance(value, int):
        raise TypeError(value)
    return value
