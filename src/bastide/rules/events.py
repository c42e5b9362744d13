"""Events: what followed from an action, for people to read. They are derived, never needed to go on playing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from bastide.rules.model import Seat
from bastide.wire.events import GameEvent
from bastide.wire.values import TileName

if TYPE_CHECKING:
    from bastide.rules.state import State


@dataclass(frozen=True)
class Event:
    """Something that happened: its name, the seat it concerns, and the facts."""

    name: str
    seat: Seat | None
    facts: Mapping[str, object]
    private: Mapping[str, object] = field(default_factory=dict)
    """Facts that only the seat itself may know."""

    def to_json(self) -> GameEvent:
        """Return the event as plain data, private facts included: redact it first for anyone but its seat."""
        return cast("GameEvent", {"event": self.name, "seat": self.seat, **self.facts, **self.private})


def tell(
    state: State, name: str, seat: Seat | None, facts: Mapping[str, object], private: Mapping[str, object] | None = None
) -> None:
    """Tell the state's listener, if there is one, what happened. Look for one first where facts cost time.

    What each event tells is declared in `bastide.wire.events`.
    """
    if state.events is not None:
        state.events.append(Event(name, seat, facts, private or {}))


def tile_facts(state: State, tile: int) -> TileName:
    """Return, for an event, the id of a tile and its short name."""
    printed = state.rules.catalogue.tiles[tile]
    return {"tile": printed.id, "name": printed.name}
