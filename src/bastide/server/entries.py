"""Entries of a table's log, which is all of a table that is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bastide.play.game import Game
from bastide.rules.model import Json, Seat
from bastide.wire.messages import Placement


@dataclass(frozen=True)
class TableEntry:
    """One entry of a table's log. Entries are numbered from 1 and immutable."""

    version: int
    kind: str
    seat: Seat | None = None
    data: Mapping[str, Json] = field(default_factory=dict)
    at: int = 0
    """Wall clock time in milliseconds since 1970."""
    clocks: tuple[int, ...] = ()
    """The remaining milliseconds of every seat after the entry; empty without a clock."""

    @property
    def new_token_hash(self) -> str | None:
        """The token hash that the entry gives its seat: empty if it frees the seat, None if it changes nothing."""
        if self.kind == "stood":
            return ""
        stored = self.data.get("stored")
        return stored if isinstance(stored, str) else None


@dataclass(frozen=True)
class PendingEntry:
    """An entry that is not stored yet, and the game after it if that has been computed."""

    entry: TableEntry
    game: Game | None = None
    weighed: tuple[Placement, ...] = ()
    """What a bot compared before it chose; sent with the entry, but not stored."""

    def with_ref(self, ref: str) -> PendingEntry:
        """Return the entry with the client's reference, which identifies a repeated command."""
        return replace(self, entry=replace(self.entry, data={**self.entry.data, "ref": ref}))
