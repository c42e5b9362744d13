"""Seats are taken and left, and the game begins when the last one is taken."""

from __future__ import annotations

import pytest

from bastide.play.fair import Fair
from bastide.play.record import to_record
from bastide.play.verify import verify
from bastide.rules.actions import to_json
from bastide.rules.model import CHANCE, Json
from bastide.server import commands
from bastide.server.commands import MAX_NAME
from tests.server.sessions import NAMES, SECRET, SHORT, Session, begun, refusal


def test_a_game_begins_when_the_last_seat_is_taken() -> None:
    session = Session({"seats": 3}, begun=False)
    for seat, name in enumerate(NAMES[:3]):
        assert session.table.game is None
        assert session.table.actor is None
        entry = session.do(commands.take_seat(session.table, None, name, f"hash {seat}", ""))
        assert (entry.kind, entry.seat) == ("sat", seat)
    assert session.game.seats == NAMES[:3]
    assert session.table.actor == 0
    assert session.table.events_in(3) == [event for events in session.game.events for event in events]


def test_a_seat_of_choice_can_be_taken_once() -> None:
    session = Session({"seats": 3}, begun=False)
    session.do(commands.take_seat(session.table, 2, "Anna", "a", ""))
    assert refusal(lambda: commands.take_seat(session.table, 2, "Boris", "b", "")) == "seat_taken"
    assert refusal(lambda: commands.take_seat(session.table, 3, "Boris", "b", "")) == "seat_taken"
    assert refusal(lambda: commands.take_seat(session.table, -1, "Boris", "b", "")) == "seat_taken"
    assert session.do(commands.take_seat(session.table, None, "Boris", "b", "")).seat == 0
    assert session.table.free_seats() == [1]


def test_nobody_sits_down_at_a_table_that_is_full() -> None:
    session = begun()
    assert refusal(lambda: commands.take_seat(session.table, None, "Zoé", "z", "")) == "seat_taken"


@pytest.mark.parametrize("name", ["", "   ", "x" * (MAX_NAME + 1), "a\x00b", "a\u202eb", "half \ud800", "Anna, Boris"])
def test_a_name_can_be_seen_and_written_in_a_list(name: str) -> None:
    session = Session(begun=False)
    assert refusal(lambda: commands.take_seat(session.table, None, name, "a", "")) == "guest_name"


@pytest.mark.parametrize("name", ["<b>x</b>", "O'Neil", "Zoë", "李", "🎲", "x" * MAX_NAME, "'; DROP TABLE seats; --"])
def test_every_other_name_begins_a_game(name: str) -> None:
    session = Session(begun=False)
    session.do(commands.take_seat(session.table, None, f"  {name}\n", "a", ""))
    session.do(commands.take_seat(session.table, None, "Boris", "b", ""))
    assert session.game.seats == (name, "Boris")


def test_names_differ_from_each_other_and_from_those_of_bots() -> None:
    session = Session({"seats": 3, "bots": [None, "random"]}, begun=False)
    session.do(commands.take_seat(session.table, None, "Anna", "a", ""))
    assert refusal(lambda: commands.take_seat(session.table, None, " Anna ", "b", "")) == "guest_name_taken"
    assert refusal(lambda: commands.take_seat(session.table, None, "Robot 2", "b", "")) == "guest_name_taken"
    session.do(commands.take_seat(session.table, None, "Robot 3", "b", ""))
    assert session.game.seats == ("Anna", "Robot 2", "Robot 3")


def test_bots_sit_on_their_seats_and_nobody_else_does() -> None:
    session = Session({"seats": 3, "bots": ["random", None, "random"]}, begun=False)
    assert refusal(lambda: commands.take_seat(session.table, 0, "Anna", "a", "")) == "seat_taken"
    session.do(commands.take_seat(session.table, None, "Anna", "a", ""))
    assert [(s.name, s.bot, s.token_hash) for s in session.table.seats if s] == [
        ("Robot 1", "random", ""),
        ("Anna", None, "a"),
        ("Robot 3", "random", ""),
    ]
    assert session.actor == 0
    session.choose()


def test_a_nonce_that_cannot_be_written_is_refused_before_it_spoils_the_draws() -> None:
    session = Session(begun=False)
    assert refusal(lambda: commands.take_seat(session.table, None, "Anna", "a", "\ud800")) == "fair_salt"
    session.do(commands.take_seat(session.table, None, "Anna", "a", "x" * 1000))
    assert session.table.nonces == ["x" * 64, ""]


def test_whoever_sits_down_may_leave_until_the_game_begins() -> None:
    session = Session(begun=False)
    session.do(commands.take_seat(session.table, 1, "Anna", "a", "old"))
    session.do(commands.leave_seat(session.table, 1))
    assert session.table.free_seats() == [0, 1]
    session.do(commands.take_seat(session.table, 1, "Anna", "b", "new"))
    session.do(commands.take_seat(session.table, 0, "Boris", "c", ""))
    assert session.table.nonces == ["", "new"]
    assert refusal(lambda: commands.leave_seat(session.table, 1)) == "too_late_to_leave"


def test_every_nonce_changes_the_draws_and_the_record_can_be_checked() -> None:
    def drawn(nonces: tuple[str, str], secret: str = SECRET) -> list[Json]:
        session = Session(begun=False)
        session.table.secret = secret
        for seat, nonce in enumerate(nonces):
            session.do(commands.take_seat(session.table, seat, NAMES[seat], str(seat), nonce))
        session.until(lambda: session.table.game is not None and session.game.state.turn > 6)
        return [to_json(session.game.rules, e.action) for e in session.game.log if e.actor == CHANCE]

    usual = drawn(("a", "b"))
    assert drawn(("a", "b")) == usual
    assert usual not in (drawn(("a", "c")), drawn(("c", "b")), drawn(("a", "b"), "0" * 64))
    session = begun(**SHORT)
    session.until(lambda: bool(session.table.ended))
    assert session.table.commitment == Fair(SECRET).commitment
    report = verify(to_record(session.game, ended=session.table.ended))
    assert report.fair
