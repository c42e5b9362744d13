"""Loading of tables from the store, by applying their entries."""

from __future__ import annotations

import asyncio
from typing import Final

from bastide.errors import BastideError
from bastide.server.options import read_options
from bastide.server.store import Store, TableRow
from bastide.server.table import Table

YIELD_EVERY: Final = 20
"""Number of entries after which control returns to the event loop."""


async def find_row(store: Store, table_id: str) -> TableRow:
    """Return the row of a table. Raises BastideError if there is none."""
    row = await store.table(table_id)
    if row is None:
        raise BastideError("no_such_table", table=table_id)
    return row


async def load_table(store: Store, row: TableRow) -> Table:
    """Return the table of a row."""
    table = Table(row.id, read_options(row.options), row.secret)
    table.updated = row.updated
    for entry in await store.entries_after(row.id, 0):
        table.apply(entry)
        if entry.version % YIELD_EVERY == 0:
            await asyncio.sleep(0)
    return table
