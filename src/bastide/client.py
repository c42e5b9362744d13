"""A client of the table server, for bots and other programs.

    client = Client("http://localhost:8000")
    table = await client.open(seats=2)
    seat = await client.take_seat(table, "Robot")
    async with client.session(table, seat.token) as session:
        async for snapshot in session:
            if snapshot.options:
                await session.act(0)

`Client.session` reconnects automatically; `Client.connect` is a single connection. Messages have the types of
`bastide.wire`.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from random import random
from secrets import token_hex
from typing import Final, cast
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from bastide.rules.model import Json
from bastide.wire.events import GameEvent
from bastide.wire.messages import (
    ActionData,
    ChatLine,
    DoneMessage,
    ErrorMessage,
    HelloMessage,
    SaidMessage,
    SeatToken,
    ServerMessage,
    TableFacts,
    TableId,
    TableState,
)
from bastide.wire.views import PlacedTile, View

MAX_MESSAGE_BYTES: Final = 1 << 24
DEFAULT_TIMEOUT: Final = 5.0
CONNECT_TIMEOUT: Final = 10.0
MIN_BACKOFF: Final = 0.05
MAX_BACKOFF: Final = 10.0
"""The delay before reconnecting doubles with every failure, within these bounds."""
FATAL_ERRORS: Final = ("not_your_seat", "no_such_table", "table_expired", "no_spectators", "unreadable_table")
"""Errors after which a session does not reconnect."""
RETRYABLE_ERRORS: Final = ("too_many_messages", "table_busy", "store_failed")
"""Errors after which a command is retried."""
RETRY_DELAY: Final = 0.5
CUT_OFF: Final = "cut_off"
"""The error after which a session waits for the longest delay before it reconnects."""


class ApiError(Exception):
    """The server refused a request or a command."""

    def __init__(self, error: str, text: str) -> None:
        super().__init__(text)
        self.error = error
        """The id of the error."""


@dataclass(frozen=True)
class SeatCredentials:
    """A seat, and the token that opens it."""

    seat: int
    token: str


@dataclass
class Snapshot:
    """The state of a table for one viewer."""

    version: int
    state: TableState
    events: list[GameEvent] = field(default_factory=list)
    """The events since the previous snapshot."""

    @property
    def view(self) -> View:
        """The viewer's view of the game; an empty dictionary before the game begins."""
        return self.state["view"] if "view" in self.state else cast("View", {})

    @property
    def options(self) -> Sequence[ActionData]:
        """The actions to choose from; empty if it is not the viewer's turn."""
        return self.state.get("options", [])

    @property
    def position_version(self) -> int:
        """The version of the position that the options belong to."""
        return self.state["moment"]

    @property
    def ended(self) -> bool:
        """Whether the game has ended."""
        return self.state["ended"] is not None


