"""Small values that views, events and messages are made of."""

# Annotations are evaluated here and in the other modules of this package: the types of the browser are made from them.

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, TypedDict

Seat = int
"""The number of a player's seat, from 0."""
OptionValue = bool | int | str
"""The value of an option of the rules."""


INTERNAL: Final = "internal"
"""Marks a field that programs may read and the browser does not."""


@dataclass(frozen=True)
class FixedArray:
    """Marks an array of fixed length: the name of its type, and the types of its items."""

    name: str
    types: tuple[object, ...]


Cell = Annotated[Sequence[int], FixedArray("Cell", (int, int))]
"""Column and row of a place on the grid."""
Point = Annotated[Sequence[int], FixedArray("Point", (int, int))]
"""A point of the plane, in thousandths of a tile side."""
Spot = Annotated[Sequence[int], FixedArray("Spot", (int, int, int))]
"""Column and row of a placed tile, and the number of a segment on it."""
SeatNumber = Annotated[Sequence[int], FixedArray("SeatNumber", (int, int))]
"""A seat, and a number that belongs to it."""
FeatureSize = Annotated[Sequence[str | int], FixedArray("FeatureSize", (str, int))]
"""A kind of feature, and a number of tiles."""
MetFeature = Annotated[Sequence[str | int | Sequence[int]], FixedArray("MetFeature", (str, int, Sequence[int]))]
"""A kind of feature, a number of tiles, and the seats with followers there."""
Position = Annotated[Sequence[float], FixedArray("Position", (float, float))]
"""A point of a picture, in hundredths of a tile side."""
PrintedMark = Annotated[Sequence[str | float], FixedArray("PrintedMark", (str, float, float, float))]
"""Something printed on a tile: its name, where it is, and its size."""
ScoreLine = Annotated[Sequence[str | int], FixedArray("ScoreLine", (str, int, int))]
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
