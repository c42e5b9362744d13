"""The lesson is played by the engine, complete in both languages, and about ten moves long."""

import json
from pathlib import Path
from typing import cast

import pytest

from bastide.games import parse_rules
from bastide.play.dealer import Scripted
from bastide.play.game import Game
from bastide.rules.model import Json
from bastide.server.lesson import DRAWS, LEARNER, STEPS, lesson_frames
from bastide.tiles import load
from bastide.wire.events import GameEvent
from bastide.wire.messages import ActionData, LessonFrame, TableState
from bastide.words import LANGUAGES, catalogue
from tests.server.threaded_server import SocketClient, ThreadedServer, ask, seated_table


def frames(language: str = "en") -> list[LessonFrame]:
    found: list[LessonFrame] = json.loads(json.dumps(lesson_frames(language)))
    assert len(found) == len(STEPS)
    return found


def expected_action(frame: LessonFrame) -> ActionData | None:
    """Return the action that the learner must choose in a frame, if any."""
    if frame["want"] is None:
        return None
    (option,) = frame["want"]
    return frame["state"]["options"][option]


def replayed(language: str = "en") -> Game:
    """Play the lesson from its frames on another engine."""
    table = frames(language)[0]["state"]["table"]
    names = [seat["name"] for seat in table["seats"] if seat is not None]
    game = Game(parse_rules(table["rules"]), names, Scripted(DRAWS))
    for step, frame in zip(STEPS, frames(language), strict=True):
        if step.partner:
            assert game.actor != LEARNER
            game.play(step.play)
        state = frame["state"]
        assert state["view"] == json.loads(json.dumps(game.view(LEARNER)))
        action = expected_action(frame)
        if action is not None:
            assert game.actor == LEARNER
            assert state["options"] == [json.loads(json.dumps(game.json(option))) for option in game.options()]
            game.play(cast("dict[str, Json]", action))
    return game


@pytest.mark.parametrize("language", LANGUAGES)
def test_frames_come_from_the_rules_and_every_expected_choice_is_legal(language: str) -> None:
    game = replayed(language)
    assert game.over
    assert game.winners == [LEARNER]
    assert frames(language)[-1]["state"]["view"]["scores"] == game.scores == [38, 27]
    assert frames(language)[-1]["state"]["winners"] == [LEARNER]


def events() -> list[GameEvent]:
    return [event for frame in frames() for event in frame["events"]]


def _without_text(data: object) -> object:
    if isinstance(data, dict):
        return {key: _without_text(value) for key, value in data.items() if key != "text"}
    return [_without_text(value) for value in data] if isinstance(data, list) else data


def test_all_events_are_sent_once() -> None:
    story = [json.loads(json.dumps(event.to_json())) for event in replayed().story(LEARNER)]
    assert [_without_text(event) for event in events()] == story
    assert all(event["text"] for event in events())


def test_the_learner_makes_about_ten_moves() -> None:
    kinds = [action["do"] for frame in frames() if (action := expected_action(frame))]
    assert 8 <= kinds.count("place") <= 12
    assert {"place", "deploy", "pass"} == set(kinds)


def test_it_teaches_all_basic_rules() -> None:
    mine = [event for event in events() if event["seat"] == LEARNER and event["event"] == "deployed"]
    assert {event["role"] for event in mine} == {"knight", "thief", "monk", "farmer"}
    scored = [event for event in events() if event["event"] == "scored" or event["event"] == "farmed"]
    complete = {event["feature"] for event in scored if event["complete"]}
    assert complete == {"road", "city", "monastery"}
    assert {event["feature"] for event in scored if not event["complete"] and event["event"] == "scored"} == {
        "road",
        "city",
    }
    assert any(event["event"] == "farmed" and event["winners"] == [LEARNER] for event in scored)
    assert any(event["winners"] == [0, 1] and event["feature"] == "city" for event in scored)
    assert any("pennants" in json.dumps(event["lines"]) for event in scored)
    assert events()[-1]["event"] == "won"


def test_some_tiles_have_to_be_rotated() -> None:
    count = 0
    for frame in frames():
        action, pointer = expected_action(frame), frame["point"]
        if action is None or pointer is None or pointer.get("control") != "turn":
            continue
        count += 1
        same_cell = [option for option in frame["state"]["options"] if option["cell"] == action["cell"]]
        assert len(same_cell) > 1
        assert same_cell[0] != action
    assert count == 2


def test_only_frames_with_a_choice_have_options_and_a_correction() -> None:
    for frame in frames():
        assert ("options" in frame["state"]) == (frame["want"] is not None) == bool(frame["why"])
        assert frame["state"]["view"]["seat"] == LEARNER


def test_the_pointer_shows_the_expected_choice() -> None:
    for frame in frames():
        action, pointer = expected_action(frame), frame["point"]
        if action is None or pointer is None:
            continue
        if action["do"] == "place":
            assert pointer["cell"] == action["cell"]
        elif action["do"] == "deploy":
            assert pointer["slot"] == [*action["cell"], action["segment"]]
        else:
            assert pointer["control"] == "skip"


def test_the_tiles_are_in_the_box() -> None:
    base = load("base")
    copies = {tile.letter: n for tile, n in base.copies("plain")}
    for letter in set(DRAWS):
        assert DRAWS.count(letter) <= copies[letter]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_frame_has_a_text(language: str) -> None:
    for frame in frames(language):
        text = frame["say"]
        assert text["title"]
        assert text["text"]
        assert "{" not in f"{text['title']} {text['text']}"
        assert "{" not in str(frame["why"])
    texts = [json.dumps(frame["say"]) for frame in frames(language)]
    assert len(set(texts)) == len(texts)


def test_no_text_is_unused() -> None:
    steps = {step.text for step in STEPS} | {"why"}
    assert {key.split(".")[1] for key in catalogue("en") if key.startswith("lesson.")} == steps


def test_a_frame_has_the_fields_of_a_message(tmp_path: Path) -> None:
    with ThreadedServer(tmp_path / "store") as server:
        opened = seated_table(server.address, 2)
        state = cast(
            "TableState", SocketClient(server.address, opened.id, opened.tokens[0]).receive_type("welcome")["state"]
        )
        answer = ask(server.address, "GET", "/api/lesson?lang=fr")
        assert answer.code == 200
        lesson_state = cast("list[LessonFrame]", answer.json()["frames"])[1]["state"]
        assert state.keys() == lesson_state.keys()
        assert state["view"].keys() == lesson_state["view"].keys()
        assert state["table"].keys() == lesson_state["table"].keys()
