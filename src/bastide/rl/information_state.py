"""What a seat remembers of a game: all that it did, was told and saw, from the first draw to now."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b

from bastide.play.notation import action_text
from bastide.play.view import redact_all, view
from bastide.rules import engine
from bastide.rules.events import Event
from bastide.rules.model import Action, Seat
from bastide.rules.ruleset import Ruleset


def plain(data: object) -> str:
    """Return data as text, always the same for the same data."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


class Recall:
    """The memories of all seats. It follows the log of a game, and only as far as somebody wants to know."""

    def __init__(self, rules: Ruleset, players: int) -> None:
        events: list[Event] = []
        self.length = 0
        """How many actions of the log are remembered."""
        self._state = engine.start(rules, players, events)
        self._lines: list[list[str]] = [[] for _ in range(players)]
        self._seen = [b""] * players
        self._note([None] * players, events)

    def after(self, log: Sequence[Action]) -> Recall:
        """Return the memories after a log that begins as the one that is remembered; these here stay as they are."""
        new = Recall.__new__(Recall)
        new.length = self.length
        new._state = self._state.copy()
        new._lines = [lines[:] for lines in self._lines]
        new._seen = self._seen[:]
        for action in log[self.length :]:
            new._follow(action)
        return new

    def _follow(self, action: Action) -> None:
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
        self._note(own, events)

    def _note(self, own: Sequence[str | None], events: Sequence[Event]) -> None:
        """Let every seat remember what it did itself, what it was told, and how the table looks to it now."""
        for seat, did in enumerate(own):
            told = [event.to_json() for event in redact_all(events, seat)]
            self._lines[seat].append(plain({"did": did, "told": told}))
            looks = plain(view(self._state, seat)).encode()
            self._seen[seat] = blake2b(self._seen[seat] + looks, digest_size=16).digest()

    def text(self, seat: Seat) -> str:
        """Return what a seat remembers: a line for every action, one that stands for all it saw, and what it sees."""
        return "\n".join([*self._lines[seat], self._seen[seat].hex(), plain(view(self._state, seat))])
