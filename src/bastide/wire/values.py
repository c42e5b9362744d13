"""Small values in views, events and messages."""

# Annotations are not postponed here and in the other modules of this package: make_types.py evaluates them.

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, TypedDict

Seat = int
"""The number of a player's seat, from 0."""
OptionValue = bool | int | str
"""The value of an option of the rules."""


INTERNAL: Final = "internal"
"""Marks a field that the browser must not read."""


@dataclass(frozen=True)
class FixedArray:
    """Marks an array of fixed length, with the name of its type and the types of its items."""

    name: str
    types: tuple[object, ...]


Cell = Annotated[Sequence[int], FixedArray("Cell", (int, int))]
"""The column and row of a cell."""
Point = Annotated[Sequence[int], FixedArray("Point", (int, int))]
"""A point on the table, in thousandths of a tile side."""
Spot = Annotated[Sequence[int], FixedArray("Spot", (int, int, int))]
"""The column and row of a placed tile, and the number of a segment on it."""
SeatNumber = Annotated[Sequence[int], FixedArray("SeatNumber", (int, int))]
"""A seat and its number of something."""
FeatureSize = Annotated[Sequence[str | int], FixedArray("FeatureSize", (str, int))]
"""A kind of feature, and its number of tiles."""
MetFeature = Annotated[Sequence[str | int | Sequence[int]], FixedArray("MetFeature", (str, int, Sequence[int]))]
"""A kind of feature, its number of tiles, and the seats with followers there."""
Position = Annotated[Sequence[float], FixedArray("Position", (float, float))]
"""A point in a picture, in hundredths of a tile side."""
PrintedMark = Annotated[Sequence[str | float], FixedArray("PrintedMark", (str, float, float, float))]
"""A mark printed on a tile: its name, its position and its size."""
Size = Annotated[Sequence[float], FixedArray("Size", (float, float))]
"""The extent of a picture in two directions, in hundredths of a tile side."""
BlockSize = Annotated[Sequence[str | int], FixedArray("BlockSize", (str, int, int))]
"""The tile set of a block, and its numbers of columns and rows."""
NumberedToken = Annotated[Sequence[str | int], FixedArray("NumberedToken", (str, int))]
"""The name of a token, and the number on it."""
ScoreLine = Annotated[Sequence[str | int], FixedArray("ScoreLine", (str, int, int))]
"""One line of a score: its label, the number of items, and the points for each."""


class Location(TypedDict):
    """A segment of the board: the cell of its tile, its number, and its kind of feature."""

    cell: Cell
    segment: int
    feature: str


class TileName(TypedDict):
    """A tile: its id and its short name."""

    tile: str
    name: str
