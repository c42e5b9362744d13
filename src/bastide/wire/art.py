"""Pictures of tiles, pieces and tokens, and the positions of segments and marks on tiles, for the browser."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from bastide.wire.values import Position, PrintedMark, Size


class SegmentArt(TypedDict):
    """A segment of a tile."""

    kind: str
    outline: str
    """Its outline, as the data of an SVG path."""
    anchor: Position
    """The position of a piece on it."""
    aside: Sequence[Position]
    """How far from there it is drawn, by rotation; empty if it is drawn there in all of them."""
    marks: Mapping[str, int]


class TileArt(TypedDict):
    """A kind of tile."""

    name: str
    period: int
    """The number of quarter turns after which it looks the same."""
    edges: Sequence[str]
    """The types of its four edges, north first."""
    segments: Sequence[SegmentArt]
    marks: Sequence[PrintedMark]
    pictures: Mapping[str, str]
    """SVG by rotation and copy, such as "3-0"."""
    simple: Mapping[str, str]
    """SVG with little detail, by rotation."""
    pig: Sequence[Position]
    """The positions of the pig in the sectors of a wheel."""


class TileSetArt(TypedDict):
    """The tiles of a set."""

    things: Mapping[str, str]
    """The symbols that the pictures refer to, by name."""
    tiles: Mapping[str, TileArt]
    """The tiles by id."""


class SeatArt(TypedDict):
    """The marks of a seat's colour."""

    dye: str
    """The name of the colour."""
    charge: str
    """The name of the emblem."""
    token: str
    pattern: str


class PieceArt(TypedDict):
    """The pieces of all seats."""

    pieces: Mapping[str, str]
    """SVG of the kinds in base games by kind, seat and pose, such as "follower-0-lying"."""
    sizes: Mapping[str, Size]
    """By kind, and by kind and pose if it lies ("follower-lying"), half the width and the height."""
    counters: Mapping[str, str]
    """SVG of pieces on small boards, by shape and seat, such as "square-0"."""
    seats: Sequence[SeatArt]
    helpers: Sequence[str]
    """The kinds of players' pieces that are not followers."""


class TokenArt(TypedDict):
    """The tokens, and the pieces of expansions."""

    pieces: Mapping[str, str]
    """SVG by kind, seat and pose, such as "big-0-lying" or "mage-none"."""
    tokens: Mapping[str, str]
    """SVG by name, number and seat, such as "sheep-2" or "lap-0-1"."""
    sizes: Mapping[str, Size]
    """By name, half the width and half the height."""
