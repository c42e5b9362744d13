"""What a server does while its Redis or its PostgreSQL is away, and once it is back: one sentence, one test."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager

import pytest

from bastide.client import Client, Connection, Session, Snapshot
from bastide.rules.model import Json
from bastide.server import bus, commands, database
from bastide.server.database import make_engine, when_available
from bastide.server.migrations_runner import migrate
from bastide.server.options import ClockOptions
from bastide.server.settings import Settings
from bastide.server.store import Store
from tests.server.outages import Cluster, Fault, Node, cluster_of
from tests.server.services import Postgres, Redis
from tests.server.threaded_server import Answer, ThreadedServer, ask

PATIENCE = 60.0
NEVER = 3600.0
SOON = 0.2
FAULTS = [Fault.REFUSED, Fault.SILENT, Fault.TORN]


@pytest.fixture
def cluster(postgres: Postgres, redis_server: Redis, database_url: str) -> Iterator[Cluster]:
    with cluster_of(postgres, redis_server, database_url) as nodes:
        yield nodes


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers find out soon that a connection is silent."""
    monkeypatch.setattr(bus, "PING_SECONDS", 0.5)
    monkeypatch.setattr(database, "COMMAND_SECONDS", 1.0)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as servers:
        yield servers


def start(stack: ExitStack, node: Node, poll_seconds: float) -> ThreadedServer:
    """Start the server of a node, which looks for new entries in the store at an interval."""
    settings = Settings(node.database_url, node.redis_url, poll_seconds=poll_seconds)
    server = stack.enter_context(ThreadedServer(None, settings))
    node.address = server.address
    return server


def start_all(stack: ExitStack, cluster: Cluster, poll_seconds: float) -> list[Node]:
    """Start the servers of all nodes, and return the nodes."""
    for node in cluster.nodes:
        start(stack, node, poll_seconds)
    return cluster.nodes


async def seated(client: Client, **options: Json) -> tuple[str, list[str]]:
    """Open a table and take all its seats at one server; return the table and the tokens."""
    table = await client.open(preset="second", seats=2, **options)
    return table, [(await client.take_seat(table, name)).token for name in ("Ann", "Bob")]


async def until(session: Session, found: Callable[[Snapshot], bool]) -> Snapshot:
    """Wait until a snapshot is as wanted."""
    async with asyncio.timeout(PATIENCE):
        while session.snapshot is None or not found(session.snapshot):
            await asyncio.sleep(0.01)
    return session.snapshot


