"""Players at the tables of a server, who choose, undo, chat, propose and answer at random."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from bastide.client import ApiError, Client, Session, Snapshot
from bastide.rules.model import Json

OUTDATED = ("stale_moment", "not_your_turn", "no_question", "question_open", "nothing_to_take_back", "nothing_planned",
        "already_ended", "no_such_option", "not_taking_part")  # fmt: skip
"""Errors of commands that arrive too late."""


@dataclass
class Habits:
    """The percentages of actions other than choosing."""

    chat: int = 3
    undo: int = 3
    takeback: int = 1
    end: int = 0
    grant: int = 70
    """The percentage of proposals that are accepted."""


@dataclass
class Player:
    """A player at a table, and the versions of the acknowledged commands."""

    client: Client
    table: str
    seat: int
    token: str
    rng: Random
    habits: Habits = field(default_factory=Habits)
    acknowledged: list[int] = field(default_factory=list)
    commands: dict[int, Mapping[str, object]] = field(default_factory=dict)
    """The acknowledged commands by the versions of their entries; a choice with its action."""
    patience: float = 5.0
    pause: float = 0.0
    """Seconds of thought before each reaction."""
    session: Session | None = None

    async def play(self) -> Snapshot:
        """Play until the game has ended, and return the last snapshot."""
        async with self.client.session(self.table, self.token, self.patience) as self.session:
            async for now in self.session:
                if now.ended:
                    return now
                await asyncio.sleep(self.pause)
                await self._react(self.session, now)
        raise ConnectionError(self.table)

    async def _react(self, session: Session, now: Snapshot) -> None:
        luck = self.rng.randrange(100)
        question, habits = now.state["question"], self.habits
        if question is not None and self.seat not in (question["seat"], *question["granted"]):
            await self._do(session, "answer", yes=luck < habits.grant)
        elif luck < habits.chat:
            await self._do(session, "say", text=f"word {self.rng.random()}")
        elif luck < habits.chat + habits.takeback and now.view:
            await self._do(session, "takeback")
        elif luck < habits.chat + habits.takeback + habits.end and now.view:
            await self._do(session, "offer_end")
        if now.state.get("undo") and self.rng.randrange(100) < habits.undo:
            await self._do(session, "undo")
        elif (grace := now.state["grace"]) is not None and grace["seat"] == self.seat:
            await self._do(session, "confirm")
        elif now.options:
            option = self.rng.randrange(len(now.options))
            action = now.options[option]
            await self._do(session, "act", {"action": action}, option=option, moment=now.position_version)

    async def _do(
        self, session: Session, kind: str, content: Mapping[str, object] | None = None, /, **fields: Json
    ) -> None:
        """Execute a command, and note it as acknowledged with its content, by default its fields."""
        try:
            version = await session.execute(kind, **fields)
        except ApiError as reason:
            if reason.error not in OUTDATED:
                raise
        else:
            self.acknowledged.append(version)
            self.commands[version] = {"type": kind, **(content or fields)}


async def seated(client: Client, rng: Random, habits: Habits | None = None, **options: Json) -> list[Player]:
    """Open a table, and take all seats that are not for bots."""
    table = await client.open(**options)
    seats, bots = options.get("seats", 2), options.get("bots") or []
    if not isinstance(seats, int) or not isinstance(bots, list):
        raise TypeError(options)
    people = []
    for number in range(seats - sum(level is not None for level in bots)):
        taken = await client.take_seat(table, f"person {number + 1}")
        people.append(Player(client, table, taken.seat, taken.token, Random(rng.random()), habits or Habits()))
    return people


async def to_the_end(people: list[Player]) -> list[Snapshot]:
    """Play until all games have ended."""
    return await asyncio.gather(*(person.play() for person in people))
