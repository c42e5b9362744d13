"""What happens at a table, one entry after another: the log from which everything else follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bastide.rules.model import Json, Seat


@dataclass(frozen=True)
class TableEntry:
    """One thing that happened at a table. Entries are numbered from 1 and never changed."""

    version: int
    kind: str
    seat: Seat | None = None
    data: Mapping[str, Json] = field(default_factory=dict)
    at: int = 0
    """When, in milliseconds since 1970."""
    clocks: tuple[int, ...] = ()
    """What every seat has left afterwards, in milliseconds; empty at a table without a clock."""
