"""What is printed on a tile, before anything is turned or laid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bastide.kernel.notebook import render_svg

INNER: Final = "inner"
"""The edge type between two cells of one block; no drawn tile carries it, so nothing else ever fits there."""


@dataclass(frozen=True)
class Segment:
    """A part of one feature on one tile: its kind, its ports, the segments it touches, what is printed in it."""

    kind: str
    ports: tuple[int, ...] = ()
    touches: tuple[int, ...] = ()
    marks: tuple[tuple[str, int], ...] = ()
    surrounded: bool = False
    """Complete when all eight cells around the tile are filled, not when its sides are met (a monastery)."""
    anchor: tuple[int, int] | None = None
    """Where pieces on it stand, in thousandths of the tile's side, if not at the default place."""


@dataclass(frozen=True)
class Tile:
    """A kind of tile, north up."""

    id: str
    edges: tuple[str, str, str, str]
    segments: tuple[Segment, ...]
    letter: str = ""
    marks: tuple[tuple[str, int], ...] = ()
    """What is printed on the tile as a whole."""
    known: str = "certain"
    """How sure its picture is: certain, partly, or reconstructed from published facts."""

    def mark(self, name: str) -> int:
        """Return the number of a mark printed on the tile as a whole, 0 if it is not there."""
        return dict(self.marks).get(name, 0)

    @property
    def name(self) -> str:
        """The short name used in notation: the letter if there is one, else the id."""
        return self.letter or self.id

    def _repr_svg_(self) -> str:
        """Return the SVG that a notebook displays."""
        return render_svg(self)

    def owner_of(self, port: int) -> int:
        """Return the number of the segment that owns a port, or -1 on the inner side of a block."""
        return next((i for i, segment in enumerate(self.segments) if port in segment.ports), -1)


@dataclass(frozen=True)
class Block:
    """Several cells laid as one piece, each with its own tile; sides between them are of the edge type INNER."""

    parts: tuple[tuple[int, int, Tile], ...]
    """Column, row (both counted from the block's own origin) and tile of every cell."""
    tiles: int = 1
    """How many tiles of its set it is: one of several cells, a tile for every cell, or none if it is a board."""

    @property
    def board(self) -> bool:
        """Whether it is a board, which is no tile."""
        return not self.tiles
