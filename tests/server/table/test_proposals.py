"""Takebacks, agreed ends, resignation, and running out of time."""

from __future__ import annotations

import pytest

from bastide.rules.actions import to_json
from bastide.rules.model import CHANCE, Json
from bastide.server import commands
from bastide.server.commands import default_action
from tests.server.sessions import SHORT, Session, begun, placed, refusal, turns

# Asking


def test_a_takeback_that_all_others_grant_goes_back_behind_draws() -> None:
    session = turns(begun(seats=3), 3)
    choices = [place for place, entry in enumerate(session.game.log) if entry.actor == 1]
    drawn = [entry.action for entry in session.game.log if entry.actor == CHANCE]
    assert session.actor == 0
    session.do(commands.propose_takeback(session.table, 1))
    assert refusal(lambda: commands.propose_takeback(session.table, 2)) == "question_open"
    assert refusal(lambda: commands.propose_end(session.table, 2)) == "question_open"
    assert refusal(lambda: commands.answer(session.table, 1, True)) == "no_question"
    session.do(commands.answer(session.table, 0, True))
    assert session.table.proposal is not None
    session.do(commands.answer(session.table, 2, True))
    assert session.table.proposal is None
    assert len(session.game.log) == choices[-1]
    assert session.actor == 1
    session.until(lambda: session.game.state.turn > 3)
    again = [entry.action for entry in session.game.log if entry.actor == CHANCE]
    assert again[: len(drawn)] == drawn


def test_one_refusal_is_enough() -> None:
    session = turns(begun(seats=3), 3)
    place = len(session.game.log)
    session.do(commands.propose_takeback(session.table, 1))
    session.do(commands.answer(session.table, 0, True))
    session.do(commands.answer(session.table, 2, False))
    assert session.table.proposal is None
    assert len(session.game.log) == place
    session.do(commands.propose_takeback(session.table, 1))
    assert session.table.proposal is not None
    assert session.table.proposal.accepted == set()


def test_a_late_answer_grants_no_other_question() -> None:
    session = turns(begun(seats=3), 3)
    session.do(commands.propose_takeback(session.table, 1))
    first = session.table.version
    session.do(commands.answer(session.table, 2, False))
    session.do(commands.propose_takeback(session.table, 1))
    assert refusal(lambda: commands.answer(session.table, 0, True, first)) == "no_question"
    session.do(commands.answer(session.table, 0, True, session.table.version))
    assert session.table.proposal is not None
    assert session.table.proposal.accepted == {0}


@pytest.mark.parametrize("overtake", ["act", "undo", "resign"])
def test_a_takeback_is_overtaken_by_whatever_changes_the_game(overtake: str) -> None:
    session = turns(begun(seats=3), 3)
    session.choose()
    session.do(commands.propose_takeback(session.table, 0))
    if overtake == "act":
        session.choose()
    else:
        session.do(commands.undo(session.table, 0) if overtake == "undo" else commands.resign(session.table, 2))
    assert session.table.proposal is None
    assert refusal(lambda: commands.answer(session.table, 1, True)) == "no_question"


def test_who_has_chosen_nothing_has_nothing_to_take_back() -> None:
    session = begun()
    assert refusal(lambda: commands.propose_takeback(session.table, 1)) == "nothing_to_take_back"


def test_bots_grant_everything() -> None:
    session = begun(seats=3, bots=[None, "random", "random"])
    session.until(lambda: session.game.state.turn > 3)
    session.do(commands.propose_takeback(session.table, 0))
    assert session.table.proposal is None
    assert session.actor == 0
    assert session.game.state.turn == 1
    session.do(commands.propose_end(session.table, 0))
    assert session.table.ended == "agreed"


def test_the_end_can_be_agreed_upon_and_moves_do_not_overtake_it() -> None:
    session = begun(seats=3)
    session.do(commands.propose_end(session.table, 2))
    session.choose()
    session.do(commands.answer(session.table, 0, True))
    assert session.table.proposal is not None
    session.do(commands.answer(session.table, 1, True))
    assert session.table.ended == "agreed"
    assert session.table.proposal is None
    assert session.table.actor is None
    assert session.table.winners() == [0, 1, 2]


def test_the_end_is_agreed_upon_once_those_who_did_not_answer_are_gone() -> None:
    session = begun(seats=4)
    session.do(commands.propose_end(session.table, 2))
    session.do(commands.answer(session.table, 0, True))
    session.do(commands.answer(session.table, 1, True))
    session.do(commands.resign(session.table, 3))
    assert session.table.ended == "agreed"
    assert session.table.winners() == [0, 1, 2]


