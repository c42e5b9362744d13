"""PostgreSQL and Redis go away while games are played across servers: all end, nothing is lost, doubled or stuck."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from random import Random

import pytest

from bastide.rules.model import Json
from bastide.server.settings import Settings
from tests.server.cluster_games import ClusterGame, audit, play_all, seat_everybody
from tests.server.outages import Cluster, Fault, cluster_of
from tests.server.players import Habits
from tests.server.running import Server
from tests.server.services import Postgres, Redis
from tests.server.threaded_server import ThreadedServer

OUTAGES = 10
GAMES = 30
HABITS = Habits(chat=5, undo=3, takeback=1)
CLOCK: dict[str, Json] = {"kind": "live", "time": 600}
QUICK: dict[str, Json] = {"kind": "live", "time": 120, "increment": 10}
TABLES: list[dict[str, Json]] = [
    {"preset": "second", "seats": 2},
    {"preset": "first", "seats": 3, "clock": CLOCK},
    {"preset": "second", "seats": 3, "bots": [None, "random", None]},
    {"preset": "second", "seats": 4, "confirm": True},
    {"preset": "first", "seats": 2, "clock": QUICK, "confirm": True},
    {"preset": "second", "seats": 3, "bots": ["greedy"], "clock": CLOCK},
]
SHORT: dict[str, Json] = {"tiles": ["BA-CRFR", *["BA-FFRR"] * 20], "seats": 2}
"""Twenty turns."""
MOMENTS = [("bus", Fault.TORN, 0.2), ("store", Fault.REFUSED, 0.2), ("bus", Fault.REFUSED, 1), ("store", Fault.TORN, 1)]
LIMIT = 300.0
"""Seconds for the games to end after the last outage."""


async def some_play(games: Sequence[ClusterGame], count: int) -> None:
    """Wait until so many commands more are acknowledged, or all games have ended."""
    goal = count + sum(game.commands for game in games)
    while sum(game.commands for game in games) < goal and not all(game.ended for game in games):
        await asyncio.sleep(0.02)


def think(games: Sequence[ClusterGame], seconds: float) -> None:
    """Let all players pause before each reaction."""
    for player in (player for game in games for player in game.players):
        player.pause = seconds


def secrets_of(cluster: Cluster, games: Sequence[ClusterGame]) -> Iterator[str]:
    yield from (cluster.postgres.password, cluster.redis.password)
    yield from (player.token for game in games for player in game.players)
    yield from cluster.postgres.sql("SELECT secret FROM tables", cluster.database_url.rpartition("/")[2]).split()


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seconds", [0.2, 2, 20])
@pytest.mark.parametrize("name", ["bus", "store"])
def test_thirty_games_go_on_though_a_service_goes_away_ten_times(name: str, seconds: float) -> None:
    rng = Random(f"{name} {seconds}")

    async def all_games(cluster: Cluster) -> list[ClusterGame]:
        clients = [node.client for node in cluster.nodes]
        games = [await seat_everybody(clients, rng, HABITS, 2, **TABLES[n % len(TABLES)]) for n in range(GAMES)]
        think(games, 0.25 + seconds / 16)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(play_all(games, LIMIT + OUTAGES * (seconds + 10)))
            for number in range(OUTAGES):
                await some_play(games, GAMES)
                assert sum(not game.ended for game in games) > GAMES / 2, "outages are in the middle of the games"
                await cluster.outage(name, list(Fault)[number % len(Fault)], asyncio.sleep(seconds))
            think(games, 0)
        await audit(cluster.database_url, clients, games)
        return games

    with ExitStack() as stack:
        postgres, redis = stack.enter_context(Postgres(fsync="on")), stack.enter_context(Redis())
        database_url = stack.enter_context(postgres.database())
        cluster = stack.enter_context(cluster_of(postgres, redis, database_url))
        servers = []
        for node in cluster.nodes:
            environment = {"BASTIDE_DATABASE_URL": node.database_url, "BASTIDE_REDIS_URL": node.redis_url}
            servers.append(stack.enter_context(Server(environment=environment)))
            node.address = servers[-1].address
        games = asyncio.run(all_games(cluster))
        secrets = list(secrets_of(cluster, games))
        for server in servers:
            server.stop()
            log = server.errors()
            assert not any(secret in log for secret in secrets)


def test_games_go_on_though_services_go_away_for_a_moment(
    postgres: Postgres, redis_server: Redis, database_url: str
) -> None:
    async def all_games(cluster: Cluster) -> None:
        rng, clients = Random(1), [node.client for node in cluster.nodes]
        games = [await seat_everybody(clients, rng, HABITS, 0.5, clock=clock, **SHORT) for clock in (CLOCK, {}, {})]
        think(games, 0.1)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(play_all(games, 60))
            for name, fault, seconds in MOMENTS:
                await some_play(games, 6)
                assert not all(game.ended for game in games)
                await cluster.outage(name, fault, asyncio.sleep(seconds))
            think(games, 0)
        await audit(database_url, clients, games)

    with cluster_of(postgres, redis_server, database_url) as cluster, ExitStack() as stack:
        for node in cluster.nodes:
            server = stack.enter_context(ThreadedServer(None, Settings(node.database_url, node.redis_url)))
            node.address = server.address
        asyncio.run(all_games(cluster))
