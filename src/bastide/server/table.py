"""A table: seats, a game, clocks, chat. It changes by entries only, so its log is all there is to keep.

A *command* is what somebody wants; it becomes an entry or an error. Entries are applied only once they are stored.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bastide.errors import BastideError, IllegalAction
from bastide.play.dealer import Given
from bastide.play.fair import Fair
from bastide.play.game import Game
from bastide.rules.actions import from_json, to_json
from bastide.rules.events import Event
from bastide.rules.model import CHANCE, OVER, Action, Json, Seat
from bastide.server.clocks import Clocks, Now, monotonic
from bastide.server.entries import TableEntry
from bastide.server.options import TableOptions

MOST_NAME: Final = 40
MOST_CHAT: Final = 500
KEPT_CHAT: Final = 200
"""So many lines of chat are shown to those who come back."""
PASSING: Final = "pass"
MOST_NONCE: Final = 64
ClientMessage = Mapping[str, Json]


@dataclass
class Occupant:
    """Who sits on a seat."""

    name: str
    stored: str
    """The hash of the seat's token; empty for a bot."""
    bot: str | None = None
    out: str = ""
    """Why the seat takes no more part: it resigned, or its time was over."""
    kept: bool = False
    """Whether the seat waits for them: nobody else may take it."""


@dataclass
class Proposal:
    """Something that all others must grant: a takeback to a place in the log, or the end of the game."""

    kind: str
    seat: Seat
    place: int = 0
    granted: set[Seat] = field(default_factory=set)
    version: int = 0
    """The entry that asked it."""


@dataclass(frozen=True)
class PendingEntry:
    """An entry on its way to the store, and what the game will be once it is there."""

    entry: TableEntry
    game: Game | None = None

    def named(self, ref: str) -> PendingEntry:
        """Return the step with the reference that a client gave its command, so that it can be known again."""
        return replace(self, entry=replace(self.entry, data={**self.entry.data, "ref": ref}))


