"""Tables that somebody looks at, and choices made there at random."""

from __future__ import annotations

from random import Random

from bastide.play.game import Game
from bastide.rules.model import Json
from bastide.server import commands
from bastide.server.table import Table
from tests.server.asking import Api

GOLD: dict[str, Json] = {"preset": "gold_rush", "seats": 3}


async def game_of(api: Api, table: str) -> Game:
    game = (await api.live(table)).table.game
    assert game is not None
    return game


async def choose(api: Api, table: str, times: int, seed: int = 0) -> Table:
    """Let those who are to choose do so at random."""
    live, rng = await api.live(table), Random(seed)
    for _ in range(times):
        assert live.table.actor is not None
        option = rng.randrange(len((await game_of(api, table)).options()))
        seat, wish = live.table.actor, {"moment": live.table.position_version, "option": option}
        await api.hub.execute(live, lambda t, s=seat, w=wish: commands.act(t, s, w))  # type: ignore[misc]
    return live.table


async def until_place(api: Api, table: str) -> Table:
    """Choose until somebody is to lay a tile."""
    while (await game_of(api, table)).view(None)["step"] != "place":
        await choose(api, table, 1)
    return (await api.live(table)).table
