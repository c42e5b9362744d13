"""Bots choose in worker processes, share the time, and their processes are replaced when they fail."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest

from bastide.bots import Budget, make_bot
from bastide.bots.search import Master
from bastide.compile_cache import SIMULATOR
from bastide.games import make_rules
from bastide.play.dealer import Seeded
from bastide.play.game import Game
from bastide.rules.model import Action
from bastide.rules.state import State
from bastide.server import bot_pool
from bastide.server.bot_pool import BotPool
from tests.server.running import Server
from tests.server.test_hub import WITH_BOT, until

RULES = make_rules("second")


class SleepyBot:
    """Never answers."""

    def choose(self, state: State, budget: Budget) -> Action:
        time.sleep(60)
        return 0


class CrashingBot:
    """Kills its process."""

    def choose(self, state: State, budget: Budget) -> Action:
        os._exit(1)


class FailingBot:
    """Raises an error."""

    def choose(self, state: State, budget: Budget) -> Action:
        raise ValueError


def test_bots_share_the_time_to_think_when_many_are_asked_at_once() -> None:
    pool = BotPool(2)
    given = []
    for asked in (0, 1, 2, 4, 20, 200):
        pool._pending = asked
        given.append(pool.budget().seconds)
    whole, overhead = bot_pool.BOT_SECONDS, bot_pool.OVERHEAD_SECONDS
    assert given == [whole, whole, whole, whole / 2 - overhead, whole / 10 - overhead, bot_pool.MIN_SECONDS]


def test_a_bot_that_thinks_alone_may_use_all_cores() -> None:
    pool = BotPool(4)
    cores = []
    for asked in (1, 2, 3, 9):
        pool._pending = asked
        cores.append(pool.budget().cores)
    assert cores == [4, 2, 1, 1]


@pytest.mark.slow
def test_nobody_waits_for_the_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where nothing is compiled yet, a bot that searches answers at once: on the engine."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    game = Game("second", 2, Seeded(1))

    async def ask() -> None:
        pool = BotPool(1)
        assert await pool.choose(make_bot("random", RULES, 1), game.state) is not None
        began = time.monotonic()
        assert await pool.choose(make_bot("master", RULES, 1), game.state) is not None
        taken = time.monotonic() - began
        assert pool.compiler is not None
        assert pool.compiler.is_alive(), "it is still at work"
        assert not SIMULATOR.is_complete()
        pool.stop()
        assert taken < 10, "compiling alone takes longer"

    asyncio.run(ask())


@pytest.mark.slow
def test_processes_of_bots_that_crash_or_hang_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    state = Game(RULES, 2, Seeded(1)).state

    async def ask() -> None:
        pool, good = BotPool(1), make_bot("random", RULES, 1)
        for bad in (CrashingBot(), FailingBot(), SleepyBot()):
            assert await pool.choose(good, state) is not None
            with monkeypatch.context() as impatient:
                impatient.setattr(bot_pool, "TIMEOUT_SECONDS", 2.0 if isinstance(bad, SleepyBot) else 20.0)
                assert await pool.choose(bad, state) is None
        assert await pool.choose(good, state) is not None
        pool.stop()

    asyncio.run(asyncio.wait_for(ask(), 200))


@pytest.mark.slow
def test_choices_that_wait_when_a_process_is_replaced_are_made_by_another() -> None:
    state = Game(RULES, 2, Seeded(1)).state

    async def ask() -> None:
        pool, good = BotPool(1), make_bot("random", RULES, 1)
        assert await pool.choose(good, state) is not None
        pool._free = asyncio.Semaphore(10)
        choices = [asyncio.create_task(pool.choose(good, state)) for _ in range(10)]
        await asyncio.sleep(0)
        pool._stop_workers()
        assert all(move is not None for move in await asyncio.gather(*choices))
        pool.stop()

    asyncio.run(asyncio.wait_for(ask(), 100))


@pytest.mark.slow
def test_a_bot_comes_back_with_its_plan() -> None:
    """A search covers the whole turn: the piece is played as planned, by whichever process."""
    game = Game(RULES, 2, Seeded(1))

    async def ask() -> None:
        pool = BotPool(1)
        move = await pool.choose(make_bot("master", RULES, 1), game.state)
        assert move is not None
        action, bot = move
        assert isinstance(bot, Master)
        game.play(action)
        assert bot.plan.fits(game.state)
        planned = bot.plan.actions[0]
        move = await pool.choose(bot, game.state)
        assert move is not None
        assert move[0] == planned
        pool.stop()

    asyncio.run(asyncio.wait_for(ask(), 200))


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes where Linux lists them")
def test_processes_of_bots_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    def children(pid: int) -> list[str]:
        return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()

    async def begin(server: Server) -> None:
        table = await server.client.open(**WITH_BOT)
        seat = await server.client.take_seat(table, "person")
        async with server.client.session(table, seat.token) as place:
            async for now in place:
                if now.options and now.version > 1:
                    await place.act(0)
                if now.version > 6:
                    return

    with Server(tmp_path / "t.sqlite") as server:
        asyncio.run(asyncio.wait_for(begin(server), 30))
        assert server.process is not None
        processes = [Path("/proc") / pid for pid in children(server.process.pid)]
        workers = [process for process in processes if b"multiprocessing" in (process / "cmdline").read_bytes()]
        assert workers
        server.kill()
        asyncio.run(until(lambda: not any(worker.exists() for worker in workers)))
