"""The message bus between processes that share a store: it carries the ids of tables with new entries, and looks."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final, Protocol

from bastide.errors import BastideError

if TYPE_CHECKING:
    from redis.asyncio import Redis

CHANNEL: Final = "bastide:"
LOOKS_CHANNEL: Final = "bastide-looks:"
Callback = Callable[[str], Awaitable[None]]
"""Called with the id of a table that has new entries."""
LookCallback = Callable[[str, str], Awaitable[None]]
"""Called with the id of a table and a look at it, as JSON."""


class Bus(Protocol):
    """Publishes ids of tables, and looks, to all processes."""

    async def publish(self, table_id: str) -> None:
        """Announce new entries of a table."""

    async def publish_look(self, table_id: str, look: str) -> None:
        """Send a look, as JSON, to the other processes."""

    def subscribed(self, callback: Callback, look_callback: LookCallback) -> AbstractAsyncContextManager[None]:
        """Call back for every published table, and for every look of another process, within the context."""


class LocalBus:
    """The bus of a single process, which does nothing."""

    async def publish(self, table_id: str) -> None:
        """Do nothing: there is no other process."""

    async def publish_look(self, table_id: str, look: str) -> None:
        """Do nothing: there is no other process."""

    @asynccontextmanager
    async def subscribed(self, callback: Callback, look_callback: LookCallback) -> AsyncIterator[None]:
        """Never call back."""
        yield


class RedisBus:
    """The bus of several processes, over Redis. A lost message only delays an update."""

    def __init__(self, url: str) -> None:
        try:
            from redis.asyncio import Redis
        except ImportError as reason:
            raise BastideError("extra_missing_cluster", extra="bastide[cluster]") from reason
        self.redis: Redis = Redis.from_url(url)
        self.sender = secrets.token_hex(8)
        """Identifies the looks of this process."""

    async def publish(self, table_id: str) -> None:
        """Announce new entries of a table."""
        await self.redis.publish(f"{CHANNEL}{table_id}", b"1")

    async def publish_look(self, table_id: str, look: str) -> None:
        """Send a look, as JSON, to the other processes."""
        await self.redis.publish(f"{LOOKS_CHANNEL}{table_id}", f"{self.sender} {look}")

    @asynccontextmanager
    async def subscribed(self, callback: Callback, look_callback: LookCallback) -> AsyncIterator[None]:
        """Call back for every table published by any process, this one included, and for looks of other processes."""
        pubsub = self.redis.pubsub()
        await pubsub.psubscribe(f"{CHANNEL}*", f"{LOOKS_CHANNEL}*")

        async def listen() -> None:
            async for message in pubsub.listen():
                if message["type"] != "pmessage":
                    continue
                channel = message["channel"].decode()
                if channel.startswith(LOOKS_CHANNEL):
                    sender, _, look = message["data"].decode().partition(" ")
                    if sender != self.sender:
                        await look_callback(channel.removeprefix(LOOKS_CHANNEL), look)
                else:
                    await callback(channel.removeprefix(CHANNEL))

        task = asyncio.create_task(listen())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            await pubsub.aclose()  # type: ignore[no-untyped-call]
            await self.redis.aclose()