def test_nothing_is_asked_any_more_once_the_game_has_ended() -> None:
    session = begun()
    session.do(commands.propose_end(session.table, 0))
    session.do(commands.resign(session.table, 1))
    assert session.table.ended == "resigned"
    assert session.table.proposal is None


def test_an_offer_goes_with_the_seat_that_made_it() -> None:
    session = begun(seats=3)
    session.do(commands.propose_end(session.table, 2))
    session.do(commands.resign(session.table, 2))
    assert session.table.proposal is None
    assert not session.table.ended


# Leaving the game


def test_of_two_the_other_wins_when_one_resigns_whatever_the_score() -> None:
    session = begun()
    session.until(lambda: max(session.game.scores) > 0)
    leader = session.game.scores.index(max(session.game.scores))
    session.do(commands.resign(session.table, leader))
    assert session.table.ended == "resigned"
    assert session.table.winners() == [1 - leader]
    assert session.table.actor is None


def test_of_more_than_two_the_others_play_on_and_the_seat_passes() -> None:
    session = begun(seats=3, **SHORT)
    session.do(commands.resign(session.table, 0))
    assert not session.table.ended
    assert session.table.active_seats() == [1, 2]
    message: dict[str, Json] = {"moment": session.table.position_version, "option": 0}
    for command in (
        lambda: commands.act(session.table, 0, message),
        lambda: commands.undo(session.table, 0),
        lambda: commands.propose_takeback(session.table, 0),
        lambda: commands.propose_end(session.table, 0),
        lambda: commands.resign(session.table, 0),
    ):
        assert refusal(command) == "not_taking_part"
    while session.actor == 0:
        due = default_action(session.game)
        entry = session.do(commands.play_default(session.table, 0))
        assert entry.data["passed"] is True
        assert isinstance(actions := entry.data["actions"], list)
        assert actions[0] == to_json(session.game.rules, due)
    assert refusal(lambda: commands.play_default(session.table, 0)) == "not_your_turn"
    while not session.table.ended:
        session.do(commands.play_default(session.table, 0)) if session.actor == 0 else session.choose(
            -1 % len(session.game.options())
        )
    assert session.table.ended == "played"
    assert session.game.over
    best = max(session.game.scores[1:])
    assert session.table.winners() == [seat for seat in (1, 2) if session.game.scores[seat] == best]


def test_a_seat_that_is_out_passes_where_it_may() -> None:
    session = begun(seats=3)
    assert default_action(session.game) == session.game.options()[0]
    placed(session)
    assert session.game.rules.kind_of(default_action(session.game)).name == "pass"


def test_when_all_but_one_have_resigned_the_last_one_wins() -> None:
    session = begun(seats=3)
    session.do(commands.resign(session.table, 2))
    session.do(commands.resign(session.table, 0))
    assert session.table.ended == "resigned"
    assert session.table.winners() == [1]


def test_a_game_that_is_played_to_its_end_is_won_by_most_points() -> None:
    session = begun(**SHORT)
    session.until(lambda: bool(session.table.ended), seed=1)
    assert session.table.ended == "played"
    assert session.table.winners() == session.game.winners
    assert session.table.actor is None


def test_nobody_has_won_before_the_end() -> None:
    session = Session(begun=False)
    assert session.table.winners() == []
    assert begun().table.winners() == []


# Flags (what time does is in test_clocks.py)


@pytest.mark.parametrize(("seats", "ended"), [(2, "flagged"), (3, "")])
def test_who_has_no_time_left_is_out(seats: int, ended: str) -> None:
    session = begun(seats=seats, clock={"kind": "live", "time": 60, "flag": "loses"})
    assert commands.flag(session.table) is None
    session.watch.after(60)
    entry = session.do(commands.flag(session.table))
    assert (entry.kind, entry.seat) == ("flagged", 0)
    assert session.table.ended == ended
    assert session.table.active_seats() == list(range(1, seats))
    assert session.table.winners() == ([1] if ended else [])
    assert commands.flag(session.table) is None
    out = session.table.seats[0]
    assert out is not None
    assert out.withdrawn == "flagged"


def test_or_the_choice_is_made_for_it() -> None:
    session = begun(clock={"kind": "live", "time": 60, "flag": "passes"})
    session.watch.after(61)
    while session.actor == 0:
        entry = session.do(commands.flag(session.table))
        assert (entry.kind, entry.seat, entry.data["passed"]) == ("acted", 0, True)
    assert session.table.active_seats() == [0, 1]
    assert commands.flag(session.table) is None
