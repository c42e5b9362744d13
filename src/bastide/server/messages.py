"""Messages to the viewers of a table, with everything that a seat or a spectator may know, in their language."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from bastide.errors import BastideError
from bastide.games.rules import CACHED_RULES, GameRules
from bastide.play.game import Game
from bastide.play.masking import has_secrets, redact_all
from bastide.play.sentences import Reader, is_personal, with_sentence
from bastide.play.view import view_without_secrets
from bastide.rules.actions import to_json
from bastide.rules.engine import actor, is_held
from bastide.rules.events import Event
from bastide.rules.model import CHANCE, Action, Json, Seat
from bastide.rules.state import State
from bastide.server import looks
from bastide.server.entries import TableEntry
from bastide.server.table import Occupant, Table
from bastide.tiles import available, load
from bastide.wire.events import GameEvent
from bastide.wire.messages import (
    ActionData,
    ChatLine,
    DoneMessage,
    EntrySummary,
    ErrorMessage,
    GameState,
    GraceFacts,
    OpenQuestion,
    PausedMessage,
    Placement,
    PongMessage,
    PresenceMessage,
    SaidMessage,
    SeatFacts,
    StepMessage,
    TableFacts,
    TableState,
    TableStatus,
    WelcomeMessage,
)
from bastide.words import in_edition, say


def public_facts(table: Table) -> TableFacts:
    """Return the public facts of a table."""
    return {
        "id": table.id,
        "options": table.options.to_json(),
        "rules": str(table.rules.choice),
        "tile_sets": list(tile_sets(table.rules)),
        "commitment": table.commitment,
        "salt": table.salt() if table.game else None,
        "seats": [None if occupant is None else _seat_facts(occupant) for occupant in table.seats],
        "status": status_of(table),
        "version": table.version,
        "updated": table.updated,
        "lifetime": None if table.ended else table.lifetime,
    }


def _seat_facts(occupant: Occupant) -> SeatFacts:
    return {
        "name": occupant.name,
        "bot": occupant.bot,
        "out": occupant.withdrawn or None,
        "kept": occupant.reserved,
        "open": occupant.open,
        "keeper": occupant.keeper or None,
        "before": list(occupant.before),
    }


@lru_cache(CACHED_RULES)
def tile_sets(rules: GameRules) -> tuple[str, ...]:
    """Return the tile sets that the tiles of a game come from."""
    ids = {tile.id for tile in rules.catalogue.tiles}
    blocks = {name: load(name).block for name in available()}
    cells = {name: {cell.id for _, _, cell in block.parts} for name, block in blocks.items() if block}
    return tuple(n for n in available() if ids & ({tile.id for tile in load(n).tiles} | cells.get(n, set())))


def status_of(table: Table) -> TableStatus:
    """Return the status of a table."""
    return "over" if table.ended else "playing" if table.game else "open"


class Audience:
    """The viewers of a table: what they see alike is built once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._states: dict[tuple[Seat | None, int], GameState] = {}
        self._events: dict[tuple[int, Seat | None, str], GameEvent] = {}
        self._facts = public_facts(table)
        self._secrets = table.game is not None and has_secrets(table.game.state)

    def state(self, seat: Seat | None, board_from: int = 0) -> TableState:
        """Return the state of the table for a seat or a spectator, with the tiles of the board from an index on."""
        table, knows = self.table, seat if self._secrets else None
        if (knows, board_from) not in self._states:
            self._states[knows, board_from] = _game_state(table, knows, board_from)
        state: TableState = {"table": self._facts, **self._states[knows, board_from]}
        if table.game is None or seat is None:
            return state
        if not self._secrets:
            state["view"] = view_without_secrets(state["view"], seat)
        if table.actor == seat:
            state["options"] = [action_data(table.game, option) for option in table.game.options()]
        state["undo"] = table.undo_ply(seat) is not None
        return state

    def events(self, version: int, seat: Seat | None, language: str) -> list[GameEvent]:
        """Return the events of an entry as a seat or a spectator may see them, each with its sentence."""
        return [self._event(*event, seat, language) for event in enumerate(self.table.events_in(version))]

    def _event(self, number: int, event: Event, seat: Seat | None, language: str) -> GameEvent:
        reader = seat if is_personal(event, seat) else None
        if (number, reader, language) not in self._events:
            self._events[number, reader, language] = events_for([event], self.table, reader, language)[0]
        return self._events[number, reader, language]


