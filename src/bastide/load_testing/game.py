"""A game of random players, each with a socket.

Most messages are not decoded: the load generator shares the machine with the server, and ought to be cheap.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Final

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from bastide.client import RETRYABLE_ERRORS
from bastide.errors import BastideError
from bastide.load_testing.options import LoadOptions
from bastide.load_testing.schedule import Schedule
from bastide.load_testing.tally import Tally
from bastide.load_testing.target import SeatedTable, Target, refusal
from bastide.rules.model import Json
from bastide.wire.messages import ServerMessage, TableState

STEP: Final = re.compile(r'\{"type":"step","version":(\d+),')
RETRY_SECONDS: Final = 0.5
"""The delay before a player reconnects, or repeats a command that the server was too busy for."""
UNANSWERED_SECONDS: Final = 30.0
"""The time after which an action counts as unanswered, and its game is abandoned."""
LOST_SECONDS: Final = 15.0
"""The time without a connection after which a server counts as lost."""


@dataclass
class SentAction:
    """An action on its way to the players."""

    since: float
    missing: set[int]
    """The players that it has not reached."""


class RandomGame:
    """A game at a table, with a socket for each of its people."""

    def __init__(self, target: Target, options: LoadOptions, table: SeatedTable, tally: Tally) -> None:
        self.target, self.options, self.table = target, options, table
        self.tally = tally
        """Where actions are counted."""
        self.sockets: dict[int, ClientConnection] = {}
        """The open sockets by the number of the player."""
        self.connected = asyncio.Event()
        """Set when all players have been welcomed."""
        self._started = asyncio.Event()
        self.given_up = asyncio.Event()
        self.over = False
        self.actions = 0
        self._schedule: Schedule | None = None
        self._sent: dict[int, SentAction] = {}
        self._present: set[int] = set()
        self._bot_since: float | None = None
        self._random = Random()

    async def play(self) -> None:
        """Play until the game is over or does not go on. Raises BastideError if the server is lost or refuses."""
        players = [asyncio.create_task(self._follow(*numbered)) for numbered in enumerate(self.table.tokens)]
        try:
            while players and not self._stuck():
                done, _ = await asyncio.wait(players, timeout=1, return_when=asyncio.FIRST_EXCEPTION)
                players = [player for player in players if player not in done]
                for player in done:
                    player.result()
            if self.over:
                self.tally.games += self.tally.running
            else:
                self._count_error("unanswered")
        finally:
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)

    def start(self, delay: float = 0.0) -> None:
        """Let the players act, the first of them after a delay."""
        self._schedule = Schedule(self.options.interval, self.options.steady, delay)
        self._started.set()

    async def give_up(self) -> None:
        """End the game: all players resign; one who is alone with bots ends it by agreement."""
        if not self.given_up.is_set():
            self.given_up.set()
            self._started.set()
            for socket in list(self.sockets.values()):
                await self._send_end(socket)

    async def _send_end(self, socket: ClientConnection) -> None:
        with suppress(WebSocketException):
            await send(socket, type="offer_end" if self.options.bots else "resign")

    def _stuck(self) -> bool:
        oldest = next(iter(self._sent.values()), None)
        return oldest is not None and time.perf_counter() - oldest.since > UNANSWERED_SECONDS

    async def _follow(self, player: int, token: str) -> None:
        """Follow the game as one of its players until it is over, reconnecting if the connection is lost."""
        connected = time.monotonic()
        while not self.over:
            try:
                async with self.target.socket(self.table, player, token) as socket:
                    self.sockets[player] = socket
                    await self._receive_until_over(player, socket)
            except (OSError, TimeoutError, WebSocketException) as reason:
                if player not in self.sockets and time.monotonic() - connected > LOST_SECONDS:
                    raise BastideError("load_lost", url=self.target.client(self.table, player).address) from reason
            if self.sockets.pop(player, None) is not None:
                connected = time.monotonic()
                self.tally.disconnects += self.tally.running and not self.over
            if not self.over:
                await asyncio.sleep(RETRY_SECONDS)

    async def _receive_until_over(self, player: int, socket: ClientConnection) -> None:
        """Receive messages and act, until the game or the connection is over."""
        state: TableState | None = None
        version: int | None = None
        async for text in socket:
            self.tally.received += self.tally.running and len(text.encode() if isinstance(text, str) else text)
            quiet = quiet_version(text)
            if quiet is not None:
                self._arrived(player, quiet)
                continue
            message: ServerMessage = json.loads(text)
            if message["type"] == "welcome" or message["type"] == "step":
                state, version = message["state"], message["version"]
                self._arrived(player, version, choice=bool(state.get("options")))
                if state["ended"] is not None:
                    self.over = True
                    return
                if message["type"] == "welcome":
                    await self._welcomed(player, socket)
                if state.get("options"):
                    await self._act(socket, state, version)
            elif message["type"] == "error" and not self.given_up.is_set():
                if state is None or version is None:
                    raise refusal(self.target.client(self.table, player).address, message["error"], message["text"])
                self._count_error(message["error"])
                if message["error"] in RETRYABLE_ERRORS and state.get("options"):
                    await asyncio.sleep(RETRY_SECONDS)
                    await self._act(socket, state, version)

    async def _welcomed(self, player: int, socket: ClientConnection) -> None:
        self._present.add(player)
        if len(self._present) == len(self.table.tokens):
            self.connected.set()
        if self.given_up.is_set():
            await self._send_end(socket)

    async def _act(self, socket: ClientConnection, state: TableState, version: int) -> None:
        """Choose an option when the next action is due, unless the game is given up before."""
        await self._started.wait()
        if self._schedule is None:
            return
        if self.options.resign_after is not None and self.actions >= self.options.resign_after:
            await self.give_up()
        due = self._schedule.next()
        if (delay := due - time.perf_counter()) > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.given_up.wait(), delay)
        if self.given_up.is_set():
            return
        if version + 1 not in self._sent:  # else it is sent again
            self.actions += 1
            self._sent[version + 1] = SentAction(due, set(range(len(self.table.tokens))))
        await send(socket, type="act", option=self._random.randrange(len(state["options"])), moment=state["moment"])

    def _count_error(self, error: str) -> None:
        if self.tally.running:
            self.tally.errors[error] += 1

    def _arrived(self, player: int, version: int, choice: bool = False) -> None:
        """Note that an entry has reached a player, and the latency of an action that has now reached all."""
        now = time.perf_counter()
        if self.options.bots:
            if self._bot_since is not None and self.tally.running:
                self.tally.bot_latencies.append(now - self._bot_since)
            self._bot_since = None if choice else now
        for sent in [number for number in self._sent if number <= version]:
            action = self._sent[sent]
            action.missing.discard(player)
            if not action.missing:
                del self._sent[sent]
                if self.tally.running:
                    self.tally.latencies.append(now - action.since)


def quiet_version(text: str | bytes) -> int | None:
    """Return the version of a step after which the viewer has no choice and the game goes on.

    None for any other message, which must be decoded. A quotation mark in a JSON string is escaped, so that nothing
    that people wrote looks like a key.

    >>> quiet_version('{"type":"step","version":7,"state":{"ended":null}}')
    7
    """
    if not isinstance(text, str) or '"options":[' in text or '"ended":null' not in text:
        return None
    step = STEP.match(text)
    return int(step[1]) if step else None


async def send(socket: ClientConnection, **message: Json) -> None:
    """Send a message."""
    await socket.send(json.dumps(message))
