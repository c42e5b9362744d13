"""What lists tell of tables, and the finished ones of which that is remembered without their games."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bastide.rules.model import Json, Seat
from bastide.server.entries import TableEntry
from bastide.server.messages import public_facts
from bastide.server.table import Table

MOST_OVER: Final = 2000
"""So many finished tables are remembered for lists, a few kilobytes each; a whole game takes megabytes."""


@dataclass(frozen=True)
class TableSummary:
    """A table as lists tell of it."""

    facts: dict[str, Json]
    """What everybody may know."""
    version: int
    moment: int
    actor: Seat | None
    winners: tuple[Seat, ...]
    kept: tuple[bool, ...]
    """For every seat, whether it waits for somebody."""


def summarize(table: Table) -> TableSummary:
    """Return what lists tell of a table as it is now."""
    kept = tuple(sitting is not None and sitting.kept for sitting in table.seats)
    return TableSummary(public_facts(table), table.version, table.moment, table.actor, tuple(table.winners()), kept)


class SummaryCache:
    """The finished tables that were asked for lately.

    Their games never change; people may still talk there and go on to a rematch, and then only the version is another.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[str, TableSummary] = OrderedDict()

    def get(self, table_id: str) -> TableSummary | None:
        """Return what lists tell of a finished table, if that is remembered."""
        if table_id in self._known:
            self._known.move_to_end(table_id)
        return self._known.get(table_id)

    def note(self, table: Table) -> None:
        """Remember a table, if it is over and nothing later is known of it."""
        known = self._known.get(table.id)
        if not table.ended or (known is not None and known.version > table.version):
            return
        self._known[table.id] = summarize(table)
        self._known.move_to_end(table.id)
        while len(self._known) > MOST_OVER:
            self._known.popitem(last=False)

    def happened(self, table_id: str, entries: Sequence[TableEntry]) -> None:
        """Note what happened after the end."""
        known = self._known.get(table_id)
        if known is not None and entries and (last := entries[-1]).version > known.version:
            facts = {**known.facts, "version": last.version, "updated": last.at}
            self._known[table_id] = replace(known, facts=facts, version=last.version)

    def drop(self, table_id: str) -> None:
        """Forget a table of which something wrong may be remembered."""
        self._known.pop(table_id, None)
