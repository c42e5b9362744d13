"""What viewers are sent about the entries of a table: no more than is new to them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import cast

from websockets.asyncio.client import ClientConnection

from bastide.client import Connection
from bastide.rules.model import Json
from bastide.server import commands
from bastide.server.entries import PendingEntry
from bastide.server.live_table import LiveTable, Viewer, current_status
from bastide.server.messages import state_for, welcome_message
from bastide.server.seat_commands import give_seat, open_seat
from tests.server.sessions import Session, begun

LINE_BYTES = 200
"""The most bytes of a message about a short line of chat."""


class Audience:
    """A table with some viewers, and what their clients know."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.live = LiveTable(session.table, current_status(session.table))
        self.viewers = [Viewer(0, "en"), Viewer(1, "fr"), Viewer(None, "en")]
        self.live.viewers.update(self.viewers)
        self.clients = [Connection(cast("ClientConnection", None)) for _ in self.viewers]
        for viewer, client in zip(self.viewers, self.clients, strict=True):
            client.handle(json.loads(welcome_message(session.table, 0, viewer.seat, viewer.language)))
            viewer.tiles = len(session.game.state.board.laid)

    def do(self, pending: PendingEntry | None) -> list[str]:
        """Apply and broadcast an entry; return what every viewer was sent about it."""
        self.live.broadcast(self.session.do(pending))
        sent = [viewer.queue.get_nowait() or "" for viewer in self.viewers]
        for client, text in zip(self.clients, sent, strict=True):
            assert client.handle(json.loads(text))
            assert not client.out_of_sync
        return sent

    def check(self) -> None:
        """Compare what the clients know with the table."""
        for viewer, client in zip(self.viewers, self.clients, strict=True):
            assert client.snapshot is not None
            known, told = client.snapshot.state, json.loads(json.dumps(state_for(self.session.table, viewer.seat)))
            assert client.snapshot.version == self.session.table.version
            assert known == {**told, "board_from": known["board_from"]}


def full_board(**options: Json) -> Audience:
    """Return the audience of a game with forty tiles on the board."""
    session = begun(**options)
    session.until(lambda: len(session.game.state.board.laid) >= 40)
    return Audience(session)


def test_a_line_of_chat_is_sent_alone() -> None:
    audience = full_board(seats=2, clock={"kind": "live"})
    audience.session.watch.after(2)
    sent = audience.do(commands.say(audience.session.table, 0, "Well, well"))
    assert max(map(len, sent)) < LINE_BYTES
    assert [client.chat[-1]["text"] for client in audience.clients] == ["Well, well"] * 3
    audience.check()


def test_only_new_tiles_are_sent_unless_the_board_was_rewound() -> None:
    audience = full_board(seats=3, bots=[None, None, "odile"])
    session, table = audience.session, audience.session.table
    session.until(lambda: session.actor == 0)
    audience = Audience(session)
    commands_in_order: list[Callable[[], PendingEntry | None]] = [
        lambda: commands.propose_end(table, 0),
        lambda: commands.answer(table, 1, yes=False),
        lambda: open_seat(table, 0, 2),
        lambda: give_seat(table, 0, 2, "odile"),
        lambda: commands.act(table, 0, {"moment": table.position_version, "option": 0}),
        lambda: commands.propose_takeback(table, 0),
    ]
    for command in commands_in_order:
        boards = [json.loads(text)["state"]["view"]["board"] for text in audience.do(command())]
        assert max(map(len, boards)) <= 1
        audience.check()
    sent = audience.do(commands.answer(table, 1, yes=True))
    assert table.rewound_version == table.version
    assert [json.loads(text)["state"]["board_from"] for text in sent] == [0, 0, 0]
    audience.check()
