"""A table: seats, a game, clocks and chat. It changes only by applying entries, so its log is all that is stored."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from typing import Final

from bastide.bots import CHARACTERS
from bastide.errors import BastideError
from bastide.play.dealer import Given
from bastide.play.fair import Fair, bound_salt
from bastide.play.game import Game
from bastide.rules.actions import from_json
from bastide.rules.events import Event
from bastide.rules.model import CHANCE, OVER, Json, Seat
from bastide.server.clocks import Clocks, Now, monotonic
from bastide.server.confusables import find_lookalike
from bastide.server.entries import TableEntry
from bastide.server.options import TableOptions
from bastide.wire.messages import ChatLine

CHAT_HISTORY: Final = 200
"""Number of chat lines that a new viewer is sent."""


@dataclass
class Occupant:
    """The person or bot on a seat."""

    name: str
    token_hash: str
    """The hash of the seat's token; empty for a bot."""
    bot: str | None = None
    """The level or the character of a bot."""
    withdrawn: str = ""
    """How the seat left the running game: "resigned" or "flagged"; empty if it has not."""
    reserved: bool = False
    """Whether the seat is reserved for them but not taken yet."""
    open: bool = False
    """Whether anyone may take the seat from the bot in the running game."""
    keeper: str = ""
    """The name of the person who gave the seat to the bot and may take it back."""
    before: tuple[str, ...] = ()
    """The names of those who played the seat before, in order."""
    since_version: int = 0
    since_ply: int = 0
    """The version and the ply at which they took the seat in the running game; 0 if they began it."""


@dataclass
class Proposal:
    """A proposal that all other seats must accept: a takeback to a ply, or the end of the game."""

    kind: str
    seat: Seat
    ply: int = 0
    accepted: set[Seat] = field(default_factory=set)
    version: int = 0
    """The version of its entry."""


@dataclass(frozen=True)
class Grace:
    """The time in which a seat may undo the choice that ended its turn: nothing follows from it yet."""

    seat: Seat
    duration: int | None
    """Its milliseconds; None lasts until the seat confirms its choice."""
    since: int
    """The monotonic time at which it began, or at which the table was loaded."""


