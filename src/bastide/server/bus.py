"""The message bus between processes that share a store: it carries the ids of tables with new entries."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final, Protocol

from bastide.errors import BastideError

if TYPE_CHECKING:
    from redis.asyncio import Redis

CHANNEL: Final = "bastide:"
Callback = Callable[[str], Awaitable[None]]
"""Called with the id of a table that has new entries."""


class Bus(Protocol):
    """Publishes ids of tables to all processes."""

    async def publish(self, table_id: str) -> None:
        """Announce new entries of a table."""

    def subscribed(self, callback: Callback) -> AbstractAsyncContextManager[None]:
        """Call back for every published table within the context."""


class LocalBus:
    """The bus of a single process, which does nothing."""

    async def publish(self, table_id: str) -> None:
        """Do nothing: there is no other process."""

    @asynccontextmanager
    async def subscribed(self, callback: Callback) -> AsyncIterator[None]:
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

    async def publish(self, table_id: str) -> None:
        """Announce new entries of a table."""
        await self.redis.publish(f"{CHANNEL}{table_id}", b"1")

    @asynccontextmanager
    async def subscribed(self, callback: Callback) -> AsyncIterator[None]:
        """Call back for every table published by any process, this one included."""
        pubsub = self.redis.pubsub()
        await pubsub.psubscribe(f"{CHANNEL}*")

        async def listen() -> None:
            async for message in pubsub.listen():
                if message["type"] == "pmessage":
                    await callback(message["channel"].decode().removeprefix(CHANNEL))

        task = asyncio.create_task(listen())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            await pubsub.aclose()  # type: ignore[no-untyped-call]
            await self.redis.aclose()
