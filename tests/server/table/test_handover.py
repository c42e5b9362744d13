"""Seats change hands: free ones go to bots, and those of bots to people, before and during a game."""

from __future__ import annotations

import pytest

from bastide.play.record import from_record, to_record
from bastide.play.verify import verify
from bastide.rules.model import Json
from bastide.server import commands
from bastide.server.messages import public_facts, state_for, story_for
from bastide.server.seat_commands import give_seat, open_seat
from tests.server.sessions import SHORT, Session, begun, everything, refusal, turns


def waiting(**options: Json) -> Session:
    """Return a table for four where only Anna sits."""
    session = Session({"seats": 4, **options}, begun=False)
    session.do(commands.take_seat(session.table, 0, "Anna", "hash 0", "heads"))
    return session


def test_a_free_seat_can_be_given_to_a_bot_and_the_last_one_begins_the_game() -> None:
    session = waiting()
    for seat, bot in ((1, "odile"), (2, "odile")):
        session.do(give_seat(session.table, 0, seat, bot))
        assert session.table.game is None
    assert session.table.free_seats() == [3]
    assert session.table.names() == ["Anna", "Odile", "Odile 2", "4"]
    session.do(give_seat(session.table, 0, 3, "master"))
    assert session.game.seats == ("Anna", "Odile", "Odile 2", "Robot 4")
    assert [seat["bot"] for seat in public_facts(session.table)["seats"] if seat] == [None, "odile", "odile", "master"]
    assert session.table.salt().startswith("table/heads////terms:")
    assert everything(session.again()) == everything(session.table)


def test_a_bots_seat_can_be_opened_before_the_game() -> None:
    session = waiting(bots=[None, "odile", "isaure"])
    session.do(open_seat(session.table, 0, 1))
    assert session.table.free_seats() == [1, 3]
    session.do(commands.take_seat(session.table, 1, "Odile", "hash 1", "tails"))
    session.do(give_seat(session.table, 1, 3, "odile"))
    assert session.game.seats == ("Anna", "Odile", "Dame Isaure", "Odile 2")
    assert session.table.salt().startswith("table/heads/tails///terms:")


def test_before_the_game_only_free_seats_can_be_given_and_only_by_people_who_sit() -> None:
    session = waiting(bots=[None, "odile"])
    session.do(commands.reserve_seat(session.table, 2, "Chloé", "hash 2"))
    table = session.table
    assert refusal(lambda: give_seat(table, 0, 0, "aubin")) == "seat_not_given"
    assert refusal(lambda: give_seat(table, 0, 1, "aubin")) == "seat_not_given"
    assert refusal(lambda: give_seat(table, 0, 2, "aubin")) == "seat_not_given"
    assert refusal(lambda: give_seat(table, 0, 4, "aubin")) == "seat_number"
    assert refusal(lambda: give_seat(table, 0, 3, "genius")) == "unknown_level"
    assert refusal(lambda: open_seat(table, 0, 3)) == "seat_not_opened"
    for nobody in (1, 2, 3):
        assert refusal(lambda by=nobody: give_seat(table, by, 3, "aubin")) == "not_seated"  # type: ignore[misc]
        assert refusal(lambda by=nobody: open_seat(table, by, 1)) == "not_seated"  # type: ignore[misc]


def test_a_person_gives_the_own_seat_to_a_bot_and_takes_it_back() -> None:
    session = turns(begun(seats=2), 2)
    while session.actor != 1:
        session.choose()
    salt = session.table.salt()
    entry = session.do(give_seat(session.table, 1, 1, "garsende"))
    assert entry.new_token_hash is None, "the token still belongs to the seat"
    table = session.table
    assert table.actor == 1
    assert table.is_automatic(1)
    assert table.names() == ["Anna", "Garsende"]
    facts = public_facts(table)["seats"][1]
    assert facts is not None
    assert (facts["bot"], facts["keeper"], facts["before"]) == ("garsende", "Boris", ["Boris"])
    assert refusal(lambda: give_seat(table, 1, 0, "aubin")) == "not_seated"
    assert refusal(lambda: open_seat(table, 0, 1)) == "seat_keeper"
    assert refusal(lambda: give_seat(table, 0, 1, "aubin")) == "seat_not_given"
    assert refusal(lambda: commands.take_seat(table, 1, "Eve", "e", "")) == "seat_taken"
    entry = session.do(commands.claim_seat(table, 1, "another word"))
    assert entry.new_token_hash == "hash 1"
    assert table.names() == ["Anna", "Boris"]
    assert table.options.bots == (None, None)
    assert not table.is_automatic(1)
    assert table.salt() == salt
    session.choose()
    assert everything(session.again()) == everything(table)
    assert refusal(lambda: commands.claim_seat(table, 1, "")) == "seat_taken"


def test_somebody_with_the_link_takes_the_opened_seat_of_a_bot() -> None:
    session = turns(begun(seats=3, bots=[None, None, "odile"]), 1)
    table = session.table
    assert refusal(lambda: commands.take_seat(table, 2, "Eve", "e", "")) == "seat_taken"
    session.do(open_seat(table, 1, 2))
    assert table.is_bot(2), "it plays on until somebody comes"
    assert refusal(lambda: open_seat(table, 0, 2)) == "seat_not_opened"
    assert refusal(lambda: commands.take_seat(table, 2, "Anna", "e", "")) == "guest_name_taken"
    entry = session.do(commands.take_seat(table, None, "Eve", "e", "word"))
    assert (entry.seat, entry.new_token_hash) == (2, "e")
    assert table.names() == ["Anna", "Boris", "Eve"]
    assert refusal(lambda: commands.take_seat(table, None, "Fay", "f", "")) == "seat_taken"
    assert table.salt().startswith("table/nonce 0/nonce 1//terms:")
    assert everything(session.again()) == everything(table)


