"""Pictures of a board over HTTP, and animations of whole games."""

from __future__ import annotations

import asyncio
import io
import sys
import threading
from importlib import util
from xml.etree import ElementTree

import pytest
from PIL import Image

from bastide.play.game import Game
from bastide.server import board_renderer
from tests.server.api import Api, Run, run
from tests.server.board.choices import choose, game_of
from tests.server.sessions import SHORT

__all__ = ["run"]


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
        monkeypatch.setattr(board_renderer, "MAX_PNG_PIXELS", 300)
        small = Image.open(io.BytesIO((await api.ask("GET", f"{path}?size=200")).content))
        assert max(small.size) < max(Image.open(io.BytesIO((await api.ask("GET", path)).content)).size) + 1
        assert small.width < 600

    run(test)


def test_a_server_that_cannot_make_pixels_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(api: Api) -> None:
        table, _ = await api.begun(**SHORT)
        await api.play(table)
        found = util.find_spec
        monkeypatch.setattr(board_renderer, "find_spec", lambda name: None if name == "resvg_py" else found(name))
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
        monkeypatch.setattr(board_renderer, "ANIMATION_SECONDS", 0.05)
        assert await api.refusal(429, "GET", path) == "painting_busy"
        monkeypatch.setattr(board_renderer, "ANIMATION_SECONDS", 60)
        monkeypatch.setattr(sys, "executable", "/bin/false")
        assert await api.refusal(500, "GET", path) == "server_error"
        assert api.app.state.renderer.animations.in_flight == {}
        monkeypatch.undo()
        assert (await api.ask("GET", path)).status_code == 200

    run(test)


def test_not_too_many_pictures_are_painted_at_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    dry = threading.Event()

    def slowly(game: Game, look: board_renderer.RenderOptions) -> bytes:
        assert dry.wait(20)
        return b"<svg/>"

    async def test(api: Api) -> None:
        table, _ = await api.begun(**SHORT)
        monkeypatch.setattr(board_renderer, "MAX_QUEUED_PICTURES", 2)
        monkeypatch.setattr(board_renderer, "render_svg", slowly)
        path = f"/api/tables/{table}/picture.svg"
        painting = [asyncio.create_task(api.ask("GET", f"{path}?size={size}")) for size in (50, 50, 51, 51)]
        while len(api.app.state.renderer.pictures.in_flight) < 2:
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
        monkeypatch.setattr(board_renderer, "CACHE_BYTES", int(2.5 * size))
        for pixels in (80, 81, 82, 83):
            await api.ask("GET", f"{path}?size={pixels}")
        assert [key[-4] for key in api.app.state.renderer.pictures.images] == [82, 83]

    run(test)


def test_films_never_keep_pictures_waiting(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many films are wanted and however large they are, pictures are painted, and stay."""
    ready = asyncio.Event()

    async def slowly(renderer: board_renderer.BoardRenderer, game: Game) -> bytes:
        await ready.wait()
        return b"GIF" * board_renderer.CACHE_BYTES

    async def test(api: Api) -> None:
        monkeypatch.setattr(board_renderer.BoardRenderer, "_render_gif", slowly)
        monkeypatch.setattr(board_renderer, "CACHE_BYTES", 1 << 20)
        tables = []
        for _ in range(board_renderer.MAX_QUEUED_PICTURES + 2):
            tables.append((await api.begun(**SHORT))[0])
            await api.resign(tables[-1], 0)
        films = [asyncio.create_task(api.ask("GET", f"/api/tables/{table}/game.gif")) for table in tables]
        renderer = api.app.state.renderer
        while sum(film.done() for film in films) < len(films) - board_renderer.MAX_QUEUED_ANIMATIONS:
            await asyncio.sleep(0.01)
        for page in ("picture.svg", "picture.png"):
            assert (await api.ask("GET", f"/api/tables/{tables[0]}/{page}")).status_code == 200
        ready.set()
        codes = [answer.status_code for answer in await asyncio.gather(*films)]
        assert codes.count(200) == board_renderer.MAX_QUEUED_ANIMATIONS
        assert codes.count(429) == len(tables) - board_renderer.MAX_QUEUED_ANIMATIONS
        assert len(renderer.pictures.images) == 2

    run(test)


async def again(api: Api, path: str, tag: str, token: str = "") -> int:
    """Ask for something that one has already, and return what is answered."""
    headers = {"If-None-Match": tag, **({"Authorization": f"Bearer {token}"} if token else {})}
    answer = await api.client.get(path, headers=headers)
    assert (answer.status_code == 304) == (not answer.content)
    return answer.status_code


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_picture_that_one_has_is_not_painted_again(run: Run, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    painted: list[board_renderer.RenderOptions] = []
    draw = board_renderer.render_svg

    def counted(game: Game, look: board_renderer.RenderOptions) -> bytes:
        painted.append(look)
        return draw(game, look)

    async def test(api: Api) -> None:
        monkeypatch.setattr(board_renderer, "render_svg", counted)
        table, tokens = await api.begun(spectators=False)
        path = f"/api/tables/{table}/picture.{kind}"
        answer = await api.ask("GET", path, token=tokens[0])
        assert answer.headers["cache-control"] == "no-cache"
        tag = answer.headers["etag"]
        api.app.state.renderer.pictures.images.clear()
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

    async def quickly(renderer: board_renderer.BoardRenderer, game: Game) -> bytes:
        made.append(game)
        return b"GIF"

    async def test(api: Api) -> None:
        monkeypatch.setattr(board_renderer.BoardRenderer, "_render_gif", quickly)
        table, _ = await api.begun(**SHORT)
        await api.resign(table, 0)
        answer = await api.ask("GET", f"/api/tables/{table}/game.gif")
        api.app.state.renderer.animations.images.clear()
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
        api.hub.live.evict(live)
        assert await again(api, path, first.headers["etag"]) == 304
        assert (await api.ask("GET", path)).text == first.text
        assert table not in api.hub.live
        api.app.state.renderer.pictures.images.clear()
        assert (await api.ask("GET", path)).text == first.text

    run(test)
