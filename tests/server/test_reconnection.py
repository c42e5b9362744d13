"""Clients reconnect: over a faulty connection, games are played as over a good one."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from bastide.client import MAX_MESSAGE_BYTES, ApiError, Client, Connection, Session, Snapshot
from bastide.play.verify import verify
from bastide.rules.model import Json
from bastide.wire.events import GameEvent
from tests.rulesets import FULL
from tests.server.players import Habits, Player, seated, to_the_end
from tests.server.proxy import LineFaults, proxy
from tests.server.running import Server
from tests.server.test_durability import comparable, replayed, welcome, whole

BAD_LINES = {
    "frames are dropped": LineFaults(drop=4),
    "frames are repeated": LineFaults(repeat=40),
    "frames are swapped": LineFaults(swap=5),
    "connections are cut": LineFaults(cut=4),
    "all of it": LineFaults(drop=2, repeat=20, swap=2, cut=2),
}
WHOLE: dict[str, Json] = {"preset": "bigbox2014", "expansions": list(FULL[2]), "seats": 2}


async def follow(client: Client, table: str, token: str | None, patience: float) -> Session:
    """Watch a game to its end."""
    async with client.session(table, token, patience) as place:
        async for now in place:
            if now.ended:
                return place
    raise ConnectionError(table)


async def check_the_log(server: Server, people: list[Player], ends: list[Snapshot]) -> None:
    """Everybody ends with what the log says, and nothing happened twice."""
    assert server.database is not None
    log = await replayed(server.database, people[0].table)
    for person, end in zip(people, ends, strict=True):
        here = await replayed(server.database, person.table, end.version)
        assert comparable(end) == whole(here, person.seat)
        assert len(set(person.acknowledged)) == len(person.acknowledged), "every command made an entry of its own"
        assert max(person.acknowledged) <= log.version
    assert verify(await server.client.request("GET", f"/api/tables/{people[0].table}/record")).fair_so_far


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("tables") / "t.sqlite") as started:
        yield started


@pytest.mark.slow
@pytest.mark.timeout(120)
@pytest.mark.parametrize("faults", BAD_LINES.values(), ids=BAD_LINES.keys())
def test_a_game_over_a_bad_line_ends_as_its_log_says(server: Server, faults: LineFaults) -> None:
    async def one_game() -> None:
        async with proxy(server, faults) as client:
            people = await seated(client, Random(1), Habits(chat=10, undo=10, takeback=5), preset="second", seats=2)
            people[0].patience = people[1].patience = 0.1
            watching = asyncio.create_task(follow(client, people[0].table, None, 0.1))
            ends = await asyncio.wait_for(to_the_end(people), 90)
            watched = await watching
        await check_the_log(server, people, ends)
        assert watched.snapshot is not None
        assert [line["text"] for line in watched.chat] == await said(server, people[0].table, watched.snapshot.version)
        assert len(set(await said(server, people[0].table))) == len(await said(server, people[0].table))
        for name in ("drop", "repeat", "swap", "cut"):
            assert (faults.done[name] > 0) == (getattr(faults, name) > 0)

    asyncio.run(one_game())


async def said(server: Server, table: str, version: int | None = None) -> list[str]:
    """Return what was said at a table up to a version, as the log has it."""
    assert server.database is not None
    return [line["text"] for line in (await replayed(server.database, table, version)).chat]


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_a_game_with_all_expansions_goes_on_while_lines_are_bad_and_servers_die(tmp_path: Path) -> None:
    """Nobody at the table does anything about it: their places come back by themselves."""

    async def one_game(server: Server) -> None:
        async with proxy(server, LineFaults(drop=0.5, repeat=5, swap=0.5, cut=0.5)) as client:
            people = await seated(client, Random(2), Habits(chat=3, undo=5, takeback=2, end=2), **WHOLE)
            for person in people:
                person.patience = 0.1
            playing = asyncio.create_task(to_the_end(people))
            for _ in range(2):
                await asyncio.sleep(1)
                server.kill()
                await asyncio.to_thread(server.start)
            ends = await asyncio.wait_for(playing, 90)
        await check_the_log(server, people, ends)

    with Server(tmp_path / "t.sqlite") as server:
        asyncio.run(one_game(server))


def test_somebody_may_come_back_with_any_version(server: Server) -> None:
    """Whatever version one knows, the state is whole, and what was missed is told, no more and no less.

    Nobody takes anything back here: what was known before is told anew then, which tests/server/table looks at.
    """

    async def some_moves() -> None:
        people = await seated(server.client, Random(3), Habits(undo=0, takeback=0), preset="second", seats=2)
        heard: dict[int, list[GameEvent]] = {}
        async with server.client.connect(people[0].table, people[0].token) as connection:
            playing = asyncio.create_task(to_the_end(people))
            async for now in connection:
                heard[now.version] = now.events
                if now.ended:
                    await playing  # somebody may be speaking
                    if now.version >= max(version for person in people for version in person.acknowledged):
                        break
        last = max(heard)
        first = min(heard)
        for since in [*range(first, last + 1, 7), last, -1]:
            async with server.client.connect(people[0].table, people[0].token, since) as connection:
                back = await anext(aiter(connection))
            assert comparable(back) == comparable(now)
            known = since if 0 <= since <= last else last
            assert back.events == [event for version, events in heard.items() if version > known for event in events]
        everything = []
        for since in (0, last + 5):
            async with server.client.connect(people[0].table, people[0].token, since) as connection:
                everything.append((await anext(aiter(connection))).events)
        assert everything[0] == everything[1] != []
        for since in ("3", True, 2.5, [1]):
            async with connect(f"{server.client.websocket_address}/api/tables/{people[0].table}/socket") as line:
                await line.send(json.dumps({"type": "hello", "since": since}))
                assert json.loads(await line.recv())["missed"] == []

    asyncio.run(some_moves())


@pytest.mark.slow
def test_a_command_that_comes_again_happens_once(tmp_path: Path) -> None:
    """The same name from the same seat, over any socket, before and after a restart: one entry, the same answer."""
    commands: list[dict[str, Json]] = [
        {"type": "say", "text": "once"},
        {"type": "act", "option": 0, "moment": 1},
        {"type": "takeback"},
        {"type": "offer_end"},
        {"type": "resign"},
    ]

    async def answers(connection: Connection, refs: list[str]) -> dict[str, list[Json]]:
        found: dict[str, list[Json]] = {ref: [] for ref in refs}
        while not all(found.values()):
            message = json.loads(await connection.socket.recv())
            connection.handle(message)
            if message["type"] in ("done", "error"):
                found[message["ref"]].append(message.get("version") or message["error"])
        return found

    async def one_game(server: Server) -> None:
        people = await seated(server.client, Random(3), preset="second", seats=2)
        now = await welcome(server.client, people[0].table, people[0].token)
        me, other = people if now.options else people[::-1]
        for number, command in enumerate(commands):
            ref = f"name {number}"
            sent = json.dumps({**command, "ref": ref})
            if command["type"] == "act":
                now = await welcome(server.client, me.table, me.token)
                sent = json.dumps({**command, "ref": ref, "moment": now.position_version})
            before = (await welcome(server.client, me.table, None)).version
            async with (
                server.client.connect(me.table, me.token) as one,
                server.client.connect(me.table, me.token) as two,
            ):
                await asyncio.gather(*(connection.socket.send(sent) for connection in (one, two, one, two)))
                found = [await answers(one, [ref]), await answers(two, [ref])]
            assert [next(iter(f.values()))[0] for f in found] == [before + 1, before + 1], command
            assert (await welcome(server.client, me.table, None)).version == before + 1
            if command["type"] == "takeback" or command["type"] == "offer_end":
                async with server.client.session(other.table, other.token) as place:
                    await place.execute("answer", yes=False)
        server.kill()
        server.start()
        last = (await welcome(server.client, me.table, None)).version
        async with server.client.connect(me.table, me.token) as connection:
            await connection.send("say", text="once", ref="name 0")
            assert (await answers(connection, ["name 0"]))["name 0"] == [3]
        async with server.client.connect(other.table, other.token) as connection:
            await connection.send("say", text="my own first word", ref="name 0")
            assert (await answers(connection, ["name 0"]))["name 0"] == [last + 1], "names of other seats are theirs"

    with Server(tmp_path / "t.sqlite") as server:
        asyncio.run(asyncio.wait_for(one_game(server), 30))


def test_a_choice_that_comes_late_is_refused_though_the_moment_came_again(server: Server) -> None:
    """A turn was taken back and played otherwise: the number of actions is the same, but not what they led to."""

    async def one_game() -> None:
        people = await seated(server.client, Random(3), preset="second", seats=2)
        async with server.client.session(people[0].table, people[0].token) as place:
            now = await anext(aiter(place))
            first = now if now.options else None
            me = people[0] if first else people[1]
        async with server.client.session(me.table, me.token) as place:
            looks = aiter(place)
            before = await anext(looks)
            await place.act(0)
            seen = await anext(looks)
            while seen.version == before.version:
                seen = await anext(looks)
            assert seen.options
            assert seen.position_version != before.position_version
            await place.execute("undo")
            async with server.client.session(me.table, me.token) as elsewhere:
                options = (await anext(aiter(elsewhere))).options
                await elsewhere.act(len(options) - 1)
            with pytest.raises(ApiError) as late:
                await place.act(0)
            assert late.value.error == "stale_moment"
            await place.execute("say", text="a word changes nothing about the game")
            now = await welcome(server.client, me.table, me.token)
            await place.execute("act", option=0, moment=now.position_version)

    asyncio.run(asyncio.wait_for(one_game(), 30))


@pytest.mark.slow
def test_a_slow_reader_is_cut_off_and_comes_back(server: Server) -> None:
    """Whoever does not read gets no gap in the middle, but the end of the connection, and then everything."""

    async def chatter(person: Player) -> None:
        async with server.client.session(person.table, person.token) as place:
            for _ in range(280):
                await place.execute("say", text=500 * "\N{GRINNING FACE}")

    async def one_table() -> None:
        people = await seated(server.client, Random(3), Habits(), **WHOLE)
        playing = asyncio.create_task(to_the_end(people))
        while sum(len(person.acknowledged) for person in people) < 100:
            await asyncio.sleep(0.05)
        playing.cancel()
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", server.port))
        line.setblocking(False)
        path = f"{server.client.websocket_address}/api/tables/{people[0].table}/socket"
        async with connect(path, sock=line, compression=None, max_queue=1, max_size=MAX_MESSAGE_BYTES) as slow:
            await slow.send(json.dumps({"type": "hello", "token": None}))
            connection = Connection(slow)
            connection.handle(json.loads(await slow.recv()))
            await asyncio.gather(*(chatter(people[0]) for _ in range(9)))
            assert await gauge(server) == 0, "the server waits no longer for somebody who does not read"
            with suppress(ConnectionClosed):
                async for _ in connection:
                    pass
        last = await welcome(server.client, people[0].table, None)
        assert not connection.out_of_sync
        assert connection.snapshot is not None
        assert connection.snapshot.version < last.version
        assert server.database is not None
        assert comparable(last) == whole(await replayed(server.database, people[0].table), None)

    asyncio.run(one_table())


async def gauge(server: Server) -> float:
    """Return how many sockets the server says are open, once those that were left are closed."""
    from urllib.request import urlopen

    found = -1.0
    for _ in range(50):
        with urlopen(f"{server.address}/metrics") as page:
            text = page.read().decode()
        found = float(next(x for x in text.splitlines() if x.startswith("bastide_sockets ")).split()[1])
        if not found:
            break
        await asyncio.sleep(0.05)
    return found


def test_many_sockets_of_one_table_hear_the_same(server: Server) -> None:
    async def one_game() -> None:
        people = await seated(server.client, Random(3), Habits(end=2, grant=100), preset="second", seats=2)
        tokens = [people[0].token] * 10 + [people[1].token] * 10 + [None] * 60
        followers = [asyncio.create_task(follow(server.client, people[0].table, token, 5)) for token in tokens]
        await asyncio.sleep(0.5)
        await to_the_end(people)
        places = await asyncio.gather(*followers)
        for group in (places[:10], places[10:20], places[20:]):
            assert (
                len({json.dumps(comparable(place.snapshot), sort_keys=True) for place in group if place.snapshot}) == 1
            )
        assert {place.connections for place in places} == {1}

    asyncio.run(one_game())


def test_a_place_that_nobody_may_have_is_given_up(server: Server) -> None:
    async def three_refusals() -> None:
        table = await server.client.open(preset="second", seats=2, spectators=False)
        for where, token, error in (
            (table, "no token", "not_your_seat"),
            (table, None, "no_spectators"),
            ("nowhere", None, "no_such_table"),
        ):
            async with server.client.session(where, token) as place:
                with pytest.raises(ApiError) as refusal:
                    await anext(aiter(place))
                assert refusal.value.error == error
                with pytest.raises(ApiError):
                    await place.execute("say", text="nobody hears me")

    asyncio.run(asyncio.wait_for(three_refusals(), 20))


def test_whoever_leaves_a_seat_can_do_nothing_for_it_any_more(server: Server) -> None:
    """The socket of somebody who stood up is closed: the seat may be somebody else's by now."""

    async def one_table() -> None:
        client = server.client
        table = await client.open(preset="second", seats=2)
        first = await client.take_seat(table, "first")
        async with client.connect(table, first.token) as connection:
            looks = aiter(connection)
            await anext(looks)
            await client.request("DELETE", f"/api/tables/{table}/seats", token=first.token)
            await client.take_seat(table, "second", first.seat)
            with suppress(ConnectionClosed):
                await connection.send("say", text="I am second")
            with suppress(ConnectionClosed):
                async for _ in looks:
                    pass
        back = await welcome(client, table, None)
        async with client.connect(table) as connection:
            await anext(aiter(connection))
            assert connection.chat == []
        assert "second" in str(back.state["table"])

    asyncio.run(asyncio.wait_for(one_table(), 20))


def test_whoever_is_interrupted_twice_hangs_up(tmp_path: Path) -> None:
    """The first interruption says goodbye and waits for the answer of a server that is silent; the second waits not."""

    async def one_chair(server: Server) -> None:
        table = await server.client.open(seats=2)
        chairs: asyncio.Queue[Connection] = asyncio.Queue()

        async def sit() -> None:
            async with server.client.connect(table) as connection:
                await anext(aiter(connection))
                chairs.put_nowait(connection)
                await asyncio.Event().wait()

        sitting = asyncio.create_task(sit())
        connection = await chairs.get()
        assert server.process is not None
        server.process.send_signal(signal.SIGSTOP)
        for _ in range(2):
            assert not connection.socket.transport.is_closing()
            sitting.cancel()
            await asyncio.sleep(0.05)
        assert sitting.cancelled()
        assert connection.socket.transport.is_closing()

    with Server(tmp_path / "t.sqlite") as server:
        asyncio.run(asyncio.wait_for(one_chair(server), 20))
