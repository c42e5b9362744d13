"""The window: the square around the first tile that observations and the action space cover."""

from __future__ import annotations

from math import ceil, sqrt
from typing import Final

from bastide.errors import BadRules, BeyondWindow
from bastide.kernel.ballistics import LANE
from bastide.kernel.geometry import UNIT, Cell, cell_at, cell_text, point_at, point_xy, xy
from bastide.rules.ruleset import Ruleset
from bastide.rules.state import State

POINT_STEP: Final = UNIT // 2
"""The resolution of points, half a tile: corners, middles of sides and centres of tiles."""


def safe_side(rules: Ruleset) -> int:
    """Return the side of a window that no game with these rules can leave.

    A tile is laid beside another, so the board grows by at most one cell with every tile in any direction.
    """
    start = State(rules, 2)
    for block, cell, turns in rules.starts:
        start.board.lay_block(block, cell, turns)
    farthest = max(max(abs(x), abs(y)) for x, y in map(xy, start.board.cell))
    return 2 * (farthest + sum(rules.bag)) + 1


def default_side(rules: Ruleset) -> int:
    """Return the side of a window that games with these rules rarely leave.

    Boards are roughly round. In 4,000 random games with 72 tiles, none extended farther than 14 cells from the first
    tile; this window extends 18 cells.
    """
    return min(2 * (ceil(2 * sqrt(rules.tiles_in_all)) + 1) + 1, safe_side(rules))


class Window:
    """A square centred on the origin; its cells are numbered in row-major order from the north-west."""

    def __init__(self, side: int) -> None:
        if side < 3 or side % 2 == 0:
            raise BadRules("rl_window", side=side)
        self.side: Final = side
        self.reach: Final = side // 2
        """Its extent from the centre, in cells."""
        self.cells: Final = side * side
        self.point_reach: Final = UNIT * max(self.reach + 1, -(-max(map(abs, LANE)) // UNIT))
        """The extent of points, which may lie slightly outside the window, since lanes may be longer than it."""
        self.point_side: Final = (2 * self.point_reach + UNIT) // POINT_STEP + 1
        """The number of points in a row."""
        self.points: Final = self.point_side**2

    def index(self, cell: Cell) -> int:
        """Return the number of a cell. Raises BeyondWindow."""
        x, y = xy(cell)
        reach = self.reach
        if not (-reach <= x <= reach and -reach <= y <= reach):
            raise BeyondWindow("rl_beyond", cell=cell_text(cell), side=self.side, more=2 * max(abs(x), abs(y)) + 1)
        return (y + reach) * self.side + x + reach

    def cell(self, index: int) -> Cell:
        """Return the cell with a number."""
        row, column = divmod(index, self.side)
        return cell_at(column - self.reach, row - self.reach)

    def point_index(self, point: int) -> int:
        """Return the number of a point. Raises BeyondWindow, also if it is not a multiple of `POINT_STEP`."""
        (x, x_rest), (y, y_rest) = (divmod(number + self.point_reach, POINT_STEP) for number in point_xy(point))
        if x_rest or y_rest or not (0 <= x < self.point_side and 0 <= y < self.point_side):
            raise BeyondWindow("rl_beyond_point", point=list(point_xy(point)), side=self.side)
        return y * self.point_side + x

    def point(self, index: int) -> int:
        """Return the point with a number."""
        y, x = divmod(index, self.point_side)
        return point_at(x * POINT_STEP - self.point_reach, y * POINT_STEP - self.point_reach)
