"""Features: who belongs together on the board, and what they add up to.

Every segment stores the root of its feature, so reading a root is one index. The members of a feature form a ring, so
they can be walked. Joining two features relabels the smaller ring and adds up the columns; nothing is ever compressed
or cached, so a copy is a plain copy of lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum


class Merge(IntEnum):
    """How two features' entries in a column become one."""

    ADD = 0
    OR = 1


@dataclass(frozen=True)
class Column:
    """A number kept for every feature, filled from the mark of the same name on its segments."""

    name: str
    merge: Merge
    kinds: tuple[str, ...] = ()
    """The feature kinds that use it; none named means all."""


MergePlan = tuple[tuple[int, ...], tuple[int, ...]]
"""For one feature kind, the numbers of the columns to add and of those to unite."""


class Features:
    """All features of a board. Entries of a feature are read at its root."""

    __slots__ = ("column", "kind", "length", "next", "open", "plans", "root", "tiles", "touches")

    def __init__(self, plans: tuple[MergePlan, ...], columns: int) -> None:
        self.plans = plans
        self.root: list[int] = []
        self.next: list[int] = []
        self.kind: list[int] = []
        self.length: list[int] = []
        self.open: list[int] = []
        """Sides (or surrounding cells) that still wait for a tile; the feature is complete at zero."""
        self.tiles: list[int] = []
        """The tiles of the feature as a bit mask, so that a tile with two of its segments counts once."""
        self.touches: list[int] = []
        """The segments of other kinds that the feature borders, as a bit mask."""
        self.column: list[list[int]] = [[] for _ in range(columns)]

    def copy(self) -> Features:
        """Return an independent copy."""
        new = Features.__new__(Features)
        new.plans = self.plans
        new.root = self.root[:]
        new.next = self.next[:]
        new.kind = self.kind[:]
        new.length = self.length[:]
        new.open = self.open[:]
        new.tiles = self.tiles[:]
        new.touches = self.touches[:]
        new.column = [column[:] for column in self.column]
        return new

    def join(self, a: int, b: int, closes: int) -> None:
        """Make the features of segments ``a`` and ``b`` one, closing that many of their open sides."""
        root = self.root
        a = root[a]
        b = root[b]
        if a == b:
            self.open[a] -= closes
            return
        length = self.length
        if length[a] < length[b]:
            a, b = b, a
        successor = self.next
        segment = b
        while root[segment] != a:
            root[segment] = a
            segment = successor[segment]
        successor[a], successor[b] = successor[b], successor[a]
        length[a] += length[b]
        self.open[a] += self.open[b] - closes
        self.tiles[a] |= self.tiles[b]
        self.touches[a] |= self.touches[b]
        add, unite = self.plans[self.kind[a]]
        columns = self.column
        for i in add:
            column = columns[i]
            column[a] += column[b]
        for i in unite:
            column = columns[i]
            column[a] |= column[b]

    def size(self, feature: int) -> int:
        """Return on how many tiles the feature lies."""
        return self.tiles[feature].bit_count()

    def members(self, feature: int) -> Iterator[int]:
        """Walk the segments of a feature once around its ring."""
        segment = feature
        while True:
            yield segment
            segment = self.next[segment]
            if segment == feature:
                return

    def touched(self, feature: int) -> set[int]:
        """Return the features that this one borders, each once."""
        root, mask = self.root, self.touches[feature]
        found = set()
        # As `numbers_in` does, but a fifth faster without its list, and no scoring of fields goes without this.
        while mask:
            lowest = mask & -mask
            found.add(root[lowest.bit_length() - 1])
            mask ^= lowest
        return found


def numbers_in(bits: int) -> list[int]:
    """Return the numbers of the bits that are set, the smallest first.

    >>> numbers_in(0b10110)
    [1, 2, 4]
    """
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found
