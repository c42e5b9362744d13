"""The grid in whole numbers: sides, ports, cells and quarter turns.

A tile has four sides and each side three ports, named from the tile's centre looking out: left, middle, right. A cell
is one int that grows row by row, so sorting cells reads the board like a page.
"""

from __future__ import annotations

from typing import Final

from bastide.errors import BastideError

Cell = int
Point = tuple[int, int]
"""How far east and south of the origin's north-west corner a place lies, in thousandths of a tile side."""

NORTH, EAST, SOUTH, WEST = range(4)
LEFT, MIDDLE, RIGHT = range(3)
SIDE_NAMES: Final = ("N", "E", "S", "W")
PORT_NAMES: Final = tuple(side + place for side in SIDE_NAMES for place in ("l", "m", "r"))

_BITS: Final = 15
_HALF: Final = 1 << (_BITS - 1)
_ROW: Final = 1 << _BITS
REACH: Final = _HALF - 2
"""How many cells the board extends from its origin in every direction: more than any bag holds tiles."""

UNIT: Final = 1000
"""The side of a tile, where places are finer than cells: points are counted in thousandths."""
_POINT_BITS: Final = 26
_POINT_HALF: Final = 1 << (_POINT_BITS - 1)

STEPS: Final = (-_ROW, 1, _ROW, -1)
"""What to add to a cell to reach its neighbour to the north, east, south and west."""

AROUND: Final = (-_ROW - 1, -_ROW, -_ROW + 1, -1, 1, _ROW - 1, _ROW, _ROW + 1)
"""What to add to a cell to reach the eight cells around it."""


def cell_at(x: int, y: int) -> Cell:
    """Return the cell of column ``x`` (growing east) and row ``y`` (growing south)."""
    if not (-REACH <= x <= REACH and -REACH <= y <= REACH):
        raise BastideError("cell_too_far", x=x, y=y, reach=REACH)
    return (y + _HALF) << _BITS | (x + _HALF)


def xy(cell: Cell) -> tuple[int, int]:
    """Return the column and row of a cell.

    >>> xy(cell_at(3, -2))
    (3, -2)
    """
    return (cell & (_ROW - 1)) - _HALF, (cell >> _BITS) - _HALF


def cell_text(cell: Cell) -> str:
    """Return a cell as ``(x,y)``."""
    x, y = xy(cell)
    return f"({x},{y})"


def point_at(x: int, y: int) -> int:
    """Return a point of the plane, in thousandths of a tile side from the origin's north-west corner, as one int."""
    if not (-_POINT_HALF < x < _POINT_HALF and -_POINT_HALF < y < _POINT_HALF):
        raise BastideError("point_too_far", x=x, y=y, reach=_POINT_HALF - 1)
    return (y + _POINT_HALF) << _POINT_BITS | (x + _POINT_HALF)


def point_xy(point: int) -> tuple[int, int]:
    """Return how far east and south a point lies.

    >>> point_xy(point_at(1500, -20))
    (1500, -20)
    """
    return (point & ((1 << _POINT_BITS) - 1)) - _POINT_HALF, (point >> _POINT_BITS) - _POINT_HALF


def rounded(a: int, b: int) -> int:
    """Return a / b for a positive b, rounded to the nearest whole number, halves away from zero (CAT-PHYS-1).

    >>> rounded(5, 2), rounded(-5, 2), rounded(4, 3)
    (3, -3, 1)
    """
    return (2 * a + b) // (2 * b) if a >= 0 else -((b - 2 * a) // (2 * b))


def facing(port: int) -> int:
    """Return the port of the neighbouring tile that meets ``port``: left meets right, middle meets middle."""
    side, place = divmod(port, 3)
    return (side + 2) % 4 * 3 + 2 - place


def turned(port: int, quarter_turns: int) -> int:
    """Return where a port lies after the tile is turned clockwise."""
    return (port + 3 * quarter_turns) % 12