def wait_until(found: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end
        time.sleep(0.02)


async def heard(connection: Connection, text: str) -> None:
    """Follow a table until something is said."""
    async with asyncio.timeout(PATIENCE):
        async for _ in connection:
            if any(line["text"] == text for line in connection.chat):
                return
    raise ConnectionError


@asynccontextmanager
async def viewer(client: Client, table: str) -> AsyncIterator[Connection]:
    """Watch a table over a single connection, which has been welcomed."""
    async with client.connect(table) as connection:
        await anext(aiter(connection))
        yield connection


@pytest.mark.parametrize("fault", FAULTS)
def test_after_a_moment_without_redis_a_server_hears_the_other_again(
    cluster: Cluster, stack: ExitStack, fault: Fault
) -> None:
    """What was said meanwhile is caught up, and what is said later arrives: over the bus, for nobody polls."""
    here, there = start_all(stack, cluster, NEVER)

    async def talk() -> None:
        table, tokens = await seated(here.client)
        async with viewer(there.client, table) as watching, here.client.session(table, tokens[0]) as player:
            await player.execute("say", text="before")
            await heard(watching, "before")
            there.bus.begin(fault)
            await player.execute("say", text="meanwhile")
            await asyncio.sleep(0.2)
            there.bus.end()
            await heard(watching, "meanwhile")
            await player.execute("say", text="after")
            await heard(watching, "after")

    asyncio.run(talk())


def test_health_and_metrics_tell_that_redis_is_away(cluster: Cluster, stack: ExitStack) -> None:
    """A server without it is well, but slower."""
    node = cluster.nodes[0]
    start(stack, node, SOON)

    def health() -> Answer:
        return ask(node.address, "GET", "/healthz")

    def told(word: str, gauge: int) -> bool:
        metrics = ask(node.address, "GET", "/metrics").text
        return word in health().text and f"bastide_bus_connected {gauge}.0\n" in metrics

    wait_until(lambda: told("well\n", 1))
    with node.bus.away(Fault.REFUSED):
        wait_until(lambda: told("the message bus is away", 0))
        assert health().code == 200
    wait_until(lambda: told("well\n", 1))


@pytest.mark.parametrize("fault", FAULTS)
def test_health_tells_that_the_store_is_away(cluster: Cluster, stack: ExitStack, fault: Fault) -> None:
    node = cluster.nodes[0]
    start(stack, node, NEVER)
    assert ask(node.address, "GET", "/healthz").code == 200
    with node.store.away(fault):
        answer = ask(node.address, "GET", "/healthz")
        assert (answer.code, answer.text) == (503, "The store cannot be read.\n")
    wait_until(lambda: ask(node.address, "GET", "/healthz").code == 200)


def test_without_redis_what_happens_at_one_server_is_soon_seen_at_the_other(cluster: Cluster, stack: ExitStack) -> None:
    here, there = start_all(stack, cluster, SOON)

    async def talk() -> None:
        table, tokens = await seated(here.client)
        async with viewer(there.client, table) as watching, here.client.session(table, tokens[0]) as player:
            for proxy in cluster.proxies("bus"):
                proxy.begin(Fault.REFUSED)
            for text in ("one", "two"):
                await player.execute("say", text=text)
                await heard(watching, text)

    asyncio.run(talk())


def test_a_server_starts_without_redis_and_hears_the_other_once_it_is_there(cluster: Cluster, stack: ExitStack) -> None:
    here, there = cluster.nodes
    start(stack, here, NEVER)
    there.bus.begin(Fault.REFUSED)
    start(stack, there, NEVER)

    async def talk() -> None:
        table, tokens = await seated(there.client)
        async with viewer(there.client, table) as watching, here.client.session(table, tokens[0]) as player:
            await player.execute("say", text="nobody hears this")
            there.bus.end()
            await heard(watching, "nobody hears this")
            await player.execute("say", text="everybody hears this")
            await heard(watching, "everybody hears this")

    asyncio.run(talk())


@pytest.mark.parametrize("fault", FAULTS)
def test_what_could_not_be_read_is_read_once_the_store_is_back(
    cluster: Cluster, stack: ExitStack, fault: Fault
) -> None:
    """The bus told of an entry while the store was away from the server that heard it."""
    here, there = start_all(stack, cluster, NEVER)

    async def talk() -> None:
        table, tokens = await seated(here.client)
        async with viewer(there.client, table) as watching, here.client.session(table, tokens[0]) as player:
            there.store.begin(fault)
            await player.execute("say", text="unreadable")
            await asyncio.sleep(1)
            there.store.end()
            await heard(watching, "unreadable")

    asyncio.run(talk())


def test_a_store_that_does_not_accept_connections_yet_is_waited_for(
    postgres: Postgres, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLAlchemy before 2.1 passes on what the driver raises, as that PostgreSQL is starting."""
    monkeypatch.setattr(database, "RETRY_SECONDS", 0.05)
    name = database_url.rpartition("/")[2]

    async def wait() -> None:
        tables = Store(make_engine(database_url))
        await migrate(tables.engine)
        async with tables.running():
            postgres.sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            postgres.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
            waiting = asyncio.create_task(when_available(tables.automatic))
            await asyncio.sleep(0.3)
            assert not waiting.done()
            postgres.sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
            assert await waiting == []

    asyncio.run(asyncio.wait_for(wait(), PATIENCE))


def test_a_welcome_shows_what_the_server_has_not_heard_of(cluster: Cluster, stack: ExitStack) -> None:
    here, there = start_all(stack, cluster, NEVER)

    async def talk() -> None:
        table, tokens = await seated(here.client)
        async with viewer(there.client, table):
            there.bus.begin(Fault.SILENT)
            async with here.client.session(table, tokens[0]) as player:
                await player.execute("say", text="unheard")
            async with viewer(there.client, table) as late:
                assert [line["text"] for line in late.chat] == ["unheard"]

    asyncio.run(talk())


def test_nobody_waits_for_a_redis_that_does_not_answer(cluster: Cluster, stack: ExitStack) -> None:
    here = cluster.nodes[0]
    start(stack, here, NEVER)

    async def talk() -> None:
        table, tokens = await seated(here.client)
        async with here.client.session(table, tokens[0]) as player:
            here.bus.begin(Fault.SILENT)
            async with asyncio.timeout(20):
                for number in range(20):
                    await player.execute("say", text=str(number))

    asyncio.run(talk())


def test_a_player_whose_server_missed_the_beginning_of_the_game_is_not_flagged(
    cluster: Cluster, stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "BOARD_WAIT", 2000)
    here, there = start_all(stack, cluster, SOON)

    async def play() -> None:
        table = await there.client.open(preset="second", seats=2, clock={"kind": "live", "time": 10})
        first = await there.client.take_seat(table, "Ann")
        async with there.client.session(table, first.token) as waiting:
            await until(waiting, lambda now: now.version == 1)
            for proxy in cluster.proxies("bus"):
                proxy.begin(Fault.REFUSED)
            second = await here.client.take_seat(table, "Bob")
            async with here.client.session(table, second.token) as other:
                for _ in range(4):
                    now = await until(waiting, lambda now: bool(now.view) and not now.state["awaited"])
                    assert not now.ended
                    actor = waiting if now.state["actor"] == 0 else other
                    await until(actor, lambda now: bool(now.options) or now.ended)
                    await actor.act(0)
                    await until(waiting, lambda later, version=now.version: later.version > version)  # type: ignore[misc]
                assert waiting.snapshot is not None
                assert not waiting.snapshot.ended

    asyncio.run(play())


@pytest.mark.parametrize("fault", FAULTS[:2])
def test_a_player_whose_server_alone_lost_the_store_is_not_flagged_by_the_other(
    cluster: Cluster, stack: ExitStack, monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    monkeypatch.setattr(ClockOptions, "start", property(lambda options: 3000))
    here, there = start_all(stack, cluster, SOON)

    async def play() -> None:
        table, tokens = await seated(here.client, clock={"kind": "live"})
        async with here.client.session(table, tokens[0]) as first, there.client.session(table, tokens[1]) as second:
            while (await until(first, lambda now: now.state["actor"] is not None)).state["actor"] == 0:
                version = (await until(first, lambda now: bool(now.options))).version
                await first.act(0)
                await until(first, lambda now, version=version: now.version > version)  # type: ignore[misc]
            await until(second, lambda now: bool(now.options))
            there.store.begin(fault)
            there.bus.begin(Fault.REFUSED)
            acting = asyncio.create_task(second.act(0))
            await asyncio.sleep(4)
            await first.execute("say", text="are you there?")
            assert first.snapshot is not None
            assert not first.snapshot.ended
            there.store.end()
            there.bus.end()
            async with asyncio.timeout(PATIENCE):
                assert await acting > 0, "what they chose is stored at last"

    asyncio.run(play())


def test_whoever_asks_while_the_store_is_away_is_told_so_and_to_ask_again(cluster: Cluster, stack: ExitStack) -> None:
    node = cluster.nodes[0]
    server = start(stack, node, SOON)
    table = asyncio.run(node.client.open(preset="second"))
    texts = set()
    for fault in FAULTS:
        with node.store.away(fault):
            for path, language in (("/api/tables", "en"), (f"/api/tables/{24 * 'a'}", "fr")):
                answer = ask(server.address, "GET", path, accept_language=language)
                assert (answer.code, answer.json()["error"], answer.headers["retry-after"]) == (503, "store_away", "1")
                texts.add(answer.json()["text"])
        wait_until(lambda: ask(server.address, "GET", f"/api/tables/{table}").code == 200)
    assert len(texts) == 2, "in two languages"
