"""A table as its log tells it: every command becomes an entry or an error, and the entries are all there is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from bastide.errors import BastideError
from bastide.play.fair import Fair
from bastide.play.record import to_record
from bastide.play.verify import verify
from bastide.rules.actions import to_json
from bastide.rules.model import CHANCE, Json
from bastide.server.entries import Entry
from bastide.server.table import KEPT_CHAT, MOST_CHAT, MOST_NAME, Step, Table, passive
from bastide.server.telling import public_facts, state_for, told
from tests.play.strategies import FULL, FULL_NAMES
from tests.server.sessions import FEW_TILES, NAMES, SECRET, Session, everything, random_command, refusal

SHORT: dict[str, Json] = {"tiles": list(FEW_TILES)}


def begun(**options: Json) -> Session:
    return Session(options)


def placed(session: Session) -> Session:
    """Let the first seat lay its tile, so that it is to choose what to put on it."""
    session.choose()
    assert session.actor == 0
    return session


# Sitting down


def test_a_game_begins_when_the_last_seat_is_taken() -> None:
    session = Session({"seats": 3}, begun=False)
    for seat, name in enumerate(NAMES[:3]):
        assert session.table.game is None
        assert session.table.actor is None
        entry = session.do(session.table.sit(None, name, f"hash {seat}", ""))
        assert (entry.kind, entry.seat) == ("sat", seat)
    assert session.game.seats == NAMES[:3]
    assert session.table.actor == 0
    assert session.table.history[3] == [event for events in session.game.events for event in events]


def test_a_seat_of_choice_can_be_taken_once() -> None:
    session = Session({"seats": 3}, begun=False)
    session.do(session.table.sit(2, "Anna", "a", ""))
    assert refusal(lambda: session.table.sit(2, "Boris", "b", "")) == "seat_taken"
    assert refusal(lambda: session.table.sit(3, "Boris", "b", "")) == "seat_taken"
    assert refusal(lambda: session.table.sit(-1, "Boris", "b", "")) == "seat_taken"
    assert session.do(session.table.sit(None, "Boris", "b", "")).seat == 0
    assert session.table.free_seats() == [1]


def test_nobody_sits_down_at_a_table_that_is_full() -> None:
    session = begun()
    assert refusal(lambda: session.table.sit(None, "Zoé", "z", "")) == "seat_taken"


@pytest.mark.parametrize("name", ["", "   ", "x" * (MOST_NAME + 1), "a\x00b", "a\u202eb", "half \ud800", "Anna, Boris"])
def test_a_name_can_be_seen_and_written_in_a_list(name: str) -> None:
    session = Session(begun=False)
    assert refusal(lambda: session.table.sit(None, name, "a", "")) == "guest_name"


@pytest.mark.parametrize("name", ["<b>x</b>", "O'Neil", "Zoë", "李", "🎲", "x" * MOST_NAME, "'; DROP TABLE seats; --"])
def test_every_other_name_begins_a_game(name: str) -> None:
    session = Session(begun=False)
    session.do(session.table.sit(None, f"  {name}\n", "a", ""))
    session.do(session.table.sit(None, "Boris", "b", ""))
    assert session.game.seats == (name, "Boris")


def test_names_differ_from_each_other_and_from_those_of_bots() -> None:
    session = Session({"seats": 3, "bots": [None, "random"]}, begun=False)
    session.do(session.table.sit(None, "Anna", "a", ""))
    assert refusal(lambda: session.table.sit(None, " Anna ", "b", "")) == "guest_name_taken"
    assert refusal(lambda: session.table.sit(None, "random 2", "b", "")) == "guest_name_taken"
    session.do(session.table.sit(None, "random 3", "b", ""))
    assert session.game.seats == ("Anna", "random 2", "random 3")


def test_bots_sit_on_their_seats_and_nobody_else_does() -> None:
    session = Session({"seats": 3, "bots": ["random", None, "random"]}, begun=False)
    assert refusal(lambda: session.table.sit(0, "Anna", "a", "")) == "seat_taken"
    session.do(session.table.sit(None, "Anna", "a", ""))
    assert [(s.name, s.bot, s.stored) for s in session.table.seats if s] == [
        ("random 1", "random", ""),
        ("Anna", None, "a"),
        ("random 3", "random", ""),
    ]
    assert session.actor == 0
    session.choose()


def test_a_nonce_that_cannot_be_written_is_refused_before_it_spoils_the_draws() -> None:
    session = Session(begun=False)
    assert refusal(lambda: session.table.sit(None, "Anna", "a", "\ud800")) == "fair_salt"
    session.do(session.table.sit(None, "Anna", "a", "x" * 1000))
    assert session.table.nonces == ["x" * 64, ""]


def test_whoever_sits_down_may_leave_until_the_game_begins() -> None:
    session = Session(begun=False)
    session.do(session.table.sit(1, "Anna", "a", "old"))
    session.do(session.table.stand_up(1))
    assert session.table.free_seats() == [0, 1]
    session.do(session.table.sit(1, "Anna", "b", "new"))
    session.do(session.table.sit(0, "Boris", "c", ""))
    assert session.table.nonces == ["", "new"]
    assert refusal(lambda: session.table.stand_up(1)) == "too_late_to_leave"


def test_every_nonce_changes_the_draws_and_the_record_can_be_checked() -> None:
    def drawn(nonces: tuple[str, str], secret: str = SECRET) -> list[Json]:
        session = Session(begun=False)
        session.table.secret = secret
        for seat, nonce in enumerate(nonces):
            session.do(session.table.sit(seat, NAMES[seat], str(seat), nonce))
        session.until(lambda: session.table.game is not None and session.game.state.turn > 6)
        return [to_json(session.game.rules, e.action) for e in session.game.log if e.actor == CHANCE]

    usual = drawn(("a", "b"))
    assert drawn(("a", "b")) == usual
    assert usual not in (drawn(("a", "c")), drawn(("c", "b")), drawn(("a", "b"), "0" * 64))
    session = begun(**SHORT)
    session.until(lambda: bool(session.table.ended))
    assert session.table.commitment == Fair(SECRET).commitment
    report = verify(to_record(session.game, ended=True))
    assert report.fair


# Choosing


def test_an_option_is_chosen_by_its_number_or_as_plain_data() -> None:
    one, other = begun(), begun()
    options = one.game.options()
    for number in (3, 0):
        action = to_json(one.game.rules, one.game.options()[number])
        one.choose(number)
        other.do(other.table.act(other.actor, {"moment": other.table.moment, "action": action}))
        assert one.game.log == other.game.log
    assert one.game.log[1].action == options[3]
    assert one.table.history == other.table.history
    assert [event.name for event in one.table.history[3]] == ["placed"]


@pytest.mark.parametrize("number", [-1, 10**6, True, 1.0, "0", None, [0], 10**40])
def test_a_number_that_is_no_option_is_refused(number: Json) -> None:
    session = begun()
    wish: dict[str, Json] = {"moment": session.table.moment, "option": number}
    assert refusal(lambda: session.table.act(0, wish)) == "no_such_option"


@pytest.mark.parametrize(
    "action",
    [None, 3, "pass", [], {}, {"do": "fly"}, {"do": "place"}, {"do": "draw", "tile": "BA-FFRR"}, {"do": "pass"}]
    + [{"do": "place", "cell": cell, "rotation": 0} for cell in ([0, 0], [10**9, 1], [1], "x", [True, 0], [2**70, 0])],
)
def test_an_action_that_cannot_be_played_is_refused(action: Json) -> None:
    session = begun()
    before = everything(session.table)
    assert refusal(lambda: session.table.act(0, {"moment": session.table.moment, "action": action}))
    assert everything(session.table) == before


def test_a_choice_for_another_moment_is_stale() -> None:
    session = begun()
    seen = session.table.moment
    session.choose()
    for moment in (seen, session.table.moment + 1, None, str(session.table.moment)):
        assert refusal(partial(session.table.act, 0, {"moment": moment, "option": 0})) == "stale_moment"


def test_no_moment_ever_comes_back() -> None:
    session = begun()
    seen = [session.table.moment]
    for _ in range(3):
        session.choose(0)
        seen.append(session.table.moment)
        session.do(session.table.undo(0))
        seen.append(session.table.moment)
    session.do(session.table.say(0, "Hm"))
    assert session.table.moment == seen[-1]
    assert sorted(set(seen)) == seen


def test_only_the_seat_that_is_to_choose_may_choose() -> None:
    session = begun(seats=3)
    for seat in (1, 2):
        wish: dict[str, Json] = {"moment": session.table.moment, "option": 0}
        assert refusal(partial(session.table.act, seat, wish)) == "not_your_turn"


def test_nothing_can_be_played_before_the_beginning_or_after_the_end() -> None:
    session = Session(begun=False)
    table = session.table
    commands: list[Callable[[], Step]] = [
        lambda: session.table.act(0, {"moment": session.table.moment, "option": 0}),
        lambda: session.table.confirm(0),
        lambda: session.table.undo(0),
        lambda: session.table.ask_takeback(0),
        lambda: session.table.offer_end(0),
        lambda: session.table.resign(0),
        lambda: session.table.passed_over(0),
    ]
    table.apply(table.sit(0, "Anna", "a", "").entry)
    assert [refusal(command) for command in commands] == ["not_begun"] * 7
    assert refusal(lambda: table.answer(0, True)) == "no_question"
    table.apply(table.sit(1, "Boris", "b", "").entry)
    table.apply(table.resign(1).entry)
    assert [refusal(command) for command in commands] == ["already_ended"] * 7
    assert refusal(lambda: table.answer(0, True)) == "no_question"


# Taking back


def test_ones_last_choice_of_the_turn_can_be_taken_back() -> None:
    session = begun()
    before = everything(session.table)["game"]
    options = session.game.options()
    placed(session)
    assert session.table.undoable(0) == 1
    assert session.table.undoable(1) is None
    entry = session.do(session.table.undo(0))
    assert (entry.kind, entry.seat, entry.data) == ("undone", 0, {"moment": 1})
    assert everything(session.table)["game"] == before
    assert session.game.options() == options
    assert refusal(lambda: session.table.undo(0)) == "nothing_to_take_back"


def test_nothing_is_taken_back_behind_a_draw_and_the_draw_stays_the_same() -> None:
    session = placed(begun())
    session.choose(0)
    assert session.game.log[-1].actor == CHANCE
    assert session.actor == 1
    assert refusal(lambda: session.table.undo(0)) == "nothing_to_take_back"
    assert refusal(lambda: session.table.undo(1)) == "nothing_to_take_back"


def test_nothing_is_taken_back_behind_another_seat() -> None:
    session = begun(expansions=["crop_circles"], seats=3)

    def another_seat_in_the_turn() -> bool:
        last = session.game.log[-1]
        return last.actor not in (CHANCE, session.table.actor) and last.turn == session.game.state.turn

    session.until(another_seat_in_the_turn, seed=2)
    first, other = session.game.log[-1].actor, session.actor
    assert session.table.undoable(first) is not None
    assert session.table.undoable(other) is None
    session.choose()
    assert session.game.log[-1].actor == other
    assert refusal(lambda: session.table.undo(first)) == "nothing_to_take_back"
    session.do(session.table.undo(other))
    session.do(session.table.undo(first))
    assert session.actor == first


def test_nothing_is_taken_back_from_a_turn_that_is_over() -> None:
    session = begun(options={"hand_size": 3}, tiles=["BA-CRFR", *["BA-FFRR"] * 9])

    def ended_without_a_draw() -> bool:
        last = session.game.log[-1]
        return last.actor != CHANCE and last.turn != session.game.state.turn and not session.game.over

    session.until(ended_without_a_draw)
    last = session.game.log[-1].actor
    assert refusal(lambda: session.table.undo(last)) == "nothing_to_take_back"


def test_all_choices_of_a_turn_can_be_taken_back_one_by_one() -> None:
    session = begun(expansions=["count"], seats=2)
    session.until(lambda: [entry.actor for entry in session.game.log[-3:]] == [session.table.actor] * 3)
    seat, place = session.actor, len(session.game.log)
    for undone in (1, 2, 3):
        session.do(session.table.undo(seat))
        assert len(session.game.log) == place - undone
        assert session.actor == seat


# Confirming


def test_a_choice_that_ends_the_turn_waits_to_be_confirmed() -> None:
    session = placed(begun(confirm=True))
    before = everything(session.table)
    entry = session.choose(0)
    action = to_json(session.game.rules, session.game.options()[0])
    assert (entry.kind, entry.data) == ("planned", {"action": action})
    assert everything(session.table)["game"] == before["game"]
    assert session.table.moment == before["moment"]
    assert refusal(lambda: session.table.confirm(1)) == "not_your_turn"
    entry = session.do(session.table.confirm(0))
    assert entry.kind == "acted"
    assert isinstance(actions := entry.data["actions"], list)
    assert actions[0] == action
    assert len(actions) == 2
    assert session.actor == 1
    assert session.table.planned is None
    assert refusal(lambda: session.table.confirm(1)) == "nothing_planned"


def test_a_plan_can_be_dropped_or_changed_and_never_counts_by_itself() -> None:
    session = placed(begun(confirm=True))
    session.choose(0)
    assert session.do(session.table.undo(0)).kind == "unplanned"
    assert session.table.planned is None
    assert refusal(lambda: session.table.confirm(0)) == "nothing_planned"
    session.choose(0)
    assert session.choose(1).kind == "planned"
    assert session.actor == 0
    assert session.table.planned == (0, session.game.options()[1])
    session.do(session.table.undo(0))
    assert session.do(session.table.undo(0)).kind == "undone"
    assert session.table.undoable(0) is None


def test_what_one_plans_is_told_to_nobody_else() -> None:
    one, other = placed(begun(confirm=True)), placed(begun(confirm=True))
    one.choose(0)
    other.choose(1)
    for session in (one, other):
        session.table.updated = 0
    assert state_for(one.table, 0)["planned"] != state_for(other.table, 0)["planned"]
    assert state_for(one.table, 0)["undo"] is True
    for viewer in (1, None):
        assert state_for(one.table, viewer) == state_for(other.table, viewer)
        assert "options" not in state_for(one.table, viewer)
        assert not state_for(one.table, viewer).get("planned")
    assert one.table.history.get(one.table.version) is None


def test_a_plan_says_nothing_about_the_draw_that_would_follow() -> None:
    session = placed(begun(confirm=True))
    entry = session.choose(0)
    assert "draw" not in str(entry.data)


def test_bots_confirm_nothing() -> None:
    session = begun(confirm=True, bots=["random"])
    session.choose()
    assert session.choose().kind == "acted"
    assert session.actor == 1


def test_a_plan_outlives_what_others_do_but_not_its_seat() -> None:
    session = placed(begun(confirm=True, seats=4))
    session.choose(0)
    session.do(session.table.say(1, "Hurry"))
    session.do(session.table.resign(2))
    assert session.table.planned is not None
    session.do(session.table.resign(0))
    assert session.table.planned is None
    assert not session.table.ended


# Asking


def turns(session: Session, count: int) -> Session:
    session.until(lambda: session.game.state.turn > count)
    return session


def test_a_takeback_that_all_others_grant_goes_back_behind_draws() -> None:
    session = turns(begun(seats=3), 3)
    choices = [place for place, entry in enumerate(session.game.log) if entry.actor == 1]
    drawn = [entry.action for entry in session.game.log if entry.actor == CHANCE]
    assert session.actor == 0
    session.do(session.table.ask_takeback(1))
    assert refusal(lambda: session.table.ask_takeback(2)) == "question_open"
    assert refusal(lambda: session.table.offer_end(2)) == "question_open"
    assert refusal(lambda: session.table.answer(1, True)) == "no_question"
    session.do(session.table.answer(0, True))
    assert session.table.question is not None
    session.do(session.table.answer(2, True))
    assert session.table.question is None
    assert len(session.game.log) == choices[-1]
    assert session.actor == 1
    session.until(lambda: session.game.state.turn > 3)
    again = [entry.action for entry in session.game.log if entry.actor == CHANCE]
    assert again[: len(drawn)] == drawn


def test_one_refusal_is_enough() -> None:
    session = turns(begun(seats=3), 3)
    place = len(session.game.log)
    session.do(session.table.ask_takeback(1))
    session.do(session.table.answer(0, True))
    session.do(session.table.answer(2, False))
    assert session.table.question is None
    assert len(session.game.log) == place
    session.do(session.table.ask_takeback(1))
    assert session.table.question is not None
    assert session.table.question.granted == set()


def test_a_late_answer_grants_no_other_question() -> None:
    session = turns(begun(seats=3), 3)
    session.do(session.table.ask_takeback(1))
    first = session.table.version
    session.do(session.table.answer(2, False))
    session.do(session.table.ask_takeback(1))
    assert refusal(lambda: session.table.answer(0, True, first)) == "no_question"
    session.do(session.table.answer(0, True, session.table.version))
    assert session.table.question is not None
    assert session.table.question.granted == {0}


@pytest.mark.parametrize("overtake", ["act", "undo", "resign"])
def test_a_takeback_is_overtaken_by_whatever_changes_the_game(overtake: str) -> None:
    session = turns(begun(seats=3), 3)
    session.choose()
    session.do(session.table.ask_takeback(0))
    if overtake == "act":
        session.choose()
    else:
        session.do(session.table.undo(0) if overtake == "undo" else session.table.resign(2))
    assert session.table.question is None
    assert refusal(lambda: session.table.answer(1, True)) == "no_question"


def test_who_has_chosen_nothing_has_nothing_to_take_back() -> None:
    session = begun()
    assert refusal(lambda: session.table.ask_takeback(1)) == "nothing_to_take_back"


def test_bots_grant_everything() -> None:
    session = begun(seats=3, bots=[None, "random", "random"])
    session.until(lambda: session.game.state.turn > 3)
    session.do(session.table.ask_takeback(0))
    assert session.table.question is None
    assert session.actor == 0
    assert session.game.state.turn == 1
    session.do(session.table.offer_end(0))
    assert session.table.ended == "agreed"


def test_the_end_can_be_agreed_upon_and_moves_do_not_overtake_it() -> None:
    session = begun(seats=3)
    session.do(session.table.offer_end(2))
    session.choose()
    session.do(session.table.answer(0, True))
    assert session.table.question is not None
    session.do(session.table.answer(1, True))
    assert session.table.ended == "agreed"
    assert session.table.question is None
    assert session.table.actor is None
    assert session.table.winners() == [0, 1, 2]


def test_the_end_is_agreed_upon_once_those_who_did_not_answer_are_gone() -> None:
    session = begun(seats=4)
    session.do(session.table.offer_end(2))
    session.do(session.table.answer(0, True))
    session.do(session.table.answer(1, True))
    session.do(session.table.resign(3))
    assert session.table.ended == "agreed"
    assert session.table.winners() == [0, 1, 2]


def test_nothing_is_asked_any_more_once_the_game_has_ended() -> None:
    session = begun()
    session.do(session.table.offer_end(0))
    session.do(session.table.resign(1))
    assert session.table.ended == "resigned"
    assert session.table.question is None


def test_an_offer_goes_with_the_seat_that_made_it() -> None:
    session = begun(seats=3)
    session.do(session.table.offer_end(2))
    session.do(session.table.resign(2))
    assert session.table.question is None
    assert not session.table.ended


# Leaving the game


def test_of_two_the_other_wins_when_one_resigns_whatever_the_score() -> None:
    session = begun()
    session.until(lambda: max(session.game.scores) > 0)
    leader = session.game.scores.index(max(session.game.scores))
    session.do(session.table.resign(leader))
    assert session.table.ended == "resigned"
    assert session.table.winners() == [1 - leader]
    assert session.table.actor is None


def test_of_more_than_two_the_others_play_on_and_the_seat_passes() -> None:
    session = begun(seats=3, **SHORT)
    session.do(session.table.resign(0))
    assert not session.table.ended
    assert session.table.playing() == [1, 2]
    wish: dict[str, Json] = {"moment": session.table.moment, "option": 0}
    for command in (
        lambda: session.table.act(0, wish),
        lambda: session.table.undo(0),
        lambda: session.table.ask_takeback(0),
        lambda: session.table.offer_end(0),
        lambda: session.table.resign(0),
    ):
        assert refusal(command) == "not_taking_part"
    while session.actor == 0:
        due = passive(session.game)
        entry = session.do(session.table.passed_over(0))
        assert entry.data["passed"] is True
        assert isinstance(actions := entry.data["actions"], list)
        assert actions[0] == to_json(session.game.rules, due)
    assert refusal(lambda: session.table.passed_over(0)) == "not_your_turn"
    while not session.table.ended:
        session.do(session.table.passed_over(0)) if session.actor == 0 else session.choose(
            -1 % len(session.game.options())
        )
    assert session.table.ended == "played"
    assert session.game.over
    best = max(session.game.scores[1:])
    assert session.table.winners() == [seat for seat in (1, 2) if session.game.scores[seat] == best]


def test_a_seat_that_is_out_passes_where_it_may() -> None:
    session = begun(seats=3)
    assert passive(session.game) == session.game.options()[0]
    placed(session)
    assert session.game.rules.kind_of(passive(session.game)).name == "pass"


def test_when_all_but_one_have_resigned_the_last_one_wins() -> None:
    session = begun(seats=3)
    session.do(session.table.resign(2))
    session.do(session.table.resign(0))
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
    assert session.table.flag() is None
    session.watch.after(60)
    entry = session.do(session.table.flag())
    assert (entry.kind, entry.seat) == ("flagged", 0)
    assert session.table.ended == ended
    assert session.table.playing() == list(range(1, seats))
    assert session.table.winners() == ([1] if ended else [])
    assert session.table.flag() is None
    out = session.table.seats[0]
    assert out is not None
    assert out.out == "flagged"


def test_or_the_choice_is_made_for_it() -> None:
    session = begun(clock={"kind": "live", "time": 60, "flag": "passes"})
    session.watch.after(61)
    while session.actor == 0:
        entry = session.do(session.table.flag())
        assert (entry.kind, entry.seat, entry.data["passed"]) == ("acted", 0, True)
    assert session.table.playing() == [0, 1]
    assert session.table.flag() is None


# Talking


@pytest.mark.parametrize("text", ["", " \n", "x" * (MOST_CHAT + 1), "a\x00", "a\u202eb", "\ud800"])
def test_what_cannot_be_seen_cannot_be_said(text: str) -> None:
    session = begun()
    assert refusal(lambda: session.table.say(0, text)) == "chat_text"


def test_what_is_said_is_kept_as_it_was_up_to_a_number_of_lines() -> None:
    session = Session(begun=False)
    session.do(session.table.say(None, " <script>alert('é')</script>\n& more ", "Guest"))
    line = session.table.chat[0]
    assert (line["seat"], line["name"], line["text"]) == (None, "Guest", "<script>alert('é')</script> & more")
    for number in range(KEPT_CHAT):
        session.do(session.table.say(0, f"line {number}"))
    assert [line["text"] for line in session.table.chat] == [f"line {number}" for number in range(KEPT_CHAT)]


def test_people_may_talk_after_the_end_and_go_on_elsewhere() -> None:
    session = begun()
    assert refusal(lambda: session.table.invite(0, "next")) == "not_ended"
    session.do(session.table.resign(0))
    session.do(session.table.say(0, "Good game"))
    session.do(session.table.invite(0, "next"))
    assert session.table.rematch == "next"
    assert state_for(session.table, None)["rematch"] == "next"


def test_references_lead_to_the_versions_they_made() -> None:
    session = begun()
    session.do(session.table.act(0, {"moment": session.table.moment, "option": 0}).named("one"))
    session.do(session.table.undo(0).named("x"))
    session.do(session.table.act(0, {"moment": session.table.moment, "option": 0, "ref": "of no interest"}))
    session.do(session.table.act(0, {"moment": session.table.moment, "option": 0, "passed": True}))
    assert session.table.refs == {"one": 3, "x": 4}
    assert "passed" not in session.log[-1].data


# Telling


def test_nobody_is_told_a_token_or_the_secret() -> None:
    session = turns(begun(seats=3), 4)
    for viewer in (None, 0, 1, 2):
        known = repr(state_for(session.table, viewer)) + repr(public_facts(session.table))
        assert SECRET not in known
        assert "hash" not in known


def test_the_salt_is_told_once_the_game_has_begun() -> None:
    session = Session(begun=False)
    session.do(session.table.sit(0, "Anna", "a", "heads"))
    assert "heads" not in repr(public_facts(session.table))
    session.do(session.table.sit(1, "Boris", "b", "tails"))
    assert public_facts(session.table)["salt"] == "table/heads/tails"


def test_only_the_seat_itself_is_told_its_options_and_its_hand() -> None:
    session = begun(options={"hand_size": 3})
    events = session.table.history[2]
    own, other, watching = (state_for(session.table, viewer) for viewer in (0, 1, None))
    assert own["options"] == [to_json(session.game.rules, option) for option in session.game.options()]
    assert "options" not in other
    assert "options" not in watching
    dealt = {
        viewer: [e for e in told(events, session.table, viewer, "fr") if "dealt" in str(e)] for viewer in (0, None)
    }
    assert len(dealt[0]) == len(dealt[None]) == 6
    assert sum("tile" in str(e) for e in dealt[None]) < sum("BA-" in str(e) for e in dealt[0])
    assert not any("BA-" in str(event) for event in dealt[None])


def test_of_the_board_only_what_is_new_is_told() -> None:
    session = turns(begun(), 3)
    whole, part = state_for(session.table, 0), state_for(session.table, 0, 2)
    assert isinstance(all_of_it := whole["view"], dict)
    assert isinstance(rest := part["view"], dict)
    assert isinstance(board := all_of_it["board"], list)
    assert rest["board"] == board[2:]
    assert (whole["board_from"], part["board_from"]) == (0, 2)


# The log


def test_entries_come_in_order_only() -> None:
    session = begun()
    step = session.table.say(0, "Hello")
    for version in (session.table.version, session.table.version + 2):
        before = everything(session.table)
        with pytest.raises(BastideError) as error:
            session.table.apply(Entry(version, "said", 0, {"text": "Hello", "name": ""}))
        assert error.value.message == "entry_order"
        assert everything(session.table) == before
    session.do(step)


def tried(command: Callable[[], Step | None]) -> Step | None:
    """Return the step that a command makes, or None if it is refused, in both languages."""
    try:
        return command()
    except BastideError as reason:
        return None if reason.text("en") and reason.text("fr") else command()


def random_session(options: dict[str, Json], seed: int, commands: int, look: int, ends: bool = True) -> Session:
    """Try random commands; look every so often whether they change nothing by themselves."""
    session, rng = Session(options, begun=False), Random(seed)
    for number in range(commands):
        session.watch.after(rng.expovariate(0.2) if rng.random() < 0.99 else 700)
        looking = number % look == 0
        before = everything(session.table) if looking else {}
        step = tried(random_command(session.table, rng, ends))
        if looking:
            assert everything(session.table) == before
        if step is not None:
            assert step.entry.version == session.table.version + 1
            session.do(step)
    return session


CLOCKS: list[dict[str, Json]] = [
    {"kind": "none"},
    {"kind": "live", "time": 600, "increment": 10, "flag": "passes"},
    {"kind": "live", "time": 300, "increment": 2, "flag": "loses"},
    {"kind": "days", "time": 1},
]


def some_options(rng: Random) -> dict[str, Json]:
    """Return rules, seats and a clock; now and then a whole short game."""
    kind = rng.randrange(5)
    made: dict[str, Json] = {"preset": "bigbox2014", "seats": rng.choice([2, 2, 3, 4, 5])}
    if kind == 0:
        made |= {"tiles": [*FEW_TILES, *["BA-FFFF-monastery"] * 4]}
    elif kind == 1:
        made |= {"preset": "gold_rush"}
    elif kind == 2:
        made |= {"options": {"hand_size": 3, "first_player": 1}}
    else:
        made |= {"expansions": list(rng.choice(FULL))}
    bots: list[Json] = [rng.choice(["random", None, None, None]) for _ in range(int(str(made["seats"])) - 1)]
    return {**made, "bots": [None, *bots], "confirm": rng.random() < 0.3, "clock": rng.choice(CLOCKS)}


def assert_the_log_tells_everything(session: Session, rng: Random) -> None:
    assert everything(session.again()) == everything(session.table)
    middle = rng.randrange(1, len(session.log) + 1)
    halfway = session.again(middle)
    assert halfway.version == middle
    for entry in session.log[middle:]:
        halfway.apply(entry)
    assert everything(halfway) == everything(session.table)


@pytest.mark.parametrize("seed", range(60))
def test_replaying_the_entries_of_any_session_gives_the_same_table(seed: int) -> None:
    rng = Random(seed)
    session = random_session(some_options(rng), seed, commands=200, look=10)
    assert session.table.game is not None
    assert_the_log_tells_everything(session, rng)


@pytest.mark.parametrize("expansions", FULL, ids=FULL_NAMES)
def test_replaying_gives_the_same_table_with_every_expansion(expansions: tuple[str, ...]) -> None:
    options: dict[str, Json] = {"preset": "bigbox2014", "expansions": list(expansions), "seats": 3, "clock": CLOCKS[1]}
    session = random_session(options, len(expansions), commands=1200, look=100, ends=False)
    assert len(session.game.log) > 250
    assert_the_log_tells_everything(session, Random(0))


def test_random_sessions_do_everything_that_can_be_done() -> None:
    kinds: set[str] = set()
    ends: set[str] = set()
    for seed in range(150):
        rng = Random(seed)
        options = {
            **some_options(rng),
            "preset": "bigbox2014",
            "expansions": [],
            "tiles": list(FEW_TILES),
            "options": {},
        }
        session = random_session(options, seed, commands=120, look=1000)
        kinds |= {entry.kind for entry in session.log}
        ends.add(session.table.ended)
    assert kinds == set(Table._HAPPENS)
    assert ends >= {"", "played", "resigned", "agreed", "flagged"}
