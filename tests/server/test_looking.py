"""Looking at a table over HTTP: the board worked out, pictures, and the game as a film once it has ended."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import sys
import threading
import time
from importlib import util
from random import Random
from xml.etree import ElementTree

import pytest
from PIL import Image

from bastide.play import land
from bastide.play.game import Game
from bastide.play.view import view
from bastide.rules.model import CHANCE, Json
from bastide.rules.state import State
from bastide.server import looking, pictures
from bastide.server.options import AIDS
from bastide.server.table import Table
from bastide.server.telling import told
from tests.server.asking import Api, Run, mapping, rows, run
from tests.server.sessions import SHORT

__all__ = ["run"]
GOLD: dict[str, Json] = {"preset": "gold_rush", "seats": 3}


async def game_of(api: Api, table: str) -> Game:
    game = (await api.live(table)).table.game
    assert game is not None
    return game


async def choose(api: Api, table: str, times: int, seed: int = 0) -> Table:
    """Let those who are to choose do so at random."""
    live, rng = await api.live(table), Random(seed)
    for _ in range(times):
        assert live.table.actor is not None
        option = rng.randrange(len((await game_of(api, table)).options()))
        seat, wish = live.table.actor, {"moment": live.table.moment, "option": option}
        await api.hub.do(live, lambda t, s=seat, w=wish: t.act(s, w))  # type: ignore[misc]
    return live.table


async def until_place(api: Api, table: str) -> Table:
    """Choose until somebody is to lay a tile."""
    while (await game_of(api, table)).view(None)["step"] != "place":
        await choose(api, table, 1)
    return (await api.live(table)).table


async def land_of(api: Api, table: str, token: str = "", asked: str = "") -> dict[str, Json]:
    answer = await api.ask("GET", f"/api/tables/{table}/land{asked}", token=token)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    return mapping(answer.json())


# The land


def test_the_land_is_what_can_be_worked_out_from_the_board(run: Run) -> None:
    async def test(api: Api) -> None:
        table, tokens = await api.begun(seats=3, preset="bigbox2014", expansions=["traders_and_builders"])
        for times in (0, 1, 30, 40):
            await choose(api, table, times)
            now = await until_place(api, table)
            state = (await game_of(api, table)).state
            found = await land_of(api, table)
            assert found.keys() == {"moment", "features", "holes", "forecast"}
            assert found["moment"] == now.moment
            assert found["features"] == json.loads(json.dumps([f.to_json() for f in land.features(state)]))
            assert found["holes"] == [list(hole) for hole in land.holes(state)]
            assert found["forecast"] == land.forecast(state)
            for seat, token in enumerate(tokens):
                mine = await land_of(api, table, token)
                if seat == now.actor:
                    hints = mine.pop("hints")
                    assert isinstance(hints, list)
                    assert len(hints) == len(state.legal)
                    assert hints == [
                        None if h is None else json.loads(json.dumps(h.to_json())) for h in land.hints(state)
                    ]
                assert mine == found

    run(test)


def test_before_the_game_there_is_no_land(run: Run) -> None:
    async def test(api: Api) -> None:
        table = await api.open()
        assert await land_of(api, table) == {"moment": 0, "features": []}
        _, token = await api.sit(table, "Anna")
        assert await land_of(api, table, token) == {"moment": 0, "features": []}

    run(test)


def test_hints_are_for_the_seat_that_lays_a_tile(run: Run) -> None:
    async def test(api: Api) -> None:
        table, tokens = await api.begun()
        now = await until_place(api, table)
        assert now.actor is not None
        assert "hints" in await land_of(api, table, tokens[now.actor])
        assert "hints" not in await land_of(api, table, tokens[1 - now.actor])
        assert "hints" not in await land_of(api, table)
        await choose(api, table, 1)
        if (await game_of(api, table)).view(None)["step"] == "piece":
            assert "hints" not in await land_of(api, table, tokens[now.actor])

    run(test)


@pytest.mark.parametrize("aids", [(), ("fields",), ("forecast",), ("holes",), ("tiles_left",), AIDS])
def test_only_the_aids_of_the_table_are_given(run: Run, aids: tuple[str, ...]) -> None:
    async def test(api: Api) -> None:
        table, tokens = await api.begun(aids=list(aids))
        await choose(api, table, 40)
        for token in ("", *tokens):
            found = await land_of(api, table, token)
            assert ("forecast" in found) == ("forecast" in aids)
            assert ("holes" in found) == ("holes" in aids)
            kinds = {str(feature["kind"]) for feature in rows(found["features"])}
            assert {"city", "road", "field"} <= kinds
            for feature in rows(found["features"]):
                assert {"kind", "at", "tiles", "open", "complete"} <= feature.keys()
                shown = feature["kind"] != "field" or "fields" in aids
                assert feature.keys() & {"holders", "owners", "now", "full"} == (
                    {"holders", "owners", "now", "full"} if shown else set()
                )
                assert shown or not feature.keys() & {"lines", "gets", "tie"}

    run(test)


def test_where_nobody_may_look_on_only_seats_see_the_land(run: Run) -> None:
    async def test(api: Api) -> None:
        table, tokens = await api.begun(spectators=False, **SHORT)
        for page in ("land", "picture.svg", "picture.png"):
            path = f"/api/tables/{table}/{page}"
            assert await api.refusal(403, "GET", path) == "no_spectators"
            assert await api.refusal(403, "GET", path, token="wrong") == "not_your_seat"
            assert (await api.ask("GET", path, token=tokens[0])).status_code == 200
        await api.play(table)
        for page in ("land", "picture.svg", "replay", "record"):
            assert (await api.ask("GET", f"/api/tables/{table}/{page}")).status_code == 200

    run(test)


def test_a_secret_of_another_table_opens_nothing(run: Run) -> None:
    async def test(api: Api) -> None:
        one, _ = await api.begun()
        _, tokens = await api.begun()
        assert await api.refusal(403, "GET", f"/api/tables/{one}/land", token=tokens[0]) == "not_your_seat"
        assert await api.refusal(403, "GET", f"/api/tables/{one}/picture.svg", token=tokens[0]) == "not_your_seat"

    run(test)


def test_many_who_ask_the_same_are_answered_from_memory(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    worked_out: list[State] = []

    def features(state: State) -> list[land.Feature]:
        worked_out.append(state)
        return []

    async def test(api: Api) -> None:
        table, tokens = await api.begun()
        monkeypatch.setattr(land, "features", features)
        for _ in range(3):
            for token in ("", *tokens):
                await land_of(api, table, token)
        assert len(worked_out) == 3
        await choose(api, table, 1)
        for _ in range(3):
            await land_of(api, table)
        assert len(worked_out) == 4
        await api.resign(table, 0)
        for _ in range(3):
            await land_of(api, table, asked="?move=1")
        assert len(worked_out) == 5

    run(test)


def test_one_forecast_for_each_who_has_secrets(run: Run) -> None:
    """GOLD-TAKE-4: one's own mine tokens are counted, those of others are not."""

    async def test(api: Api) -> None:
        table, tokens = await api.begun(**GOLD)
        live, differing = await api.live(table), 0
        for _ in range(100):
            game = await game_of(api, table)
            seat, wish = live.table.actor, {"moment": live.table.moment, "option": greedy(game)}
            assert seat is not None
            await api.hub.do(live, lambda t, s=seat, w=wish: t.act(s, w))  # type: ignore[misc]
            state = (await game_of(api, table)).state
            public = (await land_of(api, table))["forecast"]
            assert public == land.forecast(state, None)
            for seat, token in enumerate(tokens):
                mine = (await land_of(api, table, token))["forecast"]
                assert mine == land.forecast(state, seat)
                differing += mine != public
        assert differing

    run(test)


