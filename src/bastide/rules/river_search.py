"""Whether a river can still be finished: an exact search over the shapes of the tiles that are left (RIV2-LEGAL-2).

Every end keeps the cell that it faces for itself, so the order in which the ends go on makes no difference, and the
search finishes them one after the other. An end that leaves the rectangle around all that lies there has open country
ahead, with room for everything; so the search never goes beyond.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from bastide.kernel.geometry import STEPS, Cell, xy

AHEAD, RIGHT, LEFT = 0, 1, 3
"""Ways in which water leaves a tile: quarter turns clockwise from the direction in which it came."""
COURSES: Final = (((AHEAD,),), ((RIGHT,), (LEFT,)), ((AHEAD, RIGHT), (AHEAD, LEFT), (RIGHT, LEFT)))
"""Where water may leave a straight, a curve and a fork."""


class End(NamedTuple):
    """An open end of a river: the cell where it would go on, and the direction in which it flows there."""

    cell: Cell
    flow: int

    def next(self, turn: int) -> End:
        """Return the end that a tile laid here would have, if the water turns so on it."""
        flow = (self.flow + turn) % 4
        return End(self.cell + STEPS[flow], flow)


class Shapes(NamedTuple):
    """How many tiles there are of each shape that their water may have."""

    straights: int
    curves: int
    forks: int
    lakes: int


def can_be_finished(taken: Iterable[Cell], ends: tuple[End, ...], left: Shapes) -> bool:
    """Say whether all tiles left can be laid so that no end stays open, meets another or runs into a taken cell.

    The ends must face cells of their own that are not taken.
    """
    *running, lakes = left
    return lakes == len(ends) + left.forks and _Search(taken, ends).finds(ends, tuple(running))


class _Search:
    """The cells that are taken or faced, and the rectangle around those from which the search began."""

    def __init__(self, taken: Iterable[Cell], ends: tuple[End, ...]) -> None:
        self.taken = {*taken, *(end.cell for end in ends)}
        columns, rows = zip(*map(xy, self.taken), strict=True)
        self.columns, self.rows = range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)

    def finds(self, ends: tuple[End, ...], left: tuple[int, ...]) -> bool:
        """Say whether straights, curves and forks can be laid, with a lake at every end: the last end first."""
        if not ends:
            return not any(left)
        for shape, courses in enumerate(COURSES):
            if left[shape]:
                fewer = (*left[:shape], left[shape] - 1, *left[shape + 1 :])
                if any(self._goes_on(ends, course, fewer) for course in courses):
                    return True
        return self.finds(ends[:-1], left)

    def _goes_on(self, ends: tuple[End, ...], course: tuple[int, ...], left: tuple[int, ...]) -> bool:
        """Say whether the rest can be laid after a tile by which the last end takes a course."""
        new = [ends[-1].next(turn) for turn in course]
        cells = {end.cell for end in new}
        if not self.taken.isdisjoint(cells):
            return False
        if any(self._is_outside(cell) for cell in cells):
            return True
        self.taken |= cells
        found = self.finds((*ends[:-1], *new), left)
        self.taken -= cells
        return found

    def _is_outside(self, cell: Cell) -> bool:
        x, y = xy(cell)
        return x not in self.columns or y not in self.rows
