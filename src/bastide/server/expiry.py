"""Expiry: tables where nothing happens for a long time are closed. Their games can still be looked at."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from bastide.server.commands import close_idle, wall_clock
from bastide.server.database import when_available
from bastide.server.entries import TableEntry
from bastide.server.loader import find_row
from bastide.server.logs import log_event, log_exception
from bastide.server.options import TableOptions, read_options
from bastide.server.store import NewEntry, StoreReplaced, VersionConflict

if TYPE_CHECKING:
    from bastide.server.hub import Hub

FIRST_SECONDS: Final = 10.0
"""Delay after the start until the first search for tables that have expired."""
INTERVAL_SECONDS: Final = 3600.0
"""Interval between these searches."""
PAUSE_SECONDS: Final = 0.01
"""Pause after each of them, so that people are served first."""
DAY: Final = 24 * 3600 * 1000


def lifetime(options: TableOptions, days: int) -> int | None:
    """Return the milliseconds after its last entry at which a table is closed: a running clock is waited for."""
    return days * DAY + options.clock.start if days else None


async def expire_tables(hub: Hub) -> None:
    """Close tables whose lifetime has run out, for ever."""
    days, delay = hub.settings.expire_days, FIRST_SECONDS
    while days:
        await asyncio.sleep(delay)
        delay = INTERVAL_SECONDS
        for table_id in await when_available(lambda: hub.store.idle_since(wall_clock() - days * DAY)):
            try:
                await _close_if_expired(hub, table_id)
            except Exception:
                log_exception("expiry failed", table=table_id)
            await asyncio.sleep(PAUSE_SECONDS)


async def _close_if_expired(hub: Hub, table_id: str) -> None:
    """Close a table if its lifetime has run out. One that is not in memory is not loaded for it."""
    live = hub.live.get(table_id)
    if live is not None:
        closed = await hub.execute(live, close_idle) is not None
    else:
        closed = await _close_stored(hub, table_id)
    if closed:
        hub.drop(table_id)
        hub.metrics.expired.inc()
        log_event("table expired", table=table_id)


async def _close_stored(hub: Hub, table_id: str) -> bool:
    generation = await hub.store.generation()
    row = await find_row(hub.store, table_id)
    version, kind, at = await hub.store.last_entry(table_id)
    last, now = max(at, row.updated), wall_clock()
    if kind == "expired":  # a process died before it could say so in the row
        await hub.store.set_status(table_id, "over", automatic=False, updated=last)
        return False
    limit = lifetime(read_options(row.options), hub.settings.expire_days)
    if limit is None or now - last < limit:
        await hub.store.set_status(table_id, row.status, row.automatic, last)
        return False
    try:
        await hub.store.append(NewEntry(table_id, TableEntry(version + 1, "expired", at=now), generation=generation))
    except (VersionConflict, StoreReplaced):
        return False
    await hub.store.set_status(table_id, "over", automatic=False, updated=now)
    hub.bus.publish_entries(table_id)
    return True
