"""The live tables of one process: who watches them, whose turn it is, and what is told to whom."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final, TypeVar

from bastide.errors import BastideError, IllegalAction
from bastide.rules.actions import to_json
from bastide.rules.model import Seat
from bastide.server.bus import Bus
from bastide.server.entries import TableEntry
from bastide.server.logs import failed, note
from bastide.server.messages import entry_message, presence_message, status_of
from bastide.server.metrics import Metrics
from bastide.server.options import read_options
from bastide.server.store import Append, NewTable, Store, TableRow, VersionConflict
from bastide.server.summaries import SummaryCache, TableSummary, summarize
from bastide.server.table import PendingEntry, Table
from bastide.server.thinking import Thinkers
from bastide.server.tokens import hash_token

TRIES: Final = 20
BACKLOG: Final = 256
"""A viewer who is so many messages behind is cut off, and comes back with the whole state."""
RETRY_SECONDS: Final = 1.0
"""What must happen by itself and could not be stored is tried again after so long."""
WORD_SECONDS: Final = 2.0
"""Longer than this nobody waits until other processes have been told."""
IDLE_SECONDS: Final = 600.0
"""A table that nobody watches and where nothing happens by itself is forgotten after so long; the store has it."""
TIDY_SECONDS: Final = 60.0
BREATH: Final = 20
"""After so many entries of a table that is read, other tables get their turn."""


Result = TypeVar("Result")


async def shielded(task: asyncio.Task[Result]) -> Result:
    """Wait for a task that goes on even if nobody waits any more; then nobody complains of how it ended either."""
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    await asyncio.wait({task})
    return task.result()


async def _shared(
    tasks: dict[str, asyncio.Task[Result]], key: str, work: Callable[[], Coroutine[None, None, Result]]
) -> Result:
    """Wait for work that is done once for all who want it meanwhile."""
    if key not in tasks:
        tasks[key] = asyncio.create_task(work())
        tasks[key].add_done_callback(lambda _: tasks.pop(key, None))
    return await shielded(tasks[key])


class Viewer:
    """Somebody who watches a table over a socket: a seat, or a spectator."""

    def __init__(self, seat: Seat | None, language: str, presence: bool = False) -> None:
        self.seat, self.language, self.presence = seat, language, presence
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue(BACKLOG + 1)
        self.tiles = 0
        """How many tiles of the board this viewer knows."""
        self.cut = asyncio.Event()
        """Set once the viewer did not keep up: what was in line for them is gone."""
        self._closed = False

    def send(self, message: str) -> None:
        """Put a message in line; a viewer who does not keep up is cut off, and gets no message with a gap before it."""
        if self._closed:
            return
        if self.waiting.qsize() >= BACKLOG:
            while not self.waiting.empty():
                self.waiting.get_nowait()
            self.cut.set()
            self.close()
        else:
            self.waiting.put_nowait(message)

    def close(self) -> None:
        """Let the socket be closed once the line is read."""
        if not self._closed:
            self._closed = True
            self.waiting.put_nowait(None)


class LiveTable:
    """A table in memory, with those who watch it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.status = "open"
        """What the store says of the table."""
        self.driven = False
        """Whether somebody chooses for bots and for seats that are out."""
        self.gone = False
        """Whether the table was forgotten: whoever holds it must ask for it again."""
        self.touched = time.monotonic()

    def tell_presence(self) -> None:
        """Tell those who asked for it which seats are here: with a line to this process."""
        seats = sorted({viewer.seat for viewer in self.viewers if viewer.seat is not None})
        message = presence_message(seats, len(self.viewers))
        for viewer in self.viewers:
            if viewer.presence:
                viewer.send(message)

    def idle(self) -> bool:
        """Say whether nobody watches, nothing happens by itself, and nobody asked for the table lately."""
        busy = self.viewers or self.timer or self.driven or self.lock.locked()
        return not busy and time.monotonic() - self.touched >= IDLE_SECONDS


