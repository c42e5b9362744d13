"""Packing of upright symbols into the free ground of a tile, on a grid of small cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from bastide.draw.svg import Point

CELL: Final = 2.0
CELLS: Final = 50
MIDDLES: Final = np.meshgrid(*2 * [(np.arange(CELLS) + 0.5) * CELL])
"""The coordinates of the middle of each cell."""
GAPS: Final = ((0, 0), (1, 0), (1, 0), (1, 1), (2, 1))
"""Cells left free below and beside a packed symbol."""
NARROW: Final = 11
"""Ground of fewer cells from west to east is narrow if it is longer from north to south."""

Mask = NDArray[np.bool_]
Counts = NDArray[np.int32]


class Footprint(NamedTuple):
    """An upright symbol: its name, the width and height of its picture, and how deep the ground is that it covers."""

    name: str
    wide: float
    high: float
    deep: float = 10.0

    @property
    def cells(self) -> tuple[int, int, int]:
        """Its width, height and depth in cells."""
        return round(self.wide / CELL), round(self.high / CELL), round(self.deep / CELL)


class Packed(NamedTuple):
    """A packed symbol: its name, the middle of its foot, and the ground that it covers."""

    name: str
    foot: Point
    corner: Point
    """The north-west corner of its ground."""
    wide: float
    deep: float


def free_cells(land: BaseGeometry) -> Mask:
    """Return the cells whose middle lies on some land."""
    shapely.prepare(land)
    return np.asarray(shapely.contains_xy(land, *MIDDLES), dtype=np.bool_)


def corners(free: Mask, wide: int, high: int) -> Mask:
    """Return the north-west corners of all rectangles of free cells of a size."""
    sums = np.pad(free.astype(np.int32).cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    whole = sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]
    found: Mask = whole == wide * high
    return found


def _runs(free: Mask) -> Counts:
    """Return the number of free cells from each cell eastwards."""
    runs = np.zeros(free.shape, dtype=np.int32)
    runs[:, -1] = free[:, -1]
    for x in range(CELLS - 2, -1, -1):
        runs[:, x] = (runs[:, x + 1] + 1) * free[:, x]
    return runs


def pack(
    free: Mask, rng: Random, classes: Sequence[Sequence[Footprint]], upright: Sequence[Sequence[Footprint]]
) -> list[Packed]:
    """Return symbols packed from north to south and from west to east.

    ``classes`` are alternatives of decreasing width: the first that fits is taken, from a random one on. ``upright``
    are those for narrow ground that runs from north to south. A symbol needs free cells for its whole picture, but
    covers only its ground, so that it may hide a part of the one behind it.
    """
    kinds = {kind for each in (*classes, *upright) for kind in each}
    fitting = {kind: corners(free, *kind.cells[:2]) for kind in kinds}
    anywhere = np.zeros_like(free)
    for grid in fitting.values():
        anywhere[: grid.shape[0], : grid.shape[1]] |= grid
    across, along = _runs(free), _runs(free.T).T
    taken = np.zeros_like(free)
    packed: list[Packed] = []
    for y, x in np.argwhere(anywhere).tolist():
        if taken[min(y + 3, CELLS - 1), x]:
            continue
        narrow = across[y, x] < NARROW and along[y, x] > 1.5 * across[y, x]
        choice = upright if narrow else classes
        first = max(0, rng.randrange(-1, len(choice)))
        for kind in (rng.choice(choice[max(first, n)]) for n in range(len(choice))):
            wide, high, deep = kind.cells
            grid = fitting[kind]
            back = y + high - deep
            fits = y < grid.shape[0] and x < grid.shape[1] and grid[y, x]
            if fits and not taken[back : y + high, x : x + wide].any():
                below, beside = rng.choice(GAPS)
                taken[max(0, back - 1) : y + high + below, x : x + wide + beside] = True
                packed.append(placed(kind, x, y, rng.uniform(-0.5, 0.5)))
                break
    return packed


def spread(free: Mask, rng: Random, classes: Iterable[Sequence[Footprint]]) -> list[Packed]:
    """Return symbols at random positions, those of the first class first. Each is tried once.

    Symbols may hide others, but not their ground.
    """
    taken = np.zeros_like(free)
    packed: list[Packed] = []
    for kinds in classes:
        for kind in rng.sample(kinds, len(kinds)):
            wide, high, deep = kind.cells
            back = high - deep
            whole, ground = corners(free, wide, high), corners(~taken, wide, deep)
            spots = np.argwhere(whole & ground[back : back + len(whole)]).tolist()
            if spots:
                y, x = rng.choice(spots)
                taken[y + back : y + high, x : x + wide] = True
                packed.append(placed(kind, x, y))
    return packed


def fill_gaps(free: Mask, rng: Random, packed: Iterable[Packed], kinds: Sequence[Footprint], most: int) -> list[Packed]:
    """Return a few small symbols on the ground that packed ones leave free."""
    left = free.copy()
    for other in packed:
        x, y, wide, deep = (round(v / CELL) for v in (*other.corner, other.wide, other.deep))
        left[max(0, y - 3) : y + deep + 1, max(0, x - 1) : x + wide + 1] = False
    wide, high, _ = kinds[0].cells
    spots = np.argwhere(corners(left, wide, high)).tolist() if left.any() else []
    rng.shuffle(spots)
    found: list[list[int]] = []
    for y, x in spots:
        if len(found) < most and all(abs(y - v) + abs(x - u) > 9 for v, u in found):
            found.append([y, x])
    return [placed(rng.choice(kinds), x, y) for y, x in found]


def placed(kind: Footprint, x: int, y: int, off: float = 0.0) -> Packed:
    """Return a symbol whose picture has its north-west corner at a cell."""
    wide, high, deep = kind.cells
    foot = ((x + wide / 2) * CELL, (y + high) * CELL + off)
    return Packed(kind.name, foot, (x * CELL, (y + high - deep) * CELL), wide * CELL, deep * CELL)
