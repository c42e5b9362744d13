"""Tables that were begun under earlier rules are read by these."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from itertools import count
from pathlib import Path

from bastide.rules.model import Json
from bastide.rules.rivers import bends_in_turn
from bastide.server import commands
from bastide.server.entries import PendingEntry
from bastide.server.hub import Hub
from bastide.server.settings import sqlite_url
from bastide.server.table import Table
from tests.server.test_hub import opened
from tests.server.test_residence import tables
from tests.server.test_unreadable import damage

PLAIN: Json = {"tile_edition": "plain"}
THEN: Json = {"tile_edition": "plain", "river_bends": "immediate"}
RIVER: Json = ["river"]


def turns_back(table: Table) -> int | None:
    """Return an option that bends the river to the hand of its last bend, if there is one."""
    assert table.game is not None
    state = table.game.state
    for number, option in enumerate(table.game.options()):
        kind = state.rules.kind_of(option)
        if kind.name == "place" and state.rules.fits[state.tile]:
            rotation, cell = kind.unpack(option)
            if not bends_in_turn(state, state.tile, rotation, cell):
                return number
    return None


async def turned_back(hub: Hub) -> Table:
    """Play the river phases of new tables; return the first one whose river has bent twice to one hand."""
    for number in count():
        live = await opened(hub, f"old{number}", preset="bigbox2014", expansions=RIVER, options=THEN)
        for _ in range(24):
            option = turns_back(live.table)
            await hub.execute(live, partial(play, option=option or 0))
            if option is not None:
                return live.table
    raise AssertionError


def play(table: Table, option: int) -> PendingEntry:
    """Play an option of the seat on turn."""
    assert table.game is not None
    return commands.play_action(table, table.game.actor, table.game.options()[option])


def test_RIV_PLACE_3_a_table_of_the_first_revision_of_the_river_is_read(tmp_path: Path) -> None:
    """Its log bends the river twice to one hand, with a straight tile between, and its options say nothing of that."""
    database = tmp_path / "t.sqlite"

    async def whole() -> None:
        async with tables(database) as hub:
            old = await turned_back(hub)
        options = json.dumps({**old.options.to_json(), "options": PLAIN})
        await damage(sqlite_url(database), old.id, ("tables", "options", options))
        async with tables(database) as hub:
            read = (await hub.get(old.id)).table
            assert (read.ply, read.options.options) == (old.ply, THEN)
            fresh = await opened(hub, "new", preset="bigbox2014", expansions=RIVER, options=PLAIN)
            assert fresh.table.rules.options["river_bends"] == "alternate"

    asyncio.run(asyncio.wait_for(whole(), 60))