class Table:
    """The state of one table, a function of its log."""

    def __init__(self, table_id: str, options: TableOptions, secret: str, now: Now = monotonic) -> None:
        self.id, self.options, self.secret = table_id, options, secret
        self.rules = options.rules()
        self.version = 0
        """The number of the last entry."""
        self.position_version = 0
        """The version of the entry that led to the current position. Unlike a ply it never recurs after a takeback."""
        self.seats: list[Occupant | None] = [None] * options.seats
        self.nonces: list[str] = [""] * options.seats
        self.terms = ""
        """The digest of the terms that the draws are bound to; empty before the game and for older logs."""
        self.game: Game | None = None
        self.clocks = Clocks(options.clock, options.seats, now)
        self.chat: list[ChatLine] = []
        self.proposal: Proposal | None = None
        self.grace: Grace | None = None
        """Set while a choice may still be undone before anything follows from it."""
        self.awaited: set[Seat] = set()
        """The people whose boards are not shown yet; no clock runs before."""
        self.begun = 0
        """The monotonic time at which the game began, or at which the table was loaded."""
        self.ended = ""
        """How the game ended: "played", "resigned", "flagged", "agreed" or "expired"; empty until then."""
        self.events_by_version: dict[int, range] = {}
        """The numbers of the events of every entry since the last takeback or undo, if it has any."""
        self.refs: dict[str, int] = {}
        """The clients' references of commands, with the versions of their entries."""
        self.time_grants: list[tuple[int, Seat, int]] = []
        """Choices that gained their seat time: the ply, the seat, and its remaining milliseconds before."""
        self.rematch = ""
        """The id of the rematch's table; empty if there is none."""
        self.updated = 0
        """The time of the last entry, at least that of the opening, in milliseconds since 1970."""
        self.lifetime: int | None = None
        """The milliseconds after the last entry at which the table is closed unless its game has ended."""
        self.names_history: list[tuple[int, int, tuple[str, ...]]] = []
        """The names of all seats since a version and a ply, one item for every change in the running game."""
        self.rewound_version = 0
        """The version of the last takeback or undo; events sent before it may no longer hold."""

    @property
    def actor(self) -> Seat | None:
        """The seat that is to act, if any."""
        if self.game is None or self.ended or self.grace is not None or self.game.actor in (CHANCE, OVER):
            return None
        return self.game.actor

    @property
    def timed_seat(self) -> Seat | None:
        """The seat whose clock runs, if any: that of the seat that is to act, or to confirm its choice."""
        if self.awaited or self.ended:
            return None
        if self.grace is not None:
            return self.grace.seat if self.grace.duration is None else None
        return self.actor

    @property
    def expires(self) -> int | None:
        """The time at which the table is closed if nothing happens, in milliseconds since 1970."""
        return None if self.ended or self.lifetime is None else self.updated + self.lifetime

    @property
    def commitment(self) -> str:
        """The commitment to the dealer's secret, published before the first draw."""
        return Fair(self.secret, "").commitment

    @property
    def ply(self) -> int:
        """The number of actions in the log of the game, draws included."""
        return len(self.game.log) if self.game else 0

    def free_seats(self) -> list[Seat]:
        """Return the seats that anyone may take: in a running game, those of bots that were opened."""
        if self.game is not None:
            return [seat for seat, occupant in enumerate(self.seats) if occupant is not None and occupant.open]
        return [seat for seat in self.empty_seats() if self.seats[seat] is None]

    def empty_seats(self) -> list[Seat]:
        """Return the seats that must be taken before the game begins, reserved ones included."""
        people = [(seat, self.seats[seat]) for seat, level in enumerate(self.options.bots) if level is None]
        return [seat for seat, occupant in people if occupant is None or occupant.reserved]

    def active_seats(self) -> list[Seat]:
        """Return the seats that take part in the game."""
        return [seat for seat, occupant in enumerate(self.seats) if occupant is not None and not occupant.withdrawn]

    def active_bots(self) -> set[Seat]:
        """Return the seats of bots that take part in the game."""
        return {seat for seat in self.active_seats() if self.is_bot(seat)}

    def is_bot(self, seat: Seat) -> bool:
        """Return whether a bot sits on a seat."""
        occupant = self.seats[seat]
        return occupant is not None and occupant.bot is not None

    def is_automatic(self, seat: Seat) -> bool:
        """Return whether no person chooses for a seat: a bot sits there, or it left the game."""
        occupant = self.seats[seat]
        return occupant is not None and bool(occupant.withdrawn or occupant.bot)

    def names(self) -> list[str]:
        """Return the names of all seats. Bots have the names of their characters, or are robots numbered by seat."""
        return seat_names([occupant.name if occupant else "" for occupant in self.seats], self.options.bots)

    def names_besides(self, seat: Seat) -> list[str]:
        """Return the names that belong to other seats: of people, of bots, and of people who may take a seat back."""
        others = [number for number in range(len(self.seats)) if number != seat]
        taken = [number for number in others if self.seats[number] is not None or self.options.bots[number]]
        names = self.names()
        keepers = [occupant.keeper for number in taken if (occupant := self.seats[number]) and occupant.keeper]
        return [*(names[number] for number in taken), *keepers]

    def names_with(self, seat: Seat, name: str, bot: str | None = None) -> list[str]:
        """Return the names of all seats if a person or a bot took a seat before the game; a bot's name is empty."""
        names = [occupant.name if occupant else "" for occupant in self.seats]
        bots = list(self.options.bots)
        names[seat], bots[seat] = name, bot
        return seat_names(names, bots)

    def names_at(self, ply: int) -> tuple[str, ...]:
        """Return the names of those who played the seats when the action of a ply was chosen."""
        return next((names for _, since, names in reversed(self.names_history) if since < ply or not since), ())

    def names_in(self, version: int) -> tuple[str, ...]:
        """Return the names of those who played the seats in a version."""
        return next((names for since, _, names in reversed(self.names_history) if since <= version), ())

    def winners(self) -> list[Seat]:
        """Return the winners of an ended game: the seats with the most points among those that did not withdraw."""
        if not self.ended or self.game is None:
            return []
        if self.game.over and not any(occupant and occupant.withdrawn for occupant in self.seats):
            return self.game.winners
        active = self.active_seats()
        best = max((self.game.scores[seat] for seat in active), default=0)
        return [seat for seat in active if self.game.scores[seat] == best]

    def undo_ply(self, seat: Seat) -> int | None:
        """Return the ply of a seat's last choice if it may be undone: neither a draw nor another seat followed."""
        if self.game is None or self.ended or not self.game.log or seat not in self.active_seats():
            return None
        last = self.game.log[-1]
        if last.actor != seat or not (self.game.held or last.turn == self.game.state.turn):
            return None
        used = self.grace_used(seat)
        return None if used and self.clocks.left and self.clocks.remaining(seat) <= used else self.ply - 1

    def grace_left(self) -> int | None:
        """Return the remaining milliseconds of the grace; None if it has no limit or there is none."""
        if self.grace is None or self.grace.duration is None:
            return None
        return max(0, self.grace.duration - (self.clocks.now() - self.grace.since))

    def grace_used(self, seat: Seat) -> int:
        """Return the milliseconds of its grace that a seat has used, during which no clock ran."""
        if self.grace is None or self.grace.seat != seat or self.grace.duration is None:
            return 0
        return min(self.grace.duration, self.clocks.now() - self.grace.since)

    def has_people(self) -> bool:
        """Return whether a person takes part in the game."""
        return any(not self.is_automatic(seat) for seat in self.active_seats())

    def elapse(self, milliseconds: int) -> None:
        """Count time that went by since the last entry while the table was not in memory."""
        self.clocks.elapse(milliseconds)
        self.begun -= milliseconds
        if self.grace is not None:
            self.grace = replace(self.grace, since=self.grace.since - milliseconds)

    def is_accepted(self, proposal: Proposal) -> bool:
        """Return whether all other seats accept a proposal."""
        return set(self.active_seats()) <= proposal.accepted | {proposal.seat}

    def dealer(self, nonces: Sequence[str] | None = None) -> Fair:
        """Return the dealer: the secret is fixed when the table is opened, the salt comes from the players."""
        return Fair(self.secret, self.salt(nonces))

    def salt(self, nonces: Sequence[str] | None = None) -> str:
        """Return the public salt of every draw: the table's id, the players' nonces and the digest of the terms."""
        salt = "/".join([self.id, *(self.nonces if nonces is None else nonces)])
        return bound_salt(salt, self.terms) if self.terms else salt

    def apply(self, entry: TableEntry, game: Game | None = None) -> None:
        """Apply an entry. ``game`` is the game after it, if that has been computed."""
        if entry.version != self.version + 1:
            raise BastideError("entry_order", expected=self.version + 1, found=entry.version)
        before = self.event_count
        self.HANDLERS[entry.kind](self, entry, game)
        self.version = entry.version
        if self.ended:
            self._end()
        elif self.game is not None and self.game.over and self.grace is None:
            self.ended = "played"
            self.proposal = None
        if self.event_count > before:
            self.events_by_version[entry.version] = range(before, self.event_count)
        self.updated = max(self.updated, entry.at)
        if isinstance(ref := entry.data.get("ref"), str):
            self.refs[ref] = entry.version
        self.clocks.set(entry.clocks, self.timed_seat)

    @property
    def event_count(self) -> int:
        """The number of all events of the game so far."""
        return self.game.event_count if self.game else 0

    def events_in(self, version: int) -> list[Event]:
        """Return the events of an entry since the last takeback or undo."""
        numbers = self.events_by_version.get(version)
        return self.game.told(numbers.start, numbers.stop) if self.game and numbers else []

    def _sat(self, entry: TableEntry, game: Game | None) -> None:
        seat = _seat(entry)
        occupant = Occupant(str(entry.data["name"]), str(entry.data["stored"]))
        if self.game is not None:
            self._replace(seat, occupant)
        else:
            self.seats[seat] = occupant
            self.nonces[seat] = str(entry.data["nonce"])
            self._begin(entry)

    def _given(self, entry: TableEntry, game: Game | None) -> None:
        seat, bot, before = _seat(entry), str(entry.data["bot"]), self.seats[_seat(entry)]
        if self.game is None or before is None:
            self._set_bot(seat, bot)
            self.nonces[seat] = ""
            self._begin(entry)
        else:
            reserved = not before.withdrawn and not before.bot
            occupant = Occupant(str(entry.data["name"]), before.token_hash if reserved else "", bot)
            occupant.keeper = before.name if reserved else ""
            self._replace(seat, occupant)

    def _opened(self, entry: TableEntry, game: Game | None) -> None:
        occupant = self.seats[_seat(entry)]
        if occupant is None:
            self._set_bot(_seat(entry), None)
        else:
            occupant.open = True

    def _begin(self, entry: TableEntry) -> None:
        """Begin the game with the stored draws, if the entry is the one that begins it."""
        if not isinstance(draws := entry.data.get("begins"), list):
            return
        for number, level in enumerate(self.options.bots):
            if level is not None:
                self.seats[number] = Occupant(self.names()[number], "", level)
        self.game = Game(self.rules, self.names(), Given())
        self.terms = str(entry.data.get("terms", ""))
        self.names_history = [(0, 0, self.game.seats)]
        self._replay(draws)
        self._position_changed()
        if entry.data.get("awaited"):
            self.awaited = {seat for seat in self.active_seats() if not self.is_bot(seat)}
            self.begun = self.clocks.now()

    def _set_bot(self, seat: Seat, bot: str | None) -> None:
        """Set the bot that plays a seat; the options tell which seats are those of bots at present."""
        bots = [bot if number == seat else other for number, other in enumerate(self.options.bots)]
        self.options = self.options.model_copy(update={"bots": tuple(bots)})

    def _replace(self, seat: Seat, occupant: Occupant) -> None:
        """Let another person or bot play on for a seat of the running game."""
        before = self.seats[seat]
        if before is not None and before.name != occupant.name:
            occupant.before = *before.before, before.name
        occupant.since_version, occupant.since_ply = self.version + 1, self.ply
        self.seats[seat] = occupant
        self._set_bot(seat, occupant.bot)
        self._stop_acting(seat)
        if self.game is not None:
            self.game.seats = tuple(self.names())
            self.names_history.append(self._names_now(self.ply))
        if self.proposal is not None and occupant.bot:
            self.proposal.accepted.add(seat)
            self._settle()

    def _kept(self, entry: TableEntry, game: Game | None) -> None:
        self.seats[_seat(entry)] = Occupant(str(entry.data["name"]), str(entry.data["stored"]), reserved=True)

    def _stood(self, entry: TableEntry, game: Game | None) -> None:
        self.seats[_seat(entry)] = None

    def _acted(self, entry: TableEntry, game: Game | None) -> None:
        seat, held = _seat(entry), "grace" in entry.data
        if isinstance(had := entry.data.get("had"), int):
            self.time_grants.append((self.ply, seat, had))
        if game is not None:
            self.game = game
        elif isinstance(actions := entry.data["actions"], list):
            self._replay(actions, held)
        self._position_changed()
        self.awaited.discard(seat)
        if held:
            duration = entry.data["grace"]
            self.grace = Grace(seat, duration if isinstance(duration, int) else None, self.clocks.now())

    def _confirmed(self, entry: TableEntry, game: Game | None) -> None:
        if isinstance(had := entry.data.get("had"), int):
            self.time_grants.append((self.ply - 1, _seat(entry), had))
        if game is not None:
            self.game = game
        elif isinstance(draws := entry.data["actions"], list):
            self._release(draws)
        self._position_changed()

    def _release(self, draws: Sequence[Json]) -> None:
        """Let follow what the held choice leads to, with the stored draws."""
        if self.game is not None:
            self.game.dealer = Given()
            self.game.release()
            self._replay(draws)

    def _replay(self, actions: Sequence[Json], hold: bool = False) -> None:
        """Play stored actions, draws included, in place of the dealer."""
        if self.game is None:
            raise BastideError("entry_order", expected="sat", found="acted")
        self.game.dealer = Given()
        for action in actions:
            self.game.play(from_json(self.game.rules, action), hold)
        self.game.dealer = self.dealer()

    def _position_changed(self) -> None:
        """Drop what belongs to the previous position: a grace and a proposed takeback."""
        self.position_version = self.version + 1
        self.grace = None
        self._drop_takeback()

    def _names_now(self, ply: int) -> tuple[int, int, tuple[str, ...]]:
        return self.version + 1, ply, tuple(self.names())

    def _end(self) -> None:
        """Drop what belongs to a running game. A choice that was held stands, and nothing is drawn after it."""
        if self.grace is not None:
            self._release([])
        self.grace = self.proposal = None
        self.awaited.clear()

    def _drop_takeback(self) -> None:
        if self.proposal is not None and self.proposal.kind == "takeback":
            self.proposal = None

    def _nothing(self, entry: TableEntry, game: Game | None) -> None:
        """Change nothing but the clocks."""

    def _ready(self, entry: TableEntry, game: Game | None) -> None:
        if entry.seat is None:
            self.awaited.clear()
        else:
            self.awaited.discard(entry.seat)

    def _undone(self, entry: TableEntry, game: Game | None) -> None:
        self._rewind(entry.data["moment"])

    def _rewind(self, ply: Json) -> None:
        if self.game is not None and isinstance(ply, int):
            self.game = self.game.branch(ply, self.dealer())
            self.time_grants = [grant for grant in self.time_grants if grant[0] < ply]
            self.rewound_version = self.version + 1
            self.events_by_version.clear()
            earlier = [item for item in self.names_history if item[1] <= ply]
            unchanged = earlier[-1:] == self.names_history[-1:]
            self.names_history = earlier if unchanged else [*earlier, self._names_now(ply)]
        self._position_changed()

    def _asked(self, entry: TableEntry, game: Game | None) -> None:
        ply = entry.data["moment"]
        proposal = Proposal(str(entry.data["question"]), _seat(entry), ply if isinstance(ply, int) else 0)
        proposal.accepted, proposal.version = self.active_bots(), entry.version
        self.proposal = proposal
        self._settle()

    def _answered(self, entry: TableEntry, game: Game | None) -> None:
        if self.proposal is not None:
            if entry.data["yes"]:
                self.proposal.accepted.add(_seat(entry))
                self._settle()
            else:
                self.proposal = None

    def _settle(self) -> None:
        """Carry out the proposal if all other seats accept it."""
        proposal = self.proposal
        if proposal is None or not self.is_accepted(proposal):
            return
        self.proposal = None
        if proposal.kind == "takeback":
            self._rewind(proposal.ply)
        else:
            self.ended = "agreed"

    def _resigned(self, entry: TableEntry, game: Game | None) -> None:
        occupant = self.seats[_seat(entry)]
        if occupant is not None:
            occupant.withdrawn = entry.kind
        self._stop_acting(_seat(entry))
        if len(self.active_seats()) < 2:
            self.ended = entry.kind
        else:
            self._settle()

    def _stop_acting(self, seat: Seat) -> None:
        """Drop what a person on a seat has begun: a proposal, and a takeback that others proposed."""
        self.awaited.discard(seat)
        self._drop_takeback()
        if self.proposal is not None and self.proposal.seat == seat:
            self.proposal = None

    def _expired(self, entry: TableEntry, game: Game | None) -> None:
        self.ended = self.ended or "expired"

    def _said(self, entry: TableEntry, game: Game | None) -> None:
        text, name = str(entry.data["text"]), str(entry.data["name"])
        line: ChatLine = {"seat": entry.seat, "text": text, "name": name, "at": entry.at}
        if "phrase" in entry.data:
            line["phrase"] = str(entry.data["phrase"])
        self.chat = [*self.chat[1 - CHAT_HISTORY :], line]

    def _invited(self, entry: TableEntry, game: Game | None) -> None:
        self.rematch = str(entry.data["table"])

    HANDLERS: Final[Mapping[str, Callable[[Table, TableEntry, Game | None], None]]] = {
        "sat": _sat,
        "given": _given,
        "opened": _opened,
        "kept": _kept,
        "stood": _stood,
        "acted": _acted,
        "confirmed": _confirmed,
        "ready": _ready,
        "resumed": _nothing,
        "planned": _nothing,  # of older logs: the choice is made again
        "unplanned": _nothing,
        "undone": _undone,
        "asked": _asked,
        "answered": _answered,
        "resigned": _resigned,
        "flagged": _resigned,
        "expired": _expired,
        "said": _said,
        "invited": _invited,
    }
    """The handler of every kind of entry."""


def seat_names(names: Sequence[str], bots: Sequence[str | None]) -> list[str]:
    """Return the names of all seats, given those of people: bots get theirs, and empty seats their numbers."""
    found = list(names)
    for seat, bot in enumerate(bots):
        if not found[seat]:
            found[seat] = bot_name(bot, seat, found) if bot else str(seat + 1)
    return found


def bot_name(bot: str, seat: Seat, taken: Collection[str]) -> str:
    """Return the name of a bot on a seat; if it is taken, or looks like one that is, it gets a number."""
    name = CHARACTERS[bot].name if bot in CHARACTERS else f"Robot {seat + 1}"
    numbered = (f"{name} {number}" for number in count(2))
    return next(found for found in chain([name], numbered) if find_lookalike(found, taken) is None)


def _seat(entry: TableEntry) -> Seat:
    if entry.seat is None:
        raise BastideError("entry_order", expected="seat", found=entry.kind)
    return entry.seat
