"""Grace: a turn that is over may be undone before anything follows from it."""

from __future__ import annotations

from random import Random

import pytest

from bastide.play.fair import Fair
from bastide.play.land import forecast
from bastide.play.record import to_record
from bastide.play.verify import verify
from bastide.rules.model import CHANCE, Json
from bastide.server import commands
from bastide.server.driver import seconds_until_due
from bastide.server.messages import state_for
from bastide.server.options import read_options
from bastide.wire.views import View
from tests.server.sessions import FEW_TILES, Session, begun, everything, placed, refusal

LIVE: dict[str, Json] = {"kind": "live", "time": 600, "increment": 5}
FULL_BOX: dict[str, Json] = {"preset": "bigbox2014", "expansions": ["count", "hills_and_sheep", "traders_and_builders"]}


def held(session: Session, option: int = 0) -> Session:
    """Let the seat that is to act end its turn, with a grace."""
    while session.table.grace is None:
        session.choose(option, hold=True)
    return session


def test_a_held_choice_that_ends_the_turn_is_played_and_nothing_follows_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    session = placed(begun())
    with monkeypatch.context() as patch:
        patch.setattr(Fair, "pick", lambda *_: pytest.fail("the dealer was asked"))
        entry = session.choose(hold=True)
        assert entry.kind == "acted"
        assert entry.data["grace"] == 2500
        assert isinstance(actions := entry.data["actions"], list)
        assert len(actions) == 1
        assert session.table.actor is None
        assert session.table.clocks.running is None
        for viewer in (0, 1, None):
            state = state_for(session.table, viewer)
            assert state["grace"] == {"seat": 0, "left": 2500, "next": 1}
            assert "options" not in state
            assert state["view"]["tile"] is None
            assert state.get("undo", False) is (viewer == 0)
        session.do(commands.say(session.table, 1, "Hurry"))
        session.do(commands.undo(session.table, 0))
    assert session.actor == 0


def test_a_held_choice_within_a_turn_is_like_any_other() -> None:
    session = begun()
    assert "grace" not in session.choose(hold=True).data
    assert session.actor == 0
    assert session.table.grace is None


def test_confirming_makes_the_draws_that_would_have_followed_at_once() -> None:
    session, other = placed(begun()), placed(begun())
    other.choose()
    session.choose(hold=True)
    events = session.table.events_in(session.table.version)
    entry = session.do(commands.confirm(session.table, 0))
    assert (entry.kind, entry.seat) == ("confirmed", 0)
    assert everything(session.table)["game"] == everything(other.table)["game"]
    assert session.actor == 1
    all_events = [*events, *session.table.events_in(entry.version)]
    assert all_events == other.table.events_in(other.table.version)
    assert refusal(lambda: commands.confirm(session.table, 0)) == "nothing_planned"
    assert refusal(lambda: commands.undo(session.table, 0)) == "nothing_to_take_back"


def test_only_its_seat_may_confirm_or_undo_and_nobody_may_choose() -> None:
    session = held(begun(seats=3))
    message: dict[str, Json] = {"moment": session.table.position_version, "option": 0}
    assert refusal(lambda: commands.act(session.table, 0, message)) == "not_your_turn"
    for seat in (1, 2):
        assert refusal(lambda: commands.confirm(session.table, seat)) == "nothing_planned"  # noqa: B023
        assert refusal(lambda: commands.undo(session.table, seat)) == "nothing_to_take_back"  # noqa: B023
        assert refusal(lambda: commands.act(session.table, seat, message)) == "not_your_turn"  # noqa: B023


def test_undo_goes_back_step_by_step_to_the_start_of_the_turn() -> None:
    session = begun()
    start, options = everything(session.table)["game"], session.game.options()
    placed(session)
    middle = everything(session.table)["game"]
    session.choose(hold=True)
    session.do(commands.undo(session.table, 0))
    assert everything(session.table)["game"] == middle
    assert session.table.grace is None
    session.do(commands.undo(session.table, 0))
    assert everything(session.table)["game"] == start
    assert session.game.options() == options
    assert refusal(lambda: commands.undo(session.table, 0)) == "nothing_to_take_back"


