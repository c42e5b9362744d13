"""Chat, and messages to the viewers of a table."""

from __future__ import annotations

import json

import pytest

from bastide.errors import BastideError
from bastide.rules.actions import to_json
from bastide.rules.events import Event
from bastide.server import commands
from bastide.server.commands import MAX_CHAT
from bastide.server.messages import (
    Audience,
    entry_message,
    error_message,
    events_for,
    missed_events,
    public_facts,
    state_for,
    welcome_message,
)
from bastide.server.table import CHAT_HISTORY
from bastide.words import LANGUAGES, catalogue
from tests.server.sessions import SECRET, SHORT, Session, begun, placed, refusal, turns

# Talking


@pytest.mark.parametrize("text", ["", " \n", "x" * (MAX_CHAT + 1), "a\x00", "a\u202eb", "\ud800"])
def test_what_cannot_be_seen_cannot_be_said(text: str) -> None:
    session = begun()
    assert refusal(lambda: commands.say(session.table, 0, text)) == "chat_text"


def test_what_is_said_is_kept_as_it_was_up_to_a_number_of_lines() -> None:
    session = Session(begun=False)
    session.do(commands.say(session.table, None, " <script>alert('é')</script>\n& more ", "Guest"))
    line = session.table.chat[0]
    assert (line["seat"], line["name"], line["text"]) == (None, "Guest", "<script>alert('é')</script> & more")
    for number in range(CHAT_HISTORY):
        session.do(commands.say(session.table, 0, f"line {number}"))
    assert [line["text"] for line in session.table.chat] == [f"line {number}" for number in range(CHAT_HISTORY)]


def test_a_phrase_is_read_by_everybody_in_their_own_language() -> None:
    session = begun()
    entry = session.do(commands.say_phrase(session.table, 0, "well_played"))
    for language, text in (("en", "Well played!"), ("fr", "Bien joué !")):
        welcome = json.loads(welcome_message(session.table, 0, 1, language))
        said = json.loads(entry_message(Audience(session.table), entry, 1, language, 0))
        assert welcome["chat"][-1] == said["line"]
        assert (welcome["chat"][-1]["phrase"], welcome["chat"][-1]["text"]) == ("well_played", text)
    for phrase in commands.PHRASES:
        assert len({catalogue(language)[f"phrase.{phrase}"] for language in LANGUAGES}) == len(LANGUAGES)
    for wrong in ("checkmate", None, ["hello"]):
        assert refusal(lambda: commands.say_phrase(session.table, 0, wrong)) == "bad_message"  # noqa: B023


def test_a_table_speaks_with_the_words_of_its_edition() -> None:
    """ANNED-PIECE-2: in the French booklet of this edition a traveller stands on a road, elsewhere a thief."""
    told: dict[str, str] = {}
    for preset in ("second", "anniversary"):
        session = placed(begun(preset=preset, tiles=["BA-CRFR", *["BA-FFRR"] * 5]))
        roads = [option for option in session.game.options() if session.game.text(option).startswith("+road")]
        entry = session.choose(session.game.options().index(roads[0]))
        deployed = next(e for e in events_for(session.table.events_in(entry.version), session.table, 1, "fr"))
        told[preset] = str(deployed["text"])
        refused = json.loads(error_message(BastideError("not_your_turn"), "fr", None, session.table))
        assert refused["text"] == catalogue("fr")["error.not_your_turn"]
    assert told["second"] == told["anniversary"].replace("voyageur", "voleur")
    assert "voyageur" in told["anniversary"]


def test_errors_speak_with_the_words_of_the_edition() -> None:
    session = begun(preset="gold_rush")
    reason = BastideError("no_site", feature="montagne")
    assert "partisan" in json.loads(error_message(reason, "fr"))["text"]
    assert "cowboy" in json.loads(error_message(reason, "fr", None, session.table))["text"]


def test_people_may_talk_after_the_end_and_go_on_elsewhere() -> None:
    session = begun()
    assert refusal(lambda: commands.link_rematch(session.table, 0, "next")) == "not_ended"
    session.do(commands.resign(session.table, 0))
    session.do(commands.say(session.table, 0, "Good game"))
    session.do(commands.link_rematch(session.table, 0, "next"))
    assert session.table.rematch == "next"
    assert state_for(session.table, None)["rematch"] == "next"


def test_references_lead_to_the_versions_they_made() -> None:
    session = begun()
    session.do(commands.act(session.table, 0, {"moment": session.table.position_version, "option": 0}).with_ref("one"))
    session.do(commands.undo(session.table, 0).with_ref("x"))
    session.do(
        commands.act(session.table, 0, {"moment": session.table.position_version, "option": 0, "ref": "of no interest"})
    )
    session.do(commands.act(session.table, 0, {"moment": session.table.position_version, "option": 0, "passed": True}))
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
    session.do(commands.take_seat(session.table, 0, "Anna", "a", "heads"))
    assert "heads" not in repr(public_facts(session.table))
    session.do(commands.take_seat(session.table, 1, "Boris", "b", "tails"))
    assert str(public_facts(session.table)["salt"]).startswith("table/heads/tails/terms:")


def test_only_the_seat_itself_is_told_its_options_and_its_hand() -> None:
    session = begun(options={"hand_size": 3})
    events = session.table.events_in(2)
    own, other, watching = (state_for(session.table, viewer) for viewer in (0, 1, None))
    assert own["options"] == [to_json(session.game.rules, option) for option in session.game.options()]
    assert "options" not in other
    assert "options" not in watching
    dealt = {
        viewer: [e for e in events_for(events, session.table, viewer, "fr") if "dealt" in str(e)]
        for viewer in (0, None)
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


def test_whoever_knew_what_was_taken_back_is_told_the_whole_story_again() -> None:
    """Somebody away during a choice, its undoing and another choice must not count the first one."""
    session = Session(SHORT)
    table = session.table
    session.choose()
    known = table.version
    session.do(commands.undo(table, session.game.log[-1].actor))
    session.choose()
    story = [event for events in session.game.events for event in events]
    assert missed_events(table, known) == story
    assert missed_events(table, 0) == story
    assert missed_events(table, table.version) == []
    assert len(story) == state_for(table, None)["told"]
    after = table.version
    session.choose()
    assert missed_events(table, after) == story_since(session, len(story))


def story_since(session: Session, count: int) -> list[Event]:
    """Return what the story has told after so many events."""
    return [event for events in session.game.events for event in events][count:]