def greedy(game: Game) -> int:
    """Return the number of an option: to take a mine token if one can be had, else to pitch the tent."""
    done = [game.rules.kind_of(option).name for option in game.options()]
    return next((done.index(kind) for kind in ("dig", "pitch") if kind in done), 0)


def test_a_finished_game_can_be_looked_at_from_any_moment(run: Run) -> None:
    async def test(api: Api) -> None:
        table, _ = await api.begun(**SHORT)
        path = f"/api/tables/{table}/land"
        assert await api.refusal(403, "GET", f"{path}?move=1") == "record_later"
        await api.play(table)
        game = await game_of(api, table)
        for move in range(len(game.log) + 1):
            found = await land_of(api, table, asked=f"?move={move}")
            assert found["moment"] == move
            assert len(rows(found["features"])) == len(land.features(game.at(move)))
            assert found["forecast"] == land.forecast(game.at(move))
        assert await api.refusal(409, "GET", f"{path}?move={len(game.log) + 1}") == "no_such_moment"
        assert await api.refusal(422, "GET", f"{path}?move=-1") == "bad_request"
        assert await api.refusal(422, "GET", f"{path}?move=first") == "bad_request"

    run(test)


# The film


async def film_of(api: Api, table: str, language: str = "en") -> dict[str, Json]:
    return await api.facts(f"/api/tables/{table}/replay?lang={language}")


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"seats": 3, "expansions": ["inns_and_cathedrals", "traders_and_builders", "count", "catapult"]},
        {"options": {"hand_size": 3}, "aids": []},
        GOLD,
    ],
    ids=["base", "expansions", "hands", "Gold Rush"],
)
def test_the_film_shows_every_choice_as_a_spectator_saw_it(run: Run, wish: dict[str, Json]) -> None:
    async def test(api: Api) -> None:
        table, _ = await api.begun(**wish)
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
        assert events == json.loads(json.dumps(told(story, live.table, None, "en")))
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
            assert ("unseen" in shown) == ("tiles_left" in live.table.options.aids)
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
        monkeypatch.setattr(looking, "MOST_FILMS", 2)
        tables = []
        for _ in range(3):
            table, _ = await api.begun(**SHORT)
            await api.play(table)
            tables.append(table)
            for _ in range(2):
                await film_of(api, table)
        desk = looking.desk_of(api.hub)
        assert [key[0] for key in desk.films] == tables[1:]

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
        monkeypatch.setattr(looking, "film", slowly)
        monkeypatch.setattr(looking, "MOST_FILMS_WAITING", 2)
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


