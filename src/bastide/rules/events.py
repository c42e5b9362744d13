"""Events: what followed from an action, for people to read. They are derived, never needed to go on playing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bastide.rules.model import Json, Seat

if TYPE_CHECKING:
    from bastide.rules.state import State


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


def tell(
    state: State, name: str, seat: Seat | None, facts: Mapping[str, Json], private: Mapping[str, Json] | None = None
) -> None:
    """Tell the state's listener, if there is one, what happened. Look for one first where facts cost time."""
    if state.events is not None:
        state.events.append(Event(name, seat, facts, private or {}))


def tile_facts(state: State, tile: int) -> dict[str, Json]:
    """Return, for an event, the id of a tile and its short name."""
    printed = state.rules.catalogue.tiles[tile]
    return {"tile": printed.id, "name": printed.name}