class Hub:
    """All live tables of this process."""

    def __init__(self, store: Store, bus: Bus, metrics: Metrics, bot_processes: int = 1) -> None:
        self.store, self.bus, self.metrics = store, bus, metrics
        self.live: dict[str, LiveTable] = {}
        self.summaries = SummaryCache()
        self.thinkers = Thinkers(bot_processes)
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._reading: dict[str, asyncio.Task[TableSummary]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._doing: set[asyncio.Task[TableEntry | None]] = set()
        self.stopping = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Hub]:
        """Serve tables, as long as the context lasts; those with a game going on are taken up again."""
        async with self.bus.listening(self.heard):
            for table_id in await self.store.unfinished():
                try:
                    await self.get(table_id)
                except Exception:
                    failed("table not taken up again", table=table_id)
            self._spawn(self._tidy())
            try:
                yield self
            finally:
                await self._stop()

    async def _stop(self) -> None:
        """Finish what is being stored, then let everybody go."""
        self.stopping = True
        for live in self.live.values():
            if live.timer:
                live.timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        reading = *self._loading.values(), *self._reading.values()
        await asyncio.gather(*self._tasks, *self._doing, *reading, return_exceptions=True)
        for live in self.live.values():
            for viewer in live.viewers:
                viewer.close()
        self.thinkers.stop()

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            for live in list(self.live.values()):
                if live.idle():
                    self._forget(live)

    def _forget(self, live: LiveTable) -> None:
        """Drop a table from memory; those who watch it come back, and find it as the store has it."""
        live.gone = True
        if self.live.get(live.table.id) is live:
            del self.live[live.table.id]
        if live.timer:
            live.timer.cancel()
            live.timer = None
        for viewer in live.viewers:
            viewer.close()

    async def get(self, table_id: str) -> LiveTable:
        """Return a table, read from the store if it is not in memory. Raises BastideError if there is none."""
        live = await self._taken_up(table_id)
        live.touched = time.monotonic()
        return live

    async def summary(self, table_id: str) -> TableSummary:
        """Return what lists tell of a table. Raises BastideError if there is none.

        That keeps no table in memory: one that is over is not even taken up, and only what is told of it remembered.
        """
        live = self.live.get(table_id)
        if live is None:
            known = self.summaries.get(table_id)
            if known is not None:
                return known
            row = await self._row(table_id)
            if row.status == "over":
                return await _shared(self._reading, table_id, lambda: self._read_over(row))
            live = await self._taken_up(table_id)
        self.summaries.note(live.table)
        return summarize(live.table)

    async def _taken_up(self, table_id: str) -> LiveTable:
        live = self.live.get(table_id)
        return await _shared(self._loading, table_id, lambda: self._load(table_id)) if live is None else live

    async def _row(self, table_id: str) -> TableRow:
        row = await self.store.table(table_id)
        if row is None:
            raise BastideError("no_such_table", table=table_id)
        return row

    async def _read(self, row: TableRow) -> Table:
        """Return a table as the store has it."""
        table = Table(row.id, read_options(row.options), row.secret)
        for entry in await self.store.entries_after(row.id, 0):
            table.apply(entry)
            if entry.version % BREATH == 0:
                await asyncio.sleep(0)
        return table

    async def _read_over(self, row: TableRow) -> TableSummary:
        known = self.summaries.get(row.id)
        if known is not None:  # somebody else has read it while the row was looked up
            return known
        table = await self._read(row)
        self.summaries.note(table)
        await self._heard_after_the_end(row.id)
        return self.summaries.get(row.id) or summarize(table)

    async def _heard_after_the_end(self, table_id: str) -> None:
        """Take up what was stored for a finished table that is not in memory."""
        known = self.summaries.get(table_id)
        if known is not None:
            try:
                self.summaries.happened(table_id, await self.store.entries_after(table_id, known.version))
            except Exception:
                self.summaries.drop(table_id)
                failed("table not read", table=table_id)

    async def _load(self, table_id: str) -> LiveTable:
        row = await self._row(table_id)
        live = LiveTable(await self._read(row))
        live.status = row.status
        self.live[table_id] = live
        try:
            async with live.lock:
                await self._catch_up(live)
                await self._note_status(live)
        except BaseException:
            self._forget(live)
            raise
        self._go_on(live)
        return live

    async def open(self, row: TableRow) -> LiveTable:
        """Open a new table."""
        try:
            await self.store.open_table(row)
        except Exception as reason:
            failed("table not stored", table=row.id)
            raise BastideError("store_failed") from reason
        self._opened(row)
        return await self.get(row.id)

    def _opened(self, row: TableRow) -> None:
        self.metrics.opened.inc()
        note("opened", table=row.id)

    async def do(
        self, live: LiveTable, command: Callable[[Table], PendingEntry | None], opens: NewTable | None = None
    ) -> TableEntry | None:
        """Let a command happen: it becomes an entry, is stored, applied and told. Raises BastideError if it cannot.

        Once begun it is finished, even if nobody waits for it any more. A table that it opens is stored with it.
        """
        task = asyncio.create_task(self._do(live, command, opens))
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)
        return await shielded(task)

    async def _do(
        self, live: LiveTable, command: Callable[[Table], PendingEntry | None], opens: NewTable | None
    ) -> TableEntry | None:
        begun = time.perf_counter()
        async with live.lock:
            step = await self._stored_step(live, command, opens)
            if step is None:
                return None
            await self._happened(live, [(step.entry, step)])
        await self._pass_on(live.table.id)
        if opens is not None:
            self._opened(opens.row)
        entry = step.entry
        self.metrics.entries.labels(entry.kind).inc()
        ms = round(1000 * (time.perf_counter() - begun))
        note("entry", table=live.table.id, kind=entry.kind, seat=entry.seat, version=entry.version, ms=ms)
        return entry

    async def _stored_step(
        self, live: LiveTable, command: Callable[[Table], PendingEntry | None], opens: NewTable | None
    ) -> PendingEntry | None:
        """Store what a command makes of the table, as the table is now; nothing else has changed yet."""
        for _ in range(TRIES):
            if live.gone:
                break
            step = command(live.table)
            if step is None:
                return None
            try:
                await self.store.append(replace(to_append(live.table.id, step.entry), opens=opens))
            except VersionConflict:
                await self._catch_up(live)
            except Exception as reason:
                failed("entry not stored", table=live.table.id)
                self._later(lambda: self.heard(live.table.id))
                raise BastideError("store_failed") from reason
            else:
                return step
        raise BastideError("table_busy")

    async def _pass_on(self, table_id: str) -> None:
        """Tell other processes; if that fails, they find out when they look into the store."""
        try:
            async with asyncio.timeout(WORD_SECONDS):
                await self.bus.publish(table_id)
        except Exception:
            failed("other processes not told", table=table_id)

    async def heard(self, table_id: str) -> None:
        """Take up what another process has stored."""
        live = self.live.get(table_id)
        if live is None:
            await self._heard_after_the_end(table_id)
            return
        async with live.lock:
            try:
                await self._catch_up(live)
            except Exception:
                failed("table not read", table=table_id)

    async def _catch_up(self, live: LiveTable) -> None:
        missed = await self.store.entries_after(live.table.id, live.table.version)
        await self._happened(live, [(entry, None) for entry in missed])

    async def _happened(self, live: LiveTable, news: list[tuple[TableEntry, PendingEntry | None]]) -> None:
        try:
            for entry, step in news:
                live.table.apply(entry, step.game if step else None)
                self._tell(live, entry)
        except Exception:
            self._forget(live)
            self.summaries.drop(live.table.id)
            raise
        if news:
            self.summaries.note(live.table)
            self._go_on(live)
            await self._note_status(live)

    async def _note_status(self, live: LiveTable) -> None:
        """Note in the store how far the table is. Only lists read it, so it may fail: the next entry tries again."""
        status = status_of(live.table)
        if live.status != status:
            try:
                await self.store.set_status(live.table.id, status, live.table.updated)
                live.status = status
            except Exception:
                failed("status not stored", table=live.table.id)

    def _tell(self, live: LiveTable, entry: TableEntry) -> None:
        """Tell every viewer what happened; those who see the same get the same text."""
        table = live.table
        tiles = len(table.game.state.board.laid) if table.game else 0
        texts: dict[tuple[Seat | None, str, int], str] = {}
        for viewer in live.viewers:
            left = entry.kind == "stood" and viewer.seat == entry.seat
            viewer.seat = None if left else viewer.seat
            known = viewer.tiles if entry.kind == "acted" else 0
            key = viewer.seat, viewer.language, known
            if key not in texts:
                texts[key] = entry_message(table, entry, viewer.seat, viewer.language, known)
            viewer.tiles = tiles
            viewer.send(texts[key])
            if left:
                viewer.close()

    def _go_on(self, live: LiveTable) -> None:
        """See to what must happen by itself: bots, seats that are out, clocks."""
        if live.timer:
            live.timer.cancel()
            live.timer = None
        table = live.table
        if table.actor is None or self.stopping or live.gone:
            return
        if _by_itself(table) is not None:
            if not live.driven:
                live.driven = True
                self._spawn(self._drive(live))
        elif table.clocks.left:
            self._wake(live, table.clocks.remaining(table.actor) / 1000 + 0.005)

    def _wake(self, live: LiveTable, delay: float) -> None:
        live.timer = asyncio.get_running_loop().call_later(delay, lambda: self._spawn(self._flag(live)))

    def _spawn(self, job: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _later(self, job: Callable[[], Coroutine[None, None, None]]) -> None:
        async def wait() -> None:
            await asyncio.sleep(RETRY_SECONDS)
            await job()

        if not self.stopping:
            self._spawn(wait())

    async def _flag(self, live: LiveTable) -> None:
        """Let the time of a seat be over, if it is; a timer that comes too early is set again."""
        try:
            if await self.do(live, lambda table: table.flag()) is None:
                self._go_on(live)
        except IllegalAction:
            self._go_on(live)
        except BastideError:
            if not self.stopping and not live.gone:
                self._wake(live, RETRY_SECONDS)

    async def _drive(self, live: LiveTable) -> None:
        """Choose for bots and for seats that are out, until somebody else is to choose."""
        try:
            while (seat := _by_itself(live.table)) is not None and not live.gone:
                try:
                    await self._choose_for(live, seat)
                except Exception as reason:
                    if not isinstance(reason, BastideError):
                        failed("no choice made", table=live.table.id, seat=seat)
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            live.driven = False
        self._go_on(live)

    async def _choose_for(self, live: LiveTable, seat: Seat) -> None:
        table, moment = live.table, live.table.moment
        sitting = table.seats[seat]
        number: int | None = None
        if sitting is not None and sitting.bot and not sitting.out and table.game is not None:
            options = [to_json(table.game.rules, option) for option in table.game.options()]
            seed = hash_token(f"bot/{table.secret}/{seat}/{moment}")
            rules, view = str(table.game.rules.choice), table.game.view(seat)
            number = await self.thinkers.choose(sitting.bot, rules, view, options, seed)

        def command(now: Table) -> PendingEntry | None:
            if now.moment != moment or _by_itself(now) != seat:
                return None
            if number is None:
                return now.passed_over(seat)
            return now.act(seat, {"option": number, "moment": moment})

        try:
            await self.do(live, command)
        except IllegalAction:
            failed("bot chose what it may not", table=table.id, seat=seat)
            number = None
            await self.do(live, command)


def _by_itself(table: Table) -> Seat | None:
    """Return the seat that is to choose if nobody will do so for it: a bot's, or one that is out."""
    seat = table.actor
    sitting = table.seats[seat] if seat is not None else None
    return seat if sitting is not None and (sitting.out or sitting.bot) else None


def to_append(table_id: str, entry: TableEntry) -> Append:
    """Return an entry as it goes to the store: with whose seat it is now, if that changes."""
    if entry.kind in ("sat", "kept"):
        return Append(table_id, entry, str(entry.data["stored"]))
    return Append(table_id, entry, "" if entry.kind == "stood" else None)
