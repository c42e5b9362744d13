"""A load generator for a server: tables of random players at full speed, or idle sockets.

`python -m tests.bench.load ADDRESS --tables 16 --seconds 10` prints its measurements as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import time
from dataclasses import asdict, dataclass

from websockets.asyncio.client import connect

from bastide.client import Client

SEATS = 4


@dataclass
class LoadResult:
    """The throughput, and the latency from sending an action to its arrival at the last player, in milliseconds."""

    actions: int
    seconds: float
    per_second: float
    p50: float
    p95: float
    p99: float


def summarize(actions: int, seconds: float, latencies: list[float]) -> LoadResult:
    """Return the result of a run."""
    ordered = sorted(latencies) or [0.0]
    percentiles = (round(1000 * ordered[int(share * (len(ordered) - 1))], 1) for share in (0.5, 0.95, 0.99))
    return LoadResult(actions, round(seconds, 2), round(actions / seconds, 1), *percentiles)


class Load:
    """Random players at many tables of a server."""

    def __init__(self, address: str, seconds: float) -> None:
        self.client, self.seconds = Client(address), seconds
        self.sent: dict[tuple[str, int], tuple[float, list[int]]] = {}
        self.latencies: list[float] = []
        self.actions = 0
        self.until = 0.0

    async def run(self, tables: int) -> LoadResult:
        """Play at a number of tables for the duration of the run; a finished game is followed by another."""
        self.until = time.monotonic() + self.seconds
        start = time.monotonic()
        await asyncio.gather(*(self.table(number) for number in range(tables)))
        return summarize(self.actions, time.monotonic() - start, self.latencies)

    async def table(self, number: int) -> None:
        """Play games, one after the other, until the end of the run."""
        while time.monotonic() < self.until:
            table = await self.client.open(preset="second", seats=SEATS)
            seats = [await self.client.take_seat(table, f"seat {seat}") for seat in range(SEATS)]
            jobs = [self.player(table, taken.token, random.Random(f"{number}/{taken.seat}")) for taken in seats]
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.1, self.until - time.monotonic()) + 1):
                    await asyncio.gather(*jobs)

    async def player(self, table: str, token: str, rng: random.Random) -> None:
        """Act at random, without delay."""
        address = f"{self.client.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        async with connect(address, max_size=None, compression=None) as socket:
            await socket.send(json.dumps({"type": "hello", "token": token}))
            async for text in socket:
                message = json.loads(text)
                if message["type"] not in ("welcome", "step"):
                    continue
                self.arrived(table, message["version"])
                state = message["state"]
                if state["ended"] or time.monotonic() > self.until:
                    return
                if state.get("options"):
                    self.actions += 1
                    self.sent[table, message["version"] + 1] = time.perf_counter(), []
                    choice = rng.randrange(len(state["options"]))
                    await socket.send(json.dumps({"type": "act", "option": choice, "moment": state["moment"]}))

    def arrived(self, table: str, version: int) -> None:
        """Record the arrival of an action at a player, and its latency once it has reached all of them."""
        if (table, version) in self.sent:
            sent, arrivals = self.sent[table, version]
            arrivals.append(version)
            if len(arrivals) == SEATS:
                self.latencies.append(time.perf_counter() - sent)


class BotLoad(Load):
    """Random players, each at a table with a bot; the latency is the time that bots take for a choice."""

    def __init__(self, address: str, seconds: float, level: str, expansions: str) -> None:
        super().__init__(address, seconds)
        self.level = level
        self.expansions = [name for name in expansions.split(",") if name]

    async def table(self, number: int) -> None:
        """Play one game until the end of the run."""
        table = await self.client.open(preset="second", expansions=self.expansions, bots=[None, self.level])
        taken = await self.client.take_seat(table, "Anna")
        rng = random.Random(number)
        bot_start = None
        async with self.client.connect(table, token=taken.token) as connection:
            async for snapshot in connection:
                if bot_start is not None:
                    self.latencies.append(time.perf_counter() - bot_start)
                    self.actions += 1
                    bot_start = None
                if snapshot.ended or time.monotonic() > self.until:
                    return
                if snapshot.options:
                    await connection.act(rng.randrange(len(snapshot.options)))
                else:
                    bot_start = time.perf_counter()


async def echo(address: str, seconds: float, sockets: int) -> LoadResult:
    """Send small messages to a bare echo server, on each socket one at a time."""
    latencies: list[float] = []
    until = time.monotonic() + seconds
    start = time.monotonic()

    async def one() -> None:
        async with connect(f"{address.replace('http', 'ws', 1)}/echo", compression=None) as socket:
            while time.monotonic() < until:
                sent = time.perf_counter()
                await socket.send("x" * 100)
                await socket.recv()
                latencies.append(time.perf_counter() - sent)

    await asyncio.gather(*(one() for _ in range(sockets)))
    return summarize(len(latencies), time.monotonic() - start, latencies)


async def hold(address: str, table: str, sockets: int) -> int:
    """Hold many sockets of spectators open at one table, and return the number of those that still answer."""
    client = Client(address)

    async def one(ready: asyncio.Event) -> bool:
        async with client.connect(table) as connection:
            await anext(aiter(connection))
            await ready.wait()
            await connection.send("ping", ref="alive")
            while True:
                if json.loads(await connection.socket.recv()).get("ref") == "alive":
                    return True

    ready = asyncio.Event()
    jobs = [asyncio.create_task(one(ready)) for _ in range(sockets)]
    await asyncio.sleep(3)
    ready.set()
    return sum(await asyncio.gather(*jobs))


def main() -> None:
    """Measure and print the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--echo", action="store_true", help="measure an echo server")
    parser.add_argument("--bots", metavar="LEVEL", help="measure bots of a level, one per table")
    parser.add_argument("--expansions", default="", metavar="A,B", help="expansions of the tables with bots")
    parser.add_argument("--hold", metavar="N", type=int, help="hold N sockets open")
    args = parser.parse_args()
    if args.hold:
        table = asyncio.run(Client(args.address).open(preset="second", seats=2))
        print(json.dumps({"held": asyncio.run(hold(args.address, table, args.hold))}))
    elif args.echo:
        print(json.dumps(asdict(asyncio.run(echo(args.address, args.seconds, SEATS * args.tables)))))
    elif args.bots:
        bots = BotLoad(args.address, args.seconds, args.bots, args.expansions)
        print(json.dumps(asdict(asyncio.run(bots.run(args.tables)))))
    else:
        print(json.dumps(asdict(asyncio.run(Load(args.address, args.seconds).run(args.tables)))))


if __name__ == "__main__":
    main()