def state_for(table: Table, seat: Seat | None, board_from: int = 0) -> TableState:
    """Return the state of a table for a seat or a spectator, with the tiles of the board from an index on."""
    return Audience(table).state(seat, board_from)


def _game_state(table: Table, seat: Seat | None, board_from: int) -> GameState:
    state: GameState = {
        "moment": table.position_version,
        "actor": table.actor,
        "clocks": list(table.clocks.all()),
        "running": table.clocks.running,
        "awaited": sorted(table.awaited),
        "grace": _grace(table),
        "question": _question(table),
        "ended": table.ended or None,
        "winners": list(table.winners()),
        "rematch": table.rematch or None,
    }
    if table.game is not None:
        view = table.game.view(seat, board_from)
        if not table.options.has_aid("tiles_left"):
            del view["unseen"]
        state["view"], state["board_from"] = view, board_from
        if table.actor is not None and (places := looks.count_places(table.game)):
            state["places"] = places
        state["told"] = table.event_count
    return state


def action_data(game: Game, action: Action) -> ActionData:
    """Return an action as JSON data."""
    return cast("ActionData", to_json(game.rules, action))


def _grace(table: Table) -> GraceFacts | None:
    if table.grace is None or table.game is None:
        return None
    state = table.game.state
    ends = is_held(state)
    return {"seat": table.grace.seat, "left": table.grace_left(), "next": None if ends else next_seat(state)}


def next_seat(state: State) -> Seat:
    """Return the seat that is to choose in a state, or to draw."""
    seat = actor(state)
    return state.seat if seat == CHANCE else seat


def _question(table: Table) -> OpenQuestion | None:
    proposal = table.proposal
    if proposal is None:
        return None
    accepted = sorted(proposal.accepted)
    return {"kind": proposal.kind, "seat": proposal.seat, "granted": accepted, "version": proposal.version}


def words_of(table: Table, language: str) -> str:
    """Return a language with the words of a table's edition."""
    return in_edition(language, table.options.preset)


def events_for(
    events: Sequence[Event], table: Table, seat: Seat | None, language: str, names: Sequence[str] = ()
) -> list[GameEvent]:
    """Return events as a seat or a spectator may see them, each with its sentence; by default with present names."""
    reader = Reader(names or (table.game.seats if table.game else ()), words_of(table, language), seat)
    return [with_sentence(event, reader) for event in redact_all(events, seat)]


def story_for(table: Table, seat: Seat | None, language: str, since: int = 0) -> list[GameEvent]:
    """Return the events since a version, as `events_for`, each with the names of those who played then.

    Whoever took a seat in the running game sees none of its secrets from before.
    """
    occupant = None if seat is None else table.seats[seat]
    told: list[GameEvent] = []
    for part in _missed(table, since):
        knows = occupant is None or not occupant.since_version or _follows(part, occupant)
        told += events_for(part.events, table, seat if knows else None, language, part.names)
    return told


def _follows(part: StoryPart, occupant: Occupant) -> bool:
    """Return whether something happened after somebody took a seat."""
    return part.version > occupant.since_version or part.ply > occupant.since_ply


def welcome_message(table: Table, since: int, seat: Seat | None, language: str) -> str:
    """Return the answer to a viewer's hello: the state, the chat, and the events since a version."""
    message: WelcomeMessage = {
        "type": "welcome",
        "seat": seat,
        "version": table.version,
        "state": state_for(table, seat),
        "chat": [in_language(line, language) for line in table.chat],
        "missed": story_for(table, seat, language, since),
    }
    return _compact(message)


