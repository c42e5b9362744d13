"""A faulty proxy between clients and a server: it drops, repeats and reorders frames, and cuts connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import WebSocketException

from bastide.client import MAX_MESSAGE_BYTES, Client
from tests.server.running import Server
from tests.server.services import free_port


class Peer(Protocol):
    async def send(self, message: str) -> None: ...

    async def recv(self) -> str | bytes: ...


@dataclass
class LineFaults:
    """The percentages of faults per frame, in both directions, and the number of faults so far."""

    drop: float = 0
    repeat: float = 0
    swap: float = 0
    cut: float = 0
    seed: int = 1
    done: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("drop", "repeat", "swap", "cut", "pass"), 0))

    def __post_init__(self) -> None:
        self.rng = Random(self.seed)

    def next(self) -> str:
        luck, what = self.rng.uniform(0, 100), "pass"
        for name, often in (("drop", self.drop), ("repeat", self.repeat), ("swap", self.swap), ("cut", self.cut)):
            if 0 <= luck < often:
                what = name
            luck -= often
        self.done[what] += 1
        return what


class Cut(Exception):
    """Cuts the connection."""


@asynccontextmanager
async def proxy(server: Server, faults: LineFaults) -> AsyncIterator[Client]:
    """Return a client whose sockets go through the proxy; its HTTP requests do not."""
    port = free_port()

    async def joined(near: ServerConnection) -> None:
        path = near.request.path if near.request else ""
        with suppress(WebSocketException, OSError, Cut):
            async with connect(f"ws://127.0.0.1:{server.port}{path}", max_size=MAX_MESSAGE_BYTES) as far:
                directions = [
                    asyncio.create_task(carry(near, far, faults)),
                    asyncio.create_task(carry(far, near, faults)),
                ]
                done, pending = await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
                for task in pending:
                    task.cancel()
                if any(isinstance(task.exception(), Cut) for task in done):
                    near.transport.abort()
                    far.transport.abort()
                await asyncio.gather(*directions, return_exceptions=True)

    async with serve(joined, "127.0.0.1", port, max_size=MAX_MESSAGE_BYTES):
        yield ProxiedClient(server.address, port)


class ProxiedClient(Client):
    """A client whose sockets go to the proxy."""

    def __init__(self, address: str, port: int) -> None:
        super().__init__(address)
        self.port = port

    @property
    def websocket_address(self) -> str:
        """The address of the proxy."""
        return f"ws://127.0.0.1:{self.port}"


async def carry(one: Peer, other: Peer, faults: LineFaults) -> None:
    """Forward frames in one direction."""
    held: list[str] = []
    while True:
        message = str(await one.recv())
        what = faults.next()
        if what == "cut":
            raise Cut
        if what == "swap":
            held.append(message)
            continue
        for frame in [message] * {"drop": 0, "repeat": 2}.get(what, 1) + held:
            await other.send(frame)
        held = []
