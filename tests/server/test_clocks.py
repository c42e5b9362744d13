"""Clocks: remaining time, increments, and takebacks, which give no time back."""

from __future__ import annotations

import time

import pytest

from bastide.rules.model import CHANCE, Json
from bastide.server import commands
from bastide.server.clocks import Clocks, monotonic
from bastide.server.messages import state_for
from bastide.server.options import ClockOptions
from tests.server.sessions import FEW_TILES, Session, Watch

DAY = 24 * 3600
LIVE: dict[str, Json] = {"kind": "live", "time": 60, "increment": 5}
DAYS: dict[str, Json] = {"kind": "days", "time": 2}


def begun(clock: dict[str, Json], **options: Json) -> Session:
    return Session({"clock": clock, **options})


def left(session: Session) -> list[float]:
    """Return what every seat has left now, in seconds."""
    return [part / 1000 for part in session.table.clocks.all()]


def turn(session: Session, seconds: float) -> None:
    """Let the seat that is to choose finish its turn, with so much thought before every choice."""
    seat = session.table.actor
    while session.table.actor == seat:
        session.watch.after(seconds)
        session.choose()


def test_the_time_of_the_machine_never_goes_back() -> None:
    before = monotonic()
    time.sleep(0.01)
    assert 8 <= monotonic() - before < 5000


def test_nobody_pays_before_the_game_begins() -> None:
    session = Session({"clock": LIVE}, begun=False)
    assert left(session) == [60, 60]
    session.do(commands.take_seat(session.table, 0, "Anna", "a", ""))
    session.watch.after(1000)
    assert left(session) == [60, 60]
    assert commands.flag(session.table) is None
    session.do(commands.take_seat(session.table, 1, "Boris", "b", ""))
    session.watch.after(1)
    assert left(session) == [60, 60]
    for seat in (0, 1):
        session.do(commands.ready(session.table, seat))
    session.watch.after(1)
    assert left(session) == [59, 60]


def test_only_the_seat_that_is_to_choose_pays_and_a_turn_gives_the_increment_once() -> None:
    session = begun(LIVE)
    session.watch.after(3)
    assert left(session) == [57, 60]
    session.choose()
    assert session.actor == 0
    assert left(session) == [57, 60]
    session.watch.after(4)
    session.choose()
    assert session.actor == 1
    assert left(session) == [58, 60]
    session.watch.after(10)
    assert left(session) == [58, 50]


def test_days_are_given_anew_for_every_move() -> None:
    session = begun(DAYS)
    session.watch.after(DAY)
    session.choose()
    assert left(session) == [DAY, 2 * DAY]
    session.watch.after(3600)
    session.choose()
    assert left(session) == [2 * DAY, 2 * DAY]
    assert session.table.clocks.running == 1


def test_a_table_without_a_clock_has_none() -> None:
    session = begun({"kind": "none"})
    session.watch.after(10**6)
    assert left(session) == []
    assert commands.flag(session.table) is None
    assert session.choose().clocks == ()
    assert state_for(session.table, 0)["clocks"] == []
    assert session.table.clocks.running is None


def test_nobody_has_less_than_nothing() -> None:
    session = begun(LIVE)
    session.watch.after(10**6)
    assert left(session) == [0, 60]
    session.choose()
    assert left(session) == [0, 60]


@pytest.mark.parametrize("clock", [LIVE, DAYS])
def test_taking_back_gives_no_time(clock: dict[str, Json]) -> None:
    session = begun(clock)
    full = left(session)[0]
    for _ in range(5):
        session.watch.after(2)
        session.choose()
        session.watch.after(1)
        session.do(commands.undo(session.table, 0))
    assert left(session) == [full - 15, full]


@pytest.mark.parametrize("clock", [LIVE, DAYS])
def test_taking_back_what_handed_the_turn_over_takes_back_the_time_given_for_it(clock: dict[str, Json]) -> None:
    session = begun(clock, expansions=["crop_circles"], seats=3)

    def another_seat_in_the_turn() -> bool:
        last = session.game.log[-1]
        return last.actor not in (CHANCE, session.table.actor) and last.turn == session.game.state.turn

    session.until(another_seat_in_the_turn, seed=2)
    seat, action = session.game.log[-1].actor, session.game.json(session.game.log[-1].action)
    session.do(commands.undo(session.table, seat))
    before = left(session)[seat]
    for thought in range(4):
        assert left(session)[seat] == before - thought
        session.watch.after(1)
        session.do(commands.act(session.table, seat, {"moment": session.table.position_version, "action": action}))
        assert session.table.actor != seat
        assert left(session)[seat] > before - thought - 1
        session.do(commands.undo(session.table, seat))
    assert left(session)[seat] == before - 4


@pytest.mark.parametrize(("clock", "granted"), [(LIVE, True), (DAYS, True), (LIVE, False), (DAYS, False)])
def test_a_takeback_gives_no_time(clock: dict[str, Json], granted: bool) -> None:
    session = begun(clock)
    turn(session, 5)
    before = left(session)
    session.watch.after(7)
    session.do(commands.propose_takeback(session.table, 0))
    assert left(session)[1] == before[1] - 7
    session.do(commands.answer(session.table, 1, granted))
    start = 60 if clock is LIVE else 2 * DAY
    if granted:
        assert session.actor == 0
        assert left(session) == [start - 10, start - 7]
    else:
        assert session.actor == 1
        assert left(session) == [before[0], before[1] - 7]


