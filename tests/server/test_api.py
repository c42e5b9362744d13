"""The HTTP API in this process: responses, languages, and secrets that it never sends."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import jsonschema_rs
import pytest
from websockets.asyncio.client import connect

from bastide.play.record import from_record
from bastide.play.verify import verify
from bastide.rules.model import Json
from bastide.server.options import AIDS
from bastide.words import LANGUAGES
from tests.server.api import Api, Run, mapping, rows, serving
from tests.server.running import Server
from tests.server.sessions import SHORT

# Tables


def test_a_table_tells_everybody_what_it_is_and_who_sits_there(run: Run) -> None:
    async def test(api: Api) -> None:
        clock: Json = {"kind": "days"}
        table = await api.open(seats=3, bots=[None, "random"], joining="public", clock=clock, expansions=["river"])
        await api.sit(table, "Anna")
        facts = await api.facts(f"/api/tables/{table}")
        options = mapping(facts["options"])
        assert (facts["id"], facts["status"], facts["version"]) == (table, "open", 1)
        assert facts["rules"] == "second expansions=river"
        anna: dict[str, Json] = {
            "name": "Anna",
            "bot": None,
            "out": None,
            "kept": False,
            "open": False,
            "keeper": None,
            "before": [],
        }
        assert facts["seats"] == [anna, None, None]
        assert (options["seats"], options["bots"], options["joining"]) == (3, [None, "random", None], "public")
        assert (options["aids"], options["spectators"], options["confirm"]) == (list(AIDS), True, False)
        assert options["clock"] == {"kind": "days", "time": 3, "increment": 0, "flag": "loses"}
        assert len(str(facts["commitment"])) == 64
        live = await api.live(table)
        assert live.table.secret not in json.dumps(facts)

    run(test)


def test_a_tournament_table_has_no_aids(run: Run) -> None:
    async def test(api: Api) -> None:
        assert mapping((await api.facts(f"/api/tables/{await api.open(aids=[])}"))["options"])["aids"] == []
        assert mapping((await api.facts(f"/api/tables/{await api.open(aids=None)}"))["options"])["aids"] == list(AIDS)

    run(test)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"preset": "third"}, "unknown_preset"),
        ({"expansions": ["moon"]}, "unknown_expansion"),
        ({"expansions": ["count", "wheel_of_fortune"]}, "expansion_excludes"),
        ({"tiles": ["moon"]}, "unknown_tile_set"),
        ({"options": {"followers": 99}}, "option_value"),
        ({"options": {"first_player": 2}}, "first_player"),
        ({"seats": 9}, "table_number"),
        ({"seats": 6}, "player_count"),
        ({"bots": ["genius"]}, "table_choice"),
        ({"bots": ["random", "random"]}, "bots_alone"),
        ({"joining": "friends"}, "table_choice"),
        ({"aids": ["stars"]}, "table_choice"),
        ({"clock": {"kind": "sand"}}, "table_choice"),
        ({"clock": {"kind": "live", "time": 0}}, "table_number"),
        ({"clock": {"kind": "days", "time": 31}}, "table_number"),
        ({"clock": {"kind": "live", "increment": -1}}, "table_number"),
        ({"clock": {"kind": "live", "flag": "explodes"}}, "table_choice"),
        ({"spectators": "yes"}, "bad_request"),
        ({"seats": "2"}, "bad_request"),
        ({"seats": True}, "bad_request"),
        ({"moon": 1}, "bad_request"),
        ([], "bad_request"),
        ("second", "bad_request"),
    ],
    ids=str,
)
def test_what_makes_no_table_is_refused_in_sentences_and_opens_nothing(run: Run, options: Json, error: str) -> None:
    async def test(api: Api) -> None:
        assert await api.refusal(422, "POST", "/api/tables", options) == error
        assert await api.hub.store.idle_since(10**15) == []

    run(test)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"seats": NaN}',
        b'{"preset": "\\ud800"}',
        b"[" * 50_000,
        b'{"seats": ' + b"9" * 5000 + b"}",
    ],
    ids=lambda body: repr(body[:20]),
)
def test_what_is_no_request_is_answered_in_a_sentence(run: Run, body: bytes) -> None:
    async def test(api: Api) -> None:
        answer = await api.ask("POST", "/api/tables", body=body, language="fr")
        assert answer.status_code in (400, 422)
        assert answer.json()["error"] == "bad_request"
        assert answer.json()["text"].startswith("Cette demande n'est pas comprise")
        assert await api.hub.store.idle_since(10**15) == []

    run(test)


def test_only_public_tables_are_on_the_list_and_a_link_opens_the_others(run: Run) -> None:
    async def test(api: Api) -> None:
        hidden, first, second = await api.open(), await api.open(joining="public"), await api.open(joining="public")
        listed = rows(await api.get("/api/tables"))
        assert {str(row["id"]) for row in listed} == {first, second}
        assert all(row["status"] == "open" for row in listed)
        assert (await api.facts(f"/api/tables/{hidden}"))["id"] == hidden

    run(test)


@pytest.mark.parametrize("path", ["nowhere", "x" * 200, "%00", "%2e%2e", "é"])
def test_a_table_that_is_none_is_not_found(run: Run, path: str) -> None:
    async def test(api: Api) -> None:
        for method, rest in (
            ("GET", ""),
            ("GET", "/record"),
            ("GET", "/result"),
            ("POST", "/seats"),
            ("DELETE", "/seats"),
        ):
            data: Json = {"name": "Anna"} if method == "POST" else None
            assert await api.refusal(404, method, f"/api/tables/{path}{rest}", data, "token") == "no_such_table"

    run(test)


# After the game


def test_the_record_and_the_result_are_told_after_the_end_and_not_before(run: Run) -> None:
    async def test(api: Api) -> None:
        table = await api.open(**SHORT)
        for name in ("Anna", "Boris"):
            for page in ("record", "result"):
                assert await api.refusal(403, "GET", f"/api/tables/{table}/{page}") == "record_later"
            await api.sit(table, name, nonce=f"nonce of {name}")
        assert await api.refusal(403, "GET", f"/api/tables/{table}/record") == "record_later"
        commitment = (await api.facts(f"/api/tables/{table}"))["commitment"]
        await api.play(table)
        record = await api.facts(f"/api/tables/{table}/record")
        fair = mapping(record["fair"])
        live = await api.live(table)
        assert fair["secret"] == live.table.secret
        assert fair["commitment"] == commitment
        assert str(fair["salt"]).startswith(f"{table}/nonce of Anna/nonce of Boris/terms:")
        assert verify(record).fair
        game = live.table.game
        assert game is not None
        assert from_record(record).log == game.log
        assert (await api.facts(f"/api/tables/{table}"))["status"] == "over"

    run(test)


def test_the_record_of_a_game_that_ended_early_can_be_checked_too(run: Run) -> None:
    async def test(api: Api) -> None:
        table, _ = await api.begun()
        await api.resign(table, 0)
        record = await api.facts(f"/api/tables/{table}/record")
        verification = verify(record)
        assert (verification.fair_so_far, verification.fair, record["ended"]) == (True, False, "resigned")
        result = await api.facts(f"/api/tables/{table}/result")
        assert (result["ended"], result["winners"], result["scores"]) == ("resigned", [1], [0, 0])

    run(test)


def test_the_result_has_every_line_of_every_score(run: Run) -> None:
    async def test(api: Api) -> None:
        table, _ = await api.begun(preset="bigbox2014", expansions=["traders_and_builders", "inns_and_cathedrals"])
        await api.play(table)
        live = await api.live(table)
        game = live.table.game
        assert game is not None
        said = {language: await api.facts(f"/api/tables/{table}/result", language) for language in LANGUAGES}
        result = said["en"]
        assert result["scores"] == game.scores
        assert result["winners"] == game.winners
        assert result["ended"] == "played"
        points = [0, 0]
        for line in rows(result["lines"]):
            assert line["lines"]
            winners = line["winners"] if "winners" in line else [line["seat"]]
            assert isinstance(winners, list)
            for seat in winners:
                points[int(str(seat))] += int(str(line["points"]))
        assert points == game.scores
        assert sum(game.scores) > 0
        english, french = ([line["text"] for line in rows(said[language]["lines"])] for language in LANGUAGES)
        assert all(one != other for one, other in zip(english, french, strict=True))

    run(test)


# The server itself


def test_what_is_not_there_is_said_in_sentences(run: Run) -> None:
    async def test(api: Api) -> None:
        assert await api.refusal(404, "GET", "/api/nothing") == "no_such_page"
        assert await api.refusal(405, "DELETE", "/api/rules") == "wrong_method"

    run(test)


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("FR", "fr"),
        ("de, fr;q=0.9, en;q=0.8", "fr"),
        ("en-GB,fr", "en"),
        ("de", "en"),
        (";;,,", "en"),
    ],
)
def test_the_language_is_the_first_that_is_asked_for_and_spoken(run: Run, asked: str, language: str) -> None:
    async def test(api: Api) -> None:
        here = await api.ask("GET", "/api/nothing", language=asked)
        there = await api.ask("GET", f"/api/nothing?lang={language}")
        assert here.json() == there.json()
        assert here.json()["text"].startswith("Il" if language == "fr" else "There")

    run(test)


def test_the_description_of_the_api_is_whole(run: Run) -> None:
    async def test(api: Api) -> None:
        described = await api.facts("/openapi.json")
        assert str(described["openapi"]).startswith("3.1")
        schemas = mapping(mapping(described["components"])["schemas"])
        for name, schema in schemas.items():
            jsonschema_rs.meta.validate(mapping(schema))
            assert mapping(schema).get("description"), name
        used = json.dumps(described).split('"#/components/schemas/')[1:]
        assert {part.split('"')[0] for part in used} <= schemas.keys()
        served: set[str] = set()
        for path, methods in mapping(described["paths"]).items():
            for method, operation in mapping(methods).items():
                told = mapping(operation)
                assert told["summary"], path
                assert told["description"], path
                served.add(f"{method} {path}")
                codes = mapping(told["responses"]).keys()
                if path.startswith("/api"):
                    assert {"403", "404", "409", "422"} <= codes
        assert served >= {
            "get /api/rules",
            "post /api/tables",
            "get /api/tables",
            "get /api/tables/{table_id}",
            "post /api/tables/{table_id}/seats",
            "delete /api/tables/{table_id}/seats",
            "post /api/mine",
            "post /api/tables/{table_id}/rematch",
            "get /api/tables/{table_id}/record",
            "get /api/tables/{table_id}/result",
            "get /healthz",
            "get /metrics",
        }

    run(test)


async def greeting(server: Server, table: str, token: str | None) -> dict[str, Json]:
    """Return what a socket is answered that shows a token, or none."""
    async with connect(f"{server.address.replace('http', 'ws', 1)}/api/tables/{table}/socket") as socket:
        await socket.send(json.dumps({"type": "hello", "token": token, "lang": "fr"}))
        return mapping(json.loads(await socket.recv()))


def test_others_may_look_on_only_where_they_may(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        for spectators, said in ((True, None), (False, "no_spectators")):
            table = await server.client.open(spectators=spectators)
            seat = await server.client.take_seat(table, "Anna")
            assert (await greeting(server, table, None)).get("error") == said
            assert (await greeting(server, table, seat.token))["type"] == "welcome"
            assert (await greeting(server, table, "wrong"))["error"] == "not_your_seat"
            await server.client.give_seat(table, 1, "aubin", seat.token)
            assert (await greeting(server, table, seat.token))["seat"] == 0
            await server.client.give_seat(table, 0, "aubin", seat.token)
            welcome = await greeting(server, table, seat.token)
            assert (welcome["type"], welcome["seat"]) == ("welcome", None), "a bot plays the seat"
            assert await server.client.take_seat(table, token=seat.token) == seat
            await server.client.give_seat(table, 0, "aubin", seat.token)

    with Server(tmp_path / "t.sqlite") as server:
        asyncio.run(test(server))


def test_everything_is_there_again_after_a_restart(tmp_path: Path) -> None:
    async def before() -> tuple[str, str, str, dict[str, Json]]:
        async with serving(tmp_path) as api:
            table, tokens = await api.begun(joining="public")
            over, _ = await api.begun(**SHORT)
            await api.play(over)
            return table, over, tokens[1], await api.facts(f"/api/tables/{over}/record")

    async def after(table: str, over: str, token: str, record: dict[str, Json]) -> None:
        async with serving(tmp_path) as api:
            assert [row["id"] for row in rows(await api.get("/api/tables"))] == [table]
            found = rows((await api.ask("POST", "/api/mine", {"tokens": [token]})).json())
            assert [(row["id"], row["seat"]) for row in found] == [(table, 1)]
            assert await api.facts(f"/api/tables/{over}/record") == record

    asyncio.run(after(*asyncio.run(before())))