def missed_events(table: Table, since: int) -> list[Event]:
    """Return the events since a version; all of them if it is 0 or precedes a takeback."""
    return [event for part in _missed(table, since) for event in part.events]


@dataclass(frozen=True)
class StoryPart:
    """The events of a ply, or of a version."""

    events: Sequence[Event]
    names: Sequence[str]
    """The names at the seats then."""
    ply: int = 0
    version: int = 0


def _missed(table: Table, since: int) -> list[StoryPart]:
    if table.game is not None and (not since or since < table.rewound_version):
        return [StoryPart(events, table.names_at(ply), ply=ply) for ply, events in enumerate(table.game.events)]
    versions = [version for version in table.events_by_version if version > since]
    return [StoryPart(table.events_in(version), table.names_in(version), version=version) for version in versions]


def in_language(line: ChatLine, language: str) -> ChatLine:
    """Return a line of chat; a phrase is written in a language."""
    return {**line, "text": say(language, f"phrase.{line['phrase']}")} if "phrase" in line else line


def entry_message(
    audience: Audience,
    entry: TableEntry,
    seat: Seat | None,
    language: str,
    board_from: int,
    weighed: Sequence[Placement] = (),
) -> str:
    """Return the message about the entry that was just applied, with what a bot weighed before it."""
    if entry.kind == "said":
        return said_message(audience.table, language)
    happened: EntrySummary = {"kind": entry.kind, "seat": entry.seat, "at": entry.at}
    if entry.kind == "answered":
        happened["yes"] = entry.data["yes"] is True
    message: StepMessage = {
        "type": "step",
        "version": entry.version,
        "happened": happened,
        "events": audience.events(entry.version, seat, language),
        "state": audience.state(seat, board_from),
    }
    if weighed:
        message["weighed"] = weighed
    return _compact(message)


def said_message(table: Table, language: str) -> str:
    """Return the message about the line of chat that was just said."""
    clocks = table.clocks
    message: SaidMessage = {
        "type": "said",
        "version": table.version,
        "line": in_language(table.chat[-1], language),
        "clocks": list(clocks.all()),
        "running": clocks.running,
    }
    return _compact(message)


def presence_message(seats: Sequence[Seat], watching: int) -> str:
    """Return the message about connected seats, and the number of all viewers."""
    message: PresenceMessage = {"type": "present", "seats": list(seats), "watching": watching}
    return json.dumps(message)


def paused_message(table: Table) -> str:
    """Return the message that all clocks stand still."""
    message: PausedMessage = {"type": "paused", "clocks": list(table.clocks.all())}
    return json.dumps(message)


def done_message(ref: Json, version: int) -> str:
    """Return the acknowledgement of a command, with the version of its entry."""
    message: DoneMessage = {"type": "done", "ref": valid_ref(ref), "version": version}
    return json.dumps(message)


def pong_message(ref: Json, version: int) -> str:
    """Return the answer to a ping."""
    message: PongMessage = {"type": "pong", "ref": valid_ref(ref), "version": version}
    return json.dumps(message)


def error_message(reason: BastideError, language: str, ref: Json = None, table: Table | None = None) -> str:
    """Return the message about an error: its id, its sentence, and the current version of the position."""
    message: ErrorMessage = {
        "type": "error",
        "ref": valid_ref(ref),
        "moment": table.position_version if table else None,
        "error": reason.message,
        "text": reason.text(words_of(table, language) if table else language),
    }
    return json.dumps(message, ensure_ascii=False)


def valid_ref(ref: Json) -> str | int | None:
    """Return a client's reference of a command, or None if it is not a valid one."""
    return ref if isinstance(ref, str | int) and ref != "" else None


def _compact(message: Mapping[str, object]) -> str:
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)
