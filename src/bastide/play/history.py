"""The history of a game: every action, what followed from it, and the states in between.

Checkpoints of the state are made at an interval; the states in between are replayed from them. Places are named when
the events are first read, and from then on as the game goes on: a game that nobody reads costs nothing but its rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, overload

from bastide.play.places import Names, with_places
from bastide.rules import engine
from bastide.rules.events import Event
from bastide.rules.model import Action
from bastide.rules.state import State

if TYPE_CHECKING:
    Slice = slice[int | None, int | None, int | None]

INTERVAL: Final = 32
"""The number of actions from one checkpoint to the next."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of the log: who decided it, and in which turn."""

    actor: int
    action: Action
    turn: int


class History:
    """The log of a game and its events. It only ever grows: `until` returns a shorter one."""

    __slots__ = ("_counted", "_ends", "_events", "_named", "_names", "_names_at", "_read", "_states", "log")

    def __init__(self, start: State, events: Sequence[Event]) -> None:
        self.log: list[Entry] = []
        self._states = {0: start.copy()}
        """The checkpoints: some states, by ply."""
        self._events, names = with_places(start, events, {})
        """All events in order; those of the first plies have the names of their places."""
        self._ends = [len(events)]
        """The number of events up to every ply."""
        self._counted: dict[int, int] = {}
        """The plies that were followed by a final scoring, with the number of events before it."""
        self._named, self._names = 0, names
        """The last ply whose events have names, and the names after it."""
        self._names_at = {0: names}
        """The names at every checkpoint that has been named, by ply."""
        self._read = False
        """Whether events have been read, so that places are named as the game goes on."""

    def __len__(self) -> int:
        return self._ends[-1]

    def add(self, entry: Entry, state: State, events: Sequence[Event]) -> None:
        """Add an action, the state after it, and what followed from it."""
        current = self._named == len(self.log)
        self.log.append(entry)
        self._events += events
        self._ends.append(len(self._events))
        if self._read and current:
            self._name(state, self._ends[-2])

    def add_count(self, state: State, events: Sequence[Event]) -> None:
        """Add the events of a final scoring to those of the last action, and the state after it."""
        ply, before = len(self.log), self._ends[-1]
        self._counted[ply] = before
        self._events += events
        self._ends[-1] = len(self._events)
        if self._named == ply:
            self._name(state, before)

    def _name(self, state: State, first: int) -> None:
        """Name the places of the last events, given the state after them."""
        self._events[first:], names = with_places(state, self._events[first:], self._names)
        self._set_names(len(self.log), names)

    def checkpoint(self, state: State) -> None:
        """Make a checkpoint of the state after the last action, if one is due."""
        ply = len(self.log)
        if ply % INTERVAL == 0 and not engine.is_held(state):
            self._states[ply] = state.copy()
            if self._named == ply:
                self._names_at[ply] = self._names

    def at(self, ply: int) -> State:
        """Return the state after some actions, as an independent copy."""
        start = self._checkpoint_before(ply)
        state = self._states[start].copy()
        for entry in self.log[start:ply]:
            engine.apply(state, entry.action)
        return state

    def until(self, ply: int) -> History:
        """Return the history up to a ply, which goes on independently."""
        new = History.__new__(History)
        new.log = self.log[:ply]
        new._states = {start: state for start, state in self._states.items() if start <= ply}
        new._ends = self._ends[: ply + 1]
        new._events = self._events[: new._ends[-1]]
        new._counted = {counted: end for counted, end in self._counted.items() if counted <= ply}
        new._names_at = {start: names for start, names in self._names_at.items() if start <= ply}
        new._read = self._read
        if self._named <= ply:
            new._named, new._names = self._named, self._names
        else:
            new._named, new._names = ply, self.names(ply)
        return new

    def names(self, ply: int) -> Names:
        """Return the names that places had at a ply, each by a segment of its feature."""
        self._name_all(ply)
        if self._named == ply:
            return self._names
        start = max(start for start in self._names_at if start <= ply)
        state, names = self.at(start), self._names_at[start]
        for later in range(start + 1, ply + 1):
            _, names = self._replayed(later, state, names)
        return names

    def events(self, first: int = 0, last: int | None = None) -> list[Event]:
        """Return events by their numbers, with the names of places."""
        self._read = True
        self._name_all(len(self.log))
        return self._events[first:last]

    def by_ply(self) -> list[list[Event]]:
        """Return what followed from each action; the first list is what followed from setting up."""
        told = self.events()
        return [told[first:last] for first, last in zip([0, *self._ends], self._ends, strict=False)]

    def _checkpoint_before(self, ply: int) -> int:
        """Return the ply of the last checkpoint up to a ply."""
        start = ply - ply % INTERVAL
        while start not in self._states:
            start -= INTERVAL
        return start

    def _name_all(self, last: int) -> None:
        """Name the places of all events up to a ply that have no names yet."""
        if self._named >= last:
            return
        state = self.at(self._named)
        for ply in range(self._named + 1, last + 1):
            events, names = self._replayed(ply, state, self._names)
            self._events[self._ends[ply - 1] : self._ends[ply]] = events
            self._set_names(ply, names)

    def _replayed(self, ply: int, state: State, names: Names) -> tuple[list[Event], Names]:
        """Play the action of a ply again; return its events with the names of places, and all names after it."""
        engine.apply(state, self.log[ply - 1].action, hold=True)
        first, last = self._ends[ply - 1], self._ends[ply]
        counted = self._counted.get(ply)
        events, names = with_places(state, self._events[first : last if counted is None else counted], names)
        if counted is not None:
            engine.settle(state, arrived=True)
            more, names = with_places(state, self._events[counted:last], names)
            events += more
        return events, names

    def _set_names(self, ply: int, names: Names) -> None:
        self._named, self._names = ply, names
        if ply in self._states:
            self._names_at[ply] = names


class Happened(Sequence[Event]):
    """Some events of a history; their places are named when they are read."""

    __slots__ = ("_first", "_history", "_last")

    def __init__(self, history: History, first: int) -> None:
        self._history, self._first, self._last = history, first, len(history)

    def __len__(self) -> int:
        return self._last - self._first

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: Slice) -> list[Event]: ...
    def __getitem__(self, index: int | Slice) -> Event | list[Event]:
        return self._events()[index]

    def __iter__(self) -> Iterator[Event]:
        return iter(self._events())

    def __eq__(self, other: object) -> bool:
        return self._events() == list(other) if isinstance(other, Sequence) else NotImplemented

    def __hash__(self) -> int:
        raise TypeError(f"unhashable type: {type(self).__name__!r}")

    def __repr__(self) -> str:
        return repr(self._events())

    def _events(self) -> list[Event]:
        return self._history.events(self._first, self._last)
