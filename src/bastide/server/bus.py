"""The message bus between processes that share a store: it carries the ids of tables with new entries, and looks.

Nothing depends on it: entries that it does not announce are found in the store, a little later (`synchronizer`).
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import deque
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final, Protocol

from bastide.errors import BastideError
from bastide.server.logs import log_event, log_exception
from bastide.server.settings import REDIS

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub

ENTRIES_CHANNEL: Final = "bastide:entries:"
LOOKS_CHANNEL: Final = "bastide:looks:"
PATTERN: Final = "bastide:*"
MIN_DELAY: Final = 0.05
MAX_DELAY: Final = 2.0
"""Seconds between attempts to subscribe: the delay doubles with every failure."""
PING_SECONDS: Final = 5.0
"""Silence after which the subscription is probed, and time for the answer."""
TIMEOUT_SECONDS: Final = 2.0
"""Timeout for connecting and publishing."""
MAX_OUTBOX: Final = 10_000
"""Number of messages to be published; the oldest are dropped first."""


class Subscriber(Protocol):
    """Receives what is published. No method may block."""

    def receive_entries(self, table_id: str) -> None:
        """Called when a table has new entries."""

    def receive_look(self, table_id: str, look: str) -> None:
        """Called with a look of another process, as JSON."""

    def receive_gap(self) -> None:
        """Called when messages may have been missed, and arrive again from now on."""


class Bus(Protocol):
    """Publishes ids of tables, and looks, to all processes, without waiting for it."""

    @property
    def shared(self) -> bool:
        """Whether there may be other processes."""

    @property
    def connected(self) -> bool:
        """Whether messages of other processes arrive."""

    def publish_entries(self, table_id: str) -> None:
        """Announce new entries of a table."""

    def publish_look(self, table_id: str, look: str) -> None:
        """Send a look, as JSON, to the other processes."""

    def running(self, subscriber: Subscriber) -> AbstractAsyncContextManager[None]:
        """Publish, and call the subscriber for every message, within the context."""


class LocalBus:
    """The bus of a single process, which does nothing."""

    shared = False
    connected = True

    def publish_entries(self, table_id: str) -> None:
        """Do nothing: there is no other process."""

    def publish_look(self, table_id: str, look: str) -> None:
        """Do nothing: there is no other process."""

    @asynccontextmanager
    async def running(self, subscriber: Subscriber) -> AsyncIterator[None]:
        """Never call the subscriber."""
        yield


class RedisBus:
    """The bus of several processes, over Redis. While Redis is away, messages are dropped, and it is tried again."""

    shared = True

    def __init__(self, url: str) -> None:
        try:
            from redis.asyncio import Redis
            from redis.asyncio.retry import Retry
            from redis.backoff import NoBackoff
        except ImportError as reason:
            raise BastideError("extra_missing_cluster", extra="bastide[cluster]") from reason
        try:
            self.redis: Redis = Redis.from_url(
                url,
                retry=Retry(NoBackoff(), 0),
                socket_connect_timeout=TIMEOUT_SECONDS,
                socket_timeout=TIMEOUT_SECONDS,
            )
        except ValueError as reason:
            raise BastideError("redis_url", name=REDIS) from reason
        self.connected = False
        self.sender = secrets.token_hex(8)
        """Identifies the messages of this process."""
        self._outbox: deque[tuple[str, str]] = deque(maxlen=MAX_OUTBOX)
        self._filled = asyncio.Event()

    def publish_entries(self, table_id: str) -> None:
        """Announce new entries of a table."""
        self._publish(ENTRIES_CHANNEL + table_id, "")

    def publish_look(self, table_id: str, look: str) -> None:
        """Send a look, as JSON, to the other processes."""
        self._publish(LOOKS_CHANNEL + table_id, look)

    def _publish(self, channel: str, text: str) -> None:
        self._outbox.append((channel, f"{self.sender} {text}"))
        self._filled.set()

    @asynccontextmanager
    async def running(self, subscriber: Subscriber) -> AsyncIterator[None]:
        """Publish, and call the subscriber for every message of another process, within the context."""
        tasks = [asyncio.create_task(self._listen(subscriber)), asyncio.create_task(self._send())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.redis.aclose()

    async def _send(self) -> None:
        """Publish what is in the outbox. What cannot be published is dropped: it is found in the store."""
        failing = False
        while True:
            await self._filled.wait()
            self._filled.clear()
            batch = list(self._outbox)
            self._outbox.clear()
            try:
                async with asyncio.timeout(TIMEOUT_SECONDS), self.redis.pipeline(transaction=False) as pipeline:
                    for channel, text in batch:
                        pipeline.publish(channel, text)
                    await pipeline.execute()
                failing = False
            except Exception:
                if not failing:
                    log_exception("bus cannot publish")
                failing = True

    async def _listen(self, subscriber: Subscriber) -> None:
        """Receive messages; subscribe again, for ever, whenever the connection is lost."""
        delay = MIN_DELAY
        while True:
            pubsub = self.redis.pubsub()
            try:
                async with asyncio.timeout(TIMEOUT_SECONDS):
                    await pubsub.psubscribe(PATTERN)
                async for kind, channel, text in _messages(pubsub):
                    if kind == "psubscribe":
                        self.connected, delay = True, MIN_DELAY
                        log_event("bus connected")
                        subscriber.receive_gap()
                    elif kind == "pmessage":
                        self._receive(subscriber, channel, text)
            except Exception:
                if self.connected or delay == MIN_DELAY:
                    log_exception("bus lost")
            finally:
                self.connected = False
                with suppress(Exception):
                    await pubsub.aclose()  # type: ignore[no-untyped-call]
            await asyncio.sleep(delay * random.uniform(0.5, 1))
            delay = min(2 * delay, MAX_DELAY)

    def _receive(self, subscriber: Subscriber, channel: str, text: str) -> None:
        sender, _, look = text.partition(" ")
        if sender == self.sender:
            return
        if channel.startswith(ENTRIES_CHANNEL):
            subscriber.receive_entries(channel.removeprefix(ENTRIES_CHANNEL))
        elif channel.startswith(LOOKS_CHANNEL):
            subscriber.receive_look(channel.removeprefix(LOOKS_CHANNEL), look)


async def _messages(pubsub: PubSub) -> AsyncIterator[tuple[str, str, str]]:
    """Yield the kind, channel and text of every message. Raises TimeoutError if Redis does not even answer a ping."""
    probed = False
    while True:
        message = await pubsub.get_message(timeout=PING_SECONDS)
        if message is not None:
            probed = False
            channel, data = message["channel"], message["data"]
            text = data.decode() if isinstance(data, bytes) else str(data)
            yield message["type"], channel.decode() if channel else "", text
        elif probed:
            raise TimeoutError
        else:
            probed = True
            await pubsub.ping()