def test_an_opened_seat_can_be_given_to_a_bot_again() -> None:
    session = begun(seats=2, bots=[None, "odile"])
    session.do(open_seat(session.table, 0, 1))
    session.do(give_seat(session.table, 0, 1, "odon"))
    assert session.table.free_seats() == []
    assert session.table.names() == ["Anna", "Maître Odon"]


def test_others_give_a_seat_that_left_the_game_to_a_bot() -> None:
    session = turns(begun(seats=3), 1)
    table = session.table
    assert refusal(lambda: give_seat(table, 0, 1, "aubin")) == "seat_not_given"
    session.do(commands.resign(table, 1))
    assert refusal(lambda: give_seat(table, 1, 1, "aubin")) == "not_seated"
    entry = session.do(give_seat(table, 0, 1, "aubin"))
    assert entry.new_token_hash == "", "the seat is no longer theirs"
    assert table.active_seats() == [0, 1, 2]
    session.do(open_seat(table, 2, 1))
    session.do(commands.take_seat(table, 1, "Eve", "e", ""))
    assert public_facts(table)["seats"][1]["before"] == ["Boris", "Aubin"]  # type: ignore[index]


def test_a_flagged_seat_gets_the_time_that_others_have_left() -> None:
    session = begun(seats=3, clock={"kind": "live", "time": 60})
    session.watch.after(61)
    session.do(commands.flag(session.table))
    session.do(give_seat(session.table, 1, 0, "aubin"))
    assert session.table.clocks.all() == (60_000, 60_000, 60_000)
    assert session.table.active_seats() == [0, 1, 2]


def test_whoever_leaves_takes_the_own_proposals_along_and_accepts_the_end() -> None:
    session = turns(begun(seats=3), 2)
    session.do(commands.propose_takeback(session.table, 0))
    session.do(give_seat(session.table, 0, 0, "aubin"))
    assert session.table.proposal is None
    session.do(commands.propose_end(session.table, 1))
    session.do(give_seat(session.table, 2, 2, "odile"))
    assert session.table.ended == "agreed"
    assert refusal(lambda: give_seat(session.table, 1, 1, "aubin")) == "already_ended"
    assert refusal(lambda: open_seat(session.table, 1, 0)) == "already_ended"


def test_the_secrets_of_a_seat_are_seen_from_then_on_only() -> None:
    session = begun(seats=2, bots=[None, "odile"], options={"hand_size": 3})
    until = len(session.log)
    session.until(lambda: session.game.state.turn > 5)
    session.do(open_seat(session.table, 0, 1))
    session.do(commands.take_seat(session.table, 1, "Eve", "e", ""))
    table = session.table
    before = story_for(table, None, "en")
    assert story_for(table, 1, "en") == before
    assert story_for(table, 1, "en", until) == story_for(table, None, "en", until)
    assert state_for(table, 1)["view"] != state_for(table, None)["view"], "the hand of the seat is seen"
    version = table.version
    session.until(lambda: session.game.state.turn > 8)
    after = story_for(table, 1, "en")
    assert after[: len(before)] == before
    assert after[len(before) :] == story_for(table, 1, "en", version) != story_for(table, None, "en", version)


def test_sentences_and_records_name_those_who_played() -> None:
    session = begun(seats=2, **SHORT)
    session.choose()
    session.choose()
    ply = session.table.ply
    told = story_for(session.table, None, "en")
    session.do(give_seat(session.table, 0, 0, "odile"))
    session.until(lambda: bool(session.table.ended))
    after = story_for(session.table, None, "en")
    assert after[: len(told)] == told
    assert any("Odile" in event["text"] for event in after[len(told) :])
    assert not any("Anna" in event["text"] for event in after[len(told) :])
    players = [(since, names) for _, since, names in session.table.names_history]
    record = to_record(session.game, ended=session.table.ended, players=players)
    assert record["players"] == [
        {"ply": 0, "seats": ["Anna", "Boris"]},
        {"ply": ply, "seats": ["Odile", "Boris"]},
    ]
    assert from_record(record).seats == ("Odile", "Boris")
    assert verify(record).fair


def test_after_a_takeback_the_moves_are_those_of_whoever_sits_there() -> None:
    session = turns(begun(seats=2), 3)
    session.do(give_seat(session.table, 0, 0, "odile"))
    session.until(lambda: session.game.state.turn > 5)
    session.do(commands.propose_takeback(session.table, 1))
    table = session.table
    assert table.names_at(1) == ("Anna", "Boris")
    assert table.names_at(table.ply + 1) == ("Odile", "Boris")
    assert everything(session.again()) == everything(table)


@pytest.mark.parametrize("kind", ["given", "opened", "sat"])
def test_a_rewind_behind_a_change_keeps_the_present_names(kind: str) -> None:
    session = begun(seats=2, bots=[None, "odile"])
    session.choose()
    if kind != "given":
        session.do(open_seat(session.table, 0, 1))
    if kind == "sat":
        session.do(commands.take_seat(session.table, 1, "Eve", "e", ""))
    if kind == "given":
        session.do(give_seat(session.table, 0, 0, "aubin"))
        session.do(commands.claim_seat(session.table, 0, ""))
    names = tuple(session.table.names())
    session.do(commands.undo(session.table, 0))
    assert session.table.names_at(session.table.ply + 1) == names
    assert everything(session.again()) == everything(session.table)
