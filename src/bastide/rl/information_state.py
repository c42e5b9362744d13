"""Information states: everything that a seat did, was told and saw since the start of a game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b

from bastide.play.masking import redact_all
from bastide.play.notation import action_text
from bastide.play.view import view
from bastide.rules import engine
from bastide.rules.events import Event
from bastide.rules.model import Action, Seat
from bastide.rules.ruleset import Ruleset


def canonical_json(data: object) -> str:
    """Return JSON in a canonical form: equal data gives equal text."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


class InformationStates:
    """The information states of all seats after a log, extended on demand."""

    def __init__(self, rules: Ruleset, players: int) -> None:
        events: list[Event] = []
        self.length = 0
        """The number of actions of the log that are included."""
        self._state = engine.start(rules, players, events)
        self._lines: list[list[str]] = [[] for _ in range(players)]
        self._digests = [b""] * players
        self._record([None] * players, events)

    def after(self, log: Sequence[Action]) -> InformationStates:
        """Return the information states after a longer log, leaving these unchanged."""
        new = InformationStates.__new__(InformationStates)
        new.length = self.length
        new._state = self._state.copy()
        new._lines = [lines[:] for lines in self._lines]
        new._digests = self._digests[:]
        for action in log[self.length :]:
            new._apply(action)
        return new

    def _apply(self, action: Action) -> None:
        state = self._state
        own: list[str | None] = [None] * state.players
        actor = engine.actor(state)
        if actor >= 0:
            own[actor] = action_text(state, action)
        events: list[Event] = []
        state.events = events
        engine.apply(state, action)
        state.events = None
        self.length += 1
        self._record(own, events)

    def _record(self, own: Sequence[str | None], events: Sequence[Event]) -> None:
        """Add for every seat its own action, the events it was told and its view of the game."""
        for seat, did in enumerate(own):
            told = [event.to_json() for event in redact_all(events, seat)]
            self._lines[seat].append(canonical_json({"did": did, "told": told}))
            seen = canonical_json(view(self._state, seat)).encode()
            self._digests[seat] = blake2b(self._digests[seat] + seen, digest_size=16).digest()

    def text(self, seat: Seat) -> str:
        """Return the information state of a seat: a line per action, a digest of its past views, and its view."""
        return "\n".join([*self._lines[seat], self._digests[seat].hex(), canonical_json(view(self._state, seat))])
