"""Several server processes with one PostgreSQL and Redis, and players of one table on different servers."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Mapping

import pytest

from bastide.client import Client, Snapshot
from bastide.errors import BastideError
from bastide.play.record import from_record
from bastide.play.verify import verify
from bastide.rules.model import Json
from bastide.server.bus import RedisBus
from tests.server.running import Server

pytestmark = pytest.mark.slow
RULES: dict[str, Json] = {"preset": "bigbox2014", "expansions": ["hills_and_sheep", "traders_and_builders"], "seats": 4}


@pytest.fixture
def cluster(database_url: str, redis_url: str) -> Iterator[list[Server]]:
    environment = {"BASTIDE_DATABASE_URL": database_url, "BASTIDE_REDIS_URL": redis_url}
    with Server(environment=environment) as first, Server(environment=environment) as second:
        yield [first, second]


async def play(client: Client, table: str, token: str, seed: int, last: int = 10**6) -> Snapshot:
    """Choose at random whenever it is one's turn, until the game has ended or the table has come to a version."""
    rng = random.Random(seed)
    async with client.connect(table, token) as connection:
        async for now in connection:
            if now.ended or now.version >= last:
                return now
            if now.options:
                await connection.act(rng.randrange(len(now.options)))
    raise ConnectionError(table)


def told(now: Snapshot) -> tuple[int, object, object]:
    return now.version, now.view["scores"], now.view["board"]


def test_players_of_one_table_sit_at_different_servers(cluster: list[Server]) -> None:
    async def whole_game() -> None:
        clients = [server.client for server in cluster]
        table = await clients[0].open(**RULES)
        seats = [await clients[i % 2].take_seat(table, f"seat {i + 1}") for i in range(4)]
        ends = await asyncio.gather(*(play(clients[i % 2], table, s.token, i) for i, s in enumerate(seats)))
        assert len({str(told(now)) for now in ends}) == 1
        records = [await client.request("GET", f"/api/tables/{table}/record") for client in clients]
        assert records[0] == records[1]
        game = from_record(records[0])
        assert game.over
        assert game.scores == ends[0].view["scores"]
        assert verify(records[0]).fair

    asyncio.run(whole_game())


def test_no_action_is_doubled_when_the_same_seat_acts_at_both_servers(cluster: list[Server]) -> None:
    """Each of two sockets of every seat answers every choice: one of them is always too late, and is told so."""

    async def whole_game() -> None:
        clients = [server.client for server in cluster]
        table = await clients[1].open(preset="second", seats=2)
        seats = [await clients[0].take_seat(table, f"seat {i + 1}") for i in range(2)]
        jobs = [play(client, table, seat.token, 7) for client in clients for seat in seats]
        ends = await asyncio.gather(*jobs)
        assert len({str(told(now)) for now in ends}) == 1
        record = await clients[0].request("GET", f"/api/tables/{table}/record")
        assert from_record(record).over
        assert verify(record).fair

    asyncio.run(whole_game())


def test_one_server_dies_and_the_other_goes_on(cluster: list[Server]) -> None:
    async def whole_game() -> None:
        first, second = (server.client for server in cluster)
        table = await first.open(preset="second", seats=2)
        seats = [await first.take_seat(table, f"seat {i + 1}") for i in range(2)]
        await asyncio.gather(*(play(first, table, seat.token, i, last=20) for i, seat in enumerate(seats)))
        async with first.connect(table) as connection:
            before = await anext(aiter(connection))
        cluster[0].kill()
        async with second.connect(table) as connection:
            after = await anext(aiter(connection))
        assert told(before) == told(after)
        ends = await asyncio.gather(*(play(second, table, seat.token, i) for i, seat in enumerate(seats)))
        assert all(now.ended for now in ends)
        cluster[0].start()
        assert from_record(await first.request("GET", f"/api/tables/{table}/record")).over

    asyncio.run(whole_game())


def test_word_of_other_servers_may_be_late_or_lost(database_url: str) -> None:
    """Without Redis nobody tells the other server, but its next command still finds what happened."""

    async def some_moves(servers: list[Server]) -> None:
        first, second = (server.client for server in servers)
        table = await first.open(preset="second", seats=2)
        one, two = await first.take_seat(table, "one"), await second.take_seat(table, "two")
        async with first.connect(table, one.token) as here, second.connect(table, two.token) as there:
            for connection, text in ((here, "a"), (there, "b"), (here, "c"), (there, "d")):
                await connection.send("say", text=text)
                async for _ in connection:
                    if any(line["text"] == text for line in connection.chat):
                        break
            lines = [line["text"] for line in there.chat]
        assert lines == ["a", "b", "c", "d"]

    servers = [Server(environment={"BASTIDE_DATABASE_URL": database_url}) for _ in range(2)]
    with servers[0], servers[1]:
        asyncio.run(some_moves(servers))


def test_a_bus_without_its_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "redis.asyncio", None)
    with pytest.raises(BastideError, match=r"pip install 'bastide\[cluster\]'"):
        RedisBus("redis://127.0.0.1:1")


def test_a_rematch_asked_for_at_two_servers_is_one_table_with_new_words(cluster: list[Server]) -> None:
    async def again() -> None:
        first, second = (server.client for server in cluster)
        table = await first.open()
        one, two = await first.take_seat(table, "one"), await second.take_seat(table, "two")
        async with first.session(table, one.token) as place, second.connect(table, two.token) as connection:
            await place.execute("resign")
            async for now in connection:
                if now.ended:
                    break
        asked = first.rematch(table, one.token), second.rematch(table, two.token)
        opened = set(await asyncio.gather(*asked))
        assert len(opened) == 1
        other = opened.pop()
        assert await second.take_seat(other, nonce="7734", token=two.token) == two
        assert await first.take_seat(other, nonce="heron", token=one.token) == one
        facts = await first.request("GET", f"/api/tables/{other}")
        assert isinstance(facts, Mapping)
        assert (facts["status"], str(facts["salt"]).partition("/terms:")[0]) == ("playing", f"{other}/heron/7734")

    asyncio.run(again())