def without_followers(**options: Json) -> Session:
    """Let everybody deploy whatever they can, until a seat that is to lay a tile has no follower left."""
    session, rng = begun(**options), Random(3)
    while any(view(session)["supply"][session.actor].values()) or view(session)["step"] != "place":
        options_now = session.game.options()
        kinds = [session.game.rules.kind_of(option).name for option in options_now]
        deploy = [number for number, kind in enumerate(kinds) if kind != "pass"]
        session.choose(rng.choice(deploy))
    return session


def view(session: Session) -> View:
    return state_for(session.table, None)["view"]


def test_a_tile_after_which_the_turn_passes_by_itself_can_be_undone() -> None:
    session = without_followers(options={"followers": 1})
    seat, before = session.actor, everything(session.table)["game"]
    assert "grace" in session.choose(hold=True).data
    assert session.game.state.turn == session.game.log[-1].turn + 1
    session.do(commands.undo(session.table, seat))
    assert everything(session.table)["game"] == before


def test_time_ends_a_grace_and_not_before() -> None:
    session = held(begun())
    assert seconds_until_due(session.table) == 2.505
    session.watch.after(2.499)
    assert commands.expire(session.table) is None
    session.watch.after(0.001)
    assert session.do(commands.expire(session.table)).kind == "confirmed"
    assert session.actor == 1
    assert commands.expire(session.table) is None
    assert seconds_until_due(session.table) is None


@pytest.mark.parametrize(
    ("clock", "duration"),
    [
        ({"kind": "none"}, 2500),
        ({"kind": "days", "time": 1}, 30_000),
        ({"kind": "live", "time": 300, "increment": 5}, 1000),
        ({"kind": "live", "time": 301}, 2500),
    ],
)
def test_the_grace_is_as_long_as_the_clock_allows(clock: dict[str, Json], duration: int) -> None:
    assert commands.grace_duration(read_options({"clock": clock})) == duration
    assert held(begun(clock=clock)).log[-1].data["grace"] == duration


def test_the_last_choice_can_be_undone_before_anything_is_counted() -> None:
    """Otherwise the secrets that the end reveals could be used for another choice."""
    session = begun(preset="gold_rush", tiles=[])
    rng = Random(1)
    while True:
        session.choose(rng.randrange(len(session.game.options())), hold=True)
        if session.table.grace is not None:
            if state_for(session.table, 0)["grace"] == {"seat": session.table.grace.seat, "left": 2500, "next": None}:
                break
            session.do(commands.confirm(session.table, session.table.grace.seat))
    grace = session.table.grace
    assert not session.table.ended
    assert not session.game.over
    assert any(None in column for column in view(session)["columns"].values()), "the gold is still secret"
    assert not [e for e in session.table.events_in(session.table.version) if e.name.startswith("final")]
    assert everything(session.again())["game"] == everything(session.table)["game"]
    scores, expected = session.game.scores, forecast(session.game.state)
    assert expected != scores
    session.do(commands.undo(session.table, grace.seat))
    session.choose(0, hold=True)
    while not session.table.ended:
        if session.table.grace is not None:
            session.do(commands.confirm(session.table, session.table.grace.seat))
        else:
            session.choose(0, hold=True)
    assert session.table.ended == "played"
    assert session.game.scores != scores
    assert session.table.events_in(session.table.version)
    assert everything(session.again()) == everything(session.table)
    verify(to_record(session.game, ended=session.table.ended))


def test_who_leaves_in_the_grace_leaves_the_choice_behind() -> None:
    session = held(begun(seats=3))
    session.do(commands.resign(session.table, 0))
    assert seconds_until_due(session.table) == 0.005
    session.do(commands.expire(session.table))
    assert session.actor == 1


