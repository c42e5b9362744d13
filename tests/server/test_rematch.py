"""Rematches: the same people on the same seats, with a new secret and new nonces."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bastide.client import ApiError
from bastide.play.verify import verify
from bastide.rules.model import Json
from bastide.server.tokens import hash_token
from tests.server.api import Api, Run, mapping, rows, serving
from tests.server.running import Server
from tests.server.sessions import SHORT
from tests.server.threaded_server import SocketClient, ThreadedServer, ask, seated_table

FIRST = Path(__file__).parent / "stores" / "0001.sql"
WORDS = ("heron", "7734", "dice")


async def ended(api: Api, **options: Json) -> tuple[str, list[str]]:
    """Return a table whose game has ended, and the tokens of its seats."""
    table, tokens = await api.begun(**{**SHORT, **options})
    for seat in range(len(tokens) - 1):
        await api.resign(table, seat)
    return table, tokens


def words_in(facts: dict[str, Json]) -> str:
    """Return the id and the words in a table's salt, without the digest of its terms."""
    words, _, terms = str(facts["salt"]).partition("/terms:")
    assert len(terms) == 64
    return words


def path(table: str, rest: str = "seats") -> str:
    return f"/api/tables/{table}/{rest}"


async def seats(api: Api, table: str) -> list[tuple[Json, Json] | None]:
    """Return who everybody is told to sit at a table, and whether they have still to come."""
    told = (await api.facts(f"/api/tables/{table}"))["seats"]
    assert isinstance(told, list)
    return [None if seat is None else (mapping(seat)["name"], mapping(seat)["kept"]) for seat in told]


def test_a_rematch_has_the_same_rules_and_keeps_the_seats_for_the_same_people(run: Run) -> None:
    async def test(api: Api) -> None:
        options: dict[str, Json] = {"seats": 3, "joining": "public", "aids": ["holes"], "confirm": True, **SHORT}
        table, tokens = await api.begun(**options, clock={"kind": "live", "time": 99})
        assert await api.refusal(409, "POST", path(table, "rematch"), token=tokens[0]) == "not_ended"
        for seat in (0, 1):
            await api.resign(table, seat)
        assert await api.refusal(403, "POST", path(table, "rematch"), token="wrong") == "not_your_seat"
        assert await api.refusal(403, "POST", path(table, "rematch")) == "not_your_seat"
        opened = {await api.rematch(table, token) for token in tokens}
        assert len(opened) == 1
        other = opened.pop()
        assert other != table
        assert (await api.live(table)).table.rematch == other
        old, new = [await api.facts(f"/api/tables/{i}") for i in (table, other)]
        assert new["options"] == old["options"]
        assert (new["status"], new["salt"]) == ("open", None)
        assert new["commitment"] != old["commitment"]
        assert await seats(api, other) == [("Anna", True), ("Boris", True), ("Chloé", True)]
        row = await api.hub.store.table(other)
        assert row is not None
        assert row.rematch_of == table
        assert len(await api.hub.store.public_tables()) == 2

    run(test)


def test_the_secret_is_promised_before_anybody_says_their_new_word(run: Run) -> None:
    async def test(api: Api) -> None:
        table, tokens = await ended(api, seats=3)
        other = await api.rematch(table, tokens[2])
        promised = (await api.facts(f"/api/tables/{other}"))["commitment"]
        assert (await api.live(other)).table.nonces == ["", "", ""], "no word of theirs is known"
        for seat in (1, 0, 2):
            assert (await api.facts(f"/api/tables/{other}"))["status"] == "open"
            assert await api.come(other, tokens[seat], nonce=WORDS[seat]) == (seat, tokens[seat])
        facts = await api.facts(f"/api/tables/{other}")
        assert (facts["status"], facts["commitment"]) == ("playing", promised)
        assert words_in(facts) == f"{other}/heron/7734/dice"
        assert await seats(api, other) == [("Anna", False), ("Boris", False), ("Chloé", False)]
        await api.play(other)
        record = await api.facts(path(other, "record"))
        fair = mapping(record["fair"])
        assert (fair["commitment"], fair["salt"]) == (promised, facts["salt"])
        assert verify(record).fair
        again = await api.rematch(other, tokens[0])
        assert again not in (table, other)

    run(test)


