"""Random choices at a table."""

from __future__ import annotations

from random import Random

from bastide.play.game import Game
from bastide.rules.model import Json
from bastide.server import commands
from bastide.server.table import Table
from tests.server.api import Api

GOLD: dict[str, Json] = {"preset": "gold_rush", "seats": 3}


async def game_of(api: Api, table: str) -> Game:
    game = (await api.live(table)).table.game
    assert game is not None
    return game


async def choose(api: Api, table: str, times: int, seed: int = 0) -> Table:
    """Make some random choices for the seats that are to act."""
    live, rng = await api.live(table), Random(seed)
    for _ in range(times):
        assert live.table.actor is not None
        option = rng.randrange(len((await game_of(api, table)).options()))
        seat, message = live.table.actor, {"moment": live.table.position_version, "option": option}
        await api.hub.execute(live, lambda t, s=seat, m=message: commands.act(t, s, m))  # type: ignore[misc]
    return live.table


async def until_place(api: Api, table: str) -> Table:
    """Choose at random until a tile is to be laid."""
    while (await game_of(api, table)).view(None)["step"] != "place":
        await choose(api, table, 1)
    return (await api.live(table)).table
