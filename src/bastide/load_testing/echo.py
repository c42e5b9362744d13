"""The baseline of a load test: a bare echo server, measured on the same machine in the same run."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from random import random
from typing import Final

from websockets.asyncio.client import ClientConnection, connect

from bastide.errors import BastideError
from bastide.load_testing.options import LoadOptions
from bastide.load_testing.schedule import Schedule
from bastide.load_testing.tally import Tally

MESSAGE: Final = "x" * 60
"""As long as an action."""
START_SECONDS: Final = 30.0


@asynccontextmanager
async def echo_server() -> AsyncIterator[str]:
    """Run an echo server in a process of its own, and yield the URL of its socket."""
    command = (sys.executable, "-m", "bastide.load_testing.echo_server")
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        async with asyncio.timeout(START_SECONDS):
            port = (await process.stdout.readline()).decode().strip() if process.stdout else ""
        if not port:
            raise BastideError("load_echo")
        yield f"ws://127.0.0.1:{port}/echo"
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def measure_echo(options: LoadOptions, seconds: float) -> Tally:
    """Send messages at the rate of the load test: one socket per table, and one message at a time on each."""
    interval = 1 / options.rate if options.rate else 0.0
    async with echo_server() as url, AsyncExitStack() as sockets:
        opened = [
            await sockets.enter_async_context(connect(url, compression=None, ping_interval=None))
            for _ in range(options.tables)
        ]
        tally = Tally()
        tally.begin()

        async def exchange(socket: ClientConnection) -> None:
            schedule = Schedule(interval, options.rate is not None, random() * interval)
            while (due := schedule.next()) < end:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                await socket.send(MESSAGE)
                await socket.recv()
                tally.latencies.append(time.perf_counter() - due)

        end = time.perf_counter() + seconds
        await asyncio.gather(*map(exchange, opened))
        tally.end()
        return tally
