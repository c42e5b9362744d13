"""The pictures of tiles and what is where on them, for the browser."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from bastide.wire.values import Position, PrintedMark


class SegmentArt(TypedDict):
    """A segment of a tile."""

    kind: str
    outline: str
    """The path around it."""
    anchor: Position
    """Where a piece stands on it."""
    marks: Mapping[str, int]


class TileArt(TypedDict):
    """A kind of tile."""

    name: str
    period: int
    """How many quarter turns until it looks the same."""
    edges: Sequence[str]
    """What its four sides show, north first."""
    segments: Sequence[SegmentArt]
    marks: Sequence[PrintedMark]
    pictures: Mapping[str, str]
    """SVG by rotation and copy, such as "3-0"."""
    simple: Mapping[str, str]
    """Simple SVG by rotation."""
    pig: Sequence[Position]
    """Where the pig stands in the sectors of a wheel."""