def wall_clock() -> int:
    """Return milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Table:
    """One table, as its log tells it."""

    def __init__(self, table_id: str, options: TableOptions, secret: str, now: Now = monotonic) -> None:
        self.id, self.options, self.secret = table_id, options, secret
        self.rules = options.rules()
        self.version = 0
        self.moment = 0
        """The version that made the position as it is: options belong to a moment, and no moment ever comes back."""
        self.seats: list[Occupant | None] = [None] * options.seats
        self.nonces: list[str] = [""] * options.seats
        self.game: Game | None = None
        self.clocks = Clocks(options.clock, options.seats, now)
        self.chat: list[dict[str, Json]] = []
        self.question: Proposal | None = None
        self.planned: tuple[Seat, Action] | None = None
        """A choice that waits to be confirmed."""
        self.ended = ""
        """How the game ended, once it has: played, resigned, flagged, agreed."""
        self.history: dict[int, list[Event]] = {}
        """By version, what followed from a choice or from the beginning."""
        self.refs: dict[str, int] = {}
        """The references that clients gave their commands, and the versions these made."""
        self._had: list[tuple[int, Seat, int]] = []
        """By place in the log, who was given time for a choice there, and what was left before."""
        self.rematch = ""
        """Where those who sat here went on."""
        self.updated = 0
        self.rewritten = 0
        """The last version that took something back: whoever knows less has a story that is true no longer."""

    # What is so

    @property
    def actor(self) -> Seat | None:
        """The seat that is to choose, if any is."""
        if self.game is None or self.ended or self.game.actor in (CHANCE, OVER):
            return None
        return self.game.actor

    @property
    def commitment(self) -> str:
        """What was promised about the draws before the first of them."""
        return Fair(self.secret, "").commitment

    def free_seats(self) -> list[Seat]:
        """Return the seats that anybody may take."""
        return [seat for seat in self.awaited() if self.seats[seat] is None]

    def awaited(self) -> list[Seat]:
        """Return the seats where somebody has still to sit down before the game begins."""
        people = [(seat, self.seats[seat]) for seat, level in enumerate(self.options.bots) if level is None]
        return [seat for seat, sitting in people if sitting is None or sitting.kept]

    def playing(self) -> list[Seat]:
        """Return the seats that still take part."""
        return [seat for seat, sitting in enumerate(self.seats) if sitting is not None and not sitting.out]

    def winners(self) -> list[Seat]:
        """Return who won, once the game has ended: most points among those who took part to the end."""
        if not self.ended or self.game is None:
            return []
        if self.game.over and not any(sitting and sitting.out for sitting in self.seats):
            return self.game.winners
        rest = self.playing()
        best = max((self.game.scores[seat] for seat in rest), default=0)
        return [seat for seat in rest if self.game.scores[seat] == best]

    # What people want

    def _entry(
        self, kind: str, seat: Seat | None, data: Mapping[str, Json], clocks: tuple[int, ...] = ()
    ) -> TableEntry:
        return TableEntry(self.version + 1, kind, seat, data, wall_clock(), clocks or self.clocks.all())

    def sit(self, seat: Seat | None, name: str, stored: str, nonce: str) -> PendingEntry:
        """Somebody sits down, on a seat of choice or the first free one."""
        free = self.free_seats()
        if not free or (seat is not None and seat not in free):
            raise self._not_free(seat)
        return self._sits(free[0] if seat is None else seat, name, stored, nonce)

    def keep(self, seat: Seat, name: str, stored: str) -> PendingEntry:
        """A free seat is kept for somebody: whoever has the token takes it, and nobody else."""
        if seat not in self.free_seats():
            raise self._not_free(seat)
        return PendingEntry(self._entry("kept", seat, {"name": name, "stored": stored}))

    def come(self, seat: Seat, nonce: str, name: str | None = None, wanted: Seat | None = None) -> PendingEntry:
        """Somebody takes the seat that is kept for them, under another name if they like."""
        sitting = self.seats[seat]
        if sitting is None or not sitting.kept or wanted not in (None, seat):
            raise self._not_free(seat if wanted is None else wanted)
        return self._sits(seat, sitting.name if name is None else name, sitting.stored, nonce)

    def _not_free(self, seat: Seat | None) -> BastideError:
        """Return why a seat cannot be taken, or any at all."""
        free = self.free_seats()
        kept = [s for s in self.awaited() if s not in free]
        if seat in kept or (seat is None and kept):
            return BastideError("seat_kept", kept=_numbers(kept), free=_numbers(free))
        return BastideError("seat_taken", seat="–" if seat is None else seat + 1, free=_numbers(free))

    def _name_for(self, seat: Seat, name: str) -> str:
        """Return a name as it is written. Raises BastideError if somebody on a seat cannot be called so."""
        name = " ".join(name.split())
        if not name or len(name) > MOST_NAME or not name.isprintable() or "," in name:
            raise BastideError("guest_name", most=MOST_NAME)
        if name in (given for s, given in enumerate(self._names()) if s != seat):
            raise BastideError("guest_name_taken", name=name)
        return name

    def _sits(self, seat: Seat, name: str, stored: str, nonce: str) -> PendingEntry:
        name, nonce = self._name_for(seat, name), nonce[:MOST_NONCE]
        self.dealer([nonce])  # raises if it cannot be part of a salt
        data: dict[str, Json] = {"name": name, "stored": stored, "nonce": nonce}
        if self.awaited() == [seat]:
            data["begins"] = self._first_draws(seat, name, nonce)
        return PendingEntry(self._entry("sat", seat, data))

    def _first_draws(self, seat: Seat, name: str, nonce: str) -> list[Json]:
        """Return the draws with which the game begins once somebody has taken the last seat."""
        nonces = [nonce if s == seat else given for s, given in enumerate(self.nonces)]
        names = [name if s == seat else given for s, given in enumerate(self._names())]
        game = Game(self.rules, names, self.dealer(nonces))
        return [to_json(game.rules, entry.action) for entry in game.log]

    def stand_up(self, seat: Seat) -> PendingEntry:
        """Somebody leaves a table whose game has not begun, or gives up a seat that is kept for them."""
        if self.game is not None:
            raise BastideError("too_late_to_leave")
        return PendingEntry(self._entry("stood", seat, {}))

    def act(self, seat: Seat, wish: ClientMessage) -> PendingEntry:
        """A seat chooses: an option by its number, or an action as plain data, at the moment it has seen."""
        game = self._choosing(seat)
        if wish.get("moment") != self.moment:
            raise IllegalAction("stale_moment", moment=self.moment)
        action = self._wished(game, wish)
        trial = game.branch()
        trial.play(action)
        if self.options.confirm and not self._is_bot(seat) and _ends_the_turn(trial, len(game.log)):
            return PendingEntry(self._entry("planned", seat, {"action": to_json(game.rules, action)}))
        return self._acted(seat, trial)

    def confirm(self, seat: Seat) -> PendingEntry:
        """A seat says that its planned choice counts."""
        game = self._choosing(seat)
        if self.planned is None or self.planned[0] != seat:
            raise IllegalAction("nothing_planned")
        trial = game.branch()
        trial.play(self.planned[1])
        return self._acted(seat, trial)

    def _acted(self, seat: Seat, trial: Game, passed: bool = False) -> PendingEntry:
        new = trial.log[self._place() :]
        data: dict[str, Json] = {"actions": [to_json(trial.rules, entry.action) for entry in new]}
        if passed:
            data["passed"] = True
        moved = trial.actor != seat
        if moved and self.clocks.left:
            data["had"] = self.clocks.remaining(seat)
        return PendingEntry(self._entry("acted", seat, data, self.clocks.stopped(moved)), trial)

    def _place(self) -> int:
        """Return how many actions the game has seen."""
        return len(self.game.log) if self.game else 0

    def _running(self) -> Game:
        """Return the game. Raises IllegalAction if none is going on."""
        if self.game is None:
            raise IllegalAction("not_begun", free=_numbers(self.awaited()))
        if self.ended:
            raise IllegalAction("already_ended")
        return self.game

    def _taking_part(self, seat: Seat) -> Game:
        """Return the game that a seat takes part in. Raises IllegalAction if it does not."""
        game = self._running()
        if seat not in self.playing():
            raise IllegalAction("not_taking_part")
        return game

    def _choosing(self, seat: Seat) -> Game:
        """Return the game in which a seat is to choose. Raises IllegalAction if it is not."""
        game = self._taking_part(seat)
        if self.actor != seat:
            raise IllegalAction("not_your_turn")
        return game

    @staticmethod
    def _wished(game: Game, wish: ClientMessage) -> Action:
        if "option" in wish:
            number, options = wish["option"], game.options()
            if type(number) is not int or not 0 <= number < len(options):
                raise IllegalAction("no_such_option", found=number, last=len(options) - 1)
            return options[number]
        return from_json(game.rules, wish.get("action"))

    def undo(self, seat: Seat) -> PendingEntry:
        """A seat takes back its last choice of this turn: not behind a draw, not behind another seat."""
        self._taking_part(seat)
        if self.planned is not None and self.planned[0] == seat:
            return PendingEntry(self._entry("unplanned", seat, {}))
        place = self.undoable(seat)
        if place is None:
            raise IllegalAction("nothing_to_take_back")
        return PendingEntry(self._entry("undone", seat, {"moment": place}, self._clocks_at(place)))

    def undoable(self, seat: Seat) -> int | None:
        """Return the place in the log of a seat's last choice, if it may still be taken back without asking."""
        if self.game is None or self.ended or not self.game.log or seat not in self.playing():
            return None
        last = self.game.log[-1]
        return len(self.game.log) - 1 if last.actor == seat and last.turn == self.game.state.turn else None

    def _clocks_at(self, place: int) -> tuple[int, ...]:
        """Return what every seat has left if all from a place on is taken back, and the time given for it as well."""
        left = list(self.clocks.all())
        for where, seat, had in self._had:
            if where >= place:
                left[seat] = min(left[seat], had)
        return tuple(left)

    def ask_takeback(self, seat: Seat) -> PendingEntry:
        """A seat asks the others to take its last choice back, draws and all that followed included."""
        game = self._taking_part(seat)
        own = [place for place, entry in enumerate(game.log) if entry.actor == seat]
        if not own:
            raise IllegalAction("nothing_to_take_back")
        return self._ask(Proposal("takeback", seat, own[-1]))

    def offer_end(self, seat: Seat) -> PendingEntry:
        """A seat offers to end the game as it stands."""
        self._taking_part(seat)
        return self._ask(Proposal("end", seat))

    def _ask(self, question: Proposal) -> PendingEntry:
        if self.question is not None:
            raise IllegalAction("question_open")
        data: dict[str, Json] = {"question": question.kind, "moment": question.place}
        question.granted = self._bots_playing()
        return PendingEntry(self._entry("asked", question.seat, data, self._clocks_granted(question)))

    def answer(self, seat: Seat, yes: bool, question: int | None = None) -> PendingEntry:
        """A seat grants or refuses what was asked, named by the version that asked it; bots grant everything."""
        asked = self.question
        if asked is None or seat == asked.seat or seat not in self.playing() or question not in (None, asked.version):
            raise IllegalAction("no_question")
        now = replace(asked, granted=asked.granted | {seat} if yes else asked.granted)
        return PendingEntry(self._entry("answered", seat, {"yes": yes}, self._clocks_granted(now)))

    def _clocks_granted(self, question: Proposal) -> tuple[int, ...]:
        """Return what every seat has left once a question is granted; as it is now if it is not yet."""
        takes_back = question.kind == "takeback" and self._is_granted(question)
        return self._clocks_at(question.place) if takes_back else ()

    def resign(self, seat: Seat) -> PendingEntry:
        """A seat gives up."""
        self._taking_part(seat)
        return PendingEntry(self._entry("resigned", seat, {}))

    def say(self, seat: Seat | None, text: str, name: str = "") -> PendingEntry:
        """Somebody says something to all."""
        text = " ".join(text.split())
        if not text or len(text) > MOST_CHAT or not text.isprintable():
            raise BastideError("chat_text", most=MOST_CHAT)
        return PendingEntry(self._entry("said", seat, {"text": text, "name": name}))

    def invite(self, seat: Seat, table_id: str) -> PendingEntry:
        """A seat invites the others to another table, for a rematch."""
        if not self.ended:
            raise IllegalAction("not_ended")
        return PendingEntry(self._entry("invited", seat, {"table": table_id}))

    def flag(self) -> PendingEntry | None:
        """The time of a seat is over: it is out, or its choice is made for it."""
        seat = self.clocks.flagged()
        if seat is None or self.actor != seat or seat not in self.playing():
            return None
        if self.options.clock.flag == "loses":
            return PendingEntry(self._entry("flagged", seat, {}))
        return self.passed_over(seat)

    def passed_over(self, seat: Seat) -> PendingEntry:
        """A choice is made for a seat that is out or out of time: it passes if it can, else the first option."""
        game = self._running()
        if self.actor != seat:
            raise IllegalAction("not_your_turn")
        trial = game.branch()
        trial.play(default_action(trial))
        return self._acted(seat, trial, passed=True)

    # What happened

    def apply(self, entry: TableEntry, game: Game | None = None) -> None:
        """Let an entry happen; ``game`` is what the game will be, if that was worked out already."""
        if entry.version != self.version + 1:
            raise BastideError("entry_order", expected=self.version + 1, found=entry.version)
        before = self._place()
        self._HAPPENS[entry.kind](self, entry, game)
        self.version = entry.version
        if self.game is not None and (entry.kind == "acted" or "begins" in entry.data):
            first = before + 1 if entry.kind == "acted" else 0
            self.history[entry.version] = [event for events in self.game.events[first:] for event in events]
        self.updated = entry.at
        if isinstance(ref := entry.data.get("ref"), str):
            self.refs[ref] = entry.version
        if self.game is not None and self.game.over and not self.ended:
            self.ended = "played"
        if self.ended:
            self.question = self.planned = None
        self.clocks.set(entry.clocks, self.actor)

    def _sat(self, entry: TableEntry, game: Game | None) -> None:
        seat = _seat(entry)
        self.seats[seat] = Occupant(str(entry.data["name"]), str(entry.data["stored"]))
        self.nonces[seat] = str(entry.data["nonce"])
        if isinstance(draws := entry.data.get("begins"), list):
            for number, level in enumerate(self.options.bots):
                if level is not None:
                    self.seats[number] = Occupant(self._names()[number], "", level)
            self.game = Game(self.rules, self._names(), Given())
            self._replay(draws)
            self._position_changed()

    def _kept(self, entry: TableEntry, game: Game | None) -> None:
        self.seats[_seat(entry)] = Occupant(str(entry.data["name"]), str(entry.data["stored"]), kept=True)

    def _names(self) -> list[str]:
        """Return the names of all seats; bots are called robots, in every language, and numbered by their seat."""
        return [
            sitting.name if sitting else f"Robot {seat + 1}" if level else str(seat + 1)
            for seat, (sitting, level) in enumerate(zip(self.seats, self.options.bots, strict=True))
        ]

    def dealer(self, nonces: Sequence[str] | None = None) -> Fair:
        """Return the dealer: the secret was promised before anyone sat down, the salt comes from those who did."""
        return Fair(self.secret, self.salt(nonces))

    def salt(self, nonces: Sequence[str] | None = None) -> str:
        """Return what those who sit down add to every draw, for all to see: the id of the table and their nonces."""
        return "/".join([self.id, *(self.nonces if nonces is None else nonces)])

    def _replay(self, actions: Sequence[Json]) -> None:
        """Play actions that were stored, draws included, and let the dealer go on from there."""
        if self.game is None:
            raise BastideError("entry_order", expected="sat", found="acted")
        self.game.dealer = Given()
        for action in actions:
            self.game.play(from_json(self.game.rules, action))
        self.game.dealer = self.dealer()

    def _stood(self, entry: TableEntry, game: Game | None) -> None:
        self.seats[_seat(entry)] = None

    def _acted_on(self, entry: TableEntry, game: Game | None) -> None:
        if isinstance(had := entry.data.get("had"), int):
            self._had.append((self._place(), _seat(entry), had))
        if game is not None:
            self.game = game
        elif isinstance(actions := entry.data["actions"], list):
            self._replay(actions)
        self._position_changed()

    def _position_changed(self) -> None:
        """Note that what was planned and what was to be taken back belong to the past."""
        self.moment = self.version + 1
        self.planned = None
        self._drop_takeback()

    def _drop_takeback(self) -> None:
        if self.question is not None and self.question.kind == "takeback":
            self.question = None

    def _planned(self, entry: TableEntry, game: Game | None) -> None:
        if self.game is not None:
            self.planned = _seat(entry), from_json(self.game.rules, entry.data["action"])

    def _unplanned(self, entry: TableEntry, game: Game | None) -> None:
        self.planned = None

    def _undone(self, entry: TableEntry, game: Game | None) -> None:
        self._go_back(entry.data["moment"])

    def _go_back(self, place: Json) -> None:
        if self.game is not None and isinstance(place, int):
            self.game = self.game.branch(place, self.dealer())
            self._had = [given for given in self._had if given[0] < place]
            self.rewritten = self.version + 1
        self._position_changed()

    def _asked(self, entry: TableEntry, game: Game | None) -> None:
        place = entry.data["moment"]
        self.question = Proposal(str(entry.data["question"]), _seat(entry), place if isinstance(place, int) else 0)
        self.question.granted, self.question.version = self._bots_playing(), entry.version
        self._settle()

    def _answered(self, entry: TableEntry, game: Game | None) -> None:
        if self.question is not None:
            if entry.data["yes"]:
                self.question.granted.add(_seat(entry))
                self._settle()
            else:
                self.question = None

    def _settle(self) -> None:
        """Do what was asked, once all others have granted it."""
        question = self.question
        if question is None or not self._is_granted(question):
            return
        self.question = None
        if question.kind == "takeback":
            self._go_back(question.place)
        else:
            self.ended = "agreed"

    def _is_granted(self, question: Proposal) -> bool:
        return set(self.playing()) <= question.granted | {question.seat}

    def _bots_playing(self) -> set[Seat]:
        return {seat for seat in self.playing() if self._is_bot(seat)}

    def _resigned(self, entry: TableEntry, game: Game | None) -> None:
        sitting = self.seats[_seat(entry)]
        if sitting is not None:
            sitting.out = entry.kind
        if self.planned is not None and self.planned[0] == entry.seat:
            self.planned = None
        self._drop_takeback()
        if len(self.playing()) < 2:
            self.ended = entry.kind
        elif self.question is not None and self.question.seat == entry.seat:
            self.question = None
        else:
            self._settle()

    def _said(self, entry: TableEntry, game: Game | None) -> None:
        line = {"seat": entry.seat, "text": entry.data["text"], "name": entry.data["name"], "at": entry.at}
        self.chat = [*self.chat[1 - KEPT_CHAT :], line]

    def _invited(self, entry: TableEntry, game: Game | None) -> None:
        self.rematch = str(entry.data["table"])

    def _is_bot(self, seat: Seat) -> bool:
        sitting = self.seats[seat]
        return sitting is not None and sitting.bot is not None

    _HAPPENS: Final[Mapping[str, Callable[[Table, TableEntry, Game | None], None]]] = {
        "sat": _sat,
        "kept": _kept,
        "stood": _stood,
        "acted": _acted_on,
        "planned": _planned,
        "unplanned": _unplanned,
        "undone": _undone,
        "asked": _asked,
        "answered": _answered,
        "resigned": _resigned,
        "flagged": _resigned,
        "said": _said,
        "invited": _invited,
    }


def default_action(game: Game) -> Action:
    """Return the choice of a seat that does not choose: to pass if it may, else the first option."""
    options = game.options()
    return next((option for option in options if game.rules.kind_of(option).name == PASSING), options[0])


def _ends_the_turn(trial: Game, before: int) -> bool:
    """Say whether a choice was the last before a draw, another seat or the end."""
    return len(trial.log) > before + 1 or trial.actor != trial.log[before].actor


def _seat(entry: TableEntry) -> Seat:
    if entry.seat is None:
        raise BastideError("entry_order", expected="seat", found=entry.kind)
    return entry.seat


def _numbers(seats: Sequence[Seat]) -> str:
    return ", ".join(str(seat + 1) for seat in seats) or "–"
