"""Looks: where the player on turn considers laying the tile, and what a bot weighed. They are sent, and never stored.

Only placements of a tile that everybody sees are sent: a tile of a hand is picked, and so shown to all, before it can
be laid (ED-HAND-2), and no other step has placements.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, cast

from bastide.bots import Bot, weighed_actions
from bastide.errors import BastideError
from bastide.play.game import Game
from bastide.rules.actions import from_json, to_json
from bastide.rules.model import KIND_BITS, KIND_MASK, ROTATION, Action, Json, Seat
from bastide.rules.state import NO_TILE
from bastide.server.table import Table
from bastide.wire.messages import LookMessage, Placement

LOOKS_PER_SECOND: Final = 5.0
"""Looks of a viewer that are relayed; faster ones are dropped."""
MAX_WEIGHED: Final = 3
"""Number of placements that are sent of a bot."""
PLACE: Final = "place"
"""The kind of the action that lays a tile."""


def placements(game: Game) -> list[Action]:
    """Return the actions that lay the current tile; none if the step is another."""
    code = game.rules.code[PLACE]
    return [] if game.state.tile == NO_TILE else [a for a in game.options() if a & KIND_MASK == code]


def count_places(game: Game) -> int:
    """Return the number of cells where the current tile may be laid."""
    return len({action >> KIND_BITS + ROTATION.bits for action in placements(game)})


def look_of(table: Table, seat: Seat, message: Mapping[str, Json]) -> LookMessage | None:
    """Return the look in a message of a seat, or None if it is not to be relayed. Raises BastideError if malformed.

    A look is dropped if the table has none, or if the seat may not lay a tile there in this position, which may have
    changed while the message was on its way.
    """
    version, cell, rotation = message.get("moment"), message.get("cell"), message.get("rotation", 0)
    if type(version) is not int:
        raise BastideError("bad_message", reason="moment")
    if table.game is None:
        return None
    action = None
    if cell is not None:
        action = from_json(table.rules, {"do": PLACE, "cell": cell, "rotation": rotation})
    legal = placements(table.game) if table.actor == seat and table.position_version == version else []
    if not table.options.looks or not legal or (action is not None and action not in legal):
        return None
    at = None if action is None else placement(table.game, action)
    return {
        "type": "look",
        "seat": seat,
        "moment": version,
        "cell": at and at["cell"],
        "rotation": at["rotation"] if at else 0,
    }


def weighed_placements(table: Table, bot: Bot, chosen: Action) -> tuple[Placement, ...]:
    """Return the best placements that a bot compared, on different cells and the chosen one last, for others to see."""
    if table.game is None or not table.options.looks:
        return ()
    legal = placements(table.game)
    if chosen not in legal:
        return ()
    better_first = [chosen, *(action for action in weighed_actions(bot) if action in legal)]
    return tuple(reversed(_on_different_cells(placement(table.game, action) for action in better_first)))


def _on_different_cells(found: Iterable[Placement]) -> list[Placement]:
    by_cell: dict[tuple[int, ...], Placement] = {}
    for each in found:
        by_cell.setdefault(tuple(each["cell"]), each)
    return list(by_cell.values())[:MAX_WEIGHED]


def placement(game: Game, action: Action) -> Placement:
    """Return an action that lays a tile as JSON data, without its kind."""
    data = to_json(game.rules, action)
    return cast("Placement", {"cell": data["cell"], "rotation": data["rotation"]})
