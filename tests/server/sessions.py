"""Tables without a server: entries are applied immediately and collected as a log."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from random import Random

import pytest

from bastide.bots import CHARACTERS
from bastide.errors import BastideError
from bastide.play.game import Game
from bastide.rules.model import Json, Seat
from bastide.server import commands
from bastide.server.commands import MAX_CHAT
from bastide.server.entries import PendingEntry, TableEntry
from bastide.server.options import read_options
from bastide.server.seat_commands import give_seat, open_seat
from bastide.server.table import Table

SECRET = "5ca1ab1e" * 8
NAMES = ("Anna", "Boris", "Chloé", "Dirk", "Eve", "Fanny", "Gus", "Hana")
FEW_TILES = ["BA-CRFR", *["BA-FFRR"] * 5]
"""A start and five bends: a game of five turns."""
SHORT: dict[str, Json] = {"tiles": list(FEW_TILES)}


class Watch:
    """A clock that the test advances."""

    def __init__(self) -> None:
        self.time = 1_000_000

    def __call__(self) -> int:
        return self.time

    def after(self, seconds: float) -> None:
        self.time += round(1000 * seconds)


class Session:
    """A table with its log and its clock."""

    def __init__(self, options: Mapping[str, Json] | None = None, begun: bool = True) -> None:
        self.options = dict(options or {})
        self.watch = Watch()
        self.table = self._empty()
        self.log: list[TableEntry] = []
        for seat in self.people() if begun else ():
            self.do(commands.take_seat(self.table, seat, NAMES[seat], f"hash {seat}", f"nonce {seat}"))
        for seat in sorted(self.table.awaited):
            self.do(commands.ready(self.table, seat))

    def _empty(self) -> Table:
        return Table("table", read_options(self.options), SECRET, self.watch)

    def people(self) -> list[Seat]:
        return [seat for seat, level in enumerate(self.table.options.bots) if level is None]

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    @property
    def actor(self) -> Seat:
        assert self.table.actor is not None
        return self.table.actor

    def do(self, pending: PendingEntry | None) -> TableEntry:
        """Apply the entry of a command, and log it."""
        assert pending is not None
        self.log.append(pending.entry)
        self.table.apply(pending.entry, pending.game)
        return pending.entry

    def choose(self, option: int = 0, hold: bool = False) -> TableEntry:
        """Choose for the seat that is to act."""
        message: dict[str, Json] = {"moment": self.table.position_version, "option": option, "hold": hold}
        return self.do(commands.act(self.table, self.actor, message))

    def until(self, found: Callable[[], bool], seed: int = 0) -> None:
        """Choose at random until a condition holds."""
        rng = Random(seed)
        while not found():
            self.choose(rng.randrange(len(self.game.options())))

    def again(self, entries: int | None = None) -> Table:
        """Return the table as loaded from its log, or from the first entries of it."""
        table = self._empty()
        for entry in self.log[:entries]:
            data = json.loads(json.dumps(entry.data))
            table.apply(TableEntry(entry.version, entry.kind, entry.seat, data, entry.at, tuple(entry.clocks)))
        return table


def begun(**options: Json) -> Session:
    """Return a table whose game has begun."""
    return Session(options)


def placed(session: Session) -> Session:
    """Let the first seat lay its tile, so that it is to deploy a piece."""
    session.choose()
    assert session.actor == 0
    return session


def turns(session: Session, count: int) -> Session:
    """Play some turns at random."""
    session.until(lambda: session.game.state.turn > count)
    return session


def everything(table: Table) -> dict[str, object]:
    """Return the whole state of a table for comparison, with all its attributes."""
    known: dict[str, object] = dict(vars(table))
    game, clocks = table.game, table.clocks
    known["clocks"] = clocks.left, clocks.running
    known["grace"] = table.grace and (table.grace.seat, table.grace.duration)
    del known["begun"]
    if game is not None:
        moves = game.log, game.events, game.options(), game.held
        known["game"] = game.state.key(), *moves, game.scores, game.dealer, game.seats, str(game.rules.choice)
    known["said"] = (
        table.actor,
        table.active_seats(),
        table.winners(),
        [table.undo_ply(s) for s in range(len(table.seats))],
    )
    return known


def refusal(command: Callable[[], PendingEntry | None]) -> str:
    """Return the error of a command that is refused."""
    with pytest.raises(BastideError) as error:
        command()
    assert error.value.text("en") != error.value.text("fr")
    return error.value.message


def random_command(table: Table, rng: Random, ends: bool = True) -> Callable[[], PendingEntry | None]:
    """Return a random command, legal or not; those that may end the game only if ``ends``."""
    seat = rng.randrange(len(table.seats))
    actor, sits = table.actor, table.seats[seat]
    choices: list[tuple[int, Callable[[], PendingEntry | None]]] = [
        (3, lambda: commands.undo(table, seat).with_ref(f"undo {rng.random()}")),
        (2, lambda: commands.propose_takeback(table, seat)),
        (int(ends), lambda: commands.propose_end(table, seat)),
        (6, lambda: commands.answer(table, seat, rng.random() < 0.6)),
        (
            2,
            lambda: commands.say(
                table, seat, rng.choice(["", "Hello", "é" * MAX_CHAT, "x" * (MAX_CHAT + 1), "a\x07b"])
            ),
        ),
        (30 if table.grace else 3, lambda: commands.confirm(table, seat).with_ref(f"confirm {rng.random()}")),
        (1, lambda: commands.ready(table, seat)),
        (1, lambda: commands.leave_seat(table, seat)),
        (1, lambda: commands.link_rematch(table, seat, "other")),
        (30 if table.clocks.flagged() is not None else 3, lambda: commands.expire(table)),
        (1, lambda: commands.reserve_seat(table, seat, rng.choice(NAMES), f"hash {rng.random()}")),
        (2, lambda: give_seat(table, rng.choice([seat, 0]), seat, rng.choice([*CHARACTERS, "genius"]))),
        (2, lambda: open_seat(table, rng.randrange(len(table.seats)), seat)),
        (
            20 if sits is not None and (sits.reserved or sits.keeper) else 1,
            lambda: commands.claim_seat(table, seat, "word", rng.choice([None, *NAMES])),
        ),
        (
            3,
            lambda: commands.take_seat(
                table, rng.choice([None, seat]), rng.choice(NAMES), f"hash {rng.random()}", "nonce"
            ),
        ),
    ]
    if ends and rng.random() < 0.05:
        choices.append((5, lambda: commands.resign(table, seat)))
    if actor is not None and table.game is not None:
        count = len(table.game.options())
        held = rng.random() < 0.3
        message: dict[str, Json] = {"moment": table.position_version, "option": rng.randrange(count), "hold": held}
        occupant = table.seats[actor]
        choices.append((40, lambda: commands.act(table, actor, message).with_ref(f"act {rng.random()}")))
        choices.append(
            (3, lambda: commands.act(table, seat, {**message, "moment": table.position_version - rng.randrange(2)}))
        )
        if occupant is not None and occupant.withdrawn:
            choices.append((60, lambda: commands.play_default(table, actor)))
    return rng.choices([command for _, command in choices], [weight for weight, _ in choices])[0]
