"""Staged tables: played by the engine up to a position, and stored in the database of a server.

Tests can start at a rare decision, and screenshots at an interesting board.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final

from bastide.kernel.geometry import AROUND
from bastide.play.dealer import Seeded
from bastide.play.game import Game
from bastide.rules.actions import to_json
from bastide.rules.model import CHANCE, Action, Json
from bastide.server import commands
from bastide.server.commands import wall_clock
from bastide.server.entries import TableEntry
from bastide.server.options import TableOptions, read_options
from bastide.server.table import Table
from bastide.server.tokens import hash_token, new_id, new_token
from tests.web.tables import Place

NAMES: Final = ("Maïa", "Tomas", "Inès", "Oskar", "Lin", "Ruth", "Pablo", "Eir")
Until = Callable[[Game], bool]
Policy = Callable[[Game, Random], Action]
"""Chooses an action for the actor."""


@dataclass
class Staged:
    """A table in a given position."""

    table: Table
    options: TableOptions
    entries: list[TableEntry]
    tokens: list[str]

    @property
    def game(self) -> Game:
        """The game."""
        assert self.table.game is not None
        return self.table.game

    def place(self, seat: int) -> Place:
        """Return a seat and its token."""
        return Place(self.table.id, seat, self.tokens[seat], self.game.seats[seat])

    @property
    def acting(self) -> Place:
        """The seat of the actor."""
        return self.place(self.game.actor)

    def store(self, database: Path) -> Staged:
        """Store the table in the database of a server, which may be running."""
        status = "over" if self.table.ended else "playing"
        now = wall_clock()
        row = (self.table.id, now, now, json.dumps(self.options.to_json()), self.table.secret)
        with sqlite3.connect(database, timeout=20) as connection:
            public = self.options.joining == "public"
            columns = "id, opened, updated, options, secret, public, status"
            connection.execute(f"INSERT INTO tables ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, public, status))
            connection.executemany(
                "INSERT INTO seats VALUES (?, ?, ?)",
                [(self.table.id, seat, hash_token(token)) for seat, token in enumerate(self.tokens) if token],
            )
            connection.executemany(
                "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (self.table.id, e.version, e.kind, e.seat, json.dumps(dict(e.data)), now, json.dumps(e.clocks))
                    for e in self.entries
                ],
            )
        connection.close()
        return self


def kinds(game: Game) -> set[str]:
    """Return the kinds of the current options."""
    return {str(to_json(game.rules, option)["do"]) for option in game.options()}


def neighbours(game: Game, option: Action) -> int:
    """Return the number of tiles around the cell of an option."""
    cell = game.rules.kind_of(option).unpack(option)[-1]
    return sum(cell + step in game.state.board.tile_at for step in AROUND)


def choice(game: Game, random: Random) -> Action:
    """Choose at random, with a compact board and many pieces."""
    options = game.options()
    names = {option: to_json(game.rules, option)["do"] for option in options}
    placements = [option for option in options if names[option] == "place"]
    if placements:
        return max(placements, key=lambda option: neighbours(game, option) + random.random())
    others = [option for option in options if names[option] != "pass"]
    return random.choice(others if others and random.random() < 0.6 else options)


def play_until(game: Game, until: Until, random: Random, how: Policy = choice) -> bool:
    """Play until a condition holds. Return whether it did before the end."""
    while not until(game):
        if game.over:
            return False
        game.play(how(game, random))
    return True


def staged(
    until: Until,
    settings: Mapping[str, Json] | None = None,
    people: int = 2,
    seed: int = 0,
    tries: int = 200,
    how: Policy = choice,
) -> Staged:
    """Return a table whose game fulfils a condition, after as many games as needed."""
    options = read_options({"seats": people, **(settings or {})})
    for attempt in range(seed, seed + tries):
        table = Table(new_id(), options, f"{attempt:064x}")
        tokens = ["" if level else new_token() for level in options.bots]
        names = [f"Robot {seat + 1}" if level else NAMES[seat] for seat, level in enumerate(options.bots)]
        game = Game(table.rules, names, Seeded(str(attempt)))
        begins: list[Json] = [to_json(game.rules, entry.action) for entry in game.log]
        if not play_until(game, until, Random(attempt), how):
            continue
        entries: list[TableEntry] = []
        for seat, token in enumerate(tokens):
            if token:
                entry = commands.take_seat(table, seat, NAMES[seat], hash_token(token), "").entry
                if "begins" in entry.data:
                    entry = replace(entry, data={**entry.data, "begins": begins})
                entries.append(entry)
                table.apply(entry)
        for entry in log(game, table):
            table.apply(entry)
            entries.append(entry)
        return Staged(table, options, entries, tokens)
    raise LookupError(f"no such position in {tries} games")


def log(game: Game, table: Table) -> list[TableEntry]:
    """Return the entries of a game: one per choice, with the draws that followed it."""
    made: list[TableEntry] = []
    for step in game.log:
        action: Json = to_json(game.rules, step.action)
        if step.actor != CHANCE:
            data: dict[str, Json] = {"actions": [action]}
            made.append(
                TableEntry(table.version + len(made) + 1, "acted", step.actor, data, wall_clock(), table.clocks.all())
            )
        elif made and isinstance(actions := made[-1].data["actions"], list):
            actions.append(action)
    return made
