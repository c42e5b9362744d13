"""Features, aids and hints of a board over HTTP."""

from __future__ import annotations

import json
from typing import cast

import pytest

from bastide.play import land
from bastide.play.game import Game
from bastide.rules.model import Json
from bastide.rules.state import State
from bastide.server import commands
from bastide.server.options import AIDS
from tests.server.api import Api, Run, mapping, rows, run
from tests.server.board.choices import GOLD, choose, game_of, until_place
from tests.server.sessions import SHORT

__all__ = ["run"]


async def land_of(api: Api, table: str, token: str = "", asked: str = "") -> dict[str, Json]:
    answer = await api.ask("GET", f"/api/tables/{table}/land{asked}", token=token)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    return mapping(answer.json())


def test_the_land_is_what_can_be_worked_out_from_the_board(run: Run) -> None:
    async def test(api: Api) -> None:
        table, tokens = await api.begun(seats=3, preset="bigbox2014", expansions=["traders_and_builders"])
        for times in (0, 1, 30, 40):
            await choose(api, table, times)
            now = await until_place(api, table)
            state = (await game_of(api, table)).state
            found = await land_of(api, table)
            assert found.keys() == {"moment", "features", "holes", "forecast"}
            assert found["moment"] == now.position_version
            features = found["features"]
            assert isinstance(features, list)
            assert all(isinstance(feature, dict) and feature.pop("place") for feature in features)
            assert features == json.loads(json.dumps([f.to_json() for f in land.features(state)]))
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
                for feature in cast("list[dict[str, Json]]", mine["features"]):
                    del feature["place"]  # "your city" is another's city to others
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
            seat, message = live.table.actor, {"moment": live.table.position_version, "option": greedy(game)}
            assert seat is not None
            await api.hub.execute(live, lambda t, s=seat, m=message: commands.act(t, s, m))  # type: ignore[misc]
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


@pytest.mark.parametrize("page", ["land", "replay", "picture.svg", "picture.png", "game.gif"])
def test_there_is_nothing_to_see_of_a_table_that_is_not_there(run: Run, page: str) -> None:
    async def test(api: Api) -> None:
        for table in ("nowhere", "%00", "x" * 40):
            assert await api.refusal(404, "GET", f"/api/tables/{table}/{page}") == "no_such_table"

    run(test)