class Connection:
    """A socket at a table: iterate over it to follow the table, and send commands."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.snapshot: Snapshot | None = None
        self.seat: int | None = None
        """The viewer's seat; None for a spectator."""
        self.chat: list[ChatLine] = []
        self.errors: list[ErrorMessage] = []
        self.out_of_sync = False
        """Whether a message was missed, so that the state is unknown until the client reconnects."""
        self._board: list[PlacedTile] = []
        self._refs = command_refs()

    async def __aiter__(self) -> AsyncIterator[Snapshot]:
        """Yield the current snapshot, and another whenever the table changes, until the socket closes."""
        async for text in self.socket:
            if self.handle(json.loads(text)) and self.snapshot is not None:
                yield self.snapshot

    def handle(self, message: ServerMessage) -> bool:
        """Handle a message; return whether the snapshot changed. A repeated message changes nothing."""
        known = self.snapshot.version if self.snapshot is not None else -1
        if message["type"] == "error":
            self.errors.append(message)
        elif message["type"] == "welcome":
            if self.snapshot is None:
                self.seat, self.chat = message["seat"], list(message["chat"])
                self._update(message["version"], message["state"], message["missed"])
                return True
        elif message["type"] == "step" and self.snapshot is not None and message["version"] == known + 1:
            self._update(message["version"], message["state"], message["events"])
            return True
        elif message["type"] == "said" and self.snapshot is not None and message["version"] == known + 1:
            self.chat.append(message["line"])
            self.snapshot = _after_line(self.snapshot, message)
            return True
        elif (
            message["type"] == "step"
            or message["type"] == "said"
            or message["type"] == "done"
            or message["type"] == "pong"
        ):
            self.out_of_sync = self.out_of_sync or message["version"] > known
        return False

    def _update(self, version: int, state: TableState, events: Sequence[GameEvent]) -> None:
        """Replace the snapshot; the board of the state is completed with the tiles that were sent before."""
        if "view" in state:
            view = state["view"]
            self._board = self._board[: state["board_from"]] + view["board"]
            view["board"] = list(self._board)
        self.snapshot = Snapshot(version, state, list(events))

    async def send(self, kind: str, **fields: Json) -> None:
        """Send a message."""
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def act(self, option: int) -> None:
        """Choose an option by its index."""
        if self.snapshot is None:
            raise ValueError(option)
        await self.send("act", option=option, moment=self.snapshot.position_version, ref=next(self._refs))


def _after_line(snapshot: Snapshot, message: SaidMessage) -> Snapshot:
    """Return the snapshot after a line of chat, which changes nothing but the version and the clocks."""
    before = snapshot.state
    table: TableFacts = {**before["table"], "version": message["version"], "updated": message["line"]["at"]}
    state: TableState = {**before, "table": table, "clocks": message["clocks"], "running": message["running"]}
    return Snapshot(message["version"], state)


def command_refs() -> Iterator[str]:
    """Yield unique references for commands: the server executes a repeated command once."""
    prefix = token_hex(8)
    return (f"{prefix}/{number}" for number in count(1))


@dataclass
class PendingCommand:
    """A command that the server has not answered yet."""

    text: str
    answer: asyncio.Future[int]
    due: float = 0.0
    """When it is sent again."""


