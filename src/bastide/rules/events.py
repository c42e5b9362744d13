"""Events: what followed from an action, for people to read. They are derived, never needed to go on playing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bastide.rules.model import Json, Seat


@dataclass(frozen=True)
class Event:
    """Something that happened: its name, the seat it concerns, and the facts."""

    name: str
    seat: Seat | None
    facts: Mapping[str, Json]
    private: Mapping[str, Json] = field(default_factory=dict)
    """Facts that only the seat itself may know."""

    def to_json(self) -> dict[str, Json]:
        """Return the event as plain data, private facts included: redact it first for anyone but its seat."""
        return {"event": self.name, "seat": self.seat, **self.facts, **self.private}
