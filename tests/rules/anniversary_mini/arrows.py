"""Arrows on text boards: tiles of every symbol, ways to set each of them off, and what follows."""

from __future__ import annotations

from bastide.kernel.geometry import EAST, NORTH, SOUTH, WEST
from bastide.kernel.tile import Tile
from bastide.rules.events import Event
from bastide.rules.state import State
from bastide.tiles import load
from tests.boards import board, legal_kinds

RULES = "anniversary expansions=anniversary_mini"
SYMBOLS = ("pair", "remote", "again")
TILES = {tile.id: tile for tile in load("anniversary").tiles}
PAIR = "20AE-FFFF-l"
"""A monastery in a meadow; unturned, its arrow points north."""
REMOTE = "20AE-FRST-o"
"""A crossing with a field to the north, and an arrow that points there."""
AGAIN = "20AE-FFRR-m"
"""A bend with fields to the north and east; unturned, its arrow points east."""
SIDES = (NORTH, EAST, SOUTH, WEST)
STEP = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}
MEADOW = "B(50,50)"
"""An island where a symbol can be set off, far from everything else."""
SET_OFF = {"pair": f"{PAIR}(51,50)/3", "remote": f"{REMOTE}(50,51)", "again": f"{AGAIN}(51,50)/2"}
"""A tile laid beside the island's meadow that sets its own symbol off."""


def arrow(tile: str, rotation: int = 0) -> int:
    """Return the side at which the arrow of a turned tile points."""
    return (TILES[tile].mark("arrow") - 1 + rotation) % 4


def turns(tile: str, side: int) -> int:
    """Return how far a tile is to be turned so that its arrow points at a side."""
    return (side - arrow(tile)) % 4


def symbol(tile: Tile) -> str:
    """Return the symbol printed on a tile, empty if it has none."""
    return next((name for name in SYMBOLS if tile.mark(name)), "")


def beyond(x: int, y: int, side: int) -> tuple[int, int]:
    """Return the cell beyond a side of a cell."""
    dx, dy = STEP[side]
    return x + dx, y + dy


def arrows(text: str, *others: str, options: str = "", players: int = 3, preset: str = "anniversary") -> State:
    """Return a board with the arrows and other expansions, for red to play unless it says otherwise."""
    text = text if "; to " in text else f"{text} ; to red"
    return board(text, f"{preset} expansions={','.join(('anniversary_mini', *others))} {options}", players)


def activated(events: list[Event]) -> list[str]:
    """Return the symbols that were activated, in order."""
    return [str(event.facts["symbol"]) for event in events if event.name == "activated"]


def comforted(events: list[Event]) -> list[tuple[int | None, object]]:
    """Return who got how many points for an arrow that does not work."""
    return [(event.seat, event.facts["points"]) for event in events if event.name == "comforted"]


def turn_of(state: State, seat: int, part: int = 0) -> bool:
    """Return whether a seat is about to draw, in the first part of its turn or in the second."""
    return (state.seat, state.part, legal_kinds(state)) == (seat, part, {"draw"})
