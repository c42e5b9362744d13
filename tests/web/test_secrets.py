"""Secrets are never sent to the pages or sockets of other viewers."""

from __future__ import annotations

import json
from pathlib import Path

from bastide.rules.model import Json
from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.scenes import tiles
from tests.web.staged import staged
from tests.web.tables import against_a_bot
from tests.web.visitor import SMALL, Visitor


def views(who: Visitor) -> list[dict[str, Json]]:
    """Return all views received over sockets."""
    messages = [json.loads(frame) for frame in who.frames]
    return [message["state"]["view"] for message in messages if "view" in message.get("state", {})]


def test_a_spectator_sees_no_hand_of_three(visit: Visit, server: Server) -> None:
    assert server.database is not None
    table = staged(tiles(8, "hand.pick"), {"options": {"hand_size": 3}}).store(Path(server.database))
    player_came, watcher = visit(), visit()
    seen = watcher.open(f"/table/{table.table.id}", "table")
    player = Player(player_came.sit(table.acting))
    player.play_turn()
    seen.wait_for_timeout(300)
    told = views(watcher)
    assert told
    assert all(view["hand"] is None and view["seat"] is None for view in told)
    assert all(view["hand"] for view in views(player_came)[:1])
    assert seen.locator('[data-choose], [data-cell]:not(.live-ghost), [data-do="go"]').count() == 0


def test_a_spectator_sees_no_gold(visit: Visit, server: Server) -> None:
    place = against_a_bot(server.address, preset="gold_rush")
    player_came, watcher = visit(SMALL), visit(SMALL)
    player = Player(player_came.sit(place))
    seen = watcher.open(f"/table/{place.table}", "table")
    player.play_some(12)
    seen.wait_for_timeout(300)
    secret = {name for view in views(player_came) for name, column in _columns(view).items() if None in column}
    assert secret
    for view in views(watcher):
        columns = _columns(view)
        assert all(set(columns[name]) == {None} for name in secret if name in columns)


def _columns(view: dict[str, Json]) -> dict[str, list[Json]]:
    columns = view["columns"]
    assert isinstance(columns, dict)
    return {name: list(column) for name, column in columns.items() if isinstance(column, list)}
