"""How processes that share a store tell each other that something happened at a table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final, Protocol

from bastide.errors import BastideError

if TYPE_CHECKING:
    from redis.asyncio import Redis

CHANNEL: Final = "bastide:"
Heard = Callable[[str], Awaitable[None]]
"""What to do when something happened at the table with this id."""


class Bus(Protocol):
    """Carries word from one process to all others."""

    async def publish(self, table_id: str) -> None:
        """Tell the other processes that something happened at a table."""

    def listening(self, heard: Heard) -> AbstractAsyncContextManager[None]:
        """Hear what others publish, as long as the context lasts."""


class LocalBus:
    """The bus of a server that shares its store with nobody."""

    async def publish(self, table_id: str) -> None:
        """Tell nobody."""

    @asynccontextmanager
    async def listening(self, heard: Heard) -> AsyncIterator[None]:
        """Hear nothing."""
        yield


class RedisBus:
    """The bus of several processes: messages over Redis. A lost message costs nothing but time."""

    def __init__(self, url: str) -> None:
        try:
            from redis.asyncio import Redis
        except ImportError as reason:
            raise BastideError("extra_missing_cluster", extra="bastide[cluster]") from reason
        self.redis: Redis = Redis.from_url(url)

    async def publish(self, table_id: str) -> None:
        """Tell all processes that something happened at a table."""
        await self.redis.publish(f"{CHANNEL}{table_id}", b"1")

    @asynccontextmanager
    async def listening(self, heard: Heard) -> AsyncIterator[None]:
        """Hear what all processes publish, one's own word included."""
        pubsub = self.redis.pubsub()
        await pubsub.psubscribe(f"{CHANNEL}*")

        async def listen() -> None:
            async for message in pubsub.listen():
                if message["type"] == "pmessage":
                    await heard(message["channel"].decode().removeprefix(CHANNEL))

        task = asyncio.create_task(listen())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            await pubsub.aclose()  # type: ignore[no-untyped-call]
            await self.redis.aclose()
