"""Drives tables where no person is to act: bots, seats that left the game, and what is due by time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random
from typing import Final

from bastide.bots import CHARACTERS, determinize, make_bot
from bastide.errors import BastideError, IllegalAction
from bastide.play.game import Game
from bastide.rules.model import Action, Seat
from bastide.server import commands, tasks
from bastide.server.bot_pool import BotPool
from bastide.server.entries import PendingEntry, TableEntry
from bastide.server.live_table import LiveTable
from bastide.server.logs import log_error, log_exception
from bastide.server.looks import weighed_placements
from bastide.server.table import Table
from bastide.wire.messages import Placement

Command = Callable[[Table], PendingEntry | None]
"""Returns the entry that a table is to get, or None if there is nothing to do. Raises BastideError if it is refused."""
Execute = Callable[[LiveTable, Command], Awaitable[TableEntry | None]]
MayFlag = Callable[[LiveTable, Seat], Awaitable[bool]]
"""Returns whether a seat whose time has run out can be flagged by this process. May raise anything."""
TIMER_MARGIN: Final = 0.005
"""Seconds by which a timer fires later, so that what it waits for is due by then."""


class Driver:
    """Executes commands in the name of bots, seats that left the game, and clocks."""

    def __init__(
        self, execute: Execute, may_flag: MayFlag, background: tasks.BackgroundTasks, bot_processes: int
    ) -> None:
        self.execute, self.may_flag, self.background = execute, may_flag, background
        self.bots = BotPool(bot_processes)
        self.generator = Random()

    def schedule(self, live: LiveTable) -> None:
        """Start or time whatever is due at a table without a person's doing. Call it whenever the table changed."""
        live.set_timer(None)
        if self.background.stopping or live.evicted:
            return
        if automatic_seat(live) is not None and not live.driven:
            live.driven = True
            self.background.spawn(self._drive(live))
        delay = seconds_until_due(live.table)
        if delay is not None:
            self.set_timer(live, delay)

    def set_timer(self, live: LiveTable, delay: float) -> None:
        """Check after a delay what is due by time."""
        loop = asyncio.get_running_loop()
        live.set_timer(loop.call_later(delay, lambda: self.background.spawn(self._expire(live))))

    async def _expire(self, live: LiveTable) -> None:
        """Do what is due by time; if nothing is yet, set the timer again."""
        try:
            seat = live.table.clocks.flagged()
            if seat is not None and not await self.may_flag(live, seat):
                self.set_timer(live, tasks.RETRY_SECONDS)
            elif await self.execute(live, commands.expire) is None:
                self.schedule(live)
        except IllegalAction:
            self.schedule(live)
        except Exception as reason:
            if not isinstance(reason, BastideError):
                log_exception("timer failed", table=live.table.id)
            if not self.background.stopping and not live.evicted:
                self.set_timer(live, tasks.RETRY_SECONDS)

    async def _drive(self, live: LiveTable) -> None:
        """Choose for bots and for seats that left the game, until a person is to act."""
        try:
            while (seat := automatic_seat(live)) is not None and not live.evicted:
                try:
                    await self._choose(live, seat)
                except Exception as reason:
                    if not isinstance(reason, BastideError):
                        log_exception("automatic choice failed", table=live.table.id, seat=seat)
                    await asyncio.sleep(tasks.RETRY_SECONDS)
        finally:
            live.driven = False
            self.schedule(live)

    async def _choose(self, live: LiveTable, seat: Seat) -> None:
        table, version = live.table, live.table.position_version
        occupant = table.seats[seat]
        action: Action | None = None
        weighed: tuple[Placement, ...] = ()
        if occupant is not None and occupant.bot and not occupant.withdrawn and table.game is not None:
            action = await self._ask_bot(live, seat, occupant.bot, table.game)
            if action is not None:
                weighed = weighed_placements(table, live.bots[seat, occupant.bot], action)

        def command(now: Table) -> PendingEntry | None:
            if now.position_version != version or now.actor != seat or not now.is_automatic(seat):
                return None
            if action is None:
                return commands.play_default(now, seat)
            return replace(commands.play_action(now, seat, action), weighed=weighed)

        await self.execute(live, command)

    async def _ask_bot(self, live: LiveTable, seat: Seat, level: str, game: Game) -> Action | None:
        """Return the action that the bot of a seat chooses, or None if it fails."""
        bot = live.bots.get((seat, level)) or make_bot(level, game.rules, self.generator.getrandbits(64))
        options = game.options()
        pace = CHARACTERS[level].pace if level in CHARACTERS else 0.0
        chosen = self.bots.choose(bot, determinize(game.state, seat, self.generator))
        move, _ = await asyncio.gather(chosen, asyncio.sleep(pace))
        if move is None:
            return None
        action, live.bots[seat, level] = move
        if action in options:
            return action
        log_error("bot chose an illegal action", table=live.table.id, seat=seat)
        return None


def automatic_seat(live: LiveTable) -> Seat | None:
    """Return the seat that is to act if no person does so for it: a bot's, or one that left the game.

    It is None if nobody is there for whom the game would go on.
    """
    seat = live.table.actor
    return seat if seat is not None and live.table.is_automatic(seat) and live.attended() else None


def seconds_until_due(table: Table) -> float | None:
    """Return the time until something is due at a table by time alone; None if nothing will be."""
    if table.clocks.paused:
        return tasks.RETRY_SECONDS
    due: list[int] = []
    if table.grace is not None and table.is_automatic(table.grace.seat):
        due.append(0)
    elif (left := table.grace_left()) is not None:
        due.append(left)
    if table.awaited:
        due.append(commands.board_wait(table))
    running = table.clocks.running
    if running is not None and not table.is_automatic(running):
        due.append(table.clocks.remaining(running))
    return min(due) / 1000 + TIMER_MARGIN if due else None
