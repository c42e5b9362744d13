"""The first game: made by the rules themselves, complete in both languages, and about ten moves long."""

import json
from pathlib import Path

import pytest

from bastide.games import parse_rules
from bastide.play.dealer import Scripted
from bastide.play.game import Game
from bastide.rules.model import Json
from bastide.server.lesson import DRAWS, LEARNER, STEPS, frames
from bastide.tiles import load
from bastide.words import LANGUAGES, catalogue
from tests.server.inside import Inside, Place, ask, party

Frame = dict[str, Json]


def film(language: str = "en") -> list[Frame]:
    found = [frame for frame in json.loads(json.dumps(frames(language))) if isinstance(frame, dict)]
    assert len(found) == len(STEPS)
    return found


def inner(value: Json, *path: str) -> Json:
    for name in path:
        assert isinstance(value, dict)
        value = value[name]
    return value


def listed(value: Json) -> list[dict[str, Json]]:
    assert isinstance(value, list)
    return [item for item in value if isinstance(item, dict)]


def wanted(frame: Frame) -> dict[str, Json] | None:
    if frame["want"] is None:
        return None
    want = frame["want"]
    assert isinstance(want, list)
    assert len(want) == 1
    place = want[0]
    assert isinstance(place, int)
    return listed(inner(frame, "state", "options"))[place]


def replayed(language: str = "en") -> Game:
    """Play the lesson again from what its frames say, with an engine of one's own."""
    film_ = film(language)
    seats = [str(seat["name"]) for seat in listed(inner(film_[0], "state", "table", "seats"))]
    game = Game(parse_rules(str(inner(film_[0], "state", "table", "rules"))), seats, Scripted(DRAWS))
    for step, frame in zip(STEPS, film_, strict=True):
        if step.partner:
            assert game.actor != LEARNER
            game.play(step.play)
        assert inner(frame, "state", "view") == json.loads(json.dumps(game.view(LEARNER)))
        chosen = wanted(frame)
        if chosen is not None:
            assert game.actor == LEARNER
            assert inner(frame, "state", "options") == [
                json.loads(json.dumps(game.json(option))) for option in game.options()
            ]
            game.play(chosen)
    return game


@pytest.mark.parametrize("language", LANGUAGES)
def test_frames_come_from_the_rules_and_every_wish_is_legal(language: str) -> None:
    game = replayed(language)
    assert game.over
    assert game.winners == [LEARNER]
    assert inner(film(language)[-1], "state", "view", "scores") == game.scores == [38, 27]
    assert inner(film(language)[-1], "state", "winners") == [LEARNER]


def test_all_events_are_told_once() -> None:
    story = [json.loads(json.dumps(event.to_json())) for event in replayed().story(LEARNER)]
    told = [event for frame in film() for event in listed(frame["events"])]
    assert [{k: v for k, v in event.items() if k != "text"} for event in told] == story
    assert all(event["text"] for event in told)


def test_the_learner_makes_about_ten_moves() -> None:
    kinds = [chosen["do"] for frame in film() if (chosen := wanted(frame))]
    assert 8 <= kinds.count("place") <= 12
    assert {"place", "deploy", "pass"} == set(kinds)


def test_it_teaches_what_there_is_to_learn() -> None:
    events = [event for frame in film() for event in listed(frame["events"])]
    mine = [event for event in events if event["seat"] == LEARNER and event["event"] == "deployed"]
    assert {event["role"] for event in mine} == {"knight", "thief", "monk", "farmer"}
    scored = [event for event in events if event["event"] in ("scored", "farmed")]
    complete = {event["feature"] for event in scored if event.get("complete")}
    assert complete == {"road", "city", "monastery"}
    assert {event["feature"] for event in scored if event.get("complete") is False} == {"road", "city"}
    assert any(event["event"] == "farmed" and event["winners"] == [LEARNER] for event in scored)
    assert any(event["winners"] == [0, 1] and event["feature"] == "city" for event in scored)
    assert any("pennants" in json.dumps(event["lines"]) for event in scored)
    assert events[-1]["event"] == "won"


def test_some_tiles_have_to_be_turned() -> None:
    found = 0
    for frame in film():
        chosen, point = wanted(frame), frame["point"]
        if chosen is None or not isinstance(point, dict) or point.get("control") != "turn":
            continue
        found += 1
        same = [o for o in listed(inner(frame, "state", "options")) if o["cell"] == chosen["cell"]]
        assert len(same) > 1
        assert same[0] != chosen
    assert found == 2


def test_only_what_is_chosen_has_options_and_a_reason() -> None:
    for frame in film():
        state = frame["state"]
        assert isinstance(state, dict)
        assert ("options" in state) == (frame["want"] is not None) == bool(frame["why"])
        assert inner(state, "view", "seat") == LEARNER


def test_what_is_pointed_at_is_what_is_wanted() -> None:
    for frame in film():
        chosen, point = wanted(frame), frame["point"]
        if chosen is None or not isinstance(point, dict):
            continue
        if chosen["do"] == "place":
            assert point["cell"] == chosen["cell"]
        elif chosen["do"] == "deploy":
            cell, slot = chosen["cell"], point["slot"]
            assert isinstance(cell, list)
            assert slot == [*cell, chosen["segment"]]
        else:
            assert point["control"] == "skip"


def test_the_tiles_are_in_the_box() -> None:
    base = load("base")
    copies = {tile.letter: n for tile, n in base.copies("plain")}
    for letter in set(DRAWS):
        assert DRAWS.count(letter) <= copies[letter]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_said(language: str) -> None:
    for frame in film(language):
        said = frame["say"]
        assert isinstance(said, dict)
        assert said["title"]
        assert said["text"]
        assert "{" not in f"{said['title']} {said['text']}"
        assert "{" not in str(frame["why"])
    texts = [json.dumps(frame["say"]) for frame in film(language)]
    assert len(set(texts)) == len(texts)


def test_no_sentence_is_left_over() -> None:
    steps = {step.say for step in STEPS} | {"why"}
    assert {key.split(".")[1] for key in catalogue("en") if key.startswith("lesson.")} == steps


def test_a_frame_has_the_shape_of_what_a_socket_tells(tmp_path: Path) -> None:
    with Inside(tmp_path / "store") as server:
        opened = party(server.address, 2)
        state = Place(server.address, opened.id, opened.tokens[0]).told("welcome")["state"]
        answer = ask(server.address, "GET", "/api/lesson?lang=fr")
        assert answer.code == 200
        first = listed(answer.json()["frames"])[1]["state"]
        assert isinstance(state, dict)
        assert isinstance(first, dict)
        assert state.keys() == first.keys()
        for part in ("view", "table"):
            real, shown = state[part], first[part]
            assert isinstance(real, dict)
            assert isinstance(shown, dict)
            assert real.keys() == shown.keys()