# Pictures


def test_a_board_is_drawn_with_names_and_scores(run: Run) -> None:
    async def test(api: Api) -> None:
        table = await api.open(seats=2)
        path = f"/api/tables/{table}/picture.svg"
        assert await api.refusal(409, "GET", path) == "nothing_to_draw"
        await api.sit(table, 'Anna <b onload="x">')
        await api.sit(table, "Chloé & Co")
        await choose(api, table, 20)
        answer = await api.ask("GET", path)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.headers["content-disposition"] == f'inline; filename="bastide-{table}.svg"'
        assert "sandbox" in answer.headers["content-security-policy"]
        drawn = ElementTree.fromstring(answer.text)
        texts = "".join(drawn.itertext())
        assert 'Anna <b onload="x">' in texts
        assert "Chloé & Co" in texts
        tiles = len((await game_of(api, table)).state.board.laid)
        assert answer.text.count('width="100" height="100"/>') == tiles
        larger = await api.ask("GET", f"{path}?size=192")
        assert float(ElementTree.fromstring(larger.text).attrib["width"]) == pytest.approx(
            2 * float(drawn.attrib["width"]), rel=0.02
        )
        covered = await api.ask("GET", f"{path}?fields=true&owners=true")
        assert len(covered.text) > len(answer.text)
        for wrong in ("size=7", "size=201", "size=big", "owners=perhaps", "fields=7", "move=-1"):
            assert await api.refusal(422, "GET", f"{path}?{wrong}") == "bad_request"

    run(test)


def test_fields_are_drawn_where_the_table_shows_them(run: Run) -> None:
    async def test(api: Api) -> None:
        table, tokens = await api.begun(aids=[], **SHORT)
        path = f"/api/tables/{table}/picture.svg"
        assert await api.refusal(403, "GET", f"{path}?fields=1", token=tokens[0]) == "aid_withheld"
        assert (await api.ask("GET", f"{path}?owners=1")).status_code == 200
        await api.play(table)
        assert (await api.ask("GET", f"{path}?fields=1")).status_code == 200

    run(test)


