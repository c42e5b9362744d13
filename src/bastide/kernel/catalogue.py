"""The tiles of a game compiled into tables of ints, shared by every board of that game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bastide.errors import BastideError
from bastide.kernel.features import Column, Merge, MergePlan
from bastide.kernel.geometry import turned
from bastide.kernel.tile import INNER, Tile

ARROW: Final = "arrow"
"""A mark that points at a side: a tile that bears it looks different in every rotation."""
EDGE_BITS: Final = 3
EDGE_MASK: Final = (1 << EDGE_BITS) - 1
MOST_EDGE_TYPES: Final = EDGE_MASK

Seam = tuple[tuple[tuple[int, int, int], ...], tuple[tuple[int, ...], tuple[int, ...]] | None]
"""What happens where two sides meet: segments to join (one's, the other's, open sides that this closes), and, rarely,
the segments of either side that meet nothing of their kind and are only closed."""


class Rotations(dict[int, tuple[int, ...]]):
    """For one tile, the rotations that fit the edges an open cell wants, computed on demand."""

    def __init__(self, packed_edges: Sequence[int]) -> None:
        super().__init__()
        self._packed = packed_edges

    def __missing__(self, wanted: int) -> tuple[int, ...]:
        care = 0
        for shift in range(0, 4 * EDGE_BITS, EDGE_BITS):
            if wanted >> shift & EDGE_MASK:
                care |= EDGE_MASK << shift
        fitting = tuple(r for r, packed in enumerate(self._packed) if not (packed ^ wanted) & care)
        self[wanted] = fitting
        return fitting


class Seams(dict[int, Seam]):
    """For two meeting sides, the segments to join, computed on demand."""

    def __init__(self, tiles: Sequence[Tile]) -> None:
        super().__init__()
        self._tiles = tiles
        self.stride: Final = 4 * len(tiles)

    def __missing__(self, key: int) -> Seam:
        (tile_a, side_a), (tile_b, side_b) = (divmod(side, 4) for side in divmod(key, self.stride))
        a, b = self._tiles[tile_a], self._tiles[tile_b]
        seen_a: set[int] = set()
        seen_b: set[int] = set()
        joins: list[tuple[int, int, int]] = []
        for place in (1, 0, 2):
            i, j = a.owner_of(side_a * 3 + place), b.owner_of(side_b * 3 + 2 - place)
            if i < 0 or j < 0 or a.segments[i].kind != b.segments[j].kind or any(p[:2] == (i, j) for p in joins):
                continue
            joins.append((i, j, (i not in seen_a) + (j not in seen_b)))
            seen_a.add(i)
            seen_b.add(j)
        alone = (_on_side(a, side_a) - seen_a, _on_side(b, side_b) - seen_b)
        self[key] = tuple(joins), (tuple(sorted(alone[0])), tuple(sorted(alone[1]))) if any(alone) else None
        return self[key]


def _on_side(tile: Tile, side: int) -> set[int]:
    """Return the segments that own a port of a side."""
    return {tile.owner_of(3 * side + place) for place in range(3)} - {-1}


class Catalogue:
    """Everything the board needs to know about the tiles of a game, by tile number.

    A *laid tile* is numbered ``4 * tile + rotation``. The side a tile shows to the north after ``r`` quarter turns is
    its own side ``-r``, so sides are compared in the tile's own frame and nothing is stored per rotation but edges.
    """

    def __init__(self, tiles: Sequence[Tile], columns: Sequence[Column] = ()) -> None:
        self.tiles: Final = tuple(tiles)
        self.number: Final = {tile.id: i for i, tile in enumerate(self.tiles)}
        if len(self.number) != len(self.tiles):
            raise BastideError("tile_twice", tile=_first_repeated([tile.id for tile in self.tiles]))
        self.kinds: Final = tuple(sorted({segment.kind for tile in self.tiles for segment in tile.segments}))
        self.kind_number: Final = {kind: i for i, kind in enumerate(self.kinds)}
        edge_types = sorted({edge for tile in self.tiles for edge in tile.edges})
        if len(edge_types) > MOST_EDGE_TYPES:
            raise BastideError("too_many_edge_types", count=len(edge_types), most=MOST_EDGE_TYPES)
        self.edge_number: Final = {edge: i + 1 for i, edge in enumerate(edge_types)}
        self.edge_names: Final = ("", *edge_types)

        self._marks: dict[str, tuple[int, ...]] = {}
        self._sides: dict[str, tuple[tuple[int, ...], ...]] = {}
        self.columns: Final = tuple(columns)
        self.column_number: Final = {column.name: i for i, column in enumerate(self.columns)}
        self.plans: Final = tuple(self._plan(kind) for kind in self.kinds)

        self.period: Final = tuple(period(tile) for tile in self.tiles)
        self.edges: Final = tuple(self._packed_edges(tile, r) for tile in self.tiles for r in range(4))
        self.rotations: Final = tuple(
            Rotations(self.edges[4 * i : 4 * i + turns]) for i, turns in enumerate(self.period)
        )
        self.seams: Final = Seams(self.tiles)
        self.asks: Final = tuple(
            tuple((packed >> EDGE_BITS * s & EDGE_MASK) << EDGE_BITS * (s ^ 2) for s in range(4))
            for packed in self.edges
        )
        """Per laid tile and side, what it adds to the wants of the cell beyond."""
        self.own_side: Final = tuple(
            tuple(4 * tile + (side - rotation) % 4 for side in range(4))
            for tile in range(len(self.tiles))
            for rotation in range(4)
        )
        """Per laid tile and side of the board, the number of the tile's own side that lies there."""

        segments = [tile.segments for tile in self.tiles]
        self.segment_count: Final = tuple(len(s) for s in segments)
        self.segment_kinds: Final = tuple(tuple(self.kind_number[x.kind] for x in s) for s in segments)
        self.open_sides: Final = tuple(
            tuple(8 if x.surrounded else len({p // 3 for p in x.ports}) for x in s) for s in segments
        )
        self.touches: Final = tuple(tuple(sum(1 << t for t in x.touches) for x in s) for s in segments)
        self.surrounded: Final = tuple(tuple(i for i, x in enumerate(s) if x.surrounded) for s in segments)
        self.column_marks: Final = tuple(
            tuple(tuple(dict(x.marks).get(c.name, 0) for x in s) for c in self.columns) for s in segments
        )

    def marks(self, name: str) -> tuple[int, ...]:
        """Return, for every tile, the number of a mark printed on it as a whole."""
        if name not in self._marks:
            self._marks[name] = tuple(tile.mark(name) for tile in self.tiles)
        return self._marks[name]

    def sides(self, edge: str) -> tuple[tuple[int, ...], ...]:
        """Return, for every laid tile, the sides that show an edge type."""
        if edge not in self._sides:
            number = self.edge_number.get(edge, 0)
            self._sides[edge] = tuple(
                tuple(s for s in range(4) if packed >> EDGE_BITS * s & EDGE_MASK == number) for packed in self.edges
            )
        return self._sides[edge]

    def _plan(self, kind: str) -> MergePlan:
        used = [(i, c.merge) for i, c in enumerate(self.columns) if not c.kinds or kind in c.kinds]
        return tuple(i for i, m in used if m is Merge.ADD), tuple(i for i, m in used if m is Merge.OR)

    def _packed_edges(self, tile: Tile, rotation: int) -> int:
        return sum(self.edge_number[tile.edges[(s - rotation) % 4]] << EDGE_BITS * s for s in range(4))


def period(tile: Tile) -> int:
    """Return after how many quarter turns the tile means the same again: 1, 2 or 4.

    Where pieces stand on it does not count; but a cell of a block is turned with its block, so there it does.
    """
    if tile.mark(ARROW) or INNER in tile.edges:
        return 4
    return next(turns for turns in (1, 2, 4) if _looks_the_same(tile, turns))


def _looks_the_same(tile: Tile, turns: int) -> bool:
    if any(tile.edges[side] != tile.edges[(side - turns) % 4] for side in range(4)):
        return False
    image: list[int] = []
    for segment in tile.segments:
        ports = {turned(port, turns) for port in segment.ports}
        twins = [
            i
            for i, other in enumerate(tile.segments)
            if i not in image and (other.kind, set(other.ports), other.marks) == (segment.kind, ports, segment.marks)
        ]
        if not twins:
            return False
        image.append(twins[0])
    return all(
        {image[t] for t in segment.touches} == set(tile.segments[image[i]].touches)
        for i, segment in enumerate(tile.segments)
    )


def _first_repeated(names: Sequence[str]) -> str:
    return next(name for i, name in enumerate(names) if name in names[:i])
