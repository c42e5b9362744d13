"""Small values that views, events and messages are made of."""

# Annotations are evaluated here and in the other modules of this package: the types of the browser are made from them.

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypedDict

Seat = int
"""The number of a player's seat, from 0."""


@dataclass(frozen=True)
class Items:
    """Marks an array of fixed length: the name of its type, and the types of its items."""

    name: str
    types: tuple[type, ...]


Cell = Annotated[Sequence[int], Items("Cell", (int, int))]
"""Column and row of a place on the grid."""
Point = Annotated[Sequence[int], Items("Point", (int, int))]
"""A point of the plane, in thousandths of a tile side."""
Spot = Annotated[Sequence[int], Items("Spot", (int, int, int))]
"""Column and row of a placed tile, and the number of a segment on it."""
ScoreLine = Annotated[Sequence[str | int], Items("ScoreLine", (str, int, int))]
"""One line of a score: its label, how many were counted, and points for each."""


class Location(TypedDict):
    """Where something is: a cell, the number of a segment of the tile there, and its kind of feature."""

    cell: Cell
    segment: int
    feature: str


class TileName(TypedDict):
    """A tile: its id, and its short name."""

    tile: str
    name: str