def test_a_game_that_ends_in_the_grace_has_a_record() -> None:
    for tiles in (FEW_TILES, FEW_TILES[:2]):
        session = held(begun(tiles=list(tiles)))
        session.do(commands.resign(session.table, 1))
        assert session.table.ended == "resigned"
        assert session.table.grace is None
        assert session.game.over is (len(tiles) == 2)
        assert everything(session.again()) == everything(session.table)
        verify(to_record(session.game, ended=session.table.ended))


def test_a_takeback_is_still_asked_for_after_the_draw() -> None:
    session = held(begun())
    session.do(commands.confirm(session.table, 0))
    session.do(commands.propose_takeback(session.table, 0))
    session.do(commands.answer(session.table, 1, True))
    assert session.actor == 0


def test_a_takeback_of_another_seat_ends_the_grace() -> None:
    session = placed(begun())
    session.choose()
    held(session)
    session.do(commands.propose_takeback(session.table, 0))
    session.do(commands.answer(session.table, 1, True))
    assert session.table.grace is None
    assert session.actor == 0


def test_bots_never_hold() -> None:
    session = begun(bots=["random"])
    session.choose(hold=True)
    session.choose(hold=True)
    assert session.actor == 1


def test_a_table_in_a_grace_is_loaded_with_it() -> None:
    session = held(begun())
    session.watch.after(2)
    again = session.again()
    assert again.grace_left() == 2500
    assert everything(again) == everything(session.table)
    session.do(commands.undo(session.table, 0))
    assert everything(session.again()) == everything(session.table)


# Clocks


def left(session: Session) -> list[float]:
    return [part / 1000 for part in session.table.clocks.all()]


def test_no_clock_runs_in_a_grace_and_the_increment_comes_with_its_end() -> None:
    session = begun(clock=LIVE)
    session.watch.after(10)
    held(session)
    session.watch.after(2)
    assert left(session) == [590, 600]
    session.do(commands.confirm(session.table, 0))
    assert left(session) == [595, 600]
    session.watch.after(1)
    assert left(session) == [595, 599]


def test_undoing_is_no_way_to_gain_time() -> None:
    """The grace becomes thought when it is undone, and the increment is given once."""
    session = begun(clock=LIVE)
    session.choose()
    for _ in range(5):
        session.watch.after(1)
        session.choose(hold=True)
        session.watch.after(2)
        session.do(commands.undo(session.table, 0))
    assert left(session) == [585, 600]
    session.choose(hold=True)
    session.watch.after(2)
    session.do(commands.confirm(session.table, 0))
    assert left(session) == [590, 600]
    session.do(commands.propose_takeback(session.table, 0))
    session.do(commands.answer(session.table, 1, True))
    assert left(session) == [585, 600]


def test_nobody_loses_by_undoing() -> None:
    session = begun(clock=LIVE)
    session.watch.after(599)
    held(session)
    session.watch.after(1)
    assert refusal(lambda: commands.undo(session.table, 0)) == "nothing_to_take_back"


# Turns that are confirmed


def test_where_turns_are_confirmed_the_grace_has_no_end_and_the_clock_runs() -> None:
    session = placed(begun(clock=LIVE, confirm=True))
    assert session.choose().data["grace"] is None
    assert state_for(session.table, 1)["grace"] == {"seat": 0, "left": None, "next": 1}
    session.watch.after(100)
    assert commands.expire(session.table) is None
    assert left(session) == [500, 600]
    session.do(commands.undo(session.table, 0))
    session.choose()
    session.do(commands.confirm(session.table, 0))
    assert left(session) == [505, 600]
    assert session.actor == 1


@pytest.mark.parametrize(("flag", "actor"), [("loses", None), ("passes", 1)])
def test_a_turn_that_is_not_confirmed_in_time_is_flagged_or_stands(flag: str, actor: int | None) -> None:
    session = placed(begun(clock={**LIVE, "flag": flag}, confirm=True))
    session.choose()
    session.watch.after(600)
    session.do(commands.expire(session.table))
    assert session.table.actor == actor