@pytest.mark.parametrize("clock", [LIVE, DAYS])
def test_a_takeback_takes_back_what_was_given_to_all(clock: dict[str, Json]) -> None:
    session = begun(clock, seats=3)
    start = left(session)[0]
    turn(session, 1)
    for _ in range(2):
        turn(session, 0)
    session.do(commands.propose_takeback(session.table, 0))
    session.do(commands.answer(session.table, 1, True))
    session.do(commands.answer(session.table, 2, True))
    assert session.actor == 0
    assert left(session) == [start - 2, start, start]
    turn(session, 1)
    assert left(session)[0] == (start - 3 + 5 if clock is LIVE else start)


def test_a_takeback_is_paid_for_once() -> None:
    session = begun(LIVE)
    for thought in (0, 0, 0, 0, 0, 20):
        turn(session, thought)
    while session.game.state.turn > 2:
        session.do(commands.propose_takeback(session.table, 1))
        session.do(commands.answer(session.table, 0, True))
    start = left(session)[1]
    assert session.actor == 1
    for _ in range(5):
        turn(session, 0)
    assert left(session)[1] == start + 15
    session.do(commands.propose_takeback(session.table, 1))
    session.do(commands.answer(session.table, 0, True))
    assert left(session)[1] == start + 10


def test_a_takeback_that_bots_grant_gives_no_time_either() -> None:
    session = begun(LIVE, bots=[None, "random"])
    turn(session, 5)
    session.do(commands.propose_takeback(session.table, 0))
    assert session.actor == 0
    assert left(session) == [50, 60]


@pytest.mark.parametrize("clock", [LIVE, DAYS])
def test_talk_gives_no_time_and_costs_none(clock: dict[str, Json]) -> None:
    session = begun(clock)
    full = left(session)[0]
    for _ in range(100):
        session.watch.after(0.125)
        session.do(commands.say(session.table, 1, "Hello"))
    assert left(session) == [full - 12.5, full]


@pytest.mark.parametrize("clock", [LIVE, DAYS])
def test_after_a_restart_all_have_what_the_last_entry_said(clock: dict[str, Json]) -> None:
    session = begun(clock)
    turn(session, 3)
    session.watch.after(4)
    session.choose()
    said = session.log[-1].clocks
    session.watch.after(10**6)
    again = session.again()
    assert again.clocks.all() == said
    assert again.clocks.running == session.table.clocks.running
    assert commands.flag(again) is None
    session.watch.after(1)
    assert again.clocks.remaining(session.actor) == said[session.actor] - 1000


def test_every_entry_says_what_all_have_left() -> None:
    session = begun(LIVE, **{"tiles": list(FEW_TILES)})
    while not session.table.ended:
        session.watch.after(2)
        session.choose()
        assert session.log[-1].clocks == session.table.clocks.all()
    session.watch.after(100)
    assert session.log[-1].clocks == session.table.clocks.all()
    assert commands.flag(session.table) is None


@pytest.mark.parametrize(("clock", "seconds"), [(LIVE, 60), (DAYS, 2 * DAY)])
def test_a_flag_falls_when_the_time_is_over_and_not_before(clock: dict[str, Json], seconds: int) -> None:
    session = begun(clock)
    session.watch.after(seconds - 0.001)
    assert commands.flag(session.table) is None
    assert session.table.clocks.flagged() is None
    session.watch.after(0.001)
    assert session.table.clocks.flagged() == 0
    session.do(commands.flag(session.table))
    assert session.table.ended == "flagged"
    assert session.table.clocks.running is None


def test_a_move_in_time_saves_the_seat_even_if_the_flag_was_due_a_moment_later() -> None:
    session = begun(LIVE)
    session.watch.after(59.999)
    session.choose()
    session.choose()
    assert session.actor == 1
    session.watch.after(1)
    assert commands.flag(session.table) is None
    assert left(session)[0] == 5.001


def test_a_seat_that_is_passed_over_has_the_increment_for_its_next_turn() -> None:
    session = begun({**LIVE, "flag": "passes"})
    session.watch.after(100)
    while session.actor == 0:
        session.do(commands.flag(session.table))
    assert left(session) == [5, 60]
    turn(session, 0)
    assert session.actor == 0
    assert commands.flag(session.table) is None
    session.watch.after(5)
    assert commands.flag(session.table) is not None


def test_a_seat_that_is_passed_over_has_all_its_days_for_the_next_move() -> None:
    session = begun({**DAYS, "flag": "passes"})
    session.watch.after(3 * DAY)
    while session.actor == 0:
        session.do(commands.flag(session.table))
    assert left(session) == [2 * DAY, 2 * DAY]


def test_a_seat_that_is_out_is_not_flagged_again() -> None:
    session = begun(LIVE, seats=3)
    session.watch.after(60)
    session.do(commands.flag(session.table))
    assert session.actor == 0
    session.watch.after(60)
    assert session.table.clocks.flagged() == 0
    assert commands.flag(session.table) is None


def test_clocks_alone() -> None:
    watch = Watch()
    clocks = Clocks(ClockOptions(kind="live", time=10, increment=3), 2, watch)
    watch.after(5)
    assert clocks.all() == (10_000, 10_000)
    assert clocks.stopped(moved=None) == (10_000, 10_000)
    clocks.set((9_000, 8_000), 1)
    watch.after(2)
    assert clocks.all() == (9_000, 6_000)
    assert clocks.stopped(moved=None) == (9_000, 6_000)
    assert clocks.stopped(moved=1) == (9_000, 9_000)
    assert clocks.all() == (9_000, 6_000)
    clocks.set((), None)
    assert clocks.all() == (9_000, 8_000)
    assert clocks.flagged() is None
