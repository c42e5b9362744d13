"""Games across several servers: players and spectators of one table at different servers, and an audit of the log."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from bastide.client import Client, Snapshot
from bastide.play.verify import verify
from bastide.rules.model import Json
from bastide.server.database import make_engine
from bastide.server.entries import TableEntry
from bastide.server.options import read_options
from bastide.server.store import Store, TableRow
from bastide.server.table import Table
from tests.server.players import Habits, Player
from tests.server.test_durability import comparable, welcome, whole

ENTRY_KINDS = {
    "act": "acted",
    "confirm": "confirmed",
    "say": "said",
    "undo": "undone",
    "takeback": "asked",
    "offer_end": "asked",
    "answer": "answered",
}
"""The kinds of entries by the types of the commands they come from."""


@dataclass
class Spectator:
    """A spectator at one server, and what they saw last."""

    client: Client
    table: str
    patience: float
    snapshot: Snapshot | None = None

    async def watch(self) -> Snapshot:
        """Watch until the game has ended, and return the last snapshot."""
        async with self.client.session(self.table, None, self.patience) as session:
            async for self.snapshot in session:
                if self.snapshot.ended:
                    return self.snapshot
        raise ConnectionError(self.table)


@dataclass
class ClusterGame:
    """A table whose seats are taken, with a spectator at every server."""

    table: str
    players: list[Player]
    spectators: list[Spectator]
    ends: list[Snapshot] = field(default_factory=list)
    """What everybody saw in the end: first the players, then the spectators."""

    @property
    def ended(self) -> bool:
        """Whether everybody has seen the end."""
        return bool(self.ends)

    @property
    def commands(self) -> int:
        """The number of acknowledged commands."""
        return sum(len(player.acknowledged) for player in self.players)

    async def play(self) -> None:
        """Play until everybody has seen the end of the game."""
        people = [player.play() for player in self.players]
        self.ends = await asyncio.gather(*people, *(spectator.watch() for spectator in self.spectators))

    def seen(self) -> str:
        """Return the versions that everybody saw last."""
        known = [player.session.snapshot if player.session else None for player in self.players]
        known += [spectator.snapshot for spectator in self.spectators]
        return f"{self.table}: {[now and now.version for now in known]}"


async def seat_everybody(
    clients: Sequence[Client], rng: Random, habits: Habits, patience: float = 5.0, **options: Json
) -> ClusterGame:
    """Open a table at one of the servers, and take the seats of people at one server after another."""
    first = rng.randrange(len(clients))
    table = await clients[first].open(**options)
    seats, bots = options.get("seats", 2), options.get("bots") or []
    assert isinstance(seats, int)
    assert isinstance(bots, list)
    players = []
    for number in range(seats - sum(level is not None for level in bots)):
        client = clients[(first + number) % len(clients)]
        taken = await client.take_seat(table, f"person {number + 1}")
        players.append(Player(client, table, taken.seat, taken.token, Random(rng.random()), habits, patience=patience))
    return ClusterGame(table, players, [Spectator(client, table, patience) for client in clients])


async def play_all(games: Sequence[ClusterGame], seconds: float) -> None:
    """Play all games to their ends; name those that have not ended in time."""
    playing = {asyncio.create_task(game.play()): game for game in games}
    try:
        _, stuck = await asyncio.wait(playing, timeout=seconds)
        assert not stuck, "stuck, with the versions known to players and spectators: " + "; ".join(
            playing[task].seen() for task in stuck
        )
        await asyncio.gather(*playing)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


async def audit(database_url: str, clients: Sequence[Client], games: Iterable[ClusterGame]) -> None:
    """Check that all games were played to their end, and that nothing in their logs is lost or doubled."""
    store = Store(make_engine(database_url))
    try:
        for game in games:
            row = await store.table(game.table)
            assert row is not None
            log = await store.entries_after(game.table, 0)
            check_log(game, log)
            check_views(game, row, log)
            fresh = [await welcome(client, game.table, None) for client in clients]
            assert [now.version for now in fresh] == [len(log)] * len(clients), game.table
            assert len({json.dumps(comparable(now), sort_keys=True) for now in fresh}) == 1
            for client in clients:
                record = await client.request("GET", f"/api/tables/{game.table}/record")
                assert verify(record).fair, str(verify(record))
    finally:
        await store.engine.dispose()


def check_log(game: ClusterGame, log: Sequence[TableEntry]) -> None:
    """Check that every acknowledged command is in the log once, with its content."""
    assert [entry.version for entry in log] == list(range(1, len(log) + 1))
    refs = [entry.data["ref"] for entry in log if "ref" in entry.data]
    assert len(set(map(str, refs))) == len(refs), "a command was executed twice"
    for player in game.players:
        assert len(set(player.acknowledged)) == len(player.acknowledged), "every command made an entry of its own"
        for version, command in player.commands.items():
            entry = log[version - 1]
            assert (entry.seat, entry.kind) == (player.seat, ENTRY_KINDS[str(command["type"])]), (game.table, version)
            assert str(entry.data["ref"]).startswith(f"{player.seat}/")
            assert content_of(entry).items() <= command.items(), (game.table, version)


def content_of(entry: TableEntry) -> Mapping[str, object]:
    """Return what an entry says of its command, in the words of the command."""
    actions = entry.data.get("actions")
    if entry.kind == "acted" and isinstance(actions, list):
        return {"action": actions[0]}
    return {name: entry.data[name] for name in ("text", "yes") if name in entry.data}


def check_views(game: ClusterGame, row: TableRow, log: Sequence[TableEntry]) -> None:
    """Check that everybody saw what the log says, and the game end by being played."""
    seats = [*(player.seat for player in game.players), *(None for _ in game.spectators)]
    table = Table(row.id, read_options(row.options), row.secret)
    for entry in log:
        table.apply(entry)
        for seat, end in zip(seats, game.ends, strict=True):
            if end.version == entry.version:
                assert comparable(end) == whole(table, seat), (game.table, seat)
    assert table.ended == "played", (game.table, table.ended)
    assert len({str((end.view["scores"], end.view["board"])) for end in game.ends}) == 1
    assert max(end.version for end in game.ends) <= len(log)
