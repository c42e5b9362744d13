"""Entries: the log of a table, from which everything else follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bastide.play.game import Game
from bastide.rules.model import Json, Seat


@dataclass(frozen=True)
class TableEntry:
    """One entry of a table's log. Entries are numbered from 1 and never changed."""

    version: int
    kind: str
    seat: Seat | None = None
    data: Mapping[str, Json] = field(default_factory=dict)
    at: int = 0
    """Wall clock time in milliseconds since 1970."""
    clocks: tuple[int, ...] = ()
    """Remaining milliseconds of every seat after the entry; empty without a clock."""


@dataclass(frozen=True)
class PendingEntry:
    """An entry to be stored, and the game after it if that was computed already."""

    entry: TableEntry
    game: Game | None = None

    def with_ref(self, ref: str) -> PendingEntry:
        """Return the entry with the client's reference, by which a repeated command is recognized."""
        return replace(self, entry=replace(self.entry, data={**self.entry.data, "ref": ref}))