def test_the_past_is_drawn_once_the_game_has_ended(run: Run) -> None:
    async def test(api: Api) -> None:
        table, _ = await api.begun(**SHORT)
        path = f"/api/tables/{table}/picture.svg"
        assert await api.refusal(403, "GET", f"{path}?move=0") == "record_later"
        await api.play(table)
        game = await game_of(api, table)
        drawn = [(await api.ask("GET", f"{path}?move={move}")).text for move in range(len(game.log) + 1)]
        for move, text in enumerate(drawn):
            assert text.count('width="100" height="100"/>') == len(game.at(move).board.laid)
        assert drawn[-1] == (await api.ask("GET", path)).text
        assert await api.refusal(409, "GET", f"{path}?move=9999") == "no_such_moment"

    run(test)


def test_a_picture_shows_the_board_as_it_is_now(run: Run) -> None:
    async def test(api: Api) -> None:
        table, _ = await api.begun()
        seen = set()
        for _ in range(5):
            await choose(api, table, 2)
            seen.add((await api.ask("GET", f"/api/tables/{table}/picture.svg")).text)
        assert len(seen) == 5

    run(test)


def test_pixels_are_made_and_never_too_many(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(api: Api) -> None:
        table, _ = await api.begun(**SHORT)
        await api.play(table)
        path = f"/api/tables/{table}/picture.png"
        answer = await api.ask("GET", f"{path}?size=40&owners=1")
        assert answer.headers["content-type"] == "image/png"
        image = Image.open(io.BytesIO(answer.content))
        assert image.format == "PNG"
        monkeypatch.setattr(pictures, "MOST_PIXELS", 300)
        small = Image.open(io.BytesIO((await api.ask("GET", f"{path}?size=200")).content))
        assert max(small.size) < max(Image.open(io.BytesIO((await api.ask("GET", path)).content)).size) + 1
        assert small.width < 600

    run(test)


def test_a_server_that_cannot_make_pixels_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(api: Api) -> None:
        table, _ = await api.begun(**SHORT)
        await api.play(table)
        found = util.find_spec
        monkeypatch.setattr(pictures, "find_spec", lambda name: None if name == "resvg_py" else found(name))
        assert await api.refusal(409, "GET", f"/api/tables/{table}/picture.png") == "extra_missing"
        assert await api.refusal(409, "GET", f"/api/tables/{table}/game.gif") == "extra_missing"
        assert (await api.ask("GET", f"/api/tables/{table}/picture.svg")).status_code == 200

    run(test)


def test_a_whole_game_is_animated_once_for_all_who_ask(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[str, ...]] = []
    start = asyncio.create_subprocess_exec

    async def counted(*command: str, **how: int) -> asyncio.subprocess.Process:
        started.append(command)
        return await start(*command, **how)  # type: ignore[arg-type]

    async def test(api: Api) -> None:
        monkeypatch.setattr(asyncio, "create_subprocess_exec", counted)
        table, _ = await api.begun(**SHORT)
        path = f"/api/tables/{table}/game.gif"
        assert await api.refusal(403, "GET", path) == "record_later"
        await api.play(table)
        answers = await asyncio.gather(*(api.ask("GET", path) for _ in range(3)))
        answers.append(await api.ask("GET", path))
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.content for answer in answers}) == 1
        assert len(started) == 1
        assert answers[0].headers["content-type"] == "image/gif"
        moving = Image.open(io.BytesIO(answers[0].content))
        assert moving.format == "GIF"
        assert getattr(moving, "n_frames", 1) >= 5

    run(test)