def test_nobody_else_takes_a_seat_that_is_kept(run: Run) -> None:
    async def test(api: Api) -> None:
        table, tokens = await ended(api, seats=3)
        other = await api.rematch(table, tokens[0])
        _, stranger = await api.sit(await api.open(), "Eve")
        bodies: list[Json] = [{"name": "Eve"}, {"name": "Eve", "seat": 1}, {"name": "Boris", "seat": 1}]
        for body in bodies:
            assert await api.refusal(409, "POST", path(other), body) == "seat_kept"
        assert await api.refusal(409, "POST", path(other), {"name": "Eve", "seat": 5}) == "seat_taken"
        for wrong in (stranger, "wrong", hash_token(tokens[1]), tokens[1][:-1]):
            assert await api.refusal(403, "POST", path(other), bodies[2], wrong) == "not_your_seat"
        assert await api.refusal(409, "POST", path(other), {"seat": 1}, tokens[0]) == "seat_kept"
        await api.come(other, tokens[1])
        assert await api.refusal(409, "POST", path(other), {"nonce": "again"}, tokens[1]) == "seat_taken"
        assert await seats(api, other) == [("Anna", True), ("Boris", False), ("Chloé", True)]

    run(test)


def test_a_kept_seat_is_named_anew_if_one_likes(run: Run) -> None:
    async def test(api: Api) -> None:
        table, tokens = await ended(api)
        other = await api.rematch(table, tokens[0])
        assert await api.refusal(409, "POST", path(other), {"name": "Boris"}, tokens[0]) == "guest_name_taken"
        assert await api.refusal(409, "POST", path(other), {"name": " "}, tokens[0]) == "guest_name"
        await api.come(other, tokens[0], name="Anne", seat=0)
        await api.come(other, tokens[1])
        game = (await api.live(other)).table.game
        assert game is not None
        assert game.seats == ("Anne", "Boris")

    run(test)


def test_a_seat_that_is_given_up_is_free_for_anybody(run: Run) -> None:
    async def test(api: Api) -> None:
        table, tokens = await ended(api, seats=3)
        other = await api.rematch(table, tokens[0])
        await api.come(other, tokens[2], nonce="dice")
        for token in tokens[1:]:
            assert (await api.ask("DELETE", path(other), token=token)).status_code == 204
            assert await api.refusal(403, "DELETE", path(other), token=token) == "not_your_seat"
            assert await api.refusal(403, "POST", path(other), {}, token) == "not_your_seat"
        assert await seats(api, other) == [("Anna", True), None, None]
        assert await api.refusal(409, "POST", path(other), {"name": "Anna"}) == "guest_name_taken"
        assert (await api.sit(other, "Eve", nonce="new"))[0] == 1
        assert (await api.sit(other, "Fay", nonce="newer"))[0] == 2
        assert (await api.facts(f"/api/tables/{other}"))["status"] == "open"
        assert (await api.come(other, tokens[0], nonce="last"))[0] == 0
        assert words_in(await api.facts(f"/api/tables/{other}")) == f"{other}/last/new/newer"

    run(test)


def test_ones_own_tables_name_those_where_a_seat_is_kept(run: Run) -> None:
    async def test(api: Api) -> None:
        table, tokens = await ended(api)
        other = await api.rematch(table, tokens[0])

        async def found() -> set[tuple[Json, Json, Json]]:
            return {(row["id"], row["seat"], row["kept"]) for row in await api.mine(tokens[1])}

        assert await found() == {(table, 1, False), (other, 1, True)}
        await api.come(other, tokens[1])
        assert await found() == {(table, 1, False), (other, 1, False)}
        await api.ask("DELETE", path(other), token=tokens[1])
        assert await found() == {(table, 1, False)}

    run(test)


