"""The HTTP API in this process: responses, languages, and secrets that it never sends."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random

import jsonschema_rs
import pytest
from sqlalchemy import event
from websockets.asyncio.client import connect

from bastide.bots import BOTS
from bastide.games import GAMES
from bastide.play.record import from_record
from bastide.play.verify import verify
from bastide.rules.model import Json
from bastide.server import database, seat_routes
from bastide.server.entries import TableEntry
from bastide.server.options import AIDS, CLOCKS, FLAGS, JOINING
from bastide.server.store import NewEntry
from bastide.server.tokens import hash_token
from bastide.words import LANGUAGES
from tests.server.api import Api, Run, mapping, rows, serving
from tests.server.running import Server
from tests.server.sessions import SHORT

# What can be chosen


def test_everything_that_can_be_chosen_is_told_with_a_sentence(run: Run) -> None:
    async def test(api: Api) -> None:
        said = {language: await api.facts("/api/rules", language) for language in LANGUAGES}
        for found in said.values():
            presets = {str(row["preset"]): row for row in rows(found["presets"])}
            assert list(presets) == [preset for game in GAMES.values() for preset in game.presets]
            expansions = mapping(found["expansions"])
            assert set(expansions) == {e.id for game in GAMES.values() for e in game.expansions}
            for game in GAMES.values():
                options = mapping(mapping(found["options"])[game.name])
                every = {o.name: o for e in (*game.base, *game.expansions) for o in e.options}
                assert options.keys() == every.keys()
                for name, option in every.items():
                    told = mapping(options[name])
                    assert told["values"] == list(option.values)
                    owners = [e.id for e in game.expansions if name in {o.name for o in e.options}]
                    assert told["default"] == option.default
                    assert told["expansions"] == owners
                    assert told["beside"] == ({other: list(values) for other, values in option.beside} or None)
                    if option.parts:
                        assert [len(listing(ids)) for ids in listing(told["parts"])] == told["tiles"] == [6, 6, 12]
                        assert listing(told["parts"])[2] == list(option.parts)
                    else:
                        assert told["parts"] is told["tiles"] is None
                    under = None if option.under is None else mapping(told["under"])
                    assert under is None or (under["option"], under["value"]) == option.under
                for preset in game.presets:
                    assert presets[preset]["game"] == game.name
                    assert presets[preset]["expansions"] == sorted(e.id for e in game.expansions)
                    assert mapping(presets[preset]["options"]).keys() <= options.keys()
            choices = mapping(found["choices"])
            schemas = mapping(api.app.openapi()["components"]["schemas"])
            asked = set(mapping(mapping(schemas["TableOptions"])["properties"]))
            asked |= mapping(mapping(schemas["ClockOptions"])["properties"]).keys() - {"kind"}
            assert choices.keys() == asked - {"preset", "expansions", "tiles", "options"}
            few = {"joining": JOINING, "aids": AIDS, "clock": CLOCKS, "flag": FLAGS, "bots": BOTS}
            for name, known in few.items():
                assert list(mapping(mapping(choices[name])["values"])) == list(known)
        english, french = (list(texts(said[language])) for language in ("en", "fr"))
        assert len(english) == len(french) > 50
        assert all(one != other for one, other in zip(english, french, strict=True))

    run(test)


def texts(found: Json, within: bool = False) -> list[str]:
    """Return all sentences somewhere in an answer: those called text, and the meanings of values."""
    if isinstance(found, dict):
        return [
            text
            for key, part in found.items()
            for text in ([part] if key == "text" or within else texts(part, key == "values"))
            if isinstance(text, str)
        ]
    return [text for part in found for text in texts(part)] if isinstance(found, list) else []


def test_the_tiles_of_a_table_can_be_told_before_it_is_opened(run: Run) -> None:
    """A preset tells its tiles, and every expansion how many more, as their boxes count them."""

    async def test(api: Api) -> None:
        found, chance = await api.facts("/api/rules"), Random(1)
        presets = [row for row in rows(found["presets"]) if row["game"] == "carcassonne"]
        known = {name: mapping(facts) for name, facts in mapping(found["expansions"]).items()}
        circles = mapping(mapping(mapping(found["options"])["carcassonne"])["circles"])
        assert [name for name in known if known[name]["board"]] == ["wheel_of_fortune", "count"]
        for _ in range(30):
            preset, series = chance.choice(presets), chance.randrange(3)
            chosen = together(known, chance.sample(sorted(known), chance.randrange(len(known))))
            options = {"circles": listing(circles["values"])[series]} if "crop_circles" in chosen else {}
            total = number(preset["tiles"])
            for name in chosen:
                total += number(listing(circles["tiles"])[series] if name == "crop_circles" else known[name]["tiles"])
            opened = await api.live(await api.open(preset=preset["preset"], expansions=list(chosen), options=options))
            assert opened.table.rules.box_tiles == total
            advised = [set(map(str, listing(row["together"]))) for row in rows(found["advice"])]
            assert any(pair <= set(chosen) for pair in advised) == bool(opened.table.rules.warnings)

    run(test)


def together(known: dict[str, dict[str, Json]], names: list[str]) -> list[str]:
    """Return those of some expansions that can be played together."""
    chosen: list[str] = []
    for name in names:
        clashes = [name in listing(known[o]["excludes"]) or o in listing(known[name]["excludes"]) for o in chosen]
        if not any(clashes):
            chosen.append(name)
    return chosen


def listing(found: Json) -> list[Json]:
    assert isinstance(found, list)
    return found


def number(found: Json) -> int:
    assert isinstance(found, int)
    return found


def test_what_the_rules_offer_opens_a_table(run: Run) -> None:
    async def test(api: Api) -> None:
        found = await api.facts("/api/rules")
        for row in rows(found["presets"]):
            options: dict[str, Json] = {"preset": row["preset"], "options": row["options"]}
            facts = await api.facts(f"/api/tables/{await api.open(**options)}")
            assert str(facts["rules"]).startswith(str(row["preset"]))

    run(test)


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


# Seats


def test_a_guest_sits_down_with_a_name_and_gets_a_secret(run: Run) -> None:
    async def test(api: Api) -> None:
        table = await api.open(seats=3)
        assert (await api.sit(table, "Anna"))[0] == 0
        assert (await api.sit(table, "Boris", seat=2, nonce="dice"))[0] == 2
        assert (await api.facts(f"/api/tables/{table}"))["status"] == "open"
        assert (await api.sit(table, "Chloé"))[0] == 1
        assert (await api.facts(f"/api/tables/{table}"))["status"] == "playing"
        assert len(set(api.tokens)) == 3
        assert all(len(token) >= 32 for token in api.tokens)

    run(test)


def test_a_seat_that_cannot_be_taken_is_refused_in_sentences(run: Run) -> None:
    async def test(api: Api) -> None:
        table = await api.open(seats=3, bots=[None, "random"])
        await api.sit(table, "Anna")
        path = f"/api/tables/{table}/seats"
        assert await api.refusal(409, "POST", path, {"name": "Anna"}) == "guest_name_taken"
        assert await api.refusal(409, "POST", path, {"name": " "}) == "guest_name"
        assert await api.refusal(409, "POST", path, {"name": "A, B"}) == "guest_name"
        assert await api.refusal(409, "POST", path, {"name": "Boris", "seat": 0}) == "seat_taken"
        assert await api.refusal(409, "POST", path, {"name": "Boris", "seat": 1}) == "seat_taken"
        assert await api.refusal(409, "POST", path, {"name": "Boris", "seat": 7}) == "seat_taken"
        assert await api.refusal(422, "POST", path, {}) == "bad_request"
        assert await api.refusal(422, "POST", path, {"name": 7}) == "bad_request"
        assert await api.refusal(422, "POST", path, {"name": "Boris", "seat": "1"}) == "bad_request"
        assert await api.refusal(422, "POST", path, {"name": "Boris", "token": "mine"}) == "bad_request"

    run(test)


def test_whoever_has_the_secret_may_leave_before_the_game_begins(run: Run) -> None:
    async def test(api: Api) -> None:
        table = await api.open()
        path = f"/api/tables/{table}/seats"
        _, token = await api.sit(table, "Anna")
        for wrong in ("", "wrong", token + "x", hash_token(token)):
            assert await api.refusal(403, "DELETE", path, token=wrong) == "not_your_seat"
        answer = await api.ask("DELETE", path, token=token)
        assert (answer.status_code, answer.text) == (204, "")
        assert await api.refusal(403, "DELETE", path, token=token) == "not_your_seat"
        assert (await api.facts(f"/api/tables/{table}"))["seats"] == [None, None]
        _, token = await api.sit(table, "Anna")
        await api.sit(table, "Boris")
        assert await api.refusal(409, "DELETE", path, token=token) == "too_late_to_leave"

    run(test)


@pytest.mark.parametrize("unreadable", [0, 2])
def test_a_seat_that_was_stored_although_the_store_failed_is_not_lost(
    run: Run, monkeypatch: pytest.MonkeyPatch, unreadable: int
) -> None:
    """The connection to the store ends before it answers: whoever sits down gets the secret, or the seat stays free."""
    monkeypatch.setattr(seat_routes, "SETTLE_SECONDS", 1.0)
    monkeypatch.setattr(database, "RETRY_SECONDS", 0.05)

    async def story(api: Api) -> None:
        table, append, read = await api.open(), api.hub.store.append, api.hub.store.entries_after
        failures = [ConnectionResetError()] * unreadable

        async def torn(item: NewEntry) -> None:
            await append(item)
            raise ConnectionResetError

        async def refused(item: NewEntry) -> None:
            raise ConnectionResetError

        async def read_later(table_id: str, version: int) -> list[TableEntry]:
            if failures:
                raise failures.pop()
            return await read(table_id, version)

        monkeypatch.setattr(api.hub.store, "entries_after", read_later)
        monkeypatch.setattr(api.hub.store, "append", torn)
        seat, token = await api.sit(table, "Anna")
        monkeypatch.setattr(api.hub.store, "append", refused)
        answer = await api.ask("POST", f"/api/tables/{table}/seats", {"name": "Boris"})
        assert (answer.status_code, answer.json()["error"]) == (503, "store_failed")
        monkeypatch.setattr(api.hub.store, "append", append)
        assert [found["seat"] for found in await api.mine(token)] == [seat] == [0]
        assert (await api.sit(table, "Boris"))[0] == 1

    run(story)


def test_a_secret_opens_no_seat_at_another_table(run: Run) -> None:
    async def test(api: Api) -> None:
        one, other = await api.open(), await api.open()
        _, token = await api.sit(one, "Anna")
        await api.sit(other, "Anna")
        assert await api.refusal(403, "DELETE", f"/api/tables/{other}/seats", token=token) == "not_your_seat"

    run(test)


def test_ones_own_tables_are_found_by_ones_secrets(run: Run) -> None:
    async def test(api: Api) -> None:
        one, tokens = await api.begun(seats=3)
        other = await api.open()
        seat, mine = await api.sit(other, "Anna", seat=1)
        answer = await api.ask("POST", "/api/mine", {"tokens": [tokens[0], tokens[2], mine, "wrong", hash_token(mine)]})
        found = {(row["id"], row["seat"]): row for row in rows(answer.json())}
        assert found.keys() == {(one, 0), (one, 2), (other, seat)}
        assert [found[key]["your_turn"] for key in ((one, 0), (one, 2), (other, 1))] == [True, False, False]
        assert [found[key]["token"] for key in ((one, 0), (one, 2), (other, 1))] == [0, 1, 2]
        assert (await api.ask("POST", "/api/mine", {"tokens": []})).json() == []
        await api.ask("DELETE", f"/api/tables/{other}/seats", token=mine)
        assert (await api.ask("POST", "/api/mine", {"tokens": [mine]})).json() == []
        assert await api.refusal(422, "POST", "/api/mine", {"tokens": "all"}) == "bad_request"
        assert await api.refusal(422, "POST", "/api/mine", {"tokens": ["x"] * 201}) == "bad_request"

    run(test)


def test_the_first_player_is_the_one_that_was_chosen(run: Run) -> None:
    async def test(api: Api) -> None:
        for first in range(3):
            table, _ = await api.begun(seats=3, options={"first_player": first})
            assert (await api.live(table)).table.actor == first

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


def test_a_server_whose_entries_are_refused_is_not_well(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*_: object) -> None:
        raise OSError

    async def test(api: Api) -> None:
        table = await api.open()
        with monkeypatch.context() as broken:
            broken.setattr(api.hub.store, "_insert", failing)
            answer = await api.ask("POST", f"/api/tables/{table}/seats", {"name": "Anna"})
            assert answer.status_code == 503
        answer = await api.ask("GET", "/healthz")
        assert (answer.status_code, answer.text) == (503, "Entries cannot be stored.\n")
        await api.sit(table, "Anna")
        assert (await api.ask("GET", "/healthz")).text == "well\n"

    run(test)


def test_a_health_check_costs_one_query_however_many_tables_there_are(run: Run) -> None:
    async def test(api: Api) -> None:
        for _ in range(3):
            await api.open()
        asked: list[str] = []
        statements = api.hub.store.engine.sync_engine, "before_cursor_execute", lambda *given: asked.append(given[2])
        event.listen(*statements)
        assert (await api.ask("GET", "/healthz")).status_code == 200
        event.remove(*statements)
        assert len(asked) == 1
        assert "LIMIT" in asked[0]

    run(test)


def test_a_server_whose_new_tables_are_refused_is_not_well(run: Run) -> None:
    async def test(api: Api) -> None:
        async with api.hub.store.engine.begin() as connection:
            await connection.exec_driver_sql("ALTER TABLE tables RENAME TO away")
            await connection.exec_driver_sql("CREATE TABLE tables (id)")
        assert (await api.ask("POST", "/api/tables", {"preset": "second"})).status_code == 503
        answer = await api.ask("GET", "/healthz")
        assert (answer.status_code, answer.text) == (503, "Entries cannot be stored.\n")
        async with api.hub.store.engine.begin() as connection:
            await connection.exec_driver_sql("DROP TABLE tables")
            await connection.exec_driver_sql("ALTER TABLE away RENAME TO tables")
        await api.open()
        assert (await api.ask("GET", "/healthz")).text == "well\n"

    run(test)


def test_the_server_says_that_it_is_well_and_counts(run: Run) -> None:
    async def test(api: Api) -> None:
        assert (await api.ask("GET", "/healthz")).text == "well\n"
        await api.begun()
        await api.ask("GET", "/api/tables/nowhere")
        answer = await api.ask("GET", "/metrics")
        assert answer.headers["content-type"].startswith("text/plain")
        for line in (
            "bastide_tables_opened_total 1.0",
            'bastide_entries_total{kind="sat"} 2.0',
            'bastide_refused_total{reason="no_such_table"} 1.0',
            "bastide_sockets 0.0",
        ):
            assert line in answer.text.splitlines()
        assert {"process_resident_memory_bytes", "process_cpu_seconds_total"} <= set(answer.text.split())

    run(test)


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