class Session:
    """A viewer that reconnects when the connection is lost; no command is lost or executed twice.

    Iterate over it to follow the table; changes between two iterations are combined. Commands wait for the answer of
    the server: they return the version of their entry, or raise ApiError.
    """

    def __init__(self, timeout: float = DEFAULT_TIMEOUT) -> None:
        self.timeout = timeout
        """Seconds after which a silent server is pinged, and after which a command is sent again."""
        self.snapshot: Snapshot | None = None
        self.chat: list[ChatLine] = []
        self.connections = 0
        """Number of connections so far."""
        self._yielded: Snapshot | None = None
        self._events: list[GameEvent] = []
        self._connection: Connection | None = None
        self._pending: dict[str, PendingCommand] = {}
        self._refs = command_refs()
        self._changed = asyncio.Event()
        self._fatal: ApiError | None = None
        self._cut_off = False

    async def __aiter__(self) -> AsyncIterator[Snapshot]:
        """Yield the current snapshot, and another whenever the table may have changed.

        Raises ApiError on a fatal error.
        """
        while True:
            await self._changed.wait()
            self._changed.clear()
            if self._fatal is not None:
                raise self._fatal
            if self.snapshot is not None:
                events, self._events = self._events, []
                self._yielded = Snapshot(self.snapshot.version, self.snapshot.state, events)
                yield self._yielded

    async def act(self, option: int) -> int:
        """Choose an option of the last snapshot of the iteration by its index."""
        snapshot = self._yielded or self.snapshot
        if snapshot is None:
            raise ValueError(option)
        return await self.execute("act", option=option, moment=snapshot.position_version)

    async def execute(self, kind: str, **fields: Json) -> int:
        """Send a command until it is answered; return the version of its entry. Raises ApiError if it is refused."""
        if self._fatal is not None:
            raise self._fatal
        ref = next(self._refs)
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        pending = PendingCommand(json.dumps({"type": kind, "ref": ref, **fields}), answer)
        self._pending[ref] = pending
        try:
            await self._send(pending)
            return await pending.answer
        finally:
            del self._pending[ref]

    async def _send(self, pending: PendingCommand) -> None:
        if self._connection is not None:
            pending.due = time.monotonic() + self.timeout
            with suppress(ConnectionClosed):
                await self._connection.socket.send(pending.text)

    async def _send_due(self) -> None:
        for pending in list(self._pending.values()):
            if time.monotonic() >= pending.due:
                await self._send(pending)

    def _seconds_until_due(self) -> float:
        """Return the time until a command is due to be sent again, at most the timeout."""
        due = min((pending.due for pending in self._pending.values()), default=float("inf"))
        return min(self.timeout, max(0.0, due - time.monotonic()))

    async def run(self, client: Client, table: str, token: str | None) -> None:
        """Connect, and reconnect whenever the connection is lost, until a fatal error."""
        backoff = MIN_BACKOFF
        while self._fatal is None:
            before = self.connections
            with suppress(OSError, TimeoutError, WebSocketException):
                since = self.snapshot.version if self.snapshot else None
                async with (
                    asyncio.timeout(CONNECT_TIMEOUT) as connecting,
                    client.connect(table, token, since) as connection,
                ):
                    connecting.reschedule(None)
                    await self._receive_loop(connection)
            self._connection = None
            backoff = MIN_BACKOFF if self.connections > before else min(2 * backoff, MAX_BACKOFF)
            if self._cut_off:
                backoff, self._cut_off = MAX_BACKOFF, False
            if self._fatal is None:
                await asyncio.sleep(backoff * (0.5 + random()))

    async def _receive_loop(self, connection: Connection) -> None:
        """Receive messages until the connection ends, misses one, or does not answer a ping."""
        received, pinged = time.monotonic(), False
        while not connection.out_of_sync and self._fatal is None:
            try:
                async with asyncio.timeout(self._seconds_until_due() if connection.snapshot else self.timeout):
                    message: ServerMessage = json.loads(await connection.socket.recv())
            except TimeoutError:
                silence = time.monotonic() - received
                if silence >= 2 * self.timeout or connection.snapshot is None:
                    return
                if silence >= self.timeout and not pinged:
                    pinged = True
                    await connection.send("ping")
            else:
                received, pinged = time.monotonic(), False
                await self._receive(connection, message)
            if self._connection is connection:
                await self._send_due()

    async def _receive(self, connection: Connection, message: ServerMessage) -> None:
        if connection.handle(message) and connection.snapshot is not None:
            again = message["type"] == "welcome"  # with another history, if the server was restored
            if again or self.snapshot is None or connection.snapshot.version != self.snapshot.version:
                self._changed.set()
            self._events += connection.snapshot.events
            self.snapshot, self.chat = connection.snapshot, connection.chat
            if connection.seat in connection.snapshot.state["awaited"]:
                await connection.send("ready")
            if message["type"] == "welcome":
                self.connections += 1
                self._connection = connection
                for pending in list(self._pending.values()):
                    await self._send(pending)
        if message["type"] == "error" and message["error"] in FATAL_ERRORS and connection.snapshot is None:
            self._fail(message)
        if message["type"] == "error" and message["error"] == CUT_OFF:
            self._cut_off = True
        elif message["type"] == "error" and message["error"] in RETRYABLE_ERRORS and message["ref"] is None:
            for pending in self._pending.values():
                self._retry(pending)
        elif message["type"] == "done" or message["type"] == "error":
            self._resolve(message)

    def _fail(self, message: ErrorMessage) -> None:
        """End the session with a fatal error, which all pending commands raise."""
        self._fatal = ApiError(message["error"], message["text"])
        self._changed.set()
        for pending in self._pending.values():
            if not pending.answer.done():
                pending.answer.set_exception(self._fatal)

    def _resolve(self, message: DoneMessage | ErrorMessage) -> None:
        """Resolve the pending command that a message answers, or schedule its retry."""
        pending = self._pending.get(str(message["ref"]))
        if pending is None or pending.answer.done():
            return
        if message["type"] == "done":
            pending.answer.set_result(message["version"])
        elif message["error"] in RETRYABLE_ERRORS:
            self._retry(pending)
        else:
            pending.answer.set_exception(ApiError(message["error"], message["text"]))

    def _retry(self, pending: PendingCommand) -> None:
        pending.due = time.monotonic() + min(RETRY_DELAY, self.timeout)


