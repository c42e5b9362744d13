"""Load for a server, from a process of its own: tables of random players at full speed, and sockets that only wait.

`python -m tests.bench.load ADDRESS --tables 16 --seconds 10` prints what it measured as JSON.
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
class Measured:
    """What came out: actions a second, and milliseconds from sending one to its arrival at the last player."""

    actions: int
    seconds: float
    a_second: float
    p50: float
    p95: float
    p99: float


def measured(actions: int, seconds: float, waits: list[float]) -> Measured:
    """Return the figures of a run."""
    ordered = sorted(waits) or [0.0]
    shares = (round(1000 * ordered[int(share * (len(ordered) - 1))], 1) for share in (0.5, 0.95, 0.99))
    return Measured(actions, round(seconds, 2), round(actions / seconds, 1), *shares)


class Load:
    """Random players at many tables of one server."""

    def __init__(self, address: str, seconds: float) -> None:
        self.client, self.seconds = Client(address), seconds
        self.sent: dict[tuple[str, int], tuple[float, list[int]]] = {}
        self.waits: list[float] = []
        self.actions = 0
        self.until = 0.0

    async def run(self, tables: int) -> Measured:
        """Play so many tables for some seconds; a table whose game is over gets another one."""
        self.until = time.monotonic() + self.seconds
        begun = time.monotonic()
        await asyncio.gather(*(self.table(number) for number in range(tables)))
        return measured(self.actions, time.monotonic() - begun, self.waits)

    async def table(self, number: int) -> None:
        """Play one game after another at one place."""
        while time.monotonic() < self.until:
            table = await self.client.open(preset="second", seats=SEATS)
            seats = [await self.client.take_seat(table, f"seat {seat}") for seat in range(SEATS)]
            jobs = [self.player(table, taken.token, random.Random(f"{number}/{taken.seat}")) for taken in seats]
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.1, self.until - time.monotonic()) + 1):
                    await asyncio.gather(*jobs)

    async def player(self, table: str, token: str, rng: random.Random) -> None:
        """Choose at random at once whenever it is one's turn."""
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
        """Note that a player has heard of an action; the last of them ends its way."""
        if (table, version) in self.sent:
            at, heard = self.sent[table, version]
            heard.append(version)
            if len(heard) == SEATS:
                self.waits.append(time.perf_counter() - at)


class WithBots(Load):
    """Random players, each at a table with a bot; what is measured is how long the bots take for a choice."""

    def __init__(self, address: str, seconds: float, level: str, expansions: str) -> None:
        super().__init__(address, seconds)
        self.level = level
        self.expansions = [name for name in expansions.split(",") if name]

    async def table(self, number: int) -> None:
        """Play one game at one place, as far as time allows."""
        table = await self.client.open(preset="second", expansions=self.expansions, bots=[None, self.level])
        taken = await self.client.take_seat(table, "Anna")
        rng = random.Random(number)
        asked = None
        async with self.client.connect(table, token=taken.token) as connection:
            async for now in connection:
                if asked is not None:
                    self.waits.append(time.perf_counter() - asked)
                    self.actions += 1
                    asked = None
                if now.ended or time.monotonic() > self.until:
                    return
                if now.options:
                    await connection.act(rng.randrange(len(now.options)))
                else:
                    asked = time.perf_counter()


async def echo(address: str, seconds: float, sockets: int) -> Measured:
    """Send small messages to a bare echo server of the same framework, each socket waiting for its answer."""
    waits: list[float] = []
    until = time.monotonic() + seconds
    begun = time.monotonic()

    async def one() -> None:
        async with connect(f"{address.replace('http', 'ws', 1)}/echo", compression=None) as socket:
            while time.monotonic() < until:
                at = time.perf_counter()
                await socket.send("x" * 100)
                await socket.recv()
                waits.append(time.perf_counter() - at)

    await asyncio.gather(*(one() for _ in range(sockets)))
    return measured(len(waits), time.monotonic() - begun, waits)


async def hold(address: str, table: str, sockets: int) -> int:
    """Open many sockets of spectators at one table, hold them, and return how many still answer."""
    client = Client(address)

    async def one(ready: asyncio.Event) -> bool:
        async with client.connect(table) as connection:
            await anext(aiter(connection))
            await ready.wait()
            await connection.send("ping", ref="still there")
            while True:
                if json.loads(await connection.socket.recv()).get("ref") == "still there":
                    return True

    ready = asyncio.Event()
    jobs = [asyncio.create_task(one(ready)) for _ in range(sockets)]
    await asyncio.sleep(3)
    ready.set()
    return sum(await asyncio.gather(*jobs))


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--echo", action="store_true", help="the server only echoes")
    parser.add_argument("--bots", metavar="LEVEL", help="measure bots of a level, one a table")
    parser.add_argument("--expansions", default="", metavar="A,B", help="expansions of the tables with bots")
    parser.add_argument("--hold", metavar="N", type=int, help="hold N sockets open")
    args = parser.parse_args()
    if args.hold:
        table = asyncio.run(Client(args.address).open(preset="second", seats=2))
        print(json.dumps({"held": asyncio.run(hold(args.address, table, args.hold))}))
    elif args.echo:
        print(json.dumps(asdict(asyncio.run(echo(args.address, args.seconds, SEATS * args.tables)))))
    elif args.bots:
        bots = WithBots(args.address, args.seconds, args.bots, args.expansions)
        print(json.dumps(asdict(asyncio.run(bots.run(args.tables)))))
    else:
        print(json.dumps(asdict(asyncio.run(Load(args.address, args.seconds).run(args.tables)))))


if __name__ == "__main__":
    main()
