"""Where pieces stand on a tile, to the thousandth of its side."""

from __future__ import annotations

from functools import cache
from typing import Final

from bastide.kernel.board import Board
from bastide.kernel.geometry import LEFT, MIDDLE, UNIT, Point, rounded, xy
from bastide.kernel.kinds import LAND
from bastide.kernel.tile import Segment

CENTRE: Final = UNIT // 2
OUT: Final = ((0, -CENTRE), (CENTRE, 0), (0, CENTRE), (-CENTRE, 0))
"""From the centre of a tile to the middle of each side."""
ALONG: Final = ((CENTRE // 2, 0), (0, CENTRE // 2), (-CENTRE // 2, 0), (0, -CENTRE // 2))
"""From the middle of each side to the middle of its right half, seen from the centre."""
BESIDE: Final = ((0, 0), (140, 0), (-140, 0), (0, 140), (0, -140))
"""How far the first, second, third … piece on the same segment stands from its place."""


def anchor(segment: Segment, rotation: int) -> Point:
    """Return where on a turned tile a piece on a segment stands, counted from the north-west corner (CAT-PHYS-2).

    Features that reach sides draw the piece six tenths of the way from the centre to the middle of what they reach.
    """
    return _anchor(segment.kind, segment.ports, segment.anchor, rotation)


@cache
def _anchor(kind: str, ports: tuple[int, ...], given: Point | None, rotation: int) -> Point:
    x, y = _pull(_reached(kind, ports)) if given is None else (given[0] - CENTRE, given[1] - CENTRE)
    for _ in range(rotation):
        x, y = -y, x
    return x + CENTRE, y + CENTRE


def _pull(reached: list[Point]) -> Point:
    if not reached:
        return 0, 0
    count = 10 * len(reached)
    return rounded(6 * sum(x for x, _ in reached), count), rounded(6 * sum(y for _, y in reached), count)


def _reached(kind: str, ports: tuple[int, ...]) -> list[Point]:
    """Return the middles of what a segment reaches: whole sides, or halves of sides in the case of land."""
    if kind not in LAND:
        return [OUT[side] for side in sorted({port // 3 for port in ports})]
    found = []
    for side, place in (divmod(port, 3) for port in ports):
        if place != MIDDLE:
            sign = -1 if place == LEFT else 1
            found.append((OUT[side][0] + sign * ALONG[side][0], OUT[side][1] + sign * ALONG[side][1]))
    return found


def centre(board: Board, segment: int, rank: int = 0) -> Point:
    """Return where the piece with this rank among those on a segment of the board stands, on the whole plane."""
    number = board.tile_of(segment)
    column, row = xy(board.cell[number])
    x, y = anchor(board.tile(number).segments[segment - board.first[number]], board.rotation(number))
    dx, dy = BESIDE[rank % len(BESIDE)]
    return UNIT * column + x + dx, UNIT * row + y + dy