class Client:
    """A client of one server."""

    def __init__(self, address: str = "http://localhost:8000") -> None:
        self.address = address.rstrip("/")

    @property
    def websocket_address(self) -> str:
        """The address of the server's WebSockets."""
        return self.address.replace("http", "ws", 1)

    async def request(self, method: str, path: str, data: Json = None, token: str = "") -> Json:
        """Send an HTTP request and return the JSON of the response. Raises ApiError if the request is refused."""
        return await asyncio.to_thread(self._request, method, path, data, token)

    def _request(self, method: str, path: str, data: Json, token: str) -> Json:
        body = None if data is None else json.dumps(data).encode()
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        try:
            with urlopen(Request(self.address + path, body, headers, method=method), timeout=30) as response:
                text: str = response.read().decode()
        except HTTPError as reason:
            error = json.loads(reason.read() or b"{}")
            raise ApiError(str(error.get("error", reason.code)), str(error.get("text", error))) from reason
        response_data: Json = json.loads(text) if text else None
        return response_data

    async def open(self, **options: Json) -> str:
        """Open a table and return its id."""
        return cast("TableId", await self.request("POST", "/api/tables", options))["id"]

    async def take_seat(
        self, table: str, name: str | None = None, seat: int | None = None, nonce: str = "", token: str = ""
    ) -> SeatCredentials:
        """Take a free seat under a name, or with a token the seat that is reserved for it."""
        body: Json = {"name": name, "seat": seat, "nonce": nonce}
        taken = cast("SeatToken", await self.request("POST", f"/api/tables/{table}/seats", body, token))
        return SeatCredentials(taken["seat"], taken["token"])

    async def give_seat(self, table: str, seat: int, bot: str, token: str) -> None:
        """Give a free seat, one that left the game, or one's own to a bot, by its character or level."""
        await self.request("PUT", f"/api/tables/{table}/seats/{seat}/bot", {"bot": bot}, token)

    async def open_seat(self, table: str, seat: int, token: str) -> None:
        """Open the seat of a bot for a person."""
        await self.request("DELETE", f"/api/tables/{table}/seats/{seat}/bot", token=token)

    async def rematch(self, table: str, token: str) -> str:
        """Open the rematch of a game that has ended, with all seats reserved, and return the id of its table."""
        return cast("TableId", await self.request("POST", f"/api/tables/{table}/rematch", token=token))["id"]

    @asynccontextmanager
    async def connect(
        self, table: str, token: str | None = None, since: int | None = None
    ) -> AsyncIterator[Connection]:
        """Connect to a table, to watch or, with the token of a seat, to play."""
        socket = await connect(f"{self.websocket_address}/api/tables/{table}/socket", max_size=MAX_MESSAGE_BYTES)
        try:
            hello: HelloMessage = {"type": "hello", "token": token, "since": since}
            await socket.send(json.dumps(hello))
            yield Connection(socket)
        finally:
            try:
                await socket.close()
            finally:  # drops the connection if the closing handshake is cancelled
                socket.transport.abort()

    @asynccontextmanager
    async def session(
        self, table: str, token: str | None = None, timeout: float = DEFAULT_TIMEOUT
    ) -> AsyncIterator[Session]:
        """Watch a table or, with the token of a seat, play, reconnecting whenever the connection is lost."""
        session = Session(timeout)
        runner = asyncio.create_task(session.run(self, table, token))
        try:
            yield session
        finally:
            runner.cancel()
            await asyncio.gather(runner, return_exceptions=True)
