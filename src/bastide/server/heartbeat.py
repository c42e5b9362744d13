"""Heartbeats of the processes that share a store: which of them reach it, and which players are connected to each.

A player may be connected to a process that cannot reach the store for a while. The others cannot know what it was told
meanwhile, so they leave it to that process to say that the player's time has run out.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Set
from contextlib import suppress
from typing import Final

from bastide.rules.model import Seat
from bastide.server.live_table import LiveTable
from bastide.server.logs import log_exception
from bastide.server.store import Store

LEAVE_SECONDS: Final = 2.0
"""Timeout for telling the other processes that this one stops."""
Connected = Callable[[], Set[tuple[str, Seat]]]
"""Returns the seats that are connected to this process, each with the id of its table."""


class Heartbeat:
    """Tells the other processes that this one reaches the store, and finds out whether they do."""

    def __init__(self, store: Store, connected: Connected, shared: bool) -> None:
        self.store, self.connected = store, connected
        self.shared = shared
        """Whether there may be other processes."""
        self.process = secrets.token_hex(8)
        self._stored: Set[tuple[str, Seat]] | None = None
        """The connected seats that the store knows of; None if that is not certain."""

    async def beat_forever(self, seconds: float) -> None:
        """Store a heartbeat at an interval, for ever."""
        while self.shared:
            try:
                await self.beat()
            except Exception:
                log_exception("heartbeat failed")
            await asyncio.sleep(seconds)

    async def beat(self) -> None:
        """Store that this process reaches the store, and which seats are connected to it."""
        before, self._stored = self._stored, None
        now = frozenset(self.connected())
        await self.store.beat(self.process, now, before)
        self._stored = now

    async def leave(self) -> None:
        """Tell the other processes that this one stops."""
        if self.shared:
            with suppress(Exception):
                async with asyncio.timeout(LEAVE_SECONDS):
                    await self.store.forget_process(self.process)

    async def may_flag(self, live: LiveTable, seat: Seat) -> bool:
        """Return whether a seat whose time has run out can be flagged here.

        It can if its player is connected here, or to no process that may have heard from them since. A process that has
        been silent for long counts as gone. Raises an exception if the store cannot be read.
        """
        if not self.shared or live.has_viewer(seat):
            return True
        return not await self.store.elsewhere(self.process, live.table.id, seat, live.table.clocks.overdue())
