"""Summaries of tables for lists, and a cache of the summaries of finished tables, whose games need not be loaded."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Final

from bastide.rules.model import Seat
from bastide.server.loader import load_table
from bastide.server.logs import log_exception
from bastide.server.messages import public_facts
from bastide.server.single_flight import SingleFlight
from bastide.server.store import Store, TableRow
from bastide.server.table import Table
from bastide.wire.messages import TableFacts

MAX_FINISHED: Final = 2000
"""Number of finished tables in the cache, a few kilobytes each; a whole game takes megabytes."""


@dataclass(frozen=True)
class TableSummary:
    """The facts of a table that lists show."""

    facts: TableFacts
    """The public facts."""
    version: int
    position_version: int
    actor: Seat | None
    winners: tuple[Seat, ...]
    reserved: tuple[bool, ...]
    """For every seat, whether it is reserved and not taken yet."""
    scores: tuple[int, ...]
    """The points of every seat; empty before the game begins."""
    clocks: tuple[int, ...]
    """The remaining milliseconds of every seat; empty without clocks."""

    @property
    def closed_early(self) -> bool:
        """Whether the table was closed before its game began, so that there is nothing to see."""
        return self.facts["status"] == "over" and not self.scores


def summarize(table: Table) -> TableSummary:
    """Return the current summary of a table."""
    reserved = tuple(occupant is not None and occupant.reserved for occupant in table.seats)
    return TableSummary(
        facts=public_facts(table),
        version=table.version,
        position_version=table.position_version,
        actor=table.actor,
        winners=tuple(table.winners()),
        reserved=reserved,
        scores=tuple(table.game.scores) if table.game else (),
        clocks=table.clocks.all(),
    )


class FinishedTables:
    """An LRU cache of the summaries of finished tables.

    A finished game never changes. Players may still chat and open a rematch, which only changes the version.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.loading: SingleFlight[str, TableSummary] = SingleFlight()
        self._cache: OrderedDict[str, TableSummary] = OrderedDict()

    def get(self, table_id: str) -> TableSummary | None:
        """Return the summary of a finished table, if it is cached."""
        if table_id in self._cache:
            self._cache.move_to_end(table_id)
        return self._cache.get(table_id)

    def update(self, table: Table) -> None:
        """Cache the summary of a table if it is finished and no later version is cached."""
        cached = self._cache.get(table.id)
        if not table.ended or (cached is not None and cached.version > table.version):
            return
        self._cache[table.id] = summarize(table)
        self._cache.move_to_end(table.id)
        while len(self._cache) > MAX_FINISHED:
            self._cache.popitem(last=False)

    def versions(self) -> dict[str, int]:
        """Return the versions of all cached tables by their ids."""
        return {table_id: summary.version for table_id, summary in self._cache.items()}

    def drop(self, table_id: str) -> None:
        """Remove a summary that may be wrong."""
        self._cache.pop(table_id, None)

    async def load(self, row: TableRow) -> TableSummary:
        """Return the summary of a finished table, read from the store if it is not cached."""
        return await self.loading.run(row.id, lambda: self._load(row))

    async def _load(self, row: TableRow) -> TableSummary:
        cached = self.get(row.id)
        if cached is not None:  # by another request while the row was read
            return cached
        table = await load_table(self.store, row)
        self.update(table)
        await self.refresh(row.id)
        return self.get(row.id) or summarize(table)

    async def refresh(self, table_id: str) -> None:
        """Update a cached summary with entries that were stored since."""
        cached = self._cache.get(table_id)
        if cached is None:
            return
        try:
            entries = await self.store.entries_after(table_id, cached.version)
        except Exception:
            self.drop(table_id)
            log_exception("table read failed", table=table_id)
            return
        cached = self._cache.get(table_id)
        if cached is not None and entries and (last := entries[-1]).version > cached.version:
            facts: TableFacts = {**cached.facts, "version": last.version, "updated": last.at}
            self._cache[table_id] = replace(cached, facts=facts, version=last.version)