def test_no_seat_is_kept_for_a_bot(run: Run) -> None:
    async def test(api: Api) -> None:
        table = await api.open(seats=3, bots=[None, "random"], **SHORT)
        tokens = [(await api.sit(table, name))[1] for name in ("Anna", "Chloé")]
        await api.resign(table, 0)
        await api.resign(table, 2)
        other = await api.rematch(table, tokens[1])
        assert await seats(api, other) == [("Anna", True), None, ("Chloé", True)]
        assert await api.refusal(409, "POST", path(other), {"name": "Eve", "seat": 1}) == "seat_taken"
        await api.come(other, tokens[1], nonce="dice")
        await api.come(other, tokens[0], nonce="heron")
        facts = await api.facts(f"/api/tables/{other}")
        assert (facts["status"], words_in(facts)) == ("playing", f"{other}/heron//dice")
        told = await seats(api, other)
        assert (told[0], told[2]) == (("Anna", False), ("Chloé", False))
        assert told[1] is not None
        assert not told[1][1]

    run(test)


def test_a_guest_without_a_token_has_a_name(run: Run) -> None:
    async def test(api: Api) -> None:
        table = await api.open()
        assert await api.refusal(422, "POST", path(table), {"name": None}) == "bad_request"
        assert await api.refusal(422, "POST", path(table), {"nonce": "dice"}) == "bad_request"

    run(test)


def test_kept_seats_are_there_after_a_restart(tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path) as api:
            table, tokens = await ended(api, seats=3)
            other = await api.rematch(table, tokens[0])
            promised = (await api.facts(f"/api/tables/{other}"))["commitment"]
            await api.come(other, tokens[1], nonce="7734")
        async with serving(tmp_path) as api:
            assert await api.rematch(table, tokens[2]) == other
            assert await seats(api, other) == [("Anna", True), ("Boris", False), ("Chloé", True)]
            assert await api.refusal(409, "POST", path(other), {"name": "Eve", "seat": 0}) == "seat_kept"
            await api.come(other, tokens[2], nonce="dice")
        async with serving(tmp_path) as api:
            await api.come(other, tokens[0], nonce="heron")
            facts = await api.facts(f"/api/tables/{other}")
            assert (facts["commitment"], words_in(facts)) == (promised, f"{other}/heron/7734/dice")

    asyncio.run(whole())


def test_of_two_who_ask_at_two_servers_at_once_both_find_the_same_table(tmp_path: Path) -> None:
    """The new table, its kept seats and the invitation are stored together, so no other table is left over."""

    async def whole() -> None:
        async with serving(tmp_path) as one, serving(tmp_path) as two:
            table, tokens = await ended(one, joining="public")
            await two.live(table)
            opened = await asyncio.gather(one.rematch(table, tokens[0]), two.rematch(table, tokens[1]))
            assert opened[0] == opened[1]
            assert {row.id for row in await one.hub.store.public_tables()} == {table, opened[0]}
            assert len(await one.mine(*tokens)) == 4
            await one.come(opened[0], tokens[0], nonce="heron")
            await two.come(opened[0], tokens[1], nonce="7734")
            assert words_in(await two.facts(f"/api/tables/{opened[0]}")) == f"{opened[0]}/heron/7734"

    asyncio.run(whole())


