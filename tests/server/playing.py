"""People at the tables of a server: they choose at random, change their minds, chat, ask and answer."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from random import Random

from bastide.client import ApiError, Client, Session, Snapshot
from bastide.rules.model import Json

LATE = ("stale_moment", "not_your_turn", "no_question", "question_open", "nothing_to_take_back", "nothing_planned",
        "already_ended", "no_such_option", "not_taking_part")  # fmt: skip
"""What somebody is told whose wish came too late."""


@dataclass
class Wishes:
    """How often out of a hundred times people do something else than to choose."""

    chat: int = 3
    undo: int = 3
    takeback: int = 1
    end: int = 0
    grant: int = 70
    """How often they grant what is asked."""


@dataclass
class Person:
    """Somebody who sits at a table, and what they were told was done."""

    client: Client
    table: str
    seat: int
    token: str
    rng: Random
    wishes: Wishes = field(default_factory=Wishes)
    acknowledged: list[int] = field(default_factory=list)
    patience: float = 5.0
    place: Session | None = None

    async def play(self) -> Snapshot:
        """Play until the game has ended, and return how it stands then."""
        async with self.client.session(self.table, self.token, self.patience) as self.place:
            async for now in self.place:
                if now.ended:
                    return now
                await self._react(self.place, now)
        raise ConnectionError(self.table)

    async def _react(self, place: Session, now: Snapshot) -> None:
        luck = self.rng.randrange(100)
        question, wishes = now.state["question"], self.wishes
        if question is not None and self.seat not in (question["seat"], *question["granted"]):
            await self._do(place, "answer", yes=luck < wishes.grant)
        elif luck < wishes.chat:
            await self._do(place, "say", text=f"word {self.rng.random()}")
        elif luck < wishes.chat + wishes.takeback and now.view:
            await self._do(place, "takeback")
        elif luck < wishes.chat + wishes.takeback + wishes.end and now.view:
            await self._do(place, "offer_end")
        if now.state.get("undo") and self.rng.randrange(100) < wishes.undo:
            await self._do(place, "undo")
        elif now.state.get("planned"):
            await self._do(place, "confirm")
        elif now.options:
            try:
                self.acknowledged.append(await place.act(self.rng.randrange(len(now.options))))
            except ApiError as reason:
                self._was_late(reason)

    async def _do(self, place: Session, kind: str, **wish: Json) -> None:
        try:
            self.acknowledged.append(await place.execute(kind, **wish))
        except ApiError as reason:
            self._was_late(reason)

    def _was_late(self, reason: ApiError) -> None:
        if reason.error not in LATE:
            raise reason


async def seated(client: Client, rng: Random, wishes: Wishes | None = None, **options: Json) -> list[Person]:
    """Open a table, and let people sit down on all seats that are not for bots."""
    table = await client.open(**options)
    seats, bots = options.get("seats", 2), options.get("bots") or []
    if not isinstance(seats, int) or not isinstance(bots, list):
        raise TypeError(options)
    people = []
    for number in range(seats - sum(level is not None for level in bots)):
        taken = await client.take_seat(table, f"person {number + 1}")
        people.append(Person(client, table, taken.seat, taken.token, Random(rng.random()), wishes or Wishes()))
    return people


async def to_the_end(people: list[Person]) -> list[Snapshot]:
    """Let people play until their games have ended."""
    return await asyncio.gather(*(person.play() for person in people))
