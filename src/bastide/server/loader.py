"""Loading of tables from the store, by applying their entries."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from bastide.errors import BastideError
from bastide.games import earlier_options
from bastide.server.entries import TableEntry
from bastide.server.options import TableOptions, read_options
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
    """Return the table of a row.

    If its log does not follow the rules, they may have changed since: it is tried with the options that give those of
    earlier revisions.
    """
    _check_types(row)
    options = read_options(row.options)
    entries = await store.entries_after(row.id, 0)
    try:
        return await _replayed(row, options, entries)
    except BastideError:
        earlier = {**earlier_options(options.expansions), **options.options}
        if earlier == options.options:
            raise
    return await _replayed(row, options.model_copy(update={"options": earlier}), entries)


def _check_types(row: TableRow) -> None:
    """Raise TypeError if a column holds a value of another type, as it may in SQLite."""
    columns: tuple[tuple[object, type], ...] = ((row.id, str), (row.secret, str), (row.updated, int))
    if not all(isinstance(value, kind) for value, kind in columns):
        raise TypeError("row")


async def _replayed(row: TableRow, options: TableOptions, entries: Sequence[TableEntry]) -> Table:
    table = Table(row.id, options, row.secret)
    table.updated = row.updated
    for entry in entries:
        table.apply(entry)
        if entry.version % YIELD_EVERY == 0:
            await asyncio.sleep(0)
    return table
