"""Choices, and their undo within a turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from bastide.rules.actions import to_json
from bastide.rules.model import CHANCE, Json
from bastide.server import commands
from bastide.server.entries import PendingEntry
from tests.server.sessions import Session, begun, everything, placed, refusal

# Choosing


def test_an_option_is_chosen_by_its_number_or_as_plain_data() -> None:
    one, other = begun(), begun()
    options = one.game.options()
    for number in (3, 0):
        action = to_json(one.game.rules, one.game.options()[number])
        one.choose(number)
        other.do(commands.act(other.table, other.actor, {"moment": other.table.position_version, "action": action}))
        assert one.game.log == other.game.log
    assert one.game.log[1].action == options[3]
    assert [one.table.events_in(version) for version in range(6)] == [other.table.events_in(v) for v in range(6)]
    assert [event.name for event in one.table.events_in(3)] == ["placed"]


@pytest.mark.parametrize("number", [-1, 10**6, True, 1.0, "0", None, [0], 10**40])
def test_a_number_that_is_no_option_is_refused(number: Json) -> None:
    session = begun()
    message: dict[str, Json] = {"moment": session.table.position_version, "option": number}
    assert refusal(lambda: commands.act(session.table, 0, message)) == "no_such_option"


@pytest.mark.parametrize(
    "action",
    [None, 3, "pass", [], {}, {"do": "fly"}, {"do": "place"}, {"do": "draw", "tile": "BA-FFRR"}, {"do": "pass"}]
    + [{"do": "place", "cell": cell, "rotation": 0} for cell in ([0, 0], [10**9, 1], [1], "x", [True, 0], [2**70, 0])],
)
def test_an_action_that_cannot_be_played_is_refused(action: Json) -> None:
    session = begun()
    before = everything(session.table)
    assert refusal(lambda: commands.act(session.table, 0, {"moment": session.table.position_version, "action": action}))
    assert everything(session.table) == before


def test_a_choice_for_another_moment_is_stale() -> None:
    session = begun()
    seen = session.table.position_version
    session.choose()
    for moment in (seen, session.table.position_version + 1, None, str(session.table.position_version)):
        assert refusal(partial(commands.act, session.table, 0, {"moment": moment, "option": 0})) == "stale_moment"


def test_no_moment_ever_comes_back() -> None:
    session = begun()
    seen = [session.table.position_version]
    for _ in range(3):
        session.choose(0)
        seen.append(session.table.position_version)
        session.do(commands.undo(session.table, 0))
        seen.append(session.table.position_version)
    session.do(commands.say(session.table, 0, "Hm"))
    assert session.table.position_version == seen[-1]
    assert sorted(set(seen)) == seen


def test_only_the_seat_that_is_to_choose_may_choose() -> None:
    session = begun(seats=3)
    for seat in (1, 2):
        message: dict[str, Json] = {"moment": session.table.position_version, "option": 0}
        assert refusal(partial(commands.act, session.table, seat, message)) == "not_your_turn"


def test_nothing_can_be_played_before_the_beginning_or_after_the_end() -> None:
    session = Session(begun=False)
    table = session.table
    refused: list[Callable[[], PendingEntry]] = [
        lambda: commands.act(session.table, 0, {"moment": session.table.position_version, "option": 0}),
        lambda: commands.confirm(session.table, 0),
        lambda: commands.undo(session.table, 0),
        lambda: commands.propose_takeback(session.table, 0),
        lambda: commands.propose_end(session.table, 0),
        lambda: commands.resign(session.table, 0),
        lambda: commands.play_default(session.table, 0),
    ]
    table.apply(commands.take_seat(table, 0, "Anna", "a", "").entry)
    assert [refusal(command) for command in refused] == ["not_begun"] * 7
    assert refusal(lambda: commands.answer(table, 0, True)) == "no_question"
    table.apply(commands.take_seat(table, 1, "Boris", "b", "").entry)
    table.apply(commands.resign(table, 1).entry)
    assert [refusal(command) for command in refused] == ["already_ended"] * 7
    assert refusal(lambda: commands.answer(table, 0, True)) == "no_question"


# Taking back


def test_ones_last_choice_of_the_turn_can_be_taken_back() -> None:
    session = begun()
    before = everything(session.table)["game"]
    options = session.game.options()
    placed(session)
    assert session.table.undo_ply(0) == 1
    assert session.table.undo_ply(1) is None
    entry = session.do(commands.undo(session.table, 0))
    assert (entry.kind, entry.seat, entry.data) == ("undone", 0, {"moment": 1})
    assert everything(session.table)["game"] == before
    assert session.game.options() == options
    assert refusal(lambda: commands.undo(session.table, 0)) == "nothing_to_take_back"


def test_nothing_is_taken_back_behind_a_draw_and_the_draw_stays_the_same() -> None:
    session = placed(begun())
    session.choose(0)
    assert session.game.log[-1].actor == CHANCE
    assert session.actor == 1
    assert refusal(lambda: commands.undo(session.table, 0)) == "nothing_to_take_back"
    assert refusal(lambda: commands.undo(session.table, 1)) == "nothing_to_take_back"


def test_nothing_is_taken_back_behind_another_seat() -> None:
    session = begun(expansions=["crop_circles"], seats=3)

    def another_seat_in_the_turn() -> bool:
        last = session.game.log[-1]
        return last.actor not in (CHANCE, session.table.actor) and last.turn == session.game.state.turn

    session.until(another_seat_in_the_turn, seed=2)
    first, other = session.game.log[-1].actor, session.actor
    assert session.table.undo_ply(first) is not None
    assert session.table.undo_ply(other) is None
    session.choose()
    assert session.game.log[-1].actor == other
    assert refusal(lambda: commands.undo(session.table, first)) == "nothing_to_take_back"
    session.do(commands.undo(session.table, other))
    session.do(commands.undo(session.table, first))
    assert session.actor == first


def test_nothing_is_taken_back_from_a_turn_that_is_over() -> None:
    session = begun(options={"hand_size": 3}, tiles=["BA-CRFR", *["BA-FFRR"] * 9])

    def ended_without_a_draw() -> bool:
        last = session.game.log[-1]
        return last.actor != CHANCE and last.turn != session.game.state.turn and not session.game.over

    session.until(ended_without_a_draw)
    last = session.game.log[-1].actor
    assert refusal(lambda: commands.undo(session.table, last)) == "nothing_to_take_back"


def test_all_choices_of_a_turn_can_be_taken_back_one_by_one() -> None:
    session = begun(expansions=["count"], seats=2)
    session.until(lambda: [entry.actor for entry in session.game.log[-3:]] == [session.table.actor] * 3)
    seat, place = session.actor, len(session.game.log)
    for undone in (1, 2, 3):
        session.do(commands.undo(session.table, seat))
        assert len(session.game.log) == place - undone
        assert session.actor == seat
