"""Replays of finished games over HTTP."""

from __future__ import annotations

import asyncio
import gzip
import json
import time

import pytest

from bastide.play.game import Game
from bastide.play.view import view
from bastide.rules.model import CHANCE, Json
from bastide.server import board_routes
from bastide.server.messages import events_for
from bastide.server.table import Table
from tests.server.api import Api, Run, mapping, rows, run
from tests.server.board.choices import GOLD, choose, game_of
from tests.server.sessions import SHORT

__all__ = ["run"]


async def film_of(api: Api, table: str, language: str = "en") -> dict[str, Json]:
    return await api.facts(f"/api/tables/{table}/replay?lang={language}")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"seats": 3, "expansions": ["inns_and_cathedrals", "traders_and_builders", "count", "catapult"]},
        {"options": {"hand_size": 3}, "aids": []},
        GOLD,
    ],
    ids=["base", "expansions", "hands", "Gold Rush"],
)
def test_the_film_shows_every_choice_as_a_spectator_saw_it(run: Run, options: dict[str, Json]) -> None:
    async def test(api: Api) -> None:
        table, _ = await api.begun(**options)
        assert await api.refusal(403, "GET", f"/api/tables/{table}/replay") == "record_later"
        await api.play(table)
        live, game = await api.live(table), await game_of(api, table)
        film = await film_of(api, table)
        frames = rows(film["frames"])
        choices = [entry for entry in game.log if entry.actor != CHANCE]
        assert len(frames) == len(choices) + 1
        assert (film["seats"], film["scores"], film["winners"]) == (list(game.seats), game.scores, game.winners)
        assert (film["ended"], film["moves"]) == ("played", len(game.log))
        assert mapping(film["table"])["id"] == table
        assert [frame["seat"] for frame in frames] == [None, *(entry.actor for entry in choices)]
        assert [frame["turn"] for frame in frames[1:]] == [entry.turn for entry in choices]
        assert [frame["move"] for frame in frames] == sorted({int(str(frame["move"])) for frame in frames})
        events = [event for frame in frames for event in rows(frame["events"])]
        story = [event for few in game.events for event in few]
        assert events == json.loads(json.dumps(events_for(story, live.table, None, "en")))
        board: list[Json] = []
        heard = 0
        for frame in frames:
            state = mapping(frame["state"])
            shown = mapping(state["view"])
            assert state["board_from"] == len(board)
            assert state["moment"] == frame["move"]
            heard += len(rows(frame["events"]))
            assert state["told"] == heard
            board += rows(shown["board"])
            seen = json.loads(json.dumps(view(game.at(int(str(frame["move"]))), None)))
            assert {**shown, "board": board} == {k: v for k, v in seen.items() if k in shown}
            assert ("unseen" in shown) == live.table.options.has_aid("tiles_left")
        last = mapping(frames[-1]["state"])
        assert (last["ended"], last["winners"], last["actor"]) == ("played", game.winners, None)
        assert mapping(last["view"])["scores"] == game.scores
        assert all(mapping(frame["state"])["ended"] is None for frame in frames[:-1])
        assert frames[0]["text"] == ""
        assert all(frame["text"] for frame in frames[1:])

    run(test)


def test_a_film_is_told_in_the_language_that_is_asked_for(run: Run) -> None:
    async def test(api: Api) -> None:
        table, _ = await api.begun(**SHORT)
        await api.play(table)
        said = [
            [
                event["text"]
                for frame in rows((await film_of(api, table, language))["frames"])
                for event in rows(frame["events"])
            ]
            for language in ("en", "fr")
        ]
        assert len(said[0]) == len(said[1])
        assert all(one != other for one, other in zip(*said, strict=True))

    run(test)


def test_the_text_of_a_frame_is_the_notation_of_the_choice(run: Run) -> None:
    async def test(api: Api) -> None:
        table, _ = await api.begun(**SHORT)
        await api.play(table)
        game = await game_of(api, table)
        film = await film_of(api, table)
        text = " ".join(str(frame["text"]) for frame in rows(film["frames"])[1:])
        again = " ".join(line.partition(" ")[2] for line in game.turns())
        assert text == again

    run(test)


def test_a_game_that_ended_early_is_shown_as_far_as_it_went(run: Run) -> None:
    async def test(api: Api) -> None:
        table, _ = await api.begun()
        await choose(api, table, 7)
        await api.resign(table, 0)
        film = await film_of(api, table)
        frames = rows(film["frames"])
        assert len(frames) == 8
        assert (film["ended"], film["winners"]) == ("resigned", [1])
        last = mapping(frames[-1]["state"])
        assert (last["ended"], last["winners"], last["actor"]) == ("resigned", [1], None)
        nothing, _ = await api.begun()
        await api.resign(nothing, 1)
        assert len(rows((await film_of(api, nothing))["frames"])) == 1

    run(test)


def test_a_film_is_small_and_quick(run: Run) -> None:
    async def test(api: Api) -> None:
        table, _ = await api.begun(seats=3)
        await api.play(table)
        begun = time.process_time()
        answer = await api.ask("GET", f"/api/tables/{table}/replay")
        assert time.process_time() - begun < 1
        assert answer.headers["content-encoding"] == "gzip"
        assert len(gzip.compress(answer.content)) < 150_000
        again = await api.client.get(f"/api/tables/{table}/replay", headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")

    run(test)


def test_the_latest_films_are_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(api: Api) -> None:
        monkeypatch.setattr(board_routes, "CACHED_REPLAYS", 2)
        tables = []
        for _ in range(3):
            table, _ = await api.begun(**SHORT)
            await api.play(table)
            tables.append(table)
            for _ in range(2):
                await film_of(api, table)
        cache = api.app.state.board_cache
        assert [key[0] for key in cache.replays] == tables[1:]

    run(test)


def test_a_film_is_worked_out_once_for_all_who_ask_at_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    at_work: list[int] = []

    def slowly(table: Table, game: Game, language: str) -> dict[str, Json]:
        at_work.append(1)
        made.append(language)
        assert len(at_work) == 1, "one at a time"
        time.sleep(0.1)
        at_work.pop()
        return {"language": language}

    async def test(api: Api) -> None:
        monkeypatch.setattr(board_routes, "build_replay", slowly)
        monkeypatch.setattr(board_routes, "MAX_QUEUED_REPLAYS", 2)
        table, _ = await api.begun(**SHORT)
        await api.resign(table, 0)
        both = await asyncio.gather(*(film_of(api, table, language) for language in ("en", "fr") * 3))
        assert [film["language"] for film in both] == ["en", "fr"] * 3
        assert sorted(made) == ["en", "fr"]
        more = [(await api.begun(**SHORT))[0] for _ in range(3)]
        for other in more:
            await api.resign(other, 0)
        answers = await asyncio.gather(*(api.ask("GET", f"/api/tables/{other}/replay") for other in more))
        assert sorted(answer.status_code for answer in answers) == [200, 200, 429]

    run(test)
