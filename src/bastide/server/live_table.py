"""Live tables: a table in memory, and the viewers that its entries are broadcast to."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bastide.bots import Bot
from bastide.rules.model import Seat
from bastide.server.entries import TableEntry
from bastide.server.messages import Audience, entry_message, paused_message, presence_message, status_of
from bastide.server.table import Table
from bastide.wire.messages import LookMessage, Placement, TableStatus

BACKLOG: Final = 256
"""Number of unsent messages at which a viewer is disconnected; it reconnects and gets the whole state."""
MAX_TRANSIENT: Final = 4
"""Number of unsent messages at which a viewer is sent no looks."""
IDLE_SECONDS: Final = 600.0
"""Time after which a table that nobody needs is dropped from memory."""
FINISHED_SECONDS: Final = 60.0
"""The same for a table whose game has ended."""
WAKE_SECONDS: Final = 60.0
"""A table is not dropped if something is due there sooner."""


@dataclass(frozen=True)
class Status:
    """What the store knows of a table apart from its log."""

    status: TableStatus
    automatic: bool
    """Whether bots or clocks act at the table while nobody is connected."""


def current_status(table: Table) -> Status:
    """Return what the store should know of a table."""
    status = status_of(table)
    acts = bool(table.clocks.left) or any(map(table.is_automatic, range(len(table.seats))))
    return Status(status, acts and status == "playing" and table.has_people())


class Viewer:
    """The socket of a seat or a spectator, with a queue of messages."""

    def __init__(self, seat: Seat | None, language: str, presence: bool = False, looks: bool = False) -> None:
        self.seat, self.language, self.presence, self.looks = seat, language, presence, looks
        self.queue: asyncio.Queue[str | None] = asyncio.Queue(BACKLOG + 1)
        """Messages to be sent; None closes the socket."""
        self.tiles = 0
        """Number of tiles of the board that have been sent."""
        self.overflowed = asyncio.Event()
        """Set when the backlog was full and has been discarded."""
        self._closed = False

    def send(self, message: str) -> None:
        """Queue a message. If the backlog is full, discard it and disconnect: a viewer never sees a gap."""
        if self._closed:
            return
        if self.queue.qsize() >= BACKLOG:
            while not self.queue.empty():
                self.queue.get_nowait()
            self.overflowed.set()
            self.close()
        else:
            self.queue.put_nowait(message)

    def send_transient(self, message: str) -> None:
        """Queue a message that may be lost, unless others are waiting."""
        if self.queue.qsize() < MAX_TRANSIENT:
            self.send(message)

    def close(self) -> None:
        """Close the socket once all queued messages are sent."""
        if not self._closed:
            self._closed = True
            self.queue.put_nowait(None)


class LiveTable:
    """A table in memory, with its viewers."""

    def __init__(self, table: Table, stored: Status, generation: int = 0) -> None:
        self.table = table
        self.generation = generation
        """The generation of the store that the table was read from."""
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.timer: asyncio.TimerHandle | None = None
        """Fires when something is due by time: the end of a grace, or of a player's time."""
        self.stored = stored
        """The status of the table in the store."""
        self.bots: dict[tuple[Seat, str], Bot] = {}
        """The bots by seat and level, with what they remember of the game."""
        self.driven = False
        """Whether a task is choosing for bots or for seats that left the game."""
        self.evicted = False
        """Whether the table was dropped from memory; a reference to it is then stale."""
        self.touched = time.monotonic()

    def broadcast(self, entry: TableEntry, weighed: Sequence[Placement] = ()) -> None:
        """Send the entry that was just applied to all viewers; what they see alike is built once.

        The whole board is sent again after a takeback or an undo, and else only the tiles that are new to a viewer.
        """
        table = self.table
        rewound = table.rewound_version == entry.version
        tiles = len(table.game.state.board.laid) if table.game else 0
        audience = Audience(table)
        messages: dict[tuple[Seat | None, str, int], str] = {}
        for viewer in self.viewers:
            left = entry.kind in ("stood", "given") and viewer.seat == entry.seat
            viewer.seat = None if left else viewer.seat
            board_from = 0 if rewound else viewer.tiles
            key = viewer.seat, viewer.language, board_from
            if key not in messages:
                messages[key] = entry_message(audience, entry, *key, weighed)
            viewer.tiles = tiles
            viewer.send(messages[key])
            if left:
                viewer.close()

    def broadcast_look(self, look: LookMessage) -> None:
        """Send a look to all viewers that subscribed to looks, but not to the seat itself, unless it is outdated."""
        if look["moment"] != self.table.position_version or look["seat"] != self.table.actor:
            return
        message = json.dumps(look)
        for viewer in self.viewers:
            if viewer.looks and viewer.seat != look["seat"]:
                viewer.send_transient(message)

    def broadcast_presence(self) -> None:
        """Send the seats that are connected to this process to all viewers that subscribed to presence."""
        seats = sorted({viewer.seat for viewer in self.viewers if viewer.seat is not None})
        message = presence_message(seats, len(self.viewers))
        for viewer in self.viewers:
            if viewer.presence:
                viewer.send(message)

    def broadcast_clocks(self) -> None:
        """Tell all viewers that the clocks stand still because entries cannot be stored."""
        if self.table.clocks.paused:
            message = paused_message(self.table)
            for viewer in self.viewers:
                viewer.send(message)

    def set_timer(self, timer: asyncio.TimerHandle | None) -> None:
        """Replace the timer, cancelling the current one."""
        if self.timer:
            self.timer.cancel()
        self.timer = timer

    def close_viewers(self) -> None:
        """Disconnect all viewers."""
        for viewer in self.viewers:
            viewer.close()

    def remove(self, viewer: Viewer) -> None:
        """Remove a viewer that has left, and tell the others."""
        self.viewers.discard(viewer)
        self.touched = time.monotonic()
        self.broadcast_presence()

    def has_viewer(self, seat: Seat) -> bool:
        """Return whether a seat is connected to this process."""
        return any(viewer.seat == seat for viewer in self.viewers)

    def apply_from_elsewhere(self, entry: TableEntry) -> None:
        """Apply an entry that another process has stored.

        That process may not have heard yet from a player who is connected here, and it does not know when they were
        shown that it is their turn. So it does not reduce what is left of the time of such a turn.
        """
        table, seat, position = self.table, self.table.timed_seat, self.table.position_version
        if seat is None or not table.clocks.left or not self.has_viewer(seat):
            table.apply(entry)
            return
        left = table.clocks.remaining(seat)
        table.apply(entry)
        if position == table.position_version:
            table.clocks.keep(seat, left)

    def attended(self) -> bool:
        """Return whether a person takes part in the game or is connected; bots do not play on for themselves."""
        return bool(self.viewers) or self.table.has_people()

    def droppable(self) -> bool:
        """Return whether the table may be dropped from memory: nobody is connected, and nothing is under way."""
        due = self.timer is not None and self.timer.when() - asyncio.get_running_loop().time() < WAKE_SECONDS
        return not (self.viewers or due or self.driven or self.lock.locked())

    def idle(self) -> bool:
        """Return whether the table may be dropped, and has not been used for some time."""
        limit = FINISHED_SECONDS if self.table.ended else IDLE_SECONDS
        return self.droppable() and time.monotonic() - self.touched >= limit
