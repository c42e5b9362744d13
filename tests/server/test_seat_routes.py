"""Seats over the HTTP API: taking, leaving and finding them, and the secrets that open them."""

from __future__ import annotations

import pytest

from bastide.server import database, seat_routes
from bastide.server.entries import TableEntry
from bastide.server.store import NewEntry
from bastide.server.tokens import hash_token
from tests.server.api import Api, Run, rows


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
