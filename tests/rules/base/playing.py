"""Playing on from text boards: scores told as events."""

from __future__ import annotations

from collections.abc import Sequence

from bastide import Game, Scripted
from bastide.rules.events import Event
from bastide.rules.state import State
from tests.boards import play


def told(state: State, line: str) -> list[Event]:
    """Play tokens in a state, in place, and return what happened."""
    events: list[Event] = []
    state.events = events
    play(state, line)
    state.events = None
    return events


def scored(events: Sequence[Event]) -> list[tuple[object, object, object]]:
    """Return kind of feature, points and winners of every score, in order."""
    scores = [event.facts for event in events if event.name in ("scored", "farmed")]
    return [(facts["feature"], facts["points"], facts["winners"]) for facts in scores]


def scripted(position: str, tiles: str = "", players: int = 2) -> Game:
    """Return a game that goes on from a position with fixed draws."""
    return Game(seats=players, position=f"{position} ; players {players}", dealer=Scripted(tiles.split()))


def names(events: Sequence[Event]) -> list[str]:
    """Return the names of events, in order."""
    return [event.name for event in events]


def kind_of(game: Game, moment: int) -> str:
    """Return the kind of the action at a moment of the log."""
    return game.rules.kind_of(game.log[moment].action).name