# Whole games


@pytest.mark.parametrize("options", [FULL_BOX, {"preset": "gold_rush"}, {"options": {"hand_size": 3}}])
def test_a_game_with_graces_and_undo_is_the_same_as_one_without(options: dict[str, Json]) -> None:
    plain, session, rng = Session(options), Session(options), Random(7)
    while not plain.table.ended:
        option = rng.randrange(len(plain.game.options()))
        plain.choose(option)
        for hesitation in range(rng.choice([0, 0, 0, 1, 2])):
            session.choose(rng.randrange(len(session.game.options())), hold=True)
            if session.table.grace is None and session.game.log[-1].actor == CHANCE:
                pytest.fail(f"a draw without a grace before it, after {hesitation}")
            session.do(commands.undo(session.table, session.game.log[-1].actor))
        session.choose(option, hold=rng.random() < 0.7)
        if session.table.grace is not None:
            assert session.game.log[-1].actor != CHANCE
            session.do(commands.confirm(session.table, session.table.grace.seat))
        assert session.game.state.key() == plain.game.state.key()
    assert session.table.ended == "played"
    assert everything(session.table)["game"] == everything(plain.table)["game"]
    assert session.table.events_in(session.table.version)[-1] == plain.table.events_in(plain.table.version)[-1]
    assert everything(session.again())["game"] == everything(plain.table)["game"]
    assert verify(to_record(session.game, ended="played")) == verify(to_record(plain.game, ended="played"))


# The first clock


def test_no_clock_runs_before_the_boards_are_there() -> None:
    session = Session({"clock": LIVE, "seats": 3, "bots": ["random"]}, begun=False)
    for seat in session.people():
        session.do(commands.take_seat(session.table, seat, f"person {seat}", f"hash {seat}", ""))
    assert state_for(session.table, None)["awaited"] == [1, 2] == session.people()
    session.watch.after(3)
    session.do(commands.ready(session.table, 1))
    assert commands.ready(session.table, 1) is None
    assert commands.ready(session.table, 0) is None
    assert session.table.clocks.running is None
    assert seconds_until_due(session.table) == 7.005
    assert everything(session.again()) == everything(session.table)
    session.do(commands.ready(session.table, 2))
    assert session.table.clocks.running == session.actor
    assert left(session) == [600, 600, 600]
    assert everything(session.again()) == everything(session.table)


def test_boards_are_not_waited_for_for_long() -> None:
    session = Session({"clock": LIVE}, begun=False)
    for seat in (0, 1):
        session.do(commands.take_seat(session.table, seat, f"person {seat}", f"hash {seat}", ""))
    session.watch.after(9.9)
    assert commands.expire(session.table) is None
    session.watch.after(0.1)
    entry = session.do(commands.expire(session.table))
    assert (entry.kind, entry.seat) == ("ready", None)
    assert session.table.clocks.running == 0
    assert left(session) == [600, 600]


def test_who_plays_has_a_board() -> None:
    session = Session({"clock": LIVE}, begun=False)
    for seat in (0, 1):
        session.do(commands.take_seat(session.table, seat, f"person {seat}", f"hash {seat}", ""))
    session.choose()
    assert session.table.awaited == {1}
    session.do(commands.resign(session.table, 1))
    assert session.table.awaited == set()


def test_games_without_a_clock_wait_for_nobody() -> None:
    assert begun().table.awaited == set()


# Outages of the store


def test_clocks_that_stand_still_run_on_with_the_next_entry() -> None:
    session = begun(clock=LIVE)
    session.watch.after(10)
    before = session.table.clocks.all()
    session.watch.after(50)
    session.table.clocks.pause(before)
    session.watch.after(10_000)
    assert left(session) == [590, 600]
    assert session.table.clocks.flagged() is None
    assert session.do(commands.expire(session.table)).kind == "resumed"
    session.watch.after(1)
    assert left(session) == [589, 600]
    assert commands.expire(session.table) is None
