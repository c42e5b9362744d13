"""A period of play at many tables; a finished game is followed by another."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from random import random
from typing import Final

from bastide.errors import BastideError
from bastide.load_testing.game import RandomGame
from bastide.load_testing.options import LoadOptions
from bastide.load_testing.tally import Tally
from bastide.load_testing.target import SeatedTable, Target

CONCURRENT_OPENINGS: Final = 8
"""The number of tables that are opened at once."""
OPEN_ATTEMPTS: Final = 10
OPEN_RETRY_SECONDS: Final = 1.0
POLL_SECONDS: Final = 0.02
END_SECONDS: Final = 20.0
"""Timeout for ending all games."""


class Period:
    """Games at all tables of a load test, for a time or up to a number of games."""

    def __init__(self, target: Target, options: LoadOptions, games: int | None) -> None:
        self.target, self.options = target, options
        self.tally = Tally()
        self.games_left = games
        """The number of games that are not begun; None for any number."""
        self.playing: set[RandomGame] = set()
        self.stopping = False
        self._opening = asyncio.Semaphore(CONCURRENT_OPENINGS)
        tables = options.tables if games is None else min(options.tables, games)
        self._workers = [asyncio.create_task(self._play_games()) for _ in range(tables)]

    async def prepare(self) -> None:
        """Open all tables and connect their players. Raises BastideError if the server refuses."""
        while len(self.playing) < len(self._workers) or not all(game.connected.is_set() for game in self.playing):
            raise_first(self._workers)
            await asyncio.sleep(POLL_SECONDS)

    async def run(self, seconds: float | None) -> None:
        """Play for a time, or until all games are played. Raises BastideError if the server is lost or refuses."""
        self.tally.begin()
        for game in self.playing:
            game.start(random() * self.options.interval)
        await asyncio.wait(self._workers, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        self.tally.end()
        raise_first(self._workers)

    async def stop(self) -> int:
        """End all games, and return the number of those that could not be ended."""
        self.stopping = True
        for game in list(self.playing):
            await game.give_up()
        await asyncio.wait(self._workers, timeout=END_SECONDS)
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        return len(self.playing)

    async def _play_games(self) -> None:
        """Play at one table after the other."""
        while not self.stopping and self.games_left != 0:
            if self.games_left is not None:
                self.games_left -= 1
            game = RandomGame(self.target, self.options, await self._open(), self.tally)
            self.playing.add(game)
            if self.stopping:
                await game.give_up()
            elif self.tally.running:
                game.start()
            await game.play()
            if game.over:
                self.playing.discard(game)

    async def _open(self) -> SeatedTable:
        """Open a table, with patience for a server that does not answer."""
        options = self.options
        async with self._opening:
            for _ in range(OPEN_ATTEMPTS):
                try:
                    return await self.target.seated_table(options.people, options.players - options.people)
                except OSError:
                    self.tally.errors["unreachable"] += self.tally.running
                    await asyncio.sleep(OPEN_RETRY_SECONDS)
        raise BastideError("load_lost", url=self.options.urls[0])


def raise_first(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Raise the first exception of tasks that have failed."""
    for task in tasks:
        if task.done():
            task.result()
