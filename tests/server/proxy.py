"""A bad line between clients and a server: frames are dropped, repeated and held back, and connections cut."""

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


class Line(Protocol):
    async def send(self, message: str) -> None: ...

    async def recv(self) -> str | bytes: ...


@dataclass
class Mischief:
    """How often out of a hundred times something happens to a frame, either way, and what has happened."""

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
    """The connection is to be cut."""


@asynccontextmanager
async def proxy(server: Server, mischief: Mischief) -> AsyncIterator[Client]:
    """Return a client whose sockets all go through a bad line; what it asks over HTTP goes through a good one."""
    port = free_port()

    async def joined(near: ServerConnection) -> None:
        path = near.request.path if near.request else ""
        with suppress(WebSocketException, OSError, Cut):
            async with connect(f"ws://127.0.0.1:{server.port}{path}", max_size=MAX_MESSAGE_BYTES) as far:
                ways = [
                    asyncio.create_task(carry(near, far, mischief)),
                    asyncio.create_task(carry(far, near, mischief)),
                ]
                done, open_still = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                for way in open_still:
                    way.cancel()
                if any(isinstance(way.exception(), Cut) for way in done):
                    near.transport.abort()
                    far.transport.abort()
                await asyncio.gather(*ways, return_exceptions=True)

    async with serve(joined, "127.0.0.1", port, max_size=MAX_MESSAGE_BYTES):
        yield Through(server.address, port)


class Through(Client):
    """A client whose sockets go to another port."""

    def __init__(self, address: str, port: int) -> None:
        super().__init__(address)
        self.port = port

    @property
    def websocket_address(self) -> str:
        """Where sockets are opened."""
        return f"ws://127.0.0.1:{self.port}"


async def carry(one: Line, other: Line, mischief: Mischief) -> None:
    """Carry frames one way."""
    held: list[str] = []
    while True:
        message = str(await one.recv())
        what = mischief.next()
        if what == "cut":
            raise Cut
        if what == "swap":
            held.append(message)
            continue
        for frame in [message] * {"drop": 0, "repeat": 2}.get(what, 1) + held:
            await other.send(frame)
        held = []
