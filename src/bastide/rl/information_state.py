"""Information states: the actions, events and views of a seat since the start of a game."""

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
    """Return data as JSON in a canonical form: equal data gives equal text."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


class InformationStates:
    """The information states of all seats after a log."""

    def __init__(self, rules: Ruleset, players: int) -> None:
        events: list[Event] = []
        self.length = 0
        """The length of the log."""
        self._state = engine.start(rules, players, events)
        self._lines: list[list[str]] = [[] for _ in range(players)]
        self._digests = [b""] * players
        self._record([None] * players, events)

    def after(self, log: Sequence[Action]) -> InformationStates:
        """Return the information states after a log that continues the present one."""
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
        """Record for every seat its own action, the events that it may see, and a digest of its view."""
        for seat, action in enumerate(own):
            visible = [event.to_json() for event in redact_all(events, seat)]
            self._lines[seat].append(canonical_json({"did": action, "told": visible}))
            view_text = canonical_json(view(self._state, seat)).encode()
            self._digests[seat] = blake2b(self._digests[seat] + view_text, digest_size=16).digest()

    def text(self, seat: Seat) -> str:
        """Return the information state of a seat: a line per action, a digest of all its views, its present view."""
        return "\n".join([*self._lines[seat], self._digests[seat].hex(), canonical_json(view(self._state, seat))])
