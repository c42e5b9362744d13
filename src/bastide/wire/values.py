"""Small values in views, events and messages."""

# Annotations are not postponed here and in the other modules of this package: make_types.py evaluates them.

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, NotRequired, TypedDict

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


class LandmarkName(TypedDict):
    """The name of a feature in parts: its kind, and what tells it apart from others of its kind."""

    kind: str
    owner: NotRequired[Seat]
    """The seat that alone holds it."""
    size: NotRequired[int]
    """The number of its tiles."""
    quarter: NotRequired[str]
    """Where it lies, seen from the start tile: "N", "NE", "E" and so on, or "C" for the centre."""
    far: NotRequired[bool]
    """Whether it lies far out in that quarter."""


class Neighbour(TypedDict):
    """A feature beside which another one lies."""

    side: str
    """The side of the neighbour on which the other one lies."""
    name: LandmarkName


class PlaceName(LandmarkName):
    """The name of a feature in parts, which may name a neighbour."""

    beside: NotRequired[Neighbour]


class Place(PlaceName):
    """A feature that an event mentions, by its name."""

    at: Spot
    """A segment of the feature."""
    id: int
    """A number that is the same for the same feature as long as no tile is laid."""
    text: NotRequired[str]
    """The name in words, in messages to players: "the western city"."""


TileChange = Literal["starts", "builds", "adds", "joins", "finishes"]
"""What a tile does to a feature: it is its first part, stands on the tile, grows, joins others, or is complete now."""