def test_a_film_that_takes_too_long_or_fails_is_given_up(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(api: Api) -> None:
        table, _ = await api.begun(**SHORT)
        await api.play(table)
        path = f"/api/tables/{table}/game.gif"
        monkeypatch.setattr(pictures, "FILM_SECONDS", 0.05)
        assert await api.refusal(429, "GET", path) == "painting_busy"
        monkeypatch.setattr(pictures, "FILM_SECONDS", 60)
        monkeypatch.setattr(sys, "executable", "/bin/false")
        assert await api.refusal(500, "GET", path) == "server_error"
        assert looking.desk_of(api.hub).easel.films.making == {}
        monkeypatch.undo()
        assert (await api.ask("GET", path)).status_code == 200

    run(test)


def test_not_too_many_pictures_are_painted_at_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    dry = threading.Event()

    def slowly(game: Game, look: pictures.Look) -> bytes:
        assert dry.wait(20)
        return b"<svg/>"

    async def test(api: Api) -> None:
        table, _ = await api.begun(**SHORT)
        monkeypatch.setattr(pictures, "MOST_WAITING", 2)
        monkeypatch.setattr(pictures, "drawn", slowly)
        path = f"/api/tables/{table}/picture.svg"
        painting = [asyncio.create_task(api.ask("GET", f"{path}?size={size}")) for size in (50, 50, 51, 51)]
        while len(looking.desk_of(api.hub).easel.pictures.making) < 2:
            await asyncio.sleep(0.01)
        assert await api.refusal(429, "GET", f"{path}?size=52") == "painting_busy"
        assert (await api.ask("GET", f"/api/tables/{table}/land")).status_code == 200, "nobody else waits"
        dry.set()
        assert [answer.status_code for answer in await asyncio.gather(*painting)] == [200] * 4
        assert (await api.ask("GET", f"{path}?size=52")).status_code == 200

    run(test)


def test_of_pictures_only_so_much_is_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(api: Api) -> None:
        table, _ = await api.begun(**SHORT)
        path = f"/api/tables/{table}/picture.svg"
        size = len((await api.ask("GET", path)).content)
        monkeypatch.setattr(pictures, "MOST_KEPT", int(2.5 * size))
        for pixels in (80, 81, 82, 83):
            await api.ask("GET", f"{path}?size={pixels}")
        assert [key[-4] for key in looking.desk_of(api.hub).easel.pictures.kept] == [82, 83]

    run(test)


def test_films_never_keep_pictures_waiting(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many films are wanted and however large they are, pictures are painted, and stay."""
    ready = asyncio.Event()

    async def slowly(easel: pictures.Easel, game: Game) -> bytes:
        await ready.wait()
        return b"GIF" * pictures.MOST_KEPT

    async def test(api: Api) -> None:
        monkeypatch.setattr(pictures.Easel, "_filmed", slowly)
        monkeypatch.setattr(pictures, "MOST_KEPT", 1 << 20)
        tables = []
        for _ in range(pictures.MOST_WAITING + 2):
            tables.append((await api.begun(**SHORT))[0])
            await api.resign(tables[-1], 0)
        films = [asyncio.create_task(api.ask("GET", f"/api/tables/{table}/game.gif")) for table in tables]
        easel = looking.desk_of(api.hub).easel
        while sum(film.done() for film in films) < len(films) - pictures.MOST_FILMING:
            await asyncio.sleep(0.01)
        for page in ("picture.svg", "picture.png"):
            assert (await api.ask("GET", f"/api/tables/{tables[0]}/{page}")).status_code == 200
        ready.set()
        codes = [answer.status_code for answer in await asyncio.gather(*films)]
        assert codes.count(200) == pictures.MOST_FILMING
        assert codes.count(429) == len(tables) - pictures.MOST_FILMING
        assert len(easel.pictures.kept) == 2

    run(test)


async def again(api: Api, path: str, tag: str, token: str = "") -> int:
    """Ask for something that one has already, and return what is answered."""
    headers = {"If-None-Match": tag, **({"Authorization": f"Bearer {token}"} if token else {})}
    answer = await api.client.get(path, headers=headers)
    assert (answer.status_code == 304) == (not answer.content)
    return answer.status_code


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_picture_that_one_has_is_not_painted_again(run: Run, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    painted: list[pictures.Look] = []
    draw = pictures.drawn

    def counted(game: Game, look: pictures.Look) -> bytes:
        painted.append(look)
        return draw(game, look)

    async def test(api: Api) -> None:
        monkeypatch.setattr(pictures, "drawn", counted)
        table, tokens = await api.begun(spectators=False)
        path = f"/api/tables/{table}/picture.{kind}"
        answer = await api.ask("GET", path, token=tokens[0])
        assert answer.headers["cache-control"] == "no-cache"
        tag = answer.headers["etag"]
        looking.desk_of(api.hub).easel.pictures.kept.clear()
        for shown in (tag, f"W/{tag}", f'"other", {tag}'):
            assert await again(api, path, shown, tokens[1]) == 304
        assert len(painted) == 1
        assert await again(api, path, tag) == 403, "who may not look is not told either"
        for other in ("size=50", "owners=1", "fields=1", "scores=0"):
            assert await again(api, f"{path}?{other}", tag, tokens[0]) == 200
        await choose(api, table, 1)
        assert await again(api, path, tag, tokens[0]) == 200
        await api.resign(table, 0)
        assert await again(api, f"{path}?move=0", tag) == 200
        another, seats = await api.begun()
        assert await again(api, f"/api/tables/{another}/picture.{kind}", tag, seats[0]) == 200

    run(test)


def test_a_moment_of_a_finished_game_may_be_kept_for_a_day(run: Run) -> None:
    async def test(api: Api) -> None:
        table, _ = await api.begun(**SHORT)
        await choose(api, table, 2)
        await api.resign(table, 0)
        for kind in ("svg", "png"):
            path = f"/api/tables/{table}/picture.{kind}"
            answer = await api.ask("GET", f"{path}?move=1")
            assert answer.headers["cache-control"] == "private, max-age=86400"
            assert await again(api, f"{path}?move=1", answer.headers["etag"]) == 304
            assert await again(api, f"{path}?move=2", answer.headers["etag"]) == 200
            assert await again(api, f"{path}?move=9999", answer.headers["etag"]) == 409
            assert (await api.ask("GET", path)).headers["cache-control"] == "no-cache"
            refused = await api.ask("GET", f"{path}?move=9999")
            assert refused.headers["cache-control"] == "no-store"

    run(test)


def test_an_animation_that_one_has_is_not_made_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Game] = []

    async def quickly(easel: pictures.Easel, game: Game) -> bytes:
        made.append(game)
        return b"GIF"

    async def test(api: Api) -> None:
        monkeypatch.setattr(pictures.Easel, "_filmed", quickly)
        table, _ = await api.begun(**SHORT)
        await api.resign(table, 0)
        answer = await api.ask("GET", f"/api/tables/{table}/game.gif")
        looking.desk_of(api.hub).easel.films.kept.clear()
        assert answer.headers["cache-control"] == "no-cache"
        assert await again(api, f"/api/tables/{table}/game.gif", answer.headers["etag"]) == 304
        assert len(made) == 1

    run(test)


def test_the_picture_of_a_finished_game_in_a_list_does_not_keep_it_in_memory(run: Run) -> None:
    async def test(api: Api) -> None:
        table, _ = await api.begun(joining="public", **SHORT)
        await api.play(table)
        path = f"/api/tables/{table}/picture.svg?size=20&scores=false"
        first = await api.ask("GET", path)
        live = await api.live(table)
        live.touched = 0
        assert await again(api, path, first.headers["etag"]) == 304
        assert (await api.ask("GET", path)).text == first.text
        assert live.touched == 0
        api.hub._forget(live)
        assert await again(api, path, first.headers["etag"]) == 304
        assert (await api.ask("GET", path)).text == first.text
        assert table not in api.hub.live
        looking.desk_of(api.hub).easel.pictures.kept.clear()
        assert (await api.ask("GET", path)).text == first.text

    run(test)


@pytest.mark.parametrize("page", ["land", "replay", "picture.svg", "picture.png", "game.gif"])
def test_there_is_nothing_to_see_of_a_table_that_is_not_there(run: Run, page: str) -> None:
    async def test(api: Api) -> None:
        for table in ("nowhere", "%00", "x" * 40):
            assert await api.refusal(404, "GET", f"/api/tables/{table}/{page}") == "no_such_table"

    run(test)
