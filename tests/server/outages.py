"""A cluster whose PostgreSQL and Redis can be taken away, and games that are played meanwhile.

Every server reaches both services through proxies of its own, which reset, silence or tear connections; a service can
also be killed and started again.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Awaitable, Coroutine, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum
from threading import Thread
from typing import Self

from bastide.client import Client
from tests.server.services import LOOPBACK, PATIENCE, Postgres, Redis, Service, free_port

CHUNK = 65_536
RESET = struct.pack("ii", 1, 0)
"""SO_LINGER that makes closing a socket reset its connection."""

SETTLING_SECONDS = 0.01
"""Time for callbacks of the event loop that no task stands for."""


class Fault(Enum):
    """The ways in which a service is away."""

    REFUSED = "refused"
    """Connections are reset, and new ones refused."""
    SILENT = "silent"
    """Connections stay open, but nothing passes; those of that time never recover."""
    TORN = "torn"
    """Connections end in the middle of the next reply."""
    KILLED = "killed"
    """The process of the service is killed."""


class Line:
    """A connection through a proxy: its ends, and whether its bytes are swallowed."""

    def __init__(self, near: asyncio.StreamWriter, lost: bool) -> None:
        self.ends, self.lost = [near], lost

    def close(self) -> None:
        """Close both ends, once what was written is sent."""
        for end in self.ends:
            end.close()

    def reset(self) -> None:
        """Reset both ends."""
        for end in self.ends:
            with suppress(OSError):
                end.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            end.transport.abort()


class FaultyProxy:
    """A TCP proxy before a service, in a thread of its own, with a fault from `begin` to `end`."""

    def __init__(self, service: Service) -> None:
        self.service, self.port = service, free_port()
        self.fault: Fault | None = None
        self._lines: dict[asyncio.Task[None], Line] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._listener: asyncio.Server | None = None
        self._ended = asyncio.Event()

    def url(self, url: str) -> str:
        """Return the URL of the service with the port of the proxy."""
        return url.replace(f":{self.service.port}/", f":{self.port}/")

    def begin(self, fault: Fault) -> None:
        """Begin a fault; the service itself is killed by whoever owns it."""
        self._run(self._begin(fault))

    def end(self) -> None:
        """End the fault."""
        self._run(self._end())

    @contextmanager
    def away(self, fault: Fault) -> Iterator[None]:
        """Take the service away within the context."""
        self.begin(fault)
        try:
            yield
        finally:
            self.end()

    def __enter__(self) -> Self:
        self._thread.start()
        self._run(self._listen())
        return self

    def __exit__(self, *reason: object) -> None:
        self._run(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    def _run(self, job: Coroutine[None, None, None]) -> None:
        asyncio.run_coroutine_threadsafe(job, self._loop).result(PATIENCE)

    async def _listen(self) -> None:
        self._listener = await asyncio.start_server(self._accept, LOOPBACK, self.port)

    async def _begin(self, fault: Fault) -> None:
        self.fault = fault
        self._ended.clear()
        if fault is Fault.SILENT:
            for line in self._lines.values():
                line.lost = True
        if fault is Fault.REFUSED:
            await self._refuse()

    async def _end(self) -> None:
        if self.fault is Fault.REFUSED:
            await self._listen()
        self.fault = None
        self._ended.set()

    async def _refuse(self) -> None:
        if self._listener is not None:
            self._listener.close()
        for line in self._lines.values():
            line.reset()

    async def _stop(self) -> None:
        """Refuse and reset everything, connections included that are just being accepted."""
        self.fault = Fault.REFUSED
        self._ended.set()
        await self._refuse()
        await asyncio.sleep(SETTLING_SECONDS)
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(others)
        await asyncio.sleep(SETTLING_SECONDS)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        line = self._lines[task] = Line(writer, self.fault is Fault.SILENT)
        try:
            with suppress(OSError):
                if self.fault is not Fault.REFUSED:
                    await self._join(line, reader)
        finally:
            line.reset()
            del self._lines[task]

    async def _join(self, line: Line, reader: asyncio.StreamReader) -> None:
        """Carry bytes both ways until an end closes; nothing gets as far as the service while it is silent."""
        if line.lost:
            while await reader.read(CHUNK):
                pass
            return
        far_reader, far_writer = await asyncio.open_connection(LOOPBACK, self.service.port)
        line.ends.append(far_writer)
        await asyncio.gather(
            self._carry(line, reader, far_writer),
            self._carry(line, far_reader, line.ends[0], replies=True),
            return_exceptions=True,
        )

    async def _carry(
        self, line: Line, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, replies: bool = False
    ) -> None:
        try:
            while data := await reader.read(CHUNK):
                if line.lost:
                    continue
                torn = replies and self.fault is Fault.TORN
                writer.write(data[: len(data) // 2] if torn else data)
                await writer.drain()
                if torn:
                    return
        finally:
            if line.lost and self.fault is Fault.SILENT:
                await self._ended.wait()
            line.close()


class Node:
    """The proxies of one server: to the store and to the bus."""

    def __init__(self, postgres: Postgres, redis: Redis, database_url: str) -> None:
        self.store, self.bus = FaultyProxy(postgres), FaultyProxy(redis)
        self.database_url, self.redis_url = self.store.url(database_url), self.bus.url(redis.url)
        self.address = ""

    @property
    def client(self) -> Client:
        """A client of the server."""
        return Client(self.address)


@dataclass
class Cluster:
    """Servers with one PostgreSQL and one Redis."""

    postgres: Postgres
    redis: Redis
    database_url: str
    """The store, not through a proxy."""
    nodes: list[Node] = field(default_factory=list)

    def service(self, name: str) -> Service:
        """Return the service behind the store or the bus."""
        return self.postgres if name == "store" else self.redis

    def proxies(self, name: str) -> list[FaultyProxy]:
        """Return the proxies of all nodes to the store or to the bus."""
        return [node.store if name == "store" else node.bus for node in self.nodes]

    async def outage(self, name: str, fault: Fault, meanwhile: Awaitable[object]) -> None:
        """Take the store or the bus away from all nodes until something is done."""
        service, proxies = self.service(name), self.proxies(name)
        if fault is Fault.KILLED:
            await asyncio.to_thread(service.kill)
        else:
            for proxy in proxies:
                proxy.begin(fault)
        try:
            await meanwhile
        finally:
            if fault is Fault.KILLED:
                await asyncio.to_thread(service.start)
            else:
                for proxy in proxies:
                    proxy.end()


@contextmanager
def cluster_of(postgres: Postgres, redis: Redis, database_url: str, count: int = 2) -> Iterator[Cluster]:
    """Make the nodes of a cluster; whoever asks starts their servers."""
    cluster = Cluster(postgres, redis, database_url)
    with ExitStack() as stack:
        for _ in range(count):
            node = Node(postgres, redis, database_url)
            proxies: tuple[AbstractContextManager[FaultyProxy], ...] = (node.store, node.bus)
            for proxy in proxies:
                stack.enter_context(proxy)
            cluster.nodes.append(node)
        yield cluster
