"""Idle sockets: viewers of games in which nobody acts."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Final

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from bastide.load_testing.game import send
from bastide.load_testing.target import SeatedTable, Target, refusal

SOCKETS_PER_TABLE: Final = 20
"""Two players, and spectators."""
CONCURRENT_TABLES: Final = 8
"""The number of tables that are opened at once."""
END_SECONDS: Final = 15.0


class IdleSockets:
    """Open sockets at tables where nothing happens."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.sockets: set[ClientConnection] = set()
        self.players: list[ClientConnection] = []
        """The socket of the first player at each table, who resigns at the end."""
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self, count: int) -> None:
        """Open tables with a number of sockets in all. Raises BastideError if the server refuses."""
        sizes = [min(SOCKETS_PER_TABLE, count - first) for first in range(0, count, SOCKETS_PER_TABLE)]
        limit = asyncio.Semaphore(CONCURRENT_TABLES)

        async def open_table(size: int) -> None:
            async with limit:
                table = await self.target.seated_table(people=2)
                for number in range(size):
                    await self._open_socket(table, number)

        await asyncio.gather(*(open_table(size) for size in sizes))

    async def _open_socket(self, table: SeatedTable, number: int) -> None:
        """Open a socket at a table, as a player if there is one left, and wait for its welcome."""
        token = table.tokens[number] if number < len(table.tokens) else None
        welcomed: asyncio.Future[ClientConnection] = asyncio.get_running_loop().create_future()
        self.tasks.append(asyncio.create_task(self._follow(table, number, token, welcomed)))
        socket = await welcomed
        if number == 0:
            self.players.append(socket)

    async def _follow(
        self, table: SeatedTable, number: int, token: str | None, welcomed: asyncio.Future[ClientConnection]
    ) -> None:
        """Receive whatever comes until the socket closes."""
        try:
            async with self.target.socket(table, number, token) as socket:
                first = json.loads(await socket.recv())
                if first["type"] == "error":
                    raise refusal(self.target.client(table, number).address, first["error"], first["text"])
                self.sockets.add(socket)
                welcomed.set_result(socket)
                try:
                    async for _ in socket:
                        pass
                finally:
                    self.sockets.discard(socket)
        except Exception as reason:
            if welcomed.done():
                return
            welcomed.set_exception(reason)

    async def close(self) -> None:
        """End the games and close all sockets."""
        for player in self.players:
            with suppress(WebSocketException):
                await send(player, type="resign")
        await asyncio.gather(*(socket.close() for socket in list(self.sockets)), return_exceptions=True)
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