def test_if_it_cannot_be_stored_there_is_no_table_and_it_can_be_tried_again(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(api: Api) -> None:
        table, tokens = await ended(api, joining="public")
        with monkeypatch.context() as broken:
            broken.setattr(type(api.hub.store), "_set_token", None)
            assert await api.refusal(503, "POST", path(table, "rematch"), token=tokens[0]) == "store_failed"
        assert [row.id for row in await api.hub.store.public_tables()] == [table]
        other = await api.rematch(table, tokens[0])
        assert await seats(api, other) == [("Anna", True), ("Boris", True)]

    run(test)


def test_a_game_of_the_first_schema_has_a_fair_rematch_too(tmp_path: Path) -> None:
    old = FIRST.read_text(encoding="utf-8").replace("0" * 64, hash_token("red")).replace("1" * 64, hash_token("blue"))
    with sqlite3.connect(tmp_path / "api.sqlite") as store:
        store.executescript(old)
    store.close()

    async def whole() -> None:
        async with serving(tmp_path) as api:
            other = await api.rematch("over", "red")
            assert await seats(api, other) == [("Red", True), ("Blue", True)]
            assert await api.come(other, "blue", nonce="7734") == (1, "blue")
            assert await api.come(other, "red", nonce="heron") == (0, "red")
            assert words_in(await api.facts(f"/api/tables/{other}")) == f"{other}/heron/7734"

    asyncio.run(whole())


def test_whoever_a_seat_is_kept_for_may_look_and_talk_before_they_come(tmp_path: Path) -> None:
    with ThreadedServer(tmp_path / "t.sqlite") as server:
        address = server.address
        table = seated_table(address, 2, spectators=False)
        bearers = [f"Bearer {token}" for token in table.tokens]
        SocketClient(address, table.id, table.tokens[0]).send(type="resign")
        last = SocketClient(address, table.id, table.tokens[1])
        while not mapping(last.receive_type("step" if last.received else "welcome")["state"])["ended"]:
            pass
        other = str(ask(address, "POST", path(table.id, "rematch"), Authorization=bearers[1]).json()["id"])
        assert mapping(last.receive_type("step")["state"])["rematch"] == other
        ann, bob = (SocketClient(address, other, token) for token in table.tokens)
        assert [place.receive_type("welcome")["seat"] for place in (ann, bob)] == [0, 1]
        bob.send(type="say", text="Coming")
        assert mapping(ann.receive_type("said")["line"])["text"] == "Coming"
        ann.send(type="resign")
        assert ann.receive_type("error")["error"] == "not_begun"
        assert ask(address, "POST", path(other), {"nonce": "heron"}, Authorization=bearers[0]).code == 201
        told = ann.receive_type("step")
        assert mapping(told["happened"])["kind"] == "sat"
        assert [seat["kept"] for seat in rows(mapping(mapping(told["state"])["table"])["seats"])] == [False, True]
        assert ask(address, "POST", path(other), {"nonce": "7734"}, Authorization=bearers[1]).code == 201
        state = mapping(ann.receive_type("step")["state"])
        assert words_in(mapping(state["table"])) == f"{other}/heron/7734"
        for place in (ann, bob):
            said = "".join(place.received)
            assert not any(secret in said for token in table.tokens for secret in (token, hash_token(token)))


def test_a_program_takes_the_seat_that_is_kept_for_it(tmp_path: Path) -> None:
    async def whole(server: Server) -> None:
        client = server.client
        table = await client.open(**SHORT)
        taken = [await client.take_seat(table, name) for name in ("Anna", "Boris")]
        async with client.session(table, taken[0].token) as place:
            await place.execute("resign")
        other = await client.rematch(table, taken[1].token)
        with pytest.raises(ApiError, match="kept"):
            await client.take_seat(other, "Eve")
        for seat in taken:
            assert await client.take_seat(other, nonce=f"word {seat.seat}", token=seat.token) == seat
        facts = mapping(await client.request("GET", f"/api/tables/{other}"))
        assert words_in(facts) == f"{other}/word 0/word 1"

    with Server(tmp_path / "t.sqlite") as server:
        asyncio.run(whole(server))


def test_a_table_that_is_opened_by_a_rematch_is_counted(run: Run) -> None:
    async def test(api: Api) -> None:
        table, tokens = await ended(api)
        await api.rematch(table, tokens[0])
        await api.rematch(table, tokens[1])
        answer = await api.ask("GET", "/metrics")
        assert "bastide_tables_opened_total 2.0" in answer.text.splitlines()

    run(test)
