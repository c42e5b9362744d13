"""Seats are reserved for the players of the previous game until they take them or give them up."""

from __future__ import annotations

from functools import partial

import pytest

from bastide.rules.model import Json
from bastide.server import commands
from bastide.server.messages import public_facts, state_for
from tests.server.sessions import NAMES, SECRET, Session, begun, everything, refusal

NOT_HANDED_OVER: dict[str, Json] = {"open": False, "keeper": None, "before": []}


def reserved(seats: int = 2, **options: Json) -> Session:
    """Return a table where all seats of people are reserved."""
    session = Session({"seats": seats, **options}, begun=False)
    for seat in session.people():
        session.do(commands.reserve_seat(session.table, seat, NAMES[seat], f"hash {seat}"))
    return session


def test_a_seat_is_reserved_under_a_name_and_the_game_waits() -> None:
    session = reserved(3)
    assert [(entry.kind, entry.seat, entry.data) for entry in session.log] == [
        ("kept", seat, {"name": NAMES[seat], "stored": f"hash {seat}"}) for seat in range(3)
    ]
    assert session.table.game is None
    assert session.table.free_seats() == []
    assert session.table.empty_seats() == [0, 1, 2]
    assert refusal(lambda: commands.resign(session.table, 0)) == "not_begun"


def test_the_game_begins_when_all_reserved_seats_are_taken() -> None:
    session = reserved(3)
    for seat in (2, 0, 1):
        assert session.table.game is None
        entry = session.do(commands.claim_seat(session.table, seat, f"word {seat}"))
        assert (entry.kind, entry.seat, entry.data["stored"]) == ("sat", seat, f"hash {seat}")
    assert session.game.seats == NAMES[:3]
    assert session.table.salt().startswith("table/word 0/word 1/word 2/terms:")
    assert session.table.empty_seats() == []


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_nobody_else_takes_a_reserved_seat(seat: int | None) -> None:
    session = reserved()
    assert refusal(lambda: commands.take_seat(session.table, seat, "Eve", "hash 0", "")) == "seat_kept"


def test_others_get_the_first_free_seat() -> None:
    session = reserved(3)
    session.do(commands.leave_seat(session.table, 1))
    assert refusal(lambda: commands.take_seat(session.table, 0, "Eve", "e", "")) == "seat_kept"
    assert refusal(lambda: commands.claim_seat(session.table, 1, "")) == "seat_taken"
    assert session.do(commands.take_seat(session.table, None, "Eve", "e", "")).seat == 1
    assert refusal(lambda: commands.claim_seat(session.table, 1, "")) == "seat_taken"
    assert refusal(lambda: commands.take_seat(session.table, 1, "Fay", "f", "")) == "seat_taken"


def test_only_free_seats_of_people_can_be_reserved() -> None:
    session = Session({"seats": 3, "bots": [None, "random"]}, begun=False)
    for seat in (-1, 1, 3):
        assert refusal(partial(commands.reserve_seat, session.table, seat, "Anna", "a")) == "seat_taken"
    session.do(commands.reserve_seat(session.table, 0, "Anna", "a"))
    assert refusal(lambda: commands.reserve_seat(session.table, 0, "Boris", "b")) == "seat_kept"
    assert refusal(lambda: commands.reserve_seat(begun().table, 0, "Chloé", "c")) == "seat_taken"


def test_a_reserved_seat_is_claimed_only_for_itself_and_under_a_free_name() -> None:
    session = reserved()
    assert refusal(lambda: commands.claim_seat(session.table, 0, "", wanted=1)) == "seat_kept"
    assert refusal(lambda: commands.claim_seat(session.table, 0, "", "Boris")) == "guest_name_taken"
    assert refusal(lambda: commands.claim_seat(session.table, 0, "\ud800")) == "fair_salt"
    session.do(commands.claim_seat(session.table, 0, "", " Anna  Maria ", wanted=0))
    session.do(commands.claim_seat(session.table, 1, "", "Anna"))
    assert session.game.seats == ("Anna Maria", "Anna")


def test_a_reserved_seat_is_shown_with_its_name_and_nothing_secret() -> None:
    session = reserved(3, bots=[None, "random"])
    session.do(commands.claim_seat(session.table, 2, "word"))
    assert public_facts(session.table)["seats"] == [
        {"name": "Anna", "bot": None, "out": None, "kept": True, **NOT_HANDED_OVER},
        None,
        {"name": "Chloé", "bot": None, "out": None, "kept": False, **NOT_HANDED_OVER},
    ]
    for viewer in (None, 0, 2):
        known = repr(state_for(session.table, viewer))
        assert not any(secret in known for secret in (SECRET, "hash", "word"))


def test_reservations_are_loaded_from_the_log() -> None:
    session = reserved(4)
    session.do(commands.claim_seat(session.table, 3, "word"))
    session.do(commands.leave_seat(session.table, 1))
    assert everything(session.again()) == everything(session.table)
